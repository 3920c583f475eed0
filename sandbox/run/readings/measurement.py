"""Measurements from tables as Tracker and phyphox write them: separators, decimal signs and units are found out.

A table is text of numbers in columns, separated by commas, semicolons, tabs or blanks, with decimal points or commas,
below any number of lines of other text, the last of which names the columns: "t (s)", "x [m]", "Gyroscope x (rad/s)".
What is empty or no number is a gap.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.readings import units
from sandbox.run.readings.pins import LONGEST, MEASURED, MEASUREMENT, Pin
from sandbox.text import _

LARGEST = 200_000_000       # [bytes] of a file
ROWS = 1_000_000            # that are read at most
COLUMNS = 60                # that a table may have
TRIED = 300                 # lines by which the signs are found out
GAPS = {"", "nan", "na", "n/a", "-", "null", "none", "inf", "-inf", "+inf"}
SIGNS = (("\t", "."), (";", "."), ("\t", ","), (";", ","), (",", "."), (None, "."), (None, ","))


@dataclass(frozen=True)
class Table:
    """Columns of a measurement.

    names, symbols   of the columns, "" where unknown: names, and what stood in brackets behind them
    columns          (columns, rows), nan where there is a gap
    note             what was left out, in a sentence, or ""
    """

    names: tuple[str, ...]
    symbols: tuple[str, ...]
    columns: np.ndarray
    note: str = ""


@dataclass(frozen=True)
class ChosenColumn:
    """What a column is: the key of a quantity, its SI unit, and the unit that the numbers are in."""

    column: int
    key: str
    si: str
    unit: str


def read_table(path) -> Table:
    """Returns the table in a file; BadValue in a sentence where there is none."""
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST:
            raise BadValue(_("'{path}': is larger than {most} MB").format(path=path.name, most=LARGEST//1_000_000))
        data = path.read_bytes()
    except OSError as error:
        raise BadValue(_("'{path}': cannot be read, {reason}").format(
            path=path.name, reason=error.strerror or error)) from error
    return table_of(_decoded(data, path.name), path.name)


def _decoded(data: bytes, name: str) -> str:
    if b"\0" in data[:1000] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadValue(_("'{path}': is no table of text").format(path=name))
    for encoding in ("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig", "cp1251"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def table_of(text: str, name: str = "") -> Table:
    """Returns the table in a text; BadValue in a sentence where there is none."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = _signs(lines[:TRIED])
    if found is None:
        raise BadValue(_("'{path}': no columns of numbers were found; a table needs at least two, separated by commas, "
                         "semicolons, tabs or blanks").format(path=name))
    separator, decimal, width, first = found
    body = lines[first:first + ROWS]
    columns = _numbers(body, separator, decimal, width)
    heads = [line.split(separator) for line in lines[:first]]
    head = next((h for h in reversed(heads) if len(h) == width), [""]*width)
    names, symbols = zip(*map(_named, head), strict=True)
    left = len(lines) - first - len(body)
    note = _("{left} rows beyond the first {rows} were left out").format(left=left, rows=ROWS) if left else ""
    return Table(names, symbols, columns, note)


def _signs(lines: list[str]) -> tuple[str | None, str, int, int] | None:
    """Returns separator, decimal sign, number of columns and first line of numbers by which most lines can be read."""
    best = None
    for place, (separator, decimal) in enumerate(SIGNS):
        widths: Counter = Counter()
        firsts: dict[int, int] = {}
        for i, line in enumerate(lines):
            fields = [field.strip() for field in line.split(separator)]
            numbers = [_number(field, decimal) for field in fields]
            if None not in numbers and 2 <= len(fields) <= COLUMNS and np.isfinite(np.array(numbers, float)).any():
                widths[len(fields)] += 1
                firsts.setdefault(len(fields), i)
        if widths:
            width, rows = widths.most_common(1)[0]
            score = (rows, -place)
            if best is None or score > best[0]:
                best = score, (separator, decimal, width, firsts[width])
    return None if best is None else best[1]


def _number(field: str, decimal: str) -> float | None:
    """A number, nan for a gap, None for what is neither."""
    field = field.strip().strip('"').strip()
    if field.lower() in GAPS:
        return float("nan")
    if decimal == ",":
        if "." in field:
            return None
        field = field.replace(",", ".")
    try:
        return float(field) if "_" not in field else None
    except ValueError:
        return None


def _numbers(body: list[str], separator: str | None, decimal: str, width: int) -> np.ndarray:
    """The columns (width, rows) of lines; what a line has not is a gap, and so is all of one that has too much."""
    try:
        plain = [line.replace(",", ".") for line in body] if decimal == "," else body
        found = np.loadtxt(plain, delimiter=separator, comments=None, ndmin=2)
        if found.shape[1] == width:
            found[~np.isfinite(found)] = np.nan
            return found.T.copy()
    except (ValueError, IndexError):
        # gaps, quotes, lines of text: one by one
        pass
    columns = np.full((width, len(body)), np.nan)
    for i, line in enumerate(body):
        fields = line.split(separator)
        if len(fields) <= width:
            for k, field in enumerate(fields):
                value = _number(field, decimal)
                if value is not None and isfinite(value):
                    columns[k, i] = value
    return columns


def _named(head: str) -> tuple[str, str]:
    """Name and unit of a column from its head: "Time (s)", "x [cm]", "t/s"."""
    head = head.strip().strip('"').strip()
    found = re.fullmatch(r"(.*?)\s*[(\[]\s*([^)\]]*)\s*[)\]]", head) or re.fullmatch(r"([^/]+)/\s*(\S{1,8})", head)
    return (found[1].strip()[:80], found[2].strip()[:20]) if found else (head[:80], "")


# ---- from columns to quantities -------------------------------------------------------------------------------------

# words of heads -> key of a quantity
WORDS = {"t": "t", "time": "t", "время": "t", "zeit": "t", "x": "x", "y": "y", "z": "z", "v": "speed",
         "speed": "speed", "скорость": "speed", "vx": "vx", "vy": "vy", "vz": "vz", "velocityx": "vx",
         "velocityy": "vy", "velocityz": "vz",
         "r": "radius", "gyroscopex": "wx", "gyroscopey": "wy", "gyroscopez": "wz", "angularvelocityx": "wx",
         "angularvelocityy": "wy", "angularvelocityz": "wz", "omega": "spin", "ω": "spin", "absolute": "spin",
         "theta": "tilt", "θ": "tilt", "θr": "azimuth", "φ": "azimuth", "phi": "azimuth", "positionx": "x",
         "positiony": "y", "positionz": "z"}


def guess(table: Table, si_of: Mapping[str, str]) -> list[ChosenColumn]:
    """Returns what the columns are by their heads; `si_of` has the SI unit of each quantity by its key."""
    found: list[ChosenColumn] = []
    for i, (name, symbol) in enumerate(zip(table.names, table.symbols, strict=True)):
        key = WORDS.get(re.sub(r"[\s_.\-]", "", name).lower(), "")
        if not key or key not in si_of or key in {choice.key for choice in found}:
            continue
        found.append(ChosenColumn(i, key, si_of[key], units.unit_of(symbol, si_of[key]) or si_of[key]))
    if "t" not in {choice.key for choice in found}:
        # the first column that grows is the time
        taken = {choice.column for choice in found}
        for i, column in enumerate(table.columns):
            known = column[np.isfinite(column)]
            if i not in taken and len(known) > 1 and (np.diff(known) > 0.0).all():
                found.insert(0, ChosenColumn(i, "t", "s", "s"))
                break
    return found


def measured(table: Table, choices: Sequence[ChosenColumn], name: str, colour: int,
             offset: float = 0.0) -> tuple[Pin, str]:
    """Returns the columns chosen as a pin, and what was left out, in a sentence, or "".

    offset   added to all times [s];  rows without a time are left out, those of more than MEASURED rows are thinned
    """
    keys = [choice.key for choice in choices]
    if "t" not in keys or len(keys) < 2:
        raise BadValue(_("measurement: needs a column of times and one more"))
    if len(set(keys)) < len(keys):
        raise BadValue(_("measurement: two columns are the same quantity"))
    if not isfinite(offset):
        raise BadValue(_("measurement, time offset: needs a finite number"))
    values = {c.key: _in_si(table.columns[c.column], c) for c in choices}
    is_dated = np.isfinite(values["t"])
    if not is_dated.any():
        raise BadValue(_("measurement: no row has a time"))
    step = -(-int(is_dated.sum())//MEASURED)
    values = {key: column[is_dated][::step] for key, column in values.items()}
    order = np.argsort(values["t"], kind="stable")
    values = {key: column[order] for key, column in values.items()}
    values["t"] = values["t"] + offset
    n, path = len(values["t"]), np.zeros((0, 3))
    if "x" in values and "y" in values:
        path = np.stack((values["x"], values["y"], values.get("z", np.full(n, np.nan))), axis=1)
    notes = [table.note, _("every {step}th row was taken").format(step=step) if step > 1 else ""]
    return Pin(name[:LONGEST], colour, MEASUREMENT, values, path), "; ".join(note for note in notes if note)


def _in_si(column: np.ndarray, choice: ChosenColumn) -> np.ndarray:
    found = units.TABLE.get(choice.si, {}).get(choice.unit, units.Unit())
    return column*found.times/found.over
