"""Worlds made of random numbers: supports of five kinds, one to eight balls on them and above them, laws of contact.

Some are crowds: more than 64 balls close together, of hits that give little back. In some of the others balls hang from
each other and from the laboratory. In some friction fades with the slip.
"""

from dataclasses import replace
from math import pi

import numpy as np

from sandbox.scene import (
    Ball,
    BallJoint,
    Board,
    Contact,
    Coulomb,
    Hinge,
    On,
    Paraboloid,
    Placed,
    Plane,
    Rough,
    Scene,
    Slab,
    Smooth,
    Spin,
    Start,
    Stribeck,
    World,
    laboratory_floor,
)

# half width of what balls are put on and above, height of the floor below it [m]
HALF, FLOOR = 0.25, -0.4
RADII, MOST_BALLS = (0.01, 0.04), 8
# of all balls begin in the air
IN_THE_AIR = 0.7
# one of so many worlds is a crowd; its balls, their largest radius [m], how close they are to each other, how little
# hits give back
HEAP, FEWEST, MOST, LARGEST, CLOSE, PLASTIC = 12, 65, 200, 0.011, (1.02, 1.3), 0.2
# share of worlds with ball joints; how fast what they hold turns [rad/s]
JOINTED, TURNING = 0.3, 4.0
# share of worlds whose friction fades with the slip
FADES = 0.2
# of all laws have a limit instead of a number within
CORNER = 0.25
WORLD = "world"
X, Y = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


def random_law(random: np.random.Generator, of_balls: bool = False) -> Contact:
    """Friction, restitution and resistance of a contact; two balls have no resistance against rolling."""
    mu = float(random.choice((0.0, np.inf))) if random.random() < CORNER else float(random.uniform(0.02, 1.0))
    friction = Smooth() if mu == 0.0 else Rough() if mu == np.inf else Coulomb(mu)
    e = float(random.choice((0.0, 1.0))) if random.random() < CORNER else float(random.uniform(0.0, 1.0))
    return Contact(friction, restitution=e, rolling_resistance=0.0 if of_balls else float(random.choice((0.0, 1e-3))))


def _turning(random):
    return {"table": On(Plane(rim=HALF), Spin("z", float(random.uniform(-5.0, 5.0))), random_law(random))}, ()


def _tray(random):
    wall, law = Board(2.0*HALF, 0.2), random_law(random)
    sides = {"south": ((0.0, -HALF, 0.05), X, -pi/2), "north": ((0.0, HALF, 0.05), X, pi/2)}
    supports = {"tray": On(Board(2.0*HALF, 2.0*HALF), contact=random_law(random))}
    return supports | {name: On(wall.placed(*place), contact=law) for name, place in sides.items()}, ()


def _bowl(random):
    return {"bowl": On(Paraboloid(float(random.uniform(0.2, 1.0)), rim=HALF), contact=random_law(random))}, ()


def _seesaw(random):
    hinge = Hinge("plank", float(10.0**random.uniform(-2.0, 0.0)), axis="y", friction=float(random.choice((0.0, 0.1))))
    return {"plank": On(Slab(2.0*HALF, 0.2, 0.008), contact=random_law(random))}, (hinge,)


def _free_table(random):
    hinge = Hinge("table", float(10.0**random.uniform(-2.0, 0.0)), rate=float(random.uniform(-3.0, 3.0)))
    return {"table": On(Plane(rim=HALF), contact=random_law(random))}, (hinge,)


KINDS = (_turning, _tray, _bowl, _seesaw, _free_table)


def random_world(seed: int) -> Scene:
    """Returns a scene whose world follows from the seed alone."""
    random = np.random.default_rng((seed, 1))
    if seed % HEAP == HEAP - 1:
        crowd = _heap(random)
        return Scene("Random crowd", (), lambda p: crowd)
    supports, joints = KINDS[seed % len(KINDS)](random)
    supports["floor"] = laboratory_floor(FLOOR, random_law(random))
    balls, law = tuple(_balls(random)), random_law(random, of_balls=True)
    other = np.random.default_rng((seed, 2))
    if other.random() < JOINTED:
        balls, more = _jointed(other, balls)
        joints += more
    supports = _faded(np.random.default_rng((seed, 3)), supports)
    world = World(supports, balls, {("ball", "ball"): law}, joints)
    return Scene("Random world", (), lambda p: world)


def _faded(random, supports):
    """The same supports; where friction is dry it fades with the slip in some of the worlds."""
    if random.random() > FADES:
        return supports
    found = {}
    for name, on in supports.items():
        friction = on.contact.friction
        if 0.0 < friction.mu_s < np.inf:
            falls, over = float(random.uniform(0.0, 0.5)), float(10.0**random.uniform(-2.0, 0.0))
            friction = Stribeck(friction.mu_impact, friction.mu_s + falls, over, float(random.choice((1.0, 2.0))))
        found[name] = replace(on, contact=replace(on.contact, friction=friction))
    return found


def _jointed(random, balls):
    """The same balls, and joints: those in the air hang from the laboratory or from the one before, and move so."""
    joints, found, before = [], [], None
    for k, one in enumerate(balls):
        name, start = f"b{k}", one.start
        if len(start.at) == 3:
            at, omega = np.array(start.at), random.normal(0.0, TURNING, 3)
            if before is None or random.random() < 0.4:
                other, arm, speed = "", random.normal(0.0, 0.15, 3), np.zeros(3)
            else:
                other, centre, v, turn = before
                # a point of the ball before, its centre often
                point = random.normal(0.0, 0.02, 3) if random.random() < 0.5 else np.zeros(3)
                arm, speed = centre + point - at, v + np.cross(turn, point)
            velocity = speed - np.cross(omega, arm)
            joints.append(BallJoint(name, other, at=tuple(map(float, arm))))
            start = Start(at=start.at, velocity=tuple(map(float, velocity)), omega=tuple(map(float, omega)))
            before = (name, at, velocity, omega)
        found.append(Placed(one.body, start, name=name))
    return tuple(found), tuple(joints)


def _heap(random):
    """Balls in a square on a turning table, in a tray or in a bowl; small crowds are the most frequent."""
    count = FEWEST + int((MOST - FEWEST)*random.random()**4)
    side, a = int(np.ceil(np.sqrt(count))), float(random.uniform(0.5, 1.0))*LARGEST
    supports, _joints = (_turning, _tray, _bowl)[random.integers(3)](random)
    supports["floor"] = laboratory_floor(FLOOR, random_law(random))
    e = 0.0 if random.random() < 0.5 else float(random.uniform(0.0, PLASTIC))
    friction = Smooth() if random.random() < 0.5 else Coulomb(float(random.uniform(0.02, 1.0)))
    step, spread = 2.0*a*float(random.uniform(*CLOSE)), float(10.0**random.uniform(-2.0, 0.5))
    balls = [Placed(Ball(a), Start(at=tuple(map(float, step*(np.array(divmod(i, side)) - (side - 1)/2))),
                                   velocity=tuple(map(float, random.normal(0.0, spread, 2)))))
             for i in range(count)]
    return World(supports, tuple(balls), {("ball", "ball"): Contact(friction, restitution=e)})


def _balls(random):
    """Balls that do not touch, some of them lying on the first support."""
    places = []
    for _ball in range(random.integers(1, MOST_BALLS + 1)):
        a, lies = float(random.uniform(*RADII)), random.random() > IN_THE_AIR
        for _try in range(100):
            across = random.uniform(-0.8*HALF, 0.8*HALF, 2)*(1.0, 0.3)
            # what lies is apart from all others as seen from above: its height is that of the support
            at = tuple(map(float, across)) if lies else (*map(float, across), float(random.uniform(0.2, 0.6)))
            if all(np.linalg.norm(across - other) > 1.1*(a + b) or not (lies or lay) and abs(at[2] - z) > 1.1*(a + b)
                   for other, z, b, lay in places):
                break
        else:
            continue
        places.append((across, 0.0 if lies else at[2], a, lies))
        velocity = random.normal(0.0, 0.5, 2 if lies else 3)
        yield Placed(Ball(a, mass=float(random.uniform(0.01, 1.0)), shell=bool(random.integers(2))),
                     Start(at=at, velocity=tuple(map(float, velocity)),
                           **({} if lies else {"omega": tuple(map(float, random.normal(0.0, 10.0, 3)))})))
