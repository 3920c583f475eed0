"""Rows, words and starts that make no sense are refused in words; formulas that lose their meaning pause the run."""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.mechanics.rows.guards import MOST_GUARDS
from sandbox.scene.constrained import Antiderivative, At, Constrained, Row
from sandbox.scene.models.integraph import Integraph
from sandbox.scene.models.sleigh import Blade, Sleigh
from sandbox.scene.motions import Signal, Spin
from sandbox.scene.realisation import Breakable, Ideal, Penalty, Viscous
from sandbox.scene.supports.surface import Edge
from sandbox.systems.rows.start import assemble_constrained
from tests.physics.constrained_runs import REST, point, run_of

row = lambda *A: Row("a", lambda t, q, p: A)  # noqa: E731


# refused --------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("make", "sentence"), [
    (lambda: point(row(1.0, 0.0), Row("b", lambda t, q, p: (2.0, 0.0), 1.0)),
     "system 'point', rows 'a', 'b': they contradict each other, no velocity obeys them all"),
    (lambda: point(row(1.0, 0.0), Row("b", lambda t, q, p: (2.0, 0.0), lambda t, q, p: t)), "no acceleration obeys"),
    (lambda: point(kinetic=lambda t, q, v, p: 0.5*v[0]**2), "kinetic: got a singular kinetic matrix"),
    (lambda: point(kinetic=lambda t, q, v, p: v[0]), "got a singular kinetic matrix"),
    (lambda: point(row(1.0, 0.0, 3.0)), "row 'a', A: got 3 numbers, needs 2"),
    (lambda: point(row(1.0, float("nan"))), "row 'a', A: got nan, needs finite numbers"),
    (lambda: point(row(1.0, "x")), "row 'a', A: got 'x', needs finite numbers"),
    (lambda: point(row(0.0, 0.0)), "row 'a': got A = 0 at the start"),
    (lambda: point(Row("a", lambda t, q, p: (1.0, 0.0 if q[0] > 0 else 2.0))), "row 'a', A: a formula may not branch"),
    (lambda: point(Row("a", lambda t, q, p: (1.0, 1/0))), "row 'a', A: ZeroDivisionError"),
    (lambda: point(Row("a", lambda t, q, p: (1.0, p.foo))), "p has no 'foo'; it has axis_point, gravity, turn"),
    (lambda: point(Row("a", lambda t, q, p: (1.0, np.sqrt(q[0] - 1.0)))), "row 'a': no finite number at the start"),
    (lambda: point(force=lambda t, q, v, p: (1.0/q[0], 0.0)), "force: no finite number at the start"),
    (lambda: point(row(1.0, 0.0), Row("b", lambda t, q, p: (2.0, 0.0), 0.0, Breakable(1.0, 0.5))),
     "row 'b': it follows from other rows, so that its own force has no value"),
    (lambda: point(curves={"f": ((0, 1), (0, 1))}), "curve 'f': a curve needs 6 or more points"),
    (lambda: point(curves={"F": Antiderivative("f")}), "curve 'F': no curve 'f' before it"),
    (lambda: point(parameters={"m": float("inf")}), "parameter 'm': got inf, needs a finite number"),
    (lambda: point(bodies=lambda t, q, p: (q[0], q[1], 0.0)), "bodies: needs a centre"),
    (lambda: point(edges=tuple(Edge(lambda t, q, p: 1.0, "rim", "") for _i in range(MOST_GUARDS + 1))),
     f"got {MOST_GUARDS + 1} breakable rows"),
])
def test_what_is_no_system_is_refused(make, sentence):
    with pytest.raises(BadValue, match="system 'point'") as error:
        assemble_constrained(make(), REST)
    assert sentence in str(error.value)


@pytest.mark.parametrize(("make", "sentence"), [
    (lambda: point(row(1.0, 0.0), row(1.0, 0.0)), "two rows have the same name"),
    (lambda: point().realised(b=Ideal()), "no row b"),
    (lambda: Constrained((), lambda t, q, v, p: 0.0), "needs coordinates"),
    (lambda: Constrained(("x",)), "needs either kinetic or mass"),
    (lambda: Row("a"), "row 'a': needs either A and b, or gap"),
    (lambda: Viscous(-1.0), "Viscous, c: got -1.0, needs a finite number, at least 0"),
    (lambda: Penalty(float("nan")), "Penalty, k: got nan"),
    (lambda: Breakable(1.0, 2.0), "needs slide <= hold"),
    (lambda: Sleigh(0.0, 1.0, (Blade((0, 0)),)), "sleigh, mass: got 0.0"),
    (lambda: Sleigh(1.0, 1.0, ()), "needs a blade"),
    (lambda: Sleigh(1.0, 1.0, (Blade((0, 0)),), Spin("z", 1.0, tilt=Signal((0.1,)))), "turn about its own normal only"),
    (lambda: Integraph(np.sin, 1.0, 0.0), "needs low < high"),
    (lambda: Integraph(lambda x: np.sqrt(x - 0.5)).points(), "no finite number at x = 0 m"),
    (lambda: Integraph(3.0).points(), "needs a function or points"),
])
@pytest.mark.filterwarnings("ignore:invalid value")
def test_words_that_make_no_sense_are_refused(make, sentence):
    with pytest.raises(BadValue) as error:
        make()
    assert sentence in str(error.value)


@pytest.mark.parametrize(("start", "sentence"), [
    (At((0, 0, 0), (0, 0)), "start, q: got 3 entries, needs 2"),
    (At((0, float("nan")), (0, 0)), "start, q of 'y': got nan, needs 1 finite numbers"),
    (At((0, 0), (0, "fast")), "start, v of 'y': got fast"), (None, "needs At(q, v)")])
def test_starts_that_are_none_are_refused(start, sentence):
    with pytest.raises(BadValue) as error:
        assemble_constrained(point(), start)
    assert sentence in str(error.value)


# paused ---------------------------------------------------------------------------------------------------------------

def test_row_that_loses_its_meaning_pauses_the_run():
    """sqrt(1 - x) at x = 1: the last good state, and which row it was."""
    run = run_of(point(Row("gate", lambda t, q, p: (np.sqrt(1.0 - q[0]), -1.0))), At((0.0, 0.0), (1.0, 1.0)), 5.0)
    assert run.ended.kind == "stop" and np.all(np.isfinite(run.y))
    assert run.y[0] == pytest.approx(1.0, abs=1e-9)
    assert "System 'point': row 'gate' gave no finite number at t = 0.86" in run.ended.sentence
    assert run.advance(10) == 0


def test_force_that_loses_its_meaning_pauses_the_run():
    run = run_of(point(force=lambda t, q, v, p: (np.log(0.5 - t), 0.0)), REST, 2.0)
    assert run.t == pytest.approx(0.5, abs=1e-12)
    assert "the forces gave no finite number at t = 0.500 s (step 120)" in run.ended.sentence
