"""What a person turns while a run goes, from one end of its slider to the other, ends no run by its numbers."""

import numpy as np

from sandbox.cli.common import catalogue
from sandbox.run.simulation import Simulation
from sandbox.scene.scene import Scene
from sandbox.systems.rows.system import ConstrainedSystem
from sandbox.systems.world.piled import PiledSystem
from tests.effort import tries
from tests.fuzz.attack import MANY, MOST_CHANGES, PULLED, RUN_AWAY, pull_of_contacts, random_value

RUNS = tries(120, 10_000)
# a second of a run; of piles and worlds of many bodies, whose steps take a thousand times as long, less
STEPS, STEPS_OF_MANY = 240, tries(24, 120)
# relative drift of energy in one second: what short steps at the jumps of a rate leave
DRIFT = 1e-10
TURNED = [scene for scene in catalogue().scenes.values() if any(p.live for p in scene.parameters)]


def turned(scene: Scene, seed: int) -> tuple[Simulation, list, dict]:
    """A run of a preset whose live parameters are set anew at random steps; with its rows and what was set."""
    random = np.random.default_rng(seed)
    preset = scene.presets[random.integers(len(scene.presets))]
    run = Simulation(scene, preset.values, 240)
    rows, done = run.collect(), {"preset": preset.name, "seed": seed, "set": []}
    many = len(run.bodies) > MANY or isinstance(run.system, PiledSystem)
    steps = STEPS_OF_MANY if many else STEPS
    changes = int(random.integers(1, MOST_CHANGES + 1))
    for step in sorted(int(step) for step in random.integers(0, steps, changes)):
        run.advance(step - run.step)
        if run.ended is not None or not run.live:
            break
        name = sorted(run.live)[random.integers(len(run.live))]
        value = random_value(run.scene.parameter(name), random)
        run.set(name, value)
        done["set"].append((step, name, value))
    run.advance(steps - run.step)
    return run, rows, done


def wrong_with(scene: Scene, seed: int) -> str:
    """What does not hold in such a run, in words; nothing where all does, or where it ends before anything is set."""
    run, rows, done = turned(scene, seed)
    if run.ended is not None and run.ended.kind == "drift" and scene.id not in RUN_AWAY:
        return f"{scene.id} {done}: {run.ended.sentence}"
    if run.ended is None and run.drift > DRIFT:
        return f"{scene.id} {done}: drift {run.drift:.2g}"
    if not isinstance(run.system, ConstrainedSystem) and (pull := pull_of_contacts(run, rows)) > PULLED:
        return f"{scene.id} {done}: a support pulls by {pull:.2g} of the largest force"
    return ""


def test_no_run_ends_by_its_numbers_when_a_slider_is_turned():
    wrong = [said for k in range(RUNS) if (said := wrong_with(TURNED[k % len(TURNED)], k))]
    assert wrong == [] and RUNS >= 2*len(TURNED)
