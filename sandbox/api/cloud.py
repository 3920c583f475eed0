"""A cloud of starts from Python: what becomes of the volume that they fill in phase space."""

from pathlib import Path

from sandbox.api.scenes import scene_of
from sandbox.run.clock import checked_step_rate
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.theory.cloud import Cloud, CloudRun, Wanted, follow_cloud


def cloud(    # noqa: PLR0913 - as simulate()
          scene: str | Path | Scene, preset: str | int = "", *, starts: int = 10_000, spread: float = 0.05,
          seed: int = 0, duration: float = 10.0, rate: float = 10.0, step_rate: int = 240, start: Start | None = None,
          exact: bool = True, **parameters) -> Cloud:
    """Returns a cloud of starts beside a motion as arrays (theory/cloud.py); same arguments, same bits.

        V(t)/V(0) = <exp int div f dt> = (det C(t)/det C(0))^(1/2)          of a small cloud with the covariances C

    scene, preset, start, parameters   as of simulate()
    starts      how many, the motion itself the first of them
    spread      half width of the box over which they are spread evenly, in sizes of the motion: of a sleigh a |Omega|,
                |Omega|, a, a for v1, w, x1, x2 (a from blade to mass centre); of Suslov's body its largest spin; of a
                ball ten radii along the surface, and the spin of one that has rolled down as far
    seed        of the generator of random numbers
    duration    [s];  rate  instants that are kept per second [1/s];  step_rate  steps per second
    exact       each start is the run that begins there, bit by bit; False: in long strides, as the charts of clouds,
                three to twenty times as fast, off by 1e-6 of the sizes at most where the motion is not chaotic
    raises      BadValue: no such phase space is known, a number is not allowed, or memory would not do

    A start that leaves its mode, as one that reaches a rim, is followed no further; `left` and `reasons` say so.
    """
    found = scene_of(scene)
    chosen = found.preset(str(preset)) if preset else None
    values = found.values((dict(chosen.values) if chosen else {}) | parameters)
    wanted = Wanted(starts, spread, seed, duration, rate, checked_step_rate(step_rate), exact)
    return follow_cloud(CloudRun(found, values, start, wanted))
