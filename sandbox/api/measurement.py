"""What somebody measured, beside a run: read from a table, compared with the run at the same instants."""

import csv
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import degrees
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.headless import LONGEST
from sandbox.run.logs.logfile import Log
from sandbox.run.logs.names import columns, units_of
from sandbox.text import _

MOST = 1_000_000          # instants
LARGEST = 256*2**20       # bytes of a file
# how much of the unit that runs have is one of another
UNITS = {"m": {"m": 1.0, "mm": 1e-3, "cm": 1e-2, "km": 1e3}, "s": {"s": 1.0, "ms": 1e-3, "min": 60.0},
         "m/s": {"m/s": 1.0, "mm/s": 1e-3, "cm/s": 1e-2, "km/h": 1.0/3.6}, "N": {"N": 1.0, "mN": 1e-3},
         "rad/s": {"rad/s": 1.0, "deg/s": 1.0/degrees(1.0)}, "J": {"J": 1.0, "mJ": 1e-3}}
SHORT = {"x": "centre_x", "y": "centre_y", "z": "centre_z", "vx": "velocity_x", "vy": "velocity_y", "vz": "velocity_z",
         "omega_x": "angular_velocity_x", "omega_y": "angular_velocity_y", "omega_z": "angular_velocity_z"}


@dataclass(frozen=True)
class Measurement:
    """A table of instants and what was measured at them, in SI units.

    t        (n,) instants [s];  values  name -> (n,), nan where nothing was measured
    """

    t: np.ndarray
    values: dict[str, np.ndarray]


@dataclass(frozen=True)
class Comparison:
    """A measurement beside a run.

    t                   (n,) instants of the measurement [s]
    measured, found     name -> (n,): what was measured; what the run has at these instants, nan after its end
    residuals           name -> (n,) measured less found
    rms, worst          name -> root of the mean square of the residuals; the largest of them
    units               name -> unit;  after_end  how many instants the run does not reach
    """

    t: np.ndarray
    measured: dict[str, np.ndarray]
    found: dict[str, np.ndarray]
    units: dict[str, str]

    @property
    def residuals(self) -> dict[str, np.ndarray]:
        return {name: values - self.found[name] for name, values in self.measured.items()}

    @property
    def rms(self) -> dict[str, float]:
        return {name: _rms(values) for name, values in self.residuals.items()}

    @property
    def worst(self) -> dict[str, float]:
        return {name: float(np.fmax.reduce(np.abs(values), initial=np.nan)) for name, values in self.residuals.items()}

    @property
    def after_end(self) -> int:
        return int(np.all([np.isnan(values) for values in self.found.values()], axis=0).sum())

    def __repr__(self):
        told = ", ".join(f"{name} {size:.3g} {self.units[name]}".rstrip() for name, size in self.rms.items())
        late = f", {self.after_end} after the end of the run" if self.after_end else ""
        return f"<Comparison at {len(self.t)} instants{late}; rms: {told}>"


def _rms(values: np.ndarray) -> float:
    known = values[np.isfinite(values)]
    return float(np.sqrt(np.mean(known*known))) if known.size else float("nan")


def measurement_of(source: Any) -> Measurement:
    """Returns the measurement in a table, or raises BadValue.

    source   a .csv file, a mapping of names to arrays, or a pandas.DataFrame: t, and quantities by the names of runs
             (docs/files.md), with a unit or without: "t [s]", "centre_x [mm]"; x, y, z, vx, vy, vz for short
    """
    if isinstance(source, Measurement):
        return source
    if isinstance(source, str | Path):
        table = _from_file(Path(source))
    elif hasattr(source, "reset_index") and hasattr(source, "columns"):
        frame = source.reset_index() if source.index.name else source
        table = {str(name): frame[name].to_numpy() for name in frame.columns}
    elif isinstance(source, Mapping):
        table = {str(name): values for name, values in source.items()}
    else:
        raise BadValue(_("measurement: got {found}, needs a .csv file, names with their arrays, or a table of pandas"
                         ).format(found=type(source).__name__))
    return _checked(table)


def _from_file(path: Path) -> dict[str, Any]:
    """Returns the columns of a CSV file."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadValue(_("measurement '{path}': has more than {most} MB").format(path=path, most=LARGEST >> 20))
        with open(path, encoding="utf-8-sig", newline="") as file:
            lines = [line for line in csv.reader(file) if any(cell.strip() for cell in line)]
    except OSError as error:
        raise BadValue(_("measurement '{path}': cannot be read ({reason})").format(
            path=path, reason=error.strerror or error)) from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadValue(_("measurement '{path}': is no table of text ({error})").format(
            path=path, error=error)) from None
    if len(lines) < 2:
        raise BadValue(_("measurement '{path}': has {found} lines, needs one of names and one of numbers at least"
                         ).format(path=path, found=len(lines)))
    names, found = [name.strip() for name in lines[0]], {}
    if len(set(names)) < len(names):
        raise BadValue(_("measurement '{path}': a name stands over two columns").format(path=path))
    for number, line in enumerate(lines[1:], start=2):
        if len(line) != len(names):
            raise BadValue(_("measurement '{path}', line {line}: got {found} cells, needs {needed}").format(
                path=path, line=number, found=len(line), needed=len(names)))
    for place, name in enumerate(names):
        # words, as the mode of a run's own table, are compared with nothing
        found[name] = [line[place].strip() for line in lines[1:]]
    return found


def _checked(table: Mapping[str, Any]) -> Measurement:
    times, values = None, {}
    for given, column in table.items():
        name, unit = _name_and_unit(given)
        numbers = _numbers(given, column)
        if numbers is None:
            continue
        if name == "t":
            times = numbers*_factor(given, unit, "s")
        elif name in values:
            raise BadValue(_("measurement, {name!r}: is there twice").format(name=name))
        else:
            values[name] = numbers if not unit else numbers*_factor(given, unit, None)
    if times is None:
        raise BadValue(_("measurement: needs a column t; it has {found}").format(found=", ".join(map(str, table))))
    if not values:
        raise BadValue(_("measurement: needs a quantity besides t"))
    if not 1 <= times.size <= MOST:
        raise BadValue(_("measurement: got {found} instants, needs 1 to {most}").format(found=times.size, most=MOST))
    for name, numbers in values.items():
        if numbers.size != times.size:
            raise BadValue(_("measurement, {name!r}: got {found} numbers, needs one for each of {needed} instants"
                             ).format(name=name, found=numbers.size, needed=times.size))
    wrong = np.flatnonzero(~((times >= 0.0) & (times <= LONGEST)))
    if wrong.size:
        raise BadValue(_("measurement, t, number {place}: got {found}, needs an instant of the run, 0 to {most:g} s"
                         ).format(place=wrong[0] + 1, found=times[wrong[0]], most=LONGEST))
    return Measurement(times, values)


def _numbers(name: str, column: Any) -> np.ndarray | None:
    """Returns a column as floats, None of one that is all words; nan where a cell is empty."""
    cells = [("nan" if cell == "" else cell) for cell in column] if isinstance(column, list) else column
    try:
        found = np.array(cells, float)
    except (TypeError, ValueError):
        if isinstance(cells, list) and not any(_is_number(cell) for cell in cells):
            return None
        place = next((i for i, cell in enumerate(cells) if not _is_number(cell)), 0)
        raise BadValue(_("measurement, {name!r}, number {place}: got {found!r}, needs a number").format(
            name=name, place=place + 1, found=str(cells[place])[:40])) from None
    if found.ndim != 1:
        raise BadValue(_("measurement, {name!r}: got {found} axes, needs a list of numbers").format(
            name=name, found=found.ndim))
    return found


def _is_number(cell: Any) -> bool:
    try:
        float(cell)
    except (TypeError, ValueError):
        return False
    return True


def _name_and_unit(given: str) -> tuple[str, str]:
    """Returns the present name and the unit of a column, of tables of earlier versions, too."""
    name, _bracket, rest = given.partition("[")
    name = name.strip()
    if (old := re.fullmatch(r"(body|support)(\d+) (\w+?)(_[wxyz])?", name)) is not None:
        item, number, quantity, letter = old.groups()
        name = f"{'support_' if item == 'support' else ''}{quantity}_{number}{letter or ''}"
    elif name.startswith("live "):
        name = "live_" + name.removeprefix("live ")
    name = name.removeprefix("invariant ")
    return SHORT.get(name, name), rest.rstrip("] ").strip()


def _factor(given: str, unit: str, own: str | None) -> float:
    """Returns how much of the unit of runs a unit is; `own` is that unit, where it is known."""
    known = [factors for base, factors in UNITS.items() if own in (None, base)]
    if not unit:
        return 1.0
    for factors in known:
        if unit in factors:
            return factors[unit]
    if own is None and unit not in {name for factors in UNITS.values() for name in factors}:
        # a unit of its own, as that of a conserved quantity, is taken as it stands
        return 1.0
    raise BadValue(_("measurement, {name!r}: the unit {unit!r} is none of {known}").format(
        name=given, unit=unit, known=", ".join(name for factors in known for name in factors)))


def compared(measurement: Measurement, log_at: Callable[[list[float]], Log]) -> Comparison:
    """Returns a measurement beside a run, or raises BadValue where it has a quantity that the run has not.

    log_at   log_at(t) has the run's rows at instants, nan after its end
    """
    log = log_at(measurement.t.tolist())
    found = {name: values for name, _one, values in columns(log)}
    units = {name: units_of(log).get(one.quantity, "") for name, one, _values in columns(log)}
    rows, shown = {}, {}
    for name in measurement.values:
        # of several bodies the first one is meant
        own = name if name in found else _of_first_body(name)
        if own not in found or found[own].dtype.kind not in "fi":
            raise BadValue(_("measurement: the run has no quantity {found!r}; it has {known}").format(
                found=name, known=", ".join(key for key in found if found[key].dtype.kind in "fi")))
        rows[name], shown[name] = found[own].astype(float), units[own]
    return Comparison(measurement.t, dict(measurement.values), rows, shown)


def _of_first_body(name: str) -> str:
    stem, _bar, letter = name.rpartition("_")
    return f"{stem}_0_{letter}" if letter in ("w", "x", "y", "z") and stem else f"{name}_0"
