"""The first moments of a slip that starts from rest: sliding in slip time until it has a direction of its own.

Across its direction a small slip is damped at the rate mu g/|sigma|, beyond all bounds at its start. By the variable s
of sliding.slip_end, dt/ds = |sigma + bias|, that rate is mu g; the bias gives the first step a length.
"""

from math import sqrt

from sandbox.mechanics.compiled import mode_function
from sandbox.mechanics.layout import FRAME_END, GUARD_CLOCK, GUARD_END, SEEN_GUARDS, SLIP_SCALE
from sandbox.mechanics.sliding import fill_sliding

# a slip of this share of the typical one, plus the bias, is followed in ordinary time [1]
BEGUN = 1e-3
# slip and bias together below this share of the bias: the slip has turned back before it grew [1]
FADED = 0.1


@mode_function
def slip_begin_observe(s, h, y, p, calls, out):
    """Fill an observation of the state y of sliding.slip_end; the mode ends when the slip has grown, or is over.

    Where friction was exceeded for a moment only, slip and bias together fade like exp(-mu g s) and time stands still.
    """
    size = fill_sliding(y[17], y, p, calls, out)[0]
    bias = sqrt(y[14]*y[14] + y[15]*y[15] + y[16]*y[16])
    out[SEEN_GUARDS + GUARD_END] = min(BEGUN*p[SLIP_SCALE] + bias - size, size - FADED*bias)
    out[SEEN_GUARDS + GUARD_CLOCK] = p[FRAME_END] - y[17]
    return 0.0
