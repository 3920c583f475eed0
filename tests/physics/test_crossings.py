"""Rows that become others at a line, and gaps that can't close further: where, when, at what cost; and refusals."""

from math import sqrt

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.mechanics.rows import guards as row_guards
from sandbox.scene.bodies import Ball
from sandbox.scene.constrained import At, Constrained, Crossing, Integral, Row
from sandbox.scene.models.plane_ball import PlaneBall
from sandbox.scene.motions import Spin
from sandbox.scene.realisation import Unilateral, Viscous
from sandbox.scene.supports.surfaces import Plane
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from tests.physics.constrained_runs import run_of

BALL, RATE, CHI = Ball(0.02), 3.49, 2/7


def point(**others) -> Constrained:
    """A unit mass on a line, pulled by gravity if asked for."""
    others.setdefault("kinetic", lambda t, q, v, p: 0.5*v[0]**2)
    return Constrained(("x",), name="point", **others)


def floor(e: float, **others) -> Constrained:
    return point(rows=(Row("floor", gap=lambda t, q, p: q[0], realisation=Unilateral(e)),),
                 potential=lambda t, q, p: 9.81*q[0], **others)


def scattered(y=0.12, speed=0.25, rate=RATE, disc=0.3) -> Integration:
    ball = PlaneBall(BALL, disc=disc, disc_rate=rate)
    return run_of(ball.constrained(), ball.start(-0.5, y, speed, 0.0))


def billiard(law, v=(0.35, 0.1), seconds=0.0) -> Integration:
    ball = PlaneBall(BALL, Spin("z", RATE), wall=0.28, wall_model=law)
    return run_of(ball.constrained(), ball.start(0.1, 0.05, *v, RATE), seconds)


# ---- a line ----------------------------------------------------------------------------------------------------------

def test_a_crossing_is_located_to_the_rounding_of_time():
    """A belt that begins at x = 1/3: the mass is taken along from there, at an instant off the step grid."""
    belt = point(rows=(Row("belt", lambda t, q, p: (1.0,), lambda t, q, p: 0.7 + 0.5*p.on),),
                 crossings=(Crossing("on", lambda t, q, p: q[0] - 1/3, "gets on", "gets off"),))
    run = run_of(belt, At((0.0,), (0.7,)), 2.0)
    (event,) = run.news()
    assert event.t == pytest.approx(1/2.1, abs=1e-13) and event.kind == "rim"
    assert event.sentence == "The body gets on at t = 0.476 s."
    assert run.y[0] == pytest.approx(1/3 + 1.2*(2.0 - 1/2.1), abs=1e-13) and run.mode == "within"
    # what the belt gave is in the ledger, found by the impulse and not by the energy
    assert run.ledger == pytest.approx(0.5*(1.2**2 - 0.7**2), abs=1e-14) and run.drift < 1e-14


def test_a_ball_leaves_a_turning_disc_on_the_line_on_which_it_came():
    for y, speed, rate in ((0.12, 0.25, RATE), (-0.2, 0.4, -7.0), (0.299, 0.3, 2.0), (0.0, 0.2, 12.0)):
        run = scattered(y, speed, rate)
        run.advance(240*8)
        on, off = run.news()
        np.testing.assert_allclose(run.y[6:8], [speed, 0.0], atol=1e-12)
        assert run.y[1] == pytest.approx(y, abs=1e-12) and run.mode == "beyond"
        # the arc turns at chi Omega about a point on the axis of symmetry; its ends are mirror images
        x = sqrt(0.09 - y*y)
        to = np.array([x, y - speed/(CHI*rate)])
        angle = 2.0*np.arctan2(to[0], -to[1]*np.sign(rate)) % (2*np.pi)
        assert on.t == pytest.approx((0.5 - x)/speed, abs=1e-12)
        assert off.t - on.t == pytest.approx(angle/(CHI*abs(rate)), abs=2e-12)


def test_K_and_the_ledger_go_through_the_edge():
    """At the edge E_J falls by m chi (Omega D)^2/2 and rises again; a meter that counts it stands still."""
    run = scattered()
    first = run.invariants(("plane_K_x", "plane_K_y", "spin_omega_n", "E_J"))
    run.advance(480)
    now = run.invariants(first)
    assert run.mode == "within"
    assert now["E_J"] - first["E_J"] == pytest.approx(-0.5*BALL.m*CHI*(RATE*0.3)**2, abs=1e-12)
    run.advance(600)
    now = run.invariants(first)
    for name in first:
        assert now[name] == pytest.approx(first[name], abs=1e-12)
    assert run.drift < 1e-13 and abs(run.ledger) < 1e-14


def test_a_ball_that_misses_the_disc_and_one_that_grazes_it():
    run = scattered(y=0.3000001)
    run.advance(1200)
    assert run.news() == [] and run.y[1] == 0.3000001
    run = scattered(y=0.2999999, rate=1.0)
    run.advance(1200)
    # 0.5 mm of disc, three thousandths of a second
    on, off = run.news()
    assert 0.002 < off.t - on.t < 0.004 < 1/240
    assert run.y[1] == pytest.approx(0.2999999, abs=1e-12)
    np.testing.assert_allclose(run.y[6:8], [0.25, 0.0], atol=1e-11)


def test_a_line_with_flows_against_it_on_both_sides_ends_the_motion():
    """Two belts that run towards each other: no motion of this kind goes on from where they meet."""
    belts = point(rows=(Row("belt", lambda t, q, p: (1.0,), lambda t, q, p: 1.0 - 2.0*p.on),),
                  crossings=(Crossing("on", lambda t, q, p: q[0] - 0.1, "gets on", "gets off"),))
    run = run_of(belts, At((0.0,), (1.0,)), 1.0)
    assert run.ended.kind == "stop" and "more than 32 events in one step" in run.ended.sentence
    assert run.t == pytest.approx(0.1, abs=1e-12) and run.y[0] == pytest.approx(0.1, abs=1e-12)


# ---- a gap -----------------------------------------------------------------------------------------------------------

def test_a_bouncing_mass_comes_to_rest_on_the_floor():
    """Dropped from 0.5 m with e = 1/2: the sum of the geometric series, then it lies and weighs."""
    run = run_of(floor(0.5), At((0.5,), (0.0,)), 0.9)
    fall = sqrt(2*0.5/9.81)
    first, second = run.news()[:2]
    assert (first.kind, first.t) == ("impact", pytest.approx(fall, abs=1e-13))
    assert first.sentence == "Impact on 'floor' at t = 0.3193 s with 3.13 m/s, 3.7 J lost."
    assert second.t == pytest.approx(2*fall, abs=1e-13)
    run.advance(240)
    news = run.news()
    assert run.mode == "hold" and news[-1].sentence.endswith("it stays there.")
    # the ninth impact within a step takes the rest of them
    assert news[-1].t == pytest.approx(3*fall, abs=1/240/2**8)
    assert abs(run.y[0]) < 1e-12 and run.y[1] == 0.0
    (reaction,) = run.picture().reactions
    assert (reaction.value, reaction.realisation) == (pytest.approx(9.81, abs=1e-12), "hold")
    assert run.ledger == pytest.approx(-0.5*9.81, abs=1e-12) and run.drift < 1e-13


def test_a_mass_without_losses_bounces_for_ever():
    run = run_of(floor(1.0), At((0.5,), (0.0,)), 60.0)
    heights = 0.5*run.y[1]**2 + 9.81*run.y[0]
    assert heights == pytest.approx(0.5*9.81, abs=1e-11) and len(run.news()) == 94
    assert run.picture().reactions[0].realisation in ("open", "hold") and run.drift < 1e-13


def test_a_floor_that_falls_away_lets_go():
    """A floor with the acceleration -30 t: it is left when that is more than gravity, and falls ahead from there."""
    falling = point(rows=(Row("floor", gap=lambda t, q, p: q[0] + 5.0*t**3, realisation=Unilateral()),),
                    potential=lambda t, q, p: 9.81*q[0])
    run = run_of(falling, At((1e-3,), (0.0,)), 1.0)
    landed, left = run.news()
    assert (landed.kind, left.kind) == ("impact", "detach")
    assert left.t == pytest.approx(9.81/30.0, abs=1e-12)
    assert left.sentence == "'floor' lets go at t = 0.327 s: nothing presses on it any more."
    t = 9.81/30.0
    assert run.y[0] == pytest.approx(-5*t**3 - 15*t*t*(1 - t) - 0.5*9.81*(1 - t)**2, abs=1e-12)


def test_a_ball_that_rolls_on_at_a_wall_hits_it_at_equal_angles():
    """|v| and ell over 30 hits, and the angle from hit to hit."""
    run, places = billiard(Unilateral(1.0)), []
    first = run.invariants(("speed", "ell", "E_J"))
    jump = run._jump

    def noted(status):
        places.append(complex(*run.y[:2]))
        jump(status)

    run._jump = noted
    while len(places) < 31:
        run.advance(1)
    for name, value in run.invariants(first).items():
        assert value == pytest.approx(first[name], abs=1e-13), name
    steps = np.angle(np.array(places[1:])/np.array(places[:-1]))
    assert np.ptp(steps) < 1e-12 and np.degrees(steps[0]) % 360.0 == pytest.approx(236.3, abs=0.05)
    np.testing.assert_allclose(np.abs(places), 0.28, atol=1e-14)
    assert run.drift < 1e-13 and abs(run.ledger) < 1e-14


def test_a_smooth_wall_takes_energy_and_leaves_ell():
    run = billiard(Unilateral(1.0, others_hold=False))
    first = run.invariants(("ell", "E_J"))
    run.advance(240*60)
    now = run.invariants(first)
    assert now["ell"] == pytest.approx(first["ell"], abs=1e-13)
    assert now["E_J"] - first["E_J"] == pytest.approx(run.ledger, abs=1e-13) and run.ledger < -0.01
    assert run.drift < 1e-13


@pytest.mark.parametrize("e", [0.0, 0.3, 0.399])
def test_a_ball_stays_at_a_wall_that_gives_too_little(e):
    """It rolls along the wall at a constant speed that ell tells, pressed on by m (v^2/R - chi Omega v)."""
    run = billiard(Unilateral(e, others_hold=False), v=(0.3, -0.3))
    ell = run.invariants(("ell",))["ell"]
    run.advance(240*10)
    assert run.mode == "hold" and [event.kind for event in run.news()] == ["impact"]
    speed = ell/0.28 + 0.5*CHI*RATE*0.28
    assert np.hypot(*run.y[6:8]) == pytest.approx(abs(speed), abs=1e-12)
    assert np.hypot(*run.y[:2]) == pytest.approx(0.28, abs=1e-13)
    pressed = {r.row: r.value for r in run.picture().reactions}["wall"]
    assert pressed == pytest.approx(BALL.m*(speed**2/0.28 - CHI*RATE*speed)/(1 - CHI), rel=1e-10)


def test_a_ball_whose_circle_bends_away_leaves_the_wall_again():
    """It goes off along the wall's own tangent, on a smaller circle."""
    run = billiard(Unilateral(0.3, others_hold=False))
    run.advance(240*3)
    assert run.mode == "free" and [event.kind for event in run.news()] == ["impact"]
    assert np.hypot(*run.y[:2]) < 0.27


# ---- bits and refusals -----------------------------------------------------------------------------------------------

def test_the_same_bits_again_and_from_any_key():
    runs = [billiard(Unilateral(0.6), v=(0.3, -0.3)) for _i in range(2)]
    runs[0].advance(240*12)
    runs[1].advance(240*4)
    key = runs[1].key()
    runs[1].advance(240)
    runs[1].restore(240*4, key)
    runs[1].advance(240*8)
    assert runs[0].key().tobytes() == runs[1].key().tobytes() and runs[0].mode == "hold"


@pytest.mark.parametrize(("make", "start", "sentence"), [
    (lambda: floor(0.5), At((-0.02,), (0.0,)), "row 'floor': got a gap of -0.02 at the start, needs one above 0"),
    (lambda: floor(1.1), At((1.0,), (0.0,)), "Unilateral, restitution: got 1.1, needs a number in [0, 1]"),
    (lambda: floor(float("nan")), At((1.0,), (0.0,)), "Unilateral, restitution: got nan"),
    (lambda: point(rows=(Row("x", lambda t, q, p: (1.0,), realisation=Unilateral()),)), At((1.0,), (0.0,)),
     "row 'x': a unilateral row needs a gap"),
    (lambda: point(rows=(Row("x", lambda t, q, p: (1.0,)),
                         Row("stop", gap=lambda t, q, p: q[0], realisation=Unilateral()))), At((1.0,), (0.0,)),
     "row 'stop': it follows from other rows"),
    (lambda: point(rows=(Row("x", lambda t, q, p: (1.0,), realisation=Viscous(1.0)),),
                   crossings=(Crossing("on", lambda t, q, p: q[0], "", ""),)), At((1.0,), (0.0,)),
     "viscous and penalty rows go with no crossing"),
    (lambda: point(crossings=(Crossing("on", lambda t, q, p: (q[0], 1.0), "", ""),)), At((1.0,), (0.0,)),
     "crossing 'on': got 2 numbers, needs 1"),
    (lambda: point(crossings=tuple(Crossing(f"c{i}", lambda t, q, p: q[0], "", "")
                                   for i in range(row_guards.MOST_GUARDS + 1))),
     At((1.0,), (0.0,)),
     f"got {row_guards.MOST_GUARDS + 1} breakable rows, unilateral rows, crossings and edges, "
     f"needs {row_guards.MOST_GUARDS} at"),
    (lambda: PlaneBall(BALL, wall=-1.0), None, "ball on a plane, wall: got -1.0 m, needs a finite number above 0"),
    (lambda: PlaneBall(BALL, disc=float("inf")), None, "disc: got inf m"),
    (lambda: PlaneBall(BALL, wall=0.3, wall_model=0.5), None, "wall model: got 0.5, needs Unilateral(restitution)"),
    (lambda: PlaneBall(BALL, wall=0.3).start(0.2, 0.3, 0.0, 0.0), None,
     "start: the centre is 0.361 m from the axis, needs less than the 0.3 m of the wall"),
])
def test_what_makes_no_sense_is_refused(make, start, sentence):
    with pytest.raises(BadValue) as error:
        assemble_constrained(make(), start)
    assert sentence in str(error.value)


def test_a_side_is_a_number_of_formulas():
    """Integrals may use it, and a live change of the rate leaves K as it is on either side."""
    declared = point(rows=(), crossings=(Crossing("on", lambda t, q, p: q[0], "", ""),),
                     integrals=(Integral("side", lambda t, q, v, p: 3.0*p.on),))
    run = run_of(declared, At((-0.5,), (1.0,)))
    assert run.invariants(("side",)) == {"side": 0.0}
    run.advance(240)
    assert run.invariants(("side",)) == {"side": 3.0}


def test_a_table_with_a_rim_ends_and_a_disc_does_not():
    ball = PlaneBall(BALL, disc=0.2, disc_rate=1.0, surface=Plane(rim=0.3))
    run = run_of(ball.constrained(), ball.start(-0.28, 0.1, 0.5, 0.0), 5.0)
    assert [event.kind for event in run.news()] == ["rim", "rim", "rim"] and run.ended.kind == "rim"
    assert run.ended.sentence.startswith("The body reached the rim")
