"""From the words of a body and its support to numbers: parameters, addresses of fields, the support at the start."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sandbox.compiling.rotation import multiply
from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.friction.law import Law
from sandbox.mechanics.probe import Pose
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.motions import Motion
from sandbox.scene.start import Ground, Start
from sandbox.scene.supports.surface import Surface
from sandbox.systems.addresses import address_of
from sandbox.systems.fields import check_body, shape_fields, surface_fields
from sandbox.systems.motion_numbers import put_motion
from sandbox.systems.protocol import LiveSignal
from sandbox.text import _


class Numbers(NamedTuple):
    """A support in motion under a body: parameters and addresses (layout.py), and parameter name -> LiveSignal."""

    p: np.ndarray
    calls: np.ndarray
    live: dict[str, LiveSignal]


def check_words(body: Ball | Body, surface: Surface, motion: Motion, start: Start | None = None):
    """Raises BadValue for what an author returned in place of these words."""
    kinds: list[tuple[object, type | tuple[type, ...], str]] = [
        (body, (Ball, Body), _("a body")), (surface, Surface, _("a surface")), (motion, Motion, _("a motion"))]
    if isinstance(body, Body) and body.corners:
        raise BadValue(_('scene: a body with flat faces stands in a world: return World({"table": On(surface, motion, '
                         'contact)}, [Placed(body, start)])'))
    if start is not None:
        kinds.append((start, Start, _("a start")))
    for value, kind, word in kinds:
        if not isinstance(value, kind):
            raise BadValue(_("scene: got {found}, needs {word}").format(found=type(value).__name__, word=word))


def numbers_of(body: Ball | Body, surface: Surface, motion: Motion, values: Mapping) -> Numbers:
    """Returns the numbers of a support under a body, which are the same wherever it starts; or BadValue."""
    check_body(surface, body)
    slopes, domain, parameters = surface_fields(surface)
    p = np.zeros(lay.SURFACE + max(parameters.size, 1))
    p[lay.SURFACE:lay.SURFACE + parameters.size] = parameters
    calls = np.zeros(lay.CALLS, np.int64)
    calls[lay.CALL_SURFACE], calls[lay.CALL_DOMAIN] = slopes, domain
    live = put_motion(p, motion, surface, values)

    p[lay.STATIC_FRICTION] = np.inf
    p[lay.SHARPEST], p[lay.GROWTH] = surface.sharpest, surface.growth
    put_size(p, body, motion)
    return Numbers(p, calls, live)


def put_size(p: np.ndarray, body: Ball | Body, motion: Motion):
    """Write what of the numbers of a support hangs on the size of the body."""
    p[lay.LENGTH_SCALE] = body.size
    p[lay.TURNING_REACH] = 0.0 if isinstance(body, Ball) else body.size
    p[lay.SPIN_SCALE] = max(np.sqrt(np.linalg.norm(motion.gravity)/body.size), 1e-3)


def ground_of(p: np.ndarray, calls: np.ndarray, surface: Surface, start: Start) -> tuple[Ground, np.ndarray]:
    """Returns the surface at t = 0, and the quaternion (4,) body -> support of a start; or BadValue."""
    pose = Pose(0.0, p)
    turn_back = pose.quaternion*[1.0, -1.0, -1.0, -1.0]
    orientation = np.asarray(start.orientation, float)
    if not np.linalg.norm(orientation) > 0.0:
        raise BadValue(_("start, orientation: got the zero quaternion"))
    q = np.array(multiply(*turn_back, *(orientation/np.linalg.norm(orientation))))
    return Ground(p, calls, pose, surface.name), q


def put_shape(calls: np.ndarray, body: Body):
    """Write the fields of the shape of a body to calls; BadValue where it has more numbers than there is room for."""
    if len(body.parameters) > lay.SHAPE_SIZE:
        raise BadValue(_("body '{name}': at most {most} shape parameters").format(name=body.name, most=lay.SHAPE_SIZE))
    calls[lay.CALL_SHAPE] = address_of(shape_fields(body.h, len(body.parameters)).slopes)


def put_mass(p: np.ndarray, body: Body):
    """Write mass, inertia and the numbers of the shape of a body to p."""
    p[lay.MASS] = body.mass
    p[lay.TENSOR:lay.TENSOR + 9] = np.ravel(body.inertia)
    p[lay.MASS_CENTRE:lay.MASS_CENTRE + 3] = body.mass_centre
    p[lay.SHAPE:lay.SHAPE + len(body.parameters)] = body.parameters


def put_law(law: Law, p: np.ndarray, calls: np.ndarray):
    """Write a law of contact to p and calls."""
    law.put_numbers(p)
    calls[lay.CALL_FRICTION] = address_of(law.numbers)
