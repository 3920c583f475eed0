"""Bodies of a world that are no balls: written down, started, and kept apart at the start."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import Any, NamedTuple

import numpy as np

from sandbox.compiling.rotation import matrix_of, multiply
from sandbox.errors import BadValue
from sandbox.integration import hybrid
from sandbox.mechanics import layout as lay
from sandbox.mechanics.world import apart
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Rough
from sandbox.scene.motions import Motion
from sandbox.scene.start import ROUNDED, Start
from sandbox.scene.supports.surface import Surface
from sandbox.systems.addresses import address_of
from sandbox.systems.contact.assembly import equipped
from sandbox.systems.contact.ground import ground_of
from sandbox.systems.contact.placing import place
from sandbox.systems.fields import shape_fields
from sandbox.systems.protocol import Data
from sandbox.systems.world.numbers import Room
from sandbox.systems.world.placing import SLIPLESS, TOUCHING, Started
from sandbox.text import _

# directions in which it is asked how far a body reaches, and what may lie between them
DIRECTIONS, BETWEEN = 4000, 1.01
# how far a direction is turned to ask how wide a side is [1], and the width that is none [sizes of the body]
NUDGE, NARROW = 1e-6, 1e-4
# great circles, by two directions across, which any other one meets; points on each, on the stretch about the one that
# is looked at closer, and how far apart those are at last [1]
ACROSS = (((0.48, 0.64, 0.6), (0.8, -0.6, 0.0)), ((0.64, 0.48, -0.6), (0.6, -0.8, 0.0)),
          ((0.36, -0.8, 0.48), (0.8, 0.0, -0.6)))
AROUND, REFINED, CLOSEST = 400, 8, 1e-8


def mass_of(body: Ball | Body) -> float:
    """Returns the mass [kg]."""
    return body.m if isinstance(body, Ball) else body.mass


def moment_of(body: Ball | Body) -> float:
    """Returns the moment of inertia of a ball, the mean of the principal ones of another body [kg m^2]."""
    return body.I if isinstance(body, Ball) else float(np.trace(body.inertia))/3.0


def reach_of(body: Ball | Body) -> float:
    """Returns the radius of a ball; how far another body reaches from its mass centre, at most [m]."""
    if isinstance(body, Ball):
        return body.radius
    each = [(body.h, body.parameters), *(found for found in (body.sides, body.bulged) if found is not None)]
    return BETWEEN*max(_furthest(h, tuple(numbers), tuple(body.mass_centre)) for h, numbers in each)


@lru_cache(64)
def _furthest(h: Callable, numbers: tuple[float, ...], about: tuple[float, ...]) -> float:
    """Returns the largest value of a support function about a point [m]: the distance of the furthest point."""
    return max(float(h(*nu, *numbers)) - float(np.dot(nu, about)) for nu in _directions())


@lru_cache(1)
def _directions() -> list[list[float]]:
    """Unit vectors spread evenly: a spiral of the golden angle; no axis among them, where a formula may have a kink."""
    z = 1.0 - 2.0*(np.arange(DIRECTIONS) + 0.5)/DIRECTIONS
    angle = pi*(3.0 - 5.0**0.5)*np.arange(DIRECTIONS)
    across = np.sqrt(1.0 - z*z)
    return np.column_stack((across*np.cos(angle), across*np.sin(angle), z)).tolist()


def check_count(bodies: list[Ball | Body]):
    """Raises BadValue where there are more bodies than one island has room for, which bodies that are no balls need.

    Boxes are counted where they are written down (piled.py).
    """
    if len(bodies) > here.MOST_BALLS and any(isinstance(body, Body) for body in bodies) \
            and not any(isinstance(body, Body) and body.corners for body in bodies):
        raise BadValue(_("world: got {found} bodies, at most {most} where some are no balls").format(
            found=len(bodies), most=here.MOST_BALLS))


def check_kinks(names: tuple[str, ...], bodies: list[Ball | Body]):
    """Raises BadValue where a body whose support function has a kink is to meet another one that is no ball.

    At a kink the touching point jumps along a straight line, as on the side of a capsule; Newton's method for the
    normal between two bodies (mechanics/world/shaped.py) is then not led to the one that is sought. Bodies with flat
    faces tell what stands for them, and those with corners are followed by their corners.
    """
    own = [(name, body) for name, body in zip(names, bodies, strict=True) if isinstance(body, Body)]
    if len(own) < 2 or any(body.corners for _name, body in own):
        return
    for name, body in own:
        h, numbers = (body.h, body.parameters) if body.sides is None else body.sides
        if body.bulged is None and _kink(h, tuple(numbers)) > NARROW*body.size:
            raise BadValue(_("world, body '{name}': its support function has a kink, as where a surface is straight; "
                             "beside balls it is followed, not yet beside other bodies").format(name=name))


@lru_cache(64)
def _kink(h: Callable, numbers: tuple[float, ...]) -> float:
    """Returns how far the touching point jumps [m], at most, along great circles of normals: of a smooth h nearly 0."""
    most = 0.0
    for one, other in ACROSS:
        low, high, parts = 0.0, 2.0*pi, AROUND
        while True:
            step = (high - low)/parts
            # where h bends most; the second difference over the step is what rho jumps by, and what S makes of the step
            heights = np.array([float(h(*(cos(a)*e + sin(a)*f for e, f in zip(one, other, strict=True)), *numbers))
                                for a in low + step*np.arange(-1, parts + 2)])
            jumps = (heights[2:] + heights[:-2] - 2.0*heights[1:-1])/step
            at_most = low + step*float(np.argmax(jumps))
            if step < CLOSEST:
                break
            low, high, parts = at_most - step, at_most + step, REFINED
        most = max(most, float(jumps.max()))
    return most


def put_shapes(bodies: list[Ball | Body], room: Room, p: np.ndarray, calls: np.ndarray):
    """Writes the bodies that are no balls to p, and the addresses of their fields beside those of the supports."""
    k = 0
    for i, body in enumerate(bodies):
        if isinstance(body, Ball):
            continue
        numbers, start = p[room.balls_at + i*at.BALL:][:at.BALL], room.shape_at(p, k)
        numbers[at.SHAPE], numbers[at.SHAPE_AT] = k + 1, start
        shape = p[start:start + at.SHAPE_SIZE]
        _put_shape(body, shape)
        size = at.CALLS_OF_PAIR*room.supports + at.CALLS_OF_SIDES
        mine = calls[at.CALLS_OF_SUPPORT*room.supports + at.CALLS_BEHIND + k*size:][:size]
        own = address_of(shape_fields(body.h, len(body.parameters)).slopes)
        h, parameters = (body.h, body.parameters) if body.sides is None else body.sides
        for s in range(room.supports):
            mine[at.CALLS_OF_PAIR*s + lay.CALL_SURFACE] = calls[at.CALLS_OF_SUPPORT*s + at.CALL_SLOPES]
            mine[at.CALLS_OF_PAIR*s + lay.CALL_DOMAIN] = calls[at.CALLS_OF_SUPPORT*s + at.CALL_VALUES]
            mine[at.CALLS_OF_PAIR*s + lay.CALL_SHAPE] = own
        mine[at.CALLS_OF_PAIR*room.supports] = address_of(shape_fields(h, len(parameters)).slopes)
        if body.bulged is not None:
            h, parameters = body.bulged
            mine[at.CALLS_OF_PAIR*room.supports + 1] = address_of(shape_fields(h, len(parameters)).slopes)
        k += 1


def _put_shape(body: Body, shape: np.ndarray):
    """Writes one of them down."""
    _h, sides = (body.h, body.parameters) if body.sides is None else body.sides
    bulged = () if body.bulged is None else body.bulged[1]
    for found in (body.parameters, sides, bulged):
        if len(found) > lay.SHAPE_SIZE:
            raise BadValue(_("body '{name}': at most {most} shape parameters").format(
                name=body.name, most=lay.SHAPE_SIZE))
    inertia = np.asarray(body.inertia, float)
    inverse = np.linalg.inv(inertia) if body.can_tip else np.diag([0.0, 0.0, 1.0/inertia[2, 2]])
    shape[at.TENSOR:at.TENSOR + 9], shape[at.INVERSE_TENSOR:at.INVERSE_TENSOR + 9] = inertia.ravel(), inverse.ravel()
    shape[at.MASS_CENTRE:at.MASS_CENTRE + 3] = body.mass_centre
    shape[at.ON_SUPPORTS:at.ON_SUPPORTS + len(body.parameters)] = body.parameters
    shape[at.ON_BODIES:at.ON_BODIES + len(sides)] = sides
    shape[at.ON_FACES:at.ON_FACES + len(bulged)] = bulged
    shape[at.HAS_FACES], shape[at.LENGTH] = float(body.bulged is not None), body.size
    shape[at.SIDE] = _width_of_side(body) if body.bulged is not None else 0.0


def _width_of_side(body: Body) -> float:
    """Returns how wide the side of a body with flat faces is [m]: what touches jumps by so much there."""
    def height(z: float) -> float:
        return float(body.h(1.0, 0.0, z, *body.parameters))
    # of a support function that has no kink there this is small of the second order
    width = (height(NUDGE) + height(-NUDGE) - 2.0*height(0.0))/NUDGE
    return width if width > NARROW*body.size else 0.0


class Below(NamedTuple):
    """The support on or above which a body starts.

    values  of the parameters, by name;  numbers  of the support that say how it moves from now on
    """

    surface: Surface
    motion: Motion
    contact: Contact | None
    values: Mapping
    numbers: np.ndarray


def started_body(body: Body, start: Start, name: str, on: Below) -> Started:
    """Returns the start of a body that is no ball, as in a scene with one body; or BadValue."""
    try:
        return _started(body, start, on)
    except BadValue as error:
        raise BadValue(_("world, body '{name}': {error}").format(name=name, error=error)) from error


def _started(body: Body, start: Start, on: Below) -> Started:
    surface, law = on.surface, Contact(Rough()) if on.contact is None else on.contact
    system = equipped(body, surface, on.motion, law, on.values)
    data = Data("flight", 0.0, system.y, system.p.copy(), system.calls, law)
    data.p[lay.SPIN:lay.IS_STEADY + 1] = on.numbers[lay.SPIN:lay.IS_STEADY + 1]
    ground, q = ground_of(data.p, data.calls, surface, start)
    held, gap = place(body, start, ground, q, data, system.modes["flight"])
    pose = ground.pose
    turning = np.array(matrix_of(*q)).reshape(3, 3)
    x, v = pose.to_lab(np.asarray(held.centre)), pose.rotation @ held.v + pose.point_velocity
    w = pose.rotation @ (turning @ held.w)
    if not body.can_tip:
        axis = pose.rotation @ turning[:, 2]
        w = (axis @ w)*axis
    found = Started(x, v, w, np.array(multiply(*pose.quaternion, *q)), at.OPEN)
    if gap > 0.0:
        return found
    n, contact = pose.rotation @ held.touch.n, pose.to_lab(np.asarray(held.c))
    u = v + np.cross(w, contact - x) - pose.velocity_of(contact)
    speed = max(float(np.linalg.norm(v)), float(np.linalg.norm(np.cross(w, contact - x))), 1e-6)
    through = float(u @ n)
    if through < -ROUNDED*speed:
        raise BadValue(_("start, velocity: {found:.3g} m/s of it is along the surface's normal, needs 0").format(
            found=through))
    if through > ROUNDED*speed:
        return found
    slip = float(np.linalg.norm(u - through*n))
    if law.law.mu_s == np.inf and slip > ROUNDED*speed:
        raise BadValue(_("start: velocity and omega violate rolling by {misfit:.3g} m/s").format(misfit=slip))
    rolls = law.law.mu_s > 0.0 and slip <= max(SLIPLESS, ROUNDED)*speed
    return found._replace(mode=at.ROLLS if rolls else at.SLIPS)


def check_apart(names: tuple[str, ...], supports: list[str], on: list[str], y: np.ndarray, p: np.ndarray,
                calls: np.ndarray, moment: Any):
    """Raises BadValue where a body that is no ball is in another body, or in a support that it does not start on.

    moment   (Moment of assembly.py) which of them are placed, and when
    """
    n, count = len(names), len(supports)
    gaps = np.full((n, count + n), np.inf)
    hybrid.evaluate(apart.gaps.address, moment.t, y, p, calls, gaps.ravel())
    for i in range(n):
        size = float(p[int(p[at.BALLS_AT]) + i*at.BALL + at.RADIUS])
        for s in range(count):
            is_new = moment.places(i) or s in moment.changed
            if is_new and supports[s] != on[i] and -2.0*size < gaps[i, s] < -ROUNDED*size:
                raise BadValue(_("world, body '{name}': overlaps the support '{wall}' by {depth:.3g} m at the start"
                                 ).format(name=names[i], wall=supports[s], depth=-gaps[i, s]))
        for j in range(i):
            if (moment.places(i) or moment.places(j)) and gaps[i, count + j] < -TOUCHING*size:
                raise BadValue(_("world: the bodies '{one}' and '{two}' overlap by {depth:.3g} m at the start").format(
                    one=names[j], two=names[i], depth=-gaps[i, count + j]))

