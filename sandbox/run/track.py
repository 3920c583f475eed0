"""What a judge sees of a run: the states of all its steps, states between them where they are asked for, and events."""

from collections.abc import Callable

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.readings.passed import States
from sandbox.run.readings.quantities import Quantity, quantities_of
from sandbox.run.rows import Rows, concatenated
from sandbox.run.simulation import Simulation
from sandbox.scene.goals.words import quantity_named
from sandbox.text import _

FINE = 16          # instants within a step that is looked at closely
MOST_CLOSE = 64    # steps that are


class Track:
    """A run of a challenge from its start to `until` [s], or to where it ended.

    make     make() -> the run at its start, with its commands to come; a second one is made to look between steps
    rows     (n,) states at all steps, and at the end where an event ended the run
    """

    def __init__(self, make: Callable[[], Simulation], until: float):
        self._make = make
        self.run = make()
        last = int(until*self.run.step_rate + 1e-9)
        parts = list(self.run.rows_at(np.arange(last + 1)/self.run.step_rate))
        if self.run.ended is not None:
            parts.append(self.run.row())
        self.rows: Rows = concatenated(parts)
        # an event that ended the run may have the instant of a step
        keep = np.append(True, np.diff(self.rows.t) > 0.0)
        if not keep.all():
            self.rows = concatenated([self.rows[i:i + 1] for i in np.flatnonzero(keep)])
        self.events = [event for event in self.run.events if event.t <= until]
        self._quantities: dict[int, dict[str, Quantity]] = {}
        self._seen: dict[bytes, Rows] = {}

    @property
    def t(self) -> np.ndarray:
        """(n,) instants [s]."""
        return self.rows.t

    def check_body(self, body: int, where: str):
        """Raises BadValue where there is no such body."""
        count = self.rows.bodies.shape[1]
        if body >= count:
            raise BadValue(_("{where}: asks for body {found}, there are {count}").format(
                where=where, found=body + 1, count=count))

    def values(self, name: str, rows: Rows) -> np.ndarray:
        """Returns a quantity by its name in goals (m,) at rows (m,)."""
        word, body = quantity_named(name) or ("", 0)
        self.check_body(body, f"'{name}'")
        if body not in self._quantities:
            # lists are short where there are many bodies: each is asked for as the one in focus
            self._quantities[body] = {one.key: one for one in quantities_of(self.run, body)}
        if word not in self._quantities[body]:
            raise BadValue(_("'{name}': this scene has no such quantity").format(name=name))
        return self._quantities[body][word].of(States(rows))

    def at(self, times: np.ndarray) -> Rows:
        """Returns the rows at instants (m,) [s], ascending: by the steps' own interpolation."""
        # a goal and its stars look at the same instants, and each look is a run of its own
        key = times.tobytes()
        if key not in self._seen:
            self._seen[key] = concatenated([*self._make().rows_at(times)] or [self.rows[-1:]])
        return self._seen[key]

    def at_event(self, t: float) -> Rows:
        """Returns the row at the instant of an event."""
        return self.rows[-1:] if t >= self.t[-1] else self.at(np.array((t,)))

    def between(self, steps: np.ndarray) -> Rows:
        """Returns rows at FINE instants within each of the steps that begin at rows `steps`, their ends included."""
        share = np.arange(FINE + 1)/FINE
        begin, end = self.t[steps], self.t[np.minimum(steps + 1, len(self.t) - 1)]
        times = np.unique(begin[:, None] + share*(end - begin)[:, None])
        return self.at(times[times <= self.t[-1]])
