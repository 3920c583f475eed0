"""What is wanted and does not hold yet: changed parameters that wait for their moment, runs that are being prepared."""

from collections.abc import Callable
from dataclasses import replace

from sandbox.run.simulation import Simulation
from sandbox.text import _
from sandbox.ui.playback.loading import Loader, Request

SETTLE = 0.12                 # [s] a control rests before the run is begun anew


class Pending:
    """Live changes wait for the next frame; the others for a rest of the controls, then for a run to be prepared."""

    def __init__(self):
        self._loader = Loader()
        self._live, self._restart = {}, {}
        self._meanwhile = {}          # live changes made while the same scene is prepared again: they go along
        self._restart_at = 0.0
        # sprung(run): what holds, in a run that begins again, in place of what was steered to
        self.sprung: Callable[[Simulation], dict] = lambda _run: {}

    @property
    def is_preparing(self) -> bool:
        """Whether another run is on its way."""
        return self._loader.is_busy

    @property
    def is_leaving(self) -> bool:
        """Whether that is another scene or preset, not the present one with other values."""
        coming = self._loader.newest
        return coming is not None and not coming.keeps

    @property
    def has_restart(self) -> bool:
        return bool(self._restart)

    def after(self, run) -> Request | None:
        """What all wishes so far lead to from the present run, with all its values; None before the first run."""
        coming = self._loader.newest
        if run is None:
            return None
        if self.is_leaving:
            return replace(coming, values=coming.scene.values(coming.values))
        values = {**run.values, **self.sprung(run)} if coming is None else coming.values
        start = run.start if coming is None else coming.start
        # a parameter of the start and a typed start exclude each other
        if any(run.scene.parameter(name).is_of_start for name in self._restart):
            start = None
        values = {**values, **self._meanwhile, **self._live, **self._restart}
        return Request(run.scene, values, run.preset, start=start)

    def open(self, request: Request):
        """Begins to prepare a run; a newer one replaces one that waits."""
        self._meanwhile = dict(self._live)
        self._restart.clear()
        self._loader.want(request)

    def forget(self):
        self._loader.forget()

    def change(self, run, name: str, value, now: float):
        """Another value for a parameter of the present run."""
        if name in run.live and run.ended is None:
            self._live[name] = value
        else:
            self._restart[name] = value
            self._restart_at = now + SETTLE

    def take_live(self) -> dict:
        """Live changes that are due."""
        changes, self._live = self._live, {}
        if self._loader.is_busy:
            self._meanwhile |= changes
        return changes

    def due_restart(self, run, now: float) -> Request | None:
        """The present scene with its changed values, once the controls have come to rest."""
        if not self._restart or now < self._restart_at or self._loader.is_busy:
            return None
        names = ", ".join(f"'{run.scene.parameter(name).shown_name}'" for name in self._restart)
        return replace(self.after(run), reason=_("restarted because {names} changed").format(names=names), keeps=True)

    def ready(self) -> Request | None:
        """The run that can be made now, once; raises why there can be none."""
        request = self._loader.take()
        if request is None or not request.keeps:
            return request
        return replace(request, values={**request.values, **self._meanwhile, **self._live})

    def refuse(self):
        """There can be no such run: what went along with it holds in the present one, as its own values say."""
        self._meanwhile = {}

    def granted(self, request: Request):
        """That run took over; if it keeps the scene, what waits for a restart goes on waiting."""
        self._live.clear()
        self._meanwhile = {}
        if not request.keeps:
            self._restart.clear()
