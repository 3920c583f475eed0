"""Stribeck's law on the supports of a world of several, against quadratures of the equations of what slides.

    u' = -c mu(u) g,     t = int du/(c mu g),     s = int v dt;     c = 1 for what does not turn, 7/2 for a solid ball
"""

from math import exp

import pytest
from scipy.integrate import quad

from sandbox.scene import (
    Ball,
    Box,
    Contact,
    Coulomb,
    Motion,
    On,
    Placed,
    Plane,
    Puck,
    Signal,
    Start,
    Still,
    Stribeck,
    World,
)
from tests.worlds.made import Run

G = 9.81                                    # [m/s^2]
MU, STATIC, OVER, BY = 0.1, 0.4, 0.2, 2.0
FAST = 0.6                                  # [m/s]
# of balls, in mid slide: the run's own tolerance is 1e-12, of bodies on feet or corners 1e-10
LENGTH = 1e-9                               # [m]
# of the energy: books to rounding, over some hundred steps of a tolerance of 1e-13 each
BOOKS = 1e-11
BODIES = {"ball": (lambda: Ball(0.05, density=1000.0), 0.05), "puck": (lambda: Puck(0.05, 0.04, 0.2), 0.0),
          "box": (lambda: Box(0.1, 0.08, 0.06, rounding=0.002, mass=0.2), 0.03)}


def mu(u):
    return MU + (STATIC - MU)*exp(-(u/OVER)**BY)


def fading(**others):
    return Contact(Stribeck(MU, STATIC, OVER, BY), **others)


def sliding(names, speed=FAST):
    """Bodies that slide side by side on one floor, without turning."""
    placed = [Placed(BODIES[name][0](), Start(at=(0.0, 0.5*i, BODIES[name][1]), velocity=(speed, 0.0, 0.0),
                                              omega=(0.0, 0.0, 0.0))) for i, name in enumerate(names)]
    law = Contact(Coulomb(0.2), restitution=0.3)
    return Run(World({"floor": On(Plane(), Still(), fading())}, placed, {(names[0], names[1]): law}))


def slowed(u, share):
    """Time [s] and way [m] until the slip has fallen from FAST to u; its turning takes up `share` of the slowing."""
    def pace(w):
        return 1.0/((1.0 + share)*mu(w)*G)

    # what turns keeps v - FAST = (u - FAST)/(1 + share)
    t = quad(pace, u, FAST, epsabs=1e-14, epsrel=1e-13)[0]
    return t, quad(lambda w: (FAST + (w - FAST)/(1.0 + share))*pace(w), u, FAST, epsabs=1e-14, epsrel=1e-13)[0]


@pytest.mark.parametrize("names", [("ball", "ball"), ("puck", "puck"), ("ball", "puck"), ("box", "box")])
def test_way_and_time_of_what_slides(names):
    """Each is where the quadrature has it while it slides, at two instants, and where it has stopped or rolls."""
    run = sliding(names)
    for i, name in enumerate(names):
        share = 2.5 if name == "ball" else 0.0
        end, way = slowed(0.0, share)
        assert end < 1.0
        run = sliding(names)
        for _ in range(2):
            run.advance(0.04)
            v = run.v[i][0]
            u = v - BODIES[name][1]*run.w[i][1] if name == "ball" else v
            t, s = slowed(u, share)
            assert t == pytest.approx(run.t, abs=LENGTH/G)                # [s]
            assert run.x[i][0] == pytest.approx(s, abs=LENGTH)
        run.advance(1.0 - run.t)
        after = (1.0 - end)*FAST*share/(1.0 + share)
        assert run.x[i][0] == pytest.approx(way + after, abs=LENGTH)
        # what never rolls lies still, and is not said to roll
        word = {"ball": "rolling", "puck": "rest"}.get(name)
        assert word is None or run.simulation.snapshot().bodies[i].mode == word
    assert run.simulation.drift < BOOKS


NU = 8.0                                    # [rad/s]


# shaken harder than static friction holds, mu_s g = 3.9 m/s^2: a ball that rolls needs 2/7 of what a puck does
@pytest.mark.parametrize(("name", "most"), [("puck", 4.2), ("ball", 15.0)])
def test_it_sticks_and_slips_as_one_body_alone_does(name, most):
    """The engine of one body follows the same law by equations of its own."""
    motion = Motion(shift=(Signal(sine=most/NU**2, nu=NU), Signal(), Signal()))

    def shaken(count):
        bodies = [Placed(BODIES[name][0](), Start(at=(0.0, 0.5*i, BODIES[name][1]), velocity=(most/NU, 0.0, 0.0),
                                                  omega=(0.0, 0.0, 0.0))) for i in range(count)]
        law = {(name, name): Contact(Coulomb(0.2), restitution=0.3)} if count > 1 else {}
        return Run(World({"plate": On(Plane(), motion, fading())}, bodies, law))

    one, two = shaken(1), shaken(2)
    for _ in range(24):
        one.advance(0.05), two.advance(0.05)
        alone = one.simulation.snapshot().bodies[0]
        assert two.x[0] == pytest.approx(alone.centre, abs=LENGTH)
    assert sum(event.kind == "grip" for event in one.simulation.events) > 1
    assert two.simulation.drift < BOOKS
