"""Bodies that are jammed as they slip: no forces let them go on so; what is shown is what friction does in a moment."""

import numpy as np

from sandbox.integration import hybrid
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world import shown
from sandbox.scene import Ball, Contact, Coulomb, On, Placed, Plane, Puck, Spin, Start, World
from sandbox.systems.world.assembly import assemble_world

# a puck that slips on a turning table and throws up a ball that spins at its rim: the more the ball presses it down,
# the more friction holds it, and the more the ball presses
PUCK = {at.X: (0.14445750, -0.13874190, 0.009), at.V: (0.51242414, 0.53327729, 0.0), at.W: (0.0, 0.0, 5.10288945),
        at.Q: (0.96597255, 0.0, 0.0, 0.25864462)}
BALL = {at.X: (0.13266899, -0.09053737, 0.02547378), at.V: (0.35440938, 0.41696085, 0.19812108),
        at.W: (10.23286273, 0.65530857, 0.74626167), at.Q: (-0.62053949, 0.75559107, 0.18598711, 0.09706528)}
# of the puck against the table below it [m/s]
SLIP = np.array((0.51242414 - 3.6923*0.13874190, 0.53327729 - 3.6923*0.14445750, 0.0))


def jammed(mu):
    """A world of the two, and its state where they touch."""
    law = Contact(Coulomb(mu), restitution=0.1)
    system = assemble_world(World(
        {"table": On(Plane(rim=0.5), Spin("z", 3.6923), law)},
        [Placed(Puck(0.03, 0.018, 0.09), Start(at=(0.0, 0.0))),
         Placed(Ball(0.021, density=7850.0), Start(at=(0.3, 0.0)))],
        {("puck", "ball"): law}), {})
    y = system.y.copy()
    for k, numbers in enumerate((PUCK, BALL)):
        for start, values in numbers.items():
            y[k*at.STATE + start:][:len(values)] = values
    y[at.MODE], y[at.STATE + at.ON], y[at.STATE + at.MODE] = at.SLIPS, -1.0, at.OPEN
    y[system.room.lasting_at:][:at.ENTRY] = 0.0, 1.0, at.SLIPS, 0.0, 0.0, 0.0
    return system, y


def shown_force(mu):
    """Normal force and friction at the puck as they are shown [N]."""
    system, y = jammed(mu)
    out = np.zeros(2*shown_at.BODY_SIZE + shown_at.SUPPORT_SIZE)
    hybrid.evaluate(shown.report.address, 0.0, y, system.p, system.calls, out)
    return out[shown_at.IN_BODY["N"]], out[shown_at.IN_BODY["F"]]


def test_what_is_shown_of_a_jam_is_bounded():
    for mu in (0.5, 2.0, 3.5, 5.0):
        N, F = shown_force(mu)
        # between the weights of the puck and of ten times both; friction is in its cone and against the slip
        assert 0.09*9.81 < N < 10.0*(0.09 + 0.305)*9.81
        assert np.linalg.norm(F) <= mu*N*(1.0 + 1e-9) and F @ SLIP < 0.0
