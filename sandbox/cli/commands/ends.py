"""The command `ends`: where many orbits of a sleigh on a turntable end, and when, as a map in a file."""

import json
import time
from collections.abc import Mapping
from math import prod
from pathlib import Path

import numpy as np

from sandbox.cli.choices import number
from sandbox.cli.commands.section import interrupt
from sandbox.cli.commands.sweep import varied
from sandbox.cli.terminal import stop
from sandbox.cli.terminal.progress import Progress
from sandbox.errors import BadValue
from sandbox.sweeps.map_file import check_map_target, write_map
from sandbox.sweeps.netcdf3 import Variable
from sandbox.targets import shown
from sandbox.text import _
from sandbox.theory import section as sections
from sandbox.theory.ends import Ends, find_ends

MOST = 20_000_000        # starts: with their ends they fit into two gigabytes
NOT_THERE = -1           # a start that has more than the energy
FLAGS = {NOT_THERE: "no_start", sections.ON: "cancelled", sections.ESCAPED: "escaped",
         sections.OUT_OF_TIME: "out_of_time", sections.LOST: "lost"}


def run(args, facts: dict, sleigh) -> int:
    """Follows the orbits, writes the map and returns the exit code."""
    if sleigh.offset == 0.0 or sleigh.rate == 0.0:
        raise sleigh.refuse(_("a section needs an offset and a rate other than 0"))
    out: Path = args.out
    check_map_target(out, f"--out {shown(out)}", args.force)
    axes, seeds = starts(args, sleigh.ratio)
    t_end, limit = number(args.t_end, "t-end"), number(args.limit, "limit")
    is_start = np.isfinite(seeds).all(axis=1)
    wall, cpu = time.perf_counter(), time.process_time()
    with Progress() as progress, interrupt() as is_cancelled:
        found = find_ends(sleigh.ratio, seeds[is_start], t_end, limit, workers=args.workers, is_cancelled=is_cancelled,
                          progress=progress.share)
    shape = tuple(map(len, axes.values()))
    facts = {**facts, "A2": sleigh.ratio, "energy": args.energy and number(args.energy, "energy"), "t_end": t_end,
             "limit": limit, "length": sleigh.offset, "time": 1.0/abs(sleigh.rate), "mirrored": sleigh.rate < 0.0,
             "orbits": len(seeds), "outcomes": counts_of(found, len(seeds)), "out": str(out),
             "cpu_s": time.process_time() - cpu, "wall_s": time.perf_counter() - wall}
    values = on_map(found, is_start, shape)
    try:
        write(out, axes, values, facts)
    except OSError as error:
        raise BadValue(_("'{path}' could not be written: {reason}").format(
            path=out, reason=error.strerror or error)) from error
    print(json.dumps(facts, allow_nan=False) if args.json else summary(facts))
    return 128 + stop.heard() if (found.outcome == sections.ON).any() else 0


def starts(args, ratio: float) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Returns the values of what is varied, by name, and all starts (n, 4); nan where none has the energy."""
    axes: dict[str, np.ndarray] = {}
    for name, given in varied(args.vary or [], False).items():
        if name not in sections.STATE or (name == "w" and args.energy):
            raise BadValue(_("--vary '{name}': needs one of {known}; with --energy w follows from it").format(
                name=name, known=", ".join(sections.STATE)))
        axes[name] = np.linspace(*given) if isinstance(given, tuple) else np.array(
            [number(x, f"vary {name}") for x in given])
    count = prod(map(len, axes.values()))
    if not axes or not 1 <= count <= MOST:
        raise BadValue(_("--vary: got {found} starts, needs 1 to {most}").format(found=count if axes else 0, most=MOST))
    seeds = np.zeros((count, len(sections.STATE)))
    for name, values in zip(axes, np.meshgrid(*axes.values(), indexing="ij"), strict=True):
        seeds[:, sections.STATE.index(name)] = values.ravel()
    if args.energy:
        v1, _w, x1, x2 = seeds.T
        energy = number(args.energy, "energy")
        with np.errstate(invalid="ignore"):
            seeds[:, sections.W] = (1.0 if args.spin == "with" else -1.0)*np.sqrt(
                (2.0*energy - v1*v1 + (x1 + 1.0)**2 + x2*x2)/ratio)
    return axes, seeds


def counts_of(found: Ends, starts: int) -> dict[str, int]:
    """Returns how many orbits ended in which way, by the words of FLAGS."""
    counts = {word: int((found.outcome == outcome).sum()) for outcome, word in FLAGS.items()}
    counts[FLAGS[NOT_THERE]] = starts - len(found.outcome)
    return {word: count for word, count in counts.items() if count}


def on_map(found: Ends, is_start: np.ndarray, shape: tuple[int, ...]) -> dict[str, np.ndarray]:
    """Returns outcome, t and the states at the end on the map, by name; nan where there is none."""
    outcome = np.full(len(is_start), NOT_THERE, np.int8)
    outcome[is_start] = found.outcome
    numbers = np.full((len(is_start), 1 + len(sections.STATE)), np.nan)
    numbers[is_start] = np.column_stack((found.t, found.states))
    names = ("t", *(f"{name}_end" for name in sections.STATE))
    return {"outcome": outcome.reshape(shape)} | {
        name: column.reshape(shape) for name, column in zip(names, numbers.T, strict=True)}


def write(out: Path, axes: Mapping[str, np.ndarray], values: Mapping[str, np.ndarray], facts: dict):
    """Writes the map, a netCDF-3 file or a Zarr store; OSError reaches the caller."""
    said = {"long_name": "end of the orbit", "units": "1", "flag_values": np.array(list(FLAGS), "i1"),
            "flag_meanings": " ".join(FLAGS.values())}
    variables = [Variable(name, "f8", (name,), {"long_name": "at the start", "units": "1"}) for name in axes]
    variables += [Variable(name, "i1" if name == "outcome" else "f8", tuple(axes), said if name == "outcome" else
                           {"long_name": "at the end", "units": "1"}) for name in values]
    told = {"Conventions": "CF-1.8", "title": f"ends of orbits of {facts['scene']}",
            "comment": "without dimension: time in 1/|Omega|, lengths in the offset",
            **{name: facts[name] for name in ("scene", "A2", "t_end", "limit", "length", "time")},
            "energy": "any" if facts["energy"] is None else facts["energy"]}
    write_map(out, {name: len(axis) for name, axis in axes.items()}, told, variables, {**axes, **values},
              {name: NOT_THERE if name == "outcome" else np.nan for name in values})


def summary(facts: dict) -> str:
    """Returns the facts of a map as lines for a person."""
    words = {"no_start": _("starts that have more than this energy"), "escaped": _("escaped"),
             "out_of_time": _("out of time"), "lost": _("lost: its steps became too short"),
             "cancelled": _("cancelled")}
    lines = [_("{scene}: A² = {A2:.6g}; orbits {orbits}, {cpu_s:.1f} s of processor time; written to '{out}'").format(
        **facts)]
    return "\n".join(lines + [f"  {words[word]}: {count}" for word, count in facts["outcomes"].items()])
