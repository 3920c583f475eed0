"""How a field of a film's recipe is declared, once: what may stand in it, how it is typed, how the window asks for it.

The options of the command `record`, the check of recipe files and the sheet of the window are made of it.
"""

from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from math import degrees, radians

from sandbox.film.words import number, whole, words_of
from sandbox.schema import Choice, Kind, List, Number, Switch, Whole

# parts of a film, in the order of its options; those of PAGES have a page of the sheet as well
PAGES = ("camera", "events", "frame")
PARTS = ("film", *PAGES, "look", "card", "")
# what --help says an option takes
SECONDS, FACTOR, LIST_OF_KINDS = {"metavar": "SECONDS"}, {"metavar": "FACTOR"}, {"metavar": "KIND,..."}
LAST = 100               # place of a field within its part, where none is given


@dataclass(frozen=True)
class Option:
    """An option of `record`.

    word   as it is typed, without dashes;  about  what --help says of it
    form   arguments of argparse that do not follow from what may stand in the field
    """

    word: str
    about: str | None = None
    form: Mapping = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """What the sheet says of a field; texts are marked for the catalogue.

    text, tip   name of its row, tooltip;  example  what stands in an empty field of several lines
    values      texts of the values of a choice, in their order
    step        of the arrows of a number
    is_kept     whether the answer is remembered for the next film
    """

    text: str
    tip: str = ""
    example: str = ""
    values: tuple[str, ...] = ()
    step: float = 1.0
    is_kept: bool = True


@dataclass(frozen=True)
class Declared:
    """A field of a recipe.

    kind      of value;  options  of `record`;  asked  its row in the sheet, or None
    part      of PARTS;  place  among the fields of that part
    unit      of its number, as people type it
    read      read(what is given for each option, None for nothing) -> value; None: as it follows from the kind
    is_known_later   whether only the command itself can say what its options mean
    """

    kind: Kind
    options: tuple[Option, ...] = ()
    part: str = ""
    place: int = LAST
    unit: str = ""
    read: Callable | None = None
    asked: Asked | None = None
    is_known_later: bool = False

    def value_of(self, *given):
        """Returns the value of the field from what was given for its options."""
        if self.read is not None:
            return self.read(*given)
        if isinstance(self.kind, Number):
            return self.from_person(number(given[0], self.options[0].word))
        if isinstance(self.kind, Whole):
            return whole(given[0], self.options[0].word)
        return words_of(given[0]) if isinstance(self.kind, List) else given[0]

    def from_person(self, value: float) -> float:
        """Takes a number in the unit that people use and returns it in that of recipes."""
        return radians(value) if self.unit.startswith("deg") else value

    def for_person(self, value: float) -> float:
        """Takes a number of a recipe and returns it in the unit that people use."""
        return degrees(value) if self.unit.startswith("deg") else value


def declared(kind: Kind, default=None, *options: Option, **more):
    """Returns a field of the dataclass of recipes; a default that is a class makes each recipe one of its own."""
    how = {"default_factory": default} if isinstance(default, type) else {"default": default}
    return field(**how, metadata={"declared": Declared(kind, options, **more)})


def declared_in(recipe: type) -> dict[str, Declared]:
    """Returns how each field of a class of recipes is declared, by its name."""
    return {one.name: one.metadata["declared"] for one in fields(recipe)}


def in_order(known: Mapping[str, Declared]) -> list[tuple[str, Declared]]:
    """Returns fields by parts and places, as --help and the sheet show them."""
    return sorted(known.items(), key=lambda item: (PARTS.index(item[1].part), item[1].place))


def form_of(name: str, one: Declared, default, option: Option) -> dict:
    """Returns the arguments of argparse for an option of a field."""
    found: dict = {}
    if isinstance(one.kind, Choice):
        found["choices"] = one.kind.values
    elif isinstance(one.kind, Switch):
        found |= {"dest": name, "action": "store_const", "const": not default}
    return {**found, "help": option.about, **option.form}


def typed_fields(args: Namespace, known: Iterable[tuple[str, Declared]]) -> dict:
    """Returns the fields of a recipe that were typed; BadValue where one makes no sense."""
    found = {}
    for name, one in known:
        given = [getattr(args, option.form.get("dest") or (
            name if isinstance(one.kind, Switch) else option.word.replace("-", "_"))) for option in one.options]
        if not one.is_known_later and any(value is not None for value in given):
            found[name] = one.value_of(*given)
    return found
