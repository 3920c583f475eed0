"""How far the integrator came: a status is DONE, the number of the guard that broke, or a stop with its sentence."""

from sandbox.integration import observation as obs
from sandbox.text import N_

DONE = -1                       # all steps made
NOT_FINITE = obs.GUARDS             # inf or nan at the finest sub-step; the state is the last good one
# the finest sub-step gains or loses energy as if the motion jumped; the state before it
ENERGY_JUMP = obs.GUARDS + 1
ENDLESS = obs.GUARDS + 2            # a mode with a variable of its own does not get to the end of the frame
DRIFTED = obs.GUARDS + 3            # E_J and its ledger have parted by more than they may; the state before it

SENTENCES = {
    NOT_FINITE: N_("The equations lost their meaning {when}; the last good state is shown."),
    ENERGY_JUMP: N_("The motion jumps {when}, as where a contact passes from one edge of a body to another; the last "
                    "good state is shown."),
    ENDLESS: N_("The contact comes to no rest {when}, as where two edges of a body touch in turn; the last good "
                 "state is shown."),
    DRIFTED: N_("The energy no longer adds up {when}: the motion is faster than it can be followed, and what comes "
                "after is not to be trusted; the last good state is shown.")}
