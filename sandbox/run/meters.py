"""Drift of each conserved quantity since it is conserved, and the reason when it is not."""

from dataclasses import dataclass

from sandbox.systems.integration import Integration
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

    def read(self, values: dict[str, float], work: float, scale: float):
        """Takes the present values, the `work` in the ledger so far [J] and the `scale` of the energies [J]."""
        does_work, self._work = abs(work - self._work) > WORK_ROUNDING*scale, work
        for name, value in values.items():
            self.worst[name] = max(self.worst[name], abs(value - self.first[name]))
            reason = self._run.reason_not_conserved(name)
            if not reason and does_work and name == "E_J":
                reason = _("friction, an impact or the moving support does work; the ledger counts it")
            if reason:
                self._references[name] = None
                self._present[name] = Meter(name, value, 0.0, reason)
                continue
            # conserved again: the count begins anew
            reference = self._references[name]
            if reference is None:
                reference = self._references[name] = value
                self._present[name] = Meter(name, value, 0.0, "")
            drift = max(self._present[name].drift, abs(value - reference))
            self._present[name] = Meter(name, value, drift, "")
