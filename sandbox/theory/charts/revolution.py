"""Charts of a ball on a surface of revolution: the surface unrolled, and its effective potential.

The energy that gravity, the motion around the axis and the spin need at a place of the meridian (theory/meridian.py) is
the potential of the motion along it, W(z). With E_J = (m + I/a^2) s'^2/2 + W the ball is where W <= E_J and turns where
they are equal.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Mark, Track
from sandbox.text import _
from sandbox.theory.band import Terminal
from sandbox.theory.charts.situation import Situation
from sandbox.theory.meridian import OnMeridian, on_meridian

REACH = 4.0             # how far along the meridian W is followed, in units of distance from the axis and radius
POINTS = 240            # of each side
ABOVE = 1.0             # W is shown up to so many depths of its well above the energy
SAME = 1e-3             # of the radius: two heights at which a ball turns are one, it stays on a circle
LEAST = 1e-3            # depth of a well at least, in m g a: what is flatter is a circle


@dataclass(frozen=True)
class Potential:
    """W along the meridian: heights z (n,) of the centre [m], W (n,) [J], in the order of the arclength.

    total   E_J [J];  turning  heights at which the ball turns (those of the two sides that there are) [m]
    """

    z: np.ndarray
    W: np.ndarray
    total: float
    turning: tuple[float, ...]


def effective_potential(here: OnMeridian) -> Potential:
    """Returns W on both sides of where a ball is."""
    m, sides = here.meridian, [_followed(here, direction) for direction in (-1.0, 1.0)]
    # coarsely at first, to see how deep the well is, and how far it is worth it
    coarse = [np.linspace(0.0, end, POINTS) for _sol, end in sides]
    energies = [np.array([m.rest(y) for y in sol(ways).T]) for (sol, _end), ways in zip(sides, coarse, strict=True)]
    depth = well_depth(here, np.concatenate(energies))
    found, turning = [], []
    for (sol, _end), ways, W in zip(sides, coarse, energies, strict=True):
        high = np.flatnonzero(~(W <= here.total + 3.0*depth))
        ways = np.linspace(0.0, ways[max(1, int(high[0]))] if len(high) else ways[-1], POINTS)
        W = np.array([m.rest(y) for y in sol(ways).T])
        found.append((np.array([m.centre(y)[1] for y in sol(ways).T]), W))
        beyond = np.flatnonzero(W > here.total + here.noise)
        if len(beyond) and beyond[0] > 0:
            # half a second that the start of the program does not wait for
            from scipy.optimize import brentq
            k = int(beyond[0])
            way = brentq(partial(_left, here, sol), ways[k - 1], ways[k], xtol=1e-14)
            turning.append(m.centre(sol(way))[1])
    (z_in, W_in), (z_out, W_out) = found
    if len(turning) == 2 and abs(turning[1] - turning[0]) < SAME*m.ball.radius:
        turning = turning[:1]
    return Potential(np.concatenate((z_in[::-1], z_out[1:])), np.concatenate((W_in[::-1], W_out[1:])), here.total,
                     tuple(turning))


def _followed(here: OnMeridian, direction: float) -> tuple[Callable, float]:
    """Follows the meridian in a direction; returns the solution over the arclength and where the surface ends."""
    from scipy.integrate import solve_ivp
    m = here.meridian
    leaves = Terminal(lambda _sigma, y: 1.0 if m.is_inside(y) else -1.0)
    size = here.place.rho + m.ball.radius
    curvature = abs(m.shape(here.place.rho, here.place.zeta).curvature)
    reach = REACH*(size + min(1.0/max(curvature, 1e-9/size), 10.0*size + abs(here.place.zeta)))
    with np.errstate(all="ignore"):
        path = solve_ivp(m.slopes, (0.0, direction*reach), np.array(here.place), "DOP853", rtol=1e-11,
                         atol=1e-13*m.ball.size, events=leaves, max_step=reach/60.0, dense_output=True)
    # not the last hair, where the axis makes numbers endless
    return path.sol, float(path.t[-1])*(1.0 - 1e-9)


def well_depth(here: OnMeridian, W: np.ndarray) -> float:
    """Returns how far the energy lies above the bottom of the well [J]; a little where it lies on it."""
    m = here.meridian
    return max(here.total - float(np.nanmin(W)), LEAST*m.ball.m*m.g*m.ball.radius)


def _turns_at(height: float) -> str:
    return _("turns at {z:.4g} m").format(z=height).replace("-", "−")


def _left(here: OnMeridian, sol: Callable, way: float) -> float:
    """What the Jacobi integral leaves for the motion along the meridian [J]."""
    return here.total - here.meridian.rest(sol(way)) + here.noise


def in_laboratory(here: OnMeridian, situation: Situation) -> Potential:
    """Returns the potential with heights in the laboratory and energies as the run counts them."""
    if "potential" not in situation.known:
        situation.known["potential"] = effective_potential(here)
    run, found = situation.run, situation.known["potential"]
    up = float(run.system.picture(run.data).bodies[0].centre[2]) - here.meridian.centre(here.place)[1]
    more = float(run.energy()[0]) - here.total
    return replace(found, z=found.z + up, W=found.W + more, total=found.total + more,
                   turning=tuple(height + up for height in found.turning))


def draw_potential(_word, situation: Situation) -> Chart | None:
    """Returns the chart of the effective potential, None where the theory does not apply."""
    here = on_meridian(situation.run)
    if here is None or here.meridian.g <= 0.0:
        return None
    potential = in_laboratory(here, situation)
    z, W, total = potential.z, potential.W, potential.total
    depth = well_depth(here, W - (total - here.total))
    top, bottom = total + ABOVE*depth, total - 1.25*depth
    seen = W <= top + depth
    z_range = (float(z[seen].min()), float(z[seen].max())) if seen.sum() > 1 else None
    if z_range is not None and z_range[1] - z_range[0] <= 1e-9:
        z_range = None
    # forbidden: where the potential lies above the energy
    banned = np.where(W > total, W, np.nan)
    parts: list[ChartElement] = [Curve(_("potential W"), z, W, tone=0)]
    if np.isfinite(banned).any():
        parts.append(Curve(_("forbidden"), z, np.where(W > total, np.minimum(W, 1e3*abs(top) + 1e3), np.nan),
                           shade="below", tone=3))
    if z_range is not None:
        span = 0.3*(z_range[1] - z_range[0])
        parts.append(Curve(_("energy E_J"), (z_range[0] - span, z_range[1] + span), (total, total), style="dashes",
                           tone=1))
        z_range = (z_range[0] - 0.2*span, z_range[1] + 0.2*span)
    parts += [Mark(_turns_at(height), height, total, "point") for height in potential.turning]
    return Chart("height of the centre z", "energy", tuple(parts), lambda path: (path.centre[2], path.E_J), "m", "J",
                 title="Effective potential", x_range=z_range, y_range=(bottom, top), trail=0.0)


def draw_unrolled(_word, situation: Situation) -> Chart | None:
    """Returns the chart of the unrolled surface, None where the support is no surface of revolution about z."""
    here = on_meridian(situation.run)
    if here is None:
        return None
    turning = in_laboratory(here, situation).turning if here.meridian.g > 0.0 else ()
    middle = 0.5*(min(turning) + max(turning)) if turning else 0.0
    parts = [Curve(_turns_at(height), (-180.0, 180.0), (height, height), style="dashes", tone=1,
                   side="above" if height > middle else "below") for height in turning]
    # the names of the two lines stand beyond the band
    room = 0.16*(max(turning) - min(turning)) if len(turning) == 2 else 0.0
    y_range = (min(turning) - room, max(turning) + room) if room > 0.0 else None
    return Chart("azimuth φ", "height of the centre z", tuple(parts), unrolled, "deg", "m", title="Surface unrolled",
                 x_range=(-180.0, 180.0), y_range=y_range, tracks=(Track("", unrolled, tone=0),), trail=1.0)


def unrolled(path):
    """Azimuth [deg] and height [m] of the centre; between the two edges of the sheet the line is interrupted."""
    azimuth = np.degrees(np.arctan2(path.centre[1], path.centre[0]))
    jumps = np.abs(np.diff(azimuth, append=azimuth[-1:])) > 180.0
    jumps[-1:] = False
    return np.where(jumps, np.nan, azimuth), path.centre[2]
