"""What the picture of a run is told: its scene once, its snapshots, ghost and band as they change."""

from collections.abc import Callable, Sequence

from sandbox.run.branches import Branch
from sandbox.run.peaks import peaks_of
from sandbox.run.readings.names import own_names
from sandbox.run.simulation import Simulation
from sandbox.run.trace import way_of_body
from sandbox.scene.catalogue import BENCH
from sandbox.text import _
from sandbox.theory.ghost import Band, Theory
from sandbox.ui.playback.focus import Focus

PATIENCE = 10.0          # [s] that a new run waits at its start for its picture
MUCH = 1.0               # [s] of it that are drawn on piece by piece
SPAN = 60.0              # [s] of the past that lines are drawn from when the picture is taken elsewhere


def appearance(run: Simulation) -> tuple:
    """What the picture of a run is built from, in a form that can be compared."""
    surface, *others = run.surfaces
    meridian = surface.meridian(24)
    bodies = tuple((type(body), body.size, getattr(body, "parameters", ()), getattr(body, "labels", ()))
                   for body in run.bodies)
    return (run.scene.id, bodies, surface.name, surface.parameters,
            surface.rim, surface.origin, surface.tilt_axis, surface.tilt,
            None if meridian is None else meridian.tobytes(),
            tuple((other.name, other.parameters, other.origin, other.tilt_axis, other.tilt) for other in others))


def is_of_preset(run: Simulation) -> bool:
    """Returns whether a run begins as its preset does, or its scene where it has none."""
    own = next((preset.values for preset in run.scene.presets if preset.name == run.preset), None)
    return run.start is None and run.start_values == run.scene.values(own)


class PictureFeed:
    """Keeps the view up to date with the present run.

    is_stale   the view does not show the present state yet
    """

    def __init__(self, view, focus: Focus, tell: Callable[[str], None]):
        self._view, self._focus = view, focus
        self.theory, self.band = Theory(tell), Band()
        self.is_stale = True
        self._drawn = None                # what the picture was built from
        self._bench = ""                  # title of the bench that it shows, "" of a scene
        self._scaled: tuple[str, str] | None = None    # scene and preset for which scales were chosen
        self._peaks: dict[str, float] = {}             # of the preset's own run, once they are known
        self._until = 0.0
        self._t = 0.0                     # up to which the lines are drawn [s]
        self._has_jumped = True
        self._leaves_lines = False        # lines are drawn on with every second picture
        self._had_branches = False
        self._shown: set[int] = set()     # ids of the branches that were shown last
        self._is_blind = False            # theory is not shown: it would give something away

    def set_blind(self, on: bool):
        """Shows neither closed form nor band, or shows them again."""
        if on != self._is_blind:
            self._is_blind = on
            self.theory.forget()
            self.band.forget()
            self._view.show_ghost(None)
            self._view.show_band(None)
            self.is_stale = True

    def begin(self, run: Simulation, now: float):
        """Another run; a picture that would be the same is not built anew."""
        self.theory.forget()
        self.band.forget()
        looks = appearance(run)
        if looks != self._drawn:
            # one part more or less is no reason to look from elsewhere, another bench is
            bench = run.scene.title if run.scene.id == BENCH else ""
            held = self._view.look if bench and bench == self._bench else None
            self._drawn, self._bench = looks, bench
            self._view.show_scene(run.surfaces, run.bodies, _(run.scene.title), run.snapshot())
            if held:
                self._view.set_look(held["mode"], held["at"])
        if hasattr(self._view, "set_names"):
            self._view.set_names(own_names(run.bodies, getattr(run.system, "names", ())))
        self.look_at_focus()
        named = (run.scene.id, run.preset)
        if named != self._scaled:
            # the scales stay when it begins again with other values
            self._scaled, self._peaks = named, {}
            self._view.expect_arrows(peaks_of(run, self._focus.body))
        elif is_of_preset(run):
            # a throw may have made them so small that nothing is seen of the preset's own motion
            self._peaks = self._peaks or peaks_of(run, self._focus.body)
            self._view.expect_arrows(self._peaks, keeps_longer=True)
        self._has_jumped = True
        self._until = now + PATIENCE

    def look_at_focus(self):
        """Tells the view which body is looked at, which ones have trails, and what balls are painted by."""
        focus = self._focus
        self._view.set_tint(focus.tint)
        self._view.set_focus(focus.body, focus.name() if focus.has_choice else "")
        self._view.set_trails(tuple(k for k in focus.trails if k != focus.body))

    def is_awaited(self, run: Simulation, now: float) -> bool:
        """Whether a run stays at its start because its picture is still being built."""
        return run.step == 0 and not self._view.is_ready and now < self._until

    def give_up(self):
        """There will be none: nobody needs to wait for it."""
        self._until = 0.0

    def jump(self):
        """What is shown next does not follow from what was shown last: lines are drawn anew."""
        self.look_at_focus()
        self._has_jumped = self.is_stale = True

    def show(self, snapshot, run: Simulation, branches: Sequence[Branch]):
        """Shows a snapshot of a run, with its lines up to then, and branches that have come to that instant.

        In every second picture the lines go straight on from where they were to the body: the way between is drawn with
        the next one, for two at once, which takes as long as for one.
        """
        self._leaves_lines = not (self._leaves_lines or self._has_jumped or branches or self._had_branches)
        if self._leaves_lines:
            self._send(snapshot, branches)
            self.is_stale = True
            return
        # much at once is drawn faster anew
        self._has_jumped = self._has_jumped or snapshot.t - self._t > MUCH
        begin, end = (snapshot.t - SPAN if self._has_jumped else self._t), snapshot.t
        if self._has_jumped or end > begin:
            self._view.draw_way(way_of_body(run, self._focus.body, begin, end), self._has_jumped)
        if self._has_jumped and self._focus.trails:
            self._view.draw_trails({k: way_of_body(run, k, begin, end) for k in self._focus.trails})
        if branches or self._had_branches:
            shown = {id(branch) for branch in branches if branch.is_here and branch.begin < end}
            # one that was behind, as on a busy machine, is shown again with all of its line
            ways = [branch.trajectory(self._focus.body, begin if id(branch) in self._shown else end - SPAN, end)
                    for branch in branches]
            self._view.show_branches([
                (branch.slot, branch.snapshot(end) if id(branch) in shown else None, way)
                for branch, way in zip(branches, ways, strict=True)], self._has_jumped)
            self._had_branches, self._shown = bool(branches), shown
        self._t, self._has_jumped = end, False
        self._send(snapshot, branches)

    def _send(self, snapshot, branches: Sequence[Branch]):
        self.is_stale = not self._view.show_snapshot(snapshot) or not all(branch.is_here for branch in branches)

    def look(self, run: Simulation, snapshot, now: float):
        """What changes seldom."""
        if self._is_blind:
            return
        for path in self.theory.look(run, snapshot):
            self._view.show_ghost(path)
            self.is_stale = True
        for circles in self.band.look(run, now):
            self._view.show_band(circles)
            self.is_stale = True
