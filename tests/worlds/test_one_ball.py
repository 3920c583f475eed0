"""A ball of a world of its own moves as the one body of a scene does; a second ball far away makes it a world."""

from math import inf

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Cone,
    Contact,
    Coulomb,
    Motion,
    On,
    Paraboloid,
    Parameter,
    Placed,
    Plane,
    Profile,
    Scene,
    Signal,
    Sphere,
    Spin,
    Start,
    Still,
    World,
)
from tests.worlds.made import ball

BODY = ball(0.02, 0.26)
SHAKEN = Motion(angle=Signal((0.0, 3.0)), tilt=Signal((0.1,), sine=0.05, nu=4.0),
                shift=(Signal(sine=0.02, nu=7.0), Signal(), Signal(cosine=0.01, nu=5.0)))
RATE = Parameter("rate", 3.0, "rad/s", low=-20, high=20, live=True, about="rotation rate")


def side_by_side(surface, motion, start, contact=None, parameters=()):
    """The same ball as a scene of one body and in a world with another ball on a floor far away."""
    single = Scene("single", tuple(parameters), lambda p: (BODY, surface, motion, *((contact,) if contact else ())),
                   lambda p: start)
    floor = On(Plane(rim=1.0), Motion(shift=(Signal(), Signal(), Signal((100.0,)))))
    both = World({"support": On(surface, motion, contact), "floor": floor},
                 [Placed(BODY, start, on="support"), Placed(BODY, Start(at=(0.0, 0.0)), on="floor", name="far")])
    return Simulation(single), Simulation(Scene("world", tuple(parameters), lambda p: both))


def compare(one, world, seconds, within, live=()):
    """Both go on; place, velocity, spin and force of the ball are the same every tenth of a second."""
    changes = dict(live)
    while world.t < seconds - 1e-9:
        for run in (one, world):
            if round(world.step/24) in changes and world.step % 24 == 0 and run.step % 24 == 0:
                run.set("rate", changes[round(run.step/24)])
        one.advance(24)
        assert one.ended is None
        world.advance(24)
        assert world.ended is None
        a, b = one.snapshot().bodies[0], world.snapshot().bodies[0]
        assert_allclose(b.centre, a.centre, atol=within)
        assert_allclose(b.velocity, a.velocity, atol=10.0*within)
        assert_allclose(b.angular_velocity, a.angular_velocity, atol=1e3*within)
        # a quaternion and its negative are the same attitude, which does not count in the errors of a step
        assert min(np.abs(b.quaternion - a.quaternion).max(), np.abs(b.quaternion + a.quaternion).max()) < 1e4*within
        assert_allclose(b.F, a.F, atol=1e3*within)
        assert pytest.approx(a.N, abs=1e3*within) == b.N
    assert world.drift < 1e-11


KEPT = {
    "turntable": (Plane(), Spin("z", 3.49), Start(at=(0.15, 0.0), velocity=(0.02, 0.3), spin=4.0)),
    "bowl": (Paraboloid(0.3), Still(), Start(at=(0.1, 0.05), velocity=(0.2, 0.4), spin=-3.0)),
    "turning bowl": (Sphere(0.4), Spin("z", 2.0), Start(at=(0.1, -0.1), velocity=(0.3, 0.2), spin=7.0)),
    "cone": (Cone(0.5), Spin("z", -3.0), Start(at=(0.2, 0.0), velocity=(0.0, 0.8), spin=1.0)),
    "hill": (Profile(lambda r, h, w: -h*r*r/(w + r*r), 0.1, 0.5, rim=3.0), Still(),
             Start(at=(0.05, 0.0), velocity=(0.0, 0.1))),
    "tilted, shaking": (Plane(), SHAKEN, Start(at=(0.1, 0.0), velocity=(0.0, 0.2))),
}


@pytest.mark.parametrize("name", KEPT)
def test_it_rolls_as_alone(name):
    """[m] 1e-11: both integrate to 1e-13 in each step, by different equations."""
    surface, motion, start = KEPT[name]
    compare(*side_by_side(surface, motion, start), 1.5 if name == "hill" else 3.0, 1e-11)


def test_it_rolls_as_alone_while_the_rate_changes():
    one, world = side_by_side(Plane(), Spin("z", "rate"), Start(at=(0.15, 0.0), velocity=(0.0, 0.2)), None, [RATE])
    compare(one, world, 3.0, 1e-11, {3: -4.0, 12: 8.0})


@pytest.mark.parametrize(("mu", "velocity", "omega"), [(0.1, (0.3, 0.1), (0.0, 0.0, 0.0)),
                                                       (0.3, (-0.2, 0.4), (40.0, -20.0, 9.0))])
@pytest.mark.parametrize("rate", [0.0, 3.0, -6.0])
def test_it_slides_on_a_turntable_until_it_grips(mu, rate, velocity, omega):
    """Slip turns towards where the table drags it, ends, and the ball rolls; [m] an end of slip is found to 1e-9."""
    start = Start(at=(0.1, 0.05), velocity=velocity, omega=omega)
    compare(*side_by_side(Plane(), Spin("z", rate), start, Contact(Coulomb(mu))), 2.0, 1e-9)


@pytest.mark.parametrize(("e", "height"), [(0.0, 0.05), (0.6, 0.2), (1.0, 0.1)])
@pytest.mark.parametrize("mu", [0.0, 0.2, inf])
def test_it_bounces_as_alone(mu, e, height):
    """Falls on a turntable and bounces, with friction in each hit."""
    law = Contact(Coulomb(mu) if mu < inf else Coulomb(5.0), restitution=e)
    start = Start(at=(0.1, 0.0), velocity=(0.4, 0.2, 0.0), omega=(10.0, -30.0, 5.0), height=height)
    compare(*side_by_side(Plane(), Spin("z", 4.0), start, law), 0.7, 1e-9)
