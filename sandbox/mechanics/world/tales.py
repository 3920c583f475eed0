"""What has happened, noted for a person: read by systems/world/tales.py, never by the equations."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world.places import (
    CROWDS,
    MOST_TALES,
    TALE,
    TALES,
    TALES_AT,
    TELLS_ALL,
    TOLD_LOST,
    TOLD_ONE,
    TOLD_OTHER,
    TOLD_SPEED,
    TOLD_WHAT,
    TOLD_WHEN,
)


@compiled
def tell(p, t, what, i, other, speed, lost):
    """Notes what has happened, for a person; what there is no room for is left out."""
    k = int(p[TALES])
    if p[TELLS_ALL] == 0.0 and what != CROWDS:
        return
    if k >= int(p[MOST_TALES]):
        return
    tale = part(p, int(p[TALES_AT]) + k*TALE)
    tale[TOLD_WHEN], tale[TOLD_WHAT], tale[TOLD_ONE], tale[TOLD_OTHER] = t, what, float(i), float(other)
    tale[TOLD_SPEED], tale[TOLD_LOST] = speed, lost
    p[TALES] = float(k + 1)
