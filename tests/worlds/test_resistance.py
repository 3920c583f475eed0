"""Rolling and spinning resistance in worlds of several: what is held is held, what turns stops, to rounding."""

from math import atan, cos, inf, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from sandbox.run.simulation import Simulation
from sandbox.scene import Contact, Hinge, On, Plane, Scene, Signal, Spin, Start, Still, World
from sandbox.scene.motions import Motion
from tests.worlds.made import MASS, RADIUS, G, Run, ball, friction, law, placed

SLOPE = 0.05
# another ball of the world, far enough to have nothing to do with the first [m]
FAR = (50.0, 0.0)


def slope(tangent):
    """Gravity on a plane that falls towards -x."""
    angle = atan(tangent)
    return Still((-G*sin(angle), 0.0, -G*cos(angle)))


def plane(motion, roll=0.0, spin=0.0, mu=inf):
    return On(Plane(), motion, Contact(friction(mu), rolling_resistance=roll, spinning_resistance=spin))


def of_two(motion, start, **resistance):
    """The run of a world of two, the second far away."""
    return Run(World({"floor": plane(motion, **resistance)}, [placed(**start), placed(FAR)]))


def of_one(motion, start, **resistance):
    """The run of the same ball as the only body."""
    on = plane(motion, **resistance)
    scene = Scene("one", (), lambda p: (ball(), on.surface, motion, on.contact),
                  lambda p: Start(start["at"], start.get("velocity", (0.0, 0.0)), omega=start["omega"]))
    return Simulation(scene)


def rolling(velocity, spin=0.0, at=(0.0, 0.0)):
    """The start of a ball that rolls on a plane at rest."""
    vx, vy = velocity
    return {"at": at, "velocity": velocity, "omega": (-vy/RADIUS, vx/RADIUS, spin)}


def speed_up(tangent, roll, up):
    """What a slope takes from a ball that rolls up, or gives to one that rolls down [m/s^2]."""
    angle = atan(tangent)
    return G*(sin(angle) + (1.0 if up else -1.0)*roll/RADIUS*cos(angle))/1.4


@pytest.mark.parametrize("spin", [0.0, 1e-3])
def test_what_is_held_does_not_creep(spin):
    run = of_two(slope(SLOPE), {"at": (0.0, 0.0)}, roll=5e-3, spin=spin)
    before = run.states[0].tobytes()
    run.advance(60.0)
    assert run.states[0].tobytes() == before
    assert run.simulation.drift == 0.0


@pytest.mark.parametrize("off", [1e-9, 1e-6, 1e-3])
def test_rolls_where_the_slope_is_steeper_than_the_resistance(off):
    """tan = k/R: held a billionth below it, and off by what is too much beyond it."""
    run = of_two(slope(SLOPE), {"at": (0.0, 0.0)}, roll=SLOPE*RADIUS*(1.0 + off)).advance(5.0)
    assert np.abs(run.x[0] - (0.0, 0.0, RADIUS)).max() == 0.0
    roll = SLOPE*RADIUS*(1.0 - off)
    a = speed_up(SLOPE, roll, up=False)
    assert a < 0.0 or a == pytest.approx(off*G*sin(atan(SLOPE))/1.4, rel=1e-6)
    run = of_two(slope(SLOPE), {"at": (0.0, 0.0)}, roll=roll).advance(5.0)
    # [m], of 4e-9 for the least
    assert run.x[0, 0] == pytest.approx(-0.5*a*25.0, abs=3e-14)
    assert run.v[0, 0] == pytest.approx(-a*5.0, abs=3e-15)
    assert run.v[0, 0] < 0.0


@pytest.mark.parametrize(("tangent", "roll"), [(0.0, 1e-3), (SLOPE, 5e-3), (SLOPE, 1.6e-3)])
def test_way_until_it_stops(tangent, roll):
    speed = 0.3
    run = of_two(slope(tangent), rolling((speed, 0.0)), roll=roll).advance(4.0)
    way = speed*speed/2.0/speed_up(tangent, roll, up=True)
    assert run.x[0, 0] == pytest.approx(way, abs=1e-12)
    assert not run.v[0].any()
    still = run.states[0].tobytes()
    assert run.advance(1.0).states[0].tobytes() == still


def test_stops_and_rolls_back():
    speed, roll, end = 0.3, 1e-3, 6.0
    run = of_two(slope(SLOPE), rolling((speed, 0.0)), roll=roll).advance(end)
    up, down = speed_up(SLOPE, roll, up=True), speed_up(SLOPE, roll, up=False)
    left = end - speed/up
    # the end of the roll is known to 1e-12 s or so
    assert run.x[0, 0] == pytest.approx(speed*speed/2.0/up - down*left*left/2.0, abs=2e-12)
    assert run.v[0, 0] == pytest.approx(-down*left, abs=1e-12)


CASES = {
    "rolls to a stop": (Still(), rolling((0.3, 0.0)), {"roll": 1e-3}),
    "up a slope": (slope(SLOPE), rolling((0.3, 0.1)), {"roll": 5e-3}),
    "down a slope": (slope(SLOPE), rolling((-0.1, 0.02)), {"roll": 1e-3}),
    "slides, rolls, stops": (Still(), {"at": (0.0, 0.0), "velocity": (0.3, 0.1), "omega": (0.0, -5.0, 2.0)},
                             {"roll": 1e-3, "mu": 0.1}),
    "spins, too": (Still(), rolling((0.3, 0.0), 20.0), {"roll": 1e-3, "spin": 5e-4}),
    "spinning alone": (Still(), rolling((0.3, 0.0), 20.0), {"spin": 5e-4}),
    "rolling alone, with spin": (Still(), rolling((0.3, 0.0), 20.0), {"roll": 1e-3}),
    "is carried round": (Spin("z", 1.0), {"at": (0.1, 0.0), "omega": (0.1/RADIUS, 0.0, 1.0)}, {"roll": 1e-2}),
    "on a turntable": (Spin("z", 1.0), {"at": (0.1, 0.0), "omega": (0.1/RADIUS, 0.0, 0.0)}, {"roll": 1e-3}),
    "is carried round at last": (Spin("z", 1.0), {"at": (0.1, 0.0), "omega": (0.1/RADIUS, 0.0, 3.0)},
                                 {"roll": 1e-3, "spin": 1e-3}),
    "slides on a turntable": (Spin("z", 1.0), {"at": (0.1, 0.0), "velocity": (0.3, 0.0), "omega": (0.0, 10.0, 5.0)},
                              {"roll": 1e-3, "mu": 0.1}),
}


@pytest.mark.parametrize("case", CASES)
def test_a_world_of_two_is_that_of_one(case):
    motion, start, resistance = CASES[case]
    one, two = of_one(motion, start, **resistance), of_two(motion, start, **resistance)
    for _ in range(6):
        one.advance(240)
        two.advance(1.0)
        alone, seen = one.snapshot().bodies[0], two.simulation.snapshot().bodies[0]
        assert np.abs(seen.centre - alone.centre).max() < 1e-12
        assert np.abs(seen.velocity - alone.velocity).max() < 1e-12
        assert np.abs(seen.angular_velocity - alone.angular_velocity).max() < 1e-11
        # [N], of 2
        assert seen.N == pytest.approx(alone.N, abs=1e-11)
    assert two.simulation.drift < 1e-13


def lean(small, large):
    """Sine and cosine of how much the line of centres of two balls on a plane leans against it."""
    leans = (large - small)/(large + small)
    return leans, sqrt(1.0 - leans*leans)


def hardly_held(small, large, mass, other):
    """k with which a small ball just keeps a large one above it on the slope from rolling, by statics alone.

    About the points on the plane r (m g sin + P cos b) <= k (m g cos + P sin b) of the small one, P the push of the
    large one, for which R (M g sin - P cos b) <= k (M g cos - P sin b).
    """
    angle, (leans, level) = atan(SLOPE), lean(small, large)
    s, c = G*sin(angle), G*cos(angle)

    def too_much(k):
        least = other*(large*s - k*c)/(large*level - k*leans)
        return least - mass*(k*c - small*s)/(small*level - k*leans)

    return brentq(too_much, small*SLOPE, large*SLOPE, xtol=1e-18)


@pytest.mark.parametrize("off", [1e-5, -1e-5])
def test_a_ball_that_is_held_holds_another(off):
    small, large = 0.02, 0.03
    k = hardly_held(small, large, MASS, MASS)*(1.0 + off)
    assert small*SLOPE < k < large*SLOPE
    _, level = lean(small, large)
    balls = [placed((0.0, 0.0), body=ball(small)), placed(((small + large)*level, 0.0), body=ball(large))]
    run = Run(World({"floor": plane(slope(SLOPE), roll=k)}, balls, {("ball", "ball"): law(0.0, 0.0)})).advance(3.0)
    if off > 0.0:
        assert np.abs(run.x[:, 0] - (0.0, (small + large)*level)).max() < 1e-14
        assert np.abs(run.v).max() < 1e-14
    else:
        # both roll, as slowly as the little that is too much has it
        assert (run.x[:, 0] < (0.0, (small + large)*level) - np.array(1e-7)).all()
        assert np.linalg.norm(run.x[1] - run.x[0]) == pytest.approx(small + large, abs=1e-14)
    assert run.simulation.drift < 1e-12


def test_begins_to_roll_at_the_instant_at_which_it_is_pushed_too_hard():
    """A floor that is shaken ever harder: x'' = j t lets go a ball at m a x'' = k m g."""
    jerk, roll, end = 0.5, 1e-3, 2.0
    motion = Motion(shift=(Signal((0.0, 0.0, 0.0, jerk/6.0)), Signal(), Signal()))
    run = of_two(motion, {"at": (0.0, 0.0)}, roll=roll)
    begins = roll*G/RADIUS/jerk
    run.advance(end)
    # 7/5 m a w' of the roll against it about the point on the floor: m x'' a - k m g
    left = end - begins
    relative = -(5.0/7.0)*jerk*left**3/6.0
    floor = jerk*end**3/6.0
    assert run.x[0, 0] == pytest.approx(floor + relative, abs=1e-11)
    assert run.simulation.drift < 1e-12


def test_a_ball_that_is_held_is_a_part_of_a_hinged_plank():
    """Plank and ball swing as one rigid body: J_all angle'' = what weights turn - friction angle'."""
    inertia, weight, below, bearing, x0, end = 0.01, 2.0, 0.1, 0.02, 0.08, 2.0
    hinge = Hinge("plank", inertia, axis="y", friction=bearing, mass=weight, mass_centre=(0.0, 0.0, -below))
    supports = {"plank": plane(Still(), roll=0.5)}
    run = Run(World(supports, [placed((x0, 0.0))], joints=(hinge,)))
    every = inertia + MASS*(x0*x0 + RADIUS*RADIUS) + 0.4*MASS*RADIUS*RADIUS

    def rates(t, y):
        lever = x0*np.cos(y[0]) + RADIUS*np.sin(y[0])
        return y[1], (MASS*G*lever - weight*G*below*np.sin(y[0]) - bearing*y[1])/every
    angle = solve_ivp(rates, (0.0, end), (0.0, 0.0), method="DOP853", rtol=1e-13, atol=1e-14).y[0, -1]
    run.advance(end)
    assert abs(angle) > 0.05
    assert run.x[0, 0] == pytest.approx(x0*np.cos(angle) + RADIUS*np.sin(angle), abs=1e-11)
    assert run.x[0, 2] == pytest.approx(-x0*np.sin(angle) + RADIUS*np.cos(angle), abs=1e-11)
    assert run.simulation.drift < 1e-13


def test_a_ball_that_is_held_is_a_part_of_a_free_turntable():
    """It turns with it, which its spin takes a share of: rate = rate_0 exp(-b t/J_all)."""
    inertia, bearing, x0, end, rate = 0.01, 0.005, 0.1, 2.0, 1.5
    hinge = Hinge("table", inertia, axis="z", friction=bearing, rate=rate)
    supports = {"table": plane(Still(), roll=0.5, spin=0.5)}
    run = Run(World(supports, [placed((x0, 0.0), omega=(0.0, 0.0, rate), velocity=(0.0, x0*rate))],
                    joints=(hinge,)))
    every = inertia + MASS*x0*x0 + 0.4*MASS*RADIUS*RADIUS
    run.advance(end)
    left = rate*np.exp(-bearing*end/every)
    angle = (rate - left)*every/bearing
    assert run.w[0] == pytest.approx((0.0, 0.0, left), abs=1e-12)
    assert run.x[0, :2] == pytest.approx((x0*np.cos(angle), x0*np.sin(angle)), abs=1e-11)
    assert run.simulation.drift < 1e-13
