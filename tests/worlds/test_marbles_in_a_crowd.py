"""Marbles that an egg squeezes against each other in a bowl are in each other at no step, however often they meet.

Where a marble meets its neighbours hundreds of times within a step, small steps carry it. They have to close what a
closing bends open again, to get to the instant that they are asked for, and to know of what they have not met yet.
"""

import numpy as np

from sandbox.cli.common import catalogue
from sandbox.run.command import Command, Hold
from sandbox.run.simulation import Simulation
from sandbox.scene.bodies import Ball

# overlap that rounding leaves [radii]
ROUNDED = 1e-9
VALUES = {"flat": False, "eggs": 1, "marbles": 6.744554208399846, "friction": 2.0, "restitution": 0.8,
          "past": -0.0170008019148966, "rate": 3.307575698642971, "speed": 0.7597612161843359}
POINT, STRENGTH = (0.027395838201545675, -0.016072841544782335, -0.02297939536978938), 4.402728305457906
# where a hand pulls the egg to, and the rates of the bowl, from which step on
HAND = (
    (0, (0.12693024832747185, 0.058480844478366927, -0.02568537645694366)),
    (3, (0.0464608515717264, 0.06306196410193053, 0.06384500729570221)),
    (4, (0.1053633076631372, -0.0666493024934111, 0.10214913942867206)),
    (5, (0.18653440162012702, -0.018522801567823637, 0.050443389281829)),
    (7, (0.0691887957437686, 0.0639055515471235, 0.04580551584012647)),
    (8, (0.02562250100330183, 0.016470560348901146, 0.013470804176521994)),
    (9, (-0.024186897276741073, -0.040503762913049635, 0.06933639414983533)),
    (10, (0.059381079324065646, -0.06659310194414467, 0.08563107529387817)),
    (13, (0.11444837139116115, -0.11091418684087069, 0.09106969730168371)),
    (15, (0.12201978224055456, -0.0494951073543784, 0.12954334402981216)),
    (17, (0.1555832509817366, -0.028350473113328403, 0.07808811499965954)),
    (18, (0.061768773761016554, -0.02951445393081792, 0.0842422015894072)),
    (20, (0.11236776555891732, -0.03285821344620687, 0.0797727864120848)),
    (23, (-0.014653012516002498, 0.06346820688370741, 0.017158909270445704)),
)
LET_GO, RATES = 453, ((236, 2.0199213124534943), (246, 4.539796973004858),
                      (251, -2.717558038961579), (254, 0.9753586005079242))
STEPS = 505


def commands():
    held = [Command(k, "hand", Hold(0, POINT, target, STRENGTH)) for k, target in HAND]
    return [*held, *(Command(k, "rate", rate) for k, rate in RATES), Command(LET_GO, "hand", None)]


def overlap(run) -> float:
    """How deep two marbles are in each other at most [radii]."""
    marbles = [k for k, body in enumerate(run.system.bodies) if isinstance(body, Ball)]
    a = run.system.bodies[marbles[0]].radius
    x = np.array([body.centre for body in run.snapshot().bodies])[marbles]
    i, j = np.triu_indices(len(marbles), 1)
    return float((2.0 - np.linalg.norm(x[i] - x[j], axis=1)/a).max())


def test_marbles_that_meet_hundreds_of_times_in_a_step_stay_apart():
    run = Simulation(catalogue().scenes["eggs"], VALUES, 480)
    run.replay(commands())
    worst = {}
    for _ in range(STEPS):
        run.advance(1)
        worst[run.step] = overlap(run)
    # closed once, marbles were 1e-8 and 3e-6 in each other at steps 251 and 452; unheard of by each other in small
    # steps 7e-5 at step 487; left behind at an instant 2e-4 at step 503
    assert len(worst) == STEPS and run.ended is None
    assert max(worst.values()) < ROUNDED, max(worst.items(), key=lambda item: item[1])
