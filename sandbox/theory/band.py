"""The band of a surface of revolution in which a rolling ball stays: its two turning circles, without simulating.

The ball turns where the energy that theory/meridian.py leaves for the motion along the meridian vanishes.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sandbox.systems.integration import Integration
from sandbox.theory.meridian import on_meridian

# how far along the meridian a turning circle is sought, in units of the present distance from the axis and of the ball
REACH = 30.0
# steps along that way at least, so that no narrow forbidden stretch is stepped over
STRIDES = 150


@dataclass
class Terminal:
    """A terminal event of solve_ivp: value(sigma, y) passes zero."""

    value: Callable
    direction: float = 0.0
    terminal: bool = True

    def __call__(self, sigma, y):
        return self.value(sigma, y)


def turning_circles(run: Integration) -> list[tuple[float, float]] | None:
    """Takes a run and returns (radius, height) [m] of its turning circles on the touched surface, local axes.

    None where the theory does not apply; a side on which the ball reaches an edge or the axis before turning has no
    circle.
    """
    here = on_meridian(run)
    if here is None:
        return None
    # half a second that the start of the program does not wait for
    from scipy.integrate import solve_ivp
    m, total, noise = here.meridian, here.total, here.noise
    # a ball at rest on its circle starts at zero: rounding is added, so that each side begins allowed
    turns = Terminal(lambda _sigma, y: total - m.rest(y) + noise, direction=-1.0)
    leaves = Terminal(lambda _sigma, y: 1.0 if m.is_inside(y) else -1.0)

    circles = []
    for direction in (-1.0, 1.0):
        reach = direction*REACH*(here.place.rho + m.ball.radius)
        with np.errstate(all="ignore"):
            path = solve_ivp(m.slopes, (0.0, reach), np.array(here.place), "DOP853", rtol=1e-11,
                             atol=1e-13*m.ball.size, events=(turns, leaves), max_step=abs(reach)/STRIDES)
        turning_points, _leaving_points = path.y_events
        if len(turning_points):
            circles.append(m.touching_point(turning_points[0]))
    return circles or None
