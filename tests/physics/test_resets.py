"""Guards and resets of systems with rows: each guard has a reset in each mode, under the name of its formula."""

import numpy as np
import pytest

from sandbox.integration.status import NOT_FINITE
from sandbox.mechanics.rows import guards as row_guards
from sandbox.scene.constrained import At, Constrained, Crossing, Row
from sandbox.scene.realisation import Breakable, Unilateral
from sandbox.scene.supports.surface import Edge
from sandbox.systems.rows.resets import RESETS
from sandbox.systems.rows.start import assemble_constrained


def system():
    """A point in a plane with a breakable row, a stop, a line and an edge."""
    return assemble_constrained(Constrained(
        ("x", "y"), lambda t, q, v, p: 0.5*(v[0]*v[0] + v[1]*v[1]),
        (Row("blade", lambda t, q, p: (0.0, 1.0), realisation=Breakable(2.0, 1.0)),
         Row("stop", gap=lambda t, q, p: 1.0 - q[0], realisation=Unilateral(0.5))),
        crossings=(Crossing("near", lambda t, q, p: 0.5 - q[0], "comes near", "goes far"),),
        edges=(Edge(lambda t, q, p: q[0] + 1.0, "rim", "reached the rim"),)), At((0.0, 0.0), (0.3, 0.0)))


def test_every_formula_has_its_reset():
    assert row_guards.FORMULAS.keys() == RESETS.keys()


@pytest.mark.parametrize(("mode", "names"), [
    ("hold, free, within", (row_guards.RANK, row_guards.BREAKAWAY, row_guards.IMPACT, row_guards.LEAVE,
                            row_guards.EDGE)),
    ("slide, hold, beyond", (row_guards.RANK, row_guards.SLIP_END, row_guards.DETACH, row_guards.ENTER,
                             row_guards.EDGE)),
    ("slide, free, within", (row_guards.RANK, row_guards.SLIP_END, row_guards.IMPACT, row_guards.LEAVE,
                             row_guards.EDGE))])
def test_guards_of_a_mode_meet_their_resets(mode, names):
    table = system().transitions
    assert [table[mode, guard].reset for guard in range(len(names))] == [RESETS[name] for name in names]
    assert [table[mode, guard].number for guard in range(len(names))] == [0, 0, 1, 0, 0]


def test_the_table_is_complete():
    """Each of eight modes: rank, two rows, a line, an edge, and numbers that are not finite."""
    found = system()
    assert len(found.modes) == 8
    assert found.transitions.keys() == {(mode, guard) for mode in found.modes for guard in (*range(5), NOT_FINITE)}


@pytest.mark.parametrize("mode", ["hold, free, beyond", "slide, hold, within", "slide, free, beyond"])
def test_a_mode_that_is_put_is_the_mode_that_is_read(mode):
    found = system()
    y = found.y.copy()
    found.switches.put(y, mode)
    assert found.mode_of(y) == mode
    # switches are numbers of their own: coordinates, velocities and ledger stay
    assert np.array_equal(y[found.state.motion], found.y[found.state.motion]) and y[-1] == found.y[-1]


def test_places_of_the_state_cover_all_and_do_not_overlap():
    found = system()
    state = found.state
    places = [*range(state.q.start, state.q.stop), *range(state.v.start, state.v.stop), *state.stretches.values(),
              *state.signs.values(), *state.sides, state.ledger]
    assert places == list(range(state.size)) and state.size == found.y.size
