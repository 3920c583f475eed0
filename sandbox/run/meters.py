"""Drift of each conserved quantity since it is conserved, and the reason when it is not."""

from dataclasses import dataclass, replace

import numpy as np

from sandbox.systems.integration import Integration
from sandbox.systems.strip import Strip
from sandbox.text import _

# share of the energies below which work is rounding [1]
WORK_ROUNDING = 1e-12


@dataclass(frozen=True)
class Meter:
    """One conserved quantity: its value and its largest change since it is conserved, or why it is not."""

    name: str
    value: float
    drift: float
    reason: str


class Meters:
    """The meters of a run; `first` are the values at its start, by name."""

    def __init__(self, run: Integration, first: dict[str, float]):
        self._run = run
        self.first = first
        self.worst = dict.fromkeys(first, 0.0)      # change since the start of the run, conserved or not
        self._references: dict[str, float | None] = dict.fromkeys(first)
        self._present = {name: Meter(name, value, 0.0, "") for name, value in first.items()}
        self._work = 0.0

    @property
    def present(self) -> tuple[Meter, ...]:
        """The meters as they were last read."""
        return tuple(self._present.values())

    def read(self, strips: list[Strip]):
        """Takes the states just passed, one after the other."""
        reasons: dict[str, dict[str, str]] = {}
        for strip in strips:
            mode = strip.states.mode
            if mode not in reasons:
                data = replace(self._run.data, mode=mode)
                reasons[mode] = {name: self._run.system.reason_not_conserved(name, data) for name in self.first}
            works = np.abs(np.diff(strip.ledger, prepend=self._work)) > WORK_ROUNDING*strip.scale
            self._work = float(strip.ledger[-1])
            for name, values in strip.invariants(self.first).items():
                self._read(name, values, reasons[mode][name], works if name == "E_J" else None)

    def _read(self, name: str, values: np.ndarray, reason: str, works: np.ndarray | None):
        """Takes values (n,) of one quantity, the reason why none of them is conserved, and which follow work done."""
        self.worst[name] = _largest(self.worst[name], values - self.first[name])
        last = float(values[-1])
        if not reason and works is not None and works.any():
            # conserved since the last work, if that is not the last thing that was done
            values = values[np.flatnonzero(works)[-1] + 1:]
            self._references[name] = None
            if not len(values):
                reason = _("friction, an impact or the moving support does work; the ledger counts it")
        if reason:
            self._references[name] = None
            self._present[name] = Meter(name, last, 0.0, reason)
            return
        # conserved again: the count begins anew
        reference, drift = self._references[name], self._present[name].drift
        if reference is None:
            reference, drift = float(values[0]), 0.0
            self._references[name] = reference
        self._present[name] = Meter(name, last, _largest(drift, values - reference), "")


def _largest(before: float, changes: np.ndarray) -> float:
    """The largest of a number and sizes of changes (n,); those that are not numbers do not count."""
    return float(np.fmax.reduce(np.abs(changes), initial=before))
