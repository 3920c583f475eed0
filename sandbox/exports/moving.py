"""A run as a model that moves: its picture's surfaces, what holds bodies, and their motion, as .glb."""

from collections.abc import Callable

import numpy as np

from sandbox.exports.glb import write_glb
from sandbox.exports.holders import holders_of
from sandbox.exports.solids import Act, solids_of
from sandbox.exports.span import MOST_FRAMES, Span
from sandbox.exports.tables import rows_of
from sandbox.run.cast import Cast
from sandbox.run.rows import concatenated
from sandbox.run.simulation import Simulation
from sandbox.text import _


def export_glb(run: Simulation, span: Span, out, tell: Callable[[float], object] = lambda _t: None) -> int:
    """Takes a run at its start, writes a span of it as a .glb file and returns the number of instants.

    tell     tell(t) [s], called now and then; whatever it raises ends the work before a file is there
    raises   BadValue for too many instants; OSError reaches the caller
    """
    span.check(MOST_FRAMES)
    cast: Cast | None = None
    acts: list[Act] = []
    for rows in rows_of(run, span, tell):
        cast = cast or Cast(run)
        cast.note(run)
        if acts and run.edits == acts[-1].edits:
            acts[-1].rows = concatenated([acts[-1].rows, rows])
        else:
            acts.append(Act(run.edits, run.system, rows))
    if cast is None:
        cast, acts = Cast(run), [Act(run.edits, run.system, run.row()[:0])]
    tell(run.t)
    times = np.concatenate([act.rows.t for act in acts])
    solids, size = solids_of(run, cast, acts)
    write_glb(out, _(run.scene.title), [*solids, *holders_of(acts, size)], times)
    return len(times)
