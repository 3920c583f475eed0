"""Zarr stores (format 3) whose numbers are written piece by piece, in any order, by any number of processes.

A store is a folder: `zarr.json` says what it is, and each variable is a folder with a `zarr.json` of its own and files
of chunks. Chunks are not compressed, and each holds points that follow one another, so that a piece of it is written
where it belongs: whoever writes other points, at the same time too, is not disturbed. A chunk that is not there holds
fill values, so that a store takes no more room than what is known. The format: zarr-specs, core version 3.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from math import isnan, prod
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import numpy as np

from sandbox.sweeps.netcdf3 import Variable

# points of a chunk at most
CHUNK = 1 << 16
WORDS = {"f8": "float64", "i4": "int32", "i1": "int8"}
META = "zarr.json"


def chunk_shape(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the shape of chunks of at most CHUNK points that follow one another."""
    found, rest = [], 1
    for size in reversed(shape):
        found.append(max(1, min(size, CHUNK//rest)) if rest else 1)
        # beyond an axis that is cut, a chunk is one wide
        rest = rest*size if found[-1] == size else 0
    return tuple(reversed(found))


class Store:
    """A store that is open: variables (netcdf3.py) of a shape, and what stands where nothing is known.

    fills   name -> fill value
    """

    def __init__(self, path: Path, dimensions: Mapping[str, int], attributes: Mapping, variables: list[Variable],
                 fills: Mapping[str, float]):
        self.path = path
        self._fills = fills
        self._kinds = {one.name: np.dtype("<" + one.kind) for one in variables}
        self._shapes = {one.name: tuple(dimensions[name] for name in one.dimensions) for one in variables}
        self._variables, self._attributes = variables, attributes
        self._touched: set[Path] = set()

    # ---- what it is ---------------------------------------------------------------------------------------------

    @property
    def texts(self) -> dict[str, str]:
        """What the files META hold, by their folders."""
        found = {"": _text({"zarr_format": 3, "node_type": "group", "attributes": _plain(self._attributes)})}
        return found | {one.name: self._text_of(one) for one in self._variables}

    def _text_of(self, one: Variable) -> str:
        shape, fill = self._shapes[one.name], self._fills.get(one.name, 0)
        said = {name: value for name, value in one.attributes.items() if name != "_FillValue"}
        return _text({
            "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": WORDS[one.kind],
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk_shape(shape)}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "fill_value": "NaN" if isnan(fill) else fill,
            "codecs": [{"name": "bytes", "configuration": {"endian": "little"}} if one.kind != "i1" else
                       {"name": "bytes"}],
            "dimension_names": one.dimensions, "attributes": _plain(said)})

    def begin(self, known: Callable[[], object], replaces: bool = True):
        """Writes a store, which appears whole; OSError reaches the caller.

        known      known() puts what is known from the start: the store appears with it
        replaces   whether it takes the place of one that is there; else that one stays, and OSError says so
        """
        place = self.path
        made = Path(mkdtemp(dir=place.resolve().parent, prefix=f".{place.name}."))
        try:
            made.chmod(0o755)
            for folder, text in self.texts.items():
                (made/folder).mkdir(exist_ok=True)
                (made/folder/META).write_text(text, "utf-8")
            self.path = made
            known()
            self.sync()
            if replaces and place.exists():
                old = Path(mkdtemp(dir=made.parent, prefix=made.name))
                place.rename(old)
                rmtree(old, ignore_errors=True)
            # a folder that holds something is never renamed over: of several that begin, the first one counts
            made.rename(place)
        finally:
            self.path = place
            rmtree(made, ignore_errors=True)

    def is_there(self) -> bool:
        """Whether the store at the path is this one."""
        try:
            return all((self.path/folder/META).read_text("utf-8") == text for folder, text in self.texts.items())
        except (OSError, ValueError):
            return False

    # ---- numbers ------------------------------------------------------------------------------------------------

    def _pieces(self, name: str, begin: int, end: int) -> Iterator[tuple[Path, int, int, int]]:
        """Yields chunk, first point within it, first and last of the points from `begin` to `end`."""
        shape = self._shapes[name]
        cut = chunk_shape(shape)
        size = prod(cut)
        # points of the axes from the first one that is cut on, of which each step of the axes before has so many
        place = next((i for i, (n, m) in enumerate(zip(shape, cut, strict=True)) if m > 1), len(shape) - 1)
        whole = prod(shape[place:])
        while begin < end:
            before, within = divmod(begin, whole)
            number, at = divmod(within, size)
            last = min(end, begin + size - at, (before + 1)*whole)
            places = np.array(np.unravel_index(before, shape[:place] or (1,))).ravel().tolist()[:place]
            key = [*places, number, *[0]*(len(shape) - place - 1)]
            yield self.path/name/"c"/"/".join(map(str, key)), at, begin, last
            begin = last

    def put(self, name: str, at: int, values: np.ndarray):
        """Writes values of the points from `at` on."""
        kind, values = self._kinds[name], np.asarray(values)
        for chunk, place, begin, end in self._pieces(name, at, at + len(values)):
            content = values[begin - at:end - at].astype(kind).tobytes()
            with self._opened(name, chunk) as file:
                file.seek(place*kind.itemsize)
                file.write(content)
            self._touched.add(chunk)

    def _opened(self, name: str, chunk: Path):
        """The file of a chunk, made whole first where there is none, whoever else makes it now."""
        with suppress(FileNotFoundError):
            return open(chunk, "rb+", buffering=0)
        chunk.parent.mkdir(parents=True, exist_ok=True)
        size = prod(chunk_shape(self._shapes[name]))
        made = chunk.with_name(f".{chunk.name}.{os.getpid()}")
        made.write_bytes(np.full(size, self._fills.get(name, 0), self._kinds[name]).tobytes())
        try:
            # never over what another process has written meanwhile
            with suppress(FileExistsError):
                os.link(made, chunk)
        finally:
            made.unlink()
        return open(chunk, "rb+", buffering=0)

    def read(self, name: str, begin: int, end: int) -> np.ndarray:
        """Returns values of points."""
        kind = self._kinds[name]
        found = np.full(max(0, end - begin), self._fills.get(name, 0), kind)
        for chunk, place, first, last in self._pieces(name, begin, end):
            with suppress(FileNotFoundError), open(chunk, "rb") as file:
                file.seek(place*kind.itemsize)
                found[first - begin:last - begin] = np.frombuffer(file.read((last - first)*kind.itemsize), kind)
        return found.astype(kind.newbyteorder("="))

    @property
    def units(self) -> dict[str, str]:
        """Units of the variables by their names."""
        return {one.name: str(one.attributes.get("units", "1")) for one in self._variables}

    def whole(self, name: str) -> tuple[tuple[str, ...], np.ndarray]:
        """Returns the dimensions of a variable and all its values."""
        dimensions = next(one.dimensions for one in self._variables if one.name == name)
        return dimensions, self.read(name, 0, prod(self._shapes[name])).reshape(self._shapes[name])

    def flush(self):
        """Pieces are written at once."""

    def close(self):
        """No file stays open."""

    def sync(self):
        """What was written is on the disk when this returns."""
        for chunk in self._touched:
            with open(chunk, "rb") as file:
                os.fsync(file.fileno())
        self._touched.clear()


def attributes_of(path: Path) -> dict[str, Any]:
    """Returns the attributes of a store; OSError or ValueError where it is none."""
    found = json.loads((path/META).read_text("utf-8"))
    if not isinstance(found, dict) or found.get("zarr_format") != 3 or not isinstance(found.get("attributes"), dict):
        raise ValueError("no group of Zarr 3")
    return found["attributes"]


def _text(content: Mapping) -> str:
    return json.dumps(content, indent=1) + "\n"


def _plain(values: Mapping) -> dict:
    return {name: value.tolist() if isinstance(value, np.ndarray | np.generic) else value
            for name, value in values.items()}
