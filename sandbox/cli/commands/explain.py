"""The command `explain`: what is inside a scene, from the tables and layouts that its runs use."""

import inspect
import textwrap
from collections.abc import Callable, Iterator
from math import isnan
from pathlib import Path

from sandbox.cli.choices import changes_of
from sandbox.cli.common import PACKAGE, scene_named
from sandbox.cli.terminal.output import print_json
from sandbox.errors import BadValue
from sandbox.integration.status import SENTENCES
from sandbox.run.readings import explained as readings
from sandbox.run.readings.explained import Code, Explained, explained, sources_of
from sandbox.run.readings.mode_words import followers_text, mode_text
from sandbox.systems.tables import GuardRow, ModeRow, Number
from sandbox.text import _, unit_text

WIDTH = 116
# columns of a guard: its name, what is zero there, which function decides what follows
NAME, QUANTITY, LAW = 32, 44, 22
# columns of a parameter: place in p, name, values, unit
PLACE, PARAMETER, VALUES, UNIT = 14, 22, 28, 13
# of a vector or a block longer than this the first numbers are told
MOST_VALUES = 4


def run(args) -> int:
    """Prints what is inside a scene, or the source of one mode; returns the exit code."""
    scene = scene_named(args.scene_id)
    preset = scene.preset(args.preset).name if args.preset else ""
    found = explained(scene, scene.values(changes_of(args, scene)))
    if args.source is not None:
        for name, source in sources_of(_mode(found, args.source).entries).items():
            print(f"# ---- {name}\n\n{source.strip()}\n")
    elif args.json:
        print_json(as_json(scene.id, preset, found))
    else:
        print("\n".join([f"{scene.id}: {_(scene.title)}" + (f", {_(preset)}" if preset else ""), *as_text(found)]))
    return 0


def _mode(found: Explained, name: str) -> ModeRow:
    known = {mode.name: mode for mode in found.modes}
    if name not in known:
        raise BadValue(_("--source {found!r}: there is no such mode; there are: {known}").format(
            found=name[:60], known=", ".join(known)))
    return known[name]


# ---- as text --------------------------------------------------------------------------------------------------------

def as_text(found: Explained) -> list[str]:
    """Returns the lines for a terminal."""
    lines = []
    if found.models > 1:
        lines += [_("This is the first of {count} systems that run side by side.").format(count=found.models)]
    lines += ["", _("Modes. A guard is positive in its mode; where it falls to zero the mode ends, and what follows is "
                    "decided.")]
    for mode in found.modes:
        lines += ["", *_titled(mode), *(line for guard in mode.guards for line in _guard_lines(guard))]
    lines += ["", _("What decides what follows"), *_law_lines(found.modes)]
    lines += ["", _("Every mode ends, too, where the integrator cannot go on:")]
    for sentence in SENTENCES.values():
        lines += _wrapped(_(sentence).format(when=_("at that instant")), "    ")
    number = sum(len(one.values) for one in found.numbers)
    lines += ["", _("Parameters: {known} of {count} numbers of p; the others are zero, or room to work").format(
        known=number, count=found.size), *map(_number_line, found.numbers)]
    lines += ["", _("Compiled functions"), *map(_code_line, found.code)]
    return lines


def _titled(mode: ModeRow) -> list[str]:
    word = mode_text(mode.word)
    return [f"{mode.name} ({word})" if word != mode.name else mode.name, *_wrapped(mode.about, "    ")]


def _guard_lines(guard: GuardRow) -> list[str]:
    unit = f" [{unit_text(guard.unit)}]"
    law = guard.law.__name__ if guard.law is not None else ""
    head = f"    {_cell(guard.name, NAME)}{_cell(guard.quantity + unit, QUANTITY)}{law}".rstrip()
    then = followers_text(guard.then)
    end = _("the end") if not then else _("or the end") if guard.ends else ""
    return [head, *_wrapped("-> " + ", ".join(part for part in (then, end) if part), "        ", "           ")]


def _law_lines(modes: tuple[ModeRow, ...]) -> Iterator[str]:
    told: dict[Callable, str] = {guard.law: guard.decides for mode in modes for guard in mode.guards
                                 if guard.law is not None}
    for law, sentence in told.items():
        yield from _wrapped(f"{law.__name__}: {sentence} ({_file_of(law)})", "    ", "        ")


def _number_line(one: Number) -> str:
    shown = " ".join(map(_value, one.values[:MOST_VALUES]))
    if len(one.values) > MOST_VALUES:
        shown += f" ... ({len(one.values)})"
    place = f"p[{one.place}]" if len(one.values) == 1 else f"p[{one.place}:{one.place + len(one.values)}]"
    columns = ((place, PLACE), (one.name, PARAMETER), (shown, VALUES), (unit_text(one.unit), UNIT))
    line = "    " + "".join(_cell(text, width) for text, width in columns)
    return f"{line}{textwrap.shorten(one.about, max(WIDTH - len(line), 16), placeholder=' ...')}".rstrip()


def _value(number: float) -> str:
    return _("(at start)") if isnan(number) else f"{number:.5g}"


def _code_line(code: Code) -> str:
    states = {readings.LOADED: _("loaded"), readings.ON_DISK: _("kept in a file"), readings.NOT_YET: _(
        "not compiled yet"), readings.AT_EACH_START: _("compiled at each start")}
    size = f"{code.size/1024:.0f} KiB" if code.size else ""
    return f"    {_cell(code.name, 24)}{_cell(code.module, 58)}{_cell(states[code.state], 22)}{size:>8}".rstrip()


def _cell(text: str, width: int) -> str:
    """A text as wide as its column, with a gap behind it where it is wider."""
    return f"{text} ".ljust(width)


def _wrapped(text: str, first: str, more: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=more or first) or [first]


def _file_of(function: Callable) -> str:
    """The file of a function, as one would open it from the folder of the program."""
    own = getattr(function, "py_func", function)
    path = Path(inspect.getsourcefile(own) or "")
    return path.relative_to(PACKAGE.parent).as_posix() if path.is_relative_to(PACKAGE.parent) else path.name


# ---- as JSON --------------------------------------------------------------------------------------------------------

def as_json(scene_id: str, preset: str, found: Explained) -> dict:
    """Returns the same for programs; values that are known at the start only are null."""
    return {
        "scene": scene_id, "preset": preset, "systems": found.models, "size": found.size,
        "modes": [{"name": mode.name, "word": mode.word, "about": mode.about,
                   "functions": [f"{entry.__module__}.{entry.__name__}" for entry in mode.entries],
                   "guards": [{"place": guard.place, "name": guard.name, "quantity": guard.quantity,
                               "unit": guard.unit, "direction": "falls", "then": list(guard.then), "ends": guard.ends,
                               "law": guard.law and guard.law.__name__, "file": guard.law and _file_of(guard.law),
                               "decides": guard.decides} for guard in mode.guards]} for mode in found.modes],
        "parameters": [{"name": one.name, "place": one.place, "unit": one.unit, "about": one.about,
                        "values": [_finite(x) for x in one.values]} for one in found.numbers],
        "compiled": [{"module": code.module, "name": code.name, "state": code.state,
                      "file": str(code.file) if code.file is not None else None, "bytes": code.size}
                     for code in found.code]}


def _finite(x: float) -> float | str | None:
    """A number as JSON has them: inf by its name, none for what is not known yet."""
    return None if isnan(x) else x if abs(x) != float("inf") else str(x)
