"""Balls dropped into a bowl: they come to rest, carry each other, stay where they are, and move when disturbed.

While they fall each hit is found where it happens; where too many come within a frame, small steps take over. The loss
that those book can't be checked by a sum. So it is looked at otherwise: none of them may give energy, no gap may close,
and what lies in the end has to be in equilibrium by the forces that are told, put together here from places alone.
"""

from math import inf, pi

import numpy as np
import pytest

from sandbox.mechanics.world import layout as at
from sandbox.scene import Motion, Parameter, Plane, Signal, Sphere, Spin, World
from sandbox.scene.supports.surface import Surface
from tests.effort import tries
from tests.worlds.made import G, Run, ball, gaps, law, placed, table

BOWL, A, MASS = 0.25, 0.02, 0.26
# friction of the bowl and between balls, resistance to rolling and spinning [m]
FLOOR_MU, MU, RESISTANCE = 0.3, 0.2, 1e-4
# accelerations of a heap that count as none [g] (mechanics/world/stepping/rest.py)
STEADY = 1e-5
TURNS = Parameter("rate", 0.0, "rad/s", low=-10, high=10, live=True, about="rate of the bowl")


def dropped(count, seed, e=0.5, resistance=RESISTANCE, turns=False, late=None, off=0.0, wall=None):
    """Balls at random places above the bottom of a bowl, with small velocities; one more falls from a height `late`.

    off   distance of the bowl from the axis about which it turns [m];  wall   one more support
    """
    random, found, low = np.random.default_rng(seed), [], -0.1
    while len(found) < count:
        for _try in range(200):
            r, turn = 0.5*BOWL*random.uniform(), random.uniform(0.0, 2.0*pi)
            x = np.array([r*np.cos(turn), r*np.sin(turn), low + random.uniform(0.0, 0.05)])
            if len(found) < count and np.linalg.norm(x) < BOWL - 1.05*A and all(
                    np.linalg.norm(x - y) > 2.02*A for y in found):
                found.append(x)
        low += 0.05
    motion = Spin("z", "rate", point=(-off, 0.0, 0.0)) if turns else None
    bowl = table(FLOOR_MU, e, motion, Sphere(BOWL, rim=0.999*BOWL),
                 rolling_resistance=resistance, spinning_resistance=resistance)
    still = {"body": ball(A, MASS), "omega": (0.0, 0.0, 0.0), "on": "floor"}
    balls = [placed(tuple(x), tuple(random.normal(0.0, 0.2, 3)), **still) for x in found]
    if late is not None:
        balls.append(placed((0.01, 0.005, late), (0.0, 0.0, 0.0), **still))
    # the floor is where heights are measured from: it lies below the bowl
    supports = {"bowl": bowl, "floor": table(0.0, surface=Plane().placed((0.0, 0.0, -1.1*BOWL)))}
    supports |= {} if wall is None else {"wall": wall}
    return Run(World(supports, balls, {("ball", "ball"): law(MU, e)}), [TURNS] if turns else [])


def in_wall(x):
    """Gaps to the bowl [m]."""
    return BOWL - A - np.linalg.norm(x, axis=1)


def is_at_rest(run):
    return bool((run.modes == at.RESTS).all())


def until_rest(run, seconds=8.0):
    """Goes on until all lie; no gap closes by more than 1e-9 of a radius, and no energy comes from anywhere."""
    ledger = run.ledger
    while not is_at_rest(run):
        assert run.t < seconds, "still moves"
        run.advance(run.h)
        assert gaps(run.x, np.full(len(run.x), A)).min() >= -1e-9*A, run.t
        assert in_wall(run.x).min() >= -1e-9*A, run.t
        # [J] what pushing overlaps of rounding apart may lift, of some weights by 1e-10 a
        assert run.ledger <= ledger + 1e-9*MASS*G*A, run.t
        ledger = run.ledger
    assert run.simulation.drift < 1e-12
    return run


@pytest.mark.parametrize("seed", range(tries(10, 100)))
def test_ten_balls_come_to_rest(seed):
    run = until_rest(dropped(10, seed))
    still = run.states.tobytes()
    run.advance(1.0)
    assert run.states.tobytes() == still


@pytest.mark.parametrize(("count", "seed"), [(3, 0), (20, 1), (25, 2), (50, 3), (60, 4)])
def test_small_and_large_heaps_come_to_rest(count, seed):
    run = until_rest(dropped(count, seed))
    still = run.states.tobytes()
    run.advance(1.0)
    assert run.states.tobytes() == still


@pytest.mark.parametrize("e", [0.0, 0.3, 0.8])
def test_putty_and_lively_balls_come_to_rest(e):
    until_rest(dropped(10, 5, e), seconds=20.0)


def test_stays_at_rest_for_minutes():
    run = until_rest(dropped(10, 3))
    still, lost = run.states.tobytes(), run.ledger
    run.advance(120.0)
    assert run.states.tobytes() == still
    assert run.ledger == lost


def forces_of(run):
    """(ball, other ball or -1, force on the ball) of each contact that is told."""
    found = [(b, -1, state[at.BEGINS:at.BEGINS + 3]) for b, state in enumerate(run.states)]
    entries = run.y[run.room.lasting_at:run.room.ledger_at].reshape(-1, at.ENTRY)
    for entry in entries[entries[:, at.FIRST] >= 0.0]:
        found.append((int(entry[at.FIRST]), int(entry[at.OTHER]), entry[at.SLIPS_OFF:at.SLIPS_OFF + 3]))
    return [contact for contact in found if contact[2].any()]


@pytest.mark.parametrize(("count", "seed"), [(10, 0), (10, 1), (10, 2), (25, 3)])
@pytest.mark.parametrize("resistance", [0.0, RESISTANCE])
def test_what_lies_is_in_equilibrium(count, seed, resistance):
    """The sum of forces and of moments of each ball, cones and signs, by normals from places."""
    run = dropped(count, seed, resistance=resistance)
    until_rest(run)
    weight, force, moment, held = MASS*G, np.zeros((count, 3)), np.zeros((count, 3)), np.zeros(count)
    force[:, 2] = -weight
    for b, other, F in forces_of(run):
        n = -run.x[b]/np.linalg.norm(run.x[b]) if other < 0 else (run.x[b] - run.x[other])/(2.0*A)
        N = n @ F
        assert N > 0.0
        assert np.linalg.norm(F - N*n) <= (FLOOR_MU if other < 0 else MU)*N*(1.0 + 1e-9)
        force[b] += F
        moment[b] += np.cross(-A*n, F)
        if other < 0:
            held[b] = resistance*N
        else:
            force[other] -= F
            moment[other] += np.cross(-A*n, F)
    # [N], [N m]: sums of three numbers that count as none, for a solid ball
    assert np.abs(force).max() <= 3.0*STEADY*weight
    size = np.linalg.norm(moment, axis=1)
    # across and along the normal each
    assert (size <= np.sqrt(2.0)*held + 3.0*STEADY*weight*A).all()


@pytest.mark.parametrize("resistance", [0.0, RESISTANCE])
def test_two_gears(resistance):
    """Two balls on the bottom, each turning about its normal, do not slip on each other: only resistance ends that."""
    normal, spin = np.array([A, 0.0, np.sqrt((BOWL - A)**2 - A*A)])/(BOWL - A), 5.0
    balls = [placed((-sign*A, 0.0, -(BOWL - A)*normal[2]), (0.0, 0.0, 0.0), ball(A, MASS), on="bowl",
                    omega=(spin*normal[0], 0.0, sign*spin*normal[2])) for sign in (1.0, -1.0)]
    bowl = table(FLOOR_MU, 0.5, surface=Sphere(BOWL), rolling_resistance=resistance, spinning_resistance=resistance)
    run = Run(World({"bowl": bowl}, balls, {("ball", "ball"): law(MU, 0.5)})).advance(3.0)
    # [rad/s] k_s g/(2/5 a^2) of deceleration but for what the lean of the force adds: still after 0.8 s
    assert np.linalg.norm(run.w, axis=1) == pytest.approx(spin if resistance == 0.0 else 0.0, abs=1e-9)
    assert np.abs(run.v).max() < 1e-9


def test_wakes_when_the_bowl_turns():
    run = until_rest(dropped(10, 4, turns=True))
    before = run.x.copy()
    run.simulation.set("rate", 2.0)
    run.advance(0.5)
    assert np.abs(run.x - before).max() > A
    while not is_at_rest(run) and run.t < 20.0:
        run.advance(0.25)
    assert is_at_rest(run)
    # carried as one body: distances stay, each turns with the bowl
    apart = gaps(run.x, np.full(10, A))
    assert np.abs(run.w - (0.0, 0.0, 2.0)).max() == 0.0
    run.advance(5.0)
    assert is_at_rest(run)
    assert np.abs(gaps(run.x, np.full(10, A)) - apart).max() < 1e-12*BOWL


def test_wakes_when_a_wall_comes_to_it():
    """It lies still until the wall is there, which pushes all of it up the bowl."""
    come = Motion(shift=(Signal(), Signal((-0.8, 0.4)), Signal()))
    run = until_rest(dropped(10, 4, wall=table(0.0, motion=come, surface=Surface(lambda x, y, z: y))))
    assert run.t < 1.5
    lies, least = run.x.copy(), inf
    while run.t < 2.0:
        run.advance(run.h)
        least = min(least, (run.x[:, 1] - (0.4*run.t - 0.8)).min() - A)
    # the wall is at the middle of the bowl [m]; a sub-step ends without overlap
    assert -1e-9*A < least < 1e-3*A
    assert np.abs(run.x - lies).max() > A
    assert in_wall(run.x).min() > -1e-9*A


def test_wakes_when_it_is_carried_to_a_wall():
    """The bowl turns about an axis far off, evenly: the heap rests in it until it comes to a wall that stands."""
    run = until_rest(dropped(10, 4, turns=True, off=0.6, wall=table(0.0, surface=Surface(lambda x, y, z: 0.5 - y))))
    run.simulation.set("rate", 0.5)
    run.advance(0.1)
    while not is_at_rest(run):
        assert run.t < 4.0
        run.advance(run.h)
    gap = 0.5 - run.x[:, 1].max() - A
    assert gap > A
    least = gap
    stop = run.t + 3.0
    while run.t < stop:
        run.advance(run.h)
        least = min(least, 0.5 - run.x[:, 1].max() - A)
    assert -1e-9*A < least < 1e-3*A
    assert not is_at_rest(run)


def test_wakes_when_a_ball_falls_on_it():
    """One more ball, from high up: the heap lies still until it comes, then it moves."""
    run = dropped(10, 6, late=6.0)
    while not (run.modes[:10] == at.RESTS).all():
        run.advance(run.h)
        assert run.t < 1.1
    lies = run.x[:10].copy()
    assert (run.modes[:10] == at.RESTS).all()
    run.advance(1.2 - run.t)
    assert np.abs(run.x[:10] - lies).max() > 0.01*A
    assert gaps(run.x, np.full(11, A)).min() >= -1e-9*A
    assert run.simulation.drift < 1e-12


def test_same_bits_of_a_heap():
    one, two = dropped(10, 7).advance(1.0), dropped(10, 7)
    for _step in range(240):
        two.advance(two.h)
        two.simulation.snapshot()
    assert one.y.tobytes() == two.y.tobytes()
    last = two.y.tobytes()
    assert two.simulation.go_to(150)
    two.simulation.advance(90)
    assert two.y.tobytes() == last


def test_said():
    """Small steps and rest are told."""
    run = until_rest(dropped(10, 0))
    said = " ".join(event.sentence for event in run.simulation.events)
    assert "small time steps" in said
    assert "has come to rest" in said
