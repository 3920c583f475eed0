"""What the integrator goes by: the accepted error, how fine sub-steps may get, where a frame ends."""

import numpy as np

from sandbox.compiling.places import Places

# accepted embedded error of a sub-step, relative to the scales of each component
TOLERANCE = 1e-14
# the same of one that is longer than a frame of 1/240 s, and from where on it is that [s]: frames of 1/240 s are mostly
# more exact than TOLERANCE asks for, and what has longer ones is to be as exact
LONG_TOLERANCE, LONG = 1e-15, 1.01/240.0
# share of the largest energy so far that may appear or get lost unseen before a run is no longer believed: a motion
# that is followed as it should stays below 1e-9 for hours, one that is not followed passes any limit within moments
DRIFT_LIMIT = 1e-6

_settings = Places()
FINEST_LEVEL = _settings.take()     # sub-steps are h/2^level, level <= FINEST_LEVEL
ENERGY_JUMP = _settings.take()      # share of the kinetic energy that a sub-step at the finest level whose error is
#                                     above the tolerance may gain or lose; 0 for any
CLOCK = _settings.take()            # place of the time in y of a mode stepped in another variable, else -1
FRAME_END = _settings.take()        # time at which such a mode has to stop [s]
DRIFT = _settings.take()            # share of the largest energy so far that may get lost or appear; 0 for any
LEAST_ENERGY = _settings.take()     # energies below this count as this: rounding is no share of nothing [J]
SETTINGS = _settings.size


def settings_of(finest_level: int, energy_jump: float = 0.0, drift: float = 0.0, least_energy: float = 0.0
                ) -> np.ndarray:
    """Returns the settings (SETTINGS,) of a mode stepped in time."""
    settings = np.zeros(SETTINGS)
    settings[FINEST_LEVEL], settings[ENERGY_JUMP], settings[CLOCK] = finest_level, energy_jump, -1
    settings[DRIFT], settings[LEAST_ENERGY] = drift, least_energy
    return settings
