"""The file of a sweep: a map that is whole from the start, into which blocks are written where they belong.

It is netCDF-3, or a Zarr store (a folder), into which any number of processes write at once.

Nothing in it tells when, by whom or in which order it was written, so that the same sweep gives the same bytes. What is
known of each point is its `status`; a file that was left in the middle is read like any other, and gone on with.
"""

import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np

from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.run.logs.names import UDUNITS
from sandbox.sweeps.block import DONE, NOT_RUN, OUTCOME_FAILED, REFUSED, Block
from sandbox.sweeps.netcdf3 import PIECE, Layout, Netcdf, Variable, layout_of
from sandbox.sweeps.outcomes import ENDS, FLOAT, MISSING
from sandbox.sweeps.plan import Described, described
from sandbox.sweeps.zarr_store import Store, attributes_of
from sandbox.targets import check_target
from sandbox.text import _

NETCDF, ZARR = ".nc", ".zarr"
ENDINGS = (NETCDF, ZARR)
STATUS_WORDS = {NOT_RUN: "not_run", DONE: "done", OUTCOME_FAILED: "an_outcome_failed", REFUSED: "refused"}


class Part:
    """Which blocks of a sweep a file holds: all, or those of one of several shares.

    number, of   the share, from 1, and how many there are; 1 of 1 is the whole map
    is_within    whether it is written into the whole map, beside the other shares
    """

    def __init__(self, plan: Described, number: int = 1, of: int = 1, is_within: bool = False):
        self.plan, self.number, self.of, self.is_within = plan, number, of, is_within
        space = plan.space
        self.blocks = range(number - 1, space.blocks, of)
        short = space.blocks*space.block - len(space)
        has_last = len(self.blocks) > 0 and self.blocks[-1] == space.blocks - 1
        self.points = len(self.blocks)*space.block - (short if has_last else 0)

    @property
    def is_whole(self) -> bool:
        return self.of == 1 or self.is_within

    def place(self, block: int) -> int:
        """Returns where the points of a block begin among those of the file."""
        if self.is_within:
            return block*self.plan.space.block
        return (block - self.number + 1)//self.of*self.plan.space.block


def layout(part: Part) -> Layout:
    """Returns the layout of the netCDF file of a sweep, or of a share of it."""
    return layout_of(*contents(part))


def contents(part: Part) -> tuple[dict[str, int], dict, list[Variable]]:
    """Returns dimensions, attributes and variables of the file of a sweep, or of a share of it."""
    plan, space = part.plan, part.plan.space
    words = {name: _said(about, unit) for name, (about, unit) in plan.content["words"].items()}
    variables: list[Variable] = []
    axes: tuple[str, ...] = ("point",)
    if not part.is_whole:
        dimensions = {"point": max(part.points, 1)}
    elif space.kind == "grid":
        dimensions = {axis.name: len(axis) for axis in space.axes}
        axes = tuple(dimensions)
        for axis in space.axes:
            named = {"values": json.dumps(axis.values)} if any(isinstance(x, str) for x in axis.values) else {}
            variables.append(Variable(axis.name, "f8", (axis.name,), words[axis.name] | named))
    else:
        dimensions, axes = {"sample": len(space)}, ("sample",)
        variables = [Variable(axis.name, "f8", axes, words[axis.name]) for axis in space.axes]
    for outcome in plan.outcomes:
        said = _said(outcome.about or outcome.name, outcome.unit)
        # whole numbers stay whole for those who read them: -1 is where the status says that there is none
        if outcome.kind == FLOAT:
            said["_FillValue"] = np.array([MISSING[FLOAT]])
        if outcome.name == "ended":
            said |= {"flag_values": np.arange(len(ENDS), dtype="i1"), "flag_meanings": " ".join(ENDS)}
        variables.append(Variable(outcome.name, outcome.kind, axes, said))
    variables.append(Variable("status", "i1", axes, _said("what is known of the point", "") | {
        "flag_values": np.array(list(STATUS_WORDS), "i1"), "flag_meanings": " ".join(STATUS_WORDS.values())}))
    return dimensions, attributes(part), variables


def _said(about: str, unit: str) -> dict:
    return {"long_name": about or "parameter", "units": UDUNITS.get(unit, unit) or "1"}


def attributes(part: Part) -> dict:
    """Returns what the sweep was, as attributes of the file."""
    plan, content = part.plan, part.plan.content
    scene = content["scene"] or content["title"]
    found = {"Conventions": "CF-1.8", "title": f"sweep of {scene}", "source": f"Jacobi Sandbox {content['program']}",
             "scene": scene, "preset": content["preset"] or "none", "duration": float(content["duration"]),
             "step_rate": content["step_rate"], "sweep": plan.key, "scene_source": content["digest"],
             "engine": content["engine"], "program": content["program"], "plan": plan.text,
             "share": "1/1" if part.is_whole else f"{part.number}/{part.of}"}
    return found | {f"parameter_{name}": value if isinstance(value, str) else float(value)
                    for name, value in sorted(content["values"].items())}


class MapFile:
    """A file of a sweep that is being written; a context."""

    def __init__(self, path: Path, part: Part, numbers: "Netcdf | Store"):
        self.path, self.part, self._numbers = path, part, numbers
        self.read = numbers.read

    def write(self, block: Block):
        """Writes what became of a block; status last, so that what it says is there."""
        at = self.part.place(block.number)
        try:
            for name, values in (*block.outcomes.items(), ("status", block.status)):
                self._numbers.put(name, at, values)
            self._numbers.flush()
        except OSError as error:
            raise could_not(self.path, error) from error

    def missing(self) -> Iterator[int]:
        """Yields the blocks that are not done, in their order."""
        space, blocks = self.part.plan.space, self.part.blocks
        # blocks beside which those of other shares stand are looked at one by one
        step = 1 if self.part.is_within else max(1, PIECE//space.block)
        for first in range(0, len(blocks), step):
            some = blocks[first:first + step]
            start = self.part.place(some[0])
            sizes = [end - first for first, end in map(space.span, some)]
            status = self.read("status", start, start + sum(sizes))
            at = 0
            for block, size in zip(some, sizes, strict=True):
                if (status[at:at + size] == NOT_RUN).any():
                    yield block
                at += size

    def counts(self) -> dict[int, int]:
        """Returns how many points there are of each status."""
        found = np.zeros(len(STATUS_WORDS), np.int64)
        for begin, end in self._spans():
            found += np.bincount(self.read("status", begin, end), minlength=len(found))
        return dict(enumerate(found.tolist()))

    def _spans(self) -> Iterator[tuple[int, int]]:
        """Yields first and last of the points of the file that are of this part."""
        if self.part.is_within:
            yield from map(self.part.plan.space.span, self.part.blocks)
        else:
            for begin in range(0, self.part.points, PIECE):
                yield begin, min(begin + PIECE, self.part.points)

    def block(self, number: int) -> Block:
        """Returns a block as it stands in the file."""
        begin, end = self.part.plan.space.span(number)
        at, n = self.part.place(number), end - begin
        return Block(number, self.read("status", at, at + n),
                     {one.name: self.read(one.name, at, at + n) for one in self.part.plan.outcomes})

    def begin(self):
        """Writes a file of which no point is known yet; OSError reaches the caller."""
        if isinstance(self._numbers, Store):
            # shares that begin at once write into the store of the first
            self._numbers.begin(self._begin_axes, replaces=not self.part.is_within)
        else:
            self._numbers.begin(self._begin_axes)

    def _begin_axes(self):
        if not self.part.is_whole:
            return
        space = self.part.plan.space
        if space.kind == "grid":
            for axis in space.axes:
                for at in range(0, len(axis), PIECE):
                    self._numbers.put(axis.name, at, axis.numbers(at, at + PIECE))
            return
        for block in range(space.blocks):
            points = space.points(block)
            for axis in space.axes:
                self._numbers.put(axis.name, block*space.block, np.array([point[axis.name] for point in points]))

    def __enter__(self) -> "MapFile":
        return self

    def __exit__(self, *_error):
        with suppress(OSError):
            self._numbers.sync()
        self._numbers.close()


def write_map(path: Path, dimensions: Mapping[str, int], attributes: Mapping, variables: list[Variable],
              numbers: Mapping[str, np.ndarray], fills: Mapping[str, float]):
    """Writes a map that is known as a whole, in place of what is there; OSError reaches the caller.

    numbers   name -> values of each variable;  fills  name -> what stands in a store where nothing is known
    """
    def known():
        for name, values in numbers.items():
            target.put(name, 0, np.ravel(values))

    target: Netcdf | Store
    if is_store(path):
        target = Store(path, dimensions, attributes, variables, fills)
        target.begin(known)
        return
    with replaced(path, binary=True) as file:
        target = Netcdf(file, dimensions, attributes, variables, {})
        target.begin(known)


def fills_of(part: Part) -> dict[str, float]:
    """Returns what stands in the file of a sweep where nothing is known, by name."""
    return {outcome.name: MISSING[outcome.kind] for outcome in part.plan.outcomes} | {"status": NOT_RUN}


def store_of(path: Path, part: Part) -> Store:
    """Returns the Zarr store of a sweep."""
    return Store(path, *contents(part), fills_of(part))


def is_store(path: Path) -> bool:
    """Whether a map of this name is a Zarr store."""
    return path.suffix == ZARR


def could_not(path: Path, error: OSError) -> BadValue:
    """Returns the refusal of a file that could not be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return BadValue(_("'{path}': no space left on the disk; what was written before can be read, and --resume goes "
                          "on with it").format(path=path))
    return BadValue(_("'{path}' could not be written: {reason}").format(path=path, reason=error.strerror or error))


def begun(path: Path, part: Part) -> MapFile:
    """Returns a new file of a sweep, in place of what is there; BadValue where it cannot be written."""
    if is_store(path):
        return _begun_store(path, part)
    try:
        file = open(path, "wb+")      # noqa: SIM115 - a MapFile closes it
    except OSError as error:
        raise could_not(path, error) from error
    found = MapFile(path, part, Netcdf(file, *contents(part), fills_of(part)))
    try:
        found.begin()
    except OSError as error:
        file.close()
        size = layout(part).size
        with suppress(OSError):
            path.unlink()
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise BadValue(_("'{path}': no space left on the disk, the map needs {size} bytes").format(
                path=path, size=size)) from error
        raise could_not(path, error) from error
    return found


def _begun_store(path: Path, part: Part) -> MapFile:
    if os.path.lexists(path):
        # a folder is given up only where it is a map
        attributes_in(path)
    found = MapFile(path, part, store_of(path, part))
    try:
        found.begin()
    except OSError as error:
        # another share of the sweep may have begun it a moment ago
        if not (part.is_within and store_of(path, part).is_there()):
            raise could_not(path, error) from error
    return found


def resumed(path: Path, part: Part) -> MapFile:
    """Returns the file of the same sweep that is there; BadValue where it is another one's."""
    return _opened(path, part, "rb+")


def _opened(path: Path, part: Part, mode: str) -> MapFile:
    if is_store(path):
        if not store_of(path, part).is_there():
            raise BadValue(why_other(path, part))
        return MapFile(path, part, store_of(path, part))
    wanted = layout(part)
    try:
        file = cast(BinaryIO, open(path, mode))       # noqa: SIM115 - a MapFile closes it
        header, size = file.read(len(wanted.header)), os.fstat(file.fileno()).st_size
    except OSError as error:
        raise BadValue(_("'{path}' cannot be read: {reason}").format(
            path=path, reason=error.strerror or error)) from error
    if header != wanted.header or size != wanted.size:
        file.close()
        raise BadValue(why_other(path, part))
    return MapFile(path, part, Netcdf(file, *contents(part), fills_of(part)))


def attributes_in(path: Path) -> dict[str, str]:
    """Returns the attributes of the file of a map as texts, or raises BadValue."""
    from scipy.io import netcdf_file
    try:
        if is_store(path):
            return {name: str(value) for name, value in attributes_of(path).items()}
        with netcdf_file(path, mmap=True) as file:
            return {name: value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
                    for name, value in file._attributes.items()}
    except Exception as error:
        raise BadValue(_("'{path}': is no file of a sweep ({error})").format(path=path, error=error)) from None


def variables_in(path: Path) -> dict[str, tuple[tuple[str, ...], np.ndarray, str]]:
    """Returns name -> (dimensions, values, unit) of a whole map, or raises BadValue."""
    if is_store(path):
        store = store_of(path, part_in(path))
        return {name: (*store.whole(name), unit) for name, unit in store.units.items()}
    from scipy.io import netcdf_file
    with netcdf_file(path, mmap=False) as file:
        return {name: (variable.dimensions, np.array(variable.data).astype(variable.data.dtype.newbyteorder("=")),
                       getattr(variable, "units", b"1").decode("utf-8", "replace"))
                for name, variable in file.variables.items()}


def check_map_target(path: Path, what: str, replaces: bool = False, has_force: bool = True):
    """Raises BadValue where no map can be written at `path`, or one is there that may not be replaced.

    what   how a sentence names it;  has_force  whether there is a --force to speak of
    """
    if path.suffix not in ENDINGS:
        raise BadValue(_("{what}: needs a name that ends in {known}").format(what=what, known=", ".join(ENDINGS)))
    if is_store(path) and path.is_dir():
        attributes_in(path)
        if not replaces:
            raise BadValue(_("{what}: is there already; another name keeps both").format(what=what))
        return
    check_target(path, what, replaces, has_force=has_force)


def why_other(path: Path, part: Part) -> str:
    """Returns why a file is not that of a sweep, by the first thing that differs."""
    found, wanted = attributes_in(path), attributes(part)
    names = {"program": _("version of the program"), "engine": _("hash of the engine"),
             "scene_source": _("hash of the scene's file"), "sweep": _("hash of the sweep"), "share": _("share")}
    for name, word in names.items():
        if name not in found:
            return _("'{path}': is no file of a sweep").format(path=path)
        if found[name] != str(wanted[name]):
            return _("'{path}': belongs to another sweep: its {what} is {found}, needs {wanted}").format(
                path=path, what=word, found=found[name], wanted=wanted[name])
    return _("'{path}': is damaged, or of another sweep").format(path=path)


# ---- shares ----------------------------------------------------------------------------------------------------------

def part_in(path: Path) -> Part:
    """Returns what a file says that it holds, or raises BadValue."""
    found = attributes_in(path)
    number, _slash, of = found.get("share", "").partition("/")
    try:
        part = Part(described(found["plan"]), int(number), int(of))
        if not 1 <= part.number <= part.of:
            raise ValueError(part.number)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadValue(_("'{path}': is no file of a sweep").format(path=path)) from None
    return part


def check_parts(files: Mapping[Path, Part]):
    """Raises BadValue where two files hold the same share, or shares of different divisions."""
    seen: dict[tuple[int, int], Path] = {}
    for path, part in files.items():
        if (part.number, part.of) in seen:
            raise BadValue(_("merge: '{path}' and '{other}' hold the same share {share}").format(
                path=path, other=seen[part.number, part.of], share=f"{part.number}/{part.of}"))
        seen[part.number, part.of] = path
    divisions = {part.of for part in files.values()}
    if len(divisions) > 1:
        raise BadValue(_("merge: got shares of {found}, needs those of one division").format(
            found=", ".join(map(str, sorted(divisions)))))


def merge(files: Mapping[Path, Part], out: MapFile) -> int:
    """Copies the blocks of all files into one; returns how many blocks are missing."""
    for path, part in files.items():
        with _opened(path, part, "rb") as file:
            undone = set(file.missing()) if part.blocks else set()
            for number in part.blocks:
                if number not in undone:
                    out.write(file.block(number))
    return sum(1 for _block in out.missing())
