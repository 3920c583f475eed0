"""Boxes, hulls and balls that meet as a world (mechanics/world/patches): written down, started, and its system."""

from dataclasses import dataclass, replace
from typing import NamedTuple, cast

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.integration import hybrid
from sandbox.integration.mode_functions import ModeFunctions
from sandbox.integration.status import NOT_FINITE
from sandbox.mechanics.probe import Pose
from sandbox.mechanics.world import energy
from sandbox.mechanics.world import frame as of_balls
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners.layout import MOST_CORNERS
from sandbox.mechanics.world.patches import frame, shown
from sandbox.mechanics.world.patches import layout as pl
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.world import World
from sandbox.systems.protocol import Data, Event, Jump, Laws, instant
from sandbox.systems.tables import ModeRow
from sandbox.systems.world.bodies import moment_of
from sandbox.systems.world.hulls import corners_of, half_edges, tables_of
from sandbox.systems.world.numbers import Room
from sandbox.systems.world.system import WorldSystem
from sandbox.systems.world.table import piled_rows
from sandbox.text import _

FUNCTIONS = ModeFunctions(lambda: (frame.step, energy.observe, of_balls.settle, shown.report))
# an overlap of this share of the smaller size is contact: files carry about 12 digits
TOUCHING = 1e-9
# weight of shares that add up to 1, in sizes of bodies: of a distance d its square is off by d^2/FIRM^2 of it
FIRM = 1e3
# corners of a box, in half edges
SIGNS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


def is_pile(world: World) -> bool:
    """Returns whether a world has several bodies, one with corners among them, or a block."""
    return bool(blocks_of(world)) or len(world.bodies) > 1 and any(
        isinstance(placed.body, Body) and placed.body.corners for placed in world.bodies)


def blocks_of(world: World) -> list[int]:
    """Returns the numbers of the supports that are blocks."""
    return [s for s, on in enumerate(world.supports.values()) if on.surface.block is not None]


def check_pile(world: World):
    """Raises BadValue for what can't be followed among several boxes, hulls and balls."""
    if len(world.bodies) > pl.MOST_BODIES:
        raise BadValue(_("world: got {found} bodies with boxes among them, at most {most} are followed").format(
            found=len(world.bodies), most=pl.MOST_BODIES))
    if world.joints:
        raise BadValue(_("world: a body with flat faces is not yet held by joints, nor lies on what hangs on a hinge"))
    for name, placed in zip(world.names, world.bodies, strict=True):
        body = placed.body
        if isinstance(body, Body) and not body.corners:
            raise BadValue(_("world, body '{name}': among bodies with flat faces such and balls are followed, not yet "
                             "a {kind}").format(name=name, kind=_(placed.kind)))
        if isinstance(body, Body) and len(body.corners) > MOST_CORNERS:
            raise BadValue(_("body '{name}': has {found} corners, at most {most} are followed").format(
                name=name, found=len(body.corners), most=MOST_CORNERS))
        if isinstance(body, Body) and not body.rounding > 0.0:
            raise BadValue(_("world, body '{name}': what meets other bodies needs rounded edges, got a rounding of 0"
                             ).format(name=name))
    for name, on in world.supports.items():
        if on.surface.block is None and (on.surface.name != "plane" or on.surface.edges):
            if not any(isinstance(placed.body, Body) for placed in world.bodies):
                raise BadValue(_("world, support '{name}': beside a block balls lie on blocks, and on planes without "
                                 "an edge; other supports are not felt there yet").format(name=name))
            raise BadValue(_("world, support '{name}': several bodies with boxes among them lie on blocks, and on "
                             "planes without an edge; their faces do not feel other supports yet").format(name=name))


@dataclass(frozen=True)
class PiledRoom(Room):
    """As Room, with what a pile needs besides.

    grown    for more contacts than it began with
    tables   numbers of the tables of its hulls;  blocks  how many of its supports are
    """

    grown: bool = False
    tables: int = 0
    blocks: int = 0

    @property
    def contacts(self) -> int:
        """They stand behind the ledger."""
        return 0

    @property
    def size(self) -> int:
        """Numbers of the state."""
        return self.touching_at + pl.contacts_of(self.balls, self.grown)*pl.ENTRY + pl.BEHIND + self.balls*pl.RIDING

    @property
    def touching_at(self) -> int:
        """Where the contacts begin in y."""
        return super().size

    @property
    def arrangement(self) -> tuple[dict[int, int], int]:
        """What stands in its head, and the size of its array."""
        return pl.arrangement(self.balls, self.grown, self.tables, self.blocks)

    def parameters(self) -> np.ndarray:
        """Returns p with its head filled in, scratch at its end."""
        before, (head, size) = super().parameters(), self.arrangement
        p = np.concatenate((before, np.zeros(size)))
        for place, number in head.items():
            p[before.size + place] = number
        return p

    def state(self) -> np.ndarray:
        """Returns a state in which nothing touches or rests."""
        y = super().state()
        rides_at = self.size - self.balls*pl.RIDING
        y[self.touching_at:rides_at - pl.BEHIND].reshape(-1, pl.ENTRY)[:, pl.WHO] = -1.0
        y[rides_at:].reshape(-1, pl.RIDING)[:, pl.RIDES_ON] = -1.0
        return y

    def pairs_in(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns who touches what."""
        end = self.size - pl.BEHIND - self.balls*pl.RIDING
        lasting = y[:, self.touching_at:end].reshape(len(y), -1, pl.ENTRY)
        return lasting[..., pl.WHO], lasting[..., pl.WITH]

    @property
    def most(self) -> int:
        """Numbers of the state where it has grown."""
        return replace(self, grown=True).size

    def given(self, p: np.ndarray) -> np.ndarray:
        """Returns the places of p that hold: of the pile its head, and what bodies are."""
        pile, bodies = self.shape_at(p, self.shapes), int(self.pile_in(p)[pl.BODIES_AT])
        own = [pile + place for place in self.arrangement[0]]
        tables = pile + int(self.pile_in(p)[pl.TABLES_AT])
        own += range(tables, tables + self.tables)
        own += [pile + bodies + b*pl.BODY + place for b in range(self.balls + self.blocks)
                for place in (*range(pl.HALF, pl.ASLEEP), pl.REACH, pl.IS_SUPPORT)]
        # that a block never rests is not told anew
        own += [pile + bodies + b*pl.BODY + pl.ASLEEP for b in range(self.balls, self.balls + self.blocks)]
        return np.concatenate((super().given(p), own))

    def pile_in(self, p: np.ndarray) -> np.ndarray:
        """Returns the array of the pile in parameters."""
        return p[self.shape_at(p, self.shapes):]

    def more(self, p: np.ndarray, y: np.ndarray) -> tuple["PiledRoom", np.ndarray, np.ndarray]:
        """Returns a room with more contacts, and p and y of a run in it: all is as it was."""
        room = replace(self, grown=True)
        more_p, more_y = room.parameters(), room.state()
        before = p.size - self.pile_in(p).size
        more_p[:before], more_p[at.SIZE] = p[:before], room.size
        start, end = int(self.pile_in(p)[pl.BODIES_AT]), int(self.pile_in(p)[pl.CONTACTS_AT])
        room.pile_in(more_p)[start:end] = self.pile_in(p)[start:end]
        contacts, behind = pl.contacts_of(self.balls)*pl.ENTRY, pl.BEHIND + self.balls*pl.RIDING
        more_y[:self.touching_at + contacts] = y[:-behind]
        more_y[-behind:] = y[-behind:]
        return room, more_p, more_y


@dataclass(frozen=True, eq=False)
class PiledSystem(WorldSystem):
    """Boxes and balls on planes: an Automaton (systems/protocol.py)."""

    room: PiledRoom
    functions: ModeFunctions = FUNCTIONS

    def jump(self, data: Data, status: int, count: int) -> Jump:
        """A pile that has come to more contacts than there is room for goes on in more room, once; else it ends."""
        if status != NOT_FINITE or self.room.pile_in(data.p)[pl.IS_FULL] == 0.0:
            return super().jump(data, status, count)
        if self.room.grown:
            sentence = _("More than {most} points touch at once {when}: so many are not followed; the last good state "
                         "is shown.").format(most=pl.contacts_of(self.room.balls, True), when=instant(data.t, data.h))
            return Jump(data.mode, data.y, ended=Event(data.t, 0, "stop", sentence))
        grown = self._grown(data.p, data.y, data.calls, 1)
        return Jump(data.mode, grown.y, system=grown)

    def _grown(self, p: np.ndarray, y: np.ndarray, calls: np.ndarray, stage: int) -> "PiledSystem":
        """Returns it with more room, in the state of a run."""
        room, p, y = self.room.more(p, y)
        return replace(self, room=room, p=p, y=y, calls=calls.copy(), stage=stage)

    def started(self) -> "PiledSystem":
        """Returns it as it goes on from its start, in as much room as that needs; or BadValue."""
        started = cast(PiledSystem, super().started())
        if self.room.pile_in(self.p)[pl.IS_FULL] == 0.0:
            return started
        if self.room.grown:
            raise BadValue(_("world: more than {most} points of its bodies touch at the start").format(
                most=pl.contacts_of(self.room.balls, True)))
        return self._grown(self.p, self.y, self.calls, 0).started()

    def reconsider(self, data: Data, before: Laws | None) -> Jump | None:
        """Returns the jump that a hand asks for at once, or None."""
        jump = super().reconsider(data, before)
        if self.room.grown or self.room.pile_in(data.p)[pl.IS_FULL] == 0.0:
            return jump
        grown = self._grown(data.p, data.y, data.calls, 1)
        return Jump(data.mode, grown.reconsidered(data.t, grown.y, grown.p, grown.calls), system=grown)

    def change(self, data: Data, contact: Laws):
        """As of any world. What rests is looked at anew: other laws may not hold it."""
        super().change(data, contact)
        modes = data.y[:len(self.bodies)*at.STATE].reshape(-1, at.STATE)[:, at.MODE]
        modes[modes == at.RESTS] = at.OPEN

    def reconsidered(self, t: float, y: np.ndarray, p: np.ndarray, calls: np.ndarray) -> np.ndarray:
        """Returns a state in which each contact does what it can."""
        found = np.empty_like(y)
        hybrid.evaluate(frame.reconsider.address, t, y, p, calls, found)
        return found

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of what its bodies do."""
        return piled_rows(self.functions.all_entries)


def put_pile(world: World, room: Room, p: np.ndarray):
    """Writes all bodies and blocks to p."""
    pile, bodies = room.shape_at(p, room.shapes), [placed.body for placed in world.bodies]
    first = pile + int(p[pile + pl.BODIES_AT])
    surfaces = [on.surface for on in world.supports.values()]
    for k, s in enumerate(blocks_of(world)):
        *edges, rounding = cast(tuple[float, ...], surfaces[s].block)
        own = p[first + (len(bodies) + k)*pl.BODY:][:pl.BODY]
        own[pl.HALF:pl.HALF + 3], own[pl.ROUNDING], own[pl.CORNERS] = np.array(edges) - rounding, rounding, 8.0
        own[pl.REACH], own[pl.IS_SUPPORT] = np.linalg.norm(own[pl.HALF:pl.HALF + 3]) + rounding, s
    tables, places = tables_of(bodies)
    tables_at = pile + int(p[pile + pl.TABLES_AT])
    p[tables_at:tables_at + tables.size] = tables
    for b, body in enumerate(bodies):
        numbers, start = p[room.balls_at + b*at.BALL:][:at.BALL], room.shape_at(p, b)
        numbers[at.SHAPE], numbers[at.SHAPE_AT] = b + 1.0, start
        inertia = np.eye(3)*moment_of(body) if isinstance(body, Ball) else np.asarray(body.inertia, float)
        p[start + at.TENSOR:][:9], p[start + at.INVERSE_TENSOR:][:9] = inertia.ravel(), np.linalg.inv(inertia).ravel()
        p[start + at.LENGTH] = body.size
        own_at = first + b*pl.BODY
        own, half = p[own_at:][:pl.BODY], half_edges(body)
        own[pl.HALF:pl.HALF + 3] = np.zeros(3) if half is None else half
        own[pl.ROUNDING], own[pl.CORNERS] = _swept(body), len(_points_of(body))
        own[pl.REACH] = numbers[at.RADIUS]
        if half is None:
            own[pl.TABLE] = tables_at + places[b] - own_at


def _swept(body: Ball | Body) -> float:
    """Radius of the ball that sweeps a body's corners, or a point [m]."""
    return body.radius if isinstance(body, Ball) else body.rounding


def _points_of(body: Ball | Body) -> np.ndarray:
    """What a body is swept over: its corners (n, 3) from the mass centre, of a ball its middle."""
    return np.zeros((1, 3)) if isinstance(body, Ball) else corners_of(body)


class Swept(NamedTuple):
    """What a ball sweeps, where it is: corners (n, 3) in their axes, that ball's radius, middle (3,) [m], axes as
    columns (3, 3).

    half   half edges (3,) of what is a box or a point, else None;  overlaps  size whose share TOUCHING is contact [m]
    """

    name: str
    corners: np.ndarray
    half: np.ndarray | None
    radius: float
    x: np.ndarray
    axes: np.ndarray
    overlaps: float


def swept_of(name: str, body: Ball | Body, state: np.ndarray) -> Swept:
    """A body in the state of a world (STATE,)."""
    return Swept(name, _points_of(body), half_edges(body), _swept(body), state[at.X:at.X + 3],
                 np.array(matrix_of(*state[at.Q:at.Q + 4])).reshape(3, 3), body.size)


def check_pile_apart(world: World, states: np.ndarray, poses: list[Pose]):
    """Raises BadValue where two bodies, or a body and a block, overlap at the start; states (n, STATE), poses of all
    supports."""
    bodies = [swept_of(name, placed.body, state)
              for name, placed, state in zip(world.names, world.bodies, states, strict=True)]
    for i, one in enumerate(bodies):
        for two in bodies[i + 1:]:
            if (depth := _overlap(one, two)) > 0.0:
                raise BadValue(_("world: the bodies '{one}' and '{two}' overlap by {depth:.3g} m at the start").format(
                    one=one.name, two=two.name, depth=depth))
        for s in blocks_of(world):
            *half, radius = cast(tuple[float, ...], list(world.supports.values())[s].surface.block)
            edges = np.array(half) - radius
            block = Swept(list(world.supports)[s], SIGNS*edges, edges, radius, poses[s].to_lab(np.zeros(3)),
                          poses[s].rotation, one.overlaps)
            if (depth := _overlap(one, block)) > 0.0:
                raise BadValue(_("world, body '{name}': overlaps the support '{wall}' by {depth:.3g} m at the start"
                                 ).format(name=one.name, wall=block.name, depth=depth))


def _overlap(one: Swept, two: Swept) -> float:
    """How deep two are in each other [m], 0.0 where they do no more than touch; up to both radii is seen."""
    apart, swept = float(np.linalg.norm(one.x - two.x)), one.radius + two.radius
    if apart > sum(float(np.linalg.norm(body.corners, axis=1).max()) for body in (one, two)) + swept:
        return 0.0
    is_hull = one.half is None or two.half is None
    # of the bodies of a row or of a tower nearly all are parted by a face, which costs a hundredth of their distance
    if not is_hull and parted(one, two) >= swept:
        return 0.0
    depth = swept - (distance_of_hulls(one, two) if is_hull else _distance(one, two))
    return depth if depth > TOUCHING*min(one.overlaps, two.overlaps) else 0.0


def parted(one: Swept, two: Swept) -> float:
    """How far apart the boxes that two are swept over are along the normal of the face that parts them most [m].

        max over n of |n (x_2 - x_1)| - sum_k |n a_k| h_k,    a_k and h_k: axes and half edges of both

    Below 0 where no face is between them; never more than their distance.
    """
    normals = np.hstack((one.axes, two.axes))
    reach = sum(np.abs(normals.T @ box.axes) @ cast(np.ndarray, box.half) for box in (one, two))
    return float((np.abs((two.x - one.x) @ normals) - reach).max())


def _distance(one: Swept, two: Swept) -> float:
    """Distance of the boxes that two are swept over [m]; 0 where they overlap.

    The nearest points of two boxes by projections in turn onto what is linear in six numbers (a least square with
    bounds).
    """
    from scipy.optimize import lsq_linear

    bounds = np.maximum(np.concatenate((cast(np.ndarray, one.half), cast(np.ndarray, two.half))), 1e-12)
    found = lsq_linear(np.hstack((one.axes, -two.axes)), two.x - one.x, (-bounds, bounds), tol=1e-14)
    return float(np.sqrt(2.0*found.cost))


def distance_of_hulls(one: Swept, two: Swept) -> float:
    """Distance of the hulls of the corners that two are swept over [m]; 0 where they overlap.

    Their nearest points as sums of corners with shares of 0 or more, which add up to 1: of a least square those sums
    are told to by equations that weigh FIRM times as much.
    """
    from scipy.optimize import nnls

    a, b = one.corners @ one.axes.T + one.x - two.x, two.corners @ two.axes.T
    firm = FIRM*float(np.linalg.norm(two.corners, axis=1).max() + np.linalg.norm(one.corners, axis=1).max())
    sums = np.zeros((2, len(a) + len(b)))
    sums[0, :len(a)] = sums[1, len(a):] = firm
    shares, _left = nnls(np.vstack((np.hstack((a.T, -b.T)), sums)), np.array((0.0, 0.0, 0.0, firm, firm)))
    share, other = shares[:len(a)], shares[len(a):]
    return float(np.linalg.norm(share @ a/share.sum() - other @ b/other.sum()))
