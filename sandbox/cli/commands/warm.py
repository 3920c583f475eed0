"""The command `warm`: compiles what the program and its scenes need; a packaged program is delivered with the result.

What stands in the sources is compiled whole: a plot, a chart or a command may ask for what no run does. What is
generated for a scene is named by its presets: by their systems, whatever they enter later, and by a hand on each body.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator

from sandbox.cli.terminal.stop import look
from sandbox.compiling import machine_code
from sandbox.compiling.entries import Entry
from sandbox.compiling.sources import ROOMS


def run(args) -> int:
    """Compiles all that is known to be needed; prints how many functions there are, and how many of them are new."""
    from sandbox.cli.common import catalogue
    from sandbox.compiling.cache import CACHE_FOLDER
    before = len(list(CACHE_FOLDER.rglob("*.code")))
    make_all(catalogue())
    after = len(list(CACHE_FOLDER.rglob("*.code")))
    print(f"'{CACHE_FOLDER}': {after} compiled functions, {after - before} of them new")
    return 0


def make_all(found):
    """Takes a catalogue and makes all that is known to be needed for it; machine_code.needed says what that is."""
    from sandbox.cli.terminal.progress import Progress
    from sandbox.text import _
    with Progress() as progress:
        wanted = dict.fromkeys(entries_of_sources())
        # other processes begin with the first of them while this one makes the runs
        machine_code.ahead(wanted)
        for number, scene in enumerate(found.scenes.values(), start=1):
            progress.show(_("scene {number} of {count}: {scene}").format(
                number=number, count=len(found.scenes), scene=scene.id))
            wanted |= dict.fromkeys(_entries_of(scene))
        # this one begins at the other end, where nobody is yet
        _make(reversed(wanted), progress)


def entries_of_sources() -> Iterator[Entry]:
    """Yields the entries that stand in the program's own modules."""
    for room in ROOMS:
        package = importlib.import_module(f"sandbox.{room}")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield from (value for value in vars(importlib.import_module(found.name)).values()
                        if isinstance(value, Entry))


def _entries_of(scene) -> Iterator[Entry]:
    """Yields what runs of a scene may enter; what they begin with, and what a hand needs, is compiled by the way."""
    from sandbox.run.simulation import Simulation
    for preset in scene.presets:
        run = Simulation(scene, preset.values, preset=preset.name)
        machine_code.ahead(run.entries)
        yield from run.entries
        run.prepare_hand()
        look()


def _make(entries: Iterable[Entry], progress):
    from sandbox.text import _
    wanted = list(entries)
    for number, entry in enumerate(wanted, start=1):
        progress.show(_("function {number} of {count}").format(number=number, count=len(wanted)))
        entry.address      # noqa: B018 - for what it does
        look()
