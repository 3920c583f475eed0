"""From the text of a formula to its tree, by a grammar of its own; nothing of the text is ever run as Python.

    formula   [z =] sum
    sum       product {(+ | -) product}
    product   signed {(* | /) signed | factor without a sign before it}
    signed    {+ | -} power
    power     atom [^ signed | raised digits]
    atom      number | name | function(sum) | (sum)

A product without its sign is read where it can mean one thing only: 2x, 2(x + 1), (x + 1)(y + 2), 3 sin(x), x²y. Where
it could mean two, as in 1/2x, x^2y or x(y + 1), the formula is refused with a sentence.
"""

from dataclasses import dataclass
from difflib import get_close_matches

from sandbox.scene.typed.scanner import END, NAME, NUMBER, POWER, SIGN, FormulaError, Token, short, tokens_of
from sandbox.text import _

DEEPEST = 40             # parentheses, powers and functions within each other
MOST = 400               # parts of a formula

# what a person may write -> the function that is meant
FUNCTIONS = {
    **{name: name for name in ("sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
                               "tanh", "abs", "sinc", "sech", "sec", "csc", "cot")},
    "ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "tg": "tan", "ctg": "cot", "arctg": "atan",
    "sh": "sinh", "ch": "cosh", "th": "tanh"}
VARIABLES = ("x", "y", "r")
NUMBERS = {"pi": 3.141592653589793, "e": 2.718281828459045}
# as sentences show them
SHOWN_NUMBERS = ("π", "e")


@dataclass(frozen=True)
class Node:
    """A part of a formula: kind "number", "name", "+", "-", "*", "/", "^", "negative" or a function; its parts; its
    place text[start:end]."""

    kind: str
    parts: tuple["Node", ...]
    start: int
    end: int
    number: float = 0.0
    name: str = ""


def tree_of(text: str, names=()) -> Node:
    """Returns the tree of a formula of x, y, r and the constants `names`, or raises FormulaError."""
    return Parser(text, tuple(names)).formula()


class Parser:
    """Goes through the tokens once. A language with more than formulas overrides what it has more of."""

    more_signs = ""

    def __init__(self, text: str, names: tuple[str, ...]):
        self.text, self.names = text, names
        self.tokens, self.at, self.depth, self.count = tokens_of(text, self.more_signs), 0, 0, 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def wrong(self, reason: str, start: int, end: int) -> FormulaError:
        return FormulaError(self.text, start, end, reason)

    def is_sign(self, *signs: str) -> bool:
        return self.token.kind == SIGN and self.token.text in signs

    def take(self) -> Token:
        token = self.token
        self.at += 1
        return token

    def node(self, kind: str, parts, start: int, end: int, **more) -> Node:
        self.count += 1
        if self.count > MOST:
            raise self.wrong(_("more than {most} parts").format(most=MOST), start, end)
        return Node(kind, tuple(parts), start, end, **more)

    # ---- the grammar ----------------------------------------------------------------------------------------------

    def formula(self) -> Node:
        if self.token.kind == NAME and self.token.text == "z" and self.tokens[self.at + 1].text == "=":
            self.at += 2
        if self.token.kind == END:
            raise self.wrong(_("no formula yet; try {example}").format(example="c*(x^2 + y^2)/2"), 0, 1)
        found = self.sum()
        if self.is_sign(")"):
            raise self.wrong(_("a parenthesis closes that was not opened"), self.token.start, self.token.end)
        if self.is_sign("="):
            raise self.wrong(_("an equals sign: write what z is, without one"), self.token.start, self.token.end)
        if self.token.kind != END:
            raise self.wrong(_("{found} can't stand here").format(found=short(self.token.text)), self.token.start,
                             self.token.end)
        return found

    def sum(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(_("parentheses and powers more than {most} deep").format(most=DEEPEST),
                             self.token.start, self.token.end)
        left = self.product()
        while self.is_sign("+", "-"):
            sign = self.take().text
            right = self.product()
            left = self.node(sign, (left, right), left.start, right.end)
        self.depth -= 1
        return left

    def product(self) -> Node:
        left, was_divided = self.signed(), False
        while True:
            if self.is_sign("*", "/"):
                sign = self.take().text
                right = self.signed()
                was_divided = sign == "/"
            elif self.token.kind in (NAME, NUMBER) or self.is_sign("("):
                self._check_unsigned(was_divided)
                sign, right = "*", self.power()
            else:
                return left
            left = self.node(sign, (left, right), left.start, right.end)

    def _check_unsigned(self, was_divided: bool):
        """Raises FormulaError where a product without its sign could mean two things."""
        before, token = self.tokens[self.at - 1], self.token
        is_power = self.at > 1 and self.tokens[self.at - 2].text == "^" and before.kind in (NUMBER, NAME)
        closed = before.kind == POWER or before.kind == SIGN and before.text == ")"
        if token.kind == NUMBER:
            reason = _("a sign is missing before {found}").format(found=short(token.text))
        elif was_divided:
            reason = _("a product without its sign after a division can be read two ways: write / ( … ) or a sign *")
        elif is_power:
            reason = _("a sign * is missing between a power and what follows")
        elif closed or before.kind == NUMBER:
            return
        elif self.is_sign("("):
            reason = _("{name} is no function: write {name}*(…)").format(name=before.text)
        else:
            reason = _("a sign is missing between {one} and {other}").format(one=short(before.text),
                                                                              other=short(token.text))
        raise self.wrong(reason, token.start, token.end)

    def signed(self) -> Node:
        signs = []
        while self.is_sign("+", "-"):
            signs.append(self.take())
            if len(signs) > DEEPEST:
                raise self.wrong(_("more than {most} signs in a row").format(most=DEEPEST), signs[0].start,
                                 signs[-1].end)
        found = self.power()
        for sign in reversed(signs):
            if sign.text == "-":
                found = self.node("negative", (found,), sign.start, found.end)
        return found

    def power(self) -> Node:
        base = self.atom()
        if self.token.kind == POWER:
            token = self.take()
            exponent = self.node("number", (), token.start, token.end, number=token.number)
            base = self.node("^", (base, exponent), base.start, token.end)
            if self.token.kind == POWER or self.is_sign("^"):
                raise self.wrong(_("a power of a power: write parentheses"), self.token.start, self.token.end)
        elif self.is_sign("^"):
            self.take()
            self.depth += 1
            if self.depth > DEEPEST:
                raise self.wrong(_("parentheses and powers more than {most} deep").format(most=DEEPEST),
                                 self.token.start, self.token.end)
            exponent = self.signed()
            self.depth -= 1
            base = self.node("^", (base, exponent), base.start, exponent.end)
        return base

    def atom(self) -> Node:
        token = self.token
        if token.kind == NUMBER:
            self.at += 1
            return self.node("number", (), token.start, token.end, number=token.number)
        if token.kind == NAME:
            return self.named()
        if self.is_sign("("):
            return self.inner()
        if token.kind == END:
            raise self.wrong(_("the formula ends too early"), token.start, token.end)
        if self.is_sign(")"):
            raise self.wrong(_("something is missing before the parenthesis that closes"), token.start, token.end)
        raise self.wrong(_("{found} can't stand here").format(found=short(token.text)), token.start, token.end)

    def inner(self) -> Node:
        opened = self.take()
        found = self.whole()
        if not self.is_sign(")"):
            raise self.wrong(_("this parenthesis is not closed"), opened.start, opened.end)
        end = self.take().end
        return Node(found.kind, found.parts, opened.start, end, found.number, found.name)

    def whole(self) -> Node:
        """What stands in parentheses."""
        return self.sum()

    def named(self) -> Node:
        token = self.take()
        name = token.text
        if name in VARIABLES or name in self.names:
            return self.node("name", (), token.start, token.end, name=name)
        if name in NUMBERS:
            return self.node("number", (), token.start, token.end, number=NUMBERS[name])
        if name in FUNCTIONS:
            if not self.is_sign("("):
                raise self.wrong(_("{name} needs parentheses around its argument: {name}(…)").format(name=name),
                                 token.start, token.end)
            argument = self.inner()
            return self.node(FUNCTIONS[name], (argument,), token.start, argument.end)
        raise self.wrong(self._unknown(name), token.start, token.end)

    def _unknown(self, name: str) -> str:
        """Why a name can't stand in a formula, and which may."""
        if name == "z":
            return _("z is what the formula gives: it may have x and y only")
        known = (*VARIABLES, *self.names, *NUMBERS, *FUNCTIONS)
        if len(name) > 1 and all(letter in (*VARIABLES, *self.names) for letter in name):
            return _("no name {found}; a product needs its sign: {product}").format(
                found=short(name), product="*".join(name[:10]))
        near = get_close_matches(name.lower(), known, 1, 0.6) if len(name) <= DEEPEST else []
        if near:
            return _("no name {found}; is {near} meant?").format(found=short(name), near=near[0])
        return _("no name {found}; it may have {known}, and functions such as sin, exp, sqrt").format(
            found=short(name), known=", ".join((*VARIABLES, *self.names, *SHOWN_NUMBERS)))
