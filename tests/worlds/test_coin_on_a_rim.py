"""A coin whose own rim comes to the round rim of a support at two places passes at none of them.

How deep it is in the rim, a torus, is asked of many of its points, by the distance from the circle in the middle.
"""

from math import cos, pi, sin

import numpy as np
import pytest

from sandbox.cli.common import catalogue
from sandbox.run.command import Command, Hold
from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Contact,
    Coulomb,
    Disk,
    On,
    Placed,
    Plane,
    Pseudosphere,
    Scene,
    Start,
    World,
    edges_of,
    laboratory_floor,
)
from sandbox.scene.supports.edges import ROUNDING

# depth that rounding leaves [of a radius]
ROUNDED = 1e-9
AROUND, ACROSS = 1440, 12
VALUES = {"rate": 5.761077278287118, "q": 78.25088974219967, "lean": 37.083580668077246,
          "resistance": 0.00043817745669182063, "against": False, "wobble": 0.0, "radius": 0.010346472023987183,
          "c": 0.4063587087824273, "mu": 1.2278849021010374}
POINT, STRENGTH = (0.047872407285087834, 0.01393735926313737, 0.005516659103658242), 0.34749199451798934
# where a hand pulls the coin to, from which step on
HAND = (
    (438, (0.08893860856762681, -0.35713670672102843, 0.059237365624019725)),
    (442, (0.10064009608191535, -0.3592060649700307, 0.06286074578131487)),
    (444, (0.11043667761783647, -0.4083726006973569, 0.00740313756937107)),
    (445, (0.11197760712343034, -0.2906475551430741, 0.01674129528514956)),
    (448, (0.042585953591805156, -0.3869147167889416, 0.02575253351365903)),
    (451, (0.12039609804141524, -0.4127464433113643, 0.016660272117781663)),
    (455, (0.06562120426820175, -0.37995575467990794, 0.014420983507067175)),
    (458, (0.10665729931851688, -0.3843712316741188, -0.016678633041778246)),
    (461, (0.15886544368074756, -0.31974098069441115, -0.009913792624643)),
    (465, (0.24217657268559217, -0.2960180055357202, 0.01900071404355984)),
    (468, (0.3091034637095138, -0.3355100870679465, -0.10479997594104042)),
    (470, (0.08264461667294928, -0.35732122232275165, 0.058610769113800955)),
    (473, (0.06807161828016146, -0.3849355915062586, 0.04370100140990778)),
    (476, (0.042753778112609844, -0.44037907354748507, -0.02730219254195712)),
    (479, (0.10022389650400623, -0.37200995718226876, -0.03680142615692654)),
    (481, (0.15526650499973216, -0.32157554716509157, 0.07022940665045019)),
)


def points(a: float) -> np.ndarray:
    """Points (n, 3) of a coin, body axes."""
    angles, radii = np.linspace(0.0, 2.0*pi, AROUND, endpoint=False), a*np.linspace(1.0, 0.0, ACROSS, endpoint=False)
    r, q = np.meshgrid(radii, angles)
    return np.stack((r*np.cos(q), r*np.sin(q), np.zeros_like(r)), axis=-1).reshape(-1, 3)


def turned(q, v) -> np.ndarray:
    """Vectors (n, 3) turned by a quaternion."""
    w, u = q[0], np.array(q[1:])
    return v + 2.0*np.cross(u, np.cross(u, v) + w*v)


def depth(body, a: float, rim) -> float:
    """How deep a coin is in a rim [m], negative where it is not; rim: R, Z and slope where the surface ends."""
    R, Z, slope = rim
    e, s, c = ROUNDING, sin(slope), cos(slope)
    x = body.centre + turned(body.quaternion, points(a))
    far = np.hypot(x[:, 0], x[:, 1])
    gap = np.hypot(far - R - e*s, x[:, 2] - Z + e*c) - e
    return -float(np.where((far - R)*c + (x[:, 2] - Z)*s > 0.0, gap, 1.0).min())


def test_coin_falls_on_the_outer_rim_of_a_funnel_and_not_into_it():
    funnel = Pseudosphere(VALUES["c"], drawn_to=0.16)
    (R, Z), a = funnel.meridian(2)[-1].tolist(), VALUES["radius"]
    run = Simulation(catalogue().scenes["coin_funnel"], VALUES, 480)
    run.replay([Command(k, "hand", Hold(0, POINT, target, STRENGTH)) for k, target in HAND])
    run.advance(HAND[0][0])
    found = []
    while run.step < 560:
        run.advance(1)
        found.append(depth(run.snapshot().bodies[0], a, (R, Z, funnel.rim_slope)))
    # nearest to it was a point beyond the edge of the wall, and it went 1.8e-4 m into the rim at step 489
    assert max(found) > -1e-3 and max(found) < ROUNDED*a, max(found)


# radius of a table, of a coin [m]; steps that a throw lasts
TABLE, COIN, LONG = 0.1, 0.02, 120


# some of the throws by which it went up to 0.95 mm into a rim of 1 mm, others that touch it
@pytest.mark.parametrize("seed", [0, 3, 5, 10, 31, 33])
def test_coins_thrown_at_the_edge_of_a_table_are_never_in_it(seed):
    random = np.random.default_rng(seed)
    angle, quaternion = random.uniform(0.0, 2.0*pi), random.normal(size=4)
    far, speed = TABLE - random.uniform(1.0, 1.5)*COIN, random.uniform(0.1, 0.5)
    start = Start(mass_centre=(far*cos(angle), far*sin(angle), 1.5*COIN),
                  orientation=tuple(quaternion/np.linalg.norm(quaternion)),
                  velocity=(speed*cos(angle), speed*sin(angle), 0.0), omega=tuple(random.uniform(-20.0, 20.0, 3)))
    law = Contact(Coulomb(random.uniform(0.1, 1.0)), restitution=random.uniform(0.0, 0.9))

    def build(_p):
        table = On(Plane(rim=TABLE), contact=law)
        return World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.2)},
                     [Placed(Disk(COIN, 0.01), start)])

    run, found = Simulation(Scene("coin", (), build)), []
    for _ in range(LONG):
        run.advance(1)
        found.append(depth(run.snapshot().bodies[0], COIN, (TABLE, 0.0, 0.0)))
    assert run.ended is None and max(found) > -0.5*COIN     # it came near
    assert max(found) < ROUNDED*COIN, (int(np.argmax(found)), max(found))
