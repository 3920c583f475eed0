"""From the words of a body on a support to a system: one that only rolls, or one whose contact has a law."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.contact.slip.loaded import loaded_stage
from sandbox.scene.bodies import Ball, Body, ball_as_body
from sandbox.scene.contact import Contact
from sandbox.scene.motions import Motion
from sandbox.scene.start import Ground, Start, start_ball
from sandbox.scene.supports.surface import Surface
from sandbox.systems.addresses import address_of
from sandbox.systems.contact.compliant import SOFT_LEVEL, CompliantSystem, compliant_modes, put_contact
from sandbox.systems.contact.compliant import begin as begin_compliant
from sandbox.systems.contact.contact_system import ContactSystem
from sandbox.systems.contact.ground import check_words, ground_of, numbers_of, put_law, put_mass, put_shape, put_size
from sandbox.systems.contact.internal_masses import put_carried
from sandbox.systems.contact.layouts import Found, Key, keep, key_of, known, put_live
from sandbox.systems.contact.modes import contact_modes, loaded_modes, mode_of
from sandbox.systems.contact.next_mode import START, next_mode
from sandbox.systems.contact.placing import place
from sandbox.systems.contact.resets import begin
from sandbox.systems.contact.states import read
from sandbox.systems.contact.system import System
from sandbox.systems.protocol import Data
from sandbox.systems.renewed import renewed
from sandbox.text import _

# sub-steps of a body that carries masses: to slip where no slip would need adhesion takes forces of a hundred weights
LOADED_LEVEL = 26


def assemble(body: Ball | Body, surface: Surface, motion: Motion, start: Start,
             values: Mapping | None = None) -> System:
    """The system of a body that starts in contact and rolls until it leaves, or BadValue with the reason why not."""
    check_words(body, surface, motion, start)
    system, load = _rolling(body, surface, motion, values or {})
    ground, q = ground_of(system.p, system.calls, surface, start)
    notes: tuple[str, ...] = ()
    if isinstance(body, Ball):
        x, w, notes = start_ball(body, start, ground, system.p[lay.OFFSET])
        if body.carried:
            w = np.array(matrix_of(*q)).reshape(3, 3).T @ w
    else:
        x, w = _start_body(body, start, surface, ground, q)
    return renewed(system, y=np.concatenate([x, q, w, [0.0], load]), notes=tuple(notes))


def _rolling(body: Ball | Body, surface: Surface, motion: Motion, values: Mapping) -> tuple[System, np.ndarray]:
    """The system of a body that can only roll, in no state, and what stands at the end of the state of a start."""
    key = key_of("rolling", body, (surface, motion, None))
    found = known(key)
    if key is not None and found is not None:
        p = numbers_again(found, key, body, surface, motion, values, lambda p: _put_rolling(p, body, surface))
        return _again(found.system, p, body=body, surface=surface, motion=motion), np.zeros(0)
    system, load = _rolling_anew(body, surface, motion, values)
    keep(key, _own(system))
    return system, load


def _own(system: System) -> System:
    """The same system, with numbers that nobody else writes to."""
    return replace(system, p=system.p.copy(), calls=system.calls.copy())


def _again(found: System, p: np.ndarray, **words) -> System:
    """A system that is kept, with these numbers and these words."""
    return renewed(found, p=p, calls=found.calls.copy(), **words)


def numbers_again(found: Found, key: Key, body: Ball | Body, surface: Surface, motion: Motion, values: Mapping,
                  put: Callable[[np.ndarray], object]) -> np.ndarray:
    """Returns the parameters of a system that is kept, with the numbers of these words.

    put   put(p) writes what hangs on the body
    """
    if found.key.supports != key.supports:
        p = numbers_of(body, surface, motion, values).p
    else:
        p = found.system.p.copy()
        put_live(p, found.system.live, values)
        if found.key.body == key.body:
            return p
        put_size(p, body, motion)
    put(p)
    return p


def _rolling_anew(body: Ball | Body, surface: Surface, motion: Motion, values: Mapping) -> tuple[System, np.ndarray]:
    """As `_rolling`, whatever there was before."""
    p, calls, live = numbers_of(body, surface, motion, values)
    live, mode, aloft = dict(live), MODES["rolling"], MODES["flight"]
    if body.carried:
        return _carrying(body, surface, motion, Contact(), p, calls, live, values)
    if isinstance(body, Ball):
        put_shape(calls, ball_as_body(body))
        mode = MODES["ball"]
    else:
        put_shape(calls, body)
    _put_rolling(p, body, surface)
    modes = {"rolling": mode_of(mode), "flight": mode_of(aloft)}
    return System(body, surface, motion, modes, "rolling", calls, p, np.zeros(0), live), np.zeros(0)


def _put_rolling(p: np.ndarray, body: Ball | Body, surface: Surface):
    """Write the numbers of a body that can only roll."""
    if isinstance(body, Ball):
        p[lay.OFFSET] = body.radius if surface.defines == "contact" else 0.0
        # in flight its gap counts from where phi does: from its centre, or from what touches
        put_mass(p, ball_as_body(body))
        p[lay.RADIUS], p[lay.INERTIA], p[lay.SHAPE] = body.radius, body.I, p[lay.OFFSET]
    else:
        put_mass(p, body)
    _put_scales(p, body)


def _put_scales(p: np.ndarray, body: Ball | Body):
    """Write what follows from mass, inertia and size of a body."""
    p[lay.INVERSE_TENSOR:lay.INVERSE_TENSOR + 9] = _inverse(p[lay.TENSOR:lay.TENSOR + 9].tobytes())
    p[lay.SLIP_SCALE] = body.size*p[lay.SPIN_SCALE]
    p[lay.LEDGER_SCALE] = p[lay.MASS]*(body.size*p[lay.SPIN_SCALE])**2


def _carrying(body: Ball | Body, surface: Surface, motion: Motion, contact: Contact, p, calls, live,
              values: Mapping) -> tuple[System, np.ndarray]:
    """As `_rolling`, of a body that carries masses; p, calls and live are those of support and body."""
    if surface.defines != "contact":
        raise BadValue(_("surface '{name}': a body that carries masses needs the touched surface").format(
            name=surface.name))
    shown = ball_as_body(body) if isinstance(body, Ball) else body
    if isinstance(body, Ball):
        p[lay.OFFSET] = body.radius
    put_shape(calls, shown)
    put_mass(p, shown)
    load, more = put_carried(p, shown, values)
    _put_scales(p, body)
    put_law(contact.law, p, calls)
    calls[lay.CALL_STAGE] = address_of(loaded_stage)
    return ContactSystem(shown, surface, motion, loaded_modes(), "rolling", calls, p, np.zeros(0), {**live, **more},
                         finest_level=LOADED_LEVEL, contact=contact), load


def assemble_contact(body: Ball | Body, surface: Surface, motion: Motion, contact: Contact, start: Start,
                     values: Mapping | None = None) -> System:
    """The system of a body whose contact has a law, or BadValue with the reason why it can't start so."""
    _check_contact(contact)
    if getattr(body, "carried", ()):
        _check_load(contact)
        return _as_it_starts(_with_friction(assemble(body, surface, motion, start, values), contact))
    check_words(body, surface, motion, start)
    system = equipped(body, surface, motion, contact, values)
    data = Data("flight", 0.0, system.y, system.p, system.calls, contact)
    ground, q = ground_of(data.p, data.calls, surface, start)
    held, gap = place(body, start, ground, q, data, system.modes["flight"])
    if isinstance(system, CompliantSystem):
        put_contact(data, contact)
        mode, y = begin_compliant(held, gap)
    else:
        jump = begin(held, gap)
        mode, y = jump.mode, jump.y
    return replace(system, mode=mode, y=y)


def lay_out(body: Ball | Body, surface: Surface, motion: Motion, contact: Contact | None = None,
            values: Mapping | None = None) -> System:
    """The system of a body on a support as far as it is known before it is known where the body starts; or BadValue."""
    check_words(body, surface, motion)
    if contact is None:
        return _rolling(body, surface, motion, values or {})[0]
    _check_contact(contact)
    if getattr(body, "carried", ()):
        _check_load(contact)
        return _with_friction(_rolling(body, surface, motion, values or {})[0], contact)
    system = equipped(body, surface, motion, contact, values)
    if isinstance(system, CompliantSystem):
        put_contact(Data("flight", 0.0, system.y, system.p, system.calls, contact), contact)
    return system


def equipped(body: Ball | Body, surface: Surface, motion: Motion, contact: Contact,
             values: Mapping | None = None) -> System:
    """Returns a body that is to touch a support by a law, in no particular state, or BadValue with the reason why not.

    A contact that gives way is not yet written to p.
    """
    values = values or {}
    key = key_of("equipped", body, (surface, motion, contact))
    found = known(key)
    if key is not None and found is not None:
        p = numbers_again(found, key, body, surface, motion, values, lambda p: put_equipped(p, body, contact))
        return _again(found.system, p, body=body, surface=surface, motion=motion, contact=contact)
    system = _equipped_anew(body, surface, motion, contact, values)
    keep(key, _own(system))
    return system


def _equipped_anew(body: Ball | Body, surface: Surface, motion: Motion, contact: Contact, values: Mapping) -> System:
    """As `equipped`, whatever there was before."""
    p, calls, live = numbers_of(body, surface, motion, values)
    if surface.defines != "contact":
        raise BadValue(_("surface '{name}': a contact with a law needs the touched surface, not that of a ball's "
                         "centre").format(name=surface.name))
    put_shape(calls, ball_as_body(body) if isinstance(body, Ball) else body)
    can_tip = isinstance(body, Ball) or body.can_tip
    put_equipped(p, body, contact)
    if contact.gives_way:
        if isinstance(body, Body) and not can_tip:
            raise BadValue(_("body '{name}': a body that can't tip needs a rigid contact, without stiffness").format(
                name=body.name))
        return CompliantSystem(body, surface, motion, compliant_modes(), "flight", calls, p, np.zeros(0), live,
                               finest_level=SOFT_LEVEL, contact=contact)
    calls[lay.CALL_FRICTION] = address_of(contact.law.numbers)
    modes = contact_modes(contact, can_tip, getattr(body, "bulged", None) is not None)
    return ContactSystem(body, surface, motion, modes, "flight", calls, p, np.zeros(0), live, contact=contact)


def put_equipped(p: np.ndarray, body: Ball | Body, contact: Contact):
    """Write the numbers of a body that is to touch a support by a law; those of a contact that gives way come later."""
    put_mass(p, ball_as_body(body) if isinstance(body, Ball) else body)
    inertia = p[lay.TENSOR:lay.TENSOR + 9].reshape(3, 3)
    can_tip = isinstance(body, Ball) or body.can_tip
    p[lay.INVERSE_TENSOR:lay.INVERSE_TENSOR + 9] = (
        _inverse(inertia.tobytes()) if can_tip else np.diag([0.0, 0.0, 1.0/inertia[2, 2]]).ravel())
    p[lay.SLIP_SCALE] = body.size*p[lay.SPIN_SCALE]
    p[lay.LEDGER_SCALE] = p[lay.MASS]*p[lay.SLIP_SCALE]**2
    if not contact.gives_way:
        contact.law.put_numbers(p)


@lru_cache(maxsize=64)
def _inverse(tensor: bytes) -> np.ndarray:
    """The inverse (9,) of a tensor of inertia: each support of a body asks for the same one."""
    return np.linalg.inv(np.frombuffer(tensor).reshape(3, 3)).ravel()


def _check_contact(contact: Contact):
    if not isinstance(contact, Contact):
        raise BadValue(_("scene: got {found}, needs {word}").format(found=type(contact).__name__, word=_("a contact")))


def _check_load(contact: Contact):
    """Raises BadValue for a contact that a body which carries masses can't have."""
    if (not contact.law.can_hold or contact.rubber or contact.rolling_resistance or contact.spinning_resistance
            or contact.gives_way or contact.law.patch):
        raise BadValue(_("scene: a body that carries masses needs a rigid contact that holds by friction alone, "
                         "without stiffness, rubber, resistance or a spinning patch"))


def _with_friction(system: System, contact: Contact) -> System:
    """The system of a body that carries masses, with the bound of its friction."""
    p, calls = system.p.copy(), system.calls.copy()
    put_law(contact.law, p, calls)
    return replace(system, p=p, calls=calls, contact=contact)


def _as_it_starts(system: System) -> System:
    """The system of a body that carries masses in the mode that its law of contact has for its start."""
    data = Data(system.mode, 0.0, system.y, system.p, system.calls, system.contact)
    jump = next_mode(read(data), START)
    return system if jump.mode == system.mode else replace(system, mode=jump.mode, y=jump.y)


def _start_body(body: Body, start: Start, surface: Surface, ground: Ground, q: np.ndarray):
    """Contact point (3,) in local axes and angular velocity (3,) in body axes of a general body."""
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
    body_to_local = np.array(matrix_of(*q)).reshape(3, 3)
    return x, body_to_local.T @ (ground.pose.rotation.T @ omega)
