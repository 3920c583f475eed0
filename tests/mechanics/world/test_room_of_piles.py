"""A pile that comes to more contacts than it has room for goes on in more room; none is left out in silence."""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.patches import layout as pl
from sandbox.scene import Box, Contact, Coulomb, Placed, Start
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world
from tests.mechanics.world.test_patches import STEP, states, world_of

SIDE = 0.04
LAW = Contact(Coulomb(0.5), restitution=0.0)


def bundle(height):
    """Twenty-seven cubes flush with each other, 216 points of which touch, and 36 more on a floor: room is for 248."""
    cube = Box(SIDE, SIDE, SIDE, 0.001, density=700.0)
    return assemble_world(world_of([Placed(cube, Start(mass_centre=(SIDE*i, SIDE*j, SIDE*(k + 0.5) + height)))
                                    for k in range(3) for j in range(3) for i in range(3)], pair=LAW, floor=LAW), {})


def lasting(run) -> int:
    room = run.system.room
    entries = run.y[room.touching_at:room.size - pl.BEHIND - room.balls*pl.RIDING].reshape(-1, pl.ENTRY)
    return int((entries[:, pl.WHO] >= 0.0).sum())


def test_what_touches_at_the_start_has_room():
    run = Integration(bundle(0.0), STEP)
    assert run.system.room.grown and lasting(run) == 216 + 36
    before = states(run)[:, :3].copy()
    run.advance(24)
    # [m] nothing sinks in or creeps: the floor is felt by all nine that stand on it
    assert np.abs(states(run)[:, :3] - before).max() < 1e-12


def test_what_lands_with_too_many_contacts_goes_on_in_more_room():
    system = bundle(1e-3)
    run, roomy = Integration(system, STEP), Integration(system._grown(system.p, system.y, system.calls, 0), STEP)
    assert not run.system.room.grown and lasting(run) == 216
    for one in (run, roomy):
        one.advance(12)
    # it falls for 14 ms; [m] no overlap with the floor but rounding
    assert run.system.room.grown and run.ended is None and lasting(run) > 248
    assert states(run)[:, at.X + 2].min() - 0.5*SIDE > -1e-9*SIDE
    # it goes on as if there had been room, but that a frame is made in two parts: [m] upwards rounding of an impact of
    # 36 points; aside small steps carry the bundle, which are of the first order
    apart = np.abs(states(run)[:, :3] - states(roomy)[:, :3])
    assert apart[:, 2].max() < 1e-9 and apart.max() < 1e-5 and run.drift < 1e-10
    # back to before it grew, and again
    key, bits = Integration(system, STEP).key(), run.y.copy()
    run.restore(0, key)
    assert not run.system.room.grown
    run.advance(12)
    assert np.array_equal(run.y, bits)


def test_a_run_that_needs_more_than_there_is_ends_in_a_sentence(monkeypatch):
    monkeypatch.setattr(pl, "CONTACTS_PER_BODY", (8, 8))
    monkeypatch.setattr(pl, "MORE_CONTACTS", (32, 33))
    run = Integration(bundle(1e-3), STEP)
    run.advance(12)
    assert run.ended is not None and run.ended.kind == "stop" and "249 points touch" in run.ended.sentence
    assert np.isfinite(states(run)).all() and states(run)[:, at.X + 2].min() > 0.5*SIDE
    with pytest.raises(BadValue, match="249 points"):
        bundle(0.0)
