"""A challenge made of a run: where a body is now, or a mark of the scene, is the goal, one thing is made free, and the
run itself wins.

What is free is a number in which the run differs from its preset, or what was done while it ran: by the hand, or by
steering live parameters.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.run.command import HAND
from sandbox.run.judge import check_run, check_start, judged, verdict_of
from sandbox.run.mark_readings import readings_of
from sandbox.run.simulation import Simulation
from sandbox.scene.controls import Steer
from sandbox.scene.goals.challenge import Challenge, challenge_of
from sandbox.scene.goals.marks import table_of
from sandbox.scene.goals.words import CONDITIONS as HOLDS
from sandbox.scene.goals.words import JOINTS, MEASURES, quantity_named
from sandbox.scene.typed.parser import FUNCTIONS, NUMBERS
from sandbox.text import N_, _

GOALS = {"ring": N_("come through the ring where it is now"),
         "zone": N_("be in the circle where it is now, at the end"),
         "stays": N_("stay for a second in the circle where it is now"),
         "rests": N_("come to rest in the circle where it is now")}
# the same at a mark that stands in the scene, and what else is asked for there
AT_MARKS = {"ring": N_("come through it"), "zone": N_("be in it at the end"), "stays": N_("stay in it for a second"),
            "rests": N_("come to rest in it"), "timer": N_("cross its line at the instant when it does now"),
            "order": N_("come through all rings, gates and timers, in their order")}
# kind of a mark -> goals that it is good for
FITTING = {"ring": ("ring", "stays"), "zone": ("zone", "stays", "rests"), "flag": ("rests", "zone", "stays"),
           "gate": ("ring",), "timer": ("timer", "ring")}
CONDITIONS = {"ring": "passes({name}{within})", "zone": "in({name}{within})", "stays": "stays({name}, 1 s{within})",
              "rests": "in({name}{within}) and rests()"}
HERE, ALL = "", "*"          # what the goal is about: the place where a body is now; all marks that are gone through
STEERED = "steered"          # what is free where live parameters were changed while it ran
SHARES = (1.0, 0.3, 0.1)     # of the mark's radius, for one, two, three stars
LONGER = 0.5                 # [s] that a try may take longer to come through a ring
LATE = 0.06                  # of the instant at a timer, by which one that is early or late still counts
ENDING = ".toml"
TAKEN = {*HOLDS, *JOINTS, *MEASURES, *FUNCTIONS, *NUMBERS}      # words of goals, which no mark is called by


@dataclass(frozen=True)
class Wish:
    """What a person asks for.

    title, text   for those who play it;  free   name of the parameter that they set, HAND or STEERED
    goal          one of GOALS, of AT_MARKS where a mark is named;  body  whose centre it is, from 0
    radius        of the mark that is put where the body is now [m]
    mark          name of a mark of the scene, HERE or ALL
    """

    title: str
    text: str
    free: str
    goal: str
    radius: float
    body: int = 0
    mark: str = HERE


def free_in(run: Simulation) -> list[str]:
    """Returns the parameters that can be made free: numbers in which the run differs from its preset."""
    first = run.scene.values(run.scene.preset(run.preset).values if run.preset else None)
    return [p.name for p in run.scene.parameters if p.name in run.start_values
            and isinstance(run.start_values[p.name], int | float) and not p.is_switch
            and run.start_values[p.name] != first[p.name]]


def ways_in(run: Simulation) -> list[str]:
    """Returns all that can be made free: parameters, then HAND and STEERED where these moved the run."""
    done = {one.name for one in _done(run)}
    steered = done & set(run.live)
    return [*free_in(run), *([HAND] if done == {HAND} else []), *([STEERED] if done and done == steered else [])]


def _done(run: Simulation) -> list:
    """What was done to a run up to now."""
    return [one for one in run.commands if one.step <= run.step]


def _free(run: Simulation, wish: Wish) -> tuple[list[str], str]:
    """The free parameters of a wish, and how they are set."""
    if wish.free == HAND:
        return [], "hand"
    if wish.free != STEERED:
        return [wish.free], "place"
    names = sorted({one.name for one in _done(run)})
    steers = {name for one in run.scene.controls if isinstance(one, Steer) for name in (one.name_x, one.name_y)}
    return names, "steer" if set(names) <= steers else "knob"


def told_of(run: Simulation, wish: Wish) -> dict:
    """Returns the table of the challenge that a wish makes of a run as it stands; BadValue where it can be none."""
    first = run.scene.values(run.scene.preset(run.preset).values if run.preset else None)
    changed = {name: value for name, value in run.start_values.items() if value != first[name] and name != wish.free}
    drawn = [name for name, value in changed.items() if isinstance(value, str)]
    if drawn:
        raise BadValue(_("a challenge has numbers alone: '{name}' is none").format(name=drawn[0]))
    if wish.free not in ways_in(run):
        raise BadValue(_("'{name}' is as the preset has it: change it first, so that there is something to be found"
                         ).format(name=wish.free))
    free, by = _free(run, wish)
    asked = _here(run, wish) if wish.mark == HERE else _at_marks(run, wish)
    t, is_through = run.t, wish.goal in ("ring", "timer", "order")
    return {"schema": 1, "title": wish.title, "text": wish.text, "scene": run.scene.id,
            **({"preset": run.preset} if run.preset else {}), "values": changed, "free": free, "by": [by],
            "marks": asked.marks, "goal": asked.goal, "until": round(t + (LONGER if is_through else 0.0), 4),
            "stars": list(asked.stars), "why": wish.text}


@dataclass(frozen=True)
class _Asked:
    """Marks of a challenge by name, as its file has them, its goal and those of its stars."""

    marks: dict
    goal: str
    stars: tuple[str, ...]


def _here(run: Simulation, wish: Wish) -> _Asked:
    """The goal where the body is now."""
    centre = [round(float(x), 6) for x in run.snapshot().bodies[wish.body].centre]
    kind, condition = "ring" if wish.goal == "ring" else "zone", CONDITIONS[wish.goal]
    return _Asked({"here": {kind: centre, "radius": wish.radius, "body": wish.body + 1}},
                  condition.format(name="here", within=""),
                  tuple(condition.format(name="here", within=f", within={share*wish.radius!r}") for share in SHARES))


def _at_marks(run: Simulation, wish: Wish) -> _Asked:
    """The goal at a mark of the scene, or at all that are gone through; the others stand there as well."""
    marks = run.scene.marks
    names = goal_names([mark.name for mark in marks])
    tables = {name: table_of(mark, wish.body) for name, mark in zip(names, marks, strict=True)}
    if wish.mark == ALL:
        through = [(name, mark) for name, mark in zip(names, marks, strict=True) if mark.is_line or mark.kind == "ring"]
        if len(through) < 2:
            raise BadValue(_("an order needs two rings, gates or timers at least"))

        def ordered(share: float) -> str:
            """All of them within a share of their radii, each before the next."""
            passed = [f"passes({name}, within={share*mark.radius!r})" for name, mark in through]
            return " and ".join(f"before({one}, {other})" for one, other in pairwise(passed))
        return _Asked(tables, ordered(1.0), tuple(map(ordered, SHARES)))
    found = [(name, mark) for name, mark in zip(names, marks, strict=True) if mark.name == wish.mark]
    if not found or wish.goal not in FITTING[found[0][1].kind]:
        raise BadValue(_("the scene has no mark '{name}' for this goal").format(name=wish.mark[:40]))
    (name, mark), = found
    if wish.goal == "timer":
        seen = readings_of(run, (mark,))[0][wish.body]
        if not seen.is_met:
            raise BadValue(_("in this run the body does not cross the line of '{name}'").format(name=wish.mark))
        when = f"abs(when(passes({name})) - {seen.t:.6g})"
        stars = tuple(f"{when} < {share*LATE*seen.t:.4g}" for share in SHARES)
        return _Asked(tables, stars[0], stars)
    condition = CONDITIONS[wish.goal]
    return _Asked(tables, condition.format(name=name, within=""), tuple(
        condition.format(name=name, within=f", within={share*mark.radius!r}") for share in SHARES))


def goal_names(names: Sequence[str]) -> list[str]:
    """Returns names of marks that goals can have for those that people gave: letters, digits and _, each once."""
    found: list[str] = []
    for name in names:
        stem = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")[:30]
        if not stem or stem[0].isdigit() or stem in TAKEN or quantity_named(stem) is not None:
            stem = f"mark_{stem}".rstrip("_")
        count, one = 1, stem
        while one in found:
            count += 1
            one = f"{stem}_{count}"
        found.append(one)
    return found


def toml_of(told: dict) -> str:
    """Returns the text of a challenge's file."""
    return "".join(f"{key} = {_written(value)}\n" for key, value in told.items())


def _written(value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # TOML wants DEL escaped as well
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_written(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_written, value)) + "]"
    return repr(float(value)) if isinstance(value, float) else repr(int(value))


def made_of(run: Simulation, wish: Wish, name: str, scene_named: Callable) -> tuple[Challenge, str]:
    """Returns the challenge and the text of its file; BadValue unless this run wins it, and its beginning does not.

    Where a body is now it wins all stars; a mark that stood there before it has to reach, no more.
    """
    told = told_of(run, wish)
    challenge = challenge_of(name, told, scene_named)
    commands = _done(run)

    def make() -> Simulation:
        again = Simulation(run.scene, dict(run.start_values), run.step_rate, challenge.preset)
        again.replay(commands)
        return again
    check_run(challenge, run)
    check_start(challenge, run.scene)
    won = verdict_of(challenge, make, {})
    if won.stars < (len(SHARES) if wish.mark == HERE else 1):
        raise BadValue(_("this run does not win it: {sentence}").format(sentence=won.sentence))
    if judged(challenge, {}, run.scene).stars:
        raise BadValue(_("it is won without doing anything: make the mark smaller, or another parameter free"))
    return challenge, toml_of(told)


def keep(text: str, title: str, folder: Path) -> Path:
    """Writes the file of a challenge into a folder, under a name that is not taken; OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (name_of(title, {one.stem for one in folder.glob(f"*{ENDING}")}) + ENDING)
    with replaced(path) as file:
        file.write(text)
    return path


def name_of(title: str, taken: set[str]) -> str:
    """Returns an id for a challenge of this title that is not taken."""
    plain = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")[:30] or "own"
    count = 1
    name = plain
    while name in taken:
        count += 1
        name = f"{plain}_{count}"
    return name
