"""Boxes and balls among blocks, supports with edges: what is pushed over an edge falls, what lies within it rests.

Oracles: the edge itself; uniform accelerations; a box that tips over a round edge without friction, integrated by scipy
from Newton's equations; the same motion on a plane; distances of boxes by bounded least squares.
"""

from math import cos, radians, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import lsq_linear

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.mechanics.world import layout as at
from sandbox.scene import (
    Ball,
    Block,
    Box,
    Contact,
    Coulomb,
    Motion,
    On,
    Placed,
    Plane,
    Signal,
    Slab,
    Smooth,
    Spin,
    Start,
    Still,
    World,
)
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world

G, STEP = 9.81, 1/240
BOX = Box(0.06, 0.05, 0.04, 0.001, density=700.0)
# a table 0.2 m high whose upper side is level up to EDGE [m]
LONG, HIGH, ROUND = 0.4, 0.2, 0.004
TABLE, EDGE = Block(LONG, 0.3, HIGH, ROUND).placed((0.0, 0.0, 0.5*HIGH)), 0.5*LONG - ROUND


def dry(mu, restitution=0.0) -> Contact:
    """Coulomb's law, or none of friction."""
    return Contact(Coulomb(mu) if mu > 0.0 else Smooth(), restitution=restitution)


def run_of(placed, blocks, mu=0.3, motion=None, floor=0.3) -> Integration:
    """Bodies among blocks over a floor."""
    kinds = {one.kind for one in placed}
    supports = {"floor": On(Plane(), contact=dry(floor))} if floor is not None else {}
    supports |= {name: On(block, motion or Still(), dry(mu)) for name, block in blocks.items()}
    return Integration(assemble_world(World(supports, placed, {(a, b): dry(0.3) for a in kinds for b in kinds
                                                               if a <= b}), {}), STEP)


def states(run) -> np.ndarray:
    """The states (n, STATE) of all bodies."""
    return run.y[:run.system.room.free_at].reshape(-1, at.STATE)


def turning(state) -> np.ndarray:
    """Body -> laboratory."""
    return np.array(matrix_of(*state[at.Q:at.Q + 4])).reshape(3, 3)


def all_rest(run) -> bool:
    return bool((states(run)[:, at.MODE] == at.RESTS).all())


# ---- rest, and where it ends ----------------------------------------------------------------------------------------


def test_what_lies_on_a_block_does_not_creep_and_sleeps():
    placed = [Placed(BOX, Start(mass_centre=(0.1, 0.0, 0.22))), Placed(BOX, Start(mass_centre=(0.115, 0.0, 0.26))),
              Placed(Ball(0.01, mass=0.1), Start(mass_centre=(0.0, 0.0, 0.21))),
              Placed(Ball(0.01, mass=0.1), Start(at=(0.0, -0.1)), on="table"),
              Placed(Ball(0.01, mass=0.1), Start(at=(0.05, -0.1, 0.21)), on="table"),
              Placed(BOX, Start(at=(0.0, 0.1)), on="table")]
    run = run_of(placed, {"table": TABLE})
    run.advance(2)
    assert states(run)[:, 2] == pytest.approx((0.22, 0.26, 0.21, 0.21, 0.21, 0.22), abs=1e-15) and all_rest(run)
    before = run.y.copy()
    run.advance(10*240)
    assert np.array_equal(run.y, before)


@pytest.mark.parametrize("along", [0, 1])
@pytest.mark.parametrize("side, stands", [(-1e-9, True), (1e-9, False)])
def test_a_box_tips_where_its_centre_passes_the_edge(side, stands, along):
    place = [0.0, 0.0, 0.22]
    place[along] = (EDGE, 0.15 - ROUND)[along] + side*0.06
    run = run_of([Placed(BOX, Start(mass_centre=tuple(place)))], {"table": TABLE})
    run.advance(12)
    turned = abs(states(run)[0, at.W + 1 - along])
    assert all_rest(run) == stands
    assert (turned == 0.0) if stands else (1e-10 < turned < 1e-6)


@pytest.mark.parametrize("side, stands", [(-1e-9, True), (1e-9, False)])
def test_a_box_on_a_post_that_is_narrower_rests_on_its_corners(side, stands):
    """Corners of the block bear its face."""
    post = Block(0.02, 0.02, 0.1, 0.001).placed((0.0, 0.0, 0.05))
    run = run_of([Placed(BOX, Start(mass_centre=(0.009 + side*0.06, 0.003, 0.12)))], {"post": post})
    run.advance(12)
    assert all_rest(run) == stands
    if not stands:
        assert 1e-10 < states(run)[0, at.W + 1] < 1e-6
        while run.t < 2.0 and not all_rest(run):
            run.advance(12)
        assert all_rest(run) and states(run)[0, 2] < 0.06 and run.drift < 1e-10


def tipping(seconds, speed):
    """Place (x, z) and angle of a smooth box that has gone over the edge for so long, without friction.

    The edge is a cylinder of the radius ROUND about its core; the lower face stays on it: with n the normal of the
    face out of the box and c the axis of the cylinder, n.(c - x) = h + ROUND, h half the height. The force is along n.
    """
    m, J, h = BOX.mass, BOX.inertia[1][1], 0.02
    axis = np.array((EDGE, HIGH - ROUND))

    def rates(t, s):
        x, v, angle, w = s[:2], s[2:4], s[4], s[5]
        n, along = np.array((-sin(angle), -cos(angle))), np.array((cos(angle), -sin(angle)))
        # n' = -w along, along' = w n: n.(axis - x) is constant, its second derivative 0; the moment about y is -N arm
        arm, gravity = (axis - x) @ along, np.array((0.0, -G))
        N = (n @ gravity - 2.0*w*(along @ v) + w*w*(n @ (axis - x)))/(1.0/m + arm*arm/J)
        return [*v, *(gravity - N*n/m), w, -N*arm/J]
    start = [EDGE, HIGH + h, speed, 0.0, 0.0, 0.0]
    return solve_ivp(rates, (0.0, seconds), start, method="DOP853", rtol=1e-13, atol=1e-15).y[:, -1]


def test_a_box_that_slides_over_the_edge_tips_there_falls_and_lies_on_the_floor():
    speed, way = 0.5, 0.05
    run = run_of([Placed(BOX, Start(mass_centre=(EDGE - way, 0.0, 0.22), velocity=(speed, 0.0, 0.0)))],
                 {"table": TABLE}, mu=0.0)
    run.advance(int(way/speed/STEP))
    assert np.abs(states(run)[0, at.W:at.W + 3]).max() < 1e-12 and abs(states(run)[0, 2] - 0.22) < 1e-14
    run.advance(10)
    x, z, _vx, _vz, angle, w = tipping(run.t - way/speed, speed)
    state = states(run)[0]
    # [m, rad, rad/s] what an event that is located to 1e-13 s and steps of the 8th order leave
    assert (state[0], state[2], 2.0*np.arcsin(state[at.Q + 2]), state[at.W + 1]) == pytest.approx(
        (x, z, angle, w), abs=1e-9)
    assert angle > 0.05
    while run.t < 3.0 and not all_rest(run):
        run.advance(12)
    state = states(run)[0]
    lowest = (np.array(BOX.corners) @ turning(state).T)[:, 2].min() - BOX.rounding
    assert all_rest(run) and state[2] + lowest == pytest.approx(0.0, abs=1e-12)
    assert run.drift < 1e-10


# ---- balls and ramps ------------------------------------------------------------------------------------------------


def test_a_ball_rolls_off_the_end_and_flies():
    radius, speed, away = 0.01, 0.8, 0.096
    run = run_of([Placed(Ball(radius), Start(mass_centre=(EDGE - away, 0.0, HIGH + radius), velocity=(speed, 0.0, 0.0),
                                             omega=(0.0, speed/radius, 0.0)))], {"table": TABLE})
    # v^2 > g (r + R): the round edge does not hold it
    lands = away/speed + sqrt(2.0*HIGH/G)
    found = []
    while run.t < lands + 2.0*STEP:
        run.advance(1)
        found += [event.t for event in run.news() if event.kind == "impact"]
    assert found[0] == pytest.approx(lands, abs=1e-9)
    assert run.drift < 1e-12
    before = run_of([Placed(Ball(radius), Start(mass_centre=(EDGE, 0.0, HIGH + radius), velocity=(speed, 0.0, 0.0),
                                                omega=(0.0, speed/radius, 0.0)))], {"table": TABLE})
    before.advance(40)
    flown = before.t
    assert states(before)[0, :3] == pytest.approx((EDGE + speed*flown, 0.0, HIGH + radius - 0.5*G*flown**2), abs=1e-9)


SLOPE, DOWN = radians(20.0), np.array((cos(radians(20.0)), 0.0, -sin(radians(20.0))))
UP = np.array((sin(SLOPE), 0.0, cos(SLOPE)))
RAMP = Block(0.6, 0.2, 0.02, 0.002).placed((0.0, 0.0, 0.4), (0.0, 1.0, 0.0), SLOPE)
# stands across the foot of the ramp, its face 0.29 m from the middle
STOP = Block(0.02, 0.2, 0.1, 0.001).placed(tuple(np.array((0.0, 0.0, 0.4)) + 0.3*DOWN + 0.05*UP), (0.0, 1.0, 0.0),
                                           SLOPE)


def on_ramp(s, height):
    """A place so far down from the middle of the ramp and above it [m]."""
    return tuple(np.array((0.0, 0.0, 0.4)) + s*DOWN + (0.01 + height)*UP)


@pytest.mark.parametrize("mu", [0.0, 0.2])
def test_a_box_slides_down_a_ramp_to_its_foot(mu):
    start = Start(mass_centre=on_ramp(-0.2, 0.02), orientation=(cos(0.5*SLOPE), 0.0, sin(0.5*SLOPE), 0.0))
    run = run_of([Placed(BOX, start)], {"ramp": RAMP, "stop": STOP}, mu=mu)
    foot = sqrt(2.0*(0.29 - 0.03 + 0.2)/(G*(sin(SLOPE) - mu*cos(SLOPE))))
    found = []
    while run.t < foot + 2.0*STEP:
        run.advance(1)
        found += [event.t for event in run.news() if event.kind == "impact"]
    assert found[0] == pytest.approx(foot, abs=1e-9)
    assert run.drift < 1e-10


def test_a_ball_rolls_down_a_ramp_to_its_foot():
    run = run_of([Placed(Ball(0.01), Start(mass_centre=on_ramp(-0.2, 0.01)))], {"ramp": RAMP, "stop": STOP})
    foot = sqrt(2.0*(0.29 - 0.01 + 0.2)/(5/7*G*sin(SLOPE)))
    found = []
    while run.t < foot + 2.0*STEP:
        run.advance(1)
        found += [event.t for event in run.news() if event.kind == "impact"]
    assert found[0] == pytest.approx(foot, abs=1e-9)


@pytest.mark.parametrize("mu, waits", [(np.tan(SLOPE)*(1.0 + 1e-9), True), (np.tan(SLOPE)*(1.0 - 1e-9), False)])
def test_a_box_stays_on_a_ramp_up_to_the_angle_of_friction(mu, waits):
    start = Start(mass_centre=on_ramp(0.0, 0.02), orientation=(cos(0.5*SLOPE), 0.0, sin(0.5*SLOPE), 0.0))
    run = run_of([Placed(BOX, start)], {"ramp": RAMP}, mu=mu)
    run.advance(24)
    assert all_rest(run) == waits


# ---- driven blocks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("motion", [
    Motion(shift=(Signal((0.1,), cosine=-0.1, nu=5.0), Signal(), Signal())),     # slips with 0.25 g
    Motion(shift=(Signal((0.02,), cosine=-0.02, nu=5.0), Signal(), Signal())),   # rides
    Spin("z", 2.0)])
def test_a_driven_block_carries_as_a_plane_that_is_driven_so(motion):
    start = Start(mass_centre=(0.08, 0.0, 0.22))
    run = run_of([Placed(BOX, start, on="table")], {"table": TABLE}, mu=0.15, motion=motion)
    plane = Integration(assemble_world(World(
        {"table": On(Plane().placed((0.0, 0.0, HIGH)), motion, dry(0.15))},
        [Placed(BOX, start), Placed(BOX, Start(mass_centre=(5.0, 0.0, 0.22)))], {("box", "box"): dry(0.3)}), {}), STEP)
    for each in (run, plane):
        each.advance(60)
    assert np.abs(states(run)[0, :9] - states(plane)[0, :9]).max() < 1e-9      # [m, m/s, rad/s] events of slip
    assert run.drift < 1e-10


# ---- many -----------------------------------------------------------------------------------------------------------


def gap_of(state, block) -> float:
    """Distance of BOX and a block at rest [m]."""
    axes = np.array(matrix_of(*(cos(0.5*block.tilt), *(sin(0.5*block.tilt)*np.array(block.tilt_axis))))).reshape(3, 3)
    half = np.concatenate((np.abs(np.array(BOX.corners)).max(axis=0), np.array(block.block[:3]) - block.block[3]))
    both, way = np.hstack((turning(state), -axes)), np.array(block.origin) - state[:3]
    found = lsq_linear(both, way, (-half, half), tol=1e-15)
    return float(np.linalg.norm(both @ found.x - way)) - BOX.rounding - block.block[3]


def test_boxes_that_fall_on_stairs_never_are_in_them_and_their_books_close():
    random = np.random.default_rng(5)
    stairs = {f"step {k}": Block(0.12, 0.3, 0.04*(k + 1), 0.002).placed((-0.12*k, 0.0, 0.02*(k + 1)))
              for k in range(3)}
    placed = [Placed(BOX, Start(mass_centre=(-0.1*k, 0.03*random.normal(), 0.25 + 0.05*k),
                                orientation=tuple(random.normal(size=4)), omega=tuple(random.normal(size=3)*4)))
              for k in range(4)]
    run = run_of(placed, stairs)
    while run.t < 3.0 and not all_rest(run):
        run.advance(4)
        # what lifting leaves behind small steps [sizes]
        assert min(gap_of(state, block) for state in states(run) for block in stairs.values()) > -1e-9*BOX.size
    assert all_rest(run) and run.drift < 1e-10
    before = run.y.copy()
    run.advance(240)
    assert np.array_equal(run.y, before)


def test_far_sides_of_thin_boxes_do_not_meet():
    """A box that slid over the edge of a thin one, nothing else being near, was thrown back by edges below it."""
    plate = Box(0.3, 0.2, 0.02, 0.002, mass=50.0)
    placed = [Placed(plate, Start(mass_centre=(0.0, 0.0, 0.01))),
              Placed(BOX, Start(mass_centre=(0.1, 0.0, 0.04), velocity=(0.9, 0.0, 0.0)))]
    run = Integration(assemble_world(World({"floor": On(Plane(), contact=dry(0.3))}, placed,
                                           {("box", "box"): dry(0.0)}), {}), STEP)
    run.advance(8)
    assert states(run)[1, 0] == pytest.approx(0.1 + 0.9*run.t, abs=1e-12)


# ---- what is refused ------------------------------------------------------------------------------------------------


def test_what_blocks_cannot_be_is_refused():
    start = Start(mass_centre=(0.0, 0.0, 0.22))
    with pytest.raises(BadValue, match="half of the shortest"):
        Block(0.2, 0.1, 0.01, 0.006)
    with pytest.raises(BadValue, match="block"):
        Block(0.2, 0.1, 0.01, 0.0)
    with pytest.raises(BadValue, match="overlaps the support 'table' by"):
        run_of([Placed(BOX, Start(mass_centre=(0.0, 0.0, 0.219)))], {"table": TABLE})
    with pytest.raises(BadValue, match="overlaps the support 'table' by"):
        run_of([Placed(Ball(0.01), Start(mass_centre=(0.0, 0.0, 0.209)))], {"table": TABLE})
    with pytest.raises(BadValue, match="lie on blocks"):
        run_of([Placed(BOX, start)], {"table": TABLE, "slab": Slab(0.2, 0.1, 0.01).placed((3.0, 0.0, 0.0))})
