"""From the words of a body on a support to a system: one that only rolls, or one whose contact has a law."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.mechanics.contact.mode import ContactMode
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.layout import (
    CONSTANT_FRICTION,
    INERTIA,
    INVERSE_TENSOR,
    LEDGER_SCALE,
    MASS,
    OFFSET,
    RADIUS,
    SLIP_SCALE,
    SPIN_SCALE,
    STATIC_FRICTION,
    TENSOR,
)
from sandbox.scene.bodies import Ball, Body, ball_as_body
from sandbox.scene.contact import Contact
from sandbox.scene.motions import Motion
from sandbox.scene.start import Start, start_ball
from sandbox.scene.supports.surface import Surface
from sandbox.systems.contact.compliant import SOFT_LEVEL, CompliantSystem, compliant_modes, put_contact
from sandbox.systems.contact.compliant import begin as begin_compliant
from sandbox.systems.contact.contact_system import ContactSystem
from sandbox.systems.contact.ground import Setting, put_body, setting_of
from sandbox.systems.contact.internal_masses import put_carried
from sandbox.systems.contact.modes import contact_modes, mode_of
from sandbox.systems.contact.placing import place
from sandbox.systems.contact.resets import begin
from sandbox.systems.contact.system import System
from sandbox.systems.protocol import Data, Mode
from sandbox.text import _


def assemble(body: Ball | Body, surface: Surface, motion: Motion, start: Start,
             values: Mapping | None = None) -> System:
    """The system of a body that starts in contact and rolls until it leaves, or BadValue with the reason why not."""
    setting = setting_of(body, surface, motion, start, values or {})
    p, live, mode = setting.p, dict(setting.live), MODES["rolling"]
    notes: tuple[str, ...] = ()
    load = np.zeros(0)
    if isinstance(body, Ball):
        p[OFFSET] = body.radius if surface.defines == "contact" else 0.0
        x, w, notes = start_ball(body, start, setting.ground, p[OFFSET])
        if body.carried:
            w = np.array(matrix_of(*setting.q)).reshape(3, 3).T @ w
    else:
        x, w = _start_body(body, start, surface, setting)
    shown = body
    if body.carried:
        if surface.defines != "contact":
            raise BadValue(_("surface '{name}': a body that carries masses needs the touched surface").format(
                name=surface.name))
        shown = ball_as_body(body) if isinstance(body, Ball) else body
        put_body(p, setting.calls, shown)
        load, more = put_carried(p, shown, values or {})
        live.update(more)
        mode = MODES["carrying"]
    elif isinstance(body, Ball):
        p[MASS], p[RADIUS], p[INERTIA] = body.m, body.radius, body.I
        mode = MODES["ball"]
    else:
        put_body(p, setting.calls, body)
    p[LEDGER_SCALE] = p[MASS]*(body.size*p[SPIN_SCALE])**2
    y = np.concatenate([x, setting.q, w, [0.0], load])
    return System(shown, surface, motion, _only(mode), "rolling", setting.calls, p, y, live, tuple(notes))


def _only(mode: ContactMode) -> dict:
    return {"rolling": mode_of(mode)}


def assemble_contact(body: Ball | Body, surface: Surface, motion: Motion, contact: Contact, start: Start,
                     values: Mapping | None = None) -> System:
    """The system of a body whose contact has a law, or BadValue with the reason why it can't start so."""
    if not isinstance(contact, Contact):
        raise BadValue(_("scene: got {found}, needs {word}").format(found=type(contact).__name__, word=_("a contact")))
    if getattr(body, "carried", ()):
        return _rolling_with_a_load(body, surface, motion, contact, start, values)
    setting, modes, data = equipped(body, surface, motion, contact, start, values)
    p, calls = setting.p, setting.calls
    held, gap = place(body, start, setting.ground, setting.q, data, modes["flight"])
    if contact.gives_way:
        put_contact(data, contact)
        mode, y = begin_compliant(held, gap)
        return CompliantSystem(body, surface, motion, modes, mode, calls, p, y, setting.live, finest_level=SOFT_LEVEL,
                               contact=contact)
    jump = begin(held, gap)
    return ContactSystem(body, surface, motion, modes, jump.mode, calls, p, jump.y, setting.live, contact=contact)


class Equipped(NamedTuple):
    """A support under a body, with the law of their contact: what is known before it is known where the body starts."""

    setting: Setting
    modes: dict[str, Mode]
    data: Data              # of the support at t = 0, without a state


def equipped(body: Ball | Body, surface: Surface, motion: Motion, contact: Contact, start: Start,
             values: Mapping | None = None) -> Equipped:
    """Returns a support under a body that is to touch it by a law, or BadValue with the reason why it can't."""
    setting = setting_of(body, surface, motion, start, values or {})
    if surface.defines != "contact":
        raise BadValue(_("surface '{name}': a contact with a law needs the touched surface, not that of a ball's "
                         "centre").format(name=surface.name))
    p, calls = setting.p, setting.calls
    put_body(p, calls, ball_as_body(body) if isinstance(body, Ball) else body)
    inertia = p[TENSOR:TENSOR + 9].reshape(3, 3)
    can_tip = isinstance(body, Ball) or body.can_tip
    inverse = np.linalg.inv(inertia) if can_tip else np.diag([0.0, 0.0, 1.0/inertia[2, 2]])
    p[INVERSE_TENSOR:INVERSE_TENSOR + 9] = inverse.ravel()
    p[SLIP_SCALE] = body.size*p[SPIN_SCALE]
    p[LEDGER_SCALE] = p[MASS]*p[SLIP_SCALE]**2
    if contact.gives_way and isinstance(body, Body) and not can_tip:
        raise BadValue(_("body '{name}': a body that can't tip needs a rigid contact, without stiffness").format(
            name=body.name))
    if not contact.gives_way:
        contact.law.put(p, calls)
    modes = compliant_modes() if contact.gives_way else contact_modes(contact, can_tip)
    return Equipped(setting, modes, Data("flight", 0.0, np.zeros(0), p, calls, contact))


def _rolling_with_a_load(body, surface: Surface, motion: Motion, contact: Contact, start: Start, values) -> System:
    """The system of a body that carries masses: it rolls until friction or the normal force would not do."""
    if (not contact.law.can_hold or contact.rubber or contact.rolling_resistance or contact.spinning_resistance
            or contact.gives_way):
        raise BadValue(_("scene: a body that carries masses needs a rigid contact that holds by friction alone, "
                         "without stiffness, rubber or resistance"))
    system = assemble(body, surface, motion, start, values)
    p = system.p.copy()
    p[STATIC_FRICTION], p[CONSTANT_FRICTION] = contact.law.mu_s, contact.law.c0
    return replace(system, p=p)


def _start_body(body: Body, start: Start, surface: Surface, setting: Setting):
    """Contact point (3,) in local axes and angular velocity (3,) in body axes of a general body."""
    ground = setting.ground
    if surface.defines != "contact":
        raise BadValue(_("surface '{name}': a surface of centres is for balls only").format(name=surface.name))
    if start.velocity is not None or start.spin:
        raise BadValue(_("start: a body other than a ball is started by omega; its velocity follows from rolling"))
    at = np.asarray(start.at, float)
    if at.size == 2:
        x = ground.drop(*at)
    else:
        x = ground.foot(ground.pose.to_local(at), 0.0)
        misfit = np.linalg.norm(x - ground.pose.to_local(at))
        if misfit > 1e-6*body.size:
            raise ground.off(ground.pose.to_local(at), misfit)
    for distance in ground.edges(x):
        if not distance > 0.0:
            raise BadValue(_("start: the point is {distance:.3g} m beyond an edge of the surface '{name}'").format(
                distance=-distance, name=surface.name))
    omega = np.zeros(3) if start.omega is None else np.asarray(start.omega, float)
    body_to_local = np.array(matrix_of(*setting.q)).reshape(3, 3)
    return x, body_to_local.T @ (ground.pose.rotation.T @ omega)
