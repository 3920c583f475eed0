r"""The little Markdown that scenes explain themselves in: blocks of a docstring, and the pieces of a text in it.

    A ball on a turntable: why it circles.              the title, one line

    A ball of radius $\p{radius}$ rolls ...             paragraphs with formulas; \p{radius} is the parameter's symbol

    $$ m\dot v = F $$                                   a formula of its own

    ## What to see                                      a heading
    - It runs on a circle at {r.speed}.                 items; {p.radius}, {r.speed} are live numbers

Besides there are *emphasis*, **strong words**, `code`, and a backslash before a sign that is to stand for itself.
A docstring without a formula and a heading is plain text and stays as it was typed. Nothing here is HTML.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import cleandoc

from sandbox.errors import BadValue
from sandbox.text import _

HEADING, TEXT, ITEM, FORMULA, PLAIN = "heading", "text", "item", "formula", "plain"      # kinds of blocks
WORDS, MATHS, STRONG, EMPHASIS, CODE, FIELD = "words", "maths", "strong", "emphasis", "code", "field"     # of pieces
SHOWN = 60                                     # letters of a text that a refusal repeats
IS_MARKED = re.compile(r"\$|^## ", re.MULTILINE)
PARAMETER = re.compile(r"\\p\{([^{}]*)\}")     # in a formula: the symbol of a parameter
# a piece of a text; what follows a backslash stands for itself, within formulas too; stars in formulas are of these
_MATHS, _INNER = r"(?:[^$\\]|\\.)+", r"(?:[^*$\\]|\\.|\$(?:[^$\\]|\\.)+\$)+?"
PIECE = re.compile(rf"""\\(?P<escaped>[\\$*`{{}}])
                     | \$(?P<maths>{_MATHS})\$
                     | \*\*(?P<strong>{_INNER})\*\*
                     | \*(?=\S)(?P<emphasis>{_INNER})(?<=\S)\*
                     | `(?P<code>[^`]+)`
                     | \{{(?P<field>[^{{}}]*)\}}
                     | (?P<stray>[$`{{}}])""", re.VERBOSE)


@dataclass(frozen=True)
class Block:
    """One block of a docstring.

    kind   HEADING, TEXT, ITEM, FORMULA, PLAIN
    text   its lines joined by single spaces, of a PLAIN one as they stand; of a FORMULA the TeX between its signs
    line   of the docstring where it begins, 1 the title
    """

    kind: str
    text: str
    line: int


@dataclass(frozen=True)
class Piece:
    """A part of a text: its kind and what stands between its signs; STRONG and EMPHASIS hold formulas and fields."""

    kind: str
    text: str


def title_of(docstring: str) -> str:
    """Returns the first line of a docstring."""
    return cleandoc(docstring or "").partition("\n")[0].strip()


def blocks_of(docstring: str) -> list[Block]:
    """Returns the blocks below the title; a formula that does not end reaches to the next blank line."""
    lines = cleandoc(docstring or "").split("\n")
    body = "\n".join(lines[1:]).strip("\n")
    if not IS_MARKED.search(body):
        return [Block(PLAIN, body, 2)] if body.strip() else []
    found: list[Block] = []
    kind, begun = "", 0
    kept: list[str] = []

    def close():
        nonlocal kind, kept
        if kept:
            found.append(Block(kind, " ".join(kept), begun))
        kind, kept = "", []

    for number, line in enumerate(lines[1:], start=2):
        text = line.strip()
        if kind == FORMULA and text:
            kept.append(text)
            if text.endswith("$$"):
                close()
        elif not text:
            close()
        elif text.startswith("## "):
            close()
            found.append(Block(HEADING, text[3:].strip(), number))
        elif text.startswith("$$"):
            close()
            kind, begun, kept = FORMULA, number, [text]
            if len(text) > 3 and text.endswith("$$"):
                close()
        elif text.startswith("- "):
            close()
            kind, begun, kept = ITEM, number, [text[2:].strip()]
        else:
            if not kind:
                kind, begun = TEXT, number
            kept.append(text)
    close()
    return found


def messages_of(docstring: str) -> Iterator[str]:
    """The texts of a docstring that have translations: its title, headings, paragraphs and items."""
    if title := title_of(docstring):
        yield title
    yield from (block.text for block in blocks_of(docstring) if block.kind in (HEADING, TEXT, ITEM))


def pieces_of(text: str) -> list[Piece]:
    """Returns the pieces of a paragraph or an item; BadValue for a sign that has no partner."""
    found: list[Piece] = []
    end = 0

    def words(more: str):
        if more and found and found[-1].kind == WORDS:
            found[-1] = Piece(WORDS, found[-1].text + more)
        elif more:
            found.append(Piece(WORDS, more))

    for match in PIECE.finditer(text):
        words(text[end:match.start()])
        end, kind = match.end(), str(match.lastgroup)
        if kind == "escaped":
            words(match[kind])
        elif kind == "stray":
            raise BadValue(_("{sign!r} has no partner after {text!r}").format(
                sign=match[kind], text=text[max(0, match.start() - SHOWN):match.start()]))
        else:
            found.append(Piece(kind, match[kind]))
    words(text[end:])
    return found


def formula_of(block: Block) -> str:
    """Returns the TeX of a FORMULA block; BadValue where it does not end, is empty, or holds a dollar sign."""
    text = block.text
    inner = text[2:-2].strip() if len(text) > 3 and text.endswith("$$") else ""
    if not inner or re.search(r"(?<!\\)\$", inner):
        raise BadValue(_("a formula begins and ends with $$, and has no $ in between: got {found!r}").format(
            found=text[:SHOWN]))
    return inner


def formulas_of(text: str) -> list[str]:
    """Returns the formulas in a paragraph or an item, also those within strong words and emphasis."""
    found = []
    for piece in pieces_of(text):
        if piece.kind == MATHS:
            found.append(piece.text)
        elif piece.kind in (STRONG, EMPHASIS):
            found += formulas_of(piece.text)
    return found


def fields_of(text: str) -> list[str]:
    """Returns the live numbers in a paragraph or an item by the names in their braces."""
    found = []
    for piece in pieces_of(text):
        if piece.kind == FIELD:
            found.append(piece.text)
        elif piece.kind in (STRONG, EMPHASIS):
            found += fields_of(piece.text)
    return found
