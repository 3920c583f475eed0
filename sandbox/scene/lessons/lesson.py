"""A lesson: steps that each show a scene, ask, and reveal. A file of data: no code in it runs.

    title = "Two sevenths"
    text = "A ball on a turning table: where does it go?"
    aims = ["Predict before a run, and correct oneself."]
    [[steps]]
    title = "Let go"
    minutes = 6
    scene = "turntable"
    preset = "1"                                  # a preset of the scene, by name or number
    values = { vy = 0.05 }                        # what differs from it
    camera = "top"                                # free, follow, top, table
    shown = ["velocity", "trail"]                 # arrows, trail, chalk: what is on; all others are off
    speed = 1                                     # simulated seconds per second
    beside = [{ radius = 0.04 }]                  # pale: the same with other values
    pause = 6.3                                   # an instant [s], or an event as "detach": there the run waits
    caption = "A sentence for the class."
    note = "A sentence for the teacher."
    facts = ["abs(max(speed) - 0.05) < 0.001"]    # what is said holds: goals that the run of the step reaches
    [steps.question]
    text = "Where does the ball go?"
    answers = ["off at the rim", "on a circle", "it stays", "with the table"]
    right = "B"                                   # or none
    seconds = 60
    [steps.reveal]
    text = "It circles at two sevenths of the rate."
    number = "max(speed)"                         # a number that is measured in the run, after the words of goals
    name = "speed"
    unit = "m/s"
    chart = "What the constraint forces do"       # or a chart of the scene
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from re import fullmatch

from sandbox.errors import BadValue
from sandbox.scene.catalogue import ID
from sandbox.scene.goals.bounds import possible
from sandbox.scene.goals.parser import FormulaError, goal_of, measure_of
from sandbox.scene.goals.words import EVENTS
from sandbox.scene.lessons.voting import LETTERS
from sandbox.scene.presentation.showing import CAMERAS, SPEEDS
from sandbox.scene.scene import Scene
from sandbox.scene.typed.parser import Node
from sandbox.schema import Choice, Either, Kind, List, Number, Record, Switch, Table, Text, Whole, read_toml
from sandbox.text import _

SCHEMA = 1
LARGEST = 1_000_000                 # [bytes] of a file
SHORTEST, LONGEST = 10, 180         # [s] of the clock of a question
LONGEST_RUN = 600.0                 # [s] until a run pauses
UNTIL = 10.0                        # [s] for which the facts of a step without a pause are looked at
ARROWS = ("velocity", "angular_velocity", "normal", "friction")
SHOWN = (*ARROWS, "trail", "chalk")
_SENTENCE, _LONG = Text(400), Text(2000)
_VALUES = Table(Either((Number(-1e9, 1e9), Switch(), Text(200))), 100)
QUESTION: dict[str, Kind] = {
    "text": Text(160), "answers": List(Text(80), len(LETTERS), len(LETTERS)), "right": Choice(("", *LETTERS)),
    "seconds": Whole(SHORTEST, LONGEST)}
REVEAL: dict[str, Kind] = {
    "text": _SENTENCE, "number": Text(500), "name": Text(80), "unit": Text(20), "chart": Text(200)}
STEP: dict[str, Kind] = {
    "title": Text(80), "minutes": Number(0.5, 60), "scene": Text(40, ID, "[a-z0-9_]{1,40}"), "preset": Text(200),
    "setup": Text(1_000_000), "values": _VALUES, "beside": List(_VALUES, 0, 4), "camera": Choice(CAMERAS),
    "shown": List(Choice(SHOWN), 0, len(SHOWN)), "speed": Number(SPEEDS[0], SPEEDS[-1]), "caption": _SENTENCE,
    "pause": Either((Number(1e-3, LONGEST_RUN), Choice(tuple(EVENTS)))), "until": Number(0.1, LONGEST_RUN),
    "note": _LONG, "facts": List(Text(500), 0, 10), "question": Record(QUESTION), "reveal": Record(REVEAL),
    "challenge": Text(40, ID, "[a-z0-9_]{1,40}")}
SHAPE: dict[str, Kind] = {
    "schema": Whole(1, 1_000_000), "title": Text(80), "text": _SENTENCE, "order": Number(0, 1e6),
    "aims": List(_SENTENCE, 0, 10), "needs": List(_SENTENCE, 0, 10), "sources": List(_SENTENCE, 0, 20)}
NEEDED = ("title", "text", "steps")
MOST_STEPS = 60


@dataclass(frozen=True)
class Question:
    """What a class is asked before it sees the run. Texts are messages.

    right   the number of the right answer, from 0, or None where there is none;  seconds  of the clock
    """

    text: str
    answers: tuple[str, ...]
    right: int | None = None
    seconds: int = 60


@dataclass(frozen=True)
class Reveal:
    """What is shown after a vote, beside the run.

    text     of the answer;  chart  title of a chart of the scene, or ""
    number   what is measured in the run, or None;  name, unit  of it
    """

    text: str = ""
    chart: str = ""
    number: Node | None = None
    name: str = ""
    unit: str = ""


@dataclass(frozen=True)
class Step:
    """What is shown at a time. Texts are messages.

    scene, preset, values   the run; `values` are those of all parameters;  setup  a share code instead, or ""
    beside     values of other runs that go along pale
    camera, shown, speed    how it is looked at; "" and None: as the preset has it
    pause      instant [s] or kind of event at which the run waits, or None;  until  [s] facts are looked at so long
    challenge  that is played at this step, or ""
    """

    title: str
    minutes: float
    scene: str = ""
    preset: str = ""
    values: dict = field(default_factory=dict)
    setup: str = ""
    beside: tuple[dict, ...] = ()
    camera: str = ""
    shown: tuple[str, ...] | None = None
    speed: float | None = None
    caption: str = ""
    pause: float | str | None = None
    until: float = UNTIL
    note: str = ""
    facts: tuple[tuple[str, Node], ...] = ()
    question: Question | None = None
    reveal: Reveal | None = None
    challenge: str = ""


@dataclass(frozen=True)
class Lesson:
    """A lesson. Texts are messages: people read them through `_`.

    aims, needs, sources   for the teacher's page: what is learned, what is needed, where it is from
    """

    id: str
    title: str
    text: str
    steps: tuple[Step, ...]
    order: float = 0.0
    aims: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def minutes(self) -> float:
        """How long it takes [min]."""
        return sum(step.minutes for step in self.steps)


def told_in(path: Path) -> dict:
    """Returns the table in the file of a lesson, not yet looked at; BadValue with its reason where there is none."""
    try:
        return read_toml(path, LARGEST)
    except (OSError, ValueError) as error:
        raise BadValue(_("lesson '{path}' cannot be read: {reason}").format(
            path=path, reason=getattr(error, "strerror", None) or error)) from None


def lesson_of(name: str, told: Mapping, scene_named, challenges: Iterable[str] = ()) -> Lesson:
    """Returns the lesson that a table tells of, or raises BadValue: what, where, found, allowed.

    name   its id;  scene_named(id) -> Scene, or BadValue;  challenges  ids of those that there are
    """
    where = _("lesson '{lesson}'").format(lesson=name[:40])
    if not fullmatch(ID, name):
        raise BadValue(_("file name {found!r}: needs small letters, digits and _, at most 40").format(found=name[:60]))
    if isinstance(told.get("schema"), int) and told["schema"] > SCHEMA:
        raise BadValue(_("{where}: made for a later version of the program (its schema is {found}, known is {own})"
                         ).format(where=where, found=str(told["schema"])[:20], own=SCHEMA))
    _check_words(told, {**SHAPE, "steps": None}, NEEDED, where)
    found = {key: kind.take(told[key], f"{where}, '{key}'") for key, kind in SHAPE.items() if key in told}
    steps = told["steps"]
    if not isinstance(steps, list) or not 1 <= len(steps) <= MOST_STEPS:
        count = len(steps) if isinstance(steps, list) else repr(steps)[:40]
        raise BadValue(_("{where}, 'steps': got {found}, needs 1 to {most} tables [[steps]]").format(
            where=where, found=count, most=MOST_STEPS))
    known = tuple(challenges)
    read = tuple(_step(one, _("{where}, step {number}").format(where=where, number=number), scene_named, known)
                 for number, one in enumerate(steps, start=1))
    if not any(step.scene for step in read):
        raise BadValue(_("{where}, 'steps': at least one of them needs a scene").format(where=where))
    return Lesson(name, found["title"], found["text"], read, float(found.get("order", 0.0)),
                  *(tuple(found.get(key, ())) for key in ("aims", "needs", "sources")))


def _check_words(told, shape: Mapping, needed: Iterable[str], where: str):
    if not isinstance(told, Mapping):
        raise BadValue(_("{where}: got {found}, needs a table").format(where=where, found=repr(told)[:40]))
    for key in needed:
        if key not in told:
            raise BadValue(_("{where}: has no '{key}'").format(where=where, key=key))
    unknown = [key for key in told if key not in shape]
    if unknown:
        raise BadValue(_("{where}: no word '{found}'; there are {known}").format(
            where=where, found=str(unknown[0])[:40], known=", ".join(shape)))


def _step(told, where: str, scene_named, challenges: tuple[str, ...]) -> Step:
    _check_words(told, STEP, ("title", "minutes"), where)
    for key, shape, needed in (("question", QUESTION, ("text", "answers")), ("reveal", REVEAL, ())):
        if key in told:
            _check_words(told[key], shape, needed, f"{where}, '{key}'")
    found = {key: kind.take(told[key], f"{where}, '{key}'") for key, kind in STEP.items() if key in told}
    sources = [key for key in ("scene", "setup", "challenge") if key in found]
    if len(sources) != 1:
        raise BadValue(_("{where}: needs one of scene, setup, challenge, got {found}").format(
            where=where, found=", ".join(sources) or _("none")))
    if "challenge" in found and found["challenge"] not in challenges:
        raise BadValue(_("{where}: no challenge {found!r}; there are {known}").format(
            where=where, found=found["challenge"], known=", ".join(challenges) or _("none")))
    if "speed" in found and found["speed"] not in SPEEDS:
        raise BadValue(_("{where}, 'speed': got {found!r}, needs one of {known}").format(
            where=where, found=found["speed"], known=", ".join(f"{speed:g}" for speed in SPEEDS)))
    for key in ("preset", "values", "beside", "facts", "reveal"):
        if key in found and "scene" not in found and (key != "reveal" or "number" in found[key]):
            raise BadValue(_("{where}: '{key}' needs a scene").format(where=where, key=key))
    if "reveal" in found and "question" not in found:
        raise BadValue(_("{where}: 'reveal' needs a question").format(where=where))
    of_scene = _of_scene(found, where, scene_named) if "scene" in found else {}
    plain = {key: found[key] for key in ("setup", "camera", "shown", "speed", "caption", "pause", "note", "challenge")
             if key in found}
    reveal = found.get("reveal")
    question = found.get("question")
    return Step(found["title"], float(found["minutes"]), **plain, **of_scene, until=_until(found),
                question=_question(question) if question else None,
                reveal=Reveal(reveal.get("text", ""), reveal.get("chart", ""),
                              _measure(reveal["number"], f"{where}, 'reveal.number': ", scene_named(found["scene"]))
                              if "number" in reveal else None, reveal.get("name", ""), reveal.get("unit", ""))
                if reveal else None)


def _until(found: Mapping) -> float:
    """How long facts are looked at [s]: as said, or to the instant of the pause."""
    pause = found.get("pause")
    return float(found.get("until", pause if isinstance(pause, int | float) else UNTIL))


def _question(told: Mapping) -> Question:
    right = told.get("right", "")
    return Question(told["text"], told["answers"], LETTERS.index(right) if right else None, told.get("seconds", 60))


def _of_scene(found: Mapping, where: str, scene_named) -> dict:
    """What of a step is said by words of its scene."""
    try:
        scene = scene_named(found["scene"])
        chosen = scene.preset(found["preset"]) if found.get("preset") else None
        begin = (dict(chosen.values) if chosen else {}) | found.get("values", {})
        values = scene.values(begin)
        beside = tuple(scene.values(begin | more) for more in found.get("beside", ()))
    except BadValue as error:
        raise BadValue(f"{where}: {error}") from None
    facts = tuple((text, _fact(text, f"{where}, 'facts': ", scene, _until(found))) for text in found.get("facts", ()))
    return {"scene": found["scene"], "preset": chosen.name if chosen else "", "values": values, "beside": beside,
            "facts": facts}


def _fact(text: str, where: str, scene: Scene, until: float) -> Node:
    try:
        tree = goal_of(text, parameters=[p.name for p in scene.parameters])
    except FormulaError as error:
        raise error.at(where) from None
    if True not in possible(tree, until):
        raise BadValue(_("{where}the goal {goal!r} can never hold").format(where=where, goal=text))
    return tree


def _measure(text: str, where: str, scene: Scene) -> Node:
    try:
        return measure_of(text, parameters=[p.name for p in scene.parameters])
    except FormulaError as error:
        raise error.at(where) from None


@dataclass
class Lessons:
    """Lessons by id, in the order in which they are offered, and the reason for each file that is none."""

    good: dict[str, Lesson] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)


def load_lessons(folders: Iterable[Path], scene_named, challenges: Iterable[str] = ()) -> Lessons:
    """Returns what the folders hold; a broken file is a sentence, the others go on. The first of a name counts."""
    found, known = Lessons(), tuple(challenges)
    for folder in folders:
        for path in sorted(Path(folder).glob("*.toml")):
            name = path.stem
            if name in found.good or name in found.broken:
                continue
            try:
                found.good[name] = lesson_of(name, told_in(path), scene_named, known)
            except BadValue as error:
                found.broken[name] = str(error)
    found.good = dict(sorted(found.good.items(), key=lambda item: (item[1].order, item[0])))
    return found
