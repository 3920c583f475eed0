"""A run as arrays: what it was, what it did at each instant, and ways into other libraries."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from sandbox import notebook
from sandbox.api import exports
from sandbox.api.measurement import Comparison, compared, measurement_of
from sandbox.cli.sources import source_of_log
from sandbox.errors import BadValue
from sandbox.exports.formats import PICTURES
from sandbox.run.headless import passed
from sandbox.run.logs.logfile import Log
from sandbox.run.logs.logfile import read_log as read
from sandbox.run.logs.netcdf import export_netcdf
from sandbox.run.logs.tables import export_csv, export_npz
from sandbox.run.record import record_of
from sandbox.run.rows import placed
from sandbox.run.simulation import Simulation
from sandbox.systems.protocol import Event
from sandbox.text import _, unit_text


@dataclass(frozen=True)
class Animation:
    """A page that plays a run;  height  of its frame in a notebook [px]."""

    page: str
    height: int

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{escape(self.page)}" width="100%" height="{self.height:d}" '
                f'style="border:0" allowfullscreen></iframe>')


class Run:
    """A run: n instants of one or more bodies, in SI units and the laboratory frame.

    t (n,)                      instants [s]
    centre, velocity (n, 3)     of the first body's centre of mass [m, m/s]
    omega (n, 3)                its absolute angular velocity [rad/s]
    quaternion (n, 4)           its attitude: body -> laboratory, scalar first
    contact, normal (n, 3)      contact point [m], and the support's unit normal there, towards the body
    N (n,), F (n, 3)            normal force and friction on it [N];  mode (n,)  "rolling", "sliding", "flight", ...
    E_J, ledger (n,)            Jacobi integral, and work of support, friction and impacts so far [J]
    invariants, live            name -> (n,): conserved quantities; parameters that were steered
    bodies, supports            name -> (n, items[, components]): the same of all bodies, and the poses of the supports
    events                      what happened, in order;  ended  the event that ended the motion, or None
    drift                       largest |E_J - E_J(0) - ledger| so far over `scale` [1], the scale in joule
    lost_in_impacts             energy lost in impacts, less what they gained [J]; None of a log that was read
    """

    def __init__(self, log: Log, ended: Event | None = None, drift: float | None = None,
                 lost_in_impacts: float | None = None, make: Callable | None = None):
        self.log, self.ended, self.lost_in_impacts = log, ended, lost_in_impacts
        self._make = make      # make() -> the run once more at its start, or None
        self._drift = drift

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self):
        return (f"<Run of '{self.scene}', {len(self)} instants to t = {np.max(self.t, initial=0.0):g} s, "
                f"drift {self.drift:.1e}>")

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: the way from above, parameters, how well the books close."""
        units = self.log.header.get("units", {})
        facts = [(_("instants"), f"{len(self)}"), (_("until"), f"{np.max(self.t, initial=0.0):g} s"),
                 (_("drift"), f"{self.drift:.1e}"),
                 (_("events"), f"{len(self.events)}"), (_("ended"), self.ended.sentence if self.ended else "-")]
        values = [(name, _said(value), unit_text(units.get(name, ""))) for name, value in self.parameters.items()]
        title = f"{self.scene}: {self.preset}" if self.preset else self.scene
        return notebook.page(title, [notebook.seen_from_above(self.bodies["centre"]), notebook.table(values),
                                     notebook.table(facts)])

    # ---- what it was ------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> str:
        """Id of the scene, or its title where it has no file."""
        return self.log.header.get("scene", "")

    @property
    def preset(self) -> str:
        """Name of the preset, or ""."""
        return self.log.header.get("preset", "")

    @property
    def parameters(self) -> dict:
        """All parameter values at the start."""
        return dict(self.log.header.get("parameters", {}))

    @property
    def step_rate(self) -> int:
        """Steps, or frames, per second that it was followed in."""
        return int(self.log.header.get("step_rate", 0))

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened: t [s], body, kind, sentence."""
        return self.log.events

    @property
    def trouble(self) -> str:
        """Why a log was not read to its end, or ""."""
        return self.log.trouble

    # ---- what it did ------------------------------------------------------------------------------------------------

    @property
    def t(self) -> np.ndarray:
        """Instants (n,) [s]."""
        return self.log.rows["t"]

    @property
    def E_J(self) -> np.ndarray:
        """Jacobi integral (n,) [J]."""
        return self.log.rows["E_J"]

    @property
    def ledger(self) -> np.ndarray:
        """Work of moving support, friction and impacts so far (n,) [J]."""
        return self.log.rows["ledger"]

    @property
    def drift(self) -> float:
        """Largest |E_J - E_J(0) - ledger| over `scale` [1], of a log that of its rows."""
        return self._drift if self._drift is not None else float(np.max(self.log.rows["drift"], initial=0.0))

    @property
    def scale(self) -> float:
        """max(|E_J(0)|, largest kinetic energy) [J]."""
        return _largest(self.log.rows["scale"])

    @property
    def max_F_over_N(self) -> float:
        """Largest |F|/N: the friction coefficient that the motion needs [1]; nan where it is not watched."""
        return _largest(self.log.rows["max_F_over_N"])

    @property
    def invariants(self) -> dict[str, np.ndarray]:
        """Conserved quantities by name (n,)."""
        return self.log.invariants

    @property
    def live(self) -> dict[str, np.ndarray]:
        """Parameters that can be steered, by name (n,), while they ramp too."""
        return self.log.live

    @property
    def bodies(self) -> dict[str, np.ndarray]:
        """centre, velocity, angular_velocity, ... of all bodies (n, bodies[, components])."""
        return self.log.bodies

    @property
    def supports(self) -> dict[str, np.ndarray]:
        """position, quaternion, angular_velocity of the supports (n, supports, components)."""
        return self.log.supports

    def _first(self, name: str) -> np.ndarray:
        return self.log.bodies[name][:, 0]

    @cached_property
    def centre(self) -> np.ndarray:
        """Centre of mass of the first body (n, 3) [m]."""
        return self._first("centre")

    @cached_property
    def velocity(self) -> np.ndarray:
        """Its velocity (n, 3) [m/s]."""
        return self._first("velocity")

    @cached_property
    def omega(self) -> np.ndarray:
        """Its absolute angular velocity (n, 3) [rad/s]."""
        return self._first("angular_velocity")

    @cached_property
    def quaternion(self) -> np.ndarray:
        """Its attitude (n, 4): body -> laboratory, scalar first."""
        return self._first("quaternion")

    @cached_property
    def contact(self) -> np.ndarray:
        """Its contact point, aloft the point of the support, or of itself, below it (n, 3) [m]."""
        return self._first("contact")

    @cached_property
    def normal(self) -> np.ndarray:
        """Unit normal of the support there, towards the body (n, 3)."""
        return self._first("normal")

    @cached_property
    def N(self) -> np.ndarray:
        """Normal force on it (n,) [N]."""
        return self._first("N")

    @cached_property
    def F(self) -> np.ndarray:
        """Friction on it (n, 3) [N]."""
        return self._first("F")

    @cached_property
    def mode(self) -> np.ndarray:
        """What it does (n,): "rolling", "sliding", "flight", ..."""
        return self._first("mode")

    # ---- beside a measurement ---------------------------------------------------------------------------------------

    def compare(self, measurement) -> Comparison:
        """Returns a measurement beside this run: residuals, their rms and their units; the run is made again for it.

        measurement   a .csv file, names with arrays, or a pandas.DataFrame: t [s] and quantities by the names that
                      files of runs have (docs/files.md), in SI units or with their unit: "centre_x [mm]"; x, y, z, vx,
                      vy, vz for short; nan or an empty cell where nothing was measured
        raises        BadValue: what, where, found, allowed
        """
        return compared(measurement_of(measurement), self._log_at)

    def _log_at(self, t: list[float]) -> Log:
        """Returns rows at instants [s], in their order."""
        if self._make is None:
            raise BadValue(_("compare: this run cannot be made again at other instants"))
        simulation = self._make()
        # a run is compared as far as it goes
        times = sorted({*t, 0.0})
        rows, _ended = passed(simulation, max(times[-1], simulation.h), times)
        places = np.searchsorted(times, t)
        places[places >= len(rows)] = -1
        return record_of(simulation, placed(rows, places))

    # ---- ways out ---------------------------------------------------------------------------------------------------

    def to_pandas(self):
        """Returns a pandas.DataFrame: one row for each instant, columns named with their units as in a CSV file."""
        return exports.to_pandas(self.log)

    def to_xarray(self):
        """Returns an xarray.Dataset with the axes t, body, support and xyz, units as attributes."""
        return exports.to_xarray(self.log)

    def plot(self, *names: str, axes=None):
        """Draws the path from above, or the named quantities against time; returns matplotlib's axes.

        names    of an array of this run: "N", "E_J", "centre", ..., or of a conserved quantity
        """
        return exports.plot(self, names, axes)

    def animation(self, rate: float = 60.0, height: int = 480) -> Animation:
        """Returns the page that plays the run, for a notebook to show in a frame; needs the libraries of the window."""
        with TemporaryDirectory() as folder:
            path = Path(folder)/"run.html"
            self.save(path, rate)
            return Animation(path.read_text(encoding="utf-8"), height)

    def save(self, path: str | Path, rate: float = 60.0):
        """Writes all columns as a table (.csv) or as arrays (.npz, .nc); a RuntimeWarning says what a log lacks.

        As a model that moves (.glb) or a page that plays it in any browser (.html) it is run again, `rate` instants a
        second, which needs the libraries of the window. A file that is there is replaced.
        """
        path = Path(path)
        writers = {".csv": export_csv, ".npz": export_npz, ".nc": export_netcdf}
        if path.suffix in PICTURES:
            exports.picture(self, self._make, path, rate)
            return
        if path.suffix not in writers:
            raise BadValue(_("'{path}': needs a name that ends in {known}").format(
                path=path, known=_(" or ").join((*writers, *PICTURES))))
        missing = writers[path.suffix](self.log, path)
        if missing:
            warnings.warn(f"'{path}': {missing}", RuntimeWarning, stacklevel=2)


def _said(value) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _largest(so_far: np.ndarray) -> float:
    """Returns the largest of values so far, whatever the order of the rows, without those after the end."""
    return float(np.fmax.reduce(so_far)) if len(so_far) else 0.0


def read_log(path: str | Path) -> Run:
    """Returns the run that a log (.sqlite) holds, a damaged one up to its last good row, see `trouble`.

    raises   BadValue where nothing can be read
    """
    log = read(path)
    if not log.good_rows:
        raise BadValue(log.trouble or _("log '{path}': holds no row").format(path=path))
    return Run(log, make=partial(_made_of_log, Path(path)))


def _made_of_log(path: Path) -> Simulation:
    """Returns the run of a log once more at its start."""
    return source_of_log(path, lambda _t, _end: None).make()
