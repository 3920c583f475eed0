"""From words to numbers: a body on a support whose contact has a law."""

from collections.abc import Mapping

import numpy as np

from sandbox.mechanics.layout import INVERSE_TENSOR, LEDGER_SCALE, MASS, SLIP_SCALE, SPIN_SCALE, TENSOR
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.contact import Contact
from sandbox.scene.contact_modes import contact_modes
from sandbox.scene.contact_start import ball_as_body, place
from sandbox.scene.contact_system import ContactSystem
from sandbox.scene.motions import Motion
from sandbox.scene.parameter import BadValue
from sandbox.scene.start import Start
from sandbox.scene.surface import Surface
from sandbox.scene.system import ground_of, put_body
from sandbox.text import _


def assemble_contact(body: Ball | Body, surface: Surface, motion: Motion, contact: Contact, start: Start,
                     values: Mapping | None = None) -> ContactSystem:
    """The system of a body whose contact has a law, or BadValue with the reason why it can't start so."""
    if not isinstance(contact, Contact):
        raise BadValue(_("scene: got {found}, needs {word}").format(found=type(contact).__name__, word=_("a contact")))
    p, calls, live, ground, q = ground_of(body, surface, motion, start, values)
    if surface.defines != "contact":
        raise BadValue(_("surface '{name}': a contact with a law needs the touched surface, not that of a ball's "
                         "centre").format(name=surface.name))
    put_body(p, calls, ball_as_body(body) if isinstance(body, Ball) else body)
    inertia = p[TENSOR:TENSOR + 9].reshape(3, 3)
    can_tip = isinstance(body, Ball) or body.can_tip
    inverse = np.linalg.inv(inertia) if can_tip else np.diag([0.0, 0.0, 1.0/inertia[2, 2]])
    p[INVERSE_TENSOR:INVERSE_TENSOR + 9] = inverse.ravel()
    contact.law.put(p)
    p[SLIP_SCALE] = body.size*p[SPIN_SCALE]
    p[LEDGER_SCALE] = p[MASS]*p[SLIP_SCALE]**2

    modes = contact_modes(contact, can_tip)
    held, gap = place(body, start, ground, q, p, calls, modes["flight"])
    system = ContactSystem(body, surface, motion, modes, "flight", calls, p, np.zeros(0), live, contact=contact)
    begin = system.begin(held, gap)
    system.mode, system.y = begin.mode, begin.y
    return system
