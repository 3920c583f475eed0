"""Systems with rows that several tests run: a point, sleighs on a turning table."""

from sandbox.scene.constrained import At, Constrained
from sandbox.scene.models.sleigh import Sleigh
from sandbox.scene.motions import Spin
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained

TABLE = Spin("z", 1.7)
REST = At((0.0, 0.0), (0.0, 0.0))


def run_of(declared, start, seconds=0.0, values=None) -> Integration:
    run = Integration(assemble_constrained(declared, start, values), 1/240)
    run.advance(round(seconds*240))
    return run


def point(*rows, **others) -> Constrained:
    """A unit mass in the plane."""
    others.setdefault("kinetic", lambda t, q, v, p: 0.5*(v[0]**2 + v[1]**2))
    return Constrained(("x", "y"), rows=rows, name="point", **others)


def sleigh(*blades, motion=TABLE) -> Sleigh:
    return Sleigh(1.0, 0.015, blades, motion)
