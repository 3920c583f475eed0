"""From words to numbers: a body on a support as parameter array, table of addresses and start state."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from sandbox.compiling.rotation import matrix_of, multiply
from sandbox.errors import BadValue
from sandbox.integration.status import SENTENCES, stop_sentence
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.integrals import integrals
from sandbox.mechanics.layout import (
    AXIS_POINT,
    CALL_DOMAIN,
    CALL_SHAPE,
    CALL_SURFACE,
    CALLS,
    GUARD_CONE,
    GUARD_EDGES,
    GUARD_FIT,
    GUARD_FLAT,
    GUARD_NORMAL,
    INERTIA,
    LEDGER_SCALE,
    LENGTH_SCALE,
    MASS,
    MASS_CENTRE,
    OFFSET,
    RADIUS,
    SHAPE,
    SHAPE_SIZE,
    SPIN_SCALE,
    STATIC_FRICTION,
    SURFACE,
    TENSOR,
)
from sandbox.mechanics.probe import Pose
from sandbox.scene.bodies import Ball, Body, ball_as_body
from sandbox.scene.integral_titles import titles
from sandbox.scene.motions import Motion
from sandbox.scene.start import Ground, Start, start_ball
from sandbox.scene.surface import Surface
from sandbox.systems.contact.conservation import reason_not_conserved
from sandbox.systems.contact.internal_masses import put_carried
from sandbox.systems.contact.modes import mode_of
from sandbox.systems.fields import shape_fields, surface_fields
from sandbox.systems.motion_numbers import put_motion
from sandbox.systems.protocol import ARROWS, Event, Jump, Mode, Picture, instant
from sandbox.systems.reports import body_state, read_report, support_state
from sandbox.text import _

FINEST_LEVEL = 20
# share of the kinetic energy whose loss or gain within the finest sub-step is a jump of the contact: forces that change
# all of it in 50 ms do work of 1e-7 in these 4 ns, of which a step that follows them errs by next to nothing
ENERGY_JUMP = 1e-11


@dataclass
class System:
    """One body on one support, ready to be integrated.

    modes, mode   what it may do and does at the start;  calls  addresses of the fields (layout.py)
    p        parameters;  y  start state;  live  parameter name -> (place of its signal in p, order, limit)
    notes    what was changed to obey the constraint, in sentences;  h  frame step [s], told by the run
    """

    body: Ball | Body
    surface: Surface
    motion: Motion
    modes: dict[str, Mode]
    mode: str
    calls: np.ndarray
    p: np.ndarray
    y: np.ndarray
    live: dict[str, tuple[int, int, float]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    finest_level: int = FINEST_LEVEL
    energy_jump: float = ENERGY_JUMP
    h: float = 0.0

    def jump(self, mode: str, guard: int, t: float, y: np.ndarray, count: int) -> Jump:
        """A body that can only roll ends with the first broken guard."""
        return Jump(mode, y, ended=self.end(guard, t))

    def end(self, guard: int, t: float) -> Event:
        """What the broken guard means for a person."""
        when = instant(t, self.h)
        if guard in SENTENCES:
            return Event(t, 0, "stop", stop_sentence(guard, when))
        if guard == GUARD_NORMAL:
            return Event(t, 0, "detach", _("Detached: the normal force reached 0 {when}.").format(when=when))
        if guard == GUARD_CONE:
            return Event(t, 0, "slip", _("Slip begins {when}: a body that carries masses is followed while it rolls."
                                         ).format(when=when))
        if guard == GUARD_FIT:
            return Event(t, 0, self.surface.fit_kind,
                         _("The body {what} {when}.").format(what=self.surface.fit_sentence, when=when))
        if guard == GUARD_FLAT:
            return Event(t, 0, "stop", _("The body lies flat on its face {when}.").format(when=when))
        edge = self.surface.edges[guard - GUARD_EDGES]
        return Event(t, 0, edge.kind, _("The body {what} {when}.").format(what=edge.sentence, when=when))

    def picture(self, mode: str, t: float, y: np.ndarray) -> Picture:
        """Body and support in the laboratory frame."""
        seen = read_report(self.modes[mode], t, y, self.p, self.calls)
        return Picture((body_state(seen, self.modes[mode].word),),
                       (support_state(seen, self.p[AXIS_POINT:AXIS_POINT + 3]),))

    @property
    def bodies(self) -> tuple:
        """What is drawn."""
        return (self.body,)

    @property
    def integral_titles(self) -> dict[str, str]:
        """What each quantity that can be watched is called."""
        return titles()

    @property
    def arrows(self) -> tuple[str, ...]:
        """All that there are."""
        return ARROWS

    @property
    def arrow_words(self) -> dict[str, tuple[str, str]]:
        """Every arrow is what its name says."""
        return {}

    def reason_not_conserved(self, name: str, mode: str) -> str:
        """Why the named quantity is not conserved just now, or "" when it is."""
        return reason_not_conserved(name, self)

    def invariants(self, names, mode: str, t: float, y: np.ndarray, E_J: float) -> dict[str, float]:
        """Present values of the named integrals (mechanics/integrals.py)."""
        seen = read_report(self.modes[mode], t, y, self.p, self.calls)
        return integrals(names, t, seen, self.p, self.surface.shape, self.motion.gravity, E_J)


def assemble(body: Ball | Body, surface: Surface, motion: Motion, start: Start,
             values: Mapping | None = None) -> System:
    """The system of a body that starts in contact and rolls until it leaves, or BadValue with the reason why not."""
    p, calls, live, ground, q = ground_of(body, surface, motion, start, values)
    notes, load = (), np.zeros(0)
    if isinstance(body, Ball):
        p[OFFSET] = body.radius if surface.defines == "contact" else 0.0
        x, w, notes = start_ball(body, start, ground, p[OFFSET])
    if body.carried:
        if isinstance(body, Ball):
            w = np.array(matrix_of(*q)).reshape(3, 3).T @ w
            body = ball_as_body(body)
        else:
            x, w = _start_body(body, start, surface, ground, q)
        if surface.defines != "contact":
            raise BadValue(_("surface '{name}': a body that carries masses needs the touched surface").format(
                name=surface.name))
        put_body(p, calls, body)
        load, more = put_carried(p, body, values or {})
        live.update(more)
        mode = mode_of(MODES["carrying"])
    elif isinstance(body, Ball):
        p[MASS], p[RADIUS], p[INERTIA] = body.m, body.radius, body.I
        mode = mode_of(MODES["ball"])
    else:
        put_body(p, calls, body)
        x, w = _start_body(body, start, surface, ground, q)
        mode = mode_of(MODES["rolling"])
    p[LEDGER_SCALE] = p[MASS]*(body.size*p[SPIN_SCALE])**2
    y = np.concatenate([x, q, w, [0.0], load])
    return System(body, surface, motion, {"rolling": mode}, "rolling", calls, p, y, live, notes)


def ground_of(body: Ball | Body, surface: Surface, motion: Motion, start: Start, values: Mapping | None):
    """Parameters p and addresses of a support in motion, its live signals, the Ground, and q (4,) body -> support."""
    for value, kinds, word in ((body, (Ball, Body), _("a body")), (surface, Surface, _("a surface")),
                               (motion, Motion, _("a motion")), (start, Start, _("a start"))):
        if not isinstance(value, kinds):
            raise BadValue(_("scene: got {found}, needs {word}").format(found=type(value).__name__, word=word))
    slopes, domain, parameters = surface_fields(surface)
    p = np.zeros(SURFACE + max(parameters.size, 1))
    p[SURFACE:SURFACE + parameters.size] = parameters
    calls = np.zeros(CALLS, np.int64)
    calls[CALL_SURFACE], calls[CALL_DOMAIN] = slopes, domain
    live = put_motion(p, motion, surface, values or {})

    g = np.linalg.norm(motion.gravity)
    p[STATIC_FRICTION] = np.inf
    p[LENGTH_SCALE] = body.size
    p[SPIN_SCALE] = max(np.sqrt(g/body.size), 1e-3)
    pose = Pose(0.0, p)
    ground = Ground(p, calls, pose, surface.name)
    turn_back = pose.quaternion*[1.0, -1.0, -1.0, -1.0]
    orientation = np.asarray(start.orientation, float)
    if not np.linalg.norm(orientation) > 0.0:
        raise BadValue(_("start, orientation: got the zero quaternion"))
    q = np.array(multiply(*turn_back, *(orientation/np.linalg.norm(orientation))))
    return p, calls, live, ground, q


def put_body(p: np.ndarray, calls: np.ndarray, body: Body):
    """Write mass, inertia and shape of a body to p and calls."""
    if len(body.parameters) > SHAPE_SIZE:
        raise BadValue(_("body '{name}': at most {most} shape parameters").format(name=body.name, most=SHAPE_SIZE))
    p[MASS] = body.mass
    p[TENSOR:TENSOR + 9] = np.ravel(body.inertia)
    p[MASS_CENTRE:MASS_CENTRE + 3] = body.mass_centre
    p[SHAPE:SHAPE + len(body.parameters)] = body.parameters
    calls[CALL_SHAPE] = shape_fields(body.h, len(body.parameters)).slopes.address


def _start_body(body: Body, start: Start, surface: Surface, ground: Ground, q):
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
