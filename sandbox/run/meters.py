"""How far each conserved quantity moved since it is conserved, and why one is not."""

from dataclasses import dataclass

from sandbox.systems.integration import Integration
from sandbox.text import _

# work below this share of the energies is rounding
WORKED = 1e-12


@dataclass(frozen=True)
class Meter:
    """One conserved quantity: its value, how far it moved since it is conserved, or why it is not."""

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
        """The meters as last read."""
        return tuple(self._present.values())

    def read(self, values: dict[str, float], work: float, scale: float):
        """Take in the present values; `work` is what the ledger was credited with so far, beside `scale` [J]."""
        works, self._work = abs(work - self._work) > WORKED*scale, work
        for name, value in values.items():
            self.worst[name] = max(self.worst[name], abs(value - self.first[name]))
            reason = self._run.reason_not_conserved(name)
            if not reason and works and name == "E_J":
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
