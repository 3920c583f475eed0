"""What came of a reference case: every reference compared, and the largest error relative to what is allowed."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isfinite, pi
from typing import Any

import numpy as np

from sandbox.text import _
from sandbox.verify.case import ONE_OF, SIGN, TURNS, Case, Comparison, KeyPath, dotted, leaves

# places that a line names at most
MOST_NAMED = 3


@dataclass
class Result:
    """Outcome of one case: the quantity closest to (or furthest beyond) what is allowed."""

    id: str
    kind: str
    verdict: str            # ok, FAIL, UNSUPPORTED
    worst: float = 0.0
    allowed: float = 0.0
    quantity: str = ""

    def line(self) -> str:
        """ok|FAIL|UNSUPPORTED id worst_error/allowed quantity"""
        return f"{self.verdict} {self.id} {self.worst:.3g}/{self.allowed:.3g} {self.quantity}"


@dataclass(frozen=True)
class Error:
    """One reference number beside what was found."""

    place: KeyPath
    error: float
    allowed: float
    name: str

    @property
    def share(self) -> float:
        """Error over what is allowed, inf where either is no finite number."""
        if not (isfinite(self.error) and isfinite(self.allowed) and self.allowed >= 0.0):
            return inf
        if self.allowed == 0.0:
            return 0.0 if self.error == 0.0 else inf
        return self.error/self.allowed


def errors(comparison: Comparison, data: dict) -> Iterator[Error]:
    """A comparison, number by number, against the references in `data`."""
    reference: Any = data
    for key in comparison.place:
        reference = reference[key]
    given: list[tuple[KeyPath, Any]] = list(leaves(reference, comparison.place))
    if comparison.alike == ONE_OF:
        yield Error(comparison.place, 0.0 if reference in comparison.found else inf, 0.0, comparison.name)
        return
    if any(isinstance(value, str | bool) or value is None for _place, value in given):
        words = list(comparison.found) if isinstance(comparison.found, list | tuple) else [comparison.found]
        same = len(words) == len(given) and all(
            type(word) is type(value) and word == value for word, (_place, value) in zip(words, given, strict=True))
        for place, _value in given:
            yield Error(place, 0.0 if same else inf, 0.0, comparison.name)
        return
    numbers = np.array([value for _place, value in given], float)
    found = _numbers(comparison.found)
    if found.shape != numbers.shape:
        found = np.full(numbers.shape, np.nan)
    if comparison.alike == SIGN:
        found = np.sign(found @ numbers)*found
    elif comparison.alike == TURNS:
        found = found + 2.0*pi*np.round((numbers - found)/(2.0*pi))
    for (place, value), x in zip(given, found.tolist(), strict=True):
        yield Error(place, abs(x - value), comparison.allowed(value), comparison.name)


def _numbers(found) -> np.ndarray:
    """What was found as numbers in a row; NaN for nothing and for words."""
    try:
        return np.ravel(np.asarray(np.nan if found is None else found, float))
    except (TypeError, ValueError):
        return np.array([np.nan])


def judge(case: Case) -> Result:
    """Takes a case with what was found for it and returns the verdict: ok only if all references were compared.

    A number that a run starts from is compared with the start, too, but a case of nothing else says nothing.
    """
    worst: Error | None = None
    compared: set[KeyPath] = set()
    for comparison in case.comparisons:
        for one in errors(comparison, case.data):
            compared.add(one.place)
            if worst is None or one.share > worst.share:
                worst = one
    if worst is not None and not worst.share <= 1.0:
        return Result(case.id, case.kind, "FAIL", worst.error if isfinite(worst.error) else inf, worst.allowed,
                      worst.name)
    faults = [*case.faults, *_left(case, compared)]
    if not faults and not compared - case.taken:
        faults = [_("nothing was compared")]
    if worst is None or faults:
        return Result(case.id, case.kind, "FAIL", inf, 0.0, "; ".join(faults))
    return Result(case.id, case.kind, "ok", worst.error, worst.allowed, worst.name)


def _left(case: Case, compared: set[KeyPath]) -> Iterator[str]:
    """What nobody took or compared, and numbers that are none."""
    unread, open_references, endless = [], [], []
    for place, value in leaves(case.data):
        if not case.schema.counts(place):
            continue
        if isinstance(value, float) and not isfinite(value):
            endless.append(place)
        if value is None or place in compared:
            continue
        if case.schema.is_reference(place):
            open_references.append(place)
        elif place not in case.taken:
            unread.append(place)
    for text, places in ((_("not a finite number: {places}"), endless), (_("not compared: {places}"), open_references),
                         (_("not read: {places}"), unread)):
        if places:
            named = [dotted(place) for place in places[:MOST_NAMED]]
            more = [_("{count} more").format(count=len(places) - MOST_NAMED)] if len(places) > MOST_NAMED else []
            yield text.format(places=", ".join(named + more))
