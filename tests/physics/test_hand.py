"""A hand that pulls a body, mode by mode, against formulations that share nothing with the program."""

from math import inf

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.integration import arrays, hybrid
from sandbox.scene import BadValue, Ball, Contact, Contensou, Coulomb, Disk, Plane, Puck, Spin, Start, Still
from sandbox.scene.constrained import At
from sandbox.scene.models.sleigh import Blade, Sleigh
from sandbox.systems.contact.assembly import assemble, assemble_contact
from sandbox.systems.hand import Hand
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from sandbox.verify.ball import surface_of
from tests.oracles.general_body import load, problem_of
from tests.oracles.kept import CASES, ball_problem
from tests.oracles.quaternions import rotation_of
from tests.oracles.runs import simulate
from tests.oracles.supports import cross, skew
from tests.physics.contact_runs import PEBBLE, G, H
from tests.physics.test_general_body import motion, shape_of

OMEGA = 2*np.pi*5.0     # of the hand [rad/s]
HELD = np.array((0.01, -0.02, 0.015))
RATE = np.array((0.1, -0.05, 0.02))


def felt(mass, inertia, s):
    """The mass [kg] of a free body at the point s, the mean over directions."""
    return 1/(1/mass - np.trace(skew(s) @ np.linalg.inv(inertia) @ skew(s))/3)


class Spring:
    """The hand: force on a point and moment about the mass centre, laboratory."""

    def __init__(self, mass, weight, s, target, rate=(0.0, 0.0, 0.0), strength=10.0):
        self.k, self.c, self.most = mass*OMEGA**2, 2*mass*OMEGA, strength*weight
        self.s, self.target, self.rate = np.asarray(s), np.asarray(target), np.asarray(rate)

    def bounded(self, force):
        return force/(1 + (np.linalg.norm(force)/self.most)**4)**0.25

    def __call__(self, t, x_G, R, v_G, w):
        arm = R @ self.s
        force = self.bounded(self.k*(self.target + t*self.rate - x_G - arm) - self.c*(v_G + cross(w, arm)))
        return force, cross(arm, force)


def hand_of(spring, strength=10.0):
    return Hand(0, tuple(spring.s), strength, 0.0, tuple(spring.target), tuple(spring.rate))


def held(system, spring, strength=10.0):
    """A run that begins in the hand."""
    run = Integration(system, H)
    run.hold(hand_of(spring, strength))
    return run


# ---- rolling --------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", [name for name in load() if name != "rattleback"])
def test_general_bodies_that_roll_agree_with_multipliers(name):
    case = load()[name]
    surface = surface_of(case["surface"])
    if case["placement"]:
        surface = surface.placed(**case["placement"])
    initial, first, d = case["initial"], case["samples"][0], case["body"]
    mass, x = d["mass"], np.array(initial["x_G"])
    s = 0.3*HELD
    spring = Spring(felt(mass, np.array(d["inertia"]), s), mass*9.81, s,
                    x + rotation_of(np.array(initial["quat"])) @ s + [0.002, 0.001, -0.002], RATE, strength=0.5)
    start = Start(tuple(first["contact"]), omega=tuple(initial["omega"]), orientation=tuple(initial["quat"]))
    run = held(assemble(shape_of(d), surface, motion(case), start), spring, 0.5)

    problem = problem_of(case)
    problem.pull = spring
    expected = simulate(problem, x, initial["quat"], initial["omega"], [0.0, 0.05, 0.15])
    free = simulate(problem_of(case), x, initial["quat"], initial["omega"], [0.0, 0.05, 0.15])
    for k, t in ((1, 0.05), (2, 0.15)):
        run.advance(round(t/H) - run.k)
        assert run.ended is None
        # the oracle's 1e-12 relative, amplified by the motion; a reaction is m times an acceleration
        assert_allclose(run.body.centre, expected.x_G[k], rtol=0, atol=3e-11)              # [m]
        assert_allclose(run.body.angular_velocity, expected.w[k], rtol=0, atol=3e-9)       # [rad/s]
        assert_allclose(run.body.N*run.body.normal + run.body.F, expected.force[k], rtol=0, atol=3e-8)     # [N]
    # the hand matters
    assert np.linalg.norm(expected.x_G[2] - free.x_G[2]) > 1e-4
    assert run.drift < 1e-12


@pytest.mark.parametrize("name", ["plane_wobble_shake", "cone_rotating", "paraboloid_inclined_axis", "torus_out_detach",
                                  "sphere_in_inclined_axis"])
def test_balls_that_roll_agree_with_multipliers(name, system_of):
    case = CASES[name]
    body, initial = case["body"], case["initial"]
    inertia, centre = body["I"]*np.eye(3), np.array(initial["r"])
    s = 0.7*body["a"]*np.array((0.6, -0.3, 0.2))
    weight = body["m"]*np.linalg.norm(case["gravity"])
    spring = Spring(felt(body["m"], inertia, s), weight, s, centre + s + [0.003, -0.002, 0.001], RATE, strength=0.3)
    run = held(system_of(name), spring, 0.3)
    problem = ball_problem(case)
    problem.pull = spring
    expected = simulate(problem, centre, [1, 0, 0, 0], initial["omega"], [0.0, 0.1])
    run.advance(24)
    assert run.ended is None
    assert_allclose(run.body.centre, expected.x_G[1], rtol=0, atol=3e-11)              # [m]
    # w is up to 1000 rad/s there
    assert_allclose(run.body.angular_velocity, expected.w[1], rtol=0, atol=3e-8)       # [rad/s]
    assert run.drift < 1e-12


def test_a_ball_in_hand_is_an_oscillator_with_seven_fifths_of_its_mass():
    """x'' = (k (X - x) - c x')/(m + I/a^2), damped by (5/7)^(1/2) of what is critical; the bound takes < 1e-14 of F."""
    ball, X = Ball(0.05, mass=0.3), 3e-4
    spring = Spring(0.3, 0.3*9.81, np.zeros(3), (X, 0.0, 0.05), strength=1000.0)
    run = held(assemble(ball, Plane(), Still(), Start((0.0, 0.0))), spring, 1000.0)
    for t in (0.05, 0.1, 0.4):
        run.advance(round(t/H) - run.k)
        M = 0.3*7/5
        damping, natural = spring.c/(2*M), spring.k/M
        nu = np.sqrt(natural - damping**2)
        exact = X*(1 - np.exp(-damping*t)*(np.cos(nu*t) + damping/nu*np.sin(nu*t)))
        assert run.body.centre[0] == pytest.approx(exact, abs=1e-14*X + 1e-15)         # [m]


# ---- sliding, flight, compliance, rest ------------------------------------------------------------------------------

def integrated(rates, y, t):
    """y(t) by DOP853."""
    found = solve_ivp(rates, (0.0, t), y, method="DOP853", rtol=1e-13, atol=1e-15)
    return found.y[:, -1]


def test_a_sliding_ball_is_pulled_against_friction():
    mu, a, m, v = 0.2, 0.03, 0.4, 2.0
    spring = Spring(m, m*G, np.zeros(3), (0.1, 0.0, a), (1.0, 0.0, 0.0))
    run = held(assemble_contact(Ball(a, mass=m), Plane(), Still(), Contact(Coulomb(mu)), Start(
        (0.0, 0.0), velocity=(v, 0.0, 0.0), omega=(0.0, 0.0, 0.0))), spring)
    t = 12*H

    def rates(t, y):
        force = spring(t, np.array((y[0], 0.0, a)), np.eye(3), np.array((y[1], 0.0, 0.0)), np.zeros(3))[0]
        return y[1], force[0]/m - mu*G
    x, speed = integrated(rates, (0.0, v), t)
    run.advance(12)
    assert run.mode == "sliding"
    assert_allclose(run.body.centre, (x, 0.0, a), rtol=0, atol=1e-13)          # [m]
    assert run.body.velocity[0] == pytest.approx(speed, abs=1e-12)             # [m/s]
    assert run.body.angular_velocity[1] == pytest.approx(2.5*mu*G/a*t, abs=1e-10)      # [rad/s]
    assert run.drift < 1e-13


def test_a_body_in_flight_swings_at_the_hand():
    p = PEBBLE
    m, J = p.mass, np.array(p.inertia)
    at = np.array((0.0, 0.0, 0.6))
    start = Start(mass_centre=tuple(at), velocity=(0.3, 0.1, 0.5), omega=(2.0, -3.0, 1.0))
    spring = Spring(felt(m, J, HELD), m*G, HELD, at + np.array((0.05, 0.0, 0.1)), RATE)
    run = held(assemble_contact(p, Plane(), Still(), Contact(Coulomb(0.3)), start), spring)

    def rates(t, y):
        x, q, v, w = y[:3], y[3:7], y[7:10], y[10:13]
        R = rotation_of(q/np.linalg.norm(q))
        force, moment = spring(t, x, R, v, w)
        inertia = R @ J @ R.T
        spin = np.concatenate(([-(w @ q[1:])], q[0]*w + cross(w, q[1:])))
        return np.concatenate((v, 0.5*spin, force/m - [0.0, 0.0, G],
                               np.linalg.solve(inertia, moment - cross(w, inertia @ w))))
    first = run.body
    y = integrated(rates, np.concatenate((first.centre, first.quaternion, first.velocity, first.angular_velocity)), 0.3)
    run.advance(72)
    assert run.mode == "flight"
    assert_allclose(run.body.centre, y[:3], rtol=0, atol=1e-11)                # [m]
    assert_allclose(run.body.angular_velocity, y[10:13], rtol=0, atol=1e-9)    # [rad/s]
    assert run.drift < 1e-12


def test_a_contact_that_gives_way_gives_way_to_the_hand():
    """The ball is pressed into its support from above: m z'' = k (a - z) - c z' - m g + F."""
    a, m, k, c = 0.03, 0.4, 4000.0, 8.0
    contact = Contact(Coulomb(0.3), stiffness=k, damping=c)
    system = assemble_contact(Ball(a, mass=m), Plane(), Still(), contact, Start((0.0, 0.0)))
    spring = Spring(m, m*G, np.zeros(3), (0.0, 0.0, a - 0.01))
    run = held(system, spring)
    first = run.body

    def rates(t, y):
        force = spring(t, np.array((0.0, 0.0, y[0])), np.eye(3), np.array((0.0, 0.0, y[1])), np.zeros(3))[0]
        return y[1], (k*(a - y[0]) - c*y[1] + force[2])/m - G
    z, speed = integrated(rates, (first.centre[2], first.velocity[2]), 24*H)
    run.advance(24)
    assert run.mode == "pressed"
    assert run.body.centre[2] == pytest.approx(z, abs=1e-13)           # [m]
    assert run.body.velocity[2] == pytest.approx(speed, abs=1e-12)     # [m/s]
    assert run.drift < 1e-12


def test_a_ball_at_rest_starts_to_roll_where_the_pull_exceeds_its_resistance():
    """F a = k_r N: the force grows evenly, since nothing moves before."""
    a, m, k_r, rate = 0.05, 0.2, 0.004, 0.002
    spring = Spring(m, m*G, np.zeros(3), (0.0, 0.0, a), (rate, 0.0, 0.0))
    run = held(assemble_contact(Ball(a, mass=m), Plane(), Still(), Contact(Coulomb(0.5), rolling_resistance=k_r),
                                Start((0.0, 0.0))), spring)
    assert run.mode == "rest"
    begins = k_r*m*G/a/(spring.k*rate)
    run.advance(int(begins/H))
    assert run.mode == "rest" and np.linalg.norm(run.body.velocity) == 0.0
    assert run.peek(begins - 1e-9).mode == "rest"
    assert run.peek(begins + 1e-6).mode != "rest"
    run.advance(24)
    assert run.body.velocity[0] > 1e-4
    assert run.drift < 1e-12


# ---- constraint rows ------------------------------------------------------------------------------------------------

def test_a_sleigh_in_hand_agrees_with_multipliers():
    """m, I at the mass centre; the blade lets its point move along its heading only."""
    at, m, inertia = np.array((-0.08, 0.03)), 1.0, 0.015
    sleigh = Sleigh(m, inertia, (Blade(tuple(at)),), Still(), Plane())
    system = assemble_constrained(sleigh.constrained(), sleigh.start(0.1, -0.05, 0.3, 0.4, 1.0))
    body = Integration(system, H).body
    s = np.array((0.06, 0.04, 0.0))
    mass = _felt_by_rows(system, s, m, inertia, at)
    place = body.centre + rotation_of(body.quaternion) @ s
    spring = Spring(mass, mass*G, s, place + np.array((0.01, 0.02, 0.0)), (0.2, 0.1, 0.0))
    run = held(system, spring)

    def rates(t, y):
        c, turning, v, spin = y[:2], y[2], y[3:5], y[5]
        R = np.array(((np.cos(turning), -np.sin(turning)), (np.sin(turning), np.cos(turning))))
        full = np.eye(3)
        full[:2, :2] = R
        force, moment = spring(t, np.array((*c, body.centre[2])), full, np.array((*v, 0.0)), np.array((0.0, 0.0, spin)))
        A, bias = _blade(R, at, v, spin)
        K = np.zeros((4, 4))
        K[:3, :3] = np.diag((m, m, inertia))
        K[:3, 3], K[3, :3] = A, A
        found = np.linalg.solve(K, (force[0], force[1], moment[2], bias))
        return np.concatenate((v, [spin], found[:3]))
    angle = 2*np.arctan2(body.quaternion[3], body.quaternion[0])
    y = integrated(rates, (*body.centre[:2], angle, *body.velocity[:2], body.angular_velocity[2]), 0.4)
    run.advance(96)
    assert_allclose(run.body.centre[:2], y[:2], rtol=0, atol=1e-12)            # [m]
    assert run.body.angular_velocity[2] == pytest.approx(y[5], abs=1e-11)      # [rad/s]
    assert run.drift < 1e-12


def _blade(R, at, v, spin):
    """A (3,) of n.(v + spin x p) = 0, p = R at, n across the heading; and -A' (v, spin)."""
    p, n, along = R @ at, R[:, 1], R[:, 0]
    across = np.array((-p[1], p[0]))
    moving = v + spin*across
    # n' = -spin along, across' = -spin p
    return np.array((*n, n @ across)), spin*(along @ moving) + spin*spin*(n @ p)


def _felt_by_rows(system, s, m, inertia, at):
    """1 over the largest eigenvalue of J P J^T at the start."""
    R = rotation_of(Integration(system, H).body.quaternion)[:2, :2]
    A, _bias = _blade(R, at, np.zeros(2), 0.0)
    W = np.diag((1/m, 1/m, 1/inertia))
    P = W - np.outer(W @ A, W @ A)/(A @ W @ A)
    arm = R @ s[:2]
    J = np.array(((1.0, 0.0, -arm[1]), (0.0, 1.0, arm[0])))
    return 1/np.linalg.eigvalsh(J @ P @ J.T)[-1]


def test_what_constraints_hold_is_not_held_by_a_hand():
    blades = (Blade((-0.1, 0.0), name="first"), Blade((0.1, 0.0), heading=1.0, name="second"),
              Blade((0.0, 0.1), heading=2.0, name="third"))
    sleigh = Sleigh(1.0, 0.01, blades, Still(), Plane())
    system = assemble_constrained(sleigh.constrained(), At((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))
    run = Integration(system, H)
    with pytest.raises(BadValue, match="held by its constraints"):
        run.hold(Hand(0, (0.0, 0.0, 0.0), 10.0, 0.0, (1.0, 0.0, 0.0)))


# ---- through all modes ----------------------------------------------------------------------------------------------

def tugged(make, body, contact, seed):
    """Runs 4 s of random grabs, pulls and throws on a turning table, or to an end; returns the run and its modes.

    make    Integration, or what is made of it
    """
    tilted = (np.cos(0.4), np.sin(0.4), 0.0, 0.0)
    start = Start((0.1, 0.05), height=0.03, orientation=tilted)
    run = make(assemble_contact(body, Plane(), Spin("z", 2.0), contact, start), H)
    rng, modes, hand = np.random.default_rng(seed), set(), None
    for _turn in range(120):
        if run.ended is not None:
            break
        if hand is None or rng.random() < 0.1:
            point = tuple(rng.uniform(-0.02, 0.02, 3))
            hand = None if hand is not None and rng.random() < 0.5 else Hand(
                0, point, rng.uniform(0.5, 10.0), run.t, tuple(run.body.centre))
        else:
            begin = np.array(hand.target) + (run.t - hand.start)*np.array(hand.rate)
            hand = Hand(0, hand.point, hand.strength, run.t, tuple(begin), tuple(
                rng.uniform(-0.8, 0.8, 3) + (np.array((0.1, 0.05, 0.06)) - begin)/0.3))
        run.hold(hand, at_once=True)
        run.advance(8)
        modes.add(run.mode)
    return run, modes


@pytest.mark.parametrize("body, contact", [
    (PEBBLE, Contact(Coulomb(0.3), restitution=0.4)), (PEBBLE, Contact(Coulomb(0.2, 0.4))),
    (Ball(0.04, mass=0.2), Contact(Contensou(0.3, 0.01), restitution=0.7, rolling_resistance=1e-3)),
    (Ball(0.04, mass=0.2), Contact(Coulomb(0.3), spinning_resistance=1e-3, rubber=True)),
    (Disk(0.05, mass=0.1, thickness=0.01, rounding=0.003), Contact(Coulomb(0.25), restitution=0.3)),
    (PEBBLE, Contact(Coulomb(0.3), stiffness=4000.0, damping=3.0))])
def test_the_books_close_whatever_the_hand_does(body, contact):
    """E_J - ledger through 4 s of random grabs, pulls and throws on a turning table."""
    run, modes = tugged(Integration, body, contact, 7)
    # rounding, and what locating a dozen events leaves
    assert run.drift < 1e-11, (run.t, run.drift, run.ended)
    assert run.t > 1.0 and len(modes) > 1, run.ended


class Beginnings(Integration):
    """A run that keeps what it was whenever a slip began from rest.

    What creeps on where a slip has hardly ended is another thing: it is stiff, its direction follows the load within
    microseconds, and steps of 2e-6 s and more were seen to be halved up to three times.
    """

    def __init__(self, system, h):
        self.begun = []
        super().__init__(system, h)

    def _take(self, jump):
        before = self.mode if hasattr(self, "mode") else ""
        super()._take(jump)
        if self.mode == "slip_onset" and before != "slip_end" and self.ended is None:
            self.begun.append(self.copy())


@pytest.mark.parametrize("contact", [Contact(Coulomb(0.3), restitution=0.4), Contact(Coulomb(0.2, 0.4))])
def test_a_slip_that_begins_is_stepped_whatever_the_step(contact):
    """A body answers in another direction than it is pushed in, as its load turns: no step far below a frame fails."""
    found = 0
    for seed in range(24):
        run, _modes = tugged(Beginnings, PEBBLE, contact, seed)
        assert run.ended is None, (seed, run.ended)
        for begun in run.begun[:3]:
            for span in np.geomspace(1e-9, 1e-5, 40):
                tried = begun.copy()
                tried.watch[arrays.REJECTED] = 0.0
                hybrid.advance_part(tried._places(), tried.t, span, inf)
                assert tried.watch[arrays.REJECTED] == 0.0, (seed, begun.t, span)
                found += 1
    # steps tried: enough to be more than luck
    assert found > 1000


def test_a_pull_ends_no_run_of_a_ball_with_a_patch():
    """Its slip begins while it hardly spins, or where the hand turns the slip round: both directions are known then."""
    contact = Contact(Contensou(0.3, 0.01), restitution=0.7, rolling_resistance=1e-3)
    for seed in range(40):
        run, _modes = tugged(Integration, Ball(0.04, mass=0.2), contact, seed)
        assert run.ended is None, (seed, run.ended)
        assert run.drift < 1e-11, seed


def test_a_puck_that_is_pulled_beside_its_centre_turns_and_does_not_tip():
    """Where its slip ends while it spins, it goes on on the spot: w stays along the normal of the slope."""
    slope = Plane().placed(axis=(0.0, 1.0, 0.0), angle=0.15)
    run = Integration(assemble_contact(Puck(0.1, 0.02, mass=1.0), slope, Still(), Contact(Coulomb(0.4)), Start(
        (0.0, 0.0), velocity=(0.0, 0.3, 0.0), omega=(0.0, 0.0, 0.0),
        orientation=(np.cos(0.075), 0.0, np.sin(0.075), 0.0))), H)
    normal = np.array((np.sin(0.15), 0.0, np.cos(0.15)))
    run.hold(Hand(0, (0.0, 0.06, 0.0), 1.0, 0.0, tuple(run.body.centre + np.array((0.3, 0.1, 0.0)))))
    modes = set()
    for step in range(480):
        if step == 120:
            run.hold(None)
        run.advance(1)
        modes.add(run.mode)
        w = run.body.angular_velocity
        # [rad/s] rounding of a spin of some rad/s
        assert np.linalg.norm(w - (w @ normal)*normal) < 1e-12
    assert run.ended is None and "pivot" in modes and "rolling" not in modes
    assert abs(run.body.angular_velocity @ normal) > 0.1
    assert run.drift < 1e-12
