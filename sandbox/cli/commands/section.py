"""The command `section`: a Poincare section of a sleigh on a turntable, to a file."""

import json
import time
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from itertools import product

import numpy as np

from sandbox.cli.choices import number
from sandbox.cli.terminal import stop
from sandbox.cli.terminal.progress import Progress
from sandbox.files import place, place_beside, temporary
from sandbox.scene.parameter import BadValue
from sandbox.targets import check_target, shown
from sandbox.text import _, unit_text
from sandbox.theory import poincare
from sandbox.theory.analysis import finite
from sandbox.theory.returns import Returns

MOST = 20_000_000        # returns of all orbits: they fit into a gigabyte
MOST_SEEDS = 100_000
CROSSINGS = {"up": 1, "down": -1, "both": 0}
SPINS = {"with": 1, "against": -1, "any": 0}


def run(args, facts: dict, sleigh) -> int:
    """Follows the orbits, writes their returns to a file and returns the exit code."""
    if sleigh.offset == 0.0 or sleigh.rate == 0.0:
        raise sleigh.refuse(_("a section needs an offset and a rate other than 0"))
    check_words(args)
    start = sleigh.without_dimension()
    energy = number(args.energy, "energy") if args.energy else float(poincare.energy(sleigh.ratio, start))
    if not np.all(np.isfinite([*start, energy])):
        raise sleigh.refuse(_("a section needs an offset and a rate other than 0"))
    side = _side(args, start)
    seeds, requested = _seeds(args, sleigh.ratio, energy, start, side)
    check_count(args, len(seeds))
    name, level = condition_of(args, "v1")
    condition = poincare.Section(name, level, CROSSINGS[args.crossing], side)
    t_end, limit = positive(args.t_end, "t-end", 1000.0 + 100.0*args.points), positive(args.limit, "limit", 400.0)

    def find(report, is_cancelled) -> Returns:
        return poincare.find_returns(sleigh.ratio, seeds, condition, poincare.Until(args.points, t_end, limit),
                                     args.workers, report, is_cancelled)

    facts = {**facts, "A2": sleigh.ratio, "energy": energy, "length": sleigh.offset, "time": 1.0/abs(sleigh.rate),
             "mirrored": sleigh.rate < 0.0, "section": {"variable": condition.variable, "level": condition.level,
                                                        "crossing": args.crossing, "spin": side},
             "orbits": len(seeds), "seeds_without_energy": requested - len(seeds)}
    return follow(args, facts, find, {"seeds": seeds, "A2": sleigh.ratio, "energy": energy})


def check_words(args):
    """Raises BadValue where a section cannot be written, or not so."""
    if args.out.suffix not in (".csv", ".npz"):
        raise BadValue(_("--out {found}: needs a name that ends in {known}").format(
            found=args.out, known=_(" or ").join((".csv", ".npz"))))
    check_target(args.out, f"--out {shown(args.out)}", args.force)
    if args.workers is not None and args.workers < 1:
        raise BadValue(_("--workers: got {found}, needs at least 1").format(found=args.workers))
    if args.points < 1:
        raise BadValue(_("--points: got {found}, needs at least 1").format(found=args.points))


def check_count(args, seeds: int):
    """Raises BadValue where so many seeds have more returns than are held."""
    if seeds*args.points > MOST:
        raise BadValue(_("--points: {seeds} orbits of {points} returns are more than {most}").format(
            seeds=seeds, points=args.points, most=MOST))


def condition_of(args, usual: str) -> tuple[str, float]:
    """Returns variable and level of --section, of the usual variable where nothing is said."""
    name, _sign, level = (args.section or usual).partition("=")
    return name.strip(), number(level or 0.0, "section")


def positive(text: str | None, word: str, usual: float) -> float:
    """Returns the number above 0 of a word, or the usual one."""
    value = number(text, word) if text else usual
    if not value > 0.0:
        raise BadValue(_("--{name}: got {found:g}, needs a number above 0").format(name=word, found=value))
    return value


def follow(args, facts: dict, find: Callable[..., Returns], more: dict) -> int:
    """Finds returns, writes them, tells the facts and returns the exit code.

    find   find(report, is_cancelled) -> Returns;  more  arrays and numbers of a .npz besides
    """
    wall, cpu = time.perf_counter(), time.process_time()
    with Progress() as progress, interrupt() as is_cancelled:
        found = find(progress.share, is_cancelled)
    facts = {**facts, "points": len(found.points), "outcomes": dict(Counter(found.outcome)),
             "energy_error": finite(found.energy_error.max(initial=0.0)), "out": str(args.out),
             "cpu_s": time.process_time() - cpu, "wall_s": time.perf_counter() - wall}
    try:
        with temporary(args.out) as passing:
            if args.out.suffix == ".csv":
                found.write_csv(passing)
            else:
                found.write_npz(passing, **more)
            if args.force:
                place(passing, args.out, replaces=True)
            else:
                # what came there meanwhile stays
                facts["out"] = str(place_beside(passing, args.out))
    except OSError as error:
        raise BadValue(_("'{path}' could not be written: {reason}").format(
            path=args.out, reason=error.strerror)) from error
    print(json.dumps(facts, allow_nan=False) if args.json else summary(facts))
    return 128 + stop.heard() if "cancelled" in found.outcome else 0


def _side(args, start) -> int:
    """Returns the sign of the relative spin w of the returns, 0 for any."""
    if args.spin:
        return SPINS[args.spin]
    return -1 if args.seeds else int(start[1] > 0.0) - int(start[1] < 0.0)


def _seeds(args, ratio: float, energy: float, start, side: int):
    """Returns starts (n, 4) on the surface of the energy, and the number of starts asked for."""
    if not args.seeds and not args.energy:
        return start[None, :], 1
    given = {"v1": [0.0], "x1": [0.0], "x2": [0.0]} if args.seeds else dict(
        zip(("v1", "x1", "x2"), ([x] for x in start[[0, 2, 3]]), strict=True))
    for item in args.seeds or ():
        name, equals, text = item.partition("=")
        if not equals or name not in given:
            raise BadValue(_("--seeds {found!r}: needs NAME=LOW:HIGH:COUNT or NAME=NUMBER of v1, x1, x2").format(
                found=item))
        given[name] = range_of(text, item)
    count = len(given["v1"])*len(given["x1"])*len(given["x2"])
    if count > MOST_SEEDS:
        raise BadValue(_("--seeds: got {found} starts, needs at most {most}").format(found=count, most=MOST_SEEDS))
    v1, x1, x2 = np.array(list(product(*given.values()))).T
    sides = (side,) if side else (-1, 1)
    seeds = np.concatenate([poincare.seeds_at(ratio, energy, x1, x2, v1, branch) for branch in sides])
    if not len(seeds):
        raise BadValue(_("--energy {energy:g}: no seed has so low an energy").format(energy=energy))
    return seeds, count*len(sides)


def range_of(text: str, item: str):
    """Returns the evenly spaced numbers of LOW:HIGH:COUNT, or one number, as a list."""
    parts = text.split(":")
    if len(parts) == 1:
        return [number(text, "seeds")]
    if len(parts) != 3 or not parts[2].isdecimal() or not 1 <= int(parts[2]) <= MOST_SEEDS:
        raise BadValue(_("--seeds {found!r}: needs NAME=LOW:HIGH:COUNT or NAME=NUMBER of v1, x1, x2").format(
            found=item))
    low, high, count = number(parts[0], "seeds"), number(parts[1], "seeds"), int(parts[2])
    return [low + (high - low)*i/max(1, count - 1) for i in range(count)]


def summary(facts: dict) -> str:
    """Returns the facts of a section as lines for a person."""
    words = {"complete": _("complete"), "escaped": _("escaped"), "out of time": _("out of time"),
             "lost": _("lost: its steps became too short"), "cancelled": _("cancelled"),
             "held": _("held by the wall")}
    first = (_("{scene}: A² = {A2:.6g}, E = {energy:.6g}; orbits {orbits}, points {points}, {wall_s:.1f} s")
             if "A2" in facts else
             _("{scene}: {variable} = {level:g}; orbits {orbits}, points {points}, {wall_s:.1f} s"))
    lines = [first.format(**facts, **facts["section"])]
    lines += [f"  {words[word]}: {count}" for word, count in sorted(facts["outcomes"].items())]
    if facts["seeds_without_energy"]:
        lines.append(_("  {count} starts have more than this energy and were left out").format(
            count=facts["seeds_without_energy"]))
    error = facts["energy_error"]
    if error is None and "A2" not in facts:
        lines.append(_("  written to '{path}'").format(path=facts["out"]))
    elif "conserved" in facts:
        lines.append(_("  {what} kept to {error:.1e} {unit}; written to '{path}'").format(
            what=_("energy") if facts["conserved"] == "energy" else "ℓ", error=error,
            unit=unit_text(facts["energy_unit"]), path=facts["out"]))
    else:
        lines.append(_("  energy kept to {error:.1e}; written to '{path}'").format(
            error=float("nan") if error is None else error, path=facts["out"]))
    return "\n".join(lines)


@contextmanager
def interrupt():
    """Gives a function that returns whether an end was asked for within the block, as by Ctrl-C; workers call it."""
    stop.listen(lambda _number: None)
    try:
        yield stop.heard
    finally:
        stop.listen()
