"""A log run again: the same start, the same commands, and every number compared with what was written.

The run writes its log again as any run does, only that each record is compared with that of the file.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from math import nan
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.command import Command, command_of
from sandbox.run.headless import advance
from sandbox.run.logs.chain import NONSENSE, Chain, NoLog, opened, unreadable
from sandbox.run.logs.logfile import PART, log_of_records
from sandbox.run.logs.records import COLUMNS, describe, number, records
from sandbox.run.logs.tables import flat_columns
from sandbox.run.rows import Rows
from sandbox.run.simulation import Simulation
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.systems.protocol import Event
from sandbox.text import _

# facts of the header that decide the bits, or say why they may differ
FACTS = ("source", "engine", "program", "machine")


@dataclass
class Verdict:
    """What came of running a log again.

    rows, events     compared
    first            (step, t [s], quantity, logged, found) of the first difference, or None
    worst            quantity -> largest difference, of those that differ
    changed          which of FACTS are not those of the log
    trouble          why the log was not read to an end, or ""
    """

    rows: int = 0
    events: int = 0
    first: tuple | None = None
    worst: dict[str, float] = field(default_factory=dict)
    changed: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def is_same(self) -> bool:
        return self.first is None

    def sentences(self) -> list[str]:
        """What a person wants to know of it."""
        words = {"source": _("the scene's file"), "engine": _("the engine"), "program": _("the version"),
                 "machine": _("the computer")}
        lines = [self.trouble] if self.trouble else []
        if self.changed:
            lines.append(_("other than when it was logged: {what}").format(
                what=", ".join(words[name] for name in self.changed)))
        if self.first is None:
            return [*lines, _("the same, bit by bit: {rows} rows, {events} events").format(
                rows=self.rows, events=self.events)]
        step, t, quantity, logged, found = self.first
        lines.append(_("differs first at step {step} (t = {t:.6g} s): {quantity} is {found}, in the log {logged}"
                       ).format(step=step, t=t, quantity=quantity, found=found, logged=logged))
        if self.worst:
            lines.append(_("largest differences over {rows} rows: {what}").format(rows=self.rows, what=", ".join(
                f"{name} {size:.2g}" for name, size in sorted(self.worst.items(), key=lambda item: -item[1]))))
        return lines


def replayed(path, scene_of: Callable[[str], Scene], tell: Callable[[float, float], object] = lambda _t, _last: None,
             scene_built: Callable[[Any], Scene] | None = None) -> tuple[Verdict, Simulation]:
    """Runs a log again up to its last undamaged row; returns what came of it, and the run at that row.

    scene_of   scene_of(id) -> the scene;  scene_built(document as data) -> the scene of what stood on the bench
    tell       tell(t, last t), called now and then; while the log is read through, the last t is not known: nan
    raises     NoLog where nothing can be read, BadValue where there can be no such run
    """
    with opened(path) as known, opened(path) as chain:
        commands, last = contents(known, tell)
        if last is None:
            raise NoLog(known.trouble or _("log '{path}': holds no row").format(path=path))
        run = run_of(chain, scene_of, scene_built)
        comparison = Comparison(chain)
        forked = chain.header.get("forked_at_step")
        if forked is None:
            comparison.write(run.row())
            for event in run.events:
                comparison.event(event)
        run.replay(commands)
        run.recording.keep_trace()
        step, t = last
        if forked is not None:
            # what was passed until then is in the log that this one names, events of its very instant too
            advance(run, min(int(forked), step), lambda now: tell(now.t, t))
        run.log.recorder = comparison
        advance(run, step, lambda now: tell(now.t, t))
        if run.ended is None and (run.t < t or comparison.awaits_row):
            # the run ended in the step after its last whole one, at its beginning even: the last row is that instant
            run.advance(1)
        run.log.recorder = None
        verdict = comparison.finish(run.ended is None)
        verdict.trouble = known.trouble
        now = describe(run.header)
        verdict.changed = tuple(name for name in FACTS if chain.header.get(name) not in (None, now[name]))
    return verdict, run


def contents(chain: Chain, tell: Callable[[float, float], object]) -> tuple[list[Command], tuple[int, float] | None]:
    """Reads a log through; returns its commands, and step and time of its last row."""
    commands, last = [], None
    try:
        for table, values in chain:
            if table == "rows":
                last = int(values[0]), float(values[1])
                if chain.rows % PART == 0:
                    tell(last[1], nan)
            elif table == "commands":
                commands.append(command_of(int(values[0]), str(values[1]), json.loads(values[2])))
    except NONSENSE as error:
        raise unreadable(chain.path, error) from error
    return commands, last


def run_of(chain: Chain, scene_of: Callable[[str], Scene], scene_built: Callable[[Any], Scene] | None = None
           ) -> Simulation:
    """Returns the run of a log at t = 0, without its commands."""
    header: dict[str, Any] = chain.header
    start: Any = header.get("start_state")
    try:
        if start is not None:
            given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value
                                     for name, value in start.items()}
            start = Start(**given)
        built = header.get("built")
        if "not_built" in header:
            raise BadValue(_("log '{path}': {reason}").format(path=chain.path, reason=header["not_built"]))
        scene = scene_of(str(header["scene"])) if built is None or scene_built is None else scene_built(built)
        return Simulation(scene, dict(header["parameters"]), int(header["step_rate"]),
                          str(header.get("preset", "")), start=start)
    except BadValue:
        raise
    except NONSENSE as error:
        raise unreadable(chain.path, repr(error)) from error


class Comparison:
    """Takes what a Recorder takes, and compares it with the records of a log."""

    def __init__(self, chain: Chain):
        self._header, self._path = chain.header, chain.path
        self._verdict = Verdict()
        self._records = iter(chain)
        self._stored_events: list[tuple] = []
        self._found_events: list[tuple] = []
        self._ahead = self._next_row()
        self._begin = 0 if self._ahead is None else int(self._ahead[0])
        self._t = 0.0

    def _next_row(self) -> tuple | None:
        """Returns the next row of the log; events before it are kept for later."""
        for table, values in self._records:
            if table == "rows":
                return values
            if table == "events":
                self._stored_events.append(values)
        return None

    @property
    def awaits_row(self) -> bool:
        """Whether the log has rows that the run has not come to."""
        return self._ahead is not None

    # ---- as a recorder ----------------------------------------------------------------------------------------------

    def write(self, rows: Rows):
        stored, found = [], []
        for values in records(rows):
            if values[0] < self._begin:
                continue
            if self._ahead is None:
                break
            stored.append(self._ahead)
            found.append(values)
            self._t = self._ahead[1]
            self._ahead = self._next_row()
        self._verdict.rows += len(stored)
        if stored != found:
            self._compare(stored, found)

    def event(self, event: Event):
        self._found_events.append((number(event.t), int(event.body), event.kind))

    def command(self, command: Command):
        """It was taken from the log."""

    def commit(self, now: float | None = None):
        """There is nothing to hand over."""

    # ---- what differs -----------------------------------------------------------------------------------------------

    def _compare(self, stored: list[tuple], found: list[tuple]):
        """Finds what differs between rows (n,) that are not all the same."""
        pairs = [(one, other) for one, other in zip(stored, found, strict=True) if one != other]
        try:
            ours, theirs = (flat_columns(log_of_records(self._header, {**dict.fromkeys(COLUMNS, []), "rows": [*side]}))
                            for side in zip(*pairs, strict=True))
        except NONSENSE as error:      # hashed as it should be, and no JSON
            raise unreadable(self._path, error) from error
        firsts = []
        for place, (name, values) in enumerate(ours.items()):
            again = theirs.get(name)
            if again is None:
                firsts.append((0, place, name, _("there"), _("not there")))
                continue
            differs = differing(values, again)
            if differs.any():
                k = int(np.argmax(differs))
                firsts.append((k, place, name, values[k].item(), again[k].item()))
                if values.dtype.kind == "f":
                    size = np.abs(values - again)[differs]
                    self._verdict.worst[name] = float(np.fmax.reduce(size, initial=self._verdict.worst.get(name, 0.0)))
        k, _place, name, logged, again = min(firsts, default=(0, 0, _("the record"), _("another"), _("this one")))
        self._note(int(pairs[k][0][0]), float(pairs[k][0][1]), name, logged, again)

    def _note(self, step: int, t: float, quantity: str, logged, found):
        if self._verdict.first is None or t < self._verdict.first[1]:
            self._verdict.first = (step, t, quantity, logged, found)

    def finish(self, goes_on: bool) -> Verdict:
        """Returns what came of it, when the run has come to the last row, and whether it could go on from there."""
        if self._ahead is not None:
            self._note(int(self._ahead[0]), float(self._ahead[1]), _("the run"), _("goes on"), _("at its end"))
        stored = [values[:3] for values in self._stored_events if values[0] <= self._t]
        found = [values for values in self._found_events if values[0] <= self._t]
        # what happened in a step after the last row, at its very beginning, has the instant of that row
        while goes_on and len(stored) > len(found) and stored[-1][0] == self._t:
            stored.pop()
        self._verdict.events = len(stored)
        for one, other in zip_longest(stored, found):
            if one != other:
                t = (one or other)[0]
                words = [_("none") if event is None else f"{event[2]}, t = {event[0]!r} s" for event in (one, other)]
                self._note(int(t*int(self._header["step_rate"])), t, _("the event"), *words)
                break
        return self._verdict


def differing(values: np.ndarray, again: np.ndarray) -> np.ndarray:
    """Returns where the bits of two columns (n,) differ."""
    if values.dtype.kind == again.dtype.kind == "f":
        return values.view(np.int64) != again.view(np.int64)
    return values != again
