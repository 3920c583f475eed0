"""Parameters of a scene fitted to a measurement: least squares over short runs, with standard errors."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.api.measurement import Comparison, Measurement, compared, measurement_of
from sandbox.api.scenes import scene_of
from sandbox.api.simulate import simulate
from sandbox.errors import BadValue
from sandbox.run.frames import CLOSE, checked_frames
from sandbox.scene.scene import Scene
from sandbox.text import _

# change of a parameter by which derivatives are taken, in the width of what is allowed
STEP = 1e-6
MOST_RUNS, MOST_STARTS = 2000, 1000
# of the places that are looked at first, from how many a search begins
MOST_SEARCHES = 3
# a direction of the parameters that changes the measurement by less than this share of another one is not seen in it
LEAST = 1e-9


@dataclass(frozen=True)
class Fit:
    """Parameters that fit a measurement best.

    values, errors   name -> value, and its standard error: by how much it would scatter with other noise of the size
    correlation      (k, k) of the errors, in the order of `values`
    noise            root of the residuals' mean square, less the freedom of the fit, over sigma [1]; without a sigma
                     in the unit of the measurement
    runs             how many were made;  at_bound  names whose best value is at an end of what is allowed
    comparison       the measurement beside the run of the best values
    message          why the search ended
    """

    values: dict[str, float]
    errors: dict[str, float]
    correlation: np.ndarray
    noise: float
    runs: int
    at_bound: tuple[str, ...]
    comparison: Comparison
    message: str

    def __repr__(self):
        told = ", ".join(f"{name} = {value:.6g} ± {self.errors[name]:.2g}" for name, value in self.values.items())
        bound = f"; at a bound: {', '.join(self.at_bound)}" if self.at_bound else ""
        return f"<Fit of {told} in {self.runs} runs, noise {self.noise:.3g}{bound}>"


def fit(scene: str | Path | Scene, preset: str | int = "", *, measurement: Any, vary: Iterable[str] | Mapping,
        sigma: float | Mapping[str, float] | None = None, starts: int | None = None,
        step_rate: int | str | None = None,
        **parameters) -> Fit:
    """Fits parameters of a scene to a measurement and returns them with standard errors; same arguments, same bits.

        sum over quantities and instants of ((measured - found)/sigma)^2  ->  min

    scene, preset, parameters   as of simulate(); the parameters hold in all runs
    measurement   a .csv file, names with arrays, or a table of pandas: t and quantities by name, see Run.compare
    vary          names of the parameters that are fitted, or name -> where the search begins, else at their values;
                  they stay within what is allowed
    sigma         standard deviation of the noise, for all quantities or for each by name. Not given: it is the same for
                  all, which have one unit then, and is taken from the residuals
    starts        how many other places of what is allowed are looked at before, spread evenly (Sobol, always the same):
                  searches begin at the two best, too; by default 8 for each parameter, 0: none
    step_rate     as of simulate(); None: "auto", unless max_F_over_N was measured, which is met closely at 240
    raises        BadValue: what, where, found, allowed

    The search is that of scipy (trust region), which finds the nearest best: of a motion that is chaotic, or bounces
    often, begin close to it.
    """
    from scipy.optimize import least_squares
    found, taken = scene_of(scene), measurement_of(measurement)
    chosen = found.preset(str(preset)) if preset else None
    fixed = (dict(chosen.values) if chosen else {}) | parameters
    frames = checked_frames(step_rate, is_long=CLOSE not in taken.values)
    search = _Search(found, taken, fixed, _begun(found, vary, fixed), frames)
    first = search.comparison(search.begin)
    search.weigh(first, sigma)
    # in shares of what is allowed all parameters are alike
    bests = [least_squares(search.residuals, place, bounds=(0.0, 1.0), diff_step=STEP, x_scale="jac", xtol=1e-12,
                           ftol=1e-14, gtol=1e-14, max_nfev=MOST_RUNS//(len(search.names) + 1))
             for place in search.places(_places(starts, len(search.names)))]
    return search.result(min(bests, key=lambda one: one.cost), sigma is not None)


def _begun(scene: Scene, vary: Iterable[str] | Mapping, fixed: Mapping) -> dict[str, float]:
    """Returns the parameters that are fitted, with the values at which the search begins, or raises BadValue."""
    names = [vary] if isinstance(vary, str) else list(vary)
    if not names:
        raise BadValue(_("fit: needs a parameter to fit; scene '{scene}' has {known}").format(
            scene=scene.id or scene.title, known=", ".join(p.name for p in scene.parameters if p.has_range)))
    if len(set(names)) < len(names):
        raise BadValue(_("fit: a parameter is there twice: {found}").format(found=", ".join(map(str, names))))
    values, begun = scene.values(fixed), {}
    for name in names:
        parameter = scene.parameter(name)
        value = parameter.check(vary[name] if isinstance(vary, Mapping) else values[name], scene.id or scene.title)
        if not parameter.has_range or isinstance(value, bool | str) or parameter.low is None or parameter.high is None:
            raise BadValue(_("fit, '{name}': is no number").format(name=name))
        begun[name] = float(value)
    return begun


def _places(starts: int | None, count: int) -> np.ndarray:
    """Returns shares (starts, count) of what is allowed that are looked at first, or raises BadValue."""
    starts = 8*count if starts is None else starts
    if isinstance(starts, bool) or not isinstance(starts, int) or not 0 <= starts <= MOST_STARTS:
        raise BadValue(_("fit, starts: got {found!r}, needs a whole number in [0, {most}]").format(
            found=starts, most=MOST_STARTS))
    from scipy.stats import qmc
    # the first point of the sequence is the corner
    sequence = qmc.Sobol(count, scramble=False).fast_forward(1)
    return np.array([sequence.random(1)[0] for _i in range(starts)]).reshape(starts, count)


class _Search:
    """Runs of a scene at other values of some parameters, beside a measurement."""

    def __init__(self, scene: Scene, measurement: Measurement, fixed: Mapping, begin: dict[str, float],
                 step_rate: int | str):
        self.scene, self.measurement, self.fixed, self.begin = scene, measurement, dict(fixed), begin
        self.names, self.step_rate, self.runs = tuple(begin), step_rate, 0
        self.sigmas: dict[str, float] = {}
        ranges = [scene.parameter(name) for name in self.names]
        self.low = np.array([p.low for p in ranges], float)
        self.width = np.array([p.high for p in ranges], float) - self.low

    def shares(self, values: Mapping[str, float]) -> np.ndarray:
        return np.clip((np.array([values[name] for name in self.names]) - self.low)/self.width, 0.0, 1.0)

    def values(self, shares: np.ndarray) -> dict[str, float]:
        found = np.clip(self.low + self.width*shares, self.low, self.low + self.width)
        return dict(zip(self.names, found.tolist(), strict=True))

    def comparison(self, values: Mapping[str, float]) -> Comparison:
        self.runs += 1
        log_at = partial(_log_at, self.scene, self.fixed | dict(values), self.step_rate)
        return compared(self.measurement, log_at)

    def weigh(self, first: Comparison, sigma: float | Mapping[str, float] | None):
        """Takes the noise of each quantity, or raises BadValue."""
        names = tuple(first.measured)
        known = sum(int(np.isfinite(values).sum()) for values in first.measured.values())
        if known <= len(self.names):
            raise BadValue(_("fit: got {found} measured numbers, needs more than the {needed} parameters").format(
                found=known, needed=len(self.names)))
        if sigma is None and len({first.units[name] for name in names}) > 1:
            raise BadValue(_("fit: the measurement has different units ({found}), needs sigma for each quantity"
                             ).format(found=", ".join(f"{name} [{first.units[name]}]" for name in names)))
        given = sigma if isinstance(sigma, Mapping) else dict.fromkeys(names, 1.0 if sigma is None else sigma)
        for name in names:
            value = given.get(name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not (isfinite(value) and value > 0.0):
                raise BadValue(_("fit, sigma of '{name}': got {found!r}, needs a finite number above 0").format(
                    name=name, found=value))
        self.sigmas = {name: float(given[name]) for name in names}

    def residuals(self, shares: np.ndarray) -> np.ndarray:
        """What is left, over sigma, of all that was measured; a run that ended stays where it was."""
        comparison = self.comparison(self.values(shares))
        order = np.argsort(comparison.t, kind="stable")
        parts = []
        for name, measured in comparison.measured.items():
            found = comparison.found[name].copy()
            reached = np.flatnonzero(np.isfinite(found[order]))
            if not reached.size:
                raise BadValue(_("fit: the run at {values} has no '{name}' at the instants that were measured").format(
                    values=_told(self.values(shares)), name=name))
            late = np.isnan(found)
            found[late] = found[order[reached[-1]]]
            parts.append(((measured - found)/self.sigmas[name])[np.isfinite(measured)])
        return np.concatenate(parts)

    def places(self, looked_at: np.ndarray) -> list[np.ndarray]:
        """Returns where to search: the place that was given, and the few of places (n, k) with the least residuals."""
        given = self.shares(self.begin)
        least, sizes = float((self.residuals(given)**2).sum()), []
        for number, place in enumerate(looked_at):
            try:
                size = float((self.residuals(place)**2).sum())
            except BadValue:
                continue      # nothing can start there
            if size < least:
                sizes.append((size, number))
        return [given, *(looked_at[number] for _size, number in sorted(sizes)[:MOST_SEARCHES - 1])]

    def result(self, best, knows_sigma: bool) -> Fit:
        """Returns the fit that the search has found, or raises BadValue where the measurement does not say it."""
        values, count = self.values(best.x), len(self.names)
        left, right = np.linalg.svd(best.jac, full_matrices=False)[1:]
        if not left[-1] > LEAST*left[0]:
            share = np.abs(right[-1])
            names = [name for name, part in zip(self.names, share, strict=True) if part > 0.1*share.max()]
            raise BadValue(_("fit: the measurement does not tell {names} at {values}").format(
                names=", ".join(names), values=_told(values)))
        variance = float((best.fun**2).sum()/(best.fun.size - count))
        covariance = (right.T/left**2) @ right*(1.0 if knows_sigma else variance)
        spread = np.sqrt(np.diag(covariance))
        comparison = self.comparison(values)
        return Fit(values, dict(zip(self.names, (spread*self.width).tolist(), strict=True)),
                   covariance/np.outer(spread, spread), variance**0.5, self.runs,
                   tuple(name for name, x in zip(self.names, best.x, strict=True) if not 1e-9 < x < 1.0 - 1e-9),
                   comparison, str(best.message))


def _log_at(scene: Scene, values: dict, step_rate: int | str, t: list[float]):
    return simulate(scene, at=t, step_rate=step_rate, **values).log


def _told(values: Mapping[str, float]) -> str:
    return ", ".join(f"{name} = {value:g}" for name, value in values.items())
