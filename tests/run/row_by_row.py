"""What a log and the meters hold, formulated row by row from snapshots: the oracle of rows that are made at once."""

import json
from math import isfinite

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.logs.records import SCALARS
from sandbox.run.meters import WORK_ROUNDING


def number(value):
    value = float(value) + 0.0
    return None if value != value else value


def as_json(values: dict) -> str:
    return json.dumps({name: value if isinstance(value, bool) else float(value) if isfinite(value) else None
                       for name, value in values.items()})


def packed(items, layout) -> bytes:
    return b"".join(np.hstack([getattr(item, name) for name, _size in layout]).astype("<f8").tobytes()
                    for item in items)


def values_of(snapshot) -> tuple:
    """A row of the log."""
    return (snapshot.step, *(number(getattr(snapshot, name)) for name in SCALARS), as_json(snapshot.live),
            as_json(snapshot.invariants), json.dumps([body.mode for body in snapshot.bodies]),
            packed(snapshot.bodies, shown_at.BODY), packed(snapshot.supports, shown_at.SUPPORT))


class Meters:
    """One conserved quantity after the other, one row after the other."""

    def __init__(self, run):
        self._run, self.first = run, run.first_invariants
        self.worst = dict.fromkeys(self.first, 0.0)
        self._references = dict.fromkeys(self.first)
        self.present = {name: (name, value, 0.0, "") for name, value in self.first.items()}
        self._work = 0.0

    def read(self, snapshot):
        works = abs(snapshot.ledger - self._work) > WORK_ROUNDING*snapshot.scale
        self._work = snapshot.ledger
        for name, value in snapshot.invariants.items():
            self.worst[name] = max(self.worst[name], abs(value - self.first[name]))
            reason = self._run._run.reason_not_conserved(name)
            if not reason and works and name == "E_J":
                reason = "friction, an impact or the moving support does work; the ledger counts it"
            if reason:
                self._references[name] = None
                self.present[name] = (name, value, 0.0, reason)
                continue
            if self._references[name] is None:
                self._references[name] = value
                self.present[name] = (name, value, 0.0, "")
            drift = max(self.present[name][2], abs(value - self._references[name]))
            self.present[name] = (name, value, drift, "")
