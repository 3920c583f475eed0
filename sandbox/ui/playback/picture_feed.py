"""What the picture of a run is told: its scene once, its snapshots, ghost and band as they change."""

from collections.abc import Callable

from sandbox.run.simulation import Simulation
from sandbox.text import _
from sandbox.theory.ghost import Band, Theory

PATIENCE = 10.0          # [s] that a new run waits at its start for its picture


def appearance(run: Simulation) -> tuple:
    """What the picture of a run is built from, in a form that can be compared."""
    surface = run.system.surface
    meridian = surface.meridian(24)
    bodies = tuple((type(body), body.size, getattr(body, "parameters", ())) for body in run.bodies)
    return (run.scene.id, bodies, surface.name, surface.parameters,
            surface.rim, surface.origin, surface.tilt_axis, surface.tilt,
            None if meridian is None else meridian.tobytes())


class PictureFeed:
    """Keeps the view up to date with the present run.

    is_stale   the view does not show the present state yet
    """

    def __init__(self, view, tell: Callable[[str], None]):
        self._view = view
        self.theory, self.band = Theory(tell), Band()
        self.is_stale = True
        self._drawn = None                # what the picture was built from
        self._until = 0.0

    def begin(self, run: Simulation, now: float):
        """Another run; a picture that would be the same is not built anew."""
        self.theory.forget()
        self.band.forget()
        looks = appearance(run)
        if looks != self._drawn:
            self._drawn = looks
            self._view.show_scene(run.system.surface, run.bodies, _(run.scene.title), run.snapshot())
        else:
            self._view.clear_trail()
        self._until = now + PATIENCE

    def is_awaited(self, run: Simulation, now: float) -> bool:
        """Whether a run stays at its start because its picture is still being built."""
        return run.step == 0 and not self._view.is_ready and now < self._until

    def give_up(self):
        """There will be none: nobody needs to wait for it."""
        self._until = 0.0

    def show(self, snapshot):
        self.is_stale = not self._view.show_snapshot(snapshot)

    def look(self, run: Simulation, snapshot, now: float):
        """What changes seldom."""
        for path in self.theory.look(run, snapshot):
            self._view.show_ghost(path)
            self.is_stale = True
        for circles in self.band.look(run, now):
            self._view.show_band(circles)
            self.is_stale = True
