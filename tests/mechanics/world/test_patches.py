"""Boxes that meet boxes, and balls: what is touched is located, nothing is gained, what rests does not creep.

Oracles: momentum and energy of impacts; the energy books; distances of boxes by scipy's bounded least squares; two
dominoes that lean on each other as one degree of freedom: a quadrature of the fall, and what a hit leaves.
"""

from math import cos, sin

import numpy as np
import pytest
from scipy.optimize import brentq, lsq_linear

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners.small_steps import STEPS
from sandbox.scene import (
    Ball,
    Box,
    Contact,
    Coulomb,
    Disk,
    Motion,
    On,
    Placed,
    Plane,
    Rough,
    Signal,
    Smooth,
    Start,
    Still,
    World,
)
from sandbox.scene.supports.surfaces import Sphere
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world
from tests.effort import tries
from tests.oracles.domino_train import DominoTrain

G, STEP = 9.81, 1/240
PLASTIC = Contact(Smooth(), restitution=0.0)


def world_of(placed, pair=PLASTIC, floor=None, motion=None) -> World:
    """Bodies on a plane, rough unless a law is given."""
    kinds = {one.kind for one in placed}
    return World({"floor": On(Plane(), motion or Still(), floor or Contact(Rough(), restitution=0.0))}, placed,
                 contacts={(a, b): pair for a in kinds for b in kinds if a <= b})


def run_of(*args, **named) -> Integration:
    """A run of such a world."""
    return Integration(assemble_world(world_of(*args, **named), {}), STEP)


def states(run) -> np.ndarray:
    """The states (n, STATE) of all bodies."""
    return run.y[:run.system.room.free_at].reshape(-1, at.STATE)


def turning(state) -> np.ndarray:
    """Body -> laboratory."""
    return np.array(matrix_of(*state[at.Q:at.Q + 4])).reshape(3, 3)


def gap_of(one, state, two, other) -> float:
    """Distance of two bodies [m]: of the boxes that they are swept over, less both radii."""
    half = [np.abs(np.array(body.corners)).max(axis=0) if isinstance(body, type(BOX)) else np.full(3, 1e-15)
            for body in (one, two)]
    swept = [body.rounding if isinstance(body, type(BOX)) else body.radius for body in (one, two)]
    bounds, way, axes = np.concatenate(half), other[:3] - state[:3], np.hstack((turning(state), -turning(other)))
    found = lsq_linear(axes, way, (-bounds, bounds), tol=1e-15)
    return float(np.linalg.norm(axes @ found.x - way)) - sum(swept)


BOX = Box(0.1, 0.2, 0.3, 0.005, density=1000.0)


def mechanics_of(bodies, run) -> tuple[np.ndarray, np.ndarray, float]:
    """Momentum, angular momentum about the origin, kinetic energy."""
    p, L, T = np.zeros(3), np.zeros(3), 0.0
    for body, y in zip(bodies, states(run), strict=True):
        m, J = (body.m, np.eye(3)*body.I) if isinstance(body, Ball) else (body.mass, np.array(body.inertia))
        spun = turning(y) @ J @ turning(y).T @ y[at.W:at.W + 3]
        v = y[at.V:at.V + 3]
        p, L, T = p + m*v, L + m*np.cross(y[:3], v) + spun, T + 0.5*m*v @ v + 0.5*spun @ y[at.W:at.W + 3]
    return p, L, T


# ---- flight and impacts ---------------------------------------------------------------------------------------------


def thrown(random, one, two, law, seconds=0.4):
    """Two bodies thrown at each other in weightlessness; their run."""
    def start(side):
        return Start(mass_centre=(0.5*side, 0.0, 10.0), velocity=(-3.0*side, *random.normal(size=2)*0.3),
                     omega=tuple(random.normal(size=3)*5), orientation=tuple(random.normal(size=4)))
    return run_of([Placed(one, start(-1)), Placed(two, start(1))], pair=law, motion=Still(gravity=(0.0, 0.0, 0.0)))


@pytest.mark.parametrize("law, other", [
    (Contact(Smooth(), restitution=1.0), BOX), (Contact(Coulomb(0.3), restitution=0.5), BOX), (PLASTIC, BOX),
    (Contact(Coulomb(0.3), restitution=0.5), Ball(0.08, mass=2.0))])
def test_two_that_are_thrown_at_each_other_keep_momentum_and_gain_nothing(law, other):
    random, bodies, met = np.random.default_rng(3), (BOX, other), 0
    for _throw in range(6):
        run = thrown(random, *bodies, law)
        p, L, T = mechanics_of(bodies, run)
        for _frame in range(12):
            run.advance(8)
            after = mechanics_of(bodies, run)
            scale = sum(np.sqrt(2*T*m) for m in (BOX.mass,))
            assert np.abs(after[0] - p).max() < 1e-12*scale
            if run.y[run.system.room.ledger_at + at.MERGED] == 0.0:
                # small steps, where rigid bodies leave forces open, are of the first order
                assert np.abs(after[1] - L).max() < 1e-10*scale
            assert after[2] < T*(1 + 1e-12)
            assert gap_of(BOX, states(run)[0], other, states(run)[1]) > -1e-9*BOX.size
        assert run.drift < 1e-10
        met += any(event.kind == "impact" for event in run.news())
    assert met >= 4


def edge_on(random, k):
    """A slim box, one of whose edges along x (k = 0) or y is the lowest and the highest of it; how high that is."""
    half, angle = random.uniform(0.02, 0.1, 3), np.radians(random.uniform(20.0, 70.0))
    q = np.zeros(4)
    q[0], q[1 + k] = np.cos(0.5*angle), np.sin(0.5*angle)
    up = np.array(matrix_of(*q)).reshape(3, 3)[2]
    return Box(*(2.0*half), 0.002, density=700.0), tuple(q), np.abs(up) @ (half - 0.002) + 0.002


def test_edges_that_come_fast_across_each_other_are_hit_when_half_the_step_says():
    """Within one frame, beside a body that is much smaller: edges were looked for within its reach only."""
    random, hits, law = np.random.default_rng(5), 0, Contact(Coulomb(0.3), restitution=0.5)
    throws = tries(60, 1000)
    for _throw in range(throws):
        (one, q, low), (two, r, high) = (edge_on(random, k) for k in range(2))
        speed, (x, y) = random.uniform(2.0, 20.0), random.uniform(-0.003, 0.003, 2)
        above, spins, found = low + high + speed*random.uniform(0.05, 0.95)*STEP, random.normal(size=(2, 3))*2.0, []
        for step in (STEP, 0.5*STEP):
            world = world_of([
                Placed(one, Start(mass_centre=(x, y, 5.0 + above), velocity=(0.0, 0.0, -speed),
                                  omega=tuple(spins[0]), orientation=q)),
                Placed(two, Start(mass_centre=(0.0, 0.0, 5.0), omega=tuple(spins[1]), orientation=r)),
                Placed(Ball(0.005, mass=0.01), Start(mass_centre=(3.0, 0.0, 5.0)))], law,
                motion=Still(gravity=(0.0, 0.0, 0.0)))
            run = Integration(assemble_world(world, {}), step)
            run.advance(round(2*STEP/step))
            found.append([event.t for event in run.news() if event.kind == "impact"][:1])
        assert len(found[0]) == len(found[1])
        hits += len(found[0])
        # [s] must: 1e-9; flights are exact, and an impact is located to 1e-12 of a size
        assert not found[0] or abs(found[0][0] - found[1][0]) < 1e-12
    assert hits > 0.9*throws


# ---- rest -----------------------------------------------------------------------------------------------------------


def stack(shifts, box=None):
    """Boxes on each other, shifted along x."""
    box = box or Box(0.2, 0.1, 0.05, 0.001, density=1000.0)
    return [Placed(box, Start(mass_centre=(x, 0.0, 0.025 + 0.05*k))) for k, x in enumerate(shifts)]


def test_a_tower_at_rest_does_not_creep():
    run = run_of(stack([0.01*(-1)**k for k in range(10)]), pair=Contact(Coulomb(0.5), restitution=0.0),
                 floor=Contact(Coulomb(0.5), restitution=0.0))
    run.advance(1)
    assert (states(run)[:, at.MODE] == at.RESTS).all()
    before = run.y.copy()
    run.advance(60*240)
    assert np.array_equal(run.y, before)


@pytest.mark.parametrize("side, stands", [(-1e-9, True), (1e-9, False)])
@pytest.mark.parametrize("n", range(1, 9))
def test_blocks_overhang_by_the_harmonic_sum(n, side, stands):
    """n blocks over the edge of the lowest: each reaches to where the mass centre of all above it is."""
    width = 0.2 - 2*0.001
    above = np.cumsum([width/(2*k)*(1 - 1e-6) for k in range(1, n)][::-1])
    # the mass centre of all that lies on the lowest is at its edge, but for a share of 1e-9
    above = np.concatenate(([0.0], above))
    above += 0.5*width*(1 + side) - above.mean()
    run = run_of(stack([0.0, *above.tolist()]), pair=Contact(Coulomb(0.9), restitution=0.0))
    run.advance(12)
    turned = np.abs(states(run)[:, at.W + 1]).max()
    assert (states(run)[:, at.MODE] == at.RESTS).all() == stands
    assert (turned == 0.0) if stands else (1e-10 < turned < 1e-6)


def test_a_heap_that_has_fallen_sleeps():
    random, body = np.random.default_rng(1), Box(0.06, 0.04, 0.03, 0.001, density=700.0)
    law = Contact(Coulomb(0.4), restitution=0.0)
    run = run_of([Placed(body, Start(mass_centre=(*(random.normal(size=2)*0.02), 0.05 + 0.08*k),
                                     orientation=tuple(random.normal(size=4)))) for k in range(6)], pair=law, floor=law)
    while run.t < 3.0 and not (states(run)[:, at.MODE] == at.RESTS).all():
        run.advance(12)
    assert run.t < 3.0                # a fall of half a metre takes 0.3 s; each comes to rest within a second then
    before = run.y.copy()
    run.advance(240)
    assert np.array_equal(run.y, before)
    assert run.drift < 1e-10


# ---- dominoes -------------------------------------------------------------------------------------------------------

HEIGHT, THICK, DEPTH, PITCH, ROUNDING = 0.048, 0.0075, 0.024, 0.02, 0.0002


def dominoes(n, pair=PLASTIC, tilt=0.2, floor=None):
    """A row of which the first leans."""
    body = Box(THICK, DEPTH, HEIGHT, ROUNDING, density=700.0)
    return run_of([Placed(body, Start(at=(k*PITCH, 0.0), orientation=(cos(tilt/2), 0.0, sin(tilt/2), 0.0) if k == 0
                                      else (1.0, 0.0, 0.0, 0.0))) for k in range(n)], pair=pair, floor=floor), body


def first_hits(run, until) -> dict[int, float]:
    """When each domino is hit first by another."""
    found = {}
    while run.t < until:
        run.advance(1)
        for event in run.news():
            if event.kind == "impact" and event.other >= 0:
                found.setdefault(event.other, event.t)
    return found


class Train:
    """The leaning train: edges of cylinders roll on the floor, each upper edge touches the face before it.

    Angles are those from upright. Theory of one degree of freedom: the energy between hits, and at a hit the momentum
    that belongs to it, omega+ sum r_k^2 J_k = omega- sum' r_k^2 J_k.
    """

    def __init__(self, body):
        self.body, self.r = body, body.rounding
        self.a, self.b = THICK/2 - self.r, HEIGHT/2 - self.r
        self.m, self.J = body.mass, body.inertia[1][1]
        # the first starts with its mass centre over the origin
        self.first = -self.centre(0.2)[0]

    def centre(self, angle, at_=0.0):
        """x and z of a mass centre; the foot has rolled by r angle."""
        x = at_ + self.a + self.r*angle
        return np.array((x - self.a*cos(angle) + self.b*sin(angle), self.r + self.a*sin(angle) + self.b*cos(angle)))

    def gap(self, angle, other):
        """Of the upper front edge of one and the rear face of the next."""
        c, d = self.centre(angle, self.first), self.centre(other, PITCH)
        corner = c + np.array((self.a*cos(angle) + self.b*sin(angle), -self.a*sin(angle) + self.b*cos(angle)))
        n = -np.array((cos(other), -sin(other)))
        return (corner - d) @ n - self.a - 2*self.r

    def inertia(self, angle):
        """About the line of contact."""
        c = self.centre(angle) - np.array((self.a + self.r*angle, 0.0))
        return self.J + self.m*c @ c


def test_the_second_domino_is_hit_when_the_train_says():
    from scipy.integrate import quad

    run, body = dominoes(2)
    train = Train(body)
    hit = brentq(lambda angle: train.gap(angle, 0.0), 0.2, 1.0, xtol=1e-16)
    fall = train.m*G*(train.centre(0.2)[1] - train.centre(hit)[1])

    def slowness(s):
        """dt/ds with angle = 0.2 + s^2; the fall as a product, so that nothing cancels."""
        half = 0.5*s*s
        drop = 2*np.sinc(half/np.pi)*0.5*(train.b*sin(0.2 + half) - train.a*cos(0.2 + half))*train.m*G
        return 2/np.sqrt(2*drop/train.inertia(0.2 + s*s))
    expected = quad(slowness, 0.0, np.sqrt(hit - 0.2), epsabs=1e-13, epsrel=1e-13)[0]
    found = first_hits(run, expected + 2*STEP)
    assert found[1] == pytest.approx(expected, abs=1e-9)
    # what is left by the hit: both turn with the same contact, rate ratio s
    e = 1e-6
    s = -(train.gap(hit + e, 0.0) - train.gap(hit - e, 0.0))/(train.gap(hit, e) - train.gap(hit, -e))
    share = train.inertia(hit)/(train.inertia(hit) + s*s*train.inertia(0.0))
    assert run.lost_in_impacts == pytest.approx(fall*(1 - share), rel=1e-6)


def test_a_row_of_dominoes_falls_as_a_wave_with_closed_books():
    run, body = dominoes(6)
    found = first_hits(run, 0.33)
    assert sorted(found) == [1, 2, 3, 4, 5]
    times = [found[k] for k in range(1, 6)]
    assert all(b < a for a, b in zip(np.diff(times), np.diff(times)[1:], strict=False))
    assert run.drift < 1e-12
    for k in range(5):
        assert gap_of(body, states(run)[k], body, states(run)[k + 1]) > -1e-9*body.size


@pytest.mark.parametrize("friction, pitch", [(Rough(), PITCH), (Coulomb(10.0), PITCH), (Rough(), 0.025)])
def test_the_wave_runs_as_fast_as_the_leaning_train(friction, pitch):
    """Time from hit to hit along the row, against the theory of one degree of freedom."""
    body = Box(THICK, DEPTH, HEIGHT, ROUNDING, density=700.0)
    train = DominoTrain(HEIGHT, THICK, pitch, ROUNDING, body.mass, body.inertia[1][1], G)
    first = Start(at=(train.centre(0.2)[0], 0.0), orientation=(cos(0.1), 0.0, sin(0.1), 0.0))
    run = run_of([Placed(body, first), *(Placed(body, Start(at=(k*pitch, 0.0))) for k in range(1, 14))],
                 floor=Contact(friction, restitution=0.0))
    expected = train.hits(13, 0.2)
    found = first_hits(run, 0.52)
    times = np.diff([found[k] for k in range(1, 13) if k in found])
    # the theory's own quadrature has 1e-8; must: 1e-3
    assert times == pytest.approx(expected[:len(times)], rel=1e-6)
    assert times.size >= 8
    assert pitch != PITCH or PITCH/times[-1] > 1.19         # [m/s]
    assert run.drift < 1e-10


def test_friction_between_dominoes_slows_the_wave():
    """It takes from what the train gives between hits; 0.2 takes about a quarter of the speed."""
    body = Box(THICK, DEPTH, HEIGHT, ROUNDING, density=700.0)
    train = DominoTrain(HEIGHT, THICK, PITCH, ROUNDING, body.mass, body.inertia[1][1], G)
    run, _body = dominoes(11, pair=Contact(Coulomb(0.2), restitution=0.0))
    found = first_hits(run, 0.6)
    assert sorted(found) == list(range(1, 11)) and run.drift < 1e-10
    times, without = np.diff([found[k] for k in range(1, 11)]), train.hits(11, 0.2)
    # the first is hit before anything slides; from the third on each is later
    assert (times[2:] > 1.02*without[2:len(times)]).all() and (times < 2.0*without[:len(times)]).all()


@pytest.mark.parametrize("pair", [PLASTIC, Contact(Coulomb(0.2), restitution=0.0)])
def test_a_row_falls_to_its_end_never_overlaps_and_lies_still(pair):
    run, body = dominoes(20, pair=pair)
    for _look in range(125):
        run.advance(4)
        for k in range(19):
            # rounding of what is located, and what lifting leaves behind small steps [sizes]
            assert gap_of(body, states(run)[k], body, states(run)[k + 1]) > -1e-9*body.size
    # books of some hundred hits and rattling faces [1]
    assert run.drift < 1e-10
    assert all(turning(state)[2, 2] < 0.8 for state in states(run))
    assert np.abs(states(run)[:, at.V:at.V + 3]).max() < 1e-12       # rounding of what pushes against weight [m/s]
    assert (states(run)[:, at.MODE] == at.RESTS).all()
    before = run.y.copy()
    run.advance(240)
    assert np.array_equal(run.y, before)


def test_a_wave_on_a_floor_on_which_they_slip_goes_through_the_row():
    """Small steps leave what slips its slip: taken away, the wave stopped."""
    run, _body = dominoes(20, floor=Contact(Coulomb(0.8), restitution=0.0))
    run.advance(400)
    assert run.drift < 1e-10
    assert max(turning(state)[2, 2] for state in states(run)) < 0.8


def test_a_row_without_friction_among_its_dominoes_sleeps():
    run, _body = dominoes(20, pair=PLASTIC)
    run.advance(500)
    assert (states(run)[:, at.MODE] == at.RESTS).all()
    before = run.y.copy()
    run.advance(240)
    assert np.array_equal(run.y, before)


# ---- what is refused ------------------------------------------------------------------------------------------------


def test_worlds_that_boxes_do_not_meet_in_are_refused():
    box, start, far = Box(0.1, 0.1, 0.1, 0.01), Start(at=(0.0, 0.0)), Start(at=(1.0, 0.0))
    with pytest.raises(BadValue, match="not yet a"):
        assemble_world(world_of([Placed(box, start), Placed(Disk(0.05, 0.01), far)]), {})
    with pytest.raises(BadValue, match="rounded edges"):
        assemble_world(world_of([Placed(box, start), Placed(Box(0.1, 0.1, 0.1), far)]), {})
    with pytest.raises(BadValue, match="overlap"):
        assemble_world(world_of([Placed(box, start), Placed(box, Start(at=(0.05, 0.05)))]), {})
    with pytest.raises(BadValue, match="planes"):
        assemble_world(World({"bowl": On(Sphere(0.5))}, [Placed(box, start), Placed(box, far)]), {})


def test_the_same_run_has_the_same_bits():
    one, _body = dominoes(3)
    two, _body = dominoes(3)
    one.advance(60)
    two.advance(60)
    assert np.array_equal(one.y, two.y)


# ---- towers ---------------------------------------------------------------------------------------------------------

CUBE, DRY = Box(0.05, 0.05, 0.04, 0.001, density=700.0), Contact(Coulomb(0.2), restitution=0.0)


def tower(n, knocked=-1, speed=0.0):
    """Boxes flush on each other, one of which moves along x."""
    return run_of([Placed(CUBE, Start(mass_centre=(0.0, 0.0, 0.04*(k + 0.5)),
                                      velocity=(speed if k == knocked else 0.0, 0.0, 0.0))) for k in range(n)],
                  pair=DRY, floor=DRY)


@pytest.mark.parametrize("boxes", [1, 2])
def test_a_box_that_slides_at_the_start_keeps_its_speed(boxes):
    """It stops after v^2/(2 mu g); what touches at the start held it at once."""
    run = run_of([Placed(CUBE, Start(mass_centre=(0.0, 0.2*k, 0.02), velocity=(0.5, 0.0, 0.0))) for k in range(boxes)],
                 pair=DRY, floor=DRY)
    run.advance(120)
    assert (states(run)[:, at.MODE] == at.RESTS).all()
    # the stop is located; rounding of 60 frames [m]
    assert states(run)[:, 0] == pytest.approx(0.25/(2*0.2*G), abs=1e-9)


@pytest.mark.parametrize("n", [2, 8, 9, 10])
def test_flush_boxes_stand_on_each_other(n):
    """The corners of flush boxes are found from either side, and are one point: ten have room for their forces."""
    run = tower(n)
    run.advance(1)
    assert (states(run)[:, at.MODE] == at.RESTS).all()


def test_a_tower_whose_lowest_box_is_knocked_out_never_overlaps():
    """Small steps left 5e-5 of a size where faces lay flush with their edges crossed."""
    run = tower(10, knocked=0, speed=2.0)
    while run.t < 0.34:
        run.advance(2)
        for k in range(9):
            # what lifting leaves behind small steps [sizes]
            assert gap_of(CUBE, states(run)[k], CUBE, states(run)[k + 1]) > -1e-9*CUBE.size
    assert run.ended is None and run.drift < 1e-10


@pytest.mark.parametrize("pull, nu", [(2.5, 3.0), (4.0, 6.0)])
def test_what_slides_on_a_table_stays_a_tower_as_its_slip_turns_round(pull, nu):
    """Small steps turn boxes by a hair there; one flew off, since edges on its far side were taken to touch."""
    brick, far = Box(0.06, 0.06, 0.04, 0.001, density=700.0), pull/nu**2
    run = run_of([Placed(brick, Start(mass_centre=(0.0, 0.0, (k + 0.5)*0.04))) for k in range(5)],
                 Contact(Coulomb(0.5), restitution=0.0), Contact(Coulomb(0.1), restitution=0.0),
                 Motion(shift=(Signal((far,), cosine=-far, nu=nu), Signal(), Signal())))
    # the table is as slow again as what slides with mu g, which it brakes from then on: it slips on
    turns = brentq(lambda t: pull/nu*sin(nu*t) - 0.1*G*t, 1.6/nu, 3.0/nu)
    run.advance(round(1.1*turns/STEP))
    x = 0.1*G*(0.5*turns**2 + turns*(run.t - turns) - 0.5*(run.t - turns)**2)
    assert pull/nu*sin(nu*run.t) < 0.1*G*(2.0*turns - run.t)
    # [m] where small steps go on from there, friction has turned round within one of them
    assert np.abs(states(run)[:, 0] - x).max() < 2*0.1*G*(STEP/STEPS)*(run.t - turns)
    assert np.abs(states(run)[:, 1]).max() < 1e-6 and (states(run)[:, at.Q] > 1.0 - 1e-10).all()


def test_a_tower_tips_beside_another_as_it_does_alone():
    """What is known of one contact does not write over what is known of others."""
    brick, law = Box(0.06, 0.06, 0.04, 0.001, density=700.0), Contact(Coulomb(0.8), restitution=0.0)
    amplitude, nu = 0.66, 3.0                # 0.6 g: a tower of three tips, one of two does not
    shaken = Motion(shift=(Signal((amplitude,), cosine=-amplitude, nu=nu), Signal(), Signal()))

    def tower(n, y):
        return [Placed(brick, Start(mass_centre=(0.0, y, (k + 0.5)*0.04))) for k in range(n)]

    both, alone = (run_of(placed, law, law, shaken) for placed in ([*tower(2, 0.2), *tower(3, 0.0)], tower(3, 0.0)))
    for run in (both, alone):
        run.advance(48)
    table = amplitude*(1.0 - cos(nu*both.t))
    # [m] rounding of rows that depend on each other, grown e-fold 2 times while it tips
    assert np.abs(states(both)[:2, 0] - table).max() < 1e-12
    assert np.abs(states(both)[2:, :3] - states(alone)[:, :3]).max() < 1e-11
    assert turning(states(alone)[0])[2, 2] < 0.97
