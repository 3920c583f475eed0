"""Child process: `warm`, then all that can be asked of presets; says what code that needed besides, as JSON.

    python compiled_after_warm.py '{"scene": ["preset", ...], ...}'     of each scene its first preset and these

{"scene, preset": [module.name of an entry, ...]}: nothing where `warm` knows all.
"""

import importlib
import json
import pkgutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

import sandbox
from sandbox.cli.commands import warm
from sandbox.compiling import machine_code
from sandbox.compiling.entries import Entry
from sandbox.exports.formats import written
from sandbox.exports.span import Span
from sandbox.run.readings.chart_now import ChartReader
from sandbox.run.readings.quantities import quantities_of
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue

STEPS = 240          # of each run: a second
FORMATS = (".csv", ".glb")
WINDOW = ("sandbox.ui", "sandbox.view")


def ask(scene, preset, folder: Path):
    """Plays, plots, draws charts, takes a hand to every body, and exports."""
    def made() -> Simulation:
        return Simulation(scene, preset.values, preset=preset.name)

    run = made()
    kept = run.watch()
    run.advance(STEPS)
    run.snapshot()
    for quantity in quantities_of(run):
        np.asarray(quantity.of(kept.states()))
    for chart in run.charts():
        ChartReader(chart, run).now(run.snapshot())
    run.prepare_modes()
    run.prepare_hand()
    if preset is scene.presets[0]:
        for ending in FORMATS:
            written(made, Span(0.0, 0.05, 60.0), folder / f"run{ending}", replaces=True)


def main():
    catalogue, chosen = load_catalogue(Path(__file__).parents[2]/"scenes"), json.loads(sys.argv[1])
    told, sys.stdout = sys.stdout, sys.stderr
    warm.run(None)
    found = {}
    with TemporaryDirectory() as folder:
        for scene in catalogue.scenes.values():
            for preset in [scene.presets[0], *map(scene.preset, chosen.get(scene.id, ()))]:
                first = len(machine_code.needed)
                ask(scene, preset, Path(folder))
                anew = [f"{module}.{name}" for module, name, _is_new in machine_code.needed[first:]]
                if anew:
                    found[f"{scene.id}, {preset.name}"] = anew
    never = sorted({f"{value.__module__}.{value.__name__}" for module in modules()
                    for value in vars(module).values() if isinstance(value, Entry) and not value.is_made})
    print(json.dumps(found | ({"the sources": never} if never else {})), file=told, flush=True)


def modules():
    """All modules of the program that need no window."""
    for found in pkgutil.walk_packages(sandbox.__path__, "sandbox."):
        if not found.name.startswith(WINDOW) and not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


main()
