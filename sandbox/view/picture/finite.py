"""Whether a state can be drawn: a number that is none would stop the page for good."""

import numpy as np

from sandbox.systems.bodies_seen import BodyStates


def is_finite(snapshot) -> bool:
    """Returns whether every number of a snapshot that the picture uses is finite."""
    for support in snapshot.supports:
        if not (np.isfinite(support.position).all() and np.isfinite(support.quaternion).all()):
            return False
    if isinstance(snapshot.bodies, BodyStates):
        return bool(np.isfinite(snapshot.bodies.numbers).all())
    for body in snapshot.bodies:
        vectors = (body.centre, body.velocity, body.angular_velocity, body.quaternion, body.contact, body.normal,
                   body.F)
        if not all(np.isfinite(v).all() for v in vectors) or not np.isfinite(body.N):
            return False
    return True
