"""Places in an observation: what the integrator reads of a state, whatever the system is.

A guard is a number that is positive inside the mode; the mode ends where one of them passes to zero. What a guard
stands for is the system's affair; the last one is the integrator's own.
"""

from sandbox.compiling.places import Places

GUARDS = 12

_observation = Places()
DEFECT = _observation.take()            # E_J - ledger [J]
KINETIC_ENERGY = _observation.take()    # relative to the moving axis point [J]
FRICTION_RATIO = _observation.take()    # |F|/N, inf where N <= 0 [1]
FIRST_GUARD = _observation.take(GUARDS)
OBSERVATION = _observation.size

# time that is left to the end of the frame, of a mode stepped in another variable than time [s]
CLOCK_GUARD = GUARDS - 1
