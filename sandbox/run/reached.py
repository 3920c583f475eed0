"""Numbers of papers' places, reached again: from a run of the scene, or from one of its charts."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.shown_layout import IN_SUPPORT
from sandbox.run.headless import passed
from sandbox.run.rows import Rows
from sandbox.run.simulation import Simulation
from sandbox.run.snapshot import Event, Snapshot
from sandbox.scene.charts.chart import Chart, ChartElement
from sandbox.scene.presentation.papers import Paper
from sandbox.scene.scene import Scene
from sandbox.systems.rim import RIM
from sandbox.text import _


class Seen:
    """What the number of a row is read from; each part is made when it is asked for.

    scene, p       the scene and its parameter values
    rows           of the whole run, 60 a second;  t (n,), r, v, w (n, 3)  of its first body [s, m, m/s, rad/s]
    events         what happened in it
    """

    def __init__(self, scene: Scene, row: Paper):
        self.scene, self._seconds = scene, row.seconds
        self._preset = row.preset
        chosen = scene.preset(row.preset).values if row.preset else {}
        self._values = dict(chosen) | dict(row.values)
        self.p = SimpleNamespace(**scene.values(self._values))

    @cached_property
    def start(self) -> Simulation:
        """The run at its start."""
        return self._made()

    def _made(self) -> Simulation:
        # a paper's number is one of its equations
        return Simulation(self.scene, self._values, preset=self._preset, until=RIM)

    @cached_property
    def _passed(self) -> tuple[Simulation, Rows]:
        run = self._made()
        return run, passed(run, self._seconds)[0]

    @property
    def run(self) -> Simulation:
        """The run at its end."""
        return self._passed[0]

    @property
    def rows(self) -> Rows:
        return self._passed[1]

    @property
    def events(self) -> list[Event]:
        return self.run.events

    @property
    def t(self) -> np.ndarray:
        return self.rows.t

    @property
    def r(self) -> np.ndarray:
        return self.rows.centre[:, 0]

    @property
    def v(self) -> np.ndarray:
        return self.rows.velocity[:, 0]

    @property
    def w(self) -> np.ndarray:
        return self.rows.omega[:, 0]

    @property
    def support_spin(self) -> np.ndarray:
        """(n,) spin of the first support about the vertical [rad/s]."""
        return self.rows.supports[:, 0, IN_SUPPORT["angular_velocity"]][:, 2]

    def at(self, t: float) -> Snapshot:
        """Returns another run of the same values at an instant [s]."""
        run = self._made()
        run.advance(int(t*run.step_rate))
        return run.peek(t)

    def steps(self, seconds: float, step_rate: int) -> Iterator[Snapshot]:
        """Yields another run of the same values step by step, in contact, as long as it goes on."""
        yield from _in_contact(Simulation(self.scene, self._values, step_rate, until=RIM), seconds)

    def steps_of(self, scene: Scene, seconds: float, step_rate: int) -> Iterator[Snapshot]:
        """Yields a run of a scene that was made for the purpose, in the same way."""
        yield from _in_contact(Simulation(scene, step_rate=step_rate), seconds)

    @cached_property
    def charts(self) -> dict[str, Chart]:
        """The charts of the scene at the start, by their titles."""
        return {chart.title: chart for chart in self.start.charts()}


    def computed(self, title: str) -> tuple[ChartElement, ...]:
        """Returns the parts of a chart that it computes when asked for them."""
        work = self.charts[title].work
        return work(lambda *_told: None, lambda: False) if work is not None else ()


def _in_contact(run: Simulation, seconds: float) -> Iterator[Snapshot]:
    while run.t < seconds and run.advance(1):
        snapshot = run.snapshot()
        if snapshot.bodies[0].is_aloft:
            return
        yield snapshot


@dataclass(frozen=True)
class Found:
    """A row of a scene with its numbers.

    number    of the row in its scene, from 1
    expected, reached   the numbers;  printed  what the paper has, where it has something else
    quantity, unit      of the row, or of its sign
    """

    scene: Scene
    row: Paper
    number: int
    quantity: str
    unit: str
    expected: float
    printed: float | None
    reached: float = float("nan")

    @property
    def is_good(self) -> bool:
        """Whether the number was reached."""
        return abs(self.reached - self.expected) <= self.row.within


def rows_of(scene: Scene) -> list[Found]:
    """Returns the rows of a scene with what is expected, none reached yet."""
    found = []
    for number, row in enumerate(scene.papers, start=1):
        sign = next((one for one in scene.differs if row.sign and one.where == row.sign), None)
        if sign is not None:
            found.append(Found(scene, row, number, sign.quantity, sign.unit, sign.found, sign.printed))
            continue
        p = Seen(scene, row).p
        expected = row.expected(p) if callable(row.expected) else row.expected
        found.append(Found(scene, row, number, row.quantity, row.unit, float(expected), row.printed))
    return found


def reached(rows: list[Found]) -> Iterator[Found]:
    """Yields rows of one scene with the numbers that are reached; rows of the same run share it."""
    known: dict[tuple, Seen] = {}
    for one in rows:
        row = one.row
        key = (row.preset, tuple(row.values.items()), row.seconds)
        seen = known.setdefault(key, Seen(one.scene, row))
        if row.chart and row.chart not in seen.charts:
            raise BadValue(_("scene '{scene}', paper '{place}': no chart {found!r}; it has {known}").format(
                scene=one.scene.id, place=row.place, found=row.chart, known=", ".join(map(repr, seen.charts))))
        yield Found(**{**vars(one), "reached": float(row.reached(seen))})


def command_of(one: Found) -> list[str]:
    """Returns the words after ./run that show a row."""
    row, words = one.row, one.row.words()
    found = [words, one.scene.id]
    if words == "papers":
        return found
    if row.preset:
        number = next(k for k, preset in enumerate(one.scene.presets, start=1) if preset.name == row.preset)
        found += ["--preset", str(number)]
    for name, value in row.values.items():
        found += ["--set", f"{name}={value}"]
    return [*found, "--duration", f"{row.seconds:g}"] if words == "simulate" else found
