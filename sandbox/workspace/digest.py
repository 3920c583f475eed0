"""A hash of all that can be seen of a state: whether a run that is made again has come to the same place."""

from hashlib import blake2b

import numpy as np

from sandbox.systems.bodies_seen import column_of

HASHED = ("centre", "velocity", "angular_velocity", "quaternion", "contact")


def digest_of(snapshot) -> str:
    """Returns a hash of the numbers of all bodies and supports of a snapshot."""
    state = blake2b(digest_size=16)
    # body by body, in the order of HASHED
    state.update(np.hstack([column_of(snapshot.bodies, name) for name in HASHED]).astype("<f8").tobytes())
    for support in snapshot.supports:
        state.update(np.asarray(support.position, "<f8").tobytes() + np.asarray(support.quaternion, "<f8").tobytes())
    return state.hexdigest()
