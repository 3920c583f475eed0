"""The ball on a table that is free to turn: its conic, its integrals, the force that carries it, what is refused."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.scene import Ball, FreeTurntable, Still, With
from sandbox.systems.hand import Hand
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained

BALL = Ball(0.02, mass=0.26)
NAMES = ("E_J", "vstar_x", "vstar_y", "L", "K", "energy", "spin_omega_n")


@pytest.mark.parametrize(("J", "vx", "vy"), [(0.02, -0.05, 0.16), (0.002, 0.3, 0.4), (0.5, 0.0, 0.0)])
def test_path_is_a_conic_and_its_integrals_stay(J, vx, vy):
    """K (J + chi m r^2) = (L - m n.(r x v*))^2 all along, and nothing else than the weight presses on the table."""
    model = FreeTurntable(BALL, J)
    run = Integration(assemble_constrained(model.constrained(), model.start(0.1, 0.05, vx, vy, 3.0, 5.0)), 1.0/240.0)
    first = run.invariants(NAMES)
    for _i in range(20):
        run.advance(240)
        values, (q, _v) = run.invariants(NAMES), run.coordinates
        # rounding of 20 s, far out on the hyperbola
        assert_allclose(list(values.values()), list(first.values()), rtol=1e-11, atol=1e-12)
        spun = values["L"] - BALL.m*(q[0]*values["vstar_y"] - q[1]*values["vstar_x"])
        assert_allclose(values["K"]*(J + BALL.chi*BALL.m*(q[0]**2 + q[1]**2)), spun**2, rtol=1e-11)
        reaction = {x.row: x.value for x in run.picture().reactions}
        assert_allclose(reaction["table"], BALL.m*9.81, rtol=1e-12)
    assert run.drift < 1e-12


def test_table_is_pushed_by_what_holds_the_ball():
    """J Omega' is the moment of the friction about the axis, turned round."""
    model = FreeTurntable(BALL, 0.02)
    run = Integration(assemble_constrained(model.constrained(), model.start(0.1, 0.05, -0.05, 0.16, 3.0)), 1.0/240.0)
    h, rates = 1e-3, []
    for t in (1.0 - h, 1.0 + h):
        rates.append(run.peek(t).coordinates[1][6])
    now = run.peek(1.0)
    F, r = now.body.F, now.coordinates[0]
    # a central difference errs by h^2 Omega'''/6
    assert_allclose(0.02*(rates[1] - rates[0])/(2.0*h), -(r[0]*F[1] - r[1]*F[0]), rtol=1e-5)


def test_table_that_is_seen_turns_as_the_table_does():
    """Its spin is Omega, and its orientation follows: what rides on the support rides on the table."""
    model = FreeTurntable(BALL, 0.02, rim=0.4)
    run = Integration(assemble_constrained(model.constrained(), model.start(0.1, 0.05, -0.05, 0.16, 3.0)), 1.0/240.0)
    run.advance(240)
    picture = run.picture()
    rate, angle = run.coordinates[1][6], run.coordinates[0][-1]
    assert_allclose(picture.supports[0].angular_velocity, (0.0, 0.0, rate), rtol=1e-14)
    quaternion = np.array((np.cos(angle/2.0), 0.0, 0.0, np.sin(angle/2.0)))
    assert angle > 2.0 and abs(abs(quaternion @ picture.supports[0].quaternion) - 1.0) < 1e-14


def test_what_is_no_free_turntable_is_refused():
    for change, words in (({"inertia": 0.0}, "inertia"), ({"inertia": 0.02, "rim": -1.0}, "rim"),
                          ({"inertia": np.inf}, "inertia"),
                          ({"inertia": 0.02, "motion": Still((1.0, 0.0, -9.81))}, "level")):
        with pytest.raises(BadValue, match=words):
            FreeTurntable(BALL, **change)
    with pytest.raises(BadValue, match="rim"):
        FreeTurntable(BALL, 0.02, rim=0.1).start(0.2, 0.0, 0.0, 0.0, 3.0)


def test_a_ball_that_is_lifted_flies_and_lands_on_the_free_table():
    """In flight table and ball go on alone; where it grips v = chi (Q + u), Q = a w x n + m a^2 v/I, and L stays."""
    J, n = 0.02, np.array((0.0, 0.0, 1.0))
    model = FreeTurntable(BALL, J)
    system = assemble_constrained(model.constrained(), model.start(0.1, 0.05, -0.05, 0.16, 3.0, 5.0))
    held = Integration(system, 1.0/240.0)
    held.hold(Hand(0, (0.0, 0.0, 0.005), 10.0, 0.0, (0.13, 0.02, 0.1), (0.0, 0.0, 0.0)))
    held.advance(30)
    assert held.mode == "flight" and held.body.N == 0.0
    held.hold(None)
    values, rate, aloft = held.invariants(NAMES), held.coordinates[1][6], held.body
    while not any(event.kind == "impact" for event in held.news()):
        before = held.copy()
        held.advance(1)
        assert held.drift < 1e-13
    q, v = before.coordinates
    # it falls freely, and the table turns as it did
    assert v[6] == rate and before.invariants(NAMES)["L"] == pytest.approx(values["L"], abs=1e-15)
    assert_allclose(before.body.velocity[:2], aloft.velocity[:2], rtol=0, atol=1e-15)

    # until the gap closes
    fall = v[2]/9.81 + np.sqrt((v[2]/9.81)**2 + 2.0*(q[2] - BALL.radius)/9.81)
    r, w = q[:2] + fall*v[:2], before.body.angular_velocity
    Q = BALL.radius*np.cross(w, n)[:2] + BALL.m*BALL.radius**2/BALL.I*v[:2]
    across = np.array((-r[1], r[0]))
    # J O+ = L - m r x v+ and v+ = chi (Q + O+ n x r)
    faster = (values["L"] - BALL.m*BALL.chi*(across @ Q))/(J + BALL.m*BALL.chi*(r @ r))
    landed = held.peek(held.t)
    assert landed.mode == "touching"
    assert landed.invariants(NAMES)["L"] == pytest.approx(values["L"], abs=1e-13*abs(values["L"]))
    # K and v* stay from the landing on
    assert_allclose(landed.invariants(NAMES)["K"], (J + BALL.chi*BALL.m*(r @ r))*faster**2, rtol=1e-12)
    vstar = BALL.chi*(Q + faster*across) - BALL.chi*faster*across
    found = landed.invariants(NAMES)
    assert_allclose((found["vstar_x"], found["vstar_y"]), vstar, rtol=0, atol=1e-13)
    assert held.lost_in_impacts > 0.0


def test_rows_that_go_with_no_stop_are_refused():
    rows = FreeTurntable(BALL, 0.02).constrained().rows
    with pytest.raises(BadValue, match="goes with 'floor', needs a unilateral row"):
        replace(FreeTurntable(BALL, 0.02).constrained(), rows=(replace(rows[0], realisation=With("floor")), *rows[1:]))
