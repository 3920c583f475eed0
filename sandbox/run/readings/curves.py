"""Curves of quantities as a table for other programs: SI units in its head, decimal points, digits of the same bits."""

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from sandbox.files import replaced
from sandbox.run.readings.quantities import Quantity


def write_curves(path: Path, quantities: Sequence[Quantity], values: Sequence[np.ndarray]):
    """Writes a column (n,) for each quantity, "speed [m/s]"; the file is replaced whole. Gaps are empty."""
    with replaced(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([f"{quantity.key} [{quantity.unit}]" for quantity in quantities])
        columns = [[repr(x) if x == x else "" for x in column.tolist()] for column in values]
        writer.writerows(zip(*columns, strict=True))
