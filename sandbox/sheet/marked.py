"""A sheet of theory as Markdown with formulas between dollar signs, as other programs read it."""

from collections.abc import Mapping

from sandbox import markdown
from sandbox.markdown import Block, formula_of, pieces_of
from sandbox.sheet.sheet import ShownBlock, TheorySheet
from sandbox.sheet.symbols import has_symbol, with_symbols
from sandbox.text import _

MARKS = {markdown.STRONG: "**", markdown.EMPHASIS: "*"}
NONE = "…"             # in place of a number that only a run has


def markdown_of(sheet: TheorySheet, values: Mapping[str, str], preset: str = "") -> str:
    """Returns the sheet as Markdown; `values` has the texts of its live numbers by their names, "p.rate"."""
    parts = [f"# {sheet.title}"]
    if preset:
        parts.append(f"*{_(preset)}*")
    parts += [sheet.lead] if sheet.lead else []
    for part in sheet.parts:
        text = _block(part, sheet, values)
        if part.kind == markdown.ITEM and parts[-1].startswith("- "):
            parts[-1] += f"\n{text}"
        else:
            parts.append(text)
    if sheet.used:
        rows = [f"| {f'${sheet.symbols[p.name]}$' if has_symbol(p) else ''} | {_cell(_(p.about) or p.shown_name)} "
                f"| {values.get('p.' + p.name, NONE)} |" for p in sheet.used]
        parts += [f"## {_('Symbols')}", "\n".join([
            f"| {_('symbol')} | {_('meaning')} | {_('value')} |", "| --- | --- | --- |", *rows])]
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _block(part: ShownBlock, sheet: TheorySheet, values: Mapping[str, str]) -> str:
    if part.fault:
        return f"{_fenced(part.text)}\n\n**{part.fault}**"
    if part.kind == markdown.FORMULA:
        return f"$$\n{with_symbols(formula_of(Block(markdown.FORMULA, part.text, 0)), sheet.symbols)}\n$$"
    if part.kind == markdown.PLAIN:
        return _fenced(part.text)
    text = part.text if part.kind == markdown.HEADING else _inline(part.text, sheet, values)
    return {markdown.HEADING: "## ", markdown.ITEM: "- "}.get(part.kind, "") + text


def _fenced(text: str) -> str:
    return f"```text\n{text.replace('```', chr(0x2032)*3)}\n```"


def _inline(text: str, sheet: TheorySheet, values: Mapping[str, str], bold: str = MARKS[markdown.STRONG]) -> str:
    """Returns a paragraph or an item; `bold` stands around live numbers, "" where all is bold already."""
    found = []
    for piece in pieces_of(text):
        if piece.kind == markdown.MATHS:
            found.append(f"${with_symbols(piece.text, sheet.symbols)}$")
        elif piece.kind == markdown.FIELD:
            found.append(f"{bold}{values.get(piece.text, NONE)}{bold}")
        elif piece.kind in MARKS:
            mark = MARKS[piece.kind]
            inner = _inline(piece.text, sheet, values, "" if piece.kind == markdown.STRONG else bold)
            found.append(f"{mark}{inner}{mark}")
        elif piece.kind == markdown.CODE:
            found.append(f"`{piece.text}`")
        else:
            found.append(piece.text)
    return "".join(found)
