"""Bodies that are no balls and touch lastingly: against multipliers in inertial coordinates, and one body alone.

Oracles: tests/oracles/touching_bodies.py (maximal coordinates, rates by complex steps); the system of one body, which
follows the beginning of a slip by Radau's method.
"""

import numpy as np
import pytest

import sandbox
from sandbox.scene import Ball, Contact, Coulomb, Ellipsoid, On, Placed, Plane, Scene, Smooth, Spin, Start, World
from tests.oracles.touching_bodies import TABLE, Bodies, Solid, Touch, cross

RATE, GRAVITY = 0.5, (2.5, 0.3, -9.5)     # of a table that turns, and leans [rad/s], [m/s^2]
AXES, TURNED = (0.026, 0.022, 0.024), (0.9, 0.1, 0.3, 0.2)
EVEN = 0.1/5*np.array([AXES[1]**2 + AXES[2]**2, AXES[0]**2 + AXES[2]**2, AXES[0]**2 + AXES[1]**2])
SHELL = Ball(0.024, mass=0.15, shell=True)


def egg(share: float):
    """An ellipsoid with a share of the moments of inertia of an even one: most of its mass is near its middle."""
    return Ellipsoid(*AXES, 0.1, inertia=np.diag(share*EVEN))


def world(bodies, law, pair) -> Scene:
    return Scene("touching", (), lambda p: World({"table": On(Plane(), Spin("z", RATE, gravity=GRAVITY), law)}, bodies,
                                                 {("egg", "ball"): pair}))


def packed(run, i):
    """The state of the oracle at an instant of a run."""
    b = run.bodies
    return np.concatenate([b[name][i, k] for names in (("centre", "quaternion"), ("velocity", "angular_velocity"))
                           for k in (0, 1) for name in names])


@pytest.mark.parametrize("mu", [0.0, 0.1, 0.3])
def test_an_egg_that_pushes_a_ball_down_a_turning_slope(mu):
    """Both roll, and slip on each other as long as the egg presses."""
    bodies = [Placed(egg(0.2), Start(at=(0.1, 0.0), orientation=TURNED), name="egg"),
              Placed(SHELL, Start(at=(0.1478, 0.003)), name="ball")]
    when = np.linspace(0.05, 0.15, 6)
    pair = Contact(Coulomb(mu) if mu > 0.0 else Smooth())
    run = sandbox.simulate(world(bodies, Contact(Coulomb(2.0)), pair), at=when)
    between = Touch(0, 1, mu)
    oracle = Bodies([Solid(0.1, AXES, tuple(0.2*EVEN)), Solid(0.15, (SHELL.radius,)*3, (SHELL.I,)*3)],
                    [Touch(0, TABLE), Touch(1, TABLE), between], lambda c, t: cross(np.array([0.0, 0.0, RATE]), c),
                    GRAVITY)
    found = oracle.run(packed(run, 0), when[0], when)
    # the books of the hits before close to 1e-11 of the energy
    assert all(event.t < when[0] for event in run.events) and run.drift < 1e-11
    for i, t in enumerate(when):
        forces = oracle.solve(t, found[i])[1]
        # they press [N], and nothing has driven the oracle off [m]
        assert oracle.normal(between, found[i][:14])[0] @ forces[2] > 1e-3
        assert abs(oracle.gap(between, found[i])) < 1e-14
        # [m], [1] and [m/s], [rad/s] (3 to 40 of them): the oracle's integrator has 1e-12
        assert np.abs(found[i] - packed(run, i)).max() < 1e-10
        # [N], of 1 N; what the table does to the egg, and N of the ball's first contact
        assert np.abs(forces[0][:2] - run.bodies["F"][i, 0, :2]).max() < 1e-9
        assert abs(forces[0][2] - run.bodies["N"][i, 0]) < 1e-9


@pytest.mark.parametrize("mu, share, omega, duration", [
    (0.05, 0.2, (3.0, 5.0, 2.0), 0.6), (0.1, 1.0, (3.0, 5.0, 2.0), 0.6), (0.1, 0.2, (3.0, 5.0, 2.0), 0.6),
    (2.0, 0.2, (11.2, 58.2, 5.5), 0.1)])
def test_slips_begin_and_end_as_those_of_one_body(mu, share, omega, duration):
    """It rolls at first or begins to slip at once, slips, holds, leaves the table and lands."""
    law, start = Contact(Coulomb(mu)), Start(at=(0.1, 0.0), orientation=TURNED, omega=omega)
    one = sandbox.simulate(Scene("alone", (), lambda p: (egg(share), Plane(), Spin("z", RATE, gravity=GRAVITY), law),
                                 lambda p: start), duration=duration)
    both = sandbox.simulate(world([Placed(egg(share), start, name="egg"),
                                   Placed(SHELL, Start(at=(3.0, 0.0)), name="ball")], law, law), duration=duration)
    assert "slip" in {event.kind for event in one.events}
    assert not any("small time steps" in event.sentence for event in both.events)
    hits = [[event.t for event in run.events if event.kind == "impact"] for run in (one, both)]
    assert len(hits[0]) == len(hits[1])
    # [s]; [m], [m/s] and [1] in 0.1 m, 1 m/s and 1: the direction of a slip is known to 1e-10 of g, for milliseconds,
    # which is 1e-11 m and, at the 0.02 m/s of the slowest hit, 1e-10 s
    assert np.abs(np.subtract(*hits)).max(initial=0.0) < 1e-10
    for key, size in (("centre", 0.1), ("velocity", 1.0), ("quaternion", 1.0)):
        assert np.abs(getattr(one, key)[-1] - both.bodies[key][-1, 0]).max() < 1e-9*size, key


@pytest.mark.parametrize("values, duration", [
    # balls roll over the round edges of coins onto their faces
    ({"coins": 6, "balls": 8, "friction": 0.2, "lean": 60.0}, 0.6),
    ({"coins": 1, "eggs": 4, "balls": 7, "radius": 0.0285, "speed": 0.685, "friction": 1.39}, 1.0),
    # what stops the closing of a coin stops its slip: it rolls from then on
    ({"rate": 6.897021771332554, "coins": 4, "eggs": 0, "radius": 0.02778813143139989, "lean": 41.21749234508019,
      "restitution": 0.6077777858247476, "friction": 3.652268096780096}, 1.0),
    # a coin and a ball jam as they slip: no forces go on with that
    ({"rate": 2.7145173921197845, "eggs": 1, "balls": 7, "lean": 38.93543616369673, "restitution": 0.20865257233244294,
      "friction": 4.543179224480563}, 0.4)])
def test_coins_and_balls_go_on_with_closed_books(values, duration):
    """[1] of all their energy: 1e-12 for each of some hundred hits."""
    run = sandbox.simulate("coins_and_balls", duration=duration, **values)
    assert run.ended is None and run.t[-1] == duration and len(run.events) > 20
    assert run.drift < 1e-10 and run.bodies["N"].min() >= 0.0


def gaps_of_coin(run, coin, ball, a, thick, radius):
    """Gaps [m] of a coin with a round edge and a ball at all instants: the ball's distance from the flat disk within
    the edge, less both radii. Its faces bulge a little: what touches these has a gap below 0 here."""
    b = run.bodies
    x, w, u = b["centre"][:, ball] - b["centre"][:, coin], b["quaternion"][:, coin, :1], -b["quaternion"][:, coin, 1:]
    x = x + 2.0*np.cross(u, np.cross(u, x) + w*x)
    out = np.hypot(x[:, 0], x[:, 1]) - (a - 0.5*thick)
    return np.hypot(np.maximum(out, 0.0), x[:, 2]) - 0.5*thick - radius


def test_nothing_is_pulled_shut_that_small_steps_have_left_open():
    """A coin and a ball that come apart at 6 cm/s, 0.4 mm after their last touch: only a hit brings them together."""
    a = 0.03
    run = sandbox.simulate("coins_and_balls", at=np.arange(97)/240, coins=4, eggs=1, balls=7, radius=a,
                           rate=2.7145173921197845, lean=38.93543616369673, restitution=0.20865257233244294,
                           friction=4.543179224480563)
    hits = np.array([event.t for event in run.events if event.kind == "impact"])
    parted = 0
    for coin in (0, 2, 3, 4):
        for ball in range(5, 12):
            gaps = gaps_of_coin(run, coin, ball, a, 0.15*a, 0.7*a)/a
            for k in range(1, len(gaps) - 1):
                # [1] in radii: what opened by 1e-5 within a frame and stands 1e-3 apart
                if 1e-3 < gaps[k] < 0.05 and gaps[k] > gaps[k - 1] + 1e-5:
                    parted += 1
                    is_hit = ((hits > run.t[k]) & (hits <= run.t[k + 1])).any()
                    assert is_hit or abs(gaps[k + 1]) > 1e-6, (coin, ball, run.t[k], gaps[k - 1:k + 2])
    assert parted > 10
