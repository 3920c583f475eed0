"""Sentences about what was refused: where a number is wanted, each says which was found, and what is allowed."""

import re
from pathlib import Path

from babel.messages.pofile import read_po

CATALOGUE = Path(__file__).parents[1]/"sandbox"/"locale"/"ru"/"sandbox.po"
# fields that say where, and those of what is allowed
PLACES = {"where", "name", "path", "scene", "system", "label", "what", "row", "known", "most", "least", "needed"}
NUMBERS = re.compile(r"\b(numbers?|between|at most|above|below|less than|smaller|finite)\b")
# nothing was found that could be told: something is missing, or a table or a matrix is wrong as a whole
MISSING = ("columns of numbers were found", "matrix of finite numbers", "its name is too long",
           "needs a list of at most", "a centre (3) and a rotation", "needs a finite number", "needs three numbers",
           "needs as many x as y")


def sentences():
    with CATALOGUE.open("rb") as file:
        return [message.id for message in read_po(file) if isinstance(message.id, str) and " needs " in message.id]


def hides_its_number(text: str) -> bool:
    """Returns whether a sentence wants a number and does not say which it found."""
    said, _needs, allowed = text.partition(" needs ")
    fields = set(re.findall(r"{(\w+)", said)) - PLACES
    return bool(NUMBERS.search(allowed)) and not fields and not any(part in text for part in MISSING)


def test_each_refusal_says_what_was_found_and_what_is_allowed():
    found = sentences()
    assert len(found) > 100 and [text for text in found if hides_its_number(text)] == []
    assert [text for text in found if not text.split(" needs ", 1)[1].strip(" .")] == []


def test_a_sentence_that_hides_its_number_is_seen():
    assert hides_its_number("body '{name}', radius: needs a number above 0")
    assert not hides_its_number("body '{name}', radius: got {found} m, needs a number above 0")
