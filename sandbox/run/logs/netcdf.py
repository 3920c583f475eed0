"""A record as a netCDF-3 file: named axes, units and meanings in every variable, as the CF conventions have them."""

import os

import numpy as np

from sandbox.files import place, temporary
from sandbox.run.logs.logfile import Log
from sandbox.run.logs.names import COMPONENTS, UDUNITS, named, units_of
from sandbox.version import VERSION

MEANINGS = {
    "t": "time", "step": "steps completed", "E_J": "Jacobi integral", "ledger": "work of moving support, friction and "
    "impacts so far", "drift": "|E_J - E_J(0) - ledger| over the scale", "scale": "largest of |E_J(0)| and the kinetic "
    "energy so far", "max_F_over_N": "largest |F|/N so far", "centre": "centre of mass", "velocity": "velocity of the "
    "centre of mass", "angular_velocity": "absolute angular velocity", "quaternion": "attitude, local axes -> "
    "laboratory, scalar first", "contact": "contact point, in flight the point of the support below", "normal": "unit "
    "normal of the support, towards the body", "N": "normal force on the body", "F": "friction force on the body",
    "F_over_N": "|F|/N", "position": "position of the support", "mode": "what the body does"}
ACCURACY = {"i": "i4", "u": "i4", "f": "f8", "b": "i1"}


def export_netcdf(log: Log, out):
    """Writes the arrays of a record: t is the coordinate; live_rate, centre (t, body, xyz), ... (names.py)

    Numbers are big-endian doubles, as netCDF-3 has them: all digits. OSError reaches the caller.
    """
    # scipy's files are a third of a second to import
    from scipy.io import netcdf_file
    with temporary(out) as passing:
        with netcdf_file(passing, "w", version=2) as file:
            describe(file, log)
            fill(file, log)
        with open(passing, "rb+") as written:
            os.fsync(written.fileno())
        place(passing, out, replaces=True)


def describe(file, log: Log):
    """Writes what the run was as attributes of the file."""
    header = log.header
    file.Conventions = "CF-1.8"
    file.title = text(f"{header.get('scene', '')} {header.get('preset', '')}".strip() or "run")
    file.source = f"Jacobi Sandbox {VERSION}"
    for name in ("scene", "preset", "engine"):
        setattr(file, name, text(str(header.get(name) or "none")))
    file.scene_source = text(str(header.get("source") or "none"))
    file.step_rate = np.int32(header.get("step_rate", 0))
    for name, value in header.get("parameters", {}).items():
        value = text(value) if isinstance(value, str) else np.float64(value)
        setattr(file, f"parameter_{name}", value)
    events = "\n".join(f"{event.t!r} s, body {event.body}, {event.kind}: {event.sentence}" for event in log.events)
    file.events = text(events or "none")


def text(words: str) -> bytes:
    """Returns a text as an attribute: bytes in UTF-8, at least one."""
    return words.encode("utf-8", "replace") or b" "


def fill(file, log: Log):
    """Writes axes and variables."""
    units = units_of(log)
    file.createDimension("t", len(log.rows["t"]))
    for axis, values in (("body", log.bodies), ("support", log.supports)):
        file.createDimension(axis, next(iter(values.values())).shape[1])
    for letters in COMPONENTS.values():
        file.createDimension(letters, len(letters))

    def add(name: str, quantity: str, axes: tuple, values: np.ndarray, meaning: str = ""):
        if values.dtype.kind in "OU":
            add_words(name, quantity, axes, values)
            return
        kind = ACCURACY[values.dtype.kind]
        variable = file.createVariable(name, kind, axes)
        variable[:] = values.astype(kind)
        variable.long_name = text(meaning or MEANINGS.get(quantity, quantity))
        unit = units.get(quantity, "")
        variable.units = text(UDUNITS.get(unit, unit) or "1")
        if name == "t":
            variable.standard_name, variable.axis = "time", "T"

    def add_words(name: str, quantity: str, axes: tuple, values: np.ndarray):
        words, numbers = np.unique(values.astype(str), return_inverse=True)
        variable = file.createVariable(name, "i2", axes)
        variable[:] = numbers.reshape(values.shape).astype("i2")
        variable.long_name = text(MEANINGS.get(quantity, quantity))
        variable.flag_values = np.arange(len(words), dtype="i2")
        variable.flag_meanings = text(" ".join(word.replace(" ", "_") or "none" for word in words))

    meanings = {"live": "present value of the parameter {}", "invariant": "conserved quantity {}"}
    for one in named(log):
        add(one.name, one.quantity, one.axes, one.values, meanings.get(one.kind, "").format(one.quantity))
