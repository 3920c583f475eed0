"""From the text of a goal to its tree, by the grammar of formulas and what a goal has more; nothing of it is ever run.

    goal        both {or both}
    both        single {and single}
    single      not single | compared
    compared    sum [(< | >) sum]
    atom        that of formulas, or
                passes(mark [, within = number])       it comes so near to the mark, within the mark's radius else
                in(mark [, within = number])           it is there at the end
                stays(mark, number s [, within = ..])  it is there for so long without a break
                rests()                                nothing moves at the end
                event(kind)                            this happens
                before(condition, condition)           both, and the first one earlier
                before(condition, number s)            it holds, and was settled by then
                max(sum)  min(sum)  mean(sum)          of a quantity over the run
                count(kind)  at(kind)  last(kind)      how often, when first [s], when last [s]
                at(sum, kind)                          a quantity when this happens first
                count(sum < sum)  when(sum < sum)      how often a comparison begins to hold, when it holds first [s]
                when(passes(...))                      when this is settled [s]; of stays and event, too
                value(parameter)                       what a parameter of the scene is, at the end

A quantity beside these is what it is at the end. Numbers are of the SI.
"""

from collections.abc import Collection
from difflib import get_close_matches

from sandbox.scene.goals.words import CONDITIONS, EVENTS, JOINTS, MEASURES, OF_BODY, OF_RUN, quantity_named
from sandbox.scene.typed.parser import DEEPEST, FUNCTIONS, NUMBERS, Node, Parser
from sandbox.scene.typed.scanner import END, NAME, NUMBER, SIGN, FormulaError, Token, short
from sandbox.text import _

# kinds of nodes that hold or do not; all others are numbers
TRUTHS = (*JOINTS, *CONDITIONS, "<", ">")
# conditions that are settled at an instant of the run
SETTLED = ("passes", "stays", "event")
LONGEST_STAY = 3600.0        # [s]


def goal_of(text: str, marks: Collection[str] = (), guesses: Collection[str] = (), parameters: Collection[str] = ()
            ) -> Node:
    """Returns the tree of a goal, or raises FormulaError.

    marks, guesses, parameters   names that it may have: marks of the challenge, numbers that a person guesses,
                                 parameters of the scene
    """
    return _GoalParser(text, marks, guesses, parameters).goal()


def measure_of(text: str, marks: Collection[str] = (), guesses: Collection[str] = (), parameters: Collection[str] = ()
               ) -> Node:
    """Returns the tree of a number that is measured in a run, in the words of goals, or raises FormulaError."""
    return _GoalParser(text, marks, guesses, parameters).measure()


class _GoalParser(Parser):
    more_signs = "<>,="

    def __init__(self, text: str, marks: Collection[str], guesses: Collection[str], parameters: Collection[str]):
        super().__init__(text, tuple(guesses))
        self.marks, self.parameters = tuple(marks), tuple(parameters)
        # words that join conditions are signs, not names
        self.tokens = [Token(SIGN, token.text, token.start, token.end)
                       if token.kind == NAME and token.text in JOINTS else token for token in self.tokens]

    def goal(self) -> Node:
        """All of the text, a condition."""
        return self._all(self.condition)

    def measure(self) -> Node:
        """All of the text, a number."""
        return self._all(self.number)

    def _all(self, part) -> Node:
        if self.token.kind == END:
            raise self.wrong(_("no goal yet; try {example}").format(example="max(z) > 0.2"), 0, 1)
        found = part()
        if self.is_sign(")"):
            raise self.wrong(_("a parenthesis closes that was not opened"), self.token.start, self.token.end)
        if self.is_sign("<", ">"):
            raise self.wrong(_("a second comparison: join two by the word and"), self.token.start, self.token.end)
        if self.token.kind != END:
            raise self.wrong(_("{found} can't stand here").format(found=short(self.token.text)), self.token.start,
                             self.token.end)
        return found

    # ---- conditions -------------------------------------------------------------------------------------------------

    def condition(self) -> Node:
        """A part that holds or does not."""
        found = self.either()
        if found.kind not in TRUTHS:
            raise self.wrong(_("a number alone is no goal: compare it, as in {example}").format(
                example="max(z) > 0.2"), found.start, found.end)
        return found

    def number(self) -> Node:
        """A part that is a number."""
        found = self.either()
        if found.kind in TRUTHS:
            raise self.wrong(_("a condition where a number is needed"), found.start, found.end)
        return found

    def either(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(_("parentheses and powers more than {most} deep").format(most=DEEPEST),
                             self.token.start, self.token.end)
        found = self._linked("or", lambda: self._linked("and", self.single))
        self.depth -= 1
        return found

    def _linked(self, word: str, part) -> Node:
        left = part()
        while self.is_sign(word):
            self.take()
            right = part()
            for one in (left, right):
                if one.kind not in TRUTHS:
                    raise self.wrong(_("the word {word} joins conditions, this is a number").format(word=word),
                                     one.start, one.end)
            left = self.node(word, (left, right), left.start, right.end)
        return left

    def single(self) -> Node:
        if not self.is_sign("not"):
            return self.compared()
        word = self.take()
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(_("more than {most} signs in a row").format(most=DEEPEST), word.start, word.end)
        inner = self.single()
        self.depth -= 1
        if inner.kind not in TRUTHS:
            raise self.wrong(_("the word {word} joins conditions, this is a number").format(word="not"), inner.start,
                             inner.end)
        return self.node("not", (inner,), word.start, inner.end)

    def compared(self) -> Node:
        left = self.sum()
        if not self.is_sign("<", ">"):
            return left
        sign = self.take()
        right = self.sum()
        for one in (left, right):
            if one.kind in TRUTHS:
                raise self.wrong(_("a condition where a number is needed"), one.start, one.end)
        return self.node(sign.text, (left, right), left.start, right.end)

    # ---- atoms ------------------------------------------------------------------------------------------------------

    def node(self, kind: str, parts, start: int, end: int, **more) -> Node:
        if kind in ("+", "-", "*", "/", "^", "negative"):
            for part in parts:
                if part.kind in TRUTHS:
                    raise self.wrong(_("a condition where a number is needed"), part.start, part.end)
        return super().node(kind, parts, start, end, **more)

    def whole(self) -> Node:
        return self.either()

    def named(self) -> Node:
        token = self.take()
        name = token.text
        if name in CONDITIONS or name in MEASURES:
            return self._called(token)
        if name in self.names:
            return self.node("guess", (), token.start, token.end, name=name)
        if quantity_named(name) is not None:
            return self.node("quantity", (), token.start, token.end, name=name)
        if name in NUMBERS:
            return self.node("number", (), token.start, token.end, number=NUMBERS[name])
        if name in FUNCTIONS:
            if not self.is_sign("("):
                raise self.wrong(_("{name} needs parentheses around its argument: {name}(…)").format(name=name),
                                 token.start, token.end)
            argument = self.inner()
            if argument.kind in TRUTHS:
                raise self.wrong(_("a condition where a number is needed"), argument.start, argument.end)
            return self.node(FUNCTIONS[name], (argument,), token.start, argument.end)
        raise self.wrong(self._unknown_word(name), token.start, token.end)

    def _called(self, word: Token) -> Node:
        """A condition or a measure with what stands in its parentheses."""
        if not self.is_sign("("):
            raise self.wrong(_("{name} needs parentheses around its argument: {name}(…)").format(name=word.text),
                             word.start, word.end)
        self.take()
        parts, name, number = self._arguments(word.text)
        if not self.is_sign(")"):
            raise self.wrong(_("{found} can't stand here").format(found=short(self.token.text or ")")),
                             self.token.start, self.token.end)
        end = self.take().end
        return self.node(word.text, parts, word.start, end, name=name, number=number)

    def _arguments(self, word: str) -> tuple[tuple[Node, ...], str, float]:
        """Parts, name and number of what stands in the parentheses of a word."""
        if word == "rests":
            return (), "", 0.0
        if word == "before":
            first = self.condition()
            self._comma()
            if self.token.kind == NUMBER:
                return (first, self._seconds()), "", 0.0
            return (first, self.condition()), "", 0.0
        if word in ("passes", "in"):
            return self._within(self._one_of(self.marks, _("mark")))
        if word == "stays":
            name = self._one_of(self.marks, _("mark"))
            self._comma()
            long = self._seconds()
            within, name, number = self._within(name)
            return (long, *within), name, number
        if word == "value":
            return (), self._one_of(self.parameters, _("parameter")), 0.0
        if word in ("max", "min", "mean"):
            return (self.number(),), "", 0.0
        if word == "when" or word == "count" and not (self.token.kind == NAME and self.token.text in EVENTS):
            return (self._comparison(word),), "", 0.0
        if word == "at" and not (self.token.kind == NAME and self.token.text in EVENTS):
            of = self.number()
            self._comma()
            return (of,), self._one_of(EVENTS, _("kind of event")), 0.0
        return (), self._one_of(EVENTS, _("kind of event")), 0.0

    def _comparison(self, word: str) -> Node:
        """What is looked at along a run: two numbers, one of them larger."""
        if word == "count" and self.token.kind == NAME and self.tokens[self.at + 1].text == ")":
            # one word alone is meant for what happens
            self._one_of(EVENTS, _("kind of event"))
        found = self.either()
        if found.kind in ("<", ">") or word == "when" and found.kind in SETTLED:
            return found
        raise self.wrong(_("{name} needs a comparison, as in {example}").format(name=word, example="when(z > 0.2)"),
                         found.start, found.end)

    def _within(self, name: str) -> tuple[tuple[Node, ...], str, float]:
        """[, within = number] behind the name of a mark: 0 where it is not said."""
        if not self.is_sign(","):
            return (), name, 0.0
        self.take()
        if not (self.token.kind == NAME and self.token.text == "within"):
            raise self.wrong(_("needs within=… here"), self.token.start, self.token.end)
        self.take()
        if not self.is_sign("="):
            raise self.wrong(_("needs within=… here"), self.token.start, self.token.end)
        self.take()
        return (), name, self._plain(_("a distance above 0 in metres"), 1e6).number

    def _seconds(self) -> Node:
        """A number, with or without its unit."""
        long = self._plain(_("a number of seconds"), LONGEST_STAY)
        if self.token.kind == NAME and self.token.text == "s":
            self.take()
        return long

    def _comma(self):
        if not self.is_sign(","):
            raise self.wrong(_("a comma is missing"), self.token.start, self.token.end)
        self.take()

    def _plain(self, what: str, most: float) -> Node:
        token = self.token
        if token.kind != NUMBER or not 0.0 < token.number <= most:
            raise self.wrong(_("needs {what}, at most {most:g}").format(what=what, most=most), token.start, token.end)
        self.take()
        return Node("number", (), token.start, token.end, token.number)

    def _one_of(self, known: Collection[str], what: str) -> str:
        token = self.token
        if token.kind != NAME or token.text not in known:
            raise self.wrong(_("no {what} {found}; there are {known}").format(
                what=what, found=short(token.text), known=", ".join(known) or _("none")), token.start, token.end)
        self.take()
        return token.text

    def _unknown_word(self, name: str) -> str:
        known = (*CONDITIONS, *MEASURES, *self.names, *OF_BODY, *OF_RUN, *FUNCTIONS)
        near = get_close_matches(name.lower(), known, 1, 0.6) if len(name) <= DEEPEST else []
        if near:
            return _("no name {found}; is {near} meant?").format(found=short(name), near=near[0])
        return _("no name {found}; a goal may have {known}").format(
            found=short(name), known=", ".join((*CONDITIONS, *MEASURES, *self.names, *OF_BODY)))


__all__ = ["TRUTHS", "FormulaError", "goal_of"]
