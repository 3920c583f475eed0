"""The command `papers`: what scenes show of papers, with each number reached again beside the one that is expected."""

import math
import re
from collections.abc import Iterator, Sequence

from sandbox.cli.common import catalogue, scene_named
from sandbox.cli.terminal import stop
from sandbox.cli.terminal.output import print_json
from sandbox.cli.terminal.progress import Progress
from sandbox.run.reached import Found, command_of, reached, rows_of
from sandbox.scene.presentation.papers import PAPERS, named_place, place_text
from sandbox.text import _, language, unit_text

LEAST, MOST = 3, 15          # digits of a number
BOLD = re.compile(r"\*\*([^*]+)\*\*")


def run(args) -> int:
    """Prints the rows of the scenes that were named, of all without; returns the exit code, 1 where one is missed."""
    scenes = [scene_named(name) for name in args.scenes] or catalogue().scenes.values()
    rows = [rows_of(scene) for scene in scenes if scene.papers]
    count, found = sum(map(len, rows)), []
    with Progress() as progress:
        for one in _all(rows):
            stop.look()
            found.append(one)
            progress.show(_("{scene}: {count} of {all}").format(scene=one.scene.id, count=len(found), all=count))
    if args.json:
        print_json([as_plain(one) for one in found])
    elif args.markdown:
        print(as_page(found), end="")
    else:
        for one in found:
            print(as_text(one))
    return 0 if all(one.is_good for one in found) else 1


def _all(rows: Sequence[list[Found]]) -> Iterator[Found]:
    for some in rows:
        yield from reached(some)


def as_plain(one: Found) -> dict:
    """Returns a row for other programs."""
    return {"scene": one.scene.id, "number": one.number, "place": one.row.place, "about": one.row.about,
            "preset": one.row.preset, "chart": one.row.chart, "command": " ".join(["./run", *command_of(one)]),
            "quantity": one.quantity, "unit": one.unit, "expected": one.expected, "within": one.row.within,
            "printed": one.printed, "reached": one.reached if math.isfinite(one.reached) else None, "ok": one.is_good}


def as_text(one: Found) -> str:
    """Returns a row for a terminal."""
    verdict = _("ok") if one.is_good else _("missed")
    return (f"{one.scene.id} {one.number}: {named_place(one.row.place)}: {_(one.row.about)}\n"
            f"    {verdict}: {numbers(one, shown(one.reached, one))}")


# ---- numbers ------------------------------------------------------------------------------------------------------

def shown(value: float, one: Found) -> str:
    """Returns a number to the digits that are sure, of a small departure from 0 the first one."""
    if one.expected == 0.0 or not math.isfinite(value):
        return f"{value:.1g}"
    digits = math.ceil(math.log10(abs(one.expected)/one.row.within)) + 1
    return f"{value:.{min(max(digits, LEAST), MOST)}g}"


def numbers(one: Found, value: str) -> str:
    """Returns what is reached beside what is expected; `value` is the text of the former."""
    unit = f" {unit_text(one.unit)}" if one.unit else ""
    expected = _("expected {expected} ± {within:.1g}{unit} ({why})").format(
        expected="0" if one.expected == 0.0 else shown(one.expected, one), within=one.row.within, unit=unit,
        why=_(one.row.why))
    if one.printed is not None:
        expected = _("printed {printed:.6g}{unit}; {expected}").format(
            printed=one.printed, unit=unit, expected=expected)
    return f"{_(one.quantity)}: {value}{unit}; {expected}"


# ---- the page -----------------------------------------------------------------------------------------------------

def as_page(found: Sequence[Found], values: Sequence[str] = ()) -> str:
    """Returns the page docs/papers.md, in Russian docs/papers.ru.md.

    values   texts of the numbers that were reached, in the order of the page; without them those of `found`
    """
    ordered = in_order(found)
    texts = list(values) or [shown(one.reached, one) for one in ordered]
    name = "papers.md" if language() == "en" else f"papers.{language()}.md"
    lines = [f"# {_('The papers, place by place')}", "", *_head(name), ""]
    paper = ""
    for one, value in zip(ordered, texts, strict=True):
        if one.row.paper != paper:
            paper = one.row.paper
            heads = (_("place"), _("what is shown"), _("scene, preset"), _("where"), _("command"), _("number"))
            lines += ["", f"## {_(PAPERS[paper][0])}", "", PAPERS[paper][1], "",
                      f"| {' | '.join(heads)} |", "|" + " --- |"*len(heads)]
        lines.append(_line(one, value))
    return "\n".join(lines) + "\n"


def _head(name: str) -> list[str]:
    """Returns what stands above the tables."""
    lang = "" if language() == "en" else f" --lang {language()}"
    return [_("Made by `{command}` from the scenes: each row stands in its scene as a `Paper`, and "
              "[extending.md](extending.md) says how one is added. `./run papers SCENE` reaches the numbers of a scene "
              "again and prints them beside what is expected; a test does so for all of them, and runs each "
              "command.").format(command=f"./run{lang} papers --markdown > docs/{name}"), "",
            _("In the last column stands first what is reached, then what the paper or a closed form has, with the "
              "largest departure that is allowed and its reason. Where a paper has something else, *printed* is its "
              "number, and the sign ≠ in the toolbar of the scene says more. A chart is named where it shows the "
              "place; else picture, meters and sheet (F2) do.")]


def in_order(found: Sequence[Found]) -> list[Found]:
    """Returns rows as their papers go."""
    return sorted(found, key=lambda one: (one.row.order, one.scene.id, one.number))


def _line(one: Found, value: str) -> str:
    row = one.row
    where = _("chart “{title}”").format(title=_(row.chart)) if row.chart else _("picture, meters")
    changes = ", ".join(f"{name} = {value}" for name, value in row.values.items())
    preset = "; ".join(part for part in (_(row.preset), changes) if part)
    cells = (place_text(row.place), _(row.about), f"`{one.scene.id}`" + (f": {preset}" if preset else ""), where,
             f"`./run {' '.join(command_of(one))}`", numbers(one, f"**{value}**"))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def values_of(page: str) -> list[str]:
    """Returns the texts of the numbers on a page, in its order."""
    return BOLD.findall(page)
