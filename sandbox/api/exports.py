"""From a run to pandas, xarray and matplotlib; each is loaded when it is asked for."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np

from sandbox.errors import BadValue
from sandbox.exports.formats import written
from sandbox.exports.span import Span
from sandbox.run.logs.logfile import Log
from sandbox.run.logs.names import COMPONENTS, named, units_of
from sandbox.run.logs.tables import flat_columns
from sandbox.text import _


def library(name: str):
    """Returns a library that is loaded where it is needed; ImportError says how to get it."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ImportError(_('this needs {library}: pip install "jacobi-sandbox[plot]"').format(
            library=name.partition(".")[0])) from error


def attributes(log: Log) -> dict:
    """Returns what a run was, as plain values that go into a file."""
    return {name: log.header[name] for name in ("scene", "preset", "step_rate", "engine", "source")
            if log.header.get(name)}


def picture(run, make: Callable | None, path: Path, rate: float):
    """Writes a run as a model that moves (.glb) or as a page that plays it (.html): from its first row to its last."""
    from sandbox.cli.window.window import missing_libraries
    sentence = missing_libraries()
    if sentence:
        raise ImportError(sentence)
    if make is None or len(run) < 2:
        raise BadValue(_("'{path}': needs a run of two instants at least").format(path=path))
    written(make, Span(float(run.t[0]), float(run.t[-1]), rate), path, replaces=True)


def to_pandas(log: Log):
    """Returns a pandas.DataFrame of a log, indexed by t."""
    pd = library("pandas")
    columns = flat_columns(log)
    frame = pd.DataFrame(columns).set_index("t [s]")
    frame.attrs.update(attributes(log))
    return frame


def to_xarray(log: Log):
    """Returns an xarray.Dataset of a log: t, body, support and the components as axes."""
    xr = library("xarray")
    units = units_of(log)
    variables = {one.name: (one.axes, one.values, unit_of(units, one.quantity)) for one in named(log)
                 if one.name != "t"}
    coordinates = {"t": ("t", log.rows["t"], {"units": "s"})} | {
        letters: list(letters) for letters in COMPONENTS.values()}
    return xr.Dataset(variables, coordinates, attributes(log))


def unit_of(units: dict, name: str) -> dict:
    """Returns the attributes of a quantity."""
    return {"units": units[name]} if units.get(name) else {}


def plot(run, names: tuple[str, ...], axes=None):
    """Draws a run's path from above, or quantities against time; returns matplotlib's axes."""
    plt = library("matplotlib.pyplot")
    if axes is None:
        axes = plt.subplots(layout="constrained")[1]
    if not names:
        axes.plot(run.centre[:, 0], run.centre[:, 1])
        axes.set(xlabel="x [m]", ylabel="y [m]", aspect="equal", title=run.scene)
        return axes
    units = units_of(run.log)
    for name in names:
        values = quantity(run, name)
        labels = [name] if values.ndim == 1 else [f"{name}_{axis}" for axis in COMPONENTS[values.shape[1]]]
        axes.plot(run.t, values, label=labels)
    unit = {units.get({"omega": "angular_velocity"}.get(name, name), "") for name in names}
    axes.set(xlabel="t [s]", ylabel=f"[{unit.pop()}]" if len(unit) == 1 and unit != {""} else "", title=run.scene)
    axes.legend()
    return axes


def quantity(run, name: str) -> np.ndarray:
    """Returns a quantity of a run by name, or raises BadValue."""
    for found in (run.invariants, run.live, run.log.rows):
        if name in found:
            return found[name]
    known = ("centre", "velocity", "omega", "quaternion", "contact", "normal", "N", "F")
    if name in known:
        return getattr(run, name)
    raise BadValue(_("no quantity {found!r}; there are: {known}").format(
        found=name, known=", ".join([*known, *run.log.rows, *run.invariants, *run.live])))
