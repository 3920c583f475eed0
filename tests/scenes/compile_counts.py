"""Child process: opens all presets of all scenes one after the other and says what code each needed anew, as JSON.

{scene: {preset or "parameter = value, ...": [module of an entry, ...]}}; the first entry of a scene is its own values.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from sandbox.compiling import machine_code
from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue

STEPS = 24           # of each run: what later modes need is named by prepare_modes
MOVED, APART = 1.01, 1e-3     # a parameter is moved by so much, and each by another share than the one before


def needed_by(scene, values) -> list[str] | None:
    """The modules of what a run needed anew, None of values that the scene refuses."""
    first = len(machine_code.needed)
    try:
        run = Simulation(scene, values)
        run.advance(STEPS)
        run.snapshot()
        run.prepare_modes()
    except BadValue:
        return None
    return [module for module, _name, _is_new in machine_code.needed[first:]]


def main():
    found = {}
    for scene in load_catalogue(Path(__file__).parents[2]/"scenes").scenes.values():
        told = found[scene.id] = {"": needed_by(scene, {})}
        for preset in scene.presets:
            told[preset.name] = needed_by(scene, preset.values)
        told |= moved_ones(scene, scene.presets[0].values)
    print(json.dumps(found), flush=True)


def moved_ones(scene, values) -> dict[str, list[str]]:
    """What was needed by values of parameters that nobody chose: of all at once where the scene takes that, else of
    one after the other.
    """
    given, moved = scene.values(values), {}
    for number, parameter in enumerate(scene.parameters):
        value = given[parameter.name]
        if isinstance(value, float) and value != 0.0:
            moved[parameter.name] = min(max((MOVED + number*APART)*value, parameter.low), parameter.high)
    together = needed_by(scene, {**values, **moved})
    if together is not None:
        return {", ".join(f"{name} = {value}" for name, value in moved.items()): together}
    # a value that this scene refuses compiles nothing either
    return {f"{name} = {value}": needed_by(scene, {**values, name: value}) or [] for name, value in moved.items()}


main()
