"""The command `words`: all words that scenes are written with, from their own signatures and docstrings."""

import inspect
import json
import re
from dataclasses import asdict, dataclass
from types import ModuleType

from sandbox.text import N_, _

# heading -> modules of sandbox.scene whose words stand below it; what stands nowhere comes last
GROUPS = {
    N_("A scene"): ("scene", "parameter", "typed.parameter", "start", "presentation.showing", "presentation.card",
                    "controls", "sandbox.errors"),
    N_("Support surfaces"): ("supports.surfaces", "typed.graph", "supports.slabs", "supports.surface",
                             "supports.edges"),
    N_("Motions of supports"): ("motions",),
    N_("Bodies"): ("bodies", "boxes", "polyhedra", "carrying"),
    N_("Contact and friction"): ("contact", "friction", "materials"),
    N_("Worlds: several bodies and supports"): ("world", "supports.on", "joints", "marks"),
    N_("Ready systems"): ("models.sleigh", "models.flywheel", "models.concentrated", "models.integraph",
                          "models.plane_ball", "models.free_turntable", "models.ring_ball", "models.vakonomic",
                          "models.rigid"),
    N_("Systems with rows of one's own"): ("constrained", "realisation", "beside"),
    N_("How it is drawn, charts, curves"): ("drawn.shapes", "drawn.meshes", "drawn_curve", "charts.chart",
                                             "presentation.differs", "presentation.papers",
                                             "charts.theory_charts"),
    N_("Other words"): (),
}
# words that are values, and what they are
VALUES = {"ANEW": N_("deed of a Try: the run begins again"), "HAND": N_("deed of a Try: the hand takes the body"),
          "ON_A_STAND": N_("arguments for a body with a fixed point that stands on a stand")}
ARGUMENT = re.compile(r"(\w+(?:,? \w+)*?)(?:\([^()]*\))?  +(\S.*)")     # "low high   closed range", "build(p)   ..."
UNIT = re.compile(r"\[([^\[\]]*)\]")
WIDTH = 116


@dataclass(frozen=True)
class Argument:
    """One argument of a word: "" where it has no default, no unit, or nothing is said of it."""

    name: str
    default: str
    unit: str
    about: str


@dataclass(frozen=True)
class Word:
    """A word: what it is, and its arguments."""

    name: str
    group: str
    about: str
    arguments: tuple[Argument, ...]

    @property
    def call(self) -> str:
        """How it is written."""
        shown = ", ".join(one.name + (f"={one.default}" if one.default else "") for one in self.arguments)
        return f"{self.name}({shown})" if self.name not in VALUES else self.name


def words() -> list[Word]:
    """Returns all words of `sandbox.scene`, by their groups, in the order of the alphabet."""
    from sandbox import scene
    order = list(GROUPS)
    found = [_word(name, getattr(scene, name)) for name in scene.__all__]
    return sorted(found, key=lambda word: (order.index(word.group), word.name.lower()))


def _word(name: str, value) -> Word:
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    place = module.removeprefix("sandbox.scene.")
    group = next((heading for heading, modules in GROUPS.items() if place in modules), list(GROUPS)[-1])
    if name in VALUES:
        owner = "A scene" if name != "ON_A_STAND" else "Ready systems"
        return Word(name, owner, VALUES[name], ())
    about, said_of = _doc(value)
    arguments: tuple[Argument, ...] = ()
    if callable(value) and not (isinstance(value, type) and issubclass(value, Exception)):
        arguments = tuple(_argument(one, said_of.get(one.name, ""), about)
                          for one in inspect.signature(value).parameters.values())
    return Word(name, group, about, arguments)


def _doc(value) -> tuple[str, dict[str, str]]:
    """The first paragraph of a docstring on one line, and what it says of each argument below it."""
    lines = (inspect.getdoc(value) or "").splitlines()
    end = next((k for k, line in enumerate(lines) if not line.strip()), len(lines))
    said_of: dict[str, str] = {}
    names: list[str] = []
    for line in lines[end:]:
        # "low high  closed range;  other  something else"
        if ARGUMENT.match(line):
            names = []
            for part in re.split(r";  (?=\w)", line):
                if inner := ARGUMENT.match(part):
                    names = re.split(r",? ", inner[1])
                    said_of |= dict.fromkeys(names, inner[2].strip())
        elif names and line.startswith(" "):
            said_of |= {name: f"{said_of[name]} {line.strip()}" for name in names}
        else:
            names = []
    return " ".join(line.strip() for line in lines[:end]), said_of


def _argument(parameter, about: str, whole: str) -> Argument:
    name = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "") + parameter.name
    default = "" if parameter.default is parameter.empty else _shown(parameter.default)
    unit = UNIT.search(about) or re.search(rf"\b{parameter.name}\b`? \[([^\[\]]*)\]", whole)
    return Argument(name, default, unit[1] if unit else "", about)


def _shown(value) -> str:
    text = repr(value)
    if "<factory>" in text:
        return "..."
    # what has no short form of its own has a name
    return text if len(text) <= 30 and not text.startswith("<") else getattr(value, "__name__", "...")


# ---- how they are told ----------------------------------------------------------------------------------------------

def as_text(found: list[Word], is_long: bool) -> str:
    """Returns words for a terminal, with their arguments where one asked for few."""
    lines, group = [], ""
    for word in found:
        if word.group != group:
            group = word.group
            lines += ["", _(group)]
        about = _(word.about) if word.name in VALUES else word.about
        lines += [f"  {word.call}", *(f"      {line}" for line in _wrapped(about, WIDTH - 6))]
        for one in word.arguments if is_long else ():
            if one.about:
                lines += [f"          {line}" for line in _wrapped(f"{one.name}: {one.about}", WIDTH - 10)]
    return "\n".join(lines).strip("\n")


def _wrapped(text: str, width: int) -> list[str]:
    import textwrap
    return textwrap.wrap(text, width) or [""]


def as_page(found: list[Word]) -> str:
    """Returns the page docs/words.md, in English."""
    lines = ["# The words that scenes are written with", "",
             "Made by `./run words --markdown` from the sources: what stands here is what the program does. A scene",
             "imports them from `sandbox.scene`; [extending.md](extending.md) says how one is put together. SI units",
             "where nothing else is said.", ""]
    group = ""
    for word in found:
        if word.group != group:
            group = word.group
            lines += [f"## {group}", ""]
        lines += [f"**`{word.call}`**", "", *_wrapped(word.about, WIDTH), ""]
        told = [one for one in word.arguments if one.about]
        if told:
            lines += ["| argument | unit | |", "| --- | --- | --- |"]
            lines += [f"| `{one.name}` | {one.unit} | {one.about.replace('|', chr(92) + '|')} |" for one in told]
            lines += [""]
    return "\n".join(lines).rstrip("\n") + "\n"


def run(args) -> int:
    """Prints the words, or those that were asked for; returns the exit code."""
    from sandbox.errors import BadValue
    found = words()
    if args.words:
        known = {word.name.lower(): word for word in found}
        wrong = [name for name in args.words if name.lower() not in known]
        if wrong:
            raise BadValue(_("no word {found!r}; there are: {known}").format(
                found=wrong[0][:60], known=", ".join(word.name for word in found)))
        found = [known[name.lower()] for name in args.words]
    if args.json:
        print(json.dumps([{**asdict(word), "call": word.call} for word in found], ensure_ascii=False))
    elif args.markdown:
        print(as_page(found), end="")
    else:
        print(as_text(found, is_long=bool(args.words)))
    return 0
