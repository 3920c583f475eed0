"""Rows that say too much, rows that give way, and what is told of them; refusals with their sentences."""

from math import cos, pi, sin

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.mechanics import hybrid
from sandbox.run.integration import Integration
from sandbox.scene.constrained import Antiderivative, At, Breakable, Constrained, Ideal, Penalty, Row, Viscous
from sandbox.scene.constrained_start import assemble_constrained
from sandbox.scene.integraph import Integraph
from sandbox.scene.motions import Signal, Spin, Still
from sandbox.scene.sleigh import Blade, Sleigh
from sandbox.scene.surface import Edge
from sandbox.scene.surfaces import Plane

TABLE = Spin("z", 1.7)


def sleigh(*blades, motion=TABLE) -> Sleigh:
    return Sleigh(1.0, 0.015, blades, motion)


def run_of(declared, start, seconds=0.0) -> Integration:
    run = Integration(assemble_constrained(declared, start), 1/240)
    run.advance(round(seconds*240))
    return run


def point(*rows, **others) -> Constrained:
    """A unit mass in the plane."""
    others.setdefault("kinetic", lambda t, q, v, p: 0.5*(v[0]**2 + v[1]**2))
    return Constrained(("x", "y"), rows=rows, name="point", **others)


REST = At((0.0, 0.0), (0.0, 0.0))


# ---- redundant rows --------------------------------------------------------------------------------------------------

def test_two_blades_on_one_axle_move_as_one():
    """The motion is that of one blade; only N1 + N2 is told, and drawn half and half."""
    one = sleigh(Blade((-0.08, 0.03)))
    two = sleigh(Blade((-0.08, 0.03), name="left"), Blade((-0.08, -0.05), name="right"))
    start = one.start(0.1, 0.05, 0.2, 0.1, 0.5, 1.7)
    a, b = run_of(one.constrained(), start, 3.0), run_of(two.constrained(), start, 3.0)
    np.testing.assert_allclose(b.y, a.y, atol=1e-14)
    (alone,), (sum_of_both,) = a.picture().reactions, b.picture().reactions
    assert (sum_of_both.row, sum_of_both.unit) == ("left + right", "N")
    assert sum_of_both.value == pytest.approx(alone.value, abs=1e-15)
    np.testing.assert_allclose(b.picture().bodies[0].F, a.picture().bodies[0].F, atol=1e-15)
    assert b.drift < 1e-13


def test_two_blades_behind_one_another_lock_the_spin():
    """Rank 2: the sleigh goes straight, and the start loses what does not fit, which is said."""
    both = sleigh(Blade((-0.08, 0.0), name="rear"), Blade((0.08, 0.0), name="front"), motion=Still())
    run = run_of(both.constrained(), At((0.0, 0.0, 0.3), (1.0, 0.2, 2.0)), 2.0)
    speed = cos(0.3) + 0.2*sin(0.3)
    vx, vy = speed*cos(0.3), speed*sin(0.3)
    np.testing.assert_allclose(run.y[:6], [2*vx, 2*vy, 0.3, vx, vy, 0.0], atol=1e-14)
    assert run.system.notes == ("v changed by 25.4 % to obey the rows",)
    # impulses: together they stop the spin and the sideways motion
    lost = 0.2*cos(0.3) - sin(0.3)
    assert sum(run.system.impulse.values()) == pytest.approx(-lost, abs=1e-14)
    assert 0.08*(run.system.impulse["front"] - run.system.impulse["rear"]) == pytest.approx(-0.015*2.0, abs=1e-15)


def test_three_blades_fix_the_body_to_the_table():
    """It is carried round, and the reactions add up to the centripetal force; a fourth blade changes nothing."""
    blades = (Blade((-0.08, 0.0), 0.0, name="a"), Blade((0.08, 0.0), 1.0, name="b"), Blade((0.0, 0.1), 2.0, name="c"))
    start = At((0.3, 0.0, 0.3), (0.0, 0.0, 0.0))
    run = run_of(sleigh(*blades).constrained(), start, 2.0)
    np.testing.assert_allclose(run.y[:3], [0.3*cos(3.4), 0.3*sin(3.4), 0.3 + 3.4], atol=1e-13)
    F = run.picture().bodies[0].F
    np.testing.assert_allclose(F, [-1.7**2*run.y[0], -1.7**2*run.y[1], 0.0], atol=1e-12)
    more = run_of(sleigh(*blades, Blade((0.1, 0.1), 2.5, name="d")).constrained(), start, 2.0)
    np.testing.assert_allclose(more.y[:6], run.y[:6], atol=1e-13)
    told = more.picture()
    assert [r.row for r in told.reactions] == [f"a + b + c + d, along velocity {i}" for i in (1, 2, 3)]
    np.testing.assert_allclose([r.value for r in told.reactions][:2], F[:2], atol=1e-12)
    np.testing.assert_allclose(told.bodies[0].F, F, atol=1e-12)


def test_blades_whose_normals_meet_leave_a_turn():
    """Rank 2: the body turns about the point where the normals meet."""
    blades = [Blade((0.1*cos(x), 0.1*sin(x)), x + pi/2, name=f"{x:g}") for x in (0.0, 1.0, 2.5)]
    run = run_of(sleigh(*blades, motion=Still()).constrained(), At((0.3, 0.0, 0.3), (0.0, 0.0, 1.0)), 2.0)
    np.testing.assert_allclose(run.y[:3], [0.3, 0.0, 2.3], atol=1e-13)
    assert run.ended is None


def test_rows_that_become_dependent_end_the_run():
    """A normal that turns into another one: the event comes when they are 1e-5 rad apart, with a sentence."""
    rows = (Row("fixed", lambda t, q, p: (1.0, 0.0, 0.0)),
            Row("turning", lambda t, q, p: (np.cos(q[2]), np.sin(q[2]), 0.0)))
    turning = Constrained(("x", "y", "angle"), lambda t, q, v, p: 0.5*(v[0]**2 + v[1]**2 + v[2]**2), rows)
    run = run_of(turning, At((0.0, 0.0, -1.0), (0.0, 0.0, 1.0)), 3.0)
    assert run.t == pytest.approx(1.0 - 1e-5, abs=1e-8)
    assert run.ended.kind == "stop"
    assert run.ended.sentence == (
        "The rows 'fixed', 'turning' became dependent at t = 1.000 s (step 239): their reactions have no unique value.")


def test_row_that_becomes_zero_ends_the_run():
    """A = (0, x) at x = 0, passed within a step: the row constrains nothing there."""
    run = run_of(point(Row("fades", lambda t, q, p: (0.0, q[0]))), At((-1.0, 0.0), (1.0, 0.0)), 3.0)
    assert run.t == pytest.approx(1.0 - 1e-5, abs=1e-8)
    assert run.ended.sentence == "Row 'fades' became zero at t = 1.000 s (step 239): it constrains nothing there."


def test_row_that_no_longer_follows_ends_the_run():
    """Two equal rows, until the right-hand side of one leaves that of the other."""
    drift = point(Row("a", lambda t, q, p: (1.0, 0.0)), Row("b", lambda t, q, p: (1.0, 0.0), lambda t, q, p: t*t*t))
    run = run_of(drift, REST, 1.0)
    assert run.ended.kind == "stop" and run.t < 0.01     # 1e-7 m/s of contradiction


# ---- breakable rows --------------------------------------------------------------------------------------------------

def test_start_that_slips_begins_to_slide():
    """A breakable blade is not torn onto its row; it slides until it grips."""
    skid = sleigh(Blade((0.0, 0.0), realisation=Breakable(5.0, 2.0)), motion=Still())
    run = run_of(skid.constrained(), At((0.0, 0.0, 0.0), (0.0, 0.3, 0.0)))
    assert run.mode == "slide" and run.system.notes == ()
    run.advance(120)
    (event,) = run.news()
    assert (event.kind, event.t) == ("regrip", pytest.approx(0.3/2.0, abs=1e-14))
    assert run.y[1] == pytest.approx(0.3**2/4.0, abs=1e-14)
    assert run.mode == "hold" and run.picture().reactions[0].realisation == "hold"
    assert run.drift < 1e-15


def test_blade_that_can_not_hold_slides_the_other_way():
    """A steady side force above the hold: it slows down, and starts back at once."""
    pushed = point(Row("edge", lambda t, q, p: (0.0, 1.0), 0.0, Breakable(1.0, 0.5)),
                   force=lambda t, q, v, p: (0.0, -3.0))
    run = run_of(pushed, At((0.0, 0.0), (0.0, 0.7)), 1.0)
    (event,) = run.news()
    assert (event.kind, event.t) == ("slip_reversal", pytest.approx(0.7/3.5, abs=1e-14))
    assert event.sentence == "'edge' slides the other way at t = 0.200 s."
    assert run.y[3] == pytest.approx(-2.5*0.8, abs=1e-13)


def test_two_breakable_rows_break_one_after_the_other():
    """Forces that grow at different rates; four modes, named by what the rows do."""
    stretched = point(Row("a", lambda t, q, p: (1.0, 0.0), 0.0, Breakable(1.0, 0.2)),
                      Row("b", lambda t, q, p: (0.0, 1.0), 0.0, Breakable(1.0, 0.2)),
                      force=lambda t, q, v, p: (2.0*t, 1.0*t))
    run = run_of(stretched, REST, 1.5)
    assert list(run.system.modes) == ["hold, hold", "hold, slide", "slide, hold", "slide, slide"]
    assert [(event.kind, event.t) for event in run.news()] == [("breakaway", pytest.approx(0.5, abs=1e-14)),
                                                               ("breakaway", pytest.approx(1.0, abs=1e-14))]
    assert run.mode == "slide, slide"
    assert run.y[2] == pytest.approx(1.5**2 - 0.25 - 0.2, abs=1e-13)


def test_force_beyond_the_hold_at_the_start_breaks_at_once():
    run = run_of(point(Row("edge", lambda t, q, p: (0.0, 1.0), 0.0, Breakable(1.0, 0.5)),
                       force=lambda t, q, v, p: (0.0, -3.0)), REST)
    assert run.mode == "slide" and [event.kind for event in run.news()] == ["breakaway"]


# ---- several realisations of one motion ------------------------------------------------------------------------------

def test_realisations_side_by_side():
    """The same words, other realisations, one start: they differ by what theory says."""
    ideal = sleigh(Blade((-0.08, 0.03)))
    start = ideal.start(0.1, 0.05, 0.2, 0.1, 0.5, 1.7)
    kinds = (Ideal(), Viscous(2e3), Viscous(2e4), Penalty(1e6, 2e3), Breakable(100.0, 1.0))
    runs = [run_of(ideal.constrained().realised(blade=kind), start, 2.0) for kind in kinds]
    distance = [np.hypot(*(run.y[:2] - runs[0].y[:2])) for run in runs]
    assert distance[1]/distance[2] == pytest.approx(10.0, rel=1e-2)
    assert 0.0 < distance[3] < distance[2]/10     # a spring gives, but does not creep
    assert distance[4] < 1e-14
    words = ["ideal", "viscous", "viscous", "penalty", "hold"]
    assert [run.picture().reactions[0].realisation for run in runs] == words
    assert [run.picture().bodies[0].mode for run in runs] == words


def test_sleigh_on_a_slope_is_seen_on_the_slope():
    """Plane turned about y: x downhill; the picture lies on it."""
    slope = Sleigh(1.0, 0.015, (Blade((0.0, 0.04)),), Still(), Plane().placed(axis=(0.0, 1.0, 0.0), angle=0.2))
    run = run_of(slope.constrained(), At((0.0, 0.0, 0.0), (0.0, 0.0, 0.5)), 1.0)
    body = run.picture().bodies[0]
    np.testing.assert_allclose(body.centre, [run.y[0]*cos(0.2), run.y[1], -run.y[0]*sin(0.2)], atol=1e-15)
    np.testing.assert_allclose(body.normal, [sin(0.2), 0.0, cos(0.2)], atol=1e-15)
    np.testing.assert_allclose(body.angular_velocity, 0.5*body.normal, atol=1e-14)
    assert run.y[0] > 0.1 and abs(body.F @ body.normal) < 1e-14


# ---- the integraph ---------------------------------------------------------------------------------------------------

def curve(x):
    return 0.5*np.sin(6*x) + 0.2*x


def test_integraph_draws_the_integral():
    integraph = Integraph(curve, speed=0.1)
    run = run_of(integraph.constrained(), integraph.start(0.1), 9.0)
    x, y = run.y[:2]
    true = (1 - np.cos(6*x))/12 + 0.1*x*x
    assert run.system.notes == ()
    assert y == pytest.approx(true, abs=2e-10)     # the start is 1e-10 m off the low end
    assert abs(run.invariants(("y - F",))["y - F"]) < 1e-12
    assert run.system.why_not("y - F", "ideal") == ""
    run.advance(480)
    assert (run.ended.kind, run.t) == ("stop", pytest.approx(10.0, abs=1e-7))
    assert [r.unit for r in run.picture().reactions] == ["N", "N m", "N"]


def test_viscous_integraph_lags():
    """The error of the drawing falls with 1/c."""
    errors = []
    for c in (1e2, 1e3):
        integraph = Integraph(curve, speed=0.1, realisation=Viscous(c))
        run = run_of(integraph.constrained(), integraph.start(0.1), 9.0)
        errors.append(run.invariants(("y - F",))["y - F"])
    assert errors[0]/errors[1] == pytest.approx(10.0, rel=1e-2)


def test_integraph_of_a_drawn_curve():
    x = np.linspace(0.0, 1.0, 14)
    integraph = Integraph((x, np.random.default_rng(1).uniform(-0.5, 0.5, 14)), speed=0.1)
    run = run_of(integraph.constrained(), integraph.start(0.1), 9.5)
    assert abs(run.invariants(("y - F",))["y - F"]) < 1e-9     # kinks of the curve's fifth derivative


# ---- refusals --------------------------------------------------------------------------------------------------------

row = lambda *A: Row("a", lambda t, q, p: A)  # noqa: E731


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
    (lambda: point(edges=tuple(Edge(lambda t, q, p: 1.0, "rim", "") for _i in range(10))), "got 10 breakable rows"),
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
    (lambda: Integraph(curve, 1.0, 0.0), "needs low < high"),
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


def test_edge_of_a_domain_ends_the_run():
    edge = Edge(lambda t, q, p: 0.3 - q[0], "rim", "reached the rim")
    run = run_of(point(edges=(edge,)), At((0, 0), (0.25, 0)), 5.0)
    assert (run.ended.kind, run.t) == ("rim", pytest.approx(1.2, abs=1e-14))
    assert run.ended.sentence == "The body reached the rim at t = 1.200 s (step 288)."
    assert run.watch[hybrid.FRICTION] == 0.0
