"""What is asked of an island, as one function that is found by its address: so it is compiled once, for all callers."""

from sandbox.compiling.compiled import call_mode, compiled
from sandbox.compiling.entries import mode_function
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.advance import advance_island
from sandbox.mechanics.world.island.decide import decide, forces, forces_seen, has_fault, part_what_opened
from sandbox.mechanics.world.island.together import hit

# what is asked: to go on to an instant, what the contacts do from now on, the forces of what they do, an impact, what
# the contacts do from now on if their forces can't be what they are (EVENT is not DONE then), what they do behind small
# steps
ADVANCE, DECIDE, FORCES, HIT, RECONSIDER, PART = 0.0, 1.0, 2.0, 3.0, 4.0, 5.0


@mode_function
def island_task(t, t_end, island, p, calls, out):
    """Does what TASK of the island says."""
    if island[here.TASK] == ADVANCE:
        advance_island(p, calls, island, t, t_end)
    elif island[here.TASK] == DECIDE:
        decide(p, calls, island, t)
    elif island[here.TASK] == HIT:
        hit(p, calls, island, t)
    elif island[here.TASK] == FORCES:
        forces_seen(p, calls, island, t)
    elif island[here.TASK] == PART:
        part_what_opened(p, calls, island, t)
    else:
        forces(p, calls, island, t)
        island[here.EVENT] = here.DONE
        if has_fault(p, island):
            decide(p, calls, island, t)
            island[here.EVENT] = here.CONE
    return 0.0


@compiled
def ask(task, p, calls, island, t, t_end):
    """Has a task done by the function whose address stands behind those of the supports; returns the kind of event."""
    island[here.TASK] = task
    call_mode(calls[at.CALLS_OF_SUPPORT*int(p[at.SUPPORTS]) + at.CALL_ISLAND], t, t_end, island, p, calls, island)
    return int(island[here.EVENT])
