"""Where a paper says something else than the program finds: one paragraph and the two numbers."""

from dataclasses import dataclass

from sandbox.errors import BadValue
from sandbox.text import _

LONGEST = 900           # letters: one paragraph


@dataclass(frozen=True)
class Differs:
    """A place of a paper that differs from what is found here.

    where     paper, year and place: "Ivanov 2008, (4.9)"
    about     one paragraph: what is printed, what is right, how one sees it
    quantity  what the two numbers are;  unit  theirs, "" for pure numbers
    printed, found   what follows from the paper, and what is found here
    """

    where: str
    about: str
    quantity: str
    printed: float
    found: float
    unit: str = ""

    def __post_init__(self):
        for name, text in (("where", self.where), ("about", self.about), ("quantity", self.quantity)):
            if not (isinstance(text, str) and 0 < len(text) <= LONGEST):
                raise BadValue(_("differs, {name}: got {found}, needs a text of 1 to {most} letters").format(
                    name=name, found=repr(text)[:40], most=LONGEST))
