"""From the text of a formula to its tokens, each with its place; nothing of the text is ever run."""

import re
from dataclasses import dataclass
from math import isfinite

from sandbox.errors import BadValue
from sandbox.text import _

LONGEST = 500            # letters of a formula
SHOWN = 20               # letters of a word that a sentence repeats
WIDTH = 60               # letters that are shown around a fault

NUMBER, NAME, SIGN, POWER, END = "number", "name", "sign", "power", "end"

# other signs for the same
SIGNS = {"·": "*", "×": "*", "⋅": "*", "∙": "*", "∗": "*", "÷": "/", "∕": "/", "⁄": "/", "−": "-", "–": "-", "—": "-"}
RAISED = {raised: str(digit) for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
NAMES = {"π": "pi", "√": "sqrt", "φ": "phi", "ϕ": "phi", "ρ": "rho"}
# letters that look like x, y and others, and are not
LOOKALIKES = dict(zip("хуасекрХУАСЕКР", "xyacekpXYACEKP", strict=True))
PLAIN = "+-*/^()="
_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


class FormulaError(BadValue):
    """A refused formula: the text, and from where to where in it the fault is."""

    def __init__(self, text: str, start: int, end: int, reason: str, where: str = ""):
        self.text, self.start, self.end, self.reason = text, start, max(end, start + 1), reason
        super().__init__(where + _("formula, column {column}: {reason}").format(column=start + 1, reason=reason))

    def at(self, where: str) -> "FormulaError":
        """The same with what its sentence begins with."""
        return FormulaError(self.text, self.start, self.end, self.reason, where)

    def marked(self) -> str:
        """Two lines: what stands around the place, and carets below the fault."""
        first = max(0, self.start - WIDTH//2)
        shown = self.text[first:first + WIDTH].replace("\n", " ").replace("\t", " ")
        carets = min(self.end, first + WIDTH) - self.start
        return f"{shown}\n{' '*(self.start - first)}{'^'*max(carets, 1)}"


@dataclass(frozen=True)
class Token:
    """kind, its text or number, and its place text[start:end]."""

    kind: str
    text: str
    start: int
    end: int
    number: float = 0.0


def short(word: str) -> str:
    """A word as sentences repeat it."""
    return repr(word if len(word) <= SHOWN else word[:SHOWN - 1] + "…")


def tokens_of(text: str, more: str = "") -> list[Token]:
    """Returns the tokens of a text, or raises FormulaError where it has none; `more` letters are signs, too."""
    if len(text) > LONGEST:
        raise FormulaError(text[:LONGEST + 1], LONGEST, LONGEST + 1, _(
            "got {found} letters, needs at most {most}").format(found=len(text), most=LONGEST))
    found: list[Token] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        token = Token(SIGN, text[at], at, at + 1) if text[at] in more else _token(text, at)
        if found and token.kind == NUMBER and found[-1].kind == NUMBER and found[-1].end == at:
            raise FormulaError(text, at, token.end, _("two numbers without a sign between them"))
        found.append(token)
        at = token.end
    return [*found, Token(END, "", len(text), len(text) + 1)]


def _token(text: str, at: int) -> Token:
    letter = text[at]
    if match := _NUMBER.match(text, at):
        number = float(match[0])
        if re.match(r"[eE](?![A-Za-z_])", text[match.end():]):
            raise FormulaError(text, at, match.end() + 1, _(
                "a number that ends too early: digits after the e, or a sign * before it"))
        if not isfinite(number):
            raise FormulaError(text, at, match.end(), _("the number {found} is too large").format(
                found=short(match[0])))
        if re.match(r",[0-9]", text[match.end():]):
            raise FormulaError(text, match.end(), match.end() + 1, _(
                "a decimal comma: write a point, as in 0.5"))
        return Token(NUMBER, match[0], at, match.end(), number)
    if match := _NAME.match(text, at):
        return Token(NAME, match[0], at, match.end())
    if text.startswith("**", at):
        return Token(SIGN, "^", at, at + 2)
    if letter in PLAIN or letter in SIGNS:
        return Token(SIGN, SIGNS.get(letter, letter), at, at + 1)
    if letter in NAMES:
        return Token(NAME, NAMES[letter], at, at + 1)
    if letter in RAISED:
        end = at
        while end < len(text) and text[end] in RAISED:
            end += 1
        digits = "".join(RAISED[raised] for raised in text[at:end])
        return Token(POWER, digits, at, end, float(digits[:SHOWN]))
    raise FormulaError(text, at, at + 1, _refusal(letter))


def _refusal(letter: str) -> str:
    """Why a letter can't stand in a formula."""
    if letter in LOOKALIKES:
        return _("the letter {found} is a Cyrillic one: write the Latin {latin}").format(
            found=repr(letter), latin=LOOKALIKES[letter])
    if letter == ",":
        return _("a comma: a formula has no lists, and a decimal point is a point")
    if letter in "[]{}":
        return _("the bracket {found}: write ( and )").format(found=repr(letter))
    if letter == "|":
        return _("the sign {found}: write abs(…)").format(found=repr(letter))
    return _("the sign {found} means nothing here; formulas have numbers, names, + - * / ^ ( )").format(
        found=repr(letter))
