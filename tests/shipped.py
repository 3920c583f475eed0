"""The scenes that come with the program, loaded once for all tests of a process, and runs of their presets."""

from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import Catalogue, load_catalogue
from sandbox.scene.scene import Preset, Scene
from sandbox.systems.protocol import Event
from tests.effort import some_presets

STEPS = 1000
# scenes of which a run of so many steps takes seconds. At each change two of their presets are played: what Python does
# in the others it does in other scenes too
HEAVY = ("balls_in_a_bowl", "bowling", "box_on_turntable", "coins_and_balls", "dominoes", "groove", "many_balls",
         "marble_machine", "overhang", "towers")


@cache
def shipped() -> Catalogue:
    """All of them; whoever changes one puts it back."""
    return load_catalogue(Path(__file__).parents[1]/"scenes")


def played_presets(scene: Scene) -> list[Preset]:
    """Presets of which there is a run: all, at each change two of those that take long."""
    return some_presets(scene) if scene.id in HEAVY else list(scene.presets)


class Played:
    """A run of a preset, and what was to be seen of it after STEPS steps.

    seen   a snapshot;  events, meters  those until then;  drift  of the Jacobi integral
    """

    def __init__(self, scene: Scene, preset: Preset):
        self._run = run = Simulation(scene, preset.values)
        run.advance(STEPS)
        self.system, self.step_rate = run.system, run.step_rate
        self.seen, self.events, self.drift = run.snapshot(), list(run.events), run.drift
        self.meters, self.first_invariants = list(run.meters), dict(run.first_invariants)

    def ended_by(self, step: int) -> Event | None:
        """What ends the run within so many steps, if something does; it goes on as far as that takes."""
        run = self._run
        if run.ended is None and run.step < step:
            run.advance(step - run.step)
        # an end lies in the step after the last whole one
        return run.ended if run.step < step else None


@lru_cache(maxsize=1)
def played(scene_id: str) -> dict[str, Played]:
    """A run of each preset that is played, by its name, made one after the other; only to be looked at.

    Those of one scene are kept at a time: its tests are a piece of work for one worker (see tests/conftest.py).
    """
    return fresh(scene_id, played_presets(shipped().get(scene_id)))


def fresh(scene_id: str, presets: Iterable[Preset]) -> dict[str, Played]:
    """Runs made anew, of these presets."""
    return {preset.name: Played(shipped().get(scene_id), preset) for preset in presets}
