"""Child process: opens all presets of all scenes one after the other and says what code each needed anew, as JSON.

{scene: {preset or "parameter = value": [module of an entry, ...]}}; the first entry of a scene is its own values.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from sandbox.compiling import machine_code
from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue

STEPS = 240          # of each run: one second
MOVED = 1.01         # a parameter is moved by so much


def needed_by(scene, values) -> list[str]:
    first = len(machine_code.needed)
    try:
        run = Simulation(scene, values)
        run.advance(STEPS)
        run.snapshot()
        run.prepare_modes()
    except BadValue:
        # a value that this scene refuses compiles nothing either
        pass
    return [module for module, _name, _is_new in machine_code.needed[first:]]


def main():
    found = {}
    for scene in load_catalogue(Path(__file__).parents[2]/"scenes").scenes.values():
        told = found[scene.id] = {"": needed_by(scene, {})}
        for preset in scene.presets:
            told[preset.name] = needed_by(scene, preset.values)
            for parameter in scene.parameters:
                value = scene.values(preset.values)[parameter.name]
                if isinstance(value, float) and value != 0.0 and preset is scene.presets[0]:
                    moved = min(max(MOVED*value, parameter.low), parameter.high)
                    told[f"{parameter.name} = {moved}"] = needed_by(scene, {**preset.values, parameter.name: moved})
    print(json.dumps(found), flush=True)


main()
