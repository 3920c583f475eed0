"""From the words of a world with one body to a system."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import cast

import numpy as np

from sandbox.errors import BadValue
from sandbox.integration import arrays, hybrid
from sandbox.integration.mode_functions import ModeFunctions
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.contact.among import among, reach
from sandbox.mechanics.contact.mode import FREE, HELD, SLIPPING
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.probe import Pose
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.contact import Contact
from sandbox.scene.start import Ground
from sandbox.scene.supports.on import On
from sandbox.scene.world import Placed, World
from sandbox.systems.contact.assembly import assemble, assemble_contact, equipped, put_equipped
from sandbox.systems.contact.contact_system import ContactSystem
from sandbox.systems.contact.ground import check_words, put_size
from sandbox.systems.contact.layouts import Found, Key, keep, key_of, known, put_live
from sandbox.systems.contact.modes import mode_of
from sandbox.systems.contact.placing import TOUCHING
from sandbox.systems.contact.states import read
from sandbox.systems.contact.system import System
from sandbox.systems.protocol import LiveSignal, Mode, data_of
from sandbox.systems.renewed import renewed
from sandbox.systems.supports.one_support import OneSupport, as_rolling, own_mode
from sandbox.systems.supports.passing import joining
from sandbox.systems.supports.system import SupportsSystem
from sandbox.text import _

# points where searches begin, by the bits of all that they are found from
_GUESSES: dict[tuple, np.ndarray] = {}
MOST_GUESSES = 256

# what the states of the modes say of the body, by what they do at the contact
PLACES = {HELD: reach.AT_CONTACT, SLIPPING: reach.SLIPPING, FREE: reach.ALOFT}


def assemble_supports(world: World, values: Mapping) -> SupportsSystem:
    """Returns the system of a world with one body, or BadValue with the reason why it can't be."""
    bare, placed = lay_out_supports(world, values), world.bodies[0]
    started, part = _started(placed, world.supports[bare.home], values), bare.parts[bare.home]
    y = np.concatenate((started.y, np.zeros(part.watching)))
    found = renewed(bare, body=started.body, mode=part.mode(started.mode), y=y, notes=started.notes, made_of=world,
                    values=dict(values))
    _put_nearest(found, part)
    return found


def lay_out_supports(world: World, values: Mapping) -> SupportsSystem:
    """Returns the system of a world with one body as far as it is known before it starts, or BadValue."""
    placed, home = world.bodies[0], world.support_of(world.bodies[0])
    # the names of the supports are those of modes
    key = key_of((home, *world.supports), placed.body,
                 *((on.surface, on.motion, on.contact) for on in world.supports.values()))
    found = known(key)
    if key is not None and found is not None:
        return _again(found, key, world, values)
    return keep(key, _laid_out_anew(world, placed, home, values))


def _again(kept: Found, key: Key, world: World, values: Mapping) -> SupportsSystem:
    """A system that is kept, with these values of its live parameters and these words."""
    found = cast(SupportsSystem, kept.system)
    p, calls, body = found.p.copy(), found.calls, world.bodies[0].body
    put_live(p, found.live, values)
    if kept.key.supports != key.supports:
        _check(world, world.bodies[0])
        calls = calls.copy()
        _put_other_supports(found, p, calls, world, values)
    elif kept.key.body != key.body:
        for (name, part), on in zip(found.parts.items(), world.supports.values(), strict=True):
            _put_other_body(p[part.p], body, on, name == found.home)
    parts = {}
    for (name, part), on in zip(found.parts.items(), world.supports.values(), strict=True):
        contact = part.system.contact if on.contact is None else on.contact
        parts[name] = renewed(part, system=renewed(part.system, body=body, surface=on.surface, motion=on.motion,
                                                   p=p[part.p], contact=contact))
    system = parts[found.home].system
    return renewed(found, body=body, surface=system.surface, motion=system.motion, p=p, calls=calls, parts=parts,
                   contact={name: part.system.contact for name, part in parts.items()
                            if part.system.contact is not None})


def _put_other_supports(found: SupportsSystem, p: np.ndarray, calls: np.ndarray, world: World, values: Mapping):
    """Write the numbers of other surfaces and motions of the same kinds, and which of them now move alike."""
    alone = {name: _alone(world.bodies[0], on, name == found.home, values) for name, on in world.supports.items()}
    for name, part in found.parts.items():
        p[part.p] = alone[name].p
        alike = [_are_alike(alone[name], alone[other]) for other in part.others]
        for block in part.calls.values():
            calls[block][lay.OTHER_ALIKE:lay.OTHER_ALIKE + len(alike)] = alike


def _put_other_body(p: np.ndarray, body: Ball | Body, on: On, is_home: bool):
    """Write the numbers of another body of the same kind to those of one support."""
    put_size(p, body, on.motion)
    put_equipped(p, body, _law_of(on))
    if _is_only_rolling(body, on, is_home):
        _put_only_rolling(p, body)


@lru_cache(maxsize=1)
def _rough() -> Contact:
    return Contact()


def _law_of(on: On) -> Contact:
    """The law of the contact with a support, absolutely rough where none was said."""
    return _rough() if on.contact is None else on.contact


def _is_only_rolling(body: Ball | Body, on: On, is_home: bool) -> bool:
    """Whether a ball goes on as in a scene with that support alone, until it leaves it: on its first one."""
    return is_home and on.contact is None and isinstance(body, Ball)


def _put_only_rolling(p: np.ndarray, body: Ball | Body):
    assert isinstance(body, Ball)
    p[lay.RADIUS], p[lay.INERTIA], p[lay.OFFSET] = body.radius, body.I, body.radius


def _laid_out_anew(world: World, placed: Placed, home: str, values: Mapping) -> SupportsSystem:
    """As `lay_out_supports`, whatever there was before."""
    _check(world, placed)
    alone = {name: _alone(placed, on, name == home, values) for name, on in world.supports.items()}
    parts, p, calls = _together(alone)
    modes = {part.mode(own): _among(part, own) for part in parts.values() for own in part.system.modes}
    part, system = parts[home], alone[home]
    return SupportsSystem(
        placed.body, system.surface, system.motion, modes, part.mode("flight"), calls, p, np.zeros(0),
        _live(parts), parts=parts, home=home,
        contact={name: other.contact for name, other in alone.items() if other.contact is not None})


def _check(world: World, placed: Placed):
    """Raises BadValue for what a body among several supports can't have."""
    if len(world.supports) > lay.MOST_OTHERS + 1:
        raise BadValue(_("world: got {found} supports, needs at most {most}").format(
            found=len(world.supports), most=lay.MOST_OTHERS + 1))
    if placed.body.carried and len(world.supports) > 1:
        raise BadValue(_("world, body '{name}': a body that carries masses needs a single support").format(
            name=placed.kind))
    pulls = {on.motion.gravity for on in world.supports.values()}
    if len(pulls) > 1:
        raise BadValue(_("world: its supports have different gravities, {found}; all need the same").format(
            found=", ".join(map(str, sorted(pulls)))))
    for name, on in world.supports.items():
        if on.contact is not None and on.contact.gives_way:
            raise BadValue(_("world, support '{name}': needs a rigid contact, without stiffness").format(name=name))


def _alone(placed: Placed, on: On, is_home: bool, values: Mapping) -> ContactSystem:
    """The system of one support, in no particular state."""
    body, contact = placed.body, _law_of(on)
    check_words(body, on.surface, on.motion, placed.start)
    system = cast(ContactSystem, equipped(body, on.surface, on.motion, contact, values))
    if _is_only_rolling(body, on, is_home):
        _put_only_rolling(system.p, body)
        return replace(system, modes={"ball": mode_of(MODES["ball"]), **system.modes})
    return system


def _started(placed: Placed, on: On, values: Mapping) -> System:
    """The body on its first support, as in a scene with that support alone."""
    if on.contact is None and placed.start.height == 0.0:
        started = assemble(placed.body, on.surface, on.motion, placed.start, values)
        return renewed(started, mode="ball") if isinstance(placed.body, Ball) else started
    contact = _law_of(on)
    return assemble_contact(placed.body, on.surface, on.motion, contact, placed.start, values)


def _together(alone: Mapping[str, ContactSystem]) -> tuple[dict[str, OneSupport], np.ndarray, np.ndarray]:
    """The supports with their parts of one array of parameters and one of addresses."""
    parts, at_p, at_calls = {}, 0, 0
    for name, system in alone.items():
        blocks = {own: slice(at_calls + i*lay.CALLS, at_calls + (i + 1)*lay.CALLS)
                  for i, own in enumerate(system.modes)}
        parts[name] = OneSupport(name, system, slice(at_p, at_p + system.p.size), blocks,
                                 tuple(other for other in alone if other != name))
        at_p, at_calls = at_p + system.p.size, at_calls + lay.CALLS*len(blocks)
    calls = np.zeros(at_calls, np.int64)
    for part in parts.values():
        others = [parts[name] for name in part.others]
        alike = [_are_alike(part.system, other.system) for other in others]
        for own, block in part.calls.items():
            calls[block] = _addresses(part, own, block, others, alike)
    return parts, np.concatenate([system.p for system in alone.values()]), calls


def _addresses(part: OneSupport, own: str, block: slice, others: list[OneSupport], alike: list[bool]) -> np.ndarray:
    """The addresses (CALLS,) of a mode of a support: its own functions, and where the other supports are.

    alike   which of the others move as this one does
    """
    calls, mode = part.system.calls.copy(), part.system.modes[own]
    calls[lay.OWN_FUNCTIONS] = mode.functions.place
    calls[lay.OWN_SIZE], calls[lay.OWN_CLOCK], calls[lay.OTHERS] = mode.size, mode.clock, len(part.others)
    calls[lay.OWN_PLACE] = reach.AS_BALL if own == "ball" else PLACES[MODES[own].kind]
    for i, other in enumerate(others):
        calls[lay.OTHER_P + i] = other.p.start - part.p.start
        calls[lay.OTHER_CALLS + i] = next(iter(other.calls.values())).start - block.start
        calls[lay.OTHER_ALIKE + i] = alike[i]
    return calls


def _are_alike(one: ContactSystem, other: ContactSystem) -> bool:
    """Whether two supports move alike and have the same local axes, now and for ever."""
    block = slice(lay.AXIS_POINT, lay.IS_STEADY + 1)
    return one.motion == other.motion and bool((one.p[block] == other.p[block]).all())


def _among(part: OneSupport, own: str) -> Mode:
    """A mode of a support that watches the others."""
    mode = part.system.modes[own]
    return Mode(mode.word, _functions_among(own, mode.functions), mode.size + part.watching, mode.ledger, mode.clock,
                mode.stride, mode.lost, part.p, part.calls[own], part.name, mode.about)


@lru_cache
def _functions_among(own: str, within: ModeFunctions) -> ModeFunctions:
    """The functions of a mode that watches the other supports, the same in all runs of a process."""
    aloft = MODES[own].kind == FREE
    step = among.step_aloft if aloft else among.step_on
    observe = among.observe_aloft if aloft else among.observe_first if own == "ball" else among.observe_on
    return ModeFunctions(lambda: (step, observe, among.settle_among, MODES[own].module.report), within)


def _live(parts: Mapping[str, OneSupport]) -> dict[str, LiveSignal]:
    """The live signals of all supports; one parameter may steer several."""
    found: dict[str, LiveSignal] = {}
    for part in parts.values():
        for name, signal in part.system.live.items():
            mine = signal._replace(place=part.p.start + signal.place, first=part.p.start)
            first = found.setdefault(name, mine)
            if (first.order, first.limit) != (mine.order, mine.limit):
                raise BadValue(_("world, parameter '{name}': steers a rate of one support and an angle of another, or "
                                 "with another limit").format(name=name))
            if first is not mine:
                found[name] = first._replace(more=(*first.more, mine))
    return found


def _put_nearest(found: SupportsSystem, part: OneSupport):
    """Write the nearest points of the other supports to the start; BadValue where the body overlaps one of them."""
    mode, centre = found.modes[found.mode], found.reports(_start(found))[0, report.CENTRE:report.CENTRE + 3]
    p, calls = found.p[mode.p], found.calls[mode.calls]
    for i, name in enumerate(part.others):
        found.y[mode.size - part.watching + 3*i:][:3] = _guess(found.parts[name].system, centre)
    hybrid.evaluate(mode.table[arrays.SETTLE], 0.0, found.y, p, calls, found.y)
    looks = _looks(found, part)
    for name, (guard, gap, _rate) in zip(part.others, looks.tolist(), strict=True):
        if not guard > -TOUCHING*found.body.size:
            raise BadValue(_("start: the body overlaps the support '{name}' by {depth:.3g} m").format(
                name=name, depth=-gap))


def _looks(found: SupportsSystem, part: OneSupport) -> np.ndarray:
    """Guard, gap and its rate (n, 3) of the other supports at the start."""
    mode, looks = found.modes[found.mode], np.zeros((len(part.others), among.LOOKED))
    hybrid.evaluate(among.look_around.address, 0.0, found.y, found.p[mode.p], found.calls[mode.calls], looks.ravel())
    return looks


def leans(found: SupportsSystem) -> bool:
    """Returns whether the body starts at rest against two supports, in contact with both.

    Supports that join where it touches are one to it, and what leaves the second one is not held by it.
    """
    own, mode = own_mode(found.mode), found.modes[found.mode]
    if own == "flight":
        return False
    data, part = data_of(found, 0.0), found.parts[mode.support]
    # beyond an edge there is nothing to touch: a guard of 1
    near = [(name, rate) for name, (guard, gap, rate) in zip(part.others, _looks(found, part).tolist(), strict=True)
            if guard < 1.0 and abs(gap) <= TOUCHING*found.body.size]
    if not near:
        return False
    held = read(as_rolling(part.data(data, own, found.y[:part.system.modes[own].size])))
    return any(abs(rate) <= held.no_speed
               and joining(part, [found.parts[name]], data, held.c, held.touch.size) is None for name, rate in near)


def _start(found: SupportsSystem):
    return data_of(found, 0.0).states


def _guess(system: ContactSystem, centre: np.ndarray) -> np.ndarray:
    """A point of a support near which the search for the nearest one begins, local axes."""
    ground = Ground(system.p, system.calls, Pose(0.0, system.p), system.surface.name)
    local = ground.pose.to_local(centre)
    # all that the search reads
    key = (*system.calls[[lay.CALL_SURFACE, lay.CALL_DOMAIN]].tolist(), system.p[lay.SURFACE:].tobytes(),
           local.tobytes())
    found = _GUESSES.get(key)
    if found is None:
        if len(_GUESSES) >= MOST_GUESSES:
            _GUESSES.clear()
        try:
            found = ground.foot(local, 0.0)
        except BadValue:
            found = local
        _GUESSES[key] = found
    return found
