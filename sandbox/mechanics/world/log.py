"""What has happened, noted for a person: read by systems/world/log.py, never by the equations."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at


@compiled
def log_event(p, t, what, i, other, speed, lost, at_once):
    """Notes what has happened, for a person; what there is no room for is left out."""
    k = int(p[at.LOGGED])
    if p[at.LOGS_ALL] == 0.0 and what != at.STEPPING_BEGAN:
        return
    if k >= int(p[at.MOST_LOGGED]):
        return
    entry = part(p, int(p[at.LOG_AT]) + k*at.LOG_ENTRY)
    entry[at.LOGGED_WHEN], entry[at.LOGGED_WHAT], entry[at.LOGGED_ONE], entry[at.LOGGED_OTHER] = t, what, float(i), \
        float(other)
    entry[at.LOGGED_SPEED], entry[at.LOGGED_LOST] = speed, lost
    entry[at.LOGGED_AT_ONCE] = at_once
    p[at.LOGGED] = float(k + 1)
