"""Getting a run ready: what it needs is compiled beside the window, the newest wish first."""

import time
from dataclasses import dataclass, field

from sandbox.compiling import machine_code
from sandbox.run.simulation import Simulation
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.ui.playback.task import Task

TRIAL, PIECES = 2.0, 12  # [s] of simulated time that is tried beforehand: milliseconds of work; in so many pieces
LONGEST = 2.0            # [s] of work on what is slow, as a rack of balls that gives nothing back, once all is compiled
PATIENCE = 30.0          # [s] after which a newer wish no longer waits for an older one


@dataclass(frozen=True)
class Request:
    """A run that is wanted.

    start     a typed start, or None for the scene's own
    reason    the sentence that announces it
    keeps     it is the present scene again: what is changed while it is prepared goes along
    """

    scene: Scene
    values: dict = field(default_factory=dict)
    preset: str = ""
    reason: str = ""
    keeps: bool = False
    start: Start | None = None


def warm_up(request: Request):
    """Compiles all that the run will need, with a trial run that is thrown away; BadValue if there can be no run."""
    trial = Simulation(request.scene, request.values, preset=request.preset, start=request.start)
    trial.advance(1)
    # what slips, impacts and flights need is compiled here, not when the first of them is seen; once all of it is in
    # memory, as where a scene is opened again, there is nothing to find by going on
    needed, begin = len(machine_code.needed), time.thread_time()
    for _piece in range(PIECES):
        if all(entry.is_made for entry in trial.entries):
            break
        trial.advance(round(TRIAL*trial.step_rate/PIECES))
        if len(machine_code.needed) > needed:
            needed, begin = len(machine_code.needed), time.thread_time()
        elif time.thread_time() - begin > LONGEST:
            break
    trial.snapshot()


class Loader:
    """Warms up one request at a time; of those that wait only the newest counts.

    The run itself is made on the window's thread: by then that takes milliseconds, and its log belongs there.
    """

    def __init__(self):
        self._task: Task | None = None
        self._request: Request | None = None
        self._next: Request | None = None

    @property
    def is_busy(self) -> bool:
        return self._task is not None

    @property
    def newest(self) -> Request | None:
        """What is being prepared, or waits for that."""
        return self._next or (self._request if self._task is not None else None)

    def want(self, request: Request):
        self._next = request
        # what does not come to an end, as in a scene that never returns, goes on unseen and holds up nothing
        if self._task is None or self._task.seconds > PATIENCE:
            self._begin()

    def forget(self):
        """Nothing is wanted any more; what is under way ends unseen."""
        self._task = self._next = None

    def _begin(self):
        request, self._next = self._next, None
        self._request, self._task = request, Task(lambda: warm_up(request))

    def take(self) -> Request | None:
        """The request whose run can be made now, once; raises why there can be none."""
        if self._task is None or not self._task.is_done:
            return None
        task, self._task = self._task, None
        if self._next is not None:
            self._begin()
            return None
        task.result()
        return self._request
