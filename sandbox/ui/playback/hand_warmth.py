"""What a hand needs is compiled beside the window: the first pull of a system with rows would take seconds."""

from typing import Any

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.ui.playback.task import Task

REST = 1.0               # [s] that a run is present before it is prepared for a hand unasked


def kind_of(run) -> tuple:
    """Returns what the mechanics of a hand depend on: the scene and its switches."""
    return run.scene.id, run.scene.source, tuple((name, value) for name, value in sorted(run.values.items())
                                                 if isinstance(value, bool))


def try_hands(scene, values, preset, start):
    """Holds every body of a trial run for a moment; those that cannot be held say so when a person holds them."""
    trial = Simulation(scene, values, preset=preset, start=start)
    for body in range(len(trial.bodies)):
        try:
            trial.grab(body)
        except BadValue:
            continue
        trial.advance(1)
        trial.let_go()
        trial.advance(1)


class HandWarmth:
    """Prepares one kind of run at a time for a hand.

    ready   kinds of runs that are prepared
    """

    def __init__(self):
        self.ready: set[tuple] = set()
        self._task: Task | None = None
        self._kind: tuple = ()
        self._present: Any = None
        self._since = 0.0

    def watch(self, run, now: float):
        """Prepares a run that has been present for a while."""
        if run is not self._present:
            self._present, self._since = run, now
        elif now - self._since > REST:
            self.is_ready(run)

    def is_ready(self, run) -> bool:
        """Whether a hand can hold at once; begins to prepare it otherwise."""
        if self._task is not None and self._task.is_done:
            # what went wrong goes wrong again, and is told, when a person holds a body
            self.ready.add(self._kind)
            self._task = None
        kind = kind_of(run)
        if kind in self.ready:
            return True
        if self._task is None:
            scene, values, preset, start = run.scene, dict(run.values), run.preset, run.start
            self._kind = kind
            self._task = Task(lambda: try_hands(scene, values, preset, start))
        return False
