"""Jacobi Sandbox: bodies that roll, skate, slide and bounce on moving surfaces.

    import sandbox
    run = sandbox.simulate("turntable", rate=3.5, duration=60.0)
    run.t, run.centre, run.velocity, run.omega, run.N, run.events, run.drift

docs/from_python.md has more. Importing this package loads nothing else: what is asked for is loaded then.
"""

from typing import TYPE_CHECKING

from sandbox.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from sandbox.api import BadValue, Hold, Run, catalogue, read_log, record, scene_from, scene_named
    from sandbox.api.cloud import cloud
    from sandbox.api.fit import Fit, fit
    from sandbox.api.many import simulate_many
    from sandbox.api.measurement import Comparison
    from sandbox.api.simulate import simulate
    from sandbox.api.sweep import Map, sweep

__all__ = ["BadValue", "Comparison", "Fit", "Hold", "Map", "Run", "catalogue", "cloud", "fit", "read_log", "record",
           "scene_from", "scene_named", "simulate", "simulate_many", "sweep"]


def __getattr__(name: str):
    if name in __all__:
        from sandbox import api
        return getattr(api, name)
    raise AttributeError(f"module 'sandbox' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
