"""The compiled functions that a run is going to need, besides those of its modes: known in time, they are compiled side
by side.
"""

from typing import Any

from sandbox.compiling.entries import Entry
from sandbox.integration import hybrid, instants
from sandbox.mechanics import integrals, shown
from sandbox.mechanics.contact.flight.passing import from_flight, to_flight
from sandbox.mechanics.impact import impulses
from sandbox.mechanics.impact.chatterjee_ruina import collide_contact
from sandbox.mechanics.impact.slip_search import slip_from_rest
from sandbox.mechanics.impact.table_one import fill_table
from sandbox.mechanics.impact.touch import fill_touch
from sandbox.mechanics.rebound import rebound
from sandbox.scene.constrained import Constrained
from sandbox.systems.contact.compliant import CompliantSystem
from sandbox.systems.contact.contact_system import ContactSystem
from sandbox.systems.protocol import Automaton
from sandbox.systems.supports.system import SupportsSystem

# what every run needs, and one of a body on supports besides, in the order in which it does
EVERY = (*instants.ENTRIES, *hybrid.ENTRIES)
ON_SUPPORTS = (*shown.ENTRIES, *integrals.ENTRIES, fill_touch, fill_table, *EVERY)
# what jumps between the modes of a body on supports need
PASSAGES = (from_flight, to_flight)
JUMPS = (*PASSAGES, fill_touch, fill_table, collide_contact, rebound, slip_from_rest, *impulses.ENTRIES)
# what any run needs that stops between two steps and closes its ledger there
BETWEEN = (*EVERY, hybrid.defect_of)


def at_the_start(parts: Any, is_of_balls: bool) -> tuple[Entry, ...]:
    """Returns what a run of what an author's functions returned begins with."""
    return EVERY if isinstance(parts, Constrained) or is_of_balls else ON_SUPPORTS


def later(system: Automaton) -> tuple[Entry, ...]:
    """Returns what a run of a system may need until its end."""
    modes = tuple(entry for mode in system.modes.values() for entry in mode.functions.all_entries)
    if isinstance(system, ContactSystem | SupportsSystem):
        return (*modes, *JUMPS, *BETWEEN)
    return (*modes, *PASSAGES, *BETWEEN) if isinstance(system, CompliantSystem) else (*modes, *BETWEEN)


def beyond_of(system: Automaton) -> Automaton | None:
    """Returns the system in which a run of this one will go on over a rim, as far as it is known; None without one."""
    lay_out = getattr(system, "ahead", None)
    return None if lay_out is None else lay_out()
