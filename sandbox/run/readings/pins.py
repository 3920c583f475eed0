"""Runs and measurements that stay beside the next runs: their curves and their path as plain numbers."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.readings.passed import Passed
from sandbox.run.readings.quantities import Quantity
from sandbox.schema import Choice, List, Maybe, Number, Record, Text, Whole
from sandbox.text import _

MOST = 4                # pinned runs, and as many measurements
POINTS = 2000           # of a pinned run at most
SAVED = 1000            # of a pin in a file at most
MEASURED = 100_000      # points of a measurement that are kept at most
COLUMNS = 500           # of a pin in a file at most
LONGEST = 60            # letters of a name
DIGITS = 9              # significant ones in a file
PATH = ("x", "y", "z")  # keys of the place of the first body
RUN, MEASUREMENT = "run", "measurement"


@dataclass(frozen=True)
class Pin:
    """What is kept of a run or a measurement.

    name     for people;  colour  number of its colour, 0..MOST - 1;  kind  RUN (dashed) or MEASUREMENT (dots)
    values   key of a quantity -> (n,) in the SI, nan where there is none; "t" is among them
    path     (n, 3) contact points [m], nan where unknown
    scene    id of the scene in whose picture the path belongs, "" for any
    """

    name: str
    colour: int
    kind: str
    values: dict[str, np.ndarray]
    path: np.ndarray
    scene: str = ""

    @property
    def t(self) -> np.ndarray:
        """(n,) [s]."""
        return self.values["t"]

    def to_json(self, keys: Iterable[str] = ()) -> dict:
        """Returns the pin as JSON knows it, with time, place and the quantities named; nan as None."""
        places = np.unique(np.linspace(0, len(self.t) - 1, min(len(self.t), SAVED)).round().astype(int))
        wanted = [key for key in dict.fromkeys(("t", *PATH, *keys)) if key in self.values]
        return {"name": self.name, "colour": self.colour, "kind": self.kind, "scene": self.scene,
                "values": {key: _plain(self.values[key][places]) for key in wanted},
                "path": [_plain(point) for point in self.path[places]] if len(self.path) else []}


def pin_of(run: Any, quantities: Sequence[Quantity], name: str, colour: int, kept: Passed, body: int = 0) -> Pin:
    """Returns a pin of all that is kept of a run, at most POINTS of its states; its path is that of a body."""
    states = kept.states()
    places = np.unique(np.linspace(0, len(states) - 1, min(len(states), POINTS)).round().astype(int))
    values = {quantity.key: np.array(quantity.of(states), float)[places] for quantity in quantities}
    is_flying = states.rows.N[places, body] <= 0.0
    path = np.array(states.rows.contact[places, body])
    if is_flying.all() or not is_flying.any():
        return Pin(name[:LONGEST], colour, RUN, values, path, run.scene.id)
    # a body in flight leaves no trace
    return Pin(name[:LONGEST], colour, RUN, values, np.where(is_flying[:, None], np.nan, path), run.scene.id)


def free_colour(pins: Sequence[Pin]) -> int:
    """Returns the first colour that no pin has."""
    taken = {pin.colour for pin in pins}
    return next((i for i in range(2*MOST) if i not in taken), 0)


_HEAD = Record({"name": Text(LONGEST), "colour": Whole(0, 2*MOST - 1), "kind": Choice((RUN, MEASUREMENT)),
                "scene": Text(40)})
_COLUMN = List(Maybe(Number(-1e300, 1e300)), 0, SAVED)
_PATH = List(List(Maybe(Number(-1e300, 1e300)), 3, 3), 0, SAVED)


def from_json(plain: Any, where: str = "pins") -> Pin:
    """Returns the pin of what `to_json` gave; BadValue in a sentence where that cannot be."""
    parts = dict(plain) if isinstance(plain, dict) else {}
    head = _HEAD.take({key: parts[key] for key in _HEAD.kinds if key in parts}, where)
    if len(head) < len(_HEAD.kinds):
        raise BadValue(_("{where}: needs {known}").format(where=where, known=_HEAD.allowed))
    columns = parts.get("values")
    if not isinstance(columns, dict) or "t" not in columns or len(columns) > COLUMNS:
        raise BadValue(_("{where}, values: needs columns by name, \"t\" among them").format(where=where))
    values = {str(key)[:100]: _numbers(_COLUMN.take(column, f"{where}, {str(key)[:100]}"))
              for key, column in columns.items()}
    path = _numbers(_PATH.take(parts.get("path", []), f"{where}, path")).reshape(-1, 3)
    n = len(values["t"])
    if any(len(column) != n for column in values.values()) or len(path) not in (0, n):
        raise BadValue(_("{where}: needs columns and a path of one length").format(where=where))
    return Pin(head["name"], head["colour"], head["kind"], values, path, head["scene"])


def _numbers(found) -> np.ndarray:
    """Numbers as an array, nan for None."""
    return np.array(found, float)


def _plain(numbers: np.ndarray) -> list:
    return [float(f"{x:.{DIGITS}g}") if math.isfinite(x) else None for x in numbers.tolist()]


def renamed(pin: Pin, name: str) -> Pin:
    """Returns the pin under another name."""
    return replace(pin, name=name[:LONGEST])
