"""A run as a model that moves: its picture's surfaces and their motion, as .glb."""

from collections.abc import Callable

from sandbox.exports.glb import write_glb
from sandbox.exports.solids import solids_of
from sandbox.exports.span import MOST_FRAMES, Span
from sandbox.exports.tables import rows_of
from sandbox.run.rows import concatenated
from sandbox.run.simulation import Simulation
from sandbox.text import _


def export_glb(run: Simulation, span: Span, out, tell: Callable[[float], object] = lambda _t: None) -> int:
    """Takes a run at its start, writes a span of it as a .glb file and returns the number of instants.

    tell     tell(t) [s], called now and then; whatever it raises ends the work before a file is there
    raises   BadValue for too many instants; OSError reaches the caller
    """
    span.check(MOST_FRAMES)
    rows = concatenated([run.row()[:0], *rows_of(run, span, tell)])
    tell(run.t)
    write_glb(out, _(run.scene.title), solids_of(run, rows), rows.t)
    return len(rows)
