"""Drift of each conserved quantity since it is conserved, and the reason when it is not."""

from copy import copy
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from sandbox.systems.integration import Integration
from sandbox.systems.strip import Strip
from sandbox.text import _, language

# share of the energies below which work is rounding [1]
WORK_ROUNDING = 1e-12


@dataclass(frozen=True)
class Meter:
    """One conserved quantity: its value and its largest change since it is conserved, or why it is not."""

    name: str
    value: float
    drift: float
    reason: str


class Reasons(NamedTuple):
    """Why quantities are not conserved, in sentences; "" and none where they are.

    of   mode, parameters and language that they are for
    """

    of: tuple[str, np.ndarray, str]
    none: np.ndarray
    texts: list[str]


class Meters:
    """The meters of a run; `first` are the values at its start, by name."""

    def __init__(self, run: Integration, first: dict[str, float]):
        self._run = run
        self.first = first
        n = len(first)
        self._begin = self._values = np.array(list(first.values()), float)
        self._worst = np.zeros(n)                   # change since the start of the run, conserved or not
        self._references = self._begin.copy()       # value when it was conserved anew
        self._has_reference = np.zeros(n, bool)
        self._drifts = np.zeros(n)                  # change since then
        self._reasons = Reasons(("", np.zeros(0), ""), np.ones(n, bool), [""]*n)
        self._says_work = False                     # E_J is not conserved because of the last work
        self._work = 0.0
        self._built: float | None = None            # work of an edit since the last reading [J]

    def copy(self, run: Integration) -> "Meters":
        """Returns the same readings, for another run."""
        other = copy(self)
        other._run = run
        # all other arrays are replaced, never written to
        other._has_reference, other._drifts = self._has_reference.copy(), self._drifts.copy()
        other._references = self._references.copy()
        return other

    @property
    def worst(self) -> dict[str, float]:
        """Largest change of each quantity since the start of the run, conserved or not."""
        return dict(zip(self.first, self._worst.tolist(), strict=True))

    @property
    def present(self) -> tuple[Meter, ...]:
        """The meters as they were last read."""
        reasons = [_("friction, an impact or the moving support does work; the ledger counts it")
                   if self._says_work and name == "E_J" else self._built_sentence() if name == "E_J" and
                   self._built is not None else reason
                   for name, reason in zip(self.first, self._reasons.texts, strict=True)]
        return tuple(map(Meter, self.first, self._values.tolist(), self._drifts.tolist(), reasons))

    def _built_sentence(self) -> str:
        return _("what was built brought {work:.3g} J: the work of the builder; the ledger counts it").format(
            work=self._built)

    def rebuild(self, work: float):
        """What is there is something else from now on, whose energy is by `work` [J] another one."""
        if not self.first:
            return
        self._values = np.array(list(self._run.invariants(self.first).values()))
        self._built, self._work, self._says_work = work, self._run.ledger, False
        self._has_reference = np.zeros(len(self.first), bool)
        self._drifts = np.zeros(len(self.first))

    def read(self, strips: list[Strip]):
        """Takes the states just passed, one after the other."""
        self._built = None
        for strip in strips if self.first else ():
            table = np.array(list(strip.invariants(self.first).values()))
            self._worst = np.fmax(self._worst, _largest(table - self._begin[:, None]))
            self._values = table[:, -1]
            self._reasons = self._reasons_now(strip.states.mode)
            # conserved again: the count begins anew
            self._has_reference &= self._reasons.none
            self._references = np.where(self._has_reference, self._references, table[:, 0])
            self._drifts = np.where(self._has_reference, self._drifts, 0.0)
            changes = _largest(table - self._references[:, None])
            self._drifts = np.where(self._reasons.none, np.fmax(self._drifts, changes), 0.0)
            self._has_reference = self._reasons.none.copy()
            self._take_work(strip, table)

    def _take_work(self, strip: Strip, table: np.ndarray):
        """E_J is conserved only since the last work, if that is not the last thing that was done."""
        ledger, before, self._work = strip.ledger, self._work, float(strip.ledger[-1])
        self._says_work = False
        if "E_J" not in self.first:
            return
        works = np.abs(ledger - np.concatenate(((before,), ledger[:-1]))) > WORK_ROUNDING*strip.scale
        e = list(self.first).index("E_J")
        if not works.any() or not self._reasons.none[e]:
            return
        since = table[e, np.flatnonzero(works)[-1] + 1:]
        self._says_work = not len(since)
        self._has_reference[e], self._drifts[e] = len(since) > 0, 0.0
        if len(since):
            self._references[e] = since[0]
            self._drifts[e] = np.fmax(0.0, _largest(since - since[0]))

    def _reasons_now(self, mode: str) -> Reasons:
        """The reasons of a mode under the present parameters; they take longer to find than all the rest."""
        p, (last_mode, last_p, last_language) = self._run.data.p, self._reasons.of
        if (mode, language()) == (last_mode, last_language) and np.array_equal(p, last_p):
            return self._reasons
        data = replace(self._run.data, mode=mode)
        texts = [self._run.system.reason_not_conserved(name, data) for name in self.first]
        return Reasons((mode, p.copy(), language()), np.array([not text for text in texts]), texts)


def _largest(changes: np.ndarray) -> np.ndarray:
    """The largest of the sizes of changes (..., n); those that are not numbers do not count."""
    return np.fmax.reduce(np.abs(changes), axis=-1)
