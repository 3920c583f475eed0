"""Slips of a body that resistance keeps from turning: inertial coordinates, closed forms, ends and beginnings.

A ball of the radius a slides under Coulomb friction: its foot's moment is mu N a, and resistance bears up to k_r N. So
a ball with mu a < k_r does not turn; one that turns backwards stops turning, and then does not or goes on forwards.
"""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.probe import Pose
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Contact, Coulomb, On, Parameter, Placed, Plane, Scene, Spin, Start, Viscous, World
from sandbox.verify.ball import surface_of
from tests.mechanics.contact.oracle_modes import Law, Sliding, sliding_state
from tests.mechanics.contact.setup_modes import Case, Run
from tests.oracles import general_body, supports, surfaces
from tests.oracles.quaternions import rotation_of
from tests.oracles.runs import simulate
from tests.oracles.supports import cross
from tests.physics.test_general_body import motion, shape_of

G, A, M = 9.81, 0.05, 1.0                # [m/s^2], [m], [kg]
INERTIA = 0.4*M*A*A
GENERAL = {case["id"]: case for case, *_ in general_body.definitions()}


# ---- any body, against inertial coordinates with the moment as a multiplier -----------------------------------------

class Unturned(Sliding):
    """A sliding body that turns with its support, or about the normal alone where k_s = 0."""

    def solve(self, t, x_G, R, v_G, w):
        contact, pose = self.contact(t, x_G, R, v_G, w)
        m, J = self.body.mass, R @ self.body.inertia @ R.T
        rho, n, wr = contact.c - x_G, contact.n, w - pose.ws
        sigma = v_G + cross(w, rho) - pose.v - cross(pose.ws, contact.c - pose.p)
        F0, Fb, _ = self.law.parts(sigma - n*(n @ sigma), n, wr)
        D, spins = n + Fb, np.outer(n, n) if self.law.k_s == 0.0 else np.zeros((3, 3))

        # a, w', N and the moment: it has no part along n where the spin is free, w' is given but for that
        A, b = np.zeros((10, 10)), np.zeros(10)
        A[:3, :3], A[:3, 6], b[:3] = m*np.eye(3), -D, m*self.gravity + F0
        A[3:6, 3:6], A[3:6, 6], A[3:6, 7:] = J, -cross(rho, D), -np.eye(3)
        b[3:6] = cross(rho, F0) - cross(w, J @ w)
        A[6, :3], A[6, 3:6] = n, cross(rho, n)
        b[6] = (n @ (pose.a + cross(pose.alpha, contact.c - pose.p) + cross(pose.ws, contact.c_rate - pose.v)
                     - cross(w, contact.c_rate - v_G)) - contact.n_rate @ sigma)
        A[7:, 3:6], A[7:, 7:] = np.eye(3) - spins, spins
        b[7:] = (np.eye(3) - spins) @ (pose.alpha + (wr @ n)*contact.n_rate)
        a = np.linalg.solve(A, b)
        self.power, self.moment, self.N = (F0 + a[6]*Fb) @ sigma, a[7:], a[6]
        return a[:3], a[3:6], F0 + a[6]*D, contact, pose


def unturned_case(name, slip, spin, law):
    """The program's case and state, and the oracle's problem and state, of a body that slips and does not turn."""
    case = GENERAL[name] | {"gravity": (0.0, 0.0, -G)}
    initial = case["initial"]
    problem = Unturned(general_body.body_of(case["body"]), surfaces.from_json(case["surface"]),
                       supports.from_json(case["support"], case["placement"]), case["gravity"], law=Law(**law))
    quat = supports.unit(initial["quat"])
    contact, pose = problem.contact(0.0, np.asarray(initial["x_G"]), rotation_of(quat), np.zeros(3), np.zeros(3))
    w = pose.ws + (spin*contact.n if law["k_s"] == 0.0 else 0.0)
    x_G, v_G = sliding_state(problem, initial["x_G"], quat, w, np.asarray(slip))
    contact, pose = problem.contact(0.0, x_G, rotation_of(quat), v_G, w)
    # the normal is that of the touching pose
    w = pose.ws + (spin*contact.n if law["k_s"] == 0.0 else 0.0)
    x_G, v_G = sliding_state(problem, x_G, quat, w, np.asarray(slip))

    surface = surface_of(case["surface"])
    if case["placement"]:
        surface = surface.placed(**case["placement"])
    ours = Case(shape_of(case["body"]), surface, motion(case),
                Start(tuple(contact.c), omega=tuple(w), orientation=tuple(quat)), **law)
    y, place = ours.sliding(np.zeros(3)), Pose(0.0, ours.p)
    y[11:14] = place.rotation.T @ (v_G - place.point_velocity)
    return ours, y, problem, (x_G, quat, w, v_G)


@pytest.mark.parametrize("law", [{"mu": 0.1, "k_r": 5.0, "k_s": 0.0}, {"mu": 0.1, "k_r": 5.0, "k_s": 7.0},
                                 {"mu": 0.1, "c1": 0.4, "k_r": 5.0, "k_s": 0.0}], ids=str)
@pytest.mark.parametrize(("name", "slip"), [
    ("ellipsoid_shaken_paraboloid", (1.6, -0.7, 0.3)), ("rounded_coin_rotating_bowl", (0.8, 1.5, 0.0)),
    ("biased_ball_gimballed_plane", (1.4, 0.9, 0.0))])
def test_motion_force_and_moment_agree_with_inertial_coordinates(name, slip, law):
    ours, y, problem, (x_G, quat, w, v_G) = unturned_case(name, slip, 3.0, law)
    times = np.array([0.0, 0.02, 0.04, 0.06])
    reference = simulate(problem, x_G, quat, w, times, v_G=v_G, rtol=1e-12, atol=1e-13)
    assert reference.N.min() > 0.0 and np.min(reference.slip) > 0.05
    run = Run(ours, "unturned", y)
    for k, t in enumerate(times):
        if k:
            run.to(t)
        assert run.guard == -1
        seen = run.report()
        # the reference's tolerance 1e-12 grows over 0.06 s of fast motion
        assert_allclose(seen[report.CENTRE:report.CENTRE + 3], reference.x_G[k], rtol=0, atol=3e-12)      # [m]
        assert_allclose(seen[report.VELOCITY:report.VELOCITY + 3], reference.v_G[k], rtol=0, atol=1e-10)  # [m/s]
        assert_allclose(seen[report.SPIN_LAB:report.SPIN_LAB + 3], reference.w[k], rtol=0, atol=1e-9)     # [rad/s]
        assert_allclose(seen[report.FORCE:report.FORCE + 3], reference.force[k], rtol=0, atol=1e-8)       # [N]
        problem.solve(t, reference.x_G[k], reference.R[k], reference.v_G[k], reference.w[k])
        n, moment, N = reference.normal[k], problem.moment, problem.N
        along, across = moment @ n, np.linalg.norm(moment - (moment @ n)*n)
        in_hand = law["k_r"]*N - across if law["k_s"] == 0.0 else \
            min(law["k_r"], law["k_s"])*N*(1.0 - np.hypot(across/law["k_r"], along/law["k_s"])/N)
        size = ours.p[lay.LENGTH_SCALE]
        assert run.guards()[lay.GUARD_TURNING] == pytest.approx(in_hand/size, rel=1e-9)                   # [N]
    assert run.drift < 1e-13


# ---- a ball: closed forms -------------------------------------------------------------------------------------------

def sliding_ball(law, start, tilt=0.0, rate=0.0, k_r=0.002, k_s=0.0):
    """A run of a ball on a plane that turns about the vertical through the origin."""
    table = On(Plane().placed(axis=(0.0, 1.0, 0.0), angle=tilt), Spin("z", rate),
               Contact(law, rolling_resistance=k_r, spinning_resistance=k_s))
    scene = Scene("Sliding ball", (), lambda p: World({"table": table}, [Placed(Ball(A, mass=M), start)]))
    return Simulation(scene, {})


def seen(run, t):
    """The ball at the instant t."""
    run.advance(round(t*run.step_rate) - run.step)
    return run.snapshot().bodies[0]


def times_of(run, kind):
    return [event.t for event in run.events if event.kind == kind]


@pytest.mark.parametrize("k_s", [0.0, 0.001])
def test_one_put_down_without_turning_stops_without_turning(k_s):
    """mu a < k_r: t = v/(mu g), s = v^2/(2 mu g), and it lies still then."""
    mu, v = 0.02, 1.0
    run = sliding_ball(Coulomb(mu), Start(at=(0.0, 0.0), velocity=(v, 0.0, 0.0), omega=(0.0, 0.0, 0.0)), k_s=k_s)
    assert not np.any(seen(run, 3.0).angular_velocity) and seen(run, 3.0).mode == "sliding"
    ball = seen(run, 6.0)
    assert ball.mode == "rest"
    assert times_of(run, "grip") == [pytest.approx(v/(mu*G), abs=1e-11)]                     # [s], of 5
    assert ball.centre[0] == pytest.approx(0.5*v*v/(mu*G), abs=1e-12)                        # [m], of 2.5
    assert run.drift < 1e-13


@pytest.mark.parametrize("wz", [0.0, 30.0])
def test_backspin_ends_and_it_slides_on_without_turning(wz):
    """w' = (mu a + k_r) m g/I until w = 0; spin about the normal goes on, nothing resists it."""
    mu, v, w, k_r = 0.02, 1.0, -20.0, 0.002
    run = sliding_ball(Coulomb(mu), Start(at=(0.0, 0.0), velocity=(v, 0.0, 0.0), omega=(0.0, w, wz)))
    end = -w*INERTIA/((mu*A + k_r)*M*G)                                                      # 0.68 s
    before = seen(run, 0.5)
    assert before.angular_velocity[1] == pytest.approx(w*(1.0 - 0.5/end), abs=1e-11)                    # [rad/s]
    assert_allclose(seen(run, 1.0).angular_velocity, (0.0, 0.0, wz), rtol=0, atol=1e-13)
    ball = seen(run, 6.0)
    assert_allclose(ball.angular_velocity, (0.0, 0.0, wz), rtol=0, atol=1e-12)
    assert ball.centre[0] == pytest.approx(0.5*v*v/(mu*G), abs=1e-12)                        # [m]
    assert times_of(run, "grip") == [pytest.approx(v/(mu*G), abs=1e-11)]
    assert run.drift < 1e-13


def test_backspin_passes_through_none_and_it_rolls_in_the_end():
    """mu a > k_r: resistance turns round with the spin; w' = (mu a + k_r) m g/I, then (mu a - k_r) m g/I."""
    mu, v, w, k_r = 0.1, 1.0, -20.0, 0.002
    run = sliding_ball(Coulomb(mu), Start(at=(0.0, 0.0), velocity=(v, 0.0, 0.0), omega=(0.0, w, 0.0)))
    first = -w*INERTIA/((mu*A + k_r)*M*G)
    faster = (mu*A - k_r)*M*G/INERTIA
    grips = first + (v - mu*G*first)/(faster*A + mu*G)
    assert seen(run, 0.5).angular_velocity[1] == pytest.approx(faster*(0.5 - first), abs=1e-11)         # [rad/s]
    seen(run, 1.0)
    assert times_of(run, "grip")[0] == pytest.approx(grips, abs=1e-12)                       # [s]
    assert run.drift < 1e-13


def test_one_lies_on_a_slope_and_slips_without_turning_on_a_steeper_one():
    """mu < tan al < k_r/a: it slips at g (sin al - mu cos al), and the event says |F|/N = tan al."""
    mu, tilt = 0.02, 0.03
    run = sliding_ball(Coulomb(mu), Start(at=(0.0, 0.0), velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0)), tilt)
    ball = seen(run, 2.0)
    rate = G*(np.sin(tilt) - mu*np.cos(tilt))
    assert ball.velocity[0] == pytest.approx(2.0*rate*np.cos(tilt), abs=1e-12)               # [m/s], of 0.2
    assert not np.any(ball.angular_velocity)
    assert [event.sentence for event in run.events] == [
        f"Slip begins at t = 0.0000 s (|F|/N = {np.tan(tilt):.3g})."]
    assert run.drift < 1e-13


# ---- a ball on a film, and on a table that turns --------------------------------------------------------------------

def test_turning_begins_where_resistance_can_bear_no_more():
    """On a film on a slope: s' = g sin al - c s/m until c s a = k_r N; then a w' joins, I w' = c s a - k_r N."""
    c, tilt, k_r = 1.0, 0.06, 0.002
    run = sliding_ball(Viscous(c), Start(at=(0.0, 0.0), velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0)), tilt)
    fast, N = M*G*np.sin(tilt)/c, M*G*np.cos(tilt)
    begins = -M/c*np.log(1.0 - k_r*N/(c*A)/fast)                                             # 1.1 s
    assert not np.any(seen(run, 1.0).angular_velocity) and begins > 1.0

    def slopes(t, y):
        v, w = y
        s = v - A*w
        return [G*np.sin(tilt) - c*s/M, (c*s*A - k_r*N)/INERTIA]
    found = solve_ivp(slopes, (begins, 3.0), [k_r*N/(c*A), 0.0], method="DOP853", rtol=1e-13, atol=1e-14)
    ball = seen(run, 3.0)
    assert ball.angular_velocity[1] == pytest.approx(found.y[1, -1], abs=1e-9)                          # [rad/s], of 20
    assert ball.velocity[0]/np.cos(tilt) == pytest.approx(found.y[0, -1], abs=1e-11)         # [m/s], of 1
    assert run.drift < 1e-13


E_Z = np.array([0.0, 0.0, 1.0])


@pytest.mark.parametrize("k_s", [0.0, 0.001])
def test_on_a_table_it_turns_with_the_table_or_not_at_all(k_s):
    """v' = -mu g s/|s|, s = v - Omega x r, whatever it spins; w = Omega where that is resisted, else w = 0."""
    mu, rate, k_r = 0.02, 2.0, 0.002
    start = Start(at=(0.5, 0.0), velocity=(0.0, 0.3, 0.0), omega=(0.0, 0.0, rate if k_s else 0.0))
    run = sliding_ball(Coulomb(mu), start, rate=rate, k_r=k_r, k_s=k_s)

    def slopes(t, y):
        s = y[2:] - rate*np.array([-y[1], y[0]])
        return [*y[2:], *(-mu*G*s/np.linalg.norm(s))]
    found = solve_ivp(slopes, (0.0, 2.0), [0.5, 0.0, 0.0, 0.3], method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]
    ball = seen(run, 2.0)
    assert_allclose(ball.centre[:2], found[:2], rtol=0, atol=1e-11)                          # [m]
    assert_allclose(ball.angular_velocity, (0.0, 0.0, rate if k_s else 0.0), rtol=0, atol=1e-12)        # [rad/s]
    assert run.drift < 1e-13


def test_turning_begins_in_a_direction_that_turns():
    """On a film on a table the slip grows and turns: the moment passes its bound, and the ball begins to turn.

    v' = F/m,  I w' = -a n x F - k_r N w_t/|w_t|,  F = -c s,  s = v - a w x n - Omega x r. Radau's method goes on from
    the bound with a turn of 1e-8 rad/s where it is pushed to, which keeps that direction by itself.
    """
    c, rate, k_r = 0.3, 5.0, 0.002
    run = sliding_ball(Viscous(c), Start(at=(0.1, 0.0), velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0)), rate=rate)

    def force(y):
        return -c*(y[3:6] - A*np.cross(y[6:9], E_Z) - rate*np.cross(E_Z, y[:3]))*[1.0, 1.0, 0.0]

    def still(t, y):
        return [*y[3:6], *(force(y)/M), 0.0, 0.0, 0.0]

    def in_hand(t, y):
        return k_r*M*G - A*np.linalg.norm(force(y))
    in_hand.terminal = True

    def turning(t, y):
        F, w = force(y), y[6:9]
        return [*y[3:6], *(F/M), *((-A*np.cross(E_Z, F) - k_r*M*G*w/np.linalg.norm(w))/INERTIA)]
    first = solve_ivp(still, (0.0, 5.0), [0.1, *np.zeros(8)], method="DOP853", rtol=1e-13, atol=1e-14, events=in_hand)
    begins, y = first.t[-1], first.y[:, -1]
    assert first.status == 1 and 0.5 < begins < 3.0
    push = -np.cross(E_Z, force(y))
    y[6:9] = 1e-8*push/np.linalg.norm(push)
    found = solve_ivp(turning, (begins, begins + 0.5), y, method="Radau", rtol=1e-10, atol=1e-12)
    assert found.status == 0 and np.linalg.norm(found.y[6:9, -1]) > 1.0
    t = round((begins + 0.5)*run.step_rate)/run.step_rate
    found = solve_ivp(turning, (begins, t), y, method="Radau", rtol=1e-10, atol=1e-12)
    ball = seen(run, t)
    assert_allclose(ball.angular_velocity, found.y[6:9, -1], rtol=0, atol=1e-6)              # [rad/s], of a few
    assert_allclose(ball.centre[:2], found.y[:2, -1], rtol=0, atol=1e-8)                     # [m]
    assert run.drift < 1e-13


# ---- beginnings -----------------------------------------------------------------------------------------------------

def test_a_ball_at_rest_on_a_table_that_begins_to_turn_is_dragged_along():
    """k_s m g against I: w' = k_s m g/I until it turns as the table does, which gets there sooner."""
    k_s, rate = 0.0005, 3.0
    table = On(Plane(), Spin("z", "rate"), Contact(Coulomb(0.3), rolling_resistance=0.01, spinning_resistance=k_s))
    start = Start(at=(0.0, 0.0), velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0))
    scene = Scene("Ball on a table", (Parameter("rate", 0.0, "rad/s", low=-5, high=5, live=True, about="rate"),),
                  lambda p: World({"table": table}, [Placed(Ball(A, mass=M), start)]))
    run = Simulation(scene, {})
    run.advance(24)
    assert run.snapshot().bodies[0].mode == "rest"
    run.set("rate", rate)
    begins = run.step/run.step_rate
    drag = k_s*M*G/INERTIA
    ball = seen(run, 0.5)
    assert ball.angular_velocity[2] == pytest.approx(drag*(0.5 - begins), abs=1e-9)          # [rad/s]
    assert_allclose(ball.angular_velocity[:2], 0.0, rtol=0, atol=1e-12)
    ball = seen(run, 2.0)
    assert ball.mode == "rest" and ball.angular_velocity[2] == pytest.approx(rate, abs=1e-12)
    assert times_of(run, "grip")[-1] == pytest.approx(begins + rate/drag, abs=1e-9)          # [s]
    assert not times_of(run, "impact")
    assert run.drift < 1e-13


def test_turning_that_ends_while_a_slip_has_just_begun():
    """A roll that resistance ends on a slope, on a table that begins to turn: friction gives way 0.2 ms before."""
    table = On(Plane().placed(axis=(0.0, 1.0, 0.0), angle=0.4), Spin("z", "rate"),
               Contact(Coulomb(0.3), rolling_resistance=0.02))
    start = Start(at=(0.0, 0.0), velocity=(-0.8169824479986136, 0.0, 0.0), omega=(0.0, 0.0, 0.0))
    scene = Scene("Ball on a slope", (Parameter("rate", 0.0, "rad/s", low=-5, high=5, live=True, about="rate"),),
                  lambda p: World({"table": table}, [Placed(Ball(A, mass=M), start)]))
    run = Simulation(scene, {})
    run.advance(5)
    rate = 1.8573706456360242
    run.set("rate", rate)
    ball = seen(run, 0.5)
    assert run.ended is None and ball.mode == "sliding" and times_of(run, "slip")
    # it turns about the normal alone
    spin = ball.angular_velocity - [0.0, 0.0, rate]
    assert np.linalg.norm(np.cross(spin, ball.normal)) < 1e-12                               # [rad/s]
    assert run.drift < 1e-13
