"""The live numbers of a scene's card: parameters, readings, and what the card makes of them."""

from math import isfinite, nan
from types import SimpleNamespace
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.readings.quantities import quantities_of
from sandbox.scene.presentation.card import Card
from sandbox.text import _


class Readings:
    """The readings of a run at one instant, by their keys: r.speed, r["integral:ell"]."""

    def __init__(self, known: dict, states: Any):
        self._known, self._states = known, states

    def __getitem__(self, key: str) -> float:
        if key not in self._known:
            raise BadValue(_("no reading {found!r}; this run has {known}").format(
                found=key[:60], known=", ".join(self._known)))
        return float(np.asarray(self._known[key].of(self._states), float)[-1])

    def __getattr__(self, key: str) -> float:
        # what is asked for by tools of Python is no reading
        if key.startswith("_"):
            raise AttributeError(key)
        return self[key]


class CardNumbers:
    """The numbers that the card of a run shows.

    run    has `watch`, `system`, `scene`, `bodies`, `values`;  focus  body whose readings have keys without a number
    """

    def __init__(self, run: Any, card: Card, focus: int = 0):
        self._run, self._card, self._kept = run, card, run.watch()
        self._known = {quantity.key: quantity for quantity in quantities_of(run, focus)}

    def at(self, t: float) -> dict[str, tuple[float, str]]:
        """Returns (value, SI unit) of each live number by its field at an instant [s], nan where it has none.

        BadValue where the card asks for a reading that this run has not, or a formula of it fails.
        """
        states = self._states(t)
        p, r = SimpleNamespace(**self._values(states)), Readings(self._known, states)
        return {name: self._one(name, p, r) for name in self._card.fields}

    def values_at(self, t: float) -> dict[str, Any]:
        """Returns the values of all parameters that hold at an instant [s]."""
        return self._values(self._states(t))

    def _states(self, t: float) -> Any:
        row = self._kept.row_at(t)
        return self._kept.states(row, row + 1) if row is not None else self._kept.states()

    def _values(self, states: Any) -> dict[str, Any]:
        return {**self._run.values, **{name: float(array[-1]) for name, array in states.rows.live.items()
                                       if name in self._run.values and len(array)}}

    def _one(self, name: str, p: SimpleNamespace, r: Readings) -> tuple[float, str]:
        if name in self._card.numbers:
            number = self._card.numbers[name]
            return self._made(name, number.of, p, r), number.unit
        if name.startswith("p."):
            parameter = self._run.scene.parameter(name[2:])
            return float(getattr(p, parameter.name)), parameter.unit
        key = name[2:]
        value = r[key]
        return value, self._known[key].unit

    def _made(self, name: str, of: Any, p: SimpleNamespace, r: Readings) -> float:
        try:
            value = float(of(p, r))
        except ZeroDivisionError:
            return nan
        except BadValue:
            raise
        except Exception as error:
            raise BadValue(_("card, number {name!r}: {kind}: {error}").format(
                name=name, kind=type(error).__name__, error=error)) from error
        return value if isfinite(value) else nan
