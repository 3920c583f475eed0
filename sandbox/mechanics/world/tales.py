"""What has happened, noted for a person: read by systems/world/tales.py, never by the equations."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import places as at


@compiled
def tell(p, t, what, i, other, speed, lost):
    """Notes what has happened, for a person; what there is no room for is left out."""
    k = int(p[at.TALES])
    if p[at.TELLS_ALL] == 0.0 and what != at.CROWDS:
        return
    if k >= int(p[at.MOST_TALES]):
        return
    tale = part(p, int(p[at.TALES_AT]) + k*at.TALE)
    tale[at.TOLD_WHEN], tale[at.TOLD_WHAT], tale[at.TOLD_ONE], tale[at.TOLD_OTHER] = t, what, float(i), float(other)
    tale[at.TOLD_SPEED], tale[at.TOLD_LOST] = speed, lost
    p[at.TALES] = float(k + 1)
