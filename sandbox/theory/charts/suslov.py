"""Phase portrait of Suslov's problem without weight: the plane (omega_1, omega_2), for the given spin omega_3 = c.

    J w' = (J w) x w + lambda e_3,     w_3 = c.

The first two lines are two equations of second degree in (w_1, w_2); where both vanish the body turns steadily. The
eigenvalues of the derivatives there say how neighbours come or go: nonholonomic systems may have sinks.
Source: Borisov, Mamaev, Bizyaev 2015, section 1.3.
"""

from dataclasses import dataclass

import numpy as np

from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Mark
from sandbox.scene.constrained import At
from sandbox.text import _
from sandbox.theory.charts.situation import Situation
from sandbox.theory.suslov import free_body, rates, slopes

SEEDS = 10              # starts of lines along each side of the plane
STEPS, STEP = 130, 0.02 # of a line in each direction, in units of the plane's size over the speed there
LEAST = 3.0             # [rad/s] half the width of the plane at least
ROOM = 1.6              # half the width of the plane over the farthest steady spin or start
ROUND = 1e-9            # numbers beside the largest one that are 0
TRIED = 25              # starts of Newton's method along each side
ITERATIONS = 60
LINE = 1e-9             # [1/s^2] determinant of the derivatives that is none


@dataclass(frozen=True)
class Steady:
    """A steady spin (omega_1, omega_2) [rad/s], the exponents of small departures [1/s], and its kind."""

    w: tuple[float, float]
    exponents: np.ndarray
    kind: str


def steady_spins(inertia: np.ndarray, c: float, size: float) -> list[Steady]:
    """Returns the isolated steady spins within `size` [rad/s] of the middle, by Newton's method from a grid."""
    side = np.linspace(-size, size, TRIED)
    w = np.array(np.meshgrid(side, side)).reshape(2, -1).T
    step = np.full_like(w, np.inf)
    with np.errstate(all="ignore"):
        for _iteration in range(ITERATIONS):
            value, slope = rates(inertia, c, w), slopes(inertia, c, w)
            det = slope[:, 0, 0]*slope[:, 1, 1] - slope[:, 0, 1]*slope[:, 1, 0]
            step = np.stack((slope[:, 1, 1]*value[:, 0] - slope[:, 0, 1]*value[:, 1],
                             slope[:, 0, 0]*value[:, 1] - slope[:, 1, 0]*value[:, 0]), axis=1)/det[:, None]
            w = w - step
    is_found = (np.abs(step).max(axis=1) < 1e-12*(1.0 + np.abs(w).max(axis=1))) & (np.abs(w).max(axis=1) <= size)
    found: list[np.ndarray] = []
    for at in w[is_found]:
        if all(np.abs(at - other).max() > 1e-6*(1.0 + size) for other in found):
            found.append(at)
    # along a whole line of them, as there is for c = 0, there is none by itself
    found = [at for at in found if abs(np.linalg.det(slopes(inertia, c, at[None])[0])) > LINE]
    return sorted((_steady(inertia, c, at) for at in found), key=lambda one: one.w)


def _steady(inertia: np.ndarray, c: float, w: np.ndarray) -> Steady:
    exponents = np.linalg.eigvals(slopes(inertia, c, w[None])[0])
    real, size = exponents.real, np.abs(exponents).max()
    if real.min() < -ROUND*size and real.max() > ROUND*size:
        kind = "saddle"
    elif np.abs(real).max() <= ROUND*size:
        kind = "centre"
    else:
        kind = "stable" if real.max() < 0.0 else "unstable"
    return Steady((float(w[0]), float(w[1])), np.sort_complex(exponents)[::-1], kind)


def lines(inertia: np.ndarray, c: float, size: float) -> tuple[np.ndarray, np.ndarray]:
    """Returns lines of the flow as one curve (m,), (m,) with gaps, within a square of half width `size`."""
    side = np.linspace(-size, size, SEEDS)
    seeds = np.array(np.meshgrid(side, side)).reshape(2, -1).T
    pieces = []
    for direction in (1.0, -1.0):
        w, way = seeds.copy(), [seeds.copy()]
        for _step in range(STEPS):
            w = _stepped(inertia, c, w, direction*STEP*size)
            w[(np.abs(w) > 1.3*size).any(axis=1)] = np.nan
            way.append(w.copy())
        pieces.append(np.array(way))
    whole = np.concatenate((pieces[1][:0:-1], pieces[0]))
    gaps = np.full((1, *whole.shape[1:]), np.nan)
    outline = np.concatenate((whole, gaps)).transpose(1, 0, 2).reshape(-1, 2)
    return outline[:, 0], outline[:, 1]


def _stepped(inertia, c, w, length: float) -> np.ndarray:
    """A step of Runge and Kutta along the flow, of one length wherever it is not slow."""
    def unit(at):
        speed = rates(inertia, c, at)
        size = np.linalg.norm(speed, axis=1, keepdims=True)
        return speed/(size + 0.05*np.nanmax(size, initial=1e-300))
    a = unit(w)
    b = unit(w + 0.5*length*a)
    return w + length*b


def draw_portrait(_word, situation: Situation) -> Chart | None:
    """Returns the phase portrait, None where the body has a weight and its spins do not depend on themselves alone."""
    found = free_body(situation.scene.models(situation.values)[0])
    if found is None:
        return None
    inertia, c = found
    begin = situation.scene.started(situation.values)
    assert isinstance(begin, At)
    start = [float(x) for x in begin.v[0][:2]]
    near = steady_spins(inertia, c, 20.0*max(LEAST, abs(c)))
    shown = [one for one in near if max(map(abs, one.w)) < 4.0*max(LEAST, abs(c))]
    size = ROOM*max([LEAST/ROOM, *(abs(x) for x in start), *(abs(x) for one in shown for x in one.w)])
    parts: list[ChartElement] = [Curve("", *lines(inertia, c, size), style="fine", tone=0)]
    words = {"stable": _("sink"), "unstable": _("source"), "saddle": _("saddle"), "centre": _("centre")}
    parts += [Mark(words[one.kind], *one.w, one.kind, exponents_text(one.exponents)) for one in shown]
    if c == 0.0:
        parts += _line_of_rests(inertia, size)

    def start_at(x: float, y: float) -> dict[str, float]:
        return {"w_1": x, "w_2": y}

    return Chart("spin ω₁", "spin ω₂", tuple(parts), lambda path: body_spin(path)[:2], "rad/s", "rad/s",
                 title="Phase portrait", x_range=(-size, size), y_range=(-size, size), is_equal=True, start=start_at,
                 key=("suslov", tuple(inertia.ravel()), c, f"{size:.3g}"))


def exponents_text(exponents) -> str:
    """Returns two exponents [1/s] as people write them."""
    first = exponents[0]
    if abs(first.imag) > 0.0:
        text = f"{first.real:.3f} ± {abs(first.imag):.3f}i"
    else:
        text = ", ".join(f"{x.real:.3f}" for x in exponents)
    return f"λ = {text} ".replace("-", "−") + _("1/s")


def _line_of_rests(inertia: np.ndarray, size: float) -> list[ChartElement]:
    """The line J_13 w_1 + J_23 w_2 = 0 of steady spins for c = 0."""
    a, b = inertia[0, 2], inertia[1, 2]
    if a == 0.0 and b == 0.0:
        return []
    far = 1.5*size/np.hypot(a, b)
    return [Curve(_("steady spins"), (-b*far, b*far), (a*far, -a*far), style="dashes", tone=1)]


def body_spin(path) -> np.ndarray:
    """Returns the angular velocity (3, n) in the axes of the body."""
    w, x, y, z = path.quaternion
    turn = np.array([[1 - 2*(y*y + z*z), 2*(x*y - w*z), 2*(x*z + w*y)],
                     [2*(x*y + w*z), 1 - 2*(x*x + z*z), 2*(y*z - w*x)],
                     [2*(x*z - w*y), 2*(y*z + w*x), 1 - 2*(x*x + y*y)]])
    return np.einsum("ijn,in->jn", turn, path.angular_velocity)
