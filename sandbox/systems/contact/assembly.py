"""From words to numbers: a body on a support whose contact has a law."""

from collections.abc import Mapping

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.layout import (
    CONSTANT_FRICTION,
    INVERSE_TENSOR,
    LEDGER_SCALE,
    MASS,
    SLIP_SCALE,
    SPIN_SCALE,
    STATIC_FRICTION,
    TENSOR,
)
from sandbox.scene.bodies import Ball, Body, ball_as_body
from sandbox.scene.contact import Contact
from sandbox.scene.motions import Motion
from sandbox.scene.start import Start
from sandbox.scene.surface import Surface
from sandbox.systems.contact.compliant import SOFT_LEVEL, SoftSystem, soft_modes
from sandbox.systems.contact.contact_system import ContactSystem
from sandbox.systems.contact.modes import contact_modes
from sandbox.systems.contact.placing import place
from sandbox.systems.contact.system import System, assemble, ground_of, put_body
from sandbox.text import _


def assemble_contact(body: Ball | Body, surface: Surface, motion: Motion, contact: Contact, start: Start,
                     values: Mapping | None = None) -> System:
    """The system of a body whose contact has a law, or BadValue with the reason why it can't start so."""
    if not isinstance(contact, Contact):
        raise BadValue(_("scene: got {found}, needs {word}").format(found=type(contact).__name__, word=_("a contact")))
    if getattr(body, "carried", ()):
        return _rolling_with_a_load(body, surface, motion, contact, start, values)
    p, calls, live, ground, q = ground_of(body, surface, motion, start, values)
    if surface.defines != "contact":
        raise BadValue(_("surface '{name}': a contact with a law needs the touched surface, not that of a ball's "
                         "centre").format(name=surface.name))
    put_body(p, calls, ball_as_body(body) if isinstance(body, Ball) else body)
    inertia = p[TENSOR:TENSOR + 9].reshape(3, 3)
    can_tip = isinstance(body, Ball) or body.can_tip
    inverse = np.linalg.inv(inertia) if can_tip else np.diag([0.0, 0.0, 1.0/inertia[2, 2]])
    p[INVERSE_TENSOR:INVERSE_TENSOR + 9] = inverse.ravel()
    p[SLIP_SCALE] = body.size*p[SPIN_SCALE]
    p[LEDGER_SCALE] = p[MASS]*p[SLIP_SCALE]**2
    if contact.gives_way:
        return _soft(body, surface, motion, contact, start, p, calls, live, ground, q, can_tip)
    contact.law.put(p, calls)

    modes = contact_modes(contact, can_tip)
    held, gap = place(body, start, ground, q, p, calls, modes["flight"])
    system = ContactSystem(body, surface, motion, modes, "flight", calls, p, np.zeros(0), live, contact=contact)
    begin = system.begin(held, gap)
    system.mode, system.y = begin.mode, begin.y
    return system


def _soft(body, surface, motion, contact, start, p, calls, live, ground, q, can_tip) -> SoftSystem:
    """The system of a body on a support that gives way."""
    if not can_tip:
        raise BadValue(_("body '{name}': a body that can't tip needs a rigid contact, without stiffness").format(
            name=body.name))
    modes = soft_modes()
    held, gap = place(body, start, ground, q, p, calls, modes["flight"])
    system = SoftSystem(body, surface, motion, modes, "flight", calls, p, np.zeros(0), live, contact=contact,
                        finest_level=SOFT_LEVEL)
    system.put(contact)
    system.mode, system.y = system.begin(held, gap)
    return system


def _rolling_with_a_load(body, surface: Surface, motion: Motion, contact: Contact, start: Start, values) -> System:
    """The system of a body that carries masses: it rolls until friction or the normal force would not do."""
    if (not contact.law.can_hold or contact.rubber or contact.rolling_resistance or contact.spinning_resistance
            or contact.gives_way):
        raise BadValue(_("scene: a body that carries masses needs a rigid contact that holds by friction alone, "
                         "without stiffness, rubber or resistance"))
    system = assemble(body, surface, motion, start, values)
    system.p[STATIC_FRICTION], system.p[CONSTANT_FRICTION] = contact.law.mu_s, contact.law.c0
    return system
