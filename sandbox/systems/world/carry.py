"""A world that goes on as another one: what stays keeps its state, bit by bit, what was put there starts as placed.

Bodies, supports and joints are known by their names. A body that touches a support which is another one now is placed
again where it is, as fast as it is: it may lie on it, slip, or fly.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.integration import hybrid
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.world import layout as at
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.start import Start
from sandbox.scene.world import Placed, World
from sandbox.systems.motion_numbers import delayed
from sandbox.systems.protocol import Data
from sandbox.systems.world.assembly import (
    Moment,
    Support,
    lay_out_world,
    put_starts,
    put_weights,
    supports_of,
)
from sandbox.systems.world.joints import PlacedJoint, put_joints
from sandbox.systems.world.system import WorldSystem
from sandbox.text import _

# the numbers of how a support moves
MOVES = slice(lay.SPIN, lay.IS_STEADY + 1)


@dataclass(frozen=True)
class Kept:
    """What of a world stays as it is.

    bodies, supports   names of those of which nothing was changed
    joints             of each ball joint, spring and string of the new world, its number among those of the old one,
                       -1 for another one
    """

    bodies: frozenset[str]
    supports: frozenset[str]
    joints: tuple[int, ...] = ()


@dataclass(frozen=True)
class Numbering:
    """Where bodies and supports of the old world are in the new one: -1 for what is gone."""

    bodies: np.ndarray
    supports: np.ndarray

    def other(self, number: int) -> int | None:
        """Returns what a contact or a joint is with, a ball or -2 - s for the support s; None where that is gone."""
        found = int(self.bodies[number] if number >= 0 else self.supports[-2 - number])
        return None if found < 0 else found if number >= 0 else -2 - found


def carried(old: WorldSystem, was: World, data: Data, new: World, values: Mapping, kept: Kept) -> WorldSystem:
    """Returns the system of the new world, in the state in which the old one goes on as it; or BadValue.

    was     the old world;  data  state and parameters of its run now;  values  of the parameters now
    The change of the energy is in the ledger of the new state, as the work of who made it.
    """
    if type(old) is not WorldSystem:
        raise BadValue(_("a world with a body with flat faces is changed at its start only"))
    if data.p[at.HELD] >= 0.0:
        raise BadValue(_("the hand holds a body: let go first"))
    system, supports = lay_out_world(new, values), supports_of(new)
    if type(system) is not WorldSystem:
        raise BadValue(_("a body with flat faces is put there at the start only"))
    numbering = Numbering(*(np.array([to.index(name) if name in to else -1 for name in names]) for names, to in (
        (old.names, new.names), ((*old.support_names, ""), (*new.supports, "")))))
    _carry_motions(old, was, data, system, new, supports)
    put_weights(supports, system)
    changed = frozenset(s for s, name in enumerate(new.supports) if name not in kept.supports)
    _carry_bodies(old, data, system, supports, numbering)
    _carry_contacts(old, data, system, numbering)
    again = _again(system, new, kept, numbering, changed)
    placed = frozenset(again) | {i for i, name in enumerate(new.names) if name not in kept.bodies}
    _forget_contacts(system, placed, changed)
    _wake(system, numbering, placed, changed)
    where = replace(new, bodies=tuple(again.get(i, one) for i, one in enumerate(new.bodies)))
    put_starts(where, supports, system, values, Moment(data.t, placed, changed))
    joints = put_joints(where, system.room, system.p, system.y, data.t, _joints_that_stay(
        old, data, new, kept, numbering, placed))
    system = replace(system, joints=joints)
    y = system.reconsidered(data.t, system.y, system.p, system.calls)
    y[system.room.ledger_at + at.LEDGER] += (
        _defect(system, data.t, y, system.p, system.calls) - _defect(old, data.t, data.y, data.p, data.calls))
    return replace(system, y=y)


def _defect(system: WorldSystem, t: float, y: np.ndarray, p: np.ndarray, calls: np.ndarray) -> float:
    """E_J less the ledger [J]."""
    seen = np.zeros(obs.OBSERVATION)
    hybrid.observe(system.modes["world"].table, t, y, p, calls, seen)
    return float(seen[obs.DEFECT])


# ---- supports -------------------------------------------------------------------------------------------------------

def _carry_motions(old: WorldSystem, was: World, data: Data, system: WorldSystem, new: World, supports: list[Support]):
    """Lets supports go on as they move: what moves otherwise than before begins to do so now."""
    hinges = {support.name: support.hinge for support in supports_of(was)}
    for s, support in enumerate(supports[:-1]):
        own = _block(system, system.p, s)[at.OF_MOTION:]
        before = old.support_names.index(support.name) if support.name in old.support_names else -1
        theirs = _block(old, data.p, before)[at.OF_MOTION:] if before >= 0 else own
        if support.hinge is not None:
            hinge = hinges.get(support.name)
            if hinge is not None and (hinge.axis, hinge.point) == (support.hinge.axis, support.hinge.point):
                free = system.room.free_at + int(_block(system, system.p, s)[at.FREE_INDEX])*at.TURNING
                there = old.room.free_at + int(_block(old, data.p, before)[at.FREE_INDEX])*at.TURNING
                system.y[free:free + at.TURNING] = data.y[there:there + at.TURNING]
        elif before >= 0 and hinges.get(support.name) is None and _moves_alike(was, new, support.name):
            own[MOVES] = theirs[MOVES]
        else:
            own[:] = delayed(own, data.t)
            if before >= 0 and _turns_alike(was, new, support.name):
                own[lay.SPIN + lay.SIGNAL_C] += _value(theirs[lay.SPIN:lay.SPIN + lay.SIGNAL_SIZE], data.t)
    for name, signal in system.live.items():
        if name in old.live:
            there = old.live[name].place
            for place, *_others in (signal, *signal.more):
                system.p[place:place + lay.SIGNAL_SIZE] = data.p[there:there + lay.SIGNAL_SIZE]


def _moves_alike(was: World, new: World, name: str) -> bool:
    """Whether a support moves as before, about another point perhaps."""
    one, other = was.supports[name].motion, new.supports[name].motion
    return replace(one, point=(0.0, 0.0, 0.0)) == replace(other, point=(0.0, 0.0, 0.0))


def _turns_alike(was: World, new: World, name: str) -> bool:
    """Whether a support turns about the axis that it turned about, at another rate: it goes on from where it is."""
    one, other = was.supports[name].motion, new.supports[name].motion
    return replace(one, angle=other.angle, point=other.point) == other


def _value(signal: np.ndarray, t: float) -> float:
    """The value of a signal at t [s]."""
    phase = signal[lay.SIGNAL_NU]*t
    swings = signal[lay.SIGNAL_SINE]*np.sin(phase) + signal[lay.SIGNAL_COSINE]*np.cos(phase)
    return float(np.polyval(signal[lay.SIGNAL_C:lay.SIGNAL_C + 6][::-1], t - signal[lay.SIGNAL_START]) + swings)


def _block(system: WorldSystem, p: np.ndarray, s: int) -> np.ndarray:
    start = system.room.block_at(s)
    return p[start:start + system.room.block]


# ---- bodies ---------------------------------------------------------------------------------------------------------

def _carry_bodies(old: WorldSystem, data: Data, system: WorldSystem, supports: list[Support], numbering: Numbering):
    """Writes the states of the bodies that are still there; one whose support is gone flies."""
    lab = len(supports) - 1
    for i, place in enumerate(numbering.bodies):
        if place < 0:
            continue
        state = system.y[place*at.STATE:(place + 1)*at.STATE]
        state[:] = data.y[i*at.STATE:(i + 1)*at.STATE]
        frame = int(numbering.supports[int(state[at.FRAME])])
        state[at.FRAME] = lab if frame < 0 or supports[frame].hinge is not None else frame
        if state[at.ON] >= 0.0:
            on = int(numbering.supports[int(state[at.ON])])
            state[at.ON] = on
            if on < 0 and state[at.MODE] in (at.ROLLS, at.SLIPS):
                state[at.MODE] = at.OPEN


def _carry_contacts(old: WorldSystem, data: Data, system: WorldSystem, numbering: Numbering):
    """Writes the lasting contacts of what is still there; a body whose support is gone lies on another that it touches.
    """
    found = []
    for k, entry in enumerate(data.y[old.room.lasting_at:old.room.strings_at].reshape(-1, at.ENTRY)):
        if entry[at.FIRST] < 0.0:
            continue
        first, other = int(numbering.bodies[int(entry[at.FIRST])]), numbering.other(int(entry[at.OTHER]))
        if first < 0 or other is None:
            continue
        entry = entry.copy()
        entry[at.FIRST], entry[at.OTHER] = first, other
        state = system.y[first*at.STATE:(first + 1)*at.STATE]
        if other < -1 and state[at.MODE] == at.OPEN:
            state[at.ON], state[at.MODE] = -2 - other, entry[at.DOES]
            state[at.BEGINS:at.BEGINS + 3] = entry[at.SLIPS_OFF:at.SLIPS_OFF + 3]
        else:
            found.append((k, entry))
    entries = system.y[system.room.lasting_at:system.room.strings_at].reshape(-1, at.ENTRY)
    is_whole = all(k < len(entries) for k, _entry in found)
    for i, (k, entry) in enumerate(found[:len(entries)]):
        entries[k if is_whole else i] = entry
    system.y[system.room.ledger_at:] = data.y[old.room.ledger_at:]


def _forget_contacts(system: WorldSystem, placed: frozenset[int], changed: frozenset[int]):
    """Drops the lasting contacts of what is placed anew: they are decided again."""
    for entry in system.y[system.room.lasting_at:system.room.strings_at].reshape(-1, at.ENTRY):
        other = int(entry[at.OTHER])
        if int(entry[at.FIRST]) in placed or other in placed or -2 - other in changed:
            entry[:] = 0.0
            entry[:2] = -1.0


def _again(system: WorldSystem, new: World, kept: Kept, numbering: Numbering, changed: frozenset[int]
           ) -> dict[int, Placed]:
    """Returns the bodies that touch what is another support now, as they are, to be placed there again: number -> body.
    """
    found = {}
    names = list(new.supports)
    for i in numbering.bodies[numbering.bodies >= 0].tolist():
        state = system.y[i*at.STATE:(i + 1)*at.STATE]
        if new.names[i] not in kept.bodies or int(state[at.ON]) not in changed or state[at.MODE] not in (
                at.ROLLS, at.SLIPS):
            continue
        start = _start_of(new.bodies[i].body, state)
        found[i] = replace(new.bodies[i], start=start, on=names[int(state[at.ON])])
    return found


def _start_of(body: Ball | Body, state: np.ndarray) -> Start:
    """The start of a body in its present state."""
    centre, v, w, q = (tuple(state[a:a + n].tolist()) for a, n in ((at.X, 3), (at.V, 3), (at.W, 3), (at.Q, 4)))
    if isinstance(body, Ball):
        return Start(at=centre, velocity=v, omega=w, orientation=q)
    return Start(mass_centre=centre, velocity=v, omega=w, orientation=q)


def _wake(system: WorldSystem, numbering: Numbering, placed: frozenset[int],
          changed: frozenset[int]):
    """Wakes what rests in heaps where something of theirs may be gone, or another than before."""
    is_more = (numbering.bodies >= 0).all() and (numbering.supports >= 0).all()
    was_there = set(numbering.bodies.tolist())
    theirs = set(numbering.supports.tolist())
    if is_more and not placed & was_there and not changed & theirs:
        return
    for state in system.y[:system.room.free_at].reshape(-1, at.STATE):
        if state[at.MODE] == at.RESTS:
            state[at.MODE] = at.STEPPED
        if state[at.MODE] == at.STEPPED and state[at.ON] < 0.0:
            state[at.BEGINS:at.BEGINS + 3] = 0.0


# ---- joints ---------------------------------------------------------------------------------------------------------

def _joints_that_stay(old: WorldSystem, data: Data, new: World, kept: Kept, numbering: Numbering,
                      placed: frozenset[int]) -> dict[int, PlacedJoint]:
    """Returns what keeps its points and what it does, by number: that of which nothing was placed anew."""
    found = {}
    strings = [k for k, joint in enumerate(old.joints) if joint.kind == at.STRING]
    for k, before in enumerate(kept.joints):
        joint = old.joints[before] if before >= 0 else None
        if joint is None:
            continue
        ball, other = int(numbering.bodies[joint.ball]), numbering.other(joint.other)
        if ball < 0 or other is None or ball in placed or other in placed:
            continue
        if other >= 0 or -2 - other == len(new.supports) or list(new.supports)[-2 - other] in kept.supports:
            does = float(data.y[old.room.strings_at + strings.index(before)]) if before in strings else joint.does
            found[k] = joint._replace(ball=ball, other=other, does=does)
    return found
