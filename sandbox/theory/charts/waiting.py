"""How long a contact waits: in class A2 a body may leave after any time C, and no law says which.

Ivanov 2008, example 1: the equation x' = 2 sqrt(x) with x(0) = 0 has the solutions

    x = 0 up to t = C,    x = (t - C)^2 from there on,        any C >= 0.

A gap that opens with the acceleration U is (U/2)(t - C)^2 at first, so that x = 2 gap/U obeys this very equation. The
steady motion of a coin is the same at all times: what it does after it has left is the same flight, C later. The flight
is found by running the program's own model with the contact let go.
"""

from dataclasses import replace

import numpy as np

from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Mark
from sandbox.scene.start import Start
from sandbox.scene.world import on_its_support
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.integration import Integration
from sandbox.text import _
from sandbox.theory.charts.situation import Situation

FINE = 8000             # steps per second of the flight
LONGEST = 2.0           # [s] of a flight
WAITS = (0.0, 0.3, 0.6, 0.9, 1.2, 1.5)      # waiting times that are drawn, in flights
MILLI = 1e3


def flight_of(situation: Situation) -> tuple[float, np.ndarray, np.ndarray] | None:
    """Returns U [m/s^2] as the contact is let go at the start, and the flight: times (n,) [s] and gaps (n,) [m].

    None where the start is not in class A2.
    """
    found = on_its_support(situation.scene.models(situation.values)[0])
    if found is None:
        return None
    body, surface, motion, law = found
    start = situation.scene.started(situation.values)
    assert isinstance(start, Start)
    held = Integration(assemble_contact(body, surface, motion, replace(law, branch="contact"), start,
                                        situation.values), 1.0/FINE)
    contacts = held.system.picture(held.data).contacts
    if not contacts or contacts[0].group != "A2":
        return None
    U = float(contacts[0].U)
    free = Integration(assemble_contact(body, surface, motion, replace(law, branch="flight"), start,
                                        situation.values), 1.0/FINE)
    times, gaps = [0.0], [0.0]
    for k in range(1, round(LONGEST*FINE)):
        if free.advance(1) < 1:
            break
        seen = free.system.picture(free.data)
        if not seen.bodies[0].is_aloft or seen.contacts[0].gap <= 0.0:
            break
        times.append(k/FINE)
        gaps.append(float(seen.contacts[0].gap))
    return U, np.array(times), np.array(gaps)


def draw_waiting(_word, situation: Situation) -> Chart | None:
    """Returns the gap over time for several waiting times; None outside class A2."""
    found = flight_of(situation)
    if found is None:
        return None
    U, t, gap = found
    whole, top = MILLI*t[-1], MILLI*float(gap.max())
    parts: list[ChartElement] = []
    for k, share in enumerate(WAITS):
        wait = share*whole
        if k == 0:
            first = t <= 0.4*t[-1]
            parts.append(Curve(_("x′ = 2 √x"), MILLI*t[first], 0.5*MILLI*U*t[first]**2, style="dashes", tone=3))
        label = _("waits {C:.3g} ms").format(C=wait) if k % 2 == 0 else ""
        parts.append(Curve(label, np.concatenate(([0.0], wait + MILLI*t)), np.concatenate(([0.0], MILLI*gap)),
                           tone=k % 3))
    end = (WAITS[-1] + 1.1)*whole

    def moving(snapshot) -> tuple[ChartElement, ...]:
        now = MILLI*snapshot.t
        if not snapshot.contacts or now > end:
            return ()
        return (Mark(_("now"), now, MILLI*max(float(snapshot.contacts[0].gap), 0.0), "stable"),)

    return Chart("time", "gap", tuple(parts), x_unit="ms", y_unit="mm", title="How long a contact waits",
                 x_range=(0.0, end), y_range=(-0.05*top, 1.5*top), moving=moving, trail=0.0,
                 key=("waiting", *sorted((k, v) for k, v in situation.values.items() if k != "release")))
