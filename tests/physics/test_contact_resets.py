"""The table of what follows when a guard of a contact has broken."""

from collections import Counter

import numpy as np
import pytest

from sandbox.integration.status import ENDLESS, ENERGY_JUMP, NOT_FINITE
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.mode import FREE, HELD, SLIPPING
from sandbox.mechanics.contact.modes import MODES
from sandbox.scene import Ball, Contact, Coulomb, Paraboloid, Spin, Start
from sandbox.systems.contact import states
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.contact.faces import OF_FACES
from sandbox.systems.contact.resets import RESETS, SPREAD, TRANSITIONS
from sandbox.systems.contact.states import Held, read
from sandbox.systems.integration import Integration


def test_no_guard_has_two_resets():
    assert max(Counter((mode, x.guard) for x in TRANSITIONS for mode in x.modes).values()) == 1
    assert len({x.name for x in TRANSITIONS}) == len(TRANSITIONS)


@pytest.mark.parametrize("name", MODES)
def test_contact_is_lost_and_friction_exceeded_in_every_mode_that_has_them(name):
    in_contact = MODES[name].kind in (HELD, SLIPPING)
    if name in SPREAD:
        assert all((name, guard) in OF_FACES for guard in (lay.GUARD_NORMAL, lay.GUARD_CONE, lay.GUARD_END))
        return
    assert ((name, lay.GUARD_NORMAL) in RESETS) == in_contact
    assert ((name, lay.GUARD_CONE) in RESETS) == in_contact
    assert (name, lay.GUARD_FIT) not in RESETS and (name, lay.GUARD_FLAT) not in RESETS


def test_modes_that_pass_into_another_by_themselves():
    """Those whose compiled observation has an end of its own, and flight."""
    assert {mode for mode, guard in RESETS if guard == lay.GUARD_END} == {
        "flight", "sliding", "slip_onset", "slip_end", "resisted", "roll_onset", "rest_end", "rest", "pivot", "rubber",
        "unturned", "unturned_onset", "unturned_end", "turn_onset", "turn_end"}
    assert {mode for mode, guard in RESETS if guard == lay.GUARD_TURNING} == {
        "sliding", "slip_onset", "unturned", "unturned_onset", "unturned_end", "turn_onset", "turn_end"}


@pytest.fixture
def run():
    system = assemble_contact(Ball(0.02), Paraboloid(0.3), Spin("z", 1.0), Contact(Coulomb(0.4)), Start((0.1, 0.0)))
    return Integration(system, 1/240)


@pytest.mark.parametrize(("status", "word"), [(NOT_FINITE, "lost their meaning"), (ENERGY_JUMP, "The motion jumps"),
                                              (ENDLESS, "comes to no rest")])
def test_a_stop_ends_with_its_sentence(run, status, word):
    run.advance(24)
    jump = run.system.jump(run.data, status, 0)
    assert jump.ended is not None and jump.ended.kind == "stop" and word in jump.ended.sentence
    assert "at t = 0.100 s (step 24)" in jump.ended.sentence


def test_a_copy_of_a_run_shares_nothing_that_it_writes(run):
    run.advance(10)
    copy = run.peek(run.t)
    arrays = [(name, getattr(run, name), getattr(copy, name)) for name in ("memory", "watch", "settings")]
    arrays += [(name, getattr(run.data, name), getattr(copy.data, name)) for name in ("y", "p", "calls")]
    assert [name for name, a, b in arrays if np.shares_memory(a, b)] == []
    other = Integration(run.system, 1/240)
    assert not any(np.shares_memory(getattr(run.data, name), getattr(other.data, name)) for name in ("y", "p", "calls"))


def test_flight_is_free_and_known_by_its_state():
    free = {name for name, mode in MODES.items() if mode.kind == FREE}
    assert free == {"flight", "loaded_flight", "pressed", "above"}


def test_a_record_is_kept_while_compiled_code_reads_it(run, monkeypatch):
    """A body that lets go is written from a record made for it: others may take the room of what nobody holds."""
    held, taken, real = read(run.data), [], states.to_flight
    expected = held.flight()

    def to_flight(*places):
        # what another thread could do at this place
        taken.extend(np.full(Held.SIZE, np.nan) for _ in range(200))
        real(*places)

    monkeypatch.setattr(states, "to_flight", to_flight)
    assert np.isfinite(expected).all() and np.array_equal(held.flight(), expected)
