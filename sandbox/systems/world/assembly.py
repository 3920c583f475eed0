"""From the words of a world of balls to a system that runs.

Laws of contact in a world of balls: how they are written down, and which are followed.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple, cast

import numpy as np

from sandbox.errors import BadValue
from sandbox.integration.mode_functions import ModeFunctions
from sandbox.mechanics import layout as lay
from sandbox.mechanics.probe import Pose
from sandbox.mechanics.world import frame
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.events.divided import FEWEST
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.tasks import island_task
from sandbox.mechanics.world.stepping.task import stepping_task
from sandbox.mechanics.world.supports import NEVER
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.contact import Contact
from sandbox.scene.joints import Hinge, Motor
from sandbox.scene.motions import Motion, Signal, Spin, Still
from sandbox.scene.start import Ground
from sandbox.scene.supports.surface import Surface
from sandbox.scene.supports.surfaces import Plane
from sandbox.scene.world import Placed, World
from sandbox.systems.addresses import address_of, wanted_soon
from sandbox.systems.fields import check_body, surface_fields
from sandbox.systems.motion_numbers import delayed, put_motion, put_signal
from sandbox.systems.protocol import LiveSignal
from sandbox.systems.world.bodies import (
    Below,
    check_apart,
    check_count,
    check_kinks,
    mass_of,
    moment_of,
    put_shapes,
    reach_of,
    started_body,
)
from sandbox.systems.world.cornered import FUNCTIONS as CORNERED_FUNCTIONS
from sandbox.systems.world.cornered import (
    CorneredRoom,
    CorneredSystem,
    check_cornered,
    has_corners,
    put_corners,
    reach_of_corners,
    started_cornered,
)
from sandbox.systems.world.hulls import tables_of
from sandbox.systems.world.joints import put_joints, string_count, ties_of
from sandbox.systems.world.laws import check_laws, only_law, pair_laws, put_support_law
from sandbox.systems.world.numbers import Room
from sandbox.systems.world.piled import FUNCTIONS as PILED_FUNCTIONS
from sandbox.systems.world.piled import (
    PiledRoom,
    PiledSystem,
    blocks_of,
    check_pile,
    check_pile_apart,
    is_pile,
    put_pile,
)
from sandbox.systems.world.placing import check_overlaps, check_wall, started
from sandbox.systems.world.sharing import do_half, sharing
from sandbox.systems.world.system import FUNCTIONS, WorldSystem
from sandbox.text import _

# balls of a world: of ten thousand a few seconds are kept to go back to
MOST_BALLS = 10_000
# normal speed after an impact that is none, as a share of sqrt(g a)
CAPTURE = 2e-5


class Moment(NamedTuple):
    """When bodies are placed, and which: those of a world as it begins, or what an edit of a run puts.

    t         [s]
    placed    numbers of the bodies that are placed, None for all; the others are where they are
    changed   numbers of the supports that are others for these than before
    """

    t: float = 0.0
    placed: frozenset[int] | None = None
    changed: frozenset[int] = frozenset()

    def places(self, body: int) -> bool:
        """Whether a body is placed."""
        return self.placed is None or body in self.placed


class Support(NamedTuple):
    """A support of a world, ready to be written down."""

    name: str
    surface: Surface
    motion: Motion
    contact: Contact | None
    hinge: Hinge | None


AT_START = Moment()


class Kind(NamedTuple):
    """What follows a world: its room and system, the functions of flat faces if it has some, what writes its bodies."""

    room: Callable[..., Room]
    system: type[WorldSystem]
    functions: ModeFunctions | None
    put: Callable


def _kind_of(world: World) -> Kind:
    """The Kind of a world, or BadValue where what it has can't be followed in one."""
    if is_pile(world):
        check_pile(world)
        tables, _places = tables_of([placed.body for placed in world.bodies])
        return Kind(partial(PiledRoom, tables=tables.size, blocks=len(blocks_of(world))), PiledSystem, PILED_FUNCTIONS,
                    lambda bodies, room, p, calls: put_pile(world, room, p))
    if has_corners(world):
        check_cornered(world)
        return Kind(CorneredRoom, CorneredSystem, CORNERED_FUNCTIONS,
                    lambda bodies, room, p, calls: put_corners(cast(Body, bodies[0]), room, p))
    return Kind(Room, WorldSystem, None, put_shapes)


def assemble_world(world: World, values: Mapping) -> WorldSystem:
    """Returns the system of a world of balls, or BadValue with the reason why there is none."""
    system, supports = lay_out_world(world, values), supports_of(world)
    room, p, y = system.room, system.p, system.y
    put_weights(supports, system)
    put_starts(world, supports, system, values)
    joints = put_joints(world, room, p, y)
    return replace(system, joints=joints).started()


def lay_out_world(world: World, values: Mapping) -> WorldSystem:
    """Returns the system of a world of balls as far as it is known before they start, or BadValue.

    What needs the pose of a support at the start is not a number yet.
    """
    balls = _bodies(world)
    is_piled, kind = is_pile(world), _kind_of(world)
    supports = supports_of(world)
    gravity = _gravity(supports)
    only = [body for body in balls if isinstance(body, Ball)]
    for on in world.supports.values():
        if only:
            check_body(on.surface, max(only, key=lambda ball: ball.radius))
    fields = [surface_fields(support.surface) for support in supports]
    # a block has room for the most parameters of a surface
    block = at.SMALLEST_BLOCK + max(1, *(parameters.size for *_addresses, parameters in fields))
    room = kind.room(
        len(balls), len(supports), sum(s.hinge is not None for s in supports), block, len(ties_of(world)),
        len(balls) if is_piled else len(balls) - len(only), string_count(world))
    p, y, calls = room.parameters(), room.state(), np.zeros(room.addresses, np.int64)
    _put_engine(calls, len(balls), len(supports), kind.functions)
    p[at.GRAVITY:at.GRAVITY + 3] = gravity
    reaches = [reach_of_corners(body) if isinstance(body, Body) and body.corners else reach_of(body) for body in balls]
    p[at.LARGEST] = max(reaches)
    p[at.CAPTURE] = CAPTURE*float(np.sqrt((np.linalg.norm(gravity) or 9.80665)*min(body.size for body in balls)))
    p = _with_laws(world, kind, room, p)
    p[at.AT_ONCE] = {"in_turn": at.IN_TURN, "newton": at.NEWTON, "poisson": at.POISSON}[world.at_once]
    for i, body in enumerate(balls):
        start = room.balls_at + i*at.BALL
        p[start + at.MASS], p[start + at.INERTIA], p[start + at.RADIUS] = mass_of(body), moment_of(body), reaches[i]

    live: dict[str, LiveSignal] = {}
    free = 0
    for s, (support, (slopes, domain, parameters)) in enumerate(zip(supports, fields, strict=True)):
        start = room.block_at(s)
        if s < len(world.supports):
            # the laboratory is a frame only: nothing lands on it
            calls[2*s:2*s + 2] = slopes, domain
        block = p[start:start + room.block]
        block[at.SMALLEST_BLOCK:at.SMALLEST_BLOCK + parameters.size] = parameters
        found = _put_support(block, support, values, free if support.hinge is not None else -1)
        if support.hinge is not None:
            y[room.free_at + free*at.TURNING:][:2] = support.hinge.angle, support.hinge.rate
            free += 1
        for name, signal in found.items():
            signal = signal._replace(place=start + at.OF_MOTION + signal.place, first=start + at.OF_MOTION)
            first = live.get(name)
            live[name] = signal if first is None else first._replace(more=(*first.more, signal))
    kind.put(balls, room, p, calls)
    for k in range(room.joints):
        p[int(p[at.JOINTS_AT]) + k*at.JOINT_SIZE:][:at.JOINT_SIZE] = np.nan
    shown = supports[:-1]
    return kind.system(
        tuple(balls), world.names, tuple(world.supports), tuple(s.surface for s in shown),
        tuple(s.motion for s in shown), room, p, y, calls, live, room_for=room.most)


def _put_engine(calls: np.ndarray, balls: int, supports: int, flat: ModeFunctions | None):
    """Writes the addresses of what a frame calls; nothing is compiled that is not needed. flat: of flat faces."""
    if flat is not None:
        wanted_soon(flat.entries)
        return
    wanted_soon((island_task, stepping_task, frame.reconsider, *FUNCTIONS.entries))
    calls[at.CALLS_OF_SUPPORT*supports + at.CALL_ISLAND] = address_of(island_task)
    calls[at.CALLS_OF_SUPPORT*supports + at.CALL_STEPPING] = address_of(stepping_task)
    if balls >= FEWEST and (os.cpu_count() or 1) > 1:
        # the callback has what it shares out compiled
        calls[at.CALLS_OF_SUPPORT*supports + at.CALL_SHARE] = address_of(do_half) and sharing().address


def _bodies(world: World) -> list[Ball | Body]:
    found = []
    for name, placed in zip(world.names, world.bodies, strict=True):
        if placed.body.carried:
            raise BadValue(_("world, body '{name}': a body of a world of several has nothing inside").format(
                name=name))
        found.append(placed.body)
    if len(found) > MOST_BALLS:
        raise BadValue(_("world: got {found} balls, at most {most} are followed").format(
            found=len(found), most=MOST_BALLS))
    check_count(found)
    check_kinks(world.names, found)
    return found


def supports_of(world: World) -> list[Support]:
    """Returns the supports in their order, and behind them the laboratory at rest."""
    hinges: dict[str, Hinge] = {}
    for joint in world.joints:
        if not isinstance(joint, Hinge):
            continue
        if joint.support not in world.supports:
            raise BadValue(_("world, hinge: no support is called {found!r}; there are {known}").format(
                found=joint.support, known=", ".join(world.supports)))
        if joint.support in hinges:
            raise BadValue(_("world: the support {name!r} hangs on two hinges").format(name=joint.support))
        hinges[joint.support] = joint
    found = []
    for name, on in world.supports.items():
        motion, hinge, surface = on.motion, hinges.get(name), on.surface
        if on.surface.defines != "contact":
            raise BadValue(_("world, support '{name}': needs the touched surface, not that of a ball's centre").format(
                name=name))
        if hinge is not None:
            if motion != Still(motion.gravity):
                raise BadValue(_("world, support '{name}': hangs on a hinge, so its motion can't be given").format(
                    name=name))
            motion = Spin(hinge.axis, hinge.rate, hinge.point, motion.gravity)
            surface = replace(surface, hangs_on=cast(tuple[float, float, float], hinge.axis))
        found.append(Support(name, surface, motion, on.contact, hinge))
    _check_counts(len(found), len(hinges))
    return [*found, Support("", Plane(), Still(found[0].motion.gravity), None, None)]


def _check_counts(supports: int, hinges: int):
    """BadValue where there are more than small steps have room for, which look at all of them."""
    # one place is the laboratory's
    if supports > here.MOST_SLOTS - 1:
        raise BadValue(_("world: got {found} supports, at most {most} are followed").format(
            found=supports, most=here.MOST_SLOTS - 1))
    if hinges > here.MOST_FREE:
        raise BadValue(_("world: got {found} hinges, at most {most} are followed").format(
            found=hinges, most=here.MOST_FREE))


def _with_laws(world: World, kind: Kind, room: Room, p: np.ndarray) -> np.ndarray:
    """Returns p with the law of any two bodies, or with the table of several behind it."""
    laws = pair_laws(world)
    if laws is None:
        p[at.PAIR_FRICTION], p[at.PAIR_RESTITUTION] = only_law(world)
        return p
    check_laws(world, kind.functions)
    p[at.LAWS], p[at.LAWS_AT] = len(laws.table), p.size
    for i, number in enumerate(laws.classes):
        p[room.balls_at + i*at.BALL + at.LAW_CLASS] = number
    return np.concatenate((p, laws.table.ravel()))


def _gravity(supports: list[Support]) -> np.ndarray:
    gravities = {support.motion.gravity for support in supports}
    if len(gravities) > 1:
        raise BadValue(_("world: its supports have different gravity, {found}").format(
            found=", ".join(map(str, sorted(gravities)))))
    return np.array(gravities.pop(), float)


def _put_support(block: np.ndarray, support: Support, values: Mapping, free: int) -> dict[str, LiveSignal]:
    surface, hinge = support.surface, support.hinge
    put_support_law(block, support.name, support.contact)
    block[at.FREE_INDEX] = free
    block[at.KEPT_AT] = block[at.KEPT_AT + 1] = NEVER
    block[at.IS_PLANE] = float(surface.name in ("plane", "board"))
    block[at.HAS_EDGES] = float(len(surface.edges) > 0)
    own = block[at.OF_MOTION:]
    live = put_motion(own, support.motion, surface, values)
    if hinge is not None:
        block[at.TABLE_INERTIA], block[at.BEARING] = hinge.inertia, hinge.friction
        block[at.TABLE_WEIGHT:at.TABLE_WEIGHT + 3] = np.nan
        if hinge.motor is not None:
            live |= _put_motor(block, hinge.motor, values)
    return live


def _put_motor(block: np.ndarray, motor: Motor, values: Mapping) -> dict[str, LiveSignal]:
    """Writes the motor of a hinge down; its place as a live one is counted from the numbers of the motion."""
    torque = motor.torque
    signal = Signal(live=torque, order=0, limit=motor.limit) if isinstance(torque, str) else Signal((float(torque),))
    put_signal(block, at.MOTOR, signal, values)
    block[at.HAS_MOTOR], block[at.BY_RATE] = 1.0, 0.0 if motor.rate is None else 1.0/motor.rate
    if not signal.live:
        return {}
    return {signal.live: LiveSignal(at.MOTOR - at.OF_MOTION, signal.order, signal.limit)}


def put_weights(supports: list[Support], system: WorldSystem):
    """Writes what a support that hangs on a hinge weighs, and where."""
    room = system.room
    for s, support in enumerate(supports):
        _put_weight(system.p[room.block_at(s):room.block_at(s) + room.block], support)


def _put_weight(block: np.ndarray, support: Support):
    hinge = support.hinge
    if hinge is not None:
        centre = np.subtract(hinge.mass_centre or hinge.point, hinge.point)
        rest = Pose(0.0, _at_angle(block[at.OF_MOTION:], 0.0))
        block[at.TABLE_WEIGHT:at.TABLE_WEIGHT + 3] = hinge.mass*(rest.rotation.T @ centre)


def _at_angle(own: np.ndarray, angle: float) -> np.ndarray:
    own = own.copy()
    own[lay.SPIN + lay.SIGNAL_C] = angle
    return own


def motion_now(system: WorldSystem, supports: list[Support], s: int, t: float) -> np.ndarray:
    """Returns the numbers of a support of which what they say of the instant 0 is so at t [s]."""
    room = system.room
    start = room.block_at(s)
    own = system.p[start + at.OF_MOTION:start + room.block]
    hinge = supports[s].hinge
    if hinge is None:
        return own if t == 0.0 else delayed(own, -t)
    free = room.free_at + int(system.p[start + at.FREE_INDEX])*at.TURNING
    found = _at_angle(own, float(system.y[free + at.ANGLE]))
    found[lay.SPIN + lay.SIGNAL_C + 1] = system.y[free + at.RATE]
    # a run notes there when it looked last
    found[lay.SPIN + lay.SIGNAL_START] = 0.0
    return found


def put_starts(world: World, supports: list[Support], system: WorldSystem, values: Mapping,
               moment: Moment = AT_START):
    """Places bodies on or above their supports, or raises BadValue; p has the supports as they move."""
    room, p, y, calls = system.room, system.p, system.y, system.calls
    names = list(world.supports)
    grounds = [Ground(own, calls[2*s:2*s + 2], Pose(0.0, own), supports[s].surface.name)
               for s in range(len(names)) for own in (motion_now(system, supports, s, moment.t),)]
    leaning: list[tuple[int, int, float]] = []
    for i, placed in enumerate(world.bodies):
        state = y[i*at.STATE:(i + 1)*at.STATE]
        s, walls = int(state[at.ON]), moment.changed
        if moment.places(i):
            s, walls = names.index(world.support_of(placed)), frozenset(range(len(names)))
            start = room.block_at(s)
            _put_start(state, placed, world.names[i], grounds[s], s, supports, p[start:start + room.block], values)
        body = placed.body
        for other in sorted(walls - {s}) if isinstance(body, Ball) else ():
            does = check_wall(state, body.size, world.names[i], names[other], grounds[other],
                              supports[other].surface.solid)
            if does != at.OPEN and state[at.ON] >= 0.0:
                leaning.append((i, -2 - other, does))
    entries = y[room.lasting_at:room.strings_at].reshape(-1, at.ENTRY)
    room_left = np.flatnonzero(entries[:, at.FIRST] < 0.0)
    for k, entry in zip(room_left, leaning, strict=False):
        entries[k, at.FIRST], entries[k, at.OTHER], entries[k, at.DOES] = entry
    _check_room(world, system, moment, [ground.pose for ground in grounds])


def _check_room(world: World, system: WorldSystem, moment: Moment, poses: list[Pose]):
    """BadValue where what is placed is in another body, or a body that is no ball in a support."""
    names, y = list(world.supports), system.y
    states = y[:len(world.bodies)*at.STATE].reshape(-1, at.STATE)
    balls = [i for i, placed in enumerate(world.bodies) if isinstance(placed.body, Ball)]
    if len(balls) < len(states) and not has_corners(world):
        on = [names[int(state[at.ON])] if not moment.places(i) and state[at.ON] >= 0.0 else world.support_of(placed)
              for i, (state, placed) in enumerate(zip(states, world.bodies, strict=True))]
        check_apart(world.names, names, on, y, system.p, system.calls, moment)
    if is_pile(world):
        check_pile_apart(world, states, poses)
    elif balls:
        check_overlaps(states[balls], [world.bodies[i].body.size for i in balls], tuple(world.names[i] for i in balls),
                       [moment.places(i) for i in balls])


def _put_start(state: np.ndarray, placed: Placed, name: str, ground: Ground, s: int, supports: list[Support],
               block: np.ndarray, values: Mapping):
    state[:] = 0.0
    if isinstance(placed.body, Ball):
        found = started(placed.body, placed.start, name, ground, block)
    elif placed.body.corners:
        found = started_cornered(placed.body, placed.start, name, ground)
    else:
        on = supports[s]
        below = Below(on.surface, on.motion, on.contact, values, ground.p)
        found = started_body(placed.body, placed.start, name, below)
    state[at.X:at.X + 3], state[at.V:at.V + 3] = found.x, found.v
    state[at.W:at.W + 3], state[at.Q:at.Q + 4] = found.w, found.q
    state[at.ON] = s if found.mode != at.OPEN else -1
    state[at.MODE] = found.mode
    state[at.FRAME] = s if supports[s].hinge is None else len(supports) - 1
