"""What the quantities of a run are called wherever they are written: xarray, netCDF, NPZ, CSV, pandas, views of logs.

    t, step, E_J, ledger, ...       of the run
    live_rate                       parameters that are steered: live_ and the name
    plane_K_x                       conserved quantities: the name; invariant_ before it where that is taken
    centre, velocity, N, ...        of the bodies, along the axis body
    support_position, ...           of the supports, along the axis support

A table of plain columns has them with the number of the body, where there are several, or of the support, and with the
component: centre_x, centre_3_x, support_position_0_x.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sandbox.run.logs.logfile import Log

UNITS = {"t": "s", "E_J": "J", "ledger": "J", "scale": "J", "centre": "m", "velocity": "m/s", "position": "m",
         "angular_velocity": "rad/s", "contact": "m", "N": "N", "F": "N"}
# as netCDF programs know them (UDUNITS)
UDUNITS = {"m/s": "m s-1", "rad/s": "rad s-1", "m/s²": "m s-2", "rad/s²": "rad s-2"}
# letters of the components, by their number
COMPONENTS = {3: "xyz", 4: "wxyz"}
LIVE, INVARIANT, SUPPORT = "live_", "invariant_", "support_"


class Named(NamedTuple):
    """A quantity over the rows of a run.

    name      what it is called;  quantity  what it is, in UNITS and in a log's own units
    axes      ("t", ...) of values: body or support, then the letters of the components
    kind      "", "live", "invariant", "body" or "support"
    """

    name: str
    quantity: str
    axes: tuple[str, ...]
    values: np.ndarray
    kind: str = ""


def named(log: Log) -> list[Named]:
    """Returns all quantities of a log, each once."""
    found = [Named(name, name, ("t",), values) for name, values in log.rows.items()]
    found += [Named(LIVE + name, name, ("t",), values, "live") for name, values in log.live.items()]
    items = []
    for item, prefix, quantities in (("body", "", log.bodies), ("support", SUPPORT, log.supports)):
        for name, values in quantities.items():
            letters = (COMPONENTS[values.shape[2]],) if values.ndim == 3 else ()
            items.append(Named(prefix + name, name, ("t", item, *letters), values, item))
    taken = {one.name for one in (*found, *items)}
    # E_J is watched in most runs, and has its row anyway
    found += [Named(INVARIANT + name if name in taken else name, name, ("t",), values, "invariant")
              for name, values in log.invariants.items() if name != "E_J"]
    return found + items


def columns(log: Log) -> Iterator[tuple[str, Named, np.ndarray]]:
    """Yields the plain columns of a log: name, the quantity that it is of, and values (rows,)."""
    for one in named(log):
        if len(one.axes) == 1:
            yield one.name, one, one.values
            continue
        count = one.values.shape[1]
        for i in range(count):
            name = f"{one.name}_{i}" if count > 1 or one.kind == "support" else one.name
            if len(one.axes) == 2:
                yield name, one, one.values[:, i]
                continue
            for k, letter in enumerate(one.axes[2]):
                yield f"{name}_{letter}", one, one.values[:, i, k]


def units_of(log: Log) -> dict[str, str]:
    """Returns the units of the quantities of a log: those of all runs, and those of its own parameters."""
    return UNITS | log.header.get("units", {})
