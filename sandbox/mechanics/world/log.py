"""What has happened, noted for a person: read by systems/world/log.py, never by the equations."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at


@compiled
def log_event(p, t, what, i, other, speed, lost):
    """Notes what has happened, for a person; what there is no room for is left out."""
    log_impact(p, t, what, i, other, (speed, lost, 1.0, 0.0))


@compiled
def log_impact(p, t, what, i, other, how):
    """`log_event` with what an impact was like.

    how     (speed [m/s], energy lost [J], contacts solved together, 1.0 where another impact of the instant set it off)
    """
    k = int(p[at.LOGGED])
    if p[at.LOGS_ALL] == 0.0 and what != at.STEPPING_BEGAN:
        return
    if k >= int(p[at.MOST_LOGGED]):
        return
    entry = part(p, int(p[at.LOG_AT]) + k*at.LOG_ENTRY)
    entry[at.LOGGED_WHEN], entry[at.LOGGED_WHAT], entry[at.LOGGED_ONE], entry[at.LOGGED_OTHER] = t, what, float(i), \
        float(other)
    entry[at.LOGGED_SPEED], entry[at.LOGGED_LOST], entry[at.LOGGED_AT_ONCE], entry[at.LOGGED_FOLLOWS] = how
    p[at.LOGGED] = float(k + 1)
