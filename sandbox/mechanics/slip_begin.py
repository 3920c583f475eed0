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


@mode_function
def slip_begin_observe(s, h, y, p, calls, out):
    """Fill an observation of the state y of sliding.slip_end; the mode ends when the slip has grown."""
    size = fill_sliding(y[17], y, p, calls, out)[0]
    bias = sqrt(y[14]*y[14] + y[15]*y[15] + y[16]*y[16])
    out[SEEN_GUARDS + GUARD_END] = BEGUN*p[SLIP_SCALE] + bias - size
    out[SEEN_GUARDS + GUARD_CLOCK] = p[FRAME_END] - y[17]
    return 0.0
