"""The table of a world of balls: what a ball does, what ends that within a frame, and what follows.

A world has one mode, whose step is a whole frame (mechanics/world/frame.py): these are the states of its balls and the
events in it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from sandbox.compiling.entries import Entry
from sandbox.mechanics import layout as lay
from sandbox.mechanics.world import frame
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners.decide import decide, remove_contact
from sandbox.mechanics.world.corners.hit import hit, jam
from sandbox.mechanics.world.corners.small_steps import carry_by_steps
from sandbox.mechanics.world.groups.islands import decide_island
from sandbox.mechanics.world.groups.resting import wake
from sandbox.mechanics.world.groups.stepping import run_stepping
from sandbox.mechanics.world.handover import hand_over, let_go
from sandbox.mechanics.world.impact.tightening import tighten
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.meeting import meet_at
from sandbox.mechanics.world.patches.decide import decide as decide_pile
from sandbox.mechanics.world.patches.hit import hit as hit_pile
from sandbox.mechanics.world.patches.hit import jam as jam_pile
from sandbox.mechanics.world.patches.small_steps import carry_by_steps as carry_pile
from sandbox.scene.supports.surface import Surface
from sandbox.systems.contact.table import surface_numbers
from sandbox.systems.tables import GuardRow, ModeRow, Number, numbers_at
from sandbox.systems.world.numbers import Room
from sandbox.text import N_, _, name_text

# what a ball does -> its name, and what that is
STATES = {
    at.OPEN: ("flight", N_("touches no support: it flies, or is carried by other balls only")),
    at.ROLLS: ("rolls", N_("rolls on its support, alone or in an island of what touches lastingly")),
    at.SLIPS: ("slips", N_("slips on its support, alone or in an island of what touches lastingly")),
    at.STEPPED: ("crowded", N_("goes on by small steps together with its neighbours: too much happens to it")),
    at.RESTS: ("rests", N_("lies at rest in a heap and moves with what carries it")),
}
FREE, IN_CONTACT = (at.OPEN, at.ROLLS, at.SLIPS), (at.ROLLS, at.SLIPS)


class FrameEvent(NamedTuple):
    """What may end what a ball does.

    name     what happens;  of  what the ball does until then;  then  what it may do after it
    quantity, unit   what is zero there
    law      the function that does what follows;  sentence  what that is
    kinds    how it is noted where a segment ends (WHAT in world/layout.py)
    inside   how an island notes it (EVENT in island/layout.py);  told  as what it is told to a person
    """

    name: str
    of: tuple[float, ...]
    then: tuple[float, ...]
    quantity: str
    unit: str
    law: Callable | None
    sentence: str
    kinds: tuple[float, ...] = ()
    inside: tuple[int, ...] = ()
    told: tuple[float, ...] = ()


DECIDED = N_("forces and accelerations decide what each contact of the island does")
FRAME_EVENTS = (
    FrameEvent(N_("lands"), FREE, FREE, N_("gap to a support"), "m", meet_at,
              N_("an impact, and contact where it does not leave again"), (at.LANDS,), (here.LANDED,),
              (at.STRUCK,)),
    FrameEvent(N_("meets another ball"), (*FREE, at.RESTS), FREE, N_("gap between two balls"), "m", meet_at,
              N_("an impact of the two, and all that it sets off"), told=(at.STRUCK,)),
    FrameEvent(N_("passes an edge"), IN_CONTACT, FREE, N_("distance to the edge"), "m", frame.leave,
              N_("it leaves the support"), (at.LEAVES_EDGE,), (here.EDGE_PASSED,), (at.OVER_EDGE,)),
    FrameEvent(N_("detachment"), FREE, FREE, N_("normal force of a contact"), "N", decide_island, DECIDED,
              (at.CHANGES,), (here.N_ZERO,)),
    FrameEvent(N_("breakaway"), FREE, FREE, N_("static friction in hand of a contact"), "N", decide_island, DECIDED,
              (at.CHANGES,), (here.CONE,)),
    FrameEvent(N_("end of slip"), FREE, FREE, N_("slip of a contact"), "m/s", decide_island, DECIDED,
              (at.CHANGES,), (here.SLIP_ENDED,)),
    FrameEvent(N_("breakaway of a roll"), FREE, FREE, N_("resistance in hand of a contact"), "N", decide_island,
              DECIDED, (at.CHANGES,), (here.HOLD_ENDED,)),
    FrameEvent(N_("end of a roll"), FREE, FREE, N_("turning against the support"), "rad/s", decide_island, DECIDED,
              (at.CHANGES,), (here.TURN_ENDED,)),
    FrameEvent(N_("side comes down"), IN_CONTACT, FREE, N_("gap below the other edge of a side"), "m", meet_at,
              N_("an impact at that edge, and contact where it does not leave again"), (), (here.SIDE_DOWN,),
              (at.STRUCK,)),
    FrameEvent(N_("snaps tight"), FREE, FREE, N_("length that a string has in hand"), "m", tighten,
              N_("an impact along the string, and all that it sets off"), (at.TIGHTENS,), (here.TIGHT,),
              (at.TIGHTENED,)),
    FrameEvent(N_("goes slack"), FREE, FREE, N_("pull of a string"), "N", decide_island, DECIDED,
              told=(at.SLACKENED,)),
    FrameEvent(N_("makes no headway"), FREE, FREE, N_("length of a sub-step"), "s", decide_island, DECIDED,
              (at.CHANGES,), (here.STUCK,)),
    FrameEvent(N_("no rigid forces fit"), FREE, FREE, N_("modes of the contacts that fit"), "1", decide_island,
              N_("the island goes on by small steps, which find all impulses together"), told=(at.UNDECIDED,)),
    FrameEvent(N_("too much happens"), (*FREE, at.RESTS), (at.STEPPED,), N_("segments left within the frame"), "1",
              hand_over, N_("it and what comes near go on by small steps"), told=(at.STEPPING_BEGAN,)),
    FrameEvent(N_("is alone in its crowd"), (at.STEPPED,), FREE, N_("no other ball near, at the end of a frame"),
              "1", let_go, N_("it goes on by itself")),
    FrameEvent(N_("comes to rest"), (at.STEPPED,), (at.RESTS,),
              N_("forces within their cones can hold all of a crowd"), "1", run_stepping,
              N_("all of the crowd rests at once"), told=(at.CAME_TO_REST,)),
    FrameEvent(N_("rest ends"), (at.RESTS,), (at.STEPPED,), N_("what carries it goes on as it does"), "1", wake,
              N_("it is one of a crowd again")),
    FrameEvent(N_("numbers are lost"), (*FREE, at.STEPPED), (), N_("finite numbers"), "1", frame.happen,
              N_("the run ends with the last good state"), (at.LOST_NUMBERS,), (here.NOT_FINITE,)),
)


def state_rows(entries: tuple[Entry, ...]) -> tuple[ModeRow, ...]:
    """Returns the table of what balls do; all of it is made by the same compiled functions."""
    return tuple(ModeRow(name, _word(does), _(about), entries, tuple(
        GuardRow(-1, _(one.name), _(one.quantity), one.unit, tuple(STATES[x][0] for x in one.then), not one.then,
                 one.law, _(one.sentence))
        for one in FRAME_EVENTS if does in one.of)) for does, (name, about) in STATES.items())


CORNERED_STATES = {
    at.OPEN: ("flight", N_("touches no support")),
    at.ROLLS: ("sticks", N_("stands on corners that stick: tips over an edge, rolls on a corner, or is about to rest")),
    at.SLIPS: ("slips", N_("slides, at least with one of its corners")),
    at.RESTS: ("rests", N_("lies at rest on its support and moves with it")),
}
CORNERED_EVENTS = (
    FrameEvent(N_("lands"), FREE, (*FREE, at.RESTS), N_("least gap of a corner"), "m", hit,
              N_("an impact of all corners that touch, and what they can do after it"), told=(at.STRUCK,)),
    FrameEvent(N_("passes an edge"), IN_CONTACT, FREE, N_("distance to the edge"), "m", remove_contact,
              N_("the corner leaves the support"), told=(at.OVER_EDGE,)),
    FrameEvent(N_("changes"), IN_CONTACT, (*FREE, at.RESTS), N_("forces that the laws of contact allow"), "N", decide,
              N_("accelerations decide which corners open, stick and slip")),
    FrameEvent(N_("end of slip"), (at.SLIPS,), (*FREE, at.RESTS), N_("slip of a corner"), "m/s", decide,
              N_("accelerations decide which corners open, stick and slip")),
    FrameEvent(N_("rest ends"), (at.RESTS,), FREE, N_("forces that the laws of contact allow"), "N", decide,
              N_("accelerations decide which corners open, stick and slip")),
    FrameEvent(N_("friction jams it"), (at.SLIPS,), (*FREE, at.RESTS), N_("modes of the corners that fit"), "1", jam,
              N_("an impact without a collision: friction alone stops the slip"), told=(at.JAMMED,)),
    FrameEvent(N_("no rigid forces fit"), FREE, (*FREE, at.RESTS), N_("modes of the corners that fit"), "1",
              carry_by_steps, N_("small steps carry it to the end of the frame"), told=(at.UNDECIDED,)),
)


def cornered_rows(entries: tuple[Entry, ...]) -> tuple[ModeRow, ...]:
    """Returns the table of what a body with corners does."""
    return tuple(ModeRow(name, "rest" if does == at.RESTS else _word(does), _(about), entries, tuple(
        GuardRow(-1, _(one.name), _(one.quantity), one.unit, tuple(CORNERED_STATES[x][0] for x in one.then), False,
                 one.law, _(one.sentence))
        for one in CORNERED_EVENTS if does in one.of)) for does, (name, about) in CORNERED_STATES.items())


def piled_rows(entries: tuple[Entry, ...]) -> tuple[ModeRow, ...]:
    """Returns the table of what the bodies of a pile do: as one alone, decided and hit together."""
    laws: dict[Any, Callable] = {decide: decide_pile, hit: hit_pile, jam: jam_pile, carry_by_steps: carry_pile}
    return tuple(replace(row, guards=tuple(replace(guard, law=laws.get(guard.law, guard.law)) for guard in row.guards))
                 for row in cornered_rows(entries))


def _word(does: float) -> str:
    return {at.OPEN: "flight", at.ROLLS: "rolling", at.RESTS: "rest"}.get(does, "sliding")


def named_numbers(p: np.ndarray, room: Room, names: Sequence[str], supports: Sequence[str],
                  surfaces: Sequence[Surface]) -> list[Number]:
    """Returns the parameters of a world by name: its head, those of balls, of which the same stand once, of supports.

    What a frame works with behind them is left out.
    """
    found = numbers_at(p, 0, at.__name__, "_head")
    before: list[Number] = []
    for b in range(room.balls):
        start = room.balls_at + b*at.BALL
        ball = numbers_at(p, start, at.__name__, "_ball", f"{name_text(names[b])}.")
        if [one.values for one in ball] != [one.values for one in before]:
            found += ball
        before = ball
    for k in range(room.joints):
        start = int(p[at.JOINTS_AT]) + k*at.JOINT_SIZE
        found += numbers_at(p, start, at.__name__, "_joint", f"joint {k + 1}.")
    for s in range(room.supports):
        start, name = room.block_at(s), name_text(supports[s]) if s < len(supports) else "laboratory"
        found += numbers_at(p, start, at.__name__, "_support", f"{name}.")
        found += numbers_at(p, start + at.OF_MOTION, lay.__name__, prefix=f"{name}.")
        if s < len(surfaces):
            found += surface_numbers(p, start + at.SMALLEST_BLOCK, surfaces[s], f"{name}.surface.")
    return found
