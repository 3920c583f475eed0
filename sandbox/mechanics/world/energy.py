"""Energy of a world of balls: of each relative to the support that it was on last, so that it is constant there.

    E = m v_r^2/2 + I w^2/2 - W.(m r x v_r + I w) - m (g - A).r,     r = x - P,   v_r = v - V

for a support with the axis point P, its velocity V and acceleration A, and the angular velocity W: the Jacobi integral
where the support turns evenly about gravity; in the laboratory at rest the plain energy. A support that is free to turn
has its own energy J rate^2/2 - (mass times mass centre).g, and what lies on it is counted in the laboratory. What
springs store is a part of the energy, too.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.entries import mode_function
from sandbox.compiling.traced import traced, turn, vector_at
from sandbox.integration import observation as obs
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.instant import support_now
from sandbox.mechanics.world.segments.segment import ball_of, state_of
from sandbox.mechanics.world.shaped import energy_of_body
from sandbox.mechanics.world.springs import stored_at
from sandbox.mechanics.world.supports import block_of, is_free


@traced
def weight_energy(place, block, g):
    """Potential energy of a support that is free to turn [J]."""
    return -(turn(place.turning, vector_at(block, at.TABLE_WEIGHT)) @ vector_at(g, at.GRAVITY))


@compiled
def energies_of(p, y, t):
    """Energy of all that moves, and the kinetic energy in it [J]."""
    total = kinetic = 0.0
    n, count = int(p[at.BALLS]), int(p[at.SUPPORTS])
    for s in range(count):
        block = block_of(p, s)
        place = support_now(p, y, s, t)
        if is_free(block):
            rate = y[int(p[at.FREE_AT]) + at.TURNING*int(block[at.FREE_INDEX]) + at.RATE]
            moving = 0.5*block[at.TABLE_INERTIA]*rate*rate
            total += moving + weight_energy(place, block, p)
            kinetic += moving
        for b in range(n):
            state = state_of(y, b)
            if state[at.FRAME] == s:
                found, moving = energy_of_body(p, place, state, ball_of(p, b))
                total += found
                kinetic += moving
    if p[at.JOINTS] > 0.0:
        total += stored_at(p, y, t)
    return total, kinetic


@compiled
def change_frame(p, y, b, t, frame):
    """Counts the energy of the ball b relative to another support from now on; the ledger takes the difference."""
    state = state_of(y, b)
    if int(state[at.FRAME]) == frame:
        return
    ball, ledger = ball_of(p, b), part(y, int(p[at.LEDGER_AT]))
    before = energy_of_body(p, support_now(p, y, int(state[at.FRAME]), t), state, ball).total
    state[at.FRAME] = float(frame)
    ledger[at.LEDGER] += energy_of_body(p, support_now(p, y, frame, t), state, ball).total - before


@mode_function
def observe(t, h, y, p, calls, out):
    """Fills what the integrator watches of a world: E - ledger and the kinetic energy; it has no guards.

    The friction that the motion needs is not watched: forces are found for pictures only (systems: has_friction_ratio).
    """
    total, kinetic = energies_of(p, y, t)
    out[obs.DEFECT] = total - y[int(p[at.LEDGER_AT]) + at.LEDGER]
    out[obs.KINETIC_ENERGY] = kinetic
    out[obs.FRICTION_RATIO] = 0.0
    return 0.0
