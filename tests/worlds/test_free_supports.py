"""Supports that are free to turn: a table with one and two balls on it, a plank under a ball, a pendulum."""

import json
from math import cos, inf, pi, sin
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Board, Disk, Hinge, Motion, On, Plane, RoundSlab, Signal, World
from tests.scenes.riding import CATALOGUE
from tests.worlds.made import Run, ball, law, placed, table

G = 9.81
VECTORS = Path(__file__).parents[1]/"vectors"/"vectors_ball.json"
CASES = {x["id"]: x for x in json.loads(VECTORS.read_text(encoding="utf-8"))["cases"]}
TIGHT = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-15}


def on_a_free_table(balls, J, rate, contact=None, **others):
    """A level table about z, and balls that never slip on it; one more lies far off on a floor of its own."""
    far = placed((500.0, 0.0), name="far", on="floor")
    supports = {"table": table(), "floor": table(motion=Motion(shift=(Signal(), Signal(), Signal((-5.0,)))))}
    return World(supports, [*balls, far], {} if contact is None else {("ball", "ball"): contact},
                 [Hinge("table", J, rate=rate, **others)])


def cross(r, v):
    return r[..., 0]*v[..., 1] - r[..., 1]*v[..., 0]


def turned(r):
    """n x r in the plane."""
    return np.stack([-r[..., 1], r[..., 0]], axis=-1)


@pytest.mark.parametrize("name", ["free_turntable_ellipse", "free_turntable_hyperbola"])
def test_one_ball_by_the_vectors(name):
    case = CASES[name]
    at, body = case["initial"], case["body"]
    one = placed(tuple(at["r"]), tuple(at["v"]), Ball(body["a"], mass=body["m"], inertia=body["I"]),
                 omega=tuple(at["omega"]))
    run = Run(on_a_free_table([one], case["table_inertia"], at["table_rate"]))
    for sample in case["samples"]:
        run.advance(sample["t"] - run.t)
        # [m, m/s, rad/s] the vectors carry 14 digits, their times whole steps
        assert_allclose(run.x[0], sample["r"], atol=1e-11)
        assert_allclose(run.v[0], sample["v"], atol=1e-11)
        assert_allclose(run.w[0], sample["omega"], atol=1e-9)
        assert_allclose(run.turning[0], (sample["table_angle"], sample["table_rate"]), atol=1e-11)
        seen = run.simulation.snapshot().bodies[0]
        assert seen.N == pytest.approx(sample["N"], rel=1e-11)
        assert_allclose(seen.F, sample["F"], atol=1e-11)


@pytest.mark.parametrize(("J", "shell"), [(0.02, False), (0.002, True), (0.3, False)])
def test_one_ball_keeps_its_constants_and_its_conic(J, shell):
    """v*, L and K stay; K (J + chi m r^2) = (L - m n.(r x v*))^2 (ball.md 6.10-6.12)."""
    body = ball(0.02, 0.26, shell)
    run = Run(on_a_free_table([placed((0.1, 0.05), (-0.05, 0.16), body)], J, 3.0))
    first = None
    for _look in range(20):
        r, v, rate = run.x[0, :2], run.v[0, :2], run.turning[0, 1]
        vstar = v - body.chi*rate*turned(r)
        L = J*rate + body.m*cross(r, v)
        K = (J + body.chi*body.m*(r @ r))*rate**2
        now = np.array([*vstar, L, K])
        first = now if first is None else first
        assert_allclose(now, first, rtol=1e-11, atol=1e-13)
        assert (J + body.chi*body.m*(r @ r))*K == pytest.approx((L - body.m*cross(r, vstar))**2, rel=1e-11)
        run.advance(0.5)
    assert run.simulation.drift < 1e-12


def test_one_ball_as_the_scene_of_one_ball():
    """The exact scene, its closed form and its own engine."""
    scene = CATALOGUE.get("free_turntable")
    single = Simulation(scene, {})
    p = SimpleNamespace(**scene.values())
    body = Ball(p.radius, shell=p.shell)
    run = Run(on_a_free_table([placed((p.x, p.y), (p.vx, p.vy), body)], p.inertia, p.rate))
    for _look in range(8):
        run.advance(0.5)
        single.advance(120)
        seen = single.snapshot().bodies[0]
        assert_allclose(run.x[0], seen.centre, atol=1e-11)
        assert_allclose(run.v[0], seen.velocity, atol=1e-11)
        exact = scene.exact(np.array([run.t]), p, (p.x, p.y), (p.vx, p.vy, 0, 0, 0, 0, p.rate))
        assert_allclose(run.x[0, :2], [exact[0][0], exact[1][0]], atol=1e-11)


@pytest.mark.parametrize("rate", [3.0, -8.0, 0.0])
def test_two_balls_share_a_table(rate):
    """Each has a v* of its own; the table's rate follows from L of all three."""
    J, one, two = 0.01, ball(0.02, 0.26), ball(0.03, 0.15, shell=True)
    run = Run(on_a_free_table([placed((0.1, 0.05), (-0.05, 0.16), one), placed((-0.25, 0.15), (0.04, 0.02), two)], J,
                              rate))
    m, chi = np.array([one.m, two.m]), np.array([one.chi, two.chi])
    r_0, v_0 = run.x[:2, :2], run.v[:2, :2]
    vstar = v_0 - chi[:, None]*rate*turned(r_0)
    L = J*rate + float(m @ cross(r_0, v_0))

    def rate_at(r):
        return (L - float(m @ cross(r, vstar)))/(J + float((chi*m) @ (r**2).sum(axis=1)))

    def slopes(t, y):
        r = y[:4].reshape(2, 2)
        now = rate_at(r)
        return np.append((vstar + chi[:, None]*now*turned(r)).ravel(), now)

    known = solve_ivp(slopes, (0.0, 3.0), [*r_0.ravel(), 0.0], dense_output=True, **TIGHT).sol
    while run.t < 2.9:
        run.advance(0.25)
        r = known(run.t)
        assert_allclose(run.x[:2, :2].ravel(), r[:4], atol=1e-10)
        assert_allclose(run.turning[0], (r[4], rate_at(r[:4].reshape(2, 2))), atol=1e-9)
        assert J*run.turning[0, 1] + float(m @ cross(run.x[:2, :2], run.v[:2, :2])) == pytest.approx(L, abs=1e-13)
    assert run.impacts == 0
    assert run.simulation.drift < 1e-12


@pytest.mark.parametrize("mu", [0.0, 0.3, inf])
@pytest.mark.parametrize("e", [1.0, 0.5])
def test_balls_that_meet_on_a_free_table_keep_angular_momentum(e, mu):
    """Whatever they do to each other: L about the axis counts their spins about the vertical, too."""
    bodies = [ball(0.02, 0.26), ball(0.02, 0.26), ball(0.02, 0.1)]
    run = Run(on_a_free_table([placed((0.1, 0.0), (-0.3, 0.02), bodies[0]), placed((-0.1, 0.01), (0.2, 0.0), bodies[1]),
                               placed((0.0, -0.12), (0.0, 0.25), bodies[2])], 0.01, 2.0, law(mu, e)))
    m, inertia = np.array([b.m for b in bodies]), np.array([b.I for b in bodies])

    def moment():
        return (0.01*run.turning[0, 1] + float(m @ cross(run.x[:3, :2], run.v[:3, :2]))
                + float(inertia @ run.w[:3, 2]))

    L, first = moment(), run.simulation.snapshot().E_J
    run.advance(3.0)
    assert run.impacts > 1
    assert moment() == pytest.approx(L, abs=1e-13)
    # nothing else takes energy than the hits
    assert first - run.simulation.snapshot().E_J == pytest.approx(run.lost, abs=1e-12)
    assert run.simulation.drift < 1e-12


@pytest.mark.parametrize("friction", [0.0, 0.02])
def test_a_pendulum_with_nothing_on_it(friction):
    """A plank on a hinge below which its mass hangs, beside a ball that does not touch it."""
    supports = {"floor": table(), "plank": table(surface=Board(0.4, 0.2).placed((0.0, 0.0, 3.0)))}
    hinge = Hinge("plank", 0.05, axis="y", point=(0.0, 0.0, 3.0), rate=1.0, angle=0.3, friction=friction, mass=0.8,
                  mass_centre=(0.0, 0.0, 2.9))
    run = Run(World(supports, [placed((0.0, 0.0)), placed((0.5, 0.0))], joints=[hinge]))
    weight = 0.8*G*0.1
    known = solve_ivp(lambda t, y: [y[1], -(weight*sin(y[0]) + friction*y[1])/0.05], (0.0, 2.0), [0.3, 1.0],
                      dense_output=True, **TIGHT).sol
    while run.t < 1.99:
        run.advance(0.25)
        assert_allclose(run.turning[0], known(run.t), atol=1e-11)
    assert run.simulation.drift < 1e-12


@pytest.mark.parametrize(("shell", "depth"), [(False, 0.0), (True, 0.1)])
def test_a_ball_on_a_free_plank(shell, depth):
    """Seesaw: place s of the ball along the plank and the plank's angle, by Lagrange's equations of both."""
    body, J, M = ball(0.03, 0.2, shell), 0.02, 0.5
    far = placed((50.0, 0.0), name="far", on="floor")
    supports = {"plank": table(surface=Plane()),
                "floor": table(motion=Motion(shift=(Signal(), Signal(), Signal((-50.0,)))))}
    hinge = Hinge("plank", J, axis="y", rate=-0.4, angle=0.1, mass=M, mass_centre=(0.0, 0.0, -depth))
    m, a, inertia, s_0 = body.m, body.radius, body.I, -0.1
    e_1, e_3 = np.array([cos(0.1), 0.0, -sin(0.1)]), np.array([sin(0.1), 0.0, cos(0.1)])
    turning = -0.4*np.array([0.0, 1.0, 0.0])
    centre = s_0*e_1 + a*e_3
    v_rel = 0.05
    v = v_rel*e_1 + np.cross(turning, centre)
    run = Run(World(supports, [placed(tuple(centre), tuple(v), body, on="plank"), far], joints=[hinge]))

    def slopes(t, y):
        s, q, ds, dq = y
        mass = np.array([[m + inertia/a**2, m*a + inertia/a], [m*a + inertia/a, m*(a*a + s*s) + inertia + J]])
        force = [m*s*dq*dq + m*G*sin(q),
                 -2.0*m*s*ds*dq + m*G*(s*cos(q) + a*sin(q)) - M*G*depth*sin(q)]
        return [ds, dq, *np.linalg.solve(mass, force)]

    def pressed(t, y):
        """N/m, by the acceleration of the centre across the plank."""
        s, q, ds, dq = y
        return -(ds + a*dq)*dq - ds*dq - s*slopes(t, y)[3] + G*cos(q)

    known = solve_ivp(slopes, (0.0, 0.8), [s_0, 0.1, v_rel, -0.4], events=pressed, dense_output=True, **TIGHT)
    leaves = known.t_events[0][0] if len(known.t_events[0]) else inf
    while run.t < 0.74:
        run.advance(0.125)
        if run.t < leaves:
            s, q, _ds, dq = known.sol(run.t)
            assert_allclose(run.turning[0], (q, dq), atol=1e-10)
            assert_allclose(run.x[0], (s*cos(q) + a*sin(q), 0.0, -s*sin(q) + a*cos(q)), atol=1e-10)
            assert run.simulation.snapshot().bodies[0].N == pytest.approx(m*pressed(run.t, known.sol(run.t)), rel=1e-9)
        else:
            # it can't be pulled along
            assert run.simulation.snapshot().bodies[0].N == 0.0
    assert (leaves < 0.74) == (depth == 0.0)
    assert run.simulation.drift < 1e-12


def test_what_falls_beside_a_plate_at_one_instant_leaves_it_its_turning():
    """Two coins come down at the same instant, the second within reach of a plate that turns on a bearing with
    friction: rate = rate_0 exp(-c t/J), whoever hits what.

    The plate's part of the frame up to then was lost, where it was begun anew before the second was seen to land.
    """
    J, c, rate, at_once = 0.005, 0.002, 3.0, 0
    plate = On(RoundSlab(0.15, 0.012).placed(origin=(0.0, 0.0, 0.03)))
    disk, upright = Disk(radius=0.015, mass=0.015, thickness=0.0025, rounding=0.00125), (cos(pi/4), sin(pi/4), 0.0, 0.0)
    for height in np.linspace(0.1, 0.11, 12).tolist():
        coins = [placed((x, 0.0), (0.0, 0.0), disk, height=height, orientation=upright, on="floor", name=name)
                 for x, name in ((0.6, "far"), (0.18, "near"))]
        run = Run(World({"plate": plate, "floor": table(0.3, 0.5)}, coins, {},
                        [Hinge("plate", J, rate=rate, friction=c)]))
        run.advance(0.2)
        at_once += len({event.t for event in run.simulation.events}) == 1
        assert run.turning[0, 1] == pytest.approx(rate*np.exp(-c*run.t/J), rel=1e-12)
        assert run.simulation.drift < 1e-13
    assert at_once > 0
