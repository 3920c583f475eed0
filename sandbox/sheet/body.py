"""A sheet of theory as HTML: all that a scene says is escaped; formulas and live numbers are put in by sheet.js."""

import re
from collections.abc import Sequence
from html import escape

from sandbox import markdown
from sandbox.markdown import Block, Piece, formula_of, pieces_of
from sandbox.scene.parameter import Parameter
from sandbox.sheet.sheet import ASK, REFERENCES, SEE, ShownBlock, TheorySheet
from sandbox.sheet.symbols import has_symbol
from sandbox.text import _

TAIL = re.compile(r"[^\s\w]*")
TAGS = {markdown.STRONG: "strong", markdown.EMPHASIS: "em"}
KINDS = {SEE: "see", ASK: "ask", REFERENCES: "references"}        # classes of sections that look different


def body_of(sheet: TheorySheet, preset: str = "") -> str:
    """Returns the sheet as HTML; `preset` is the name of the one that runs, "" without one."""
    head = [f"<h1>{escape(sheet.title)}</h1>"]
    if preset:
        head.append(f'<p class="preset">{escape(_(preset))}</p>')
    if sheet.lead:
        head.append(f'<p class="lead">{escape(sheet.lead)}</p>')
    return "\n".join([f"<header>{''.join(head)}</header>", *_sections(sheet), _symbols(sheet)])


def _sections(sheet: TheorySheet) -> list[str]:
    """The parts, those below a heading together in a section."""
    found: list[str] = []
    kept: list[str] = []
    items: list[str] = []
    name = ""

    def end_list():
        if items:
            kept.append("<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>")
            items.clear()

    def end_section():
        end_list()
        if kept:
            found.append(f'<section class="{KINDS.get(name, "")}">' + "\n".join(kept) + "</section>")
            kept.clear()

    for part in sheet.parts:
        if part.kind == markdown.ITEM and not part.fault:
            items.append(inline(part.text))
            continue
        end_list()
        if part.kind == markdown.HEADING:
            end_section()
            name = part.name
            kept.append(f"<h2>{escape(part.text)}</h2>")
        else:
            kept.append(_block(part))
    end_section()
    return found


def _block(part: ShownBlock) -> str:
    if part.fault:
        return f'<pre>{escape(part.text)}</pre><p class="fault">{escape(part.fault)}</p>'
    if part.kind == markdown.FORMULA:
        return f'<div class="formula" data-tex="{escape(formula_of(Block(markdown.FORMULA, part.text, 0)))}"></div>'
    if part.kind == markdown.PLAIN:
        return f"<pre>{escape(part.text)}</pre>"
    return f"<p>{inline(part.text)}</p>"


def inline(text: str) -> str:
    """Returns a paragraph or an item as HTML."""
    found, pieces = [], pieces_of(text)
    for number, piece in enumerate(pieces):
        if piece.kind == markdown.MATHS:
            # what follows a formula closely stays on its line
            after = pieces[number + 1] if number + 1 < len(pieces) else None
            tail = ""
            if after is not None and after.kind == markdown.WORDS and (closely := TAIL.match(after.text)):
                tail = closely[0]
                pieces[number + 1] = Piece(markdown.WORDS, after.text[len(tail):])
            found.append(f'<span data-tex="{escape(piece.text)}" data-tail="{escape(tail)}"></span>')
        elif piece.kind == markdown.FIELD:
            found.append(f'<b class="live" data-field="{escape(piece.text)}">…</b>')
        elif piece.kind in TAGS:
            found.append(f"<{TAGS[piece.kind]}>{inline(piece.text)}</{TAGS[piece.kind]}>")
        elif piece.kind == markdown.CODE:
            found.append(f"<code>{escape(piece.text)}</code>")
        else:
            found.append(escape(piece.text))
    return "".join(found)


def _symbols(sheet: TheorySheet) -> str:
    """The tables of symbols: those that the theory speaks of, and the other parameters, folded."""
    parts = []
    if sheet.used:
        parts.append(f"<section><h2>{escape(_('Symbols'))}</h2>{_table(sheet.used)}</section>")
    if sheet.others:
        title = _("Other parameters") if sheet.used else _("Parameters")
        is_open = "" if sheet.used else " open"
        parts.append(f"<details{is_open}><summary>{escape(title)}</summary>{_table(sheet.others)}</details>")
    return "\n".join(parts)


def _symbol(parameter: Parameter) -> str:
    """The symbol of a parameter in a table, where its value stands beside it; "" for one that has none."""
    return f'<span data-tex="\\p{{{parameter.name}}}" data-bare></span>' if has_symbol(parameter) else ""


def _table(parameters: Sequence[Parameter]) -> str:
    heads = "".join(f"<th>{escape(word)}</th>" for word in (_("symbol"), _("meaning"), _("value")))
    rows = "".join(
        f'<tr data-row="{p.name}"><td>{_symbol(p)}</td><td>{escape(_(p.about) or p.shown_name)}</td>'
        f'<td class="live" data-field="p.{p.name}">…</td></tr>' for p in parameters)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
