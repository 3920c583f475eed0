"""A hash of all that can be seen of a state: whether a run that is made again has come to the same place."""

from hashlib import blake2b

import numpy as np


def digest_of(snapshot) -> str:
    """Returns a hash of the numbers of all bodies and supports of a snapshot."""
    state = blake2b(digest_size=16)
    for body in snapshot.bodies:
        for part in (body.centre, body.velocity, body.angular_velocity, body.quaternion, body.contact):
            state.update(np.asarray(part, "<f8").tobytes())
    for support in snapshot.supports:
        state.update(np.asarray(support.position, "<f8").tobytes() + np.asarray(support.quaternion, "<f8").tobytes())
    return state.hexdigest()
