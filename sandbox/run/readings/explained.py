"""One look inside a scene: its modes and what follows each, its parameters by name, and what is compiled for it."""

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sandbox.compiling import code_files
from sandbox.compiling.entries import Entry
from sandbox.compiling.generated import is_generated, source_of
from sandbox.scene.scene import Scene
from sandbox.systems.entries import later
from sandbox.systems.outline import outline_of
from sandbox.systems.tables import ModeRow, Number

# states of machine code: in memory, in a file for later starts, in none yet, and what no file is kept of
LOADED, ON_DISK, NOT_YET, AT_EACH_START = "loaded", "on disk", "not yet", "at each start"


@dataclass(frozen=True)
class Code:
    """The machine code of a compiled function.

    module, name   of the function;  state  LOADED ... AT_EACH_START
    file           where it is kept, None where it is not;  size  of that file [bytes], 0 where there is none yet
    """

    module: str
    name: str
    state: str
    file: Path | None
    size: int


@dataclass(frozen=True)
class Explained:
    """A scene as it is before it starts.

    modes     its table;  numbers  parameters by name, those that are zero left out;  size  of the parameter array
    code      what a run may need compiled, in the order in which it does;  models  systems that run side by side
    """

    modes: tuple[ModeRow, ...]
    numbers: tuple[Number, ...]
    size: int
    code: tuple[Code, ...]
    models: int


def explained(scene: Scene, values: Mapping) -> Explained:
    """Returns what is inside a scene for these parameter values, without compiling anything; or BadValue."""
    found = outline_of(scene, values)
    system, units = found.system, {one.name: one.unit for one in scene.parameters}
    numbers = (one if one.unit else one._replace(unit=units.get(one.name, "")) for one in system.numbers(system.p))
    entries = dict.fromkeys((*found.fields, *found.others, *later(system)))
    return Explained(system.rows(), tuple(numbers), system.p.size, tuple(map(code_of, entries)), found.models)


def code_of(entry: Entry) -> Code:
    """Returns how the machine code of a compiled function stands."""
    file = code_files.file_of(entry) if code_files.is_kept(entry.py_func) else None
    size = file.stat().st_size if file is not None and file.exists() else 0
    state = (LOADED if entry.is_made else AT_EACH_START if file is None else ON_DISK if size else NOT_YET)
    return Code(entry.__module__, entry.__name__, state, file, size)


def sources_of(entries: Iterable[Entry]) -> dict[str, str]:
    """Returns the source of compiled functions by its name: of whole modules that were generated, of single functions
    else.
    """
    found = {}
    for entry in entries:
        if is_generated(entry.__module__):
            found[entry.__module__] = source_of(entry.__module__)
        else:
            found[f"{entry.__module__}.{entry.__name__}"] = inspect.getsource(entry.py_func)
    return found
