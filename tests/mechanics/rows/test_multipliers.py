"""The equations that the builder writes, against equations written by hand and against each other."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics.rows.matrices import matrices_of
from sandbox.mechanics.rows.multipliers import Dynamics, Equations
from sandbox.scene.constrained import At, Constrained, Integral, Rotation, Row
from sandbox.scene.motions import Signal
from sandbox.scene.realisation import Breakable, Ideal, Penalty, Viscous
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from sandbox.systems.rows.tracing import Trace
from tests.physics.constrained_runs import run_of


def matrices(declared, t, y):
    trace = Trace(declared, {})
    p, _live = trace.array({})
    return matrices_of(Equations(trace.pieces()))(t, np.asarray(y, float), p)


# ---- equations -------------------------------------------------------------------------------------------------------

def links(t, q, v, p):
    """Two links of length l with point masses m, angles from the vertical."""
    x = p.l*np.cos(q[0])*v[0] + p.l*np.cos(q[1])*v[1]
    z = p.l*np.sin(q[0])*v[0] + p.l*np.sin(q[1])*v[1]
    return 0.5*p.m*p.l**2*v[0]**2 + 0.5*p.m*(x*x + z*z)


PENDULUM = Constrained(("a", "b"), links, potential=lambda t, q, p: -9.81*p.m*p.l*(2*np.cos(q[0]) + np.cos(q[1])),
                       parameters={"m": 0.7, "l": 0.4}, name="double pendulum")


def test_double_pendulum_has_the_textbook_equations():
    m, l, g = 0.7, 0.4, 9.81
    a, b, u, w = 0.3, -1.1, 2.0, -0.7
    found = matrices(PENDULUM, 0.0, [a, b, u, w, 0.0])
    c, s = np.cos(a - b), np.sin(a - b)
    np.testing.assert_allclose(found.M, m*l*l*np.array([[2, c], [c, 1]]), rtol=1e-14)
    np.testing.assert_allclose(found.F, [-m*l*l*s*w*w - 2*m*g*l*np.sin(a), m*l*l*s*u*u - m*g*l*np.sin(b)],
                               rtol=1e-13)


def test_double_pendulum_swings_as_integrated_by_hand():
    l, g = 0.4, 9.81

    def by_hand(t, y):
        a, b, u, w = y
        c, s = np.cos(a - b), np.sin(a - b)
        return [u, w, *np.linalg.solve([[2, c], [c, 1]], [-s*w*w - 2*g/l*np.sin(a), s*u*u - g/l*np.sin(b)])]

    run = run_of(PENDULUM, At((1.0, 0.5), (0.0, 0.0)), 3.0)
    end = solve_ivp(by_hand, (0, 3), [1.0, 0.5, 0, 0], method="DOP853", rtol=2.3e-14, atol=1e-15,
                    max_step=0.01).y[:, -1]
    np.testing.assert_allclose(run.y[:4], end, atol=1e-10)     # a chaotic pendulum: small errors grow by 1e2
    assert run.drift < 1e-13


def test_mass_matrix_and_kinetic_energy_say_the_same():
    def mass(t, q, p):
        c = np.cos(q[0] - q[1])
        return ((2*p.m*p.l**2, p.m*p.l**2*c), (p.m*p.l**2*c, p.m*p.l**2))
    other = Constrained(("a", "b"), mass=mass, potential=PENDULUM.potential, parameters=PENDULUM.parameters)
    a, b = (run_of(x, At((1.0, 0.5), (0.0, 0.0)), 1.0).y for x in (PENDULUM, other))
    np.testing.assert_allclose(a, b, atol=1e-13)


def test_joint_by_a_gap_is_the_same_pendulum():
    """One mass in x and z on a rod whose length a gap keeps: the angle, the tension, and the length to rounding."""
    l, m = 0.4, 0.7
    rod = Constrained(("x", "z"), lambda t, q, v, p: 0.5*p.m*(v[0]**2 + v[1]**2),
                      (Row("rod", gap=lambda t, q, p: (q[0]**2 + q[1]**2)**0.5),),
                      potential=lambda t, q, p: 9.81*p.m*q[1], parameters={"m": m})
    run = run_of(rod, At((l*np.sin(1.0), -l*np.cos(1.0)), (0.0, 0.0)), 2.0)
    angle = Constrained(("a",), lambda t, q, v, p: 0.5*p.m*p.l**2*v[0]**2,
                        potential=lambda t, q, p: -9.81*p.m*p.l*np.cos(q[0]), parameters={"m": m, "l": l})
    other = run_of(angle, At((1.0,), (0.0,)), 2.0)
    a, w = other.y[:2]
    np.testing.assert_allclose(run.y[:2], [l*np.sin(a), -l*np.cos(a)], atol=1e-12)
    assert run.picture().reactions[0].value == pytest.approx(-m*(9.81*np.cos(a) + l*w*w), rel=1e-11)
    assert np.hypot(*run.y[:2]) == pytest.approx(l, abs=1e-13)


def test_rotation_is_a_free_top():
    """Euler's equations, energy and the momentum in space; the quaternion stays a unit."""
    J = np.array([[2.0, 0.1, 0.3], [0.1, 1.5, 0.4], [0.3, 0.4, 1.0]])
    top = Constrained((Rotation(),), lambda t, q, v, p: 0.5*(v[0] @ (p.J @ v[0])), parameters={"J": J.tolist()})
    w = np.array([0.4, -0.3, 1.1])
    found = matrices(top, 0.0, [1.0, 0, 0, 0, *w, 0.0])
    np.testing.assert_allclose(found.M, J, rtol=1e-15)
    np.testing.assert_allclose(found.F, np.cross(J @ w, w), rtol=1e-13)
    run = run_of(top, At(((1.0, 0, 0, 0),), (w,)), 20.0)
    R = np.array(matrix_of(*run.y[:4])).reshape(3, 3)
    np.testing.assert_allclose(R @ (J @ run.y[4:7]), J @ w, atol=2e-13)
    assert np.linalg.norm(run.y[:4]) == pytest.approx(1.0, abs=1e-15)


def test_reactions_obey_the_rows_and_newton():
    """A made-up system with everything: A v' = c and M v' = F + A^T lam at any state, from the compiled report."""
    run = run_of(whole(), whole_start(), 0.5)
    y, t = run.y, run.t
    found = run.system.matrices(t, y, run.data.p)
    report = run.system.read(run.data)
    acceleration = np.linalg.solve(found.M, found.F + found.A.T @ report.lam)
    np.testing.assert_allclose(found.A @ acceleration, found.c, atol=1e-12)
    np.testing.assert_allclose(found.A @ y[5:9], found.b, atol=1e-14)
    assert np.abs(report.h).max() < 1e-14


# ---- the ledger ------------------------------------------------------------------------------------------------------

def whole(*realisations) -> Constrained:
    """A coordinate and a rotation; inertia that varies with them and with time, signals, forces, a field Y."""
    def kinetic(t, q, v, p):
        x, R = q
        u, w = v
        return 0.5*(1.0 + 0.3*np.sin(x + t))*u*u + 0.5*(w @ (p.J @ w)) + 0.2*u*(R[2] @ w) + 0.1*p.wave*u

    kinds = [*realisations, *[Ideal()]*(2 - len(realisations))]
    rows = (Row("first", lambda t, q, p: (1.0, *(0.3*q[1][0])), lambda t, q, p: 0.5*np.sin(p.wave), kinds[0]),
            Row("second", lambda t, q, p: (np.cos(q[0]), *q[1][2]), lambda t, q, p: p.wave.rate, kinds[1]))
    return Constrained(
        ("x", Rotation("R")), kinetic, rows, potential=lambda t, q, p: 0.4*q[0]**2 + q[1][2][0]*np.cos(t),
        force=lambda t, q, v, p: (-0.1*v[0] + np.sin(t), *(0.2*np.cross(v[1], [1.0, 2.0, 3.0]) - 0.05*v[1])),
        parameters={"J": ((2.0, 0.1, 0.3), (0.1, 1.5, 0.4), (0.3, 0.4, 1.0))},
        signals={"wave": Signal((0.2, 0.7, 0.1), sine=0.3, nu=2.0)},
        carried=lambda t, q, p: (p.wave.rate*np.cos(q[0]), *(q[1][2]*p.wave)), gauge=lambda t, q, p: p.wave*p.wave,
        bodies=lambda t, q, p: ((q[0], 0.0, 0.0), q[1]),
        integrals=(Integral("x", lambda t, q, v, p: q[0]),), name="whole")


def whole_start():
    return At((0.3, (0.9, 0.1, 0.2, 0.3)), (0.2, (0.4, -0.3, 0.8)))


@pytest.mark.parametrize("realisations", [
    (), (Viscous(3.0),), (Viscous(3e4), Ideal()), (Penalty(50.0, 1.0),), (Viscous(2.0), Penalty(2e5, 10.0)),
    (Breakable(0.3, 0.2), Breakable(0.4, 0.1)), (Breakable(0.3, 0.2), Viscous(100.0))],
    ids=lambda kinds: " ".join(type(kind).__name__ for kind in kinds))
def test_energy_less_ledger_is_constant_whatever_moves(realisations):
    """Nothing here is conserved, and yet E_J - ledger is, through breaks and grips, to rounding."""
    run = run_of(whole(*realisations), whole_start(), 4.0)
    assert run.ended is None
    assert abs(run.energy()[0] - run.E_J0) > 0.05
    assert run.drift < 2e-13


def test_velocities_of_bodies_are_the_rates_of_their_places():
    run = run_of(whole(), whole_start(), 0.5)
    before, now, after = (x.body for x in (
        run_of(whole(), whole_start(), 0.5 - 1/240), run, run.peek(run.t + 1/240)))
    assert now.velocity[0] == pytest.approx((after.centre[0] - before.centre[0])*120, abs=1e-5)
    q, dq = now.quaternion, (after.quaternion - before.quaternion)*120
    spin = 2*(q[0]*dq[1:] - dq[0]*q[1:] - np.cross(dq[1:], q[1:]))
    np.testing.assert_allclose(now.angular_velocity, spin, atol=1e-4)


# ---- steered rows ----------------------------------------------------------------------------------------------------

def test_live_parameter_in_a_row_is_its_signal():
    """A live rate appears in formulas as what it is at the moment, its acceleration in the derivatives."""
    drive = Row("drive", lambda t, q, p: (1.0,), lambda t, q, p: p.speed)
    cart = Constrained(("x",), lambda t, q, v, p: 0.5*2.0*v[0]**2, (drive,),
                       signals={"way": Signal(live="speed", limit=3.0)})
    system = assemble_constrained(cart, At((0.0,), (0.4,)), {"speed": 0.4})
    assert list(system.live) == ["speed"] and (system.live["speed"].order, system.live["speed"].limit) == (1, 3.0)
    at = system.live["speed"].place
    run = Integration(system, 1/240)
    run.advance(240)
    assert run.y[0] == pytest.approx(0.4, abs=1e-14)
    # what Drive does for a ramp of 3 m/s^2
    run.data.p[at:at + 4] = 1.0, 0.4, 0.4, 1.5
    run.advance(120)
    assert run.y[1] == pytest.approx(0.4 + 1.5, abs=1e-13)
    assert run.picture().reactions[0].value == pytest.approx(2.0*3.0, rel=1e-13)
    assert run.drift < 1e-14


def test_same_bits_however_it_is_called():
    one, many = (Integration(assemble_constrained(whole(Viscous(300.0)), whole_start()), 1/240) for _i in range(2))
    one.advance(240)
    for _i in range(240):
        many.advance(1)
    assert one.key().tobytes() == many.key().tobytes()


def test_dynamics_left_out_rows_have_no_multiplier():
    trace = Trace(whole(), {})
    pieces = trace.pieces()
    pieces.dependent = (1,)
    assert Dynamics(pieces).held == [0]
