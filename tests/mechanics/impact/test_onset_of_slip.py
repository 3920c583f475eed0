"""The direction in which slip begins: consistent, complete by dense sampling, continuous with the grip before it."""

from math import pi

import numpy as np
from numpy.testing import assert_allclose

from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.impact import decision as decisions
from sandbox.mechanics.impact.contact_state import touch
from sandbox.mechanics.impact.decision import begin_slip
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.impact.slip_direction import sliding_directions
from sandbox.scene import Disk
from tests.mechanics.impact.touch import ROUGH, system_of


def test_onset_of_slip_is_consistent_and_unique_enough():
    """Slip grows along its own direction, friction opposes it, the gap stays closed; dense sampling finds no other."""
    random = np.random.default_rng(4)
    for _ in range(300):
        M = random.normal(size=(3, 3))
        G = M @ M.T + 0.3*np.eye(3)
        c, k, mu, c0 = random.normal(size=3), 0.1*random.normal(size=3), *random.uniform(0.0, (1.5, 0.5))
        c[2] = -abs(c[2])
        found = sliding_directions(c, G, k, c0, mu)
        for e, N in found:
            change = c + N*k + G @ np.append(-(c0 + mu*N)*e, N)
            assert N > 0.0 and abs(change[2]) < 1e-9*(1.0 + N)
            assert change[:2] @ e > 0.0
            assert abs(e[0]*change[1] - e[1]*change[0]) < 1e-9*(1.0 + N*np.abs(G).max())
        angles = np.linspace(0.0, 2.0*pi, 4001)
        e = np.array((np.cos(angles), np.sin(angles)))
        N = -(c[2] - c0*G[2, :2] @ e)/(G[2, 2] + k[2] - mu*G[2, :2] @ e)
        a = c[:2, None] + N*(G[:2, 2] + k[:2])[:, None] - (c0 + mu*N)*(G[:2, :2] @ e)
        side = e[0]*a[1] - e[1]*a[0]
        turns = (side[1:]*side[:-1] < 0.0) & (N[1:] > 0.0) & (N[:-1] > 0.0) & ((e*a).sum(0)[1:] > 0.0)
        turns &= np.abs(side[1:] - side[:-1]) < 0.1*np.abs(a).max()
        assert turns.sum() <= len(found) + 1
        for i in np.flatnonzero(turns):
            assert any(direction @ e[:, i] > 1.0 - 1e-5 for direction, _N in found)


def test_slip_begins_against_the_friction_that_could_just_hold():
    """At |F| = mu_s N and mu = mu_s slip does not grow yet, but it has a direction."""
    for seed in range(40):
        random = np.random.default_rng(seed)
        system = system_of(Disk(0.04, 0.25, 0.02, 0.003))
        q, w = random.normal(size=4), 4.0*random.normal(size=3)
        now = touch(0.0, (0.0, 0.0, 0.0), q, w, None, system.p, system.calls)
        held = analyse(now, ROUGH, False)
        if held.group != "B2":
            continue
        needed = np.linalg.norm(held.F_stick)/held.N_stick
        for share in (1.0 - 1e-13, 1.0, 1.0 + 1e-13):
            found = begin_slip(now, dry_law(needed*share))
            assert found.mode == decisions.SLIDING
            assert_allclose(found.direction, -held.F_stick/np.linalg.norm(held.F_stick), rtol=0, atol=1e-9)
