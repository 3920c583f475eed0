"""The expansion of a skate with a viscous blade on a slope in eps = m/c: an outer part and a boundary layer.

Along and across the edge, with the heading phi = phi_0 + w t and G downhill (sleigh.md 12.2; Brendelev 1981, sections 3
and 4.2):

    u' = w v + G cos phi,    eps v' = -v - eps (w u + G sin phi),    Z' = (u + i v) e^(i phi)

Outer part, sums of eps^k (u_k, v_k, Z_k)(t), with the ideal skate as its first term:

    v_0 = 0,  u_k' = w v_k + [k = 0] G cos phi,  v_(k+1) = -v_k' - w u_k - [k = 0] G sin phi,
    Z_k' = (u_k + i v_k) e^(i phi)

Boundary layer, sums of eps^k (U_k, V_k, Y_k)(s) that die out in s = t/eps:

    dU_(k+1)/ds = w V_k,  dV_k/ds = -V_k - w U_(k-1),  dY_(k+1)/ds = e^(i phi_0) sum_j (i w s)^j/j! (U + i V)_(k-j)

The starts of the outer terms take up what the layer has at s = 0, so that both together start as the skate does. Every
term is a sum of polynomials times exponentials and is found exactly. N terms beyond the first leave an error of the
order eps^(N+1) on any fixed stretch of time.
"""

from collections.abc import Callable
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.polynomial import polynomial as poly

from sandbox.mechanics import layout as lay
from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Mark
from sandbox.scene.constrained import At, Constrained
from sandbox.scene.models.sleigh import Sleigh
from sandbox.scene.motions import Still
from sandbox.scene.realisation import Viscous
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from sandbox.text import _
from sandbox.theory.charts.convergence import EVERY, RATE, SPAN, slope_of, trajectory_of, with_blade
from sandbox.theory.charts.situation import Situation

ORDERS = 4              # N = 0 .. 3
DECADES = (2.0, 2.5, 3.0, 3.5)          # of c/m [1/s]
ROUNDING = 1e-11        # [m]: errors of runs of 10 s begin here
LAYER = 8.0             # [eps] of the layer that is shown
TONES = (0, 1, 2, 5)    # of N = 0 .. 3

Waves = dict[int, np.ndarray]           # number n -> coefficients in t of what stands before e^(i n phi)


class Skate(NamedTuple):
    """A skate on a slope: G [m/s^2] down along the angle `down` [rad], spin w [rad/s], and its start.

    phi  heading from the downhill direction [rad];  u, v  speeds along and across the edge [m/s];  place  X + i Y [m]
    """

    G: float
    down: float
    w: float
    phi: float
    u: float
    v: float
    place: complex


class Term(NamedTuple):
    """One power of eps: outer u, v, Z as waves, and layer U, V, Y as coefficients in s before e^(-s)."""

    u: Waves
    v: Waves
    Z: Waves
    U: np.ndarray
    V: np.ndarray
    Y: np.ndarray


# ---- polynomials times exponentials ---------------------------------------------------------------------------------

def _total(*waves: Waves) -> Waves:
    found: Waves = {}
    for one in waves:
        for n, p in one.items():
            found[n] = poly.polyadd(found[n], p) if n in found else p
    return found


def _times(factor: complex, waves: Waves, shift: int = 0) -> Waves:
    """factor e^(i shift phi) times waves."""
    return {n + shift: factor*p for n, p in waves.items()}


def _derivative(waves: Waves, w: float) -> Waves:
    return {n: poly.polyadd(poly.polyder(p), 1j*n*w*p) for n, p in waves.items()}


def _integral(waves: Waves, w: float) -> Waves:
    """A function whose derivative the waves are."""
    found: Waves = {}
    for n, p in waves.items():
        if n*w == 0.0:
            found[n] = poly.polyint(p)
            continue
        # Q' + i n w Q = P, from the highest power down
        q = np.zeros(len(p), complex)
        for k in range(len(p) - 1, -1, -1):
            q[k] = (p[k] - ((k + 1)*q[k + 1] if k + 1 < len(p) else 0.0))/(1j*n*w)
        found[n] = q
    return found


def _values(waves: Waves, t, phi):
    return sum((poly.polyval(t, p)*np.exp(1j*n*phi) for n, p in waves.items()), np.zeros(np.shape(t), complex))


def _with_start(waves: Waves, skate: Skate, value: complex) -> Waves:
    """The same function with another constant, so that it starts with a value."""
    return _total(waves, {0: np.array((value - complex(_values(waves, 0.0, skate.phi)),))})


def _dying(p: np.ndarray) -> np.ndarray:
    """Coefficients q of the function q e^(-s) that dies out and whose derivative is p e^(-s)."""
    q = np.zeros(len(p), complex)
    for k in range(len(p) - 1, -1, -1):
        q[k] = ((k + 1)*q[k + 1] if k + 1 < len(p) else 0.0) - p[k]
    return q


# ---- the terms ------------------------------------------------------------------------------------------------------

def terms(skate: Skate, orders: int = ORDERS) -> list[Term]:
    """Returns the terms of eps^0 .. eps^(orders - 1)."""
    G, w, none = skate.G, skate.w, np.zeros(1, complex)
    cosine = {1: np.array((0.5*G + 0j,)), -1: np.array((0.5*G + 0j,))}
    sine = {1: np.array((-0.5j*G,)), -1: np.array((0.5j*G,))}
    found: list[Term] = []
    for k in range(orders):
        last = found[-1] if found else None
        v: Waves = {0: none}
        if last is not None:
            v = _total(_times(-1.0, _derivative(last.v, w)), _times(-w, last.u), _times(-1.0, sine) if k == 1 else {})
        # the layer: V' + V = -w U of the order before, as the polynomial before e^(-s)
        U = _dying(w*last.V) if last is not None else none
        V = poly.polyint(-w*last.U) if last is not None else none
        V = poly.polyadd(V, ((skate.v if k == 0 else 0.0) - complex(_values(v, 0.0, skate.phi)),))
        Y = none
        if last is not None:
            for j in range(k):
                power = np.zeros(j + 1, complex)
                power[j] = (1j*w)**j/factorial(j)
                before = found[k - 1 - j]
                Y = poly.polyadd(Y, poly.polymul(power, poly.polyadd(before.U, 1j*before.V)))
            Y = _dying(np.exp(1j*skate.phi)*Y)
        u = _integral(_total(_times(w, v), cosine if k == 0 else {}), w)
        u = _with_start(u, skate, (skate.u if k == 0 else 0.0) - U[0])
        Z = _integral(_times(1.0, _total(u, _times(1j, v)), 1), w)
        found.append(Term(u, v, _with_start(Z, skate, -Y[0]), U, V, Y))
    return found


def places_of(skate: Skate, found: list[Term], eps: float, t: np.ndarray) -> np.ndarray:
    """Returns the places X, Y (n, 2) [m] of the sum of these terms at times t (n,) [s]; eps in seconds."""
    phi, fade = skate.phi + skate.w*t, np.exp(-t/eps)
    Z = sum(eps**k*(_values(term.Z, t, phi) + poly.polyval(t/eps, term.Y)*fade) for k, term in enumerate(found))
    place = skate.place + np.exp(1j*skate.down)*Z
    return np.stack((place.real, place.imag), axis=-1)


def slips_of(skate: Skate, found: list[Term], eps: float, t: np.ndarray, with_layer: bool = True) -> np.ndarray:
    """Returns the speed across the edge (n,) [m/s] of the sum of these terms, with the boundary layer or without."""
    phi, fade = skate.phi + skate.w*t, np.exp(-t/eps)*with_layer
    return np.real(sum(eps**k*(_values(term.v, t, phi) + poly.polyval(t/eps, term.V)*fade)
                       for k, term in enumerate(found)))


# ---- the charts -----------------------------------------------------------------------------------------------------

def skate_of(situation: Situation) -> tuple[Skate, Sleigh, At] | None:
    """Returns the skate of a scene, its word and its start; None where it is no skate with one blade on a slope."""
    model, start = situation.scene.models(situation.values)[0], situation.scene.started(situation.values)
    word = model.made_from if isinstance(model, Constrained) else None
    if not (isinstance(word, Sleigh) and isinstance(start, At) and len(word.blades) == 1 and word.motion == Still()
            and word.blades[0].offset == 0.0):
        return None
    run = Integration(assemble_constrained(model, start, dict(situation.values)), 1.0/RATE)
    pull = complex(*run.data.p[lay.GRAVITY:lay.GRAVITY + 2])
    if pull == 0.0:
        return None
    (X, Y, theta), (vx, vy, w) = start.q, start.v
    down, heading = float(np.angle(pull)), theta + word.blades[0].heading
    speed = complex(vx, vy)*np.exp(-1j*heading)
    return Skate(abs(pull), down, w, heading - down, float(speed.real), float(speed.imag),
                 complex(X, Y)), word, start


def distances(skate: Skate, word: Sleigh, start: At, values: dict, decade: float) -> np.ndarray:
    """Returns how far the sums of 1 .. ORDERS terms are from a run of the viscous blade in 10 s, at most [m]."""
    way = trajectory_of(with_blade(word, Viscous(10.0**decade*word.mass)), start, values)
    t, found = EVERY/RATE*np.arange(len(way)), terms(skate)
    return np.array([np.linalg.norm(places_of(skate, found[:N + 1], 10.0**-decade, t) - way, axis=1).max()
                     for N in range(ORDERS)])


def draw_orders(_word, situation: Situation) -> Chart | None:
    """Returns the chart of the error of N terms over eps; its points are computed when they are asked for."""
    seen = skate_of(situation)
    if seen is None:
        return None
    skate, word, start = seen
    values = dict(situation.values)

    def work(report: Callable, is_cancelled: Callable) -> tuple[ChartElement, ...]:
        rows: list[tuple[float, np.ndarray]] = []
        for k, decade in enumerate(DECADES):
            if is_cancelled():
                break
            rows.append((10.0**-decade, distances(skate, word, start, values, decade)))
            report((k + 1)/len(DECADES), order_lines(rows))
        return order_lines(rows)

    least, most = 10.0**-DECADES[-1], 10.0**-DECADES[0]
    return Chart("ε = mass over viscosity", "largest distance of N terms from the viscous blade in 10 s", (),
                 x_unit="s", y_unit="m", x_log=True, y_log=True, title="Expansion in ε: N terms", work=work,
                 work_title=_("Run the blades"), x_range=(0.7*least, 1.5*most), y_range=(10.0*ROUNDING, SPAN),
                 trail=0.0, key=("orders", *sorted(values.items())))


def order_lines(rows: list[tuple[float, np.ndarray]]) -> tuple[ChartElement, ...]:
    """Returns a line with its slope for each N; what is below the rounding of the runs has no part in it."""
    parts: list[ChartElement] = []
    for N in range(ORDERS):
        points = [(eps, float(row[N])) for eps, row in rows if row[N] > ROUNDING]
        if not points:
            continue
        text = _("N = {N}: slope {slope:.3f}").format(N=N, slope=slope_of(points)) if len(points) > 1 else ""
        eps, far = zip(*points, strict=True)
        parts += [Curve(text, eps, far, tone=TONES[N]), *(Mark("", x, y, "stable") for x, y in points)]
    return tuple(parts)


def exact_slips(skate: Skate, eps: float, t: np.ndarray) -> np.ndarray:
    """Returns the speed across the edge (n,) [m/s] of the viscous blade at even times t (n,) from 0.

    (u, v, cos phi, sin phi) has constant coefficients: each step is the same matrix exponential.
    """
    from scipy.linalg import expm
    w, G = skate.w, skate.G
    step = expm((t[1] - t[0])*np.array(((0.0, w, G, 0.0), (-w, -1.0/eps, 0.0, -G), (0.0, 0.0, 0.0, -w),
                                        (0.0, 0.0, w, 0.0))))
    states = [np.array((skate.u, skate.v, np.cos(skate.phi), np.sin(skate.phi)))]
    for _k in range(len(t) - 1):
        states.append(step @ states[-1])
    return np.array(states)[:, 1]


def softest(situation: Situation) -> float:
    """Returns m/c [s] of the softest viscous blade that is beside the ideal one, that of the first decade without."""
    words = [model.made_from for model in situation.scene.models(situation.values) if isinstance(model, Constrained)]
    found = [word.mass/word.blades[0].realisation.c for word in words
             if isinstance(word, Sleigh) and isinstance(word.blades[0].realisation, Viscous)
             and word.blades[0].realisation.c > 0.0]
    return max(found, default=10.0**-DECADES[0])


def draw_layer(_word, situation: Situation) -> Chart | None:
    """Returns the chart of the slip in the boundary layer: the viscous blade, N terms, and these without the layer."""
    seen = skate_of(situation)
    if seen is None:
        return None
    skate, eps = seen[0], softest(situation)
    t, found = np.linspace(0.0, LAYER*eps, 161), terms(skate)
    exact = exact_slips(skate, eps, t)
    without = slips_of(skate, found, eps, t, False)
    parts: list[ChartElement] = [Curve(_("viscous blade, ε = {eps:.3g} s").format(eps=eps), t/eps, exact, tone=0)]
    for N in (1, 3):
        parts.append(Curve(_("N = {N}").format(N=N), t/eps, slips_of(skate, found[:N + 1], eps, t), style="dashes",
                           tone=TONES[N]))
    parts.append(Curve(_("N = 3 without the layer"), t/eps, without, style="dots", tone=3))
    low, high = min(exact.min(), without.min()), max(exact.max(), without.max())
    room = 0.1*float(high - low) or 1.0
    return Chart("t/ε", "slip across the edge", tuple(parts), y_unit="m/s", x_range=(0.0, LAYER),
                 y_range=(float(low) - room, float(high) + room), title="Boundary layer", trail=0.0,
                 key=("layer", *sorted(situation.values.items())))
