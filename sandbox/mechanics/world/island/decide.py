"""What the contacts of an island do from an instant on: open, roll or slip, as forces and accelerations allow.

Every normal force pushes, friction stays within its cone or opposes the slip, what is open does not close. Where
nothing of that kind is found (searches.py), as where a ball is jammed, time stepping carries the island.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world.island.faults import by_speed
from sandbox.mechanics.world.island.known import array_of, prepare, turn_supports
from sandbox.mechanics.world.island.places import SLOPES, STATE, STEPPED
from sandbox.mechanics.world.island.rates import fill_rates, look
from sandbox.mechanics.world.island.rest import come_to_rest
from sandbox.mechanics.world.island.searches import search, search_by_sweeps
from sandbox.mechanics.world.island.settle import settle_booked


@compiled
def decide(p, calls, island, t):
    """Decides what the contacts do from t on, fills their forces, and makes the state one that they allow.

    The energy of what is taken from it, slips and normal speeds that count as none, goes to the ledger. STEPPED is 1.0
    where no modes were found: time stepping carries the island then (fallback.py).
    """
    island[STEPPED] = 0.0
    if not prepare(p, island):
        island[STEPPED] = 1.0
        return
    y, rates = array_of(island, STATE), part(island, SLOPES)
    if come_to_rest(p, calls, island, t):
        return
    look(p, calls, island, t, y, rates)
    by_speed(p, island)
    # what closes still is stopped before forces are asked for; gaps are closed
    settle_booked(p, calls, island, t, y, rates)
    if not (search(p, island) or search_by_sweeps(p, island)):
        island[STEPPED] = 1.0
        turn_supports(p, island, t, y)
        return
    settle_booked(p, calls, island, t, y, rates)
    forces(p, calls, island, t)


@compiled
def forces(p, calls, island, t):
    """Fills the forces of what the contacts do at t."""
    prepare(p, island)
    fill_rates(p, calls, island, t, array_of(island, STATE), part(island, SLOPES))
    turn_supports(p, island, t, array_of(island, STATE))
