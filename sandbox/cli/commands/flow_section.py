"""The command `section` for what is no sleigh: Suslov's body, a billiard, a rolling disk, a ball on a round surface."""

from collections.abc import Mapping
from itertools import product
from math import isfinite

import numpy as np

from sandbox.cli.choices import number
from sandbox.cli.commands.section import (
    CROSSINGS,
    MOST_SEEDS,
    check_count,
    check_words,
    condition_of,
    follow,
    positive,
    range_of,
)
from sandbox.errors import BadValue
from sandbox.scene.scene import Scene
from sandbox.text import _
from sandbox.theory.analysis import finite
from sandbox.theory.flows.flow import Crossing
from sandbox.theory.flows.table import sectioned
from sandbox.theory.returns import Returns, Until


def run(args, facts: dict, scene: Scene, values: Mapping) -> int:
    """Follows the orbits, writes their returns to a file and returns the exit code."""
    system = sectioned(scene, values)
    check_words(args)
    if args.limit:
        raise BadValue(_("--limit: only a sleigh has a distance at which it has escaped"))
    name, level = condition_of(args, system.section)
    crossing = Crossing(name, level, CROSSINGS[args.crossing])
    seeds = _seeds(args, scene, values)
    energy = finite(float(system.energy(system.start)))
    requested = len(seeds)
    if args.energy:
        energy = number(args.energy, "energy")
        if not isfinite(energy):
            raise BadValue(_("--energy {energy:g}: no seed has so low an energy").format(energy=energy))
        seeds = system.with_energy(seeds, energy, -1 if args.spin == "against" else 1)
        if not len(seeds):
            raise BadValue(_("--energy {energy:g}: no seed has so low an energy").format(energy=energy))
    check_count(args, len(seeds))
    until = Until(args.points, positive(args.t_end, "t-end", system.longest(args.points)))

    def find(report, is_cancelled) -> Returns:
        return system.find_returns(seeds, crossing, until, args.workers, report, is_cancelled)

    facts = {**facts, "system": system.kind, "energy": energy, "energy_unit": system.energy_unit,
             "conserved": system.conserved, "units": dict(zip(system.state, system.units, strict=True)),
             "section": {"variable": crossing.variable, "level": crossing.level, "crossing": args.crossing},
             "orbits": len(seeds), "seeds_without_energy": requested - len(seeds)}
    return follow(args, facts, find, {"seeds": seeds, "energy": np.nan if energy is None else energy})


def _seeds(args, scene: Scene, values: Mapping) -> np.ndarray:
    """Returns starts (n, size): those of all combinations of the start values of the scene that --seeds names."""
    given = {}
    for item in args.seeds or ():
        name, equals, text = item.partition("=")
        starts = [one.name for one in scene.parameters if one.role == "start"]
        if not equals or name not in starts:
            raise BadValue(_("--seeds {found!r}: needs NAME=LOW:HIGH:COUNT or NAME=NUMBER of {known}").format(
                found=item, known=", ".join(starts)))
        given[name] = range_of(text, item)
    count = int(np.prod([len(numbers) for numbers in given.values()])) if given else 1
    if count > MOST_SEEDS:
        raise BadValue(_("--seeds: got {found} starts, needs at most {most}").format(found=count, most=MOST_SEEDS))
    return np.array([sectioned(scene, scene.values({**values, **dict(zip(given, numbers, strict=True))})).start
                     for numbers in product(*given.values())])
