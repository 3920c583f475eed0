"""A challenge: a scene with given values, the few that are free, marks, and a goal. A file of data: no code in it runs.

    title = "Two sevenths golf"
    scene = "turntable"
    preset = "1"                                     # a preset of the scene, by name or number
    values = { x = 0.15 }                            # what differs from it; all that is not free is locked
    free = ["vx", "vy"]                              # what may be changed
    hidden = ["mu"]                                  # what is not shown, for it is to be found out
    seed = { mu = [0.2, 0.7] }                       # between which ends the number of a case draws it
    price = [3, 5, 8]                                # most tries of a case for three stars, for two, for one
    by = ["aim"]                                     # how: aim, hand, steer, knob, place, flag, cue, build
    marks = { gate = { ring = [0.05, 0.12, 0.02], radius = 0.006 } }
    goal = "passes(gate)"
    until = 12.0                                     # how long a try is at most [s]
    stars = ["passes(gate)", "passes(gate, within=0.002)", "passes(gate, within=0.0005)"]
    hint = ["It runs on a circle, whatever you do."]
    why = "The ball circles at two sevenths of the rate of the table."

Where one builds, `by = ["build"]`, nothing else is free, and `build = { most = 5, parts = ["ramp", "wall"] }` says how
many parts may be put to what the scene has, and of which kinds of the palette.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from re import fullmatch
from typing import NamedTuple

from sandbox.errors import BadValue
from sandbox.scene.catalogue import ID
from sandbox.scene.goals.bounds import possible
from sandbox.scene.goals.building import SHAPE as BUILD
from sandbox.scene.goals.building import Building, building_of
from sandbox.scene.goals.marks import mark_of
from sandbox.scene.goals.parser import FormulaError, goal_of
from sandbox.scene.goals.words import CONDITIONS, MEASURES, quantity_named
from sandbox.scene.marks import Mark
from sandbox.scene.scene import Scene
from sandbox.scene.typed.parser import FUNCTIONS, NUMBERS, Node
from sandbox.schema import Choice, Either, Kind, List, Number, Plain, Record, Switch, Table, Text, Whole, read_toml
from sandbox.schema.reading import bytes_in, table_of
from sandbox.text import N_, _

SCHEMA = 1
LARGEST = 1_000_000          # [bytes] of a file
LONGEST_TRY = 600.0          # [s]
STARS = 3
CASE, CASES = "case", 999    # the guess that draws what is hidden, and its largest number; 0 is as the file has it
CASE_TITLE = N_("number of the case")
FINE = 1_000                 # steps between the ends of what is drawn
BY = ("aim", "hand", "steer", "knob", "place", "flag", "cue", "build")
FAMILIES = {"tables": N_("Turning tables"), "letting_go": N_("Letting go"), "bowls": N_("Bowls and cups"),
            "labyrinth": N_("Labyrinth"), "billiards": N_("Billiards"), "bounces": N_("Bounces and hops"),
            "friction": N_("Friction"), "blades": N_("Blades"), "balance": N_("Balance"),
            "surfaces": N_("Hills and funnels"), "stones": N_("Stones and hoops"), "machines": N_("Machines")}
_NAME = Text(40, "[A-Za-z_][A-Za-z_0-9]*", "a name of letters, digits and _")
_TITLE, _SENTENCE = Plain(80), Plain(400, breaks=True)
_VALUE = Either((Number(-1e9, 1e9), Switch()))
GUESS = Record({"low": Number(-1e9, 1e9), "high": Number(-1e9, 1e9), "start": Number(-1e9, 1e9), "unit": Plain(20),
                "title": _TITLE})
SHAPE: dict[str, Kind] = {
    "schema": Whole(1, 1_000_000), "title": _TITLE, "text": _SENTENCE, "family": Choice(tuple(FAMILIES)),
    "scene": Text(40, ID, "[a-z0-9_]{1,40}"), "preset": Text(200), "values": Table(_VALUE, 100),
    "free": List(_NAME, 0, 8), "hidden": List(_NAME, 0, 8),
    "seed": Table(List(Number(-1e9, 1e9), 2, 2), 8), "price": List(Whole(1, 1000), STARS, STARS),
    "by": List(Choice(BY), 1, len(BY)), "marks": Table(Record({}), 20),
    "build": BUILD, "guess": Table(GUESS, 4), "goal": Text(500), "until": Number(0.1, LONGEST_TRY),
    "stars": List(Text(500), STARS, STARS),
    "hint": List(_SENTENCE, 0, 5), "why": _SENTENCE, "order": Number(0, 1e6)}
NEEDED = ("title", "text", "scene", "goal", "until", "stars", "why")


@dataclass(frozen=True)
class Guess:
    """A number that is told before the run and changes nothing in it, as the place of a flag."""

    name: str
    low: float
    high: float
    start: float
    unit: str
    title: str

    def check(self, value) -> float:
        """Returns the value, or raises BadValue."""
        return float(Number(self.low, self.high).take(value, f"'{self.name}'"))


@dataclass(frozen=True)
class Challenge:
    """What is to be reached. Texts are messages: people read them through `_`.

    values   of all parameters of the scene, the free ones as a try begins;  free, guesses   what a person sets
    goal     tree and text of what wins;  stars   those of one, two, three stars
    hidden   names of parameters that are not shown, for they are to be found out
    seed     name of what is hidden -> the ends between which the number of a case draws it
    price    most tries of a case for three stars, for two, for one; () where tries cost nothing
    until    a try lasts so long [s];  build  what may be built, or None;  told  the table of its file, as it was read
    """

    id: str
    title: str
    text: str
    scene: str
    preset: str
    values: dict
    free: tuple[str, ...]
    by: tuple[str, ...]
    marks: dict[str, Mark]
    guesses: dict[str, Guess]
    goal: Node
    goal_text: str
    until: float
    stars: tuple[Node, ...]
    hint: tuple[str, ...]
    why: str
    family: str = "tables"
    order: float = 0.0
    build: Building | None = None
    hidden: tuple[str, ...] = ()
    seed: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    price: tuple[int, ...] = ()
    told: Mapping = field(default_factory=dict, compare=False, repr=False)

    def with_values(self, tried: Mapping) -> tuple[dict, dict]:
        """Returns the values of all parameters and the guesses of a try; BadValue where something is locked.

        tried   name -> value of free parameters and of guesses; what is not named is as it begins
        """
        values, guesses = dict(self.values), {name: one.start for name, one in self.guesses.items()}
        for name, value in tried.items():
            if name in self.guesses:
                guesses[name] = self.guesses[name].check(value)
            elif name in self.free:
                values[name] = value
            else:
                raise BadValue(_("challenge '{challenge}': '{name}' is locked; free are {free}").format(
                    challenge=self.id, name=name[:40], free=", ".join((*self.free, *self.guesses)) or _("none")))
        return values | self._drawn(round(guesses.get(CASE, 0.0))), guesses

    def _drawn(self, case: int) -> dict[str, float]:
        """What is hidden in a case: the same for everybody who takes its number."""
        if case == 0:
            return {}
        return {name: low + (high - low)*(_chance(f"{self.id} {case} {name}") % (FINE + 1))/FINE
                for name, (low, high) in self.seed.items()}

    def most_stars(self, tries: int) -> int:
        """Returns how many stars a case can still give at its try of that number, from 1."""
        return sum(tries <= most for most in self.price) if self.price else STARS


def _chance(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def stars_text(count: int) -> str:
    """Stars as letters: full ones and empty ones, told apart without a colour."""
    return "★"*count + "☆"*(STARS - count)


def told_in(path: Path) -> dict:
    """Returns the table in the file of a challenge, not yet looked at; BadValue with its reason where there is none."""
    try:
        return read_toml(path, LARGEST)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: Exception) -> BadValue:
    return BadValue(_("challenge '{path}' cannot be read: {reason}").format(
        path=path, reason=getattr(error, "strerror", None) or error))


def challenge_of(name: str, told: Mapping, scene_named) -> Challenge:
    """Returns the challenge that a table tells of, or raises BadValue: what, where, found, allowed.

    name          its id;  scene_named(id) -> Scene, or BadValue
    """
    where = _("challenge '{challenge}'").format(challenge=name[:40])
    if not fullmatch(ID, name):
        raise BadValue(_("file name {found!r}: needs small letters, digits and _, at most 40").format(found=name[:60]))
    if isinstance(told.get("schema"), int) and told["schema"] > SCHEMA:
        raise BadValue(_("{where}: made for a later version of the program (its schema is {found}, known is {own})"
                         ).format(where=where, found=str(told["schema"])[:20], own=SCHEMA))
    for key in NEEDED:
        if key not in told:
            raise BadValue(_("{where}: has no '{key}'").format(where=where, key=key))
    unknown = [key for key in told if key not in SHAPE]
    if unknown:
        raise BadValue(_("{where}: no word '{found}'; there are {known}").format(
            where=where, found=str(unknown[0])[:40], known=", ".join(SHAPE)))
    found = {key: kind.take(told[key], f"{where}, '{key}'") for key, kind in SHAPE.items()
             if key in told and key != "marks"}
    marks = _marks(told.get("marks", {}), where)
    guesses = {key: _guess(key, one, f"{where}, 'guess.{key}'") for key, one in found.get("guess", {}).items()}
    scene = scene_named(found["scene"])
    seed, price = found.get("seed", {}), tuple(found.get("price", ()))
    if list(price) != sorted(price):
        raise BadValue(_("{where}, 'price': got {found}, needs three numbers of tries, the first the least").format(
            where=where, found=list(price)))
    try:
        chosen = scene.preset(found["preset"]) if found.get("preset") else None
        values = scene.values((dict(chosen.values) if chosen else {}) | found.get("values", {}))
    except BadValue as error:
        raise BadValue(f"{where}: {error}") from None
    free = found.get("free", ())
    by = tuple(found.get("by", ("aim",)))
    if "cue" in by and scene.cue is None:
        raise BadValue(_("{where}, 'by': the scene '{scene}' has no cue").format(where=where, scene=scene.id))
    _check_names(where, free, found.get("hidden", ()), marks, guesses, scene)
    if seed:
        _check_seed(where, seed, found.get("hidden", ()), guesses, scene)
        guesses[CASE] = Guess(CASE, 0.0, float(CASES), 0.0, "", CASE_TITLE)
    if ("build" in by) != ("build" in found) or "build" in by and (by != ("build",) or free):
        raise BadValue(_("{where}: where one builds, 'by' is [\"build\"], 'build' says what, and nothing else is free"
                         ).format(where=where))
    build = building_of(found["build"], scene, values, f"{where}, 'build'") if "build" in found else None
    if not free and not guesses and not {"cue", "build", "hand"} & set(by):
        raise BadValue(_("{where}: nothing in it is free, so that there is nothing to try").format(where=where))
    goal, *stars = (_tree(text, f"{where}, '{key}': ", (marks, guesses, scene), float(found["until"]))
                    for key, text in (("goal", found["goal"]), *(("stars", text) for text in found["stars"])))
    return Challenge(
        name, found["title"], found["text"], found["scene"], chosen.name if chosen else "", values, tuple(free),
        by, marks, guesses, goal, found["goal"], float(found["until"]), tuple(stars),
        tuple(found.get("hint", ())), found["why"], found.get("family", "tables"), float(found.get("order", 0.0)),
        build, tuple(found.get("hidden", ())), seed, price, dict(told))


def _marks(told, where: str) -> dict[str, Mark]:
    if not isinstance(told, Mapping) or len(told) > 20:
        found = len(told) if isinstance(told, Mapping) else repr(told)[:40]
        raise BadValue(_("{where}, 'marks': got {found}, needs a table of at most {most} marks").format(
            where=where, found=found, most=20))
    return {_NAME.take(name, f"{where}, 'marks'"): mark_of(name, one, f"{where}, 'marks.{name[:40]}'")
            for name, one in told.items()}


def _guess(name: str, told: Mapping, where: str) -> Guess:
    low, high = told.get("low", 0.0), told.get("high", 1.0)
    if not low < high:
        raise BadValue(_("{where}: needs low < high, got {low} and {high}").format(where=where, low=low, high=high))
    start = Number(low, high).take(told.get("start", low), f"{where}.start")
    return Guess(name, float(low), float(high), float(start), told.get("unit", ""), told.get("title", name))


def _check_seed(where: str, seed: Mapping, hidden: Iterable[str], guesses: Mapping, scene: Scene):
    """Raises BadValue where a number of a case would draw what is seen, or what the scene does not allow."""
    if CASE in guesses:
        raise BadValue(_("{where}: the name '{name}' is a word of goals, or taken twice").format(
            where=where, name=CASE))
    for name, (low, high) in seed.items():
        if name not in hidden:
            raise BadValue(_("{where}, 'seed': '{name}' is not hidden").format(where=where, name=name[:40]))
        if not low < high:
            raise BadValue(_("{where}: needs low < high, got {low} and {high}").format(
                where=f"{where}, 'seed.{name[:40]}'", low=low, high=high))
        for end in (low, high):
            scene.parameter(name).check(end)


def _check_names(where: str, free: Iterable[str], hidden: Iterable[str], marks: Mapping, guesses: Mapping,
                 scene: Scene):
    """Raises BadValue where a name is not there, is taken, or nothing could be tried at all."""
    for name in free:
        try:
            scene.parameter(name)
        except BadValue as error:
            raise BadValue(f"{where}, 'free': {error}") from None
    for name in hidden:
        try:
            scene.parameter(name)
        except BadValue as error:
            raise BadValue(f"{where}, 'hidden': {error}") from None
        if name in free:
            raise BadValue(_("{where}, 'hidden': '{name}' is free, and what is free is seen").format(
                where=where, name=name[:40]))
    for name in (*marks, *guesses):
        is_taken = name in (*CONDITIONS, *MEASURES, *FUNCTIONS, *NUMBERS) or quantity_named(name) is not None
        if is_taken or name in guesses and name in free:
            raise BadValue(_("{where}: the name '{name}' is a word of goals, or taken twice").format(
                where=where, name=name[:40]))
    for name, mark in marks.items():
        if mark.at and (mark.kind != "flag" or mark.at not in guesses):
            raise BadValue(_("{where}, 'marks.{name}.at': no guess '{found}'; there are {known}").format(
                where=where, name=name[:40], found=mark.at, known=", ".join(guesses) or _("none")))


def _tree(text: str, where: str, names: tuple, until: float) -> Node:
    """Returns the tree of a goal; BadValue where it is none, or can never hold."""
    marks, guesses, scene = names
    measuring = [name for name, mark in marks.items() if mark.measures]
    try:
        tree = goal_of(text, measuring, guesses, [p.name for p in scene.parameters])
    except FormulaError as error:
        raise error.at(where) from None
    if True not in possible(tree, until):
        raise BadValue(_("{where}the goal {goal!r} can never hold").format(where=where, goal=text))
    return tree


@dataclass
class Challenges:
    """Challenges by id, in the order in which they are offered, and the reason for each file that is none."""

    good: dict[str, Challenge] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)


class Known(NamedTuple):
    """What a file held when it was read, its table, the scene that there was then, and the challenge that came of them;
    None and None where none did.
    """

    data: bytes
    told: dict
    scene: Scene | None = None
    challenge: Challenge | None = None


def load_challenges(folders: Iterable[Path], scene_named, known: dict[Path, Known] | None = None,
                    only: str = "*") -> Challenges:
    """Returns what the folders hold; a broken file is a sentence, the others go on. The first of a name counts.

    known   challenges by their files, which this fills: of a file with the same bytes and scene the challenge is the
            same. To understand forty files anew takes 50 ms
    only    the name of one: no other file is looked at
    """
    known = {} if known is None else known
    found = Challenges()
    for folder in folders:
        for path in sorted(Path(folder).glob(f"{only}.toml")):
            name = path.stem
            if name in found.good or name in found.broken:
                continue
            try:
                found.good[name] = _challenge_in(path, scene_named, known)
            except BadValue as error:
                found.broken[name] = str(error)
    rank = list(FAMILIES)
    found.good = dict(sorted(found.good.items(), key=lambda item: (rank.index(item[1].family), item[1].order, item[0])))
    return found


def _challenge_in(path: Path, scene_named, known: dict[Path, Known]) -> Challenge:
    last = known.get(path)
    try:
        data = bytes_in(path, LARGEST)
        if last is None or last.data != data:
            last = known[path] = Known(data, table_of(data))
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    if last.challenge is not None and scene_named(last.challenge.scene) is last.scene:
        return last.challenge
    challenge = challenge_of(path.stem, last.told, scene_named)
    known[path] = Known(data, last.told, scene_named(challenge.scene), challenge)
    return challenge
