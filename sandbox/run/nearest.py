"""How near a body comes to a mark, and where it goes through a gate: on the steps' own interpolation."""

from dataclasses import dataclass

import numpy as np

from sandbox.run.rows import Rows
from sandbox.run.track import FINE, MOST_CLOSE, Track
from sandbox.scene.marks import Mark

PARTS = np.linspace(0.0, 1.0, 65)      # of a stretch in which the nearest point is looked for


@dataclass(frozen=True)
class Approach:
    """How a body came to a mark.

    distance   least distance to its middle, of a gate that where it was gone through [m]; inf: never gone through
    t, first   when that was, and when it came within `limit` first [s], nan where never
    offset     (3,) of the centre from the middle then [m];  velocity  (3,) then [m/s]
    """

    distance: float
    t: float
    first: float
    offset: np.ndarray
    velocity: np.ndarray


def approach(track: Track, mark: Mark, limit: float) -> Approach:
    """Returns how the body of a mark came to it in a run; `limit` [m] is what counts as reached."""
    track.check_body(mark.body, f"'{mark.name}'")
    return _through(track, mark, limit) if mark.is_line else _near(track, mark, limit)


def _motion(rows: Rows, mark: Mark) -> tuple[np.ndarray, np.ndarray]:
    return rows.centre[:, mark.body], rows.velocity[:, mark.body]


def _near(track: Track, mark: Mark, limit: float) -> Approach:
    centres, velocities = _motion(track.rows, mark)
    d = mark.distance(centres)
    if len(d) < 2:
        return Approach(float(d[0]), 0.0, 0.0 if d[0] <= limit else np.nan, centres[0] - mark.middle, velocities[0])
    # within a step nothing comes nearer than it can at twice the speed of its ends
    reach = np.diff(track.t)*(np.linalg.norm(velocities[:-1], axis=1) + np.linalg.norm(velocities[1:], axis=1))
    low = np.minimum(d[:-1], d[1:]) - reach
    close = np.flatnonzero(low <= d.min())
    close = close[np.argsort(low[close], kind="stable")][:MOST_CLOSE]
    crossing = np.flatnonzero(low <= limit)[:MOST_CLOSE]
    fine = track.between(np.union1d(close, crossing))
    t, points = _curve(fine, mark, track.run.h)
    d_fine = mark.distance(points)
    k = int(np.argmin(d_fine))
    point, when = _on_segments(points, t, k, mark)
    reached = np.flatnonzero(d_fine <= limit)
    inside = np.flatnonzero(d <= limit)
    first = min([float(t[reached[0]])] if len(reached) else [], default=np.nan)
    if len(inside) and not first <= track.t[inside[0]]:
        first = float(track.t[inside[0]])
    row = int(np.clip(np.searchsorted(fine.t, t[k]), 0, len(fine.t) - 1))
    return Approach(float(mark.distance(point[None])[0]), when, first, point - mark.middle,
                    fine.velocity[row, mark.body])


def _on_segments(points: np.ndarray, t: np.ndarray, k: int, mark: Mark) -> tuple[np.ndarray, float]:
    """Returns the nearest point to a mark on the straight lines before and after the point k, and its instant [s]."""
    best, when = points[k], float(t[k])
    for other in (k - 1, k + 1):
        # what lies further apart in time belongs to another step
        if not 0 <= other < len(points) or abs(t[other] - t[k]) > abs(t[1] - t[0])*1.01 + 1e-12:
            continue
        along, off = points[other] - points[k], mark.middle - points[k]
        if mark.kind != "ring":
            along, off = along*(1.0, 1.0, 0.0), off*(1.0, 1.0, 0.0)
        length = float(along @ along)
        share = min(max(float(off @ along)/length, 0.0), 1.0) if length > 0.0 else 0.0
        point = points[k] + share*(points[other] - points[k])
        if mark.distance(point[None])[0] < mark.distance(best[None])[0]:
            best, when = point, float(t[k] + share*(t[other] - t[k]))
    return best, when


def _curve(rows: Rows, mark: Mark, step: float) -> tuple[np.ndarray, np.ndarray]:
    """Returns instants (m,) and centres (m, 3) between rows that lie close: the cubic through places and velocities.

    Stretches between steps that were not looked at are left out; so close instants make the cubic as exact as the step.
    """
    r, v = _motion(rows, mark)
    h = np.diff(rows.t)
    if not len(h):
        return rows.t, r
    # what is longer than a part of a step lies between two steps that are looked at
    ok = np.flatnonzero(h <= 1.01*step/FINE)
    s = PARTS[None, :, None]
    a, b, va, vb, hh = (x[ok][:, None, :] for x in (r[:-1], r[1:], v[:-1], v[1:], h[:, None]))
    points = (1 + 2*s)*(1 - s)**2*a + s*(1 - s)**2*hh*va + s*s*(3 - 2*s)*b + s*s*(s - 1)*hh*vb
    t = rows.t[:-1][ok][:, None] + PARTS[None, :]*h[ok][:, None]
    return np.append(t.ravel(), rows.t[-1]), np.concatenate([points.reshape(-1, 3), r[-1:]])


def _through(track: Track, mark: Mark, limit: float) -> Approach:
    centres, velocities = _motion(track.rows, mark)
    side = mark.beyond(centres)
    steps = np.flatnonzero((side[:-1] <= 0.0) != (side[1:] <= 0.0))[:MOST_CLOSE]
    never = Approach(np.inf, np.nan, np.nan, centres[-1] - mark.middle, velocities[-1])
    best, first = never, np.nan
    for step in steps:
        rows = track.between(np.array((step,)))
        t, points = _curve(rows, mark, track.run.h)
        beyond = mark.beyond(points)
        places = np.flatnonzero((beyond[:-1] <= 0.0) != (beyond[1:] <= 0.0))
        if not len(places):
            continue
        k = int(places[0])
        share = beyond[k]/(beyond[k] - beyond[k + 1])
        point, when = points[k] + share*(points[k + 1] - points[k]), float(t[k] + share*(t[k + 1] - t[k]))
        off = float(mark.distance(point[None])[0])
        if off <= limit and not first <= when:
            first = when
        if off < best.distance:
            best = Approach(off, when, np.nan, point - mark.middle, velocities[step])
    return Approach(best.distance, best.t, first, best.offset, best.velocity)
