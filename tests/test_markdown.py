"""The little Markdown of scenes: what is a block, what is a piece, what has no partner."""

import pytest

from sandbox import markdown
from sandbox.errors import BadValue
from sandbox.markdown import (
    Block,
    Piece,
    blocks_of,
    fields_of,
    formula_of,
    formulas_of,
    messages_of,
    pieces_of,
    title_of,
)

DOCSTRING = r"""A ball: why it circles.

A ball of radius $\p{radius}$
rolls.
$$ m\dot v
   = F $$

## What to see
- It runs
  on.
- At {r.speed}.

The end.
"""


def test_blocks_know_their_kinds_and_lines():
    assert title_of(DOCSTRING) == "A ball: why it circles."
    assert blocks_of(DOCSTRING) == [
        Block(markdown.TEXT, r"A ball of radius $\p{radius}$ rolls.", 3), Block(markdown.FORMULA, r"$$ m\dot v = F $$",
                                                                                5),
        Block(markdown.HEADING, "What to see", 8), Block(markdown.ITEM, "It runs on.",
                                                         9), Block(markdown.ITEM, "At {r.speed}.", 11),
        Block(markdown.TEXT, "The end.", 13)]
    assert formula_of(blocks_of(DOCSTRING)[1]) == r"m\dot v = F"


def test_messages_are_all_texts_but_formulas():
    assert list(messages_of(DOCSTRING)) == [
        "A ball: why it circles.", r"A ball of radius $\p{radius}$ rolls.", "What to see", "It runs on.",
        "At {r.speed}.", "The end."]


def test_a_text_without_formulas_and_headings_stays_as_it_was_typed():
    text = "A ball.\n\nIt rolls:\n\n    v' = 2 * 3 {x}\n\n- so\n"
    assert blocks_of(text) == [Block(markdown.PLAIN, "It rolls:\n\n    v' = 2 * 3 {x}\n\n- so", 2)]
    assert list(messages_of(text)) == ["A ball."]
    assert blocks_of("") == blocks_of("A ball.") == [] and list(messages_of("")) == []


@pytest.mark.parametrize("text, pieces", [
    ("2 * 3 * 4 < 5", [("words", "2 * 3 * 4 < 5")]),
    (r"\$5, \{so\} and \`a\`", [("words", "$5, {so} and `a`")]),
    ("*at $x^*$ {p.a}* now", [("emphasis", "at $x^*$ {p.a}"), ("words", " now")]),
    ("**no $a*b$** `v*w`", [("strong", "no $a*b$"), ("words", " "), ("code", "v*w")]),
    (r"$a\$b$", [("maths", r"a\$b")])])
def test_pieces_of_a_text(text, pieces):
    assert [(piece.kind, piece.text) for piece in pieces_of(text)] == pieces
    assert pieces_of("") == [] and pieces_of("a") == [Piece("words", "a")]


def test_formulas_and_fields_are_found_within_strong_words():
    text = "**$a$ at {r.t}** and *{p.b} of $c$*"
    assert formulas_of(text) == ["a", "c"] and fields_of(text) == ["r.t", "p.b"]


@pytest.mark.parametrize("text, sign", [("so $a", "$"), ("{p.a", "{"), ("a} b", "}"), ("a ` b", "`"), ("$$", "$")])
def test_a_sign_without_a_partner_is_named(text, sign):
    with pytest.raises(BadValue) as refused:
        pieces_of(text)
    assert f"'{sign}' has no partner" in str(refused.value)


@pytest.mark.parametrize("text", ["$$ a", "$$", "$$$$", "$$ $$", "$$ a $ b $$"])
def test_a_formula_of_its_own_begins_and_ends(text):
    (block,) = blocks_of(f"A.\n\n{text}")
    with pytest.raises(BadValue, match="begins and ends with"):
        formula_of(block)


def test_a_long_text_takes_no_long_time():
    """Each sign is looked at a bounded number of times: 1e5 letters that begin and never end."""
    for letters in ("$a" * 49_999 + "$ $", "*a " * 33_333, "{" * 100_000, "**$" * 33_333, "`" * 99_999):
        try:
            assert pieces_of(letters)
        except BadValue as error:
            assert "has no partner" in str(error)
