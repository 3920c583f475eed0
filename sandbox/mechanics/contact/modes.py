"""All modes of a body on a support, by name."""

from sandbox.mechanics.contact.ball import BALL
from sandbox.mechanics.contact.compliant import ABOVE, PRESSED
from sandbox.mechanics.contact.flight.flight import FLIGHT
from sandbox.mechanics.contact.flight.loaded import LOADED_FLIGHT
from sandbox.mechanics.contact.internal_masses import CARRYING
from sandbox.mechanics.contact.lying import LYING, STANDING
from sandbox.mechanics.contact.mode import ContactMode
from sandbox.mechanics.contact.resting import PIVOT, REST
from sandbox.mechanics.contact.rolling import ROLLING
from sandbox.mechanics.contact.rolling_resistance import RESISTED, REST_END, ROLL_ONSET, RUBBER
from sandbox.mechanics.contact.slip.loaded import LOADED_SLIDING, LOADED_SLIP_END, LOADED_SLIP_ONSET
from sandbox.mechanics.contact.slip.sliding import SLIDING
from sandbox.mechanics.contact.slip.slip_end import SLIP_END
from sandbox.mechanics.contact.slip.slip_onset import SLIP_ONSET
from sandbox.mechanics.contact.slip.unturned import TURN_END, TURN_ONSET, UNTURNED, UNTURNED_END, UNTURNED_ONSET

MODES: dict[str, ContactMode] = {mode.name: mode for mode in (
    BALL, ROLLING, CARRYING, RUBBER, RESISTED, ROLL_ONSET, REST_END, REST, PIVOT, SLIDING, SLIP_ONSET, SLIP_END, FLIGHT,
    UNTURNED, UNTURNED_ONSET, UNTURNED_END, TURN_ONSET, TURN_END,
    LOADED_SLIDING, LOADED_SLIP_ONSET, LOADED_SLIP_END, LOADED_FLIGHT, PRESSED, ABOVE, LYING, STANDING)}
