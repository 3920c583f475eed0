"""Statements of theory sheets, each held against the run or against its own derivation."""

from math import cos, pi, radians, sin, sqrt, tan
from pathlib import Path

import numpy as np
import pytest

from sandbox.run.readings.quantities import quantities_of
from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Contact,
    Coulomb,
    Motion,
    On,
    Placed,
    Plane,
    Scene,
    Signal,
    Spin,
    Start,
    World,
)
from tests.shipped import shipped

SCENES = Path(__file__).parents[2]/"scenes"
CATALOGUE = shipped()
G = 9.81     # [m/s^2]


def sheet(scene: str) -> str:
    """The text of its file in one line."""
    return " ".join((SCENES/f"{scene}.py").read_text(encoding="utf-8").split())


@pytest.mark.parametrize(("bend", "radius"), [(0.8, 0.02), (0.2, 0.03), (2.0, 0.01)])
def test_a_ball_comes_back_from_a_slope_of_the_cradle(bend, radius):
    """T = pi sqrt((R - a)/g): the centre runs at the distance a from the groove."""
    scene = CATALOGUE.get("cradle")
    run = Simulation(scene, {"coming": 1, "waiting": 1, "speed": 0.05, "bend": bend, "radius": radius}, step_rate=960)
    level = 2.0*radius + 0.5*(1e-3 + 0.06) + 0.03
    crossings, before = [], None
    while len(crossings) < 2:
        run.advance(1)
        x = run.snapshot().bodies[1].centre[0] - level
        if before is not None and before*x < 0.0:
            crossings.append(run.t - run.h*x/(x - before))
        before = x
    # [1] the swing is wider than a small one by v^2/(g (R - a)) = 0.0015 at most, of which T takes a part
    assert crossings[1] - crossings[0] == pytest.approx(pi*sqrt((bend - radius)/G), rel=1e-3)
    assert r"T=\pi\sqrt{(\p{bend}-\p{radius})/g}" in sheet("cradle")


def test_the_rod_that_stays_ends_in_class_b1_after_142_ms():
    scene = CATALOGUE.get("painleve_rod")
    run = Simulation(scene, scene.preset("A2: both, and it stays").values)
    run.advance(240)
    assert run.ended.t == pytest.approx(0.142, abs=5e-4) and "class B1" in run.ended.sentence
    assert "142 ms in class B1" in sheet("painleve_rod")


def test_two_free_balls_hit_as_the_bowl_s_sheet_says_and_a_held_one_otherwise():
    """G = 1/m + (r^2 - r r^T)/I of a free ball takes the normal to itself; with a foot that is held it does not."""
    m, a, n = 0.3, 0.02, np.array((1.0, 0.0, 0.0))
    inertia = 0.4*m*a*a

    def cross(v):
        return np.array(((0.0, -v[2], v[1]), (v[2], 0.0, -v[0]), (-v[1], v[0], 0.0)))

    def mobility(one, other):
        return np.eye(3)/m - cross(one) @ cross(other)/inertia

    free = mobility(a*n, a*n)
    across = free @ n - (n @ free @ n)*n
    assert np.abs(across).max() < 1e-12/m        # [1/kg] rounding: the normal impulse changes the normal speed alone
    foot = np.array((0.0, 0.0, -a))
    # what lies on a slope is pressed there by a normal impulse that is not along it
    lean = np.array((cos(0.3), 0.0, -sin(0.3)))
    own, between = mobility(foot, foot), mobility(foot, a*lean)
    held = mobility(a*lean, a*lean) - between.T @ np.linalg.inv(own) @ between
    assert np.abs(held @ lean - (lean @ held @ lean)*lean).max() > 0.05/m
    assert "that touch nothing else" in sheet("balls_in_a_bowl")


def test_the_driven_ball_is_hollow_and_its_table_does_not_pull():
    scene = CATALOGUE.get("driven_ball")
    run = Simulation(scene, {})
    p = run.values
    I, M, a = 2/3*0.5*p["radius"]**2, 0.5, p["radius"]
    for _time in range(8):
        run.advance(37)
        psi = 2*pi*p["turns"]*(1.0 - cos(p["nu"]*run.t))
        x = -a*p["wheel"]*I/(I + M*a*a)*psi
        assert run.snapshot().bodies[0].centre[0] == pytest.approx(x, abs=1e-9)      # [m] the exact motion
    hard = Simulation(scene, {"wheel": 0.0, "load": 1.0, "motor": 20.0, "radius": 0.1, "running": True, "rate": 5.94,
                              "vy": -0.105})
    seen = []
    while hard.t < 2.0 and hard.ended is None:
        hard.advance(1)
        seen.append(hard.snapshot().bodies[0])
    # its table never pulls: where friction alone would press the ball down it is let go, lands again, and slips
    assert min(body.N for body in seen) >= 0.0 and {body.mode for body in seen} >= {"rolling", "sliding", "flight"}
    # and goes on: its table has no rim
    assert hard.ended is None and hard.drift < 1e-10        # [1] rounding of some hundred impacts
    assert r"I = \tfrac23 M a^2" in sheet("driven_ball") and "only presses" in sheet("driven_ball")


def test_the_egg_is_let_go_as_its_sheet_says():
    run = Simulation(CATALOGUE.get("egg_in_bowl"), {"rate": 15.0, "x": 0.02, "spin": -20.0})
    run.advance(240*6)
    # rolling would need adhesion from there on; the force itself has gone to zero
    assert run.ended.kind == "stop" and "adhesion" in run.ended.sentence
    assert run.snapshot().bodies[0].N < 1e-9*run.row().N.max(initial=1.0)
    assert "ends where the bowl could no longer press" in sheet("egg_in_bowl")


def world(bodies, table=None, friction=0.4):
    return Scene("World", (), lambda p: World({"table": table or On(Plane(), Spin("z", 0.0))}, bodies,
                                              {("ball", "ball"): Contact(Coulomb(friction), restitution=0.9)}))


def test_a_ball_of_many_balls_hops_in_a_hit_with_friction():
    """A ball that rolls into one at rest moves down where they touch: friction lifts it, and presses the other."""
    ball = Ball(0.02)
    run = Simulation(world([Placed(ball, Start(at=(-0.1, 0.0), velocity=(0.5, 0.0))),
                            Placed(ball, Start(at=(0.0, 0.0), velocity=(0.0, 0.0)))]))
    heights, modes = [], []
    for _step in range(60):
        run.advance(1)
        bodies = run.snapshot().bodies
        heights.append([body.centre[2] - 0.02 for body in bodies])
        modes.append([body.mode for body in bodies])
    first, second = np.array(heights).T
    assert first.max() > 1e-5 and ["flight", "rolling"] in modes      # [m] the first one hops
    assert np.abs(second).max() < 1e-12
    assert "The table never pulls" in sheet("many_balls")


def test_the_level_free_table_presses_with_the_weight():
    """Nothing of it moves up or down."""
    run = Simulation(CATALOGUE.get("free_turntable"), {})
    heights = [run.snapshot().bodies[0].centre[2]]
    for _time in range(10):
        run.advance(24)
        heights.append(run.snapshot().bodies[0].centre[2])
    assert np.ptp(heights) < 1e-15 and "presses with $mg$ all the time" in sheet("free_turntable")


# ---- the friction that a motion needs -------------------------------------------------------------------------------

def test_a_world_does_not_say_0_for_the_friction_that_it_needs():
    """A ball that rolls down an incline needs 2/7 tan(alpha); a world does not watch that, and must not say 0."""
    angle = radians(20.0)
    incline = On(Plane(), Motion(tilt=Signal((angle,))), Contact(Coulomb(2.0)))
    run = Simulation(world([Placed(Ball(0.02), Start(at=(0.0, 0.3*k), velocity=(0.0, 0.0))) for k in range(3)],
                           incline))
    run.advance(60)
    for body in run.snapshot().bodies:
        assert np.linalg.norm(body.F)/body.N == pytest.approx(2/7*tan(angle), rel=1e-9)     # [1] the known ratio
    assert np.isnan(run.max_F_over_N) and np.isnan(run.row().max_F_over_N).all()
    assert "max_ratio" not in {one.key for one in quantities_of(run)}


def test_a_body_alone_still_says_it():
    run = Simulation(CATALOGUE.get("globe"), {})
    run.advance(60)
    assert run.max_F_over_N > 0.0
