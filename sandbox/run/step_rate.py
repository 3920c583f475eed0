"""How many steps a run may make per second of simulated time."""

from sandbox.errors import BadValue
from sandbox.text import _

STEP_RATES = (240, 480, 960)


def checked_step_rate(step_rate: int) -> int:
    """Returns a step rate [Hz]; BadValue where it is none of STEP_RATES."""
    if step_rate not in STEP_RATES:
        raise BadValue(_("step rate: got {found}, needs one of {known} per second").format(
            found=step_rate, known=", ".join(map(str, STEP_RATES))))
    return step_rate
