"""Judges a run by the goal of a challenge: on the states of all steps and on located events, never on pictures.

    verdict = judged(challenge, {"vx": 0.04, "vy": 0.06}, scene)
    verdict.stars, verdict.sentence
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import isfinite, nan
from time import thread_time
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.command import HAND, Command, Hold
from sandbox.run.nearest import Approach, approach
from sandbox.run.readings.names import is_rack, name_of
from sandbox.run.readings.units import Shown, from_si
from sandbox.run.rows import Rows
from sandbox.run.simulation import Simulation
from sandbox.run.track import Track
from sandbox.scene.built.document import Document
from sandbox.scene.built.read import read
from sandbox.scene.catalogue import BENCH
from sandbox.scene.goals.building import Building
from sandbox.scene.goals.challenge import Challenge
from sandbox.scene.goals.parser import SETTLED, TRUTHS
from sandbox.scene.goals.words import EVENTS, OF_BODY, OF_RUN, quantity_named
from sandbox.scene.scene import Scene
from sandbox.scene.typed.parser import Node
from sandbox.text import N_, _, unit_text

STILL = 1e-3          # [m] what has moved less stands where it began
SLOW = 1e-3           # [m/s] what is slower rests
BLOW = 8              # steps that the hardest blow of a cue takes at most
EARLY = 1.0/240       # [s] at which the goal of a run that has hardly begun is looked at
LONGEST = 0.01        # [s] of a processor for each step of a run, for a goal and all stars together
FEWEST = 240          # steps: a shorter run may take as long as one of them

# what the number says that a condition which holds has measured
OFF, WITHIN = N_(" ({size} off the mark)"), N_(" (it stayed within {size})")
# from what a miss is measured
MIDDLES = {"ring": N_("the middle of the ring"), "zone": N_("the middle of the circle"),
           "gate": N_("the middle of the gate"), "timer": N_("the middle of the line"), "flag": N_("the flag")}
FORMULAS: dict[str, Callable[..., Any]] = {
    "negative": np.negative, "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "^": np.power,
    "sqrt": np.sqrt, "exp": np.exp, "log": np.log, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin,
    "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "abs": np.abs,
    "sinc": lambda x: np.sinc(x/np.pi), "sech": lambda x: 1/np.cosh(x), "sec": lambda x: 1/np.cos(x),
    "csc": lambda x: 1/np.sin(x), "cot": lambda x: 1/np.tan(x)}
EXTREMES: dict[str, Callable[..., Any]] = {"max": np.nanargmax, "min": np.nanargmin}
MEASURED: dict[str, Callable[..., Any]] = {"max": np.nanmax, "min": np.nanmin, "mean": np.nanmean}


@dataclass(frozen=True)
class Reading:
    """What became of a condition.

    holds   whether it does;  t  when that was settled [s], nan where at the end
    miss    by how much it is missed, 0 where it holds, nan where that has no size;  unit  of it
    found   the number that was measured, nan where there is none;  side  sentence that says which way it was missed
    apart   centre of the body and middle of the mark (3,) [m] at t, where a mark was passed beside; () else
    moment  instant [s] at which the number that is missed was taken, and of which body (from 0); () where at the end
    how     what the number that was measured means, where the condition holds
    """

    holds: bool
    t: float = nan
    miss: float = 0.0
    unit: str = ""
    found: float = nan
    side: str = ""
    apart: tuple = ()
    how: str = OFF
    moment: tuple = ()


@dataclass(frozen=True)
class Verdict:
    """What a try is worth.

    stars      0 to 3;  sentence  by how much it missed, or how exact it was
    reading    of the goal;  values, guesses  of the try;  seconds  how long it ran
    """

    stars: int
    sentence: str
    reading: Reading
    values: dict = field(default_factory=dict)
    guesses: dict = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def is_won(self) -> bool:
        return self.stars > 0


def judged(challenge: Challenge, tried: Mapping, scene: Scene, commands: Iterable[Command] = (), step_rate: int = 240
           ) -> Verdict:
    """Runs a try and returns its verdict.

    tried      name -> value of free parameters and guesses at the start; what is locked is refused
    scene      that of the challenge, or the bench with what was built in it
    commands   what was done to the run: targets of free parameters that are live, the hand where it is allowed
    """
    values, guesses = challenge.with_values(tried)
    commands = list(commands)
    check_commands(challenge, commands)

    def make() -> Simulation:
        run = begun(challenge, scene, values, step_rate)
        run.replay(commands)
        return run
    if challenge.build is not None and scene.id == BENCH:
        check_run(challenge, make())
    return verdict_of(challenge, make, guesses)


def begun(challenge: Challenge, scene: Scene, values: Mapping, step_rate: int = 240) -> Simulation:
    """Returns a run at the start of a try: what is built has the values of the challenge in it."""
    if scene.id == BENCH:
        return Simulation(scene, {}, step_rate)
    return Simulation(scene, values, step_rate, challenge.preset)


def check_commands(challenge: Challenge, commands: Iterable[Command]):
    """Raises BadValue where something was done to a run that the challenge does not allow."""
    commands = list(commands)
    has_shot = "cue" in challenge.by and is_one_shot([one for one in commands if one.name == HAND])
    for command in commands:
        if command.name == HAND and "hand" not in challenge.by and "cue" in challenge.by and not has_shot:
            raise BadValue(_("challenge '{challenge}': one blow with the cue is a try, and nothing else is moved"
                             ).format(challenge=challenge.id))
        if command.name == HAND and "hand" not in challenge.by and not has_shot or command.name != HAND and (
                command.name not in challenge.free):
            raise BadValue(_("challenge '{challenge}': '{name}' is locked; free are {free}").format(
                challenge=challenge.id, name=command.name[:40],
                free=", ".join((*challenge.free, *challenge.guesses)) or _("none")))


def is_one_shot(held: Sequence[Command]) -> bool:
    """Whether what a hand did to a run is one blow of a cue, which may not be over yet: a push of a few steps."""
    if not held or len(held) > 2 or not isinstance(held[0].value, Hold):
        return False
    return len(held) == 1 or held[1].value is None and 0 < held[1].step - held[0].step <= BLOW


def check_run(challenge: Challenge, run: Simulation, built: Document | None = None, guesses: Mapping | None = None):
    """Raises BadValue where a run at its start is none of the challenge: another scene, or a locked value changed.

    built     the document of the bench that the run is of, read from its scene if not given
    guesses   those of the try, the number of its case among them
    """
    if challenge.build is not None and run.scene.id == BENCH:
        _check_built(challenge, challenge.build, run, built)
        return
    if run.scene.id != challenge.scene:
        raise BadValue(_("challenge '{challenge}': is one of the scene '{scene}', the run is one of '{found}'").format(
            challenge=challenge.id, scene=challenge.scene, found=run.scene.id))
    if run.start is not None:
        raise BadValue(_("challenge '{challenge}': the run has a start of its own").format(challenge=challenge.id))
    given, _guesses = challenge.with_values({name: value for name, value in (guesses or {}).items()
                                             if name in challenge.guesses})
    changed = [name for name, value in run.start_values.items() if name not in challenge.free and value != given[name]]
    if changed:
        raise BadValue(_("challenge '{challenge}': '{name}' is locked; free are {free}").format(
            challenge=challenge.id, name=changed[0],
            free=", ".join((*challenge.free, *challenge.guesses)) or _("none")))
    check_commands(challenge, run.commands)


def _check_built(challenge: Challenge, build: Building, run: Simulation, built: Document | None):
    where = _("challenge '{challenge}'").format(challenge=challenge.id)
    if run.start is not None:
        raise BadValue(_("challenge '{challenge}': the run has a start of its own").format(challenge=challenge.id))
    document = built if built is not None else read(run.scene).document
    build.added(document, where)
    wanted = {one.name: one.default for one in build.given.parameters}
    changed = [name for name, value in run.start_values.items() if value != wanted.get(name)]
    if changed:
        raise BadValue(_("challenge '{challenge}': '{name}' is locked; free are {free}").format(
            challenge=challenge.id, name=changed[0], free=_("none")))
    check_commands(challenge, run.commands)


def check_start(challenge: Challenge, scene: Scene):
    """Raises BadValue where the goal holds before anything has moved, or asks for what the scene has not."""
    values, guesses = challenge.with_values({})
    track = Track(partial(begun, challenge, scene, values), EARLY)
    for mark in challenge.marks.values():
        track.check_body(mark.body, f"'{mark.name}'")
    judge = _Judge(challenge, track, guesses, track.rows[:1], Budget(len(track.rows.t)))
    for tree in (challenge.goal, *challenge.stars):
        held = judge.reading(tree).holds
        if held and tree is challenge.goal and not challenge.guesses:
            raise BadValue(_("challenge '{challenge}': its goal holds before anything has moved").format(
                challenge=challenge.id))


def verdict_of(challenge: Challenge, make: Callable[[], Simulation], guesses: Mapping, units: Shown | None = None,
               clock: Callable[[], float] = thread_time) -> Verdict:
    """Returns the verdict on the run that make() gives at its start, with all its commands to come.

    units   in which sizes are told;  clock  clock() -> processor time of this thread [s]; BadValue where a goal takes
            longer than LONGEST for each step
    """
    track = Track(make, challenge.until)
    judge = _Judge(challenge, track, guesses, track.rows, Budget(len(track.rows.t), clock), units)
    goal = judge.reading(challenge.goal)
    stars, failed = 0, goal
    if goal.holds:
        for tree in challenge.stars:
            failed = judge.reading(tree)
            if not failed.holds:
                break
            stars += 1
    sentence = _missed(failed) if stars == 0 else _reached(stars, goal, failed, judge.size)
    values = {name: track.run.start_values[name] for name in challenge.free}
    return Verdict(stars, sentence, goal, values, dict(guesses), float(track.t[-1]))


def read_facts(conditions: Iterable[Node], numbers: Iterable[Node], make: Callable[[], Simulation], until: float
               ) -> tuple[list[Reading], list[float]]:
    """Returns what became of conditions without marks in a run, and the values of numbers, after `until` [s].

    make   make() -> the run at its start
    """
    track = Track(make, until)
    judge = _Judge(None, track, {}, track.rows, Budget(len(track.rows.t)))
    return ([judge.reading(one) for one in conditions],
            [float(np.ravel(judge.number(one, judge.rows[-1:]))[-1]) for one in numbers])


def _missed(reading: Reading) -> str:
    return reading.side or _("Not yet.")


def _reached(stars: int, goal: Reading, failed: Reading, size: Callable[[float, str], str]) -> str:
    found = _(goal.how).format(size=size(goal.found, goal.unit)) if isfinite(goal.found) else ""
    if stars == 3:
        return _("Three stars{found}.").format(found=found)
    if failed.side and isfinite(failed.miss) and failed.miss > 0.0:
        return _("{count} of 3 stars. {side} The next star is {miss} away.").format(
            count=stars, side=failed.side, miss=size(failed.miss, failed.unit))
    return _("{count} of 3 stars{found}. For the next: {side}").format(count=stars, found=found,
                                                                     side=failed.side or _("closer."))


def size_text(size: float, unit: str, units: Shown | None = None) -> str:
    """A size for people, in the unit that was chosen, else lengths below a metre in millimetres, angles in degrees."""
    shown = units.chosen(unit) if units is not None else ""
    if not shown and unit == "m" and size < 1.0:
        shown = "mm"
    if not shown and unit == "rad":
        shown = "deg"
    told = unit_text(shown or unit) if unit != "1" else ""
    # below a hundredth of a millimetre nobody is told digits of rounding
    if size < (1e-5 if unit == "m" else 1e-6):
        return f"0.00 {told}".strip()
    return f"{from_si(size, shown or unit, unit):.3g} {told}".strip()


class Budget:
    """Processor time that a goal may take on a run of so many steps, from now on."""

    def __init__(self, steps: int, clock: Callable[[], float] = thread_time):
        self._steps, self._clock, self._begin = max(steps, FEWEST), clock, clock()

    def check(self, challenge: str):
        """Raises BadValue where it is used up."""
        spent = self._clock() - self._begin
        if spent > LONGEST*self._steps:
            raise BadValue(_("challenge '{challenge}': its goal takes {found:.3g} ms a step to judge, needs at most "
                             "{most:g}").format(challenge=challenge, found=1e3*spent/self._steps, most=1e3*LONGEST))


class _Judge:
    """Reads a goal on a track."""

    def __init__(self, challenge: Challenge | None, track: Track, guesses: Mapping, rows: Rows, budget: Budget,
                 units: Shown | None = None):
        self.challenge = challenge.id if challenge is not None else ""
        self.marks = challenge.marks if challenge is not None else {}
        self.hidden = challenge.hidden if challenge is not None else ()
        self.challenge_guesses = challenge.guesses if challenge is not None else {}
        self.guesses, self.track, self.rows, self.budget, self.units = guesses, track, rows, budget, units
        self.events = [event for event in track.events if event.t <= rows.t[-1]]
        self._approaches: dict[tuple[str, float], Approach] = {}

    # ---- conditions -------------------------------------------------------------------------------------------------

    def reading(self, node: Node) -> Reading:
        """Returns what became of a condition."""
        found = self._compared(node) if node.kind in ("<", ">") else getattr(self, f"_{node.kind}")(node)
        self.budget.check(self.challenge)
        return found

    def size(self, size: float, unit: str) -> str:
        """A size for people."""
        return size_text(size, unit, self.units)

    def _and(self, node: Node) -> Reading:
        one, other = (self.reading(part) for part in node.parts)
        failed = next((part for part in (one, other) if not part.holds), None)
        if failed is not None:
            return failed
        measured = one if isfinite(one.found) and not one.found < other.found else other
        return replace(measured, t=float(np.fmax(one.t, other.t)))

    def _or(self, node: Node) -> Reading:
        found = [self.reading(part) for part in node.parts]
        return next((one for one in found if one.holds), min(found, key=lambda one: (one.miss != one.miss, one.miss)))

    def _not(self, node: Node) -> Reading:
        inner = self.reading(node.parts[0])
        return Reading(not inner.holds, inner.t, nan if inner.holds else 0.0,
                       side=_("Something happened that should not.") if inner.holds else "")

    def _before(self, node: Node) -> Reading:
        if node.parts[1].kind == "number":
            return self._in_time(self.reading(node.parts[0]), node.parts[1].number)
        one, other = (self.reading(part) for part in node.parts)
        for part in (one, other):
            if not part.holds:
                return part
        measured = one if isfinite(one.found) and not one.found < other.found else other
        if one.t < other.t:
            return replace(measured, t=other.t)
        return Reading(False, other.t, nan, side=_("In the wrong order."))

    def _in_time(self, one: Reading, limit: float) -> Reading:
        """Returns what became of a condition that has to be settled by an instant [s]; some are at the end only."""
        t = one.t if isfinite(one.t) else float(self.rows.t[-1])
        if not one.holds or t <= limit:
            return one
        side = _("It took {found:.1f} s, {late:.1f} s too long.").format(found=t, late=t - limit)
        return Reading(False, t, t - limit, "s", one.found, side)

    def _passes(self, node: Node) -> Reading:
        mark = self.marks[node.name]
        limit = node.number or mark.radius
        seen = self._approach(node.name, limit)
        if seen.distance <= limit:
            return Reading(True, seen.first, 0.0, "m", seen.distance)
        if not isfinite(seen.distance):
            return Reading(False, nan, nan, "m", side=_("It never came through the gate."))
        side = _("It passed {size} from {middle}, {way}.").format(
            size=self.size(seen.distance, "m"), middle=_(MIDDLES[mark.kind]), way=_way(seen, self.rows.t[-1]))
        apart = tuple((mark.middle + seen.offset).tolist()), tuple(mark.middle.tolist())
        return Reading(False, seen.t, seen.distance - limit, "m", seen.distance, side, apart)

    def _approach(self, name: str, limit: float) -> Approach:
        if (name, limit) not in self._approaches:
            self._approaches[name, limit] = approach(self.track, self.marks[name], limit)
        return self._approaches[name, limit]

    def _in(self, node: Node) -> Reading:
        mark = self.marks[node.name]
        limit = node.number or mark.radius
        centre, velocity = self.rows.centre[-1:, mark.body], self.rows.velocity[-1, mark.body]
        away = float(mark.distance(centre)[0])
        if away <= limit:
            return Reading(True, nan, 0.0, "m", away)
        # what went on in a straight line would have come from where the way began
        way = centre[0] - self.rows.centre[0, mark.body]
        is_moved = float(np.linalg.norm(way)) > STILL
        seen = Approach(away, float(self.rows.t[-1]), nan, centre[0] - mark.middle,
                        way if np.linalg.norm(way) > 1e-9 else velocity)
        told = {"size": self.size(away, "m"), "middle": _(MIDDLES[mark.kind]),
                "way": _ahead(seen) if is_moved else _("where it began")}
        if len({one.body for one in self.marks.values()}) > 1:
            # each mark is for a body of its own
            side = _("At the end the body '{name}' is {size} from {middle}, {way}.").format(
                name=self._name_of(mark.body), **told)
        else:
            side = _("At the end it is {size} from {middle}, {way}.").format(**told)
        return Reading(False, nan, away - limit, "m", away, side)

    def _name_of(self, body: int) -> str:
        names = getattr(self.track.run.system, "names", ())
        return name_of(self.track.run.bodies, body, "rack" if is_rack(names) else "number", names)

    def _stays(self, node: Node) -> Reading:
        mark, long = self.marks[node.name], node.parts[0].number
        limit = node.number or mark.radius
        away = mark.distance(self.rows.centre[:, mark.body])
        least, t = _least_for(away, self.rows.t, long)
        if least <= limit:
            return Reading(True, t + long, 0.0, "m", least, how=WITHIN)
        stay = _longest(away <= limit, self.rows.t)[0]
        if stay <= 0.0:
            seen = self._approach(node.name, limit)
            way = _way(seen, float(self.rows.t[-1]))
            side = _("At its nearest it was {size} from {middle}, {way}.").format(
                size=self.size(seen.distance, "m"), middle=_(MIDDLES[mark.kind]), way=way)
            return Reading(False, nan, seen.distance - limit, "m", nan, side)
        side = _("It stayed within {size} for {found:.2f} s; {wanted:g} s are asked.").format(
            size=self.size(limit, "m"), found=stay, wanted=long)
        return Reading(False, nan, long - stay, "s", nan, side)

    def _rests(self, node: Node) -> Reading:
        speeds = np.linalg.norm(self.rows.velocity[-1], axis=-1)
        fastest = float(np.max(speeds))
        if fastest <= SLOW:
            return Reading(True)
        return Reading(False, nan, fastest - SLOW, "m/s", side=_("At the end it still moves, with {size}.").format(
            size=self.size(fastest, "m/s")))

    def _event(self, node: Node) -> Reading:
        first = self._first(node.name)
        if isfinite(first):
            return Reading(True, first)
        side = _("What is asked for never happened: {kind}.").format(kind=_(EVENTS[node.name]))
        return Reading(False, nan, nan, side=side)

    def _compared(self, node: Node) -> Reading:
        found = self._comparison(node)
        is_hidden = any(part.kind == "value" and part.name in self.hidden for part in _parts(node))
        return found if found.holds or is_hidden else replace(found, moment=self._moment(node))

    def _moment(self, node: Node) -> tuple:
        """When the number that is compared was taken [s], and of which body; () where it is none of an instant."""
        for part in _parts(node):
            if part.kind in EXTREMES:
                along = np.atleast_1d(self.number(part.parts[0], self.rows))
                is_found = len(along) == len(self.rows.t) and np.isfinite(along).any()
                t = float(self.rows.t[EXTREMES[part.kind](along)]) if is_found else nan
            elif part.kind in ("when", "last") or part.kind == "at" and not part.parts:
                t = self.number(part, self.rows[-1:])
            else:
                t = self._first(part.name) if part.kind == "at" else nan
            if isfinite(t) and t > 0.0:
                named = (quantity_named(inner.name) for inner in _parts(part) if inner.kind == "quantity")
                return t, next((body for _word, body in filter(None, named)), 0)
        return ()

    def _comparison(self, node: Node) -> Reading:
        one, other = (float(np.ravel(self.number(part, self.rows[-1:]))[-1]) for part in node.parts)
        holds = one < other if node.kind == "<" else one > other
        unit = self._unit(node)
        found = one if node.parts[0].kind == "abs" else nan
        if holds:
            return Reading(True, nan, 0.0, unit, found)
        if not (isfinite(one) and isfinite(other)):
            return Reading(False, nan, nan, unit, side=_("What is asked for never happened."))
        if isfinite(found):
            inside = float(np.ravel(self.number(node.parts[0].parts[0], self.rows[-1:]))[-1])
            side = (_("Too much by {size}.") if inside > 0.0 else _("Too little by {size}.")).format(
                size=self.size(one, unit))
            return Reading(False, nan, one - other, unit, one, side)
        is_low = (one < other) == (node.parts[0].kind != "number")
        if any(part.kind == "value" and part.name in self.hidden for part in _parts(node)):
            # by how much would tell what is to be found out
            return Reading(False, nan, abs(one - other), unit, nan, _("Too little.") if is_low else _("Too much."))
        side = (_("Too little by {size}.") if is_low else _("Too much by {size}.")).format(
            size=self.size(abs(one - other), unit))
        return Reading(False, nan, abs(one - other), unit, nan, side)

    def _unit(self, node: Node) -> str:
        """The unit of what is compared: that of what is guessed, else of the first quantity."""
        guess = next((part.name for part in _parts(node) if part.kind == "guess"), "")
        return self.challenge_guesses[guess].unit if guess else unit_of(node.parts[0]) or unit_of(node.parts[1])

    # ---- numbers ----------------------------------------------------------------------------------------------------

    def number(self, node: Node, rows: Rows):
        """Returns a number at rows (m,): (m,) where it changes along them, else one."""
        self.budget.check(self.challenge)
        kind = node.kind
        if kind in TRUTHS:
            raise BadValue(_("a condition where a number is needed"))
        if kind == "number":
            return node.number
        if kind == "guess":
            return float(self.guesses[node.name])
        if kind == "quantity":
            return self.track.values(node.name, rows)
        if kind == "value":
            return self._value(node.name)
        if kind in ("max", "min", "mean"):
            found = np.atleast_1d(self.number(node.parts[0], self.rows))
            return float(MEASURED[kind](found)) if np.isfinite(found).any() else nan
        if kind == "when" and node.parts[0].kind in SETTLED:
            settled = self.reading(node.parts[0])
            return settled.t if settled.holds else nan
        if node.parts and kind in ("count", "when"):
            return self._begins(node.parts[0]) if kind == "when" else self._turns(node.parts[0])
        if kind == "count":
            return float(sum(event.kind == node.name for event in self.events))
        if kind == "at" and node.parts:
            t = self._first(node.name)
            return float(np.ravel(self.number(node.parts[0], self.track.at_event(t)))[-1]) if isfinite(t) else nan
        if kind in ("at", "last"):
            return self._first(node.name) if kind == "at" else max(
                (event.t for event in self.events if event.kind == node.name), default=nan)
        with np.errstate(all="ignore"):
            return FORMULAS[kind](*(self.number(part, rows) for part in node.parts))

    def _lead(self, node: Node, rows: Rows) -> np.ndarray:
        """By how much (m,) a comparison holds along rows; nan and what is not above 0: it does not."""
        one, other = (np.broadcast_to(self.number(part, rows), len(rows.t)) for part in node.parts)
        return other - one if node.kind == "<" else one - other

    def _turns(self, node: Node) -> float:
        """How often a comparison begins to hold after the start."""
        holds = self._lead(node, self.rows) > 0.0
        return float(np.count_nonzero(holds[1:] & ~holds[:-1]))

    def _begins(self, node: Node) -> float:
        """When a comparison holds first [s]: by a straight line within a sixteenth of a step; nan where never."""
        holds = np.flatnonzero(self._lead(node, self.rows) > 0.0)
        if not len(holds) or holds[0] == 0:
            return float(self.rows.t[0]) if len(holds) else nan
        rows = self.track.between(holds[:1] - 1)
        lead = self._lead(node, rows)
        later = np.flatnonzero(lead[1:] > 0.0)
        k = int(later[0]) if len(later) else len(lead) - 2
        before, after = float(lead[k]), float(lead[k + 1])
        share = before/(before - after) if before <= 0.0 < after else 1.0
        return float(rows.t[k] + share*(rows.t[k + 1] - rows.t[k]))

    def _first(self, kind: str) -> float:
        return min((event.t for event in self.events if event.kind == kind), default=nan)

    def _value(self, name: str) -> float:
        live = self.rows.live.get(name)
        return float(live[-1]) if live is not None else float(self.track.run.start_values[name])


def _longest(inside: np.ndarray, t: np.ndarray) -> tuple[float, float]:
    """Returns how long the longest stretch is in which all of (n,) hold [s], and when it begins [s]."""
    edges = np.diff(np.concatenate([[0], inside.astype(np.int8), [0]]))
    begins, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1) - 1
    if not len(begins):
        return 0.0, nan
    stays = t[ends] - t[begins]
    k = int(np.argmax(stays))
    return float(stays[k]), float(t[begins[k]])


def _least_for(away: np.ndarray, t: np.ndarray, long: float) -> tuple[float, float]:
    """Returns the least distance within which a body stays for `long` [s] without a break, and from when on; inf."""
    sizes = np.unique(away)
    low, high = -1, len(sizes)
    while high - low > 1:
        middle = (low + high)//2
        # a duration is a whole number of steps but for its last digits
        if _longest(away <= sizes[middle], t)[0] >= long - 1e-9:
            high = middle
        else:
            low = middle
    if high == len(sizes):
        return float("inf"), nan
    return float(sizes[high]), _longest(away <= sizes[high], t)[1]


def _way(seen: Approach, end: float) -> str:
    """On which side of a mark something passed, as it flew."""
    if seen.t >= end - 1e-6:
        return _("too short")
    return _ahead(seen, is_passing=True)


def _ahead(seen: Approach, is_passing: bool = False) -> str:
    along, off = seen.velocity[:2], seen.offset[:2]
    speed, size = float(np.hypot(*along)), float(np.linalg.norm(seen.offset))
    if abs(seen.offset[2]) > 0.9*size:
        return _("above it") if seen.offset[2] > 0.0 else _("below it")
    if speed <= 0.0:
        return _("beside it")
    ahead, left = float(off @ along)/speed, float(along[0]*off[1] - along[1]*off[0])/speed
    if not is_passing and abs(ahead) > abs(left):
        return _("too far") if ahead > 0.0 else _("too short")
    return _("to the left of it") if left > 0.0 else _("to the right of it")


def _parts(node: Node) -> Iterator[Node]:
    """A tree and all its parts."""
    yield node
    for part in node.parts:
        yield from _parts(part)


def unit_of(node: Node) -> str:
    """The unit of a number as far as it has one of its own: that of the first quantity in it, "s" of an instant."""
    if node.kind == "quantity":
        return (OF_BODY | OF_RUN)[(quantity_named(node.name) or ("t", 0))[0]][0]
    if node.kind == "when" or node.kind in ("at", "last") and not node.parts:
        return "s"
    if node.kind == "count":
        return "1"
    if node.kind in ("acos", "asin", "atan"):
        return "rad"
    return next((unit for unit in map(unit_of, node.parts) if unit), "")
