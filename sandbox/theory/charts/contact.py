"""Ivanov's plane of normal force N and acceleration of the gap Lambda'', and the classes A1 to B4.

Without contact force Lambda'' = U; with one Lambda'' = U* + V* N. Signorini asks for N >= 0, Lambda'' >= 0 and
N Lambda'' = 0, so that a contact goes on where the line meets Lambda'' = 0 at N = -U*/V* > 0, and ends where U > 0.
Source: Ivanov 2008, section 2, figure 1 and table 1.
"""

import numpy as np

from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Mark, Region
from sandbox.text import _
from sandbox.theory.charts.situation import Situation

G = 9.81                # [m/s^2] scale of accelerations where there is no gravity
REACH = 2.5             # of the axes, in weights and in the acceleration of free fall
BAND = 0.7              # of an axis: the names of the classes stand beyond it
EDGE = 0.97             # of the axes: what lies beyond is shown there


def _scales(situation: Situation) -> tuple[float, float] | None:
    """Weight [N] and acceleration of free fall [m/s^2] of a body with a law of contact; None for any other system."""
    body, motion = situation.run.system.body, situation.run.system.motion
    mass = getattr(body, "m", None) or getattr(body, "mass", None)
    if mass is None or situation.run.data.contact is None:
        return None
    g = float(np.linalg.norm(np.asarray(motion.gravity, float))) or G
    return float(mass)*g, g


def draw_plane(_word, situation: Situation) -> Chart | None:
    """Returns the plane of N and Lambda'' with the line of the present contact."""
    found = _scales(situation)
    if found is None:
        return None
    weight, g = found
    N, A, left = REACH*weight, REACH*g, -0.25*weight

    def moving(snapshot) -> tuple[ChartElement, ...]:
        if not snapshot.contacts:
            return ()
        contact = snapshot.contacts[0]
        parts: list[ChartElement] = []
        if np.isfinite([contact.U_star, contact.V_star]).all() and contact.gap <= 1e-9:
            parts.append(Curve("", (0.0, 2*N), (contact.U_star, contact.U_star + 2*N*contact.V_star), tone=0))
            if contact.U_star*contact.V_star < 0.0:
                force = -contact.U_star/contact.V_star
                # what happens is full, what could happen instead is empty
                parts.append(Mark(_("contact, {group}").format(group=contact.group), min(force, EDGE*N), 0.0,
                                  "stable" if contact.N > 0.0 else "unstable"))
        if np.isfinite(contact.U):
            word = _("takes off") if contact.U > 0.0 else _("U, without contact")
            parts.append(Mark(word, 0.0, float(np.clip(contact.U, -EDGE*A, EDGE*A)),
                              "stable" if contact.U > 0.0 and contact.N <= 0.0 else "unstable"))
        return tuple(parts)

    known = (
        Region(_("into the support"), (0.0, N, N, 0.0), (0.0, 0.0, -A, -A), tone=3),
        Region("", (left, 0.0, 0.0, left), (A, A, -A, -A), tone=3),
        Curve(_("in contact: Λ″ = 0"), (0.0, N), (0.0, 0.0), tone=2, side="below"),
        Curve(_("N = 0"), (0.0, 0.0), (0.0, A), tone=1))
    return Chart("normal force N", "acceleration of the gap Λ″", known, x_unit="N", y_unit="m/s²",
                 x_range=(left, N), y_range=(-A, A), moving=moving, title="Contact or detachment", trail=0.0)


def draw_classes(_word, situation: Situation) -> Chart | None:
    """Returns the plane of U* and V* with its classes, and the present contact."""
    found = _scales(situation)
    if found is None:
        return None
    weight, g = found
    U, V = REACH*g, REACH*g/weight

    def moving(snapshot) -> tuple[ChartElement, ...]:
        contact = snapshot.contacts[0] if snapshot.contacts else None
        if contact is None or contact.gap > 1e-9 or not np.isfinite([contact.U_star, contact.V_star]).all():
            return ()
        word = _("{group}: U = {U:.3g} m/s²").format(group=contact.group, U=contact.U).replace("-", "−")
        return (Mark(word, float(np.clip(contact.U_star, -EDGE*U, EDGE*U)),
                     float(np.clip(contact.V_star, -EDGE*V, EDGE*V)), "stable"),)

    def quadrant(text: str, right: bool, up: bool, tone: int) -> tuple[Region, Region]:
        # its name stands in a band at the edge, out of the way of the contact
        x, y = U if right else -U, V if up else -V
        return (Region("", (0.0, x, x, 0.0), (0.0, 0.0, y, y), tone),
                Region(text, (0.0, x, x, 0.0), (BAND*y, BAND*y, y, y), tone))

    known = (
        *quadrant(_("A1: takes off\nB1: no answer"), True, True, 1),
        *quadrant(_("A2: both possible\nB2: in contact"), False, True, 2),
        *quadrant(_("A3: both possible\nB3: in contact"), True, False, 0),
        *quadrant(_("A4: takes off\nB4: no answer"), False, False, 3))
    return Chart("U*, with A: U > 0, B: U < 0", "V*", known, x_unit="m/s²", y_unit="1/kg", x_range=(-U, U),
                 y_range=(-V, V), moving=moving, title="Classes A1 to B4", trail=0.0)
