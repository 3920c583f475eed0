"""What compiled code reports as integers."""

DONE = 0            # all steps made
GUARD = 1           # a guard of the mode broke; the state is the one at that instant
NOT_FINITE = 2      # the right-hand side gave inf or nan at the finest sub-step; the state is the last good one
LOST = 3            # the finest sub-step gains or loses energy as if the motion jumped; the state is the one before it
