"""A ball that rolls on a turning table within a round wall: its hits, by closed form.

Between hits the centre runs on a circle, v' = k e_z x v with k = chi Omega. As complex numbers, the circle from z on
the wall with the velocity w has its middle along g = k z + i w; it meets the wall again in the mirror image of z,

    z' = g^2/|g|^2 conj(z),    w' = w + i k (z' - z),    t = 2 beta/k,   beta the angle from w to the chord z' - z

also for k = 0. A hit turns the speed across the wall from v_n to -e v_n, where the ball rolls on, or to
(chi - e (1 - chi)) v_n, where a smooth wall strikes alone. ell = e_z . (r x v) - k r^2/2 is constant, hit or no hit.
Source: scenes/billiard.py; Borisov, Mamaev, Bizyaev 2015, section 3.3.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import atan2, fabs, inf, pi, sqrt

import numpy as np

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers
from sandbox.errors import BadValue
from sandbox.scene.constrained import At, Constrained
from sandbox.scene.models.plane_ball import PlaneBall
from sandbox.scene.scene import Scene
from sandbox.text import _
from sandbox.theory.analysis import refusal
from sandbox.theory.flows.flow import USUAL, Crossing
from sandbox.theory.returns import EVER, Returns, Until

STATE = ("x", "y", "vx", "vy")
UNITS = ("m", "m", "m/s", "m/s")
ROW = 1 + len(STATE)
# numbers of a table: rate k of the circles, what is left of the speed across the wall after a hit; the latest instant,
# how many hits are wanted, how many there are
TURNS, LEFT, UNTIL, COUNT, HAVE, NUMBERS = range(6)
# below this angle its ratio to its sine is taken by its series [rad]
NEAR_ZERO = 1e-2
# hits between two looks at whether to go on
AT_ONCE = 100_000


@compiled
def _flight(x, y, vx, vy, far_x, far_y, k):
    """How long the flight from (x, y) with a velocity to the place (far_x, far_y) takes [s]."""
    across, along = far_x - x, far_y - y
    half = atan2(vx*along - vy*across, vx*across + vy*along)
    if fabs(half) < NEAR_ZERO:
        square = half*half
        # the ratio of the angle to its sine
        stretch = 1.0 + square*(1.0/6.0 + square*(7.0/360.0 + square*(31.0/15120.0 + square*127.0/604800.0)))
        return stretch*sqrt((across*across + along*along)/(vx*vx + vy*vy))
    # what rounding makes of half a turn
    if half*k < 0.0:
        half += 2.0*pi if k > 0.0 else -2.0*pi
    return 2.0*half/k


@entry
def _hits(numbers: Numbers, rows: Numbers) -> int:
    k, left, have, count = numbers[TURNS], numbers[LEFT], int(numbers[HAVE]), int(numbers[COUNT])
    while have < count:
        before, row = part(rows, ROW*(have - 1)), part(rows, ROW*have)
        t, x, y, vx, vy = before[0], before[1], before[2], before[3], before[4]
        g_x, g_y = k*x - vy, k*y + vx
        size = g_x*g_x + g_y*g_y
        # it is not thrown inwards, or stands still
        if not (x*vx + y*vy < 0.0 and size > 0.0):
            return 1
        a, b = (g_x*g_x - g_y*g_y)/size, 2.0*g_x*g_y/size
        far_x, far_y = a*x + b*y, b*x - a*y
        t += _flight(x, y, vx, vy, far_x, far_y, k)
        if not t <= numbers[UNTIL]:
            return 2
        vx, vy = vx - k*(far_y - y), vy + k*(far_x - x)
        change = (left - 1.0)*(vx*far_x + vy*far_y)/(far_x*far_x + far_y*far_y)
        row[0], row[1], row[2], row[3], row[4] = t, far_x, far_y, vx + change*far_x, vy + change*far_y
        have += 1
        numbers[HAVE] = float(have)
    return 0


OUTCOMES = ("complete", "held", "out of time")


@dataclass(frozen=True)
class Table:
    """A ball within the wall of a turning table whose hits are found in closed form; it has what `Sectioned` has.

    start    (4,) x, y, vx, vy of the centre, at the start of the run;  wall  that keeps it within [m]
    turns    rate of its circles [rad/s];  left  what is left of v_n after a hit, negative where it comes back
    """

    start: np.ndarray
    wall: float
    turns: float
    left: float
    kind: str = "billiard"
    state: tuple[str, ...] = STATE
    units: tuple[str, ...] = UNITS
    energy_unit: str = "m²/s"
    section: str = "wall"
    conserved: str = "ell"

    def energy(self, states) -> np.ndarray:
        """Returns ell (...) of states (..., 4) [m^2/s], which stays through all hits."""
        x, y, vx, vy = np.moveaxis(np.asarray(states, float), -1, 0)
        return x*vy - y*vx - 0.5*self.turns*(x*x + y*y)

    def longest(self, count: int) -> float:
        """Returns inf: a flight that does not end in a hit is known as such."""
        return inf

    def beside(self, count: int) -> np.ndarray:
        """Returns `count` starts (n, 4) at the place and with the speed of the scene's, in all directions."""
        speed, directions = np.hypot(*self.start[2:]), 2.0*pi*np.arange(count)/count
        return np.column_stack((np.repeat(self.start[None, :2], count, axis=0), speed*np.cos(directions),
                                speed*np.sin(directions)))

    def with_energy(self, seeds: np.ndarray, energy: float, sign: int) -> np.ndarray:
        """Raises BadValue: nothing of a billiard is decided by its energy."""
        raise BadValue(_("--energy: starts of a billiard are given by place and velocity alone"))

    def find_returns(self, seeds=None, crossing: Crossing = USUAL, until: Until = EVER, workers: int | None = None,
                     progress: Callable[[float], None] | None = None,
                     is_cancelled: Callable[[], bool] | None = None) -> Returns:
        """Returns the hits of orbits: time [s], place and velocity after it; arguments as of Sectioned.find_returns.

        outcome   "held" where the ball does not come back from the wall, "out of time" also where it never reaches it
        """
        seeds = np.atleast_2d(np.asarray(self.start if seeds is None else seeds, float))
        if seeds.ndim != 2 or seeds.shape[1] != len(STATE) or not np.all(np.isfinite(seeds)):
            raise BadValue(_("section: seeds need {count} finite numbers each: {names}").format(
                count=len(STATE), names=", ".join(STATE)))
        if crossing.variable not in ("", self.section):
            raise BadValue(_("section: got {found!r}, needs one of {known}").format(
                found=crossing.variable, known=self.section))
        if until.count < 1:
            raise BadValue(_("section: got {found} returns per seed, needs at least 1").format(found=until.count))
        if np.any(np.hypot(seeds[:, 0], seeds[:, 1]) >= self.wall):
            raise BadValue(_("section: a start lies beyond the wall"))
        points, outcomes = [], []
        for number, seed in enumerate(seeds):
            stopped = is_cancelled is not None and is_cancelled()
            found, word = (np.zeros((0, ROW)), "cancelled") if stopped else self._orbit(seed, until, is_cancelled)
            points.append(found)
            outcomes.append(word)
            if progress is not None:
                progress((number + 1)/len(seeds))
        errors = [np.abs(self.energy(found[:, 1:]) - self.energy(seed)).max(initial=0.0)
                  for found, seed in zip(points, seeds, strict=True)]
        return Returns(np.concatenate(points), np.repeat(np.arange(len(seeds)), [len(found) for found in points]),
                       tuple(outcomes), np.array(errors), ("t", *STATE))

    def _orbit(self, seed: np.ndarray, until: Until, is_cancelled) -> tuple[np.ndarray, str]:
        """The hits (n, 5) of one orbit, and its outcome."""
        first = self._first_hit(seed)
        if first is None or first[0] > until.t_end:
            return np.zeros((0, ROW)), "out of time"
        rows, numbers = np.empty((until.count, ROW)), np.zeros(NUMBERS)
        rows[0] = first
        numbers[[TURNS, LEFT, UNTIL, HAVE]] = self.turns, self.left, until.t_end, 1.0
        status = 0
        while status == 0 and numbers[HAVE] < until.count:
            if is_cancelled is not None and is_cancelled():
                return rows[:int(numbers[HAVE])].copy(), "cancelled"
            numbers[COUNT] = min(until.count, numbers[HAVE] + AT_ONCE)
            status = _hits(numbers, rows.ravel())
        return rows[:int(numbers[HAVE])].copy(), OUTCOMES[status]

    def _first_hit(self, seed: np.ndarray) -> np.ndarray | None:
        """The first hit (5,) of an orbit that begins within the wall, None where there is none.

        It is where the circle through z along w goes out: with g as at the head of this file, in the axes of g,

            z' = (alpha - i sqrt(R^2 - alpha^2)) g/|g|,    alpha = Re(z conj(g))/|g| + k (R^2 - |z|^2)/(2 |g|)
        """
        z, w, k, far = complex(*seed[:2]), complex(*seed[2:]), self.turns, self.wall
        g = k*z + 1j*w
        size = abs(g)
        if size == 0.0 or w == 0.0:
            return None
        alpha = ((z*g.conjugate()).real + 0.5*k*(far*far - abs(z)**2))/size
        if not abs(alpha) < far:
            return None
        hit = complex(alpha, -sqrt(far*far - alpha*alpha))*g/size
        t = _flight(z.real, z.imag, w.real, w.imag, hit.real, hit.imag, k)
        w += 1j*k*(hit - z)
        w += (self.left - 1.0)*(w*hit.conjugate()).real/abs(hit)**2*hit
        return np.array((t, hit.real, hit.imag, w.real, w.imag))


def of_scene(scene: Scene, values: Mapping) -> Table | None:
    """Returns the billiard of a scene with checked values, None where it has none of this kind."""
    model = scene.models(values)[0]
    ball = getattr(model, "made_from", None)
    if not isinstance(model, Constrained) or not isinstance(ball, PlaneBall) or ball.wall is None:
        return None
    motion, name = ball.motion, scene.id or scene.title
    if ball.disc is not None or any(motion.point):
        raise refusal(name, _("a section knows a wall about the axis of a whole table only"))
    angle, start, wall = motion.angle, scene.started(values), ball.wall_model
    assert isinstance(start, At)
    rate = float(values[angle.live]) if angle.live else float((*angle.coefficients, 0.0, 0.0)[1])
    chi, e = float(ball.ball.chi), float(wall.restitution)
    left = -e if wall.others_hold else chi - e*(1.0 - chi)
    return Table(np.array((*start.q[:2], *start.v[:2]), float), float(ball.wall), chi*rate*float(motion.axis[2]), left)
