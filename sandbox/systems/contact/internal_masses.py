"""Where what a body carries stands in the numbers of a run: written to the parameter array, read from a state.

A body carries at most two sliders and two driven parts (mechanics/contact/load.py).
"""

from collections.abc import Mapping

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.state import LINES
from sandbox.mechanics.motion import signal
from sandbox.scene.bodies import Body
from sandbox.scene.carrying import Circling, Driven, Rotor, Slider
from sandbox.systems.motion_numbers import put_signal
from sandbox.systems.protocol import LiveSignal
from sandbox.text import _


def sort(body: Body) -> tuple[list[Slider], list]:
    """The sliders and the driven parts of a body, or BadValue."""
    sliders = [part for part in body.carried if isinstance(part, Slider)]
    others = [part for part in body.carried if not isinstance(part, Slider)]
    for part in others:
        if not isinstance(part, (Driven, Circling, Rotor)):
            raise BadValue(_("body '{name}', carried: got {found}, needs Slider, Driven, Circling or Rotor").format(
                name=body.name, found=type(part).__name__))
        if isinstance(part, Rotor) and not part.inertia < np.dot(part.axis, np.asarray(body.inertia) @ part.axis):
            raise BadValue(_("body '{name}', rotor: inertia {found:g} kg m^2 needs to be below that of the body about "
                             "its axis, which counts it").format(name=body.name, found=part.inertia))
    if len(sliders) > lay.SLIDERS or len(others) > lay.DRIVEN:
        raise BadValue(_("body '{name}' carries too much: at most {sliders} sliders and {driven} driven parts").format(
            name=body.name, sliders=lay.SLIDERS, driven=lay.DRIVEN))
    return sliders, others


def put_carried(p: np.ndarray, body: Body, values: Mapping):
    """Write what a body carries to p.

    returns alpha, alpha' of the two lines at the start (4,) and the live signals as `put_motion` does
    """
    sliders, others = sort(body)
    start, live = np.zeros(2*lay.SLIDERS), {}
    for i, part in enumerate(sliders):
        part.put(p, lay.CARRIED + i*lay.SLIDER_SIZE, body.mass_centre)
        start[2*i:2*i + 2] = part.start, part.speed
    for i, part in enumerate(others):
        at = lay.FIRST_DRIVEN + i*lay.DRIVEN_SIZE
        part.put(p, at, body.mass_centre)
        put_signal(p, at + lay.DRIVEN_LAW, part.law, values)
        if part.law.live:
            live[part.law.live] = LiveSignal(at + lay.DRIVEN_LAW, part.law.order, part.law.limit)
    return start, live


def carried_places(body: Body, p: np.ndarray, t: float, y: np.ndarray) -> np.ndarray:
    """Places (masses, 3) of what the body carries, from its mass centre in body axes [m], sliders first; no rotors."""
    sliders, others = sort(body)
    found = []
    for i in range(len(sliders)):
        at = lay.CARRIED + i*lay.SLIDER_SIZE
        found.append(p[at + lay.SLIDER_POINT:at + lay.SLIDER_POINT + 3]
                     + y[LINES + 2*i]*p[at + lay.SLIDER_DIRECTION:at + lay.SLIDER_DIRECTION + 3])
    for i, part in enumerate(others):
        at = lay.FIRST_DRIVEN + i*lay.DRIVEN_SIZE
        value = signal(t, p, at + lay.DRIVEN_LAW).value
        first = p[at + lay.DRIVEN_FIRST:at + lay.DRIVEN_FIRST + 3]
        if isinstance(part, Driven):
            found.append(p[at + lay.DRIVEN_POINT:at + lay.DRIVEN_POINT + 3] + value*first)
        elif isinstance(part, Circling):
            found.append(p[at + lay.DRIVEN_POINT:at + lay.DRIVEN_POINT + 3] + np.cos(value)*first
                         + np.sin(value)*p[at + lay.DRIVEN_SECOND:at + lay.DRIVEN_SECOND + 3])
    return np.array(found).reshape(-1, 3)
