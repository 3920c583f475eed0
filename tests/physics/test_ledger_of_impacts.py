"""Whatever a law makes of an impact, the ledger has what it did to the energy, and a gain is told."""

import numpy as np
import pytest

from sandbox.integration import hybrid
from sandbox.integration import observation as obs
from sandbox.mechanics.impact.detachment import analyse
from sandbox.scene import Ball, Board, Contact, Coulomb, Ellipsoid, Plane, Rough, Spin, Start, Still
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.contact.resets import fall_back, jam, land, stop_slip
from sandbox.systems.contact.states import read, write_sliding
from sandbox.systems.integration import Integration
from sandbox.systems.protocol import Data, Jump, data_of
from tests.physics.contact_runs import LAWS, PEBBLE, H, run_of

HYPOTHESES = ("chatterjee_ruina", "newton", "poisson", "stronge")
NEEDLE = Ellipsoid(0.2, 0.02, 0.02, 0.3)
HAIR = 1e-9                     # what a body still has to fall [m]


def defect(system, data: Data) -> float:
    """E_J - ledger [J]."""
    seen = np.zeros(obs.OBSERVATION)
    hybrid.observe(system.modes[data.mode].table, data.t, data.y, data.p, data.calls, seen)
    return seen[obs.DEFECT]


def landings(body, contact: Contact, count: int, seed: int):
    """Systems of bodies that are about to land, each with its random state of flight."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        q = random.standard_normal(4)
        system = assemble_contact(body, Plane(), Spin("z", 0.7), contact, Start(
            tuple(random.uniform(-0.2, 0.2, 2)), height=HAIR, velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0),
            orientation=tuple(q/np.linalg.norm(q))))
        data = data_of(system, H)
        data.y[7:10], data.y[11:14] = random.uniform(-8, 8, 3), random.uniform(-1, 1, 3)
        if read(data).touch.u_n < -0.01:
            yield system, data


def check_ledger(system, data: Data, jump: Jump, may_gain: bool):
    """E_J - ledger goes on, the loss is what the ledger says, and a gain is an event that says so."""
    energy = float(read(data).touch.m)*10.0                                # [J] about the largest of these motions
    after = data.at(data.t, jump.y)
    after.mode = jump.mode
    assert defect(system, after) == pytest.approx(defect(system, data), abs=2.0*HAIR*energy)
    booked = data.y[system.modes[data.mode].ledger] - jump.y[system.modes[jump.mode].ledger]
    assert jump.lost == pytest.approx(booked, abs=1e-12*energy)
    says = any("gained" in event.sentence for event in jump.events)
    assert says == (jump.lost < 0.0)
    if not may_gain:
        assert jump.lost >= 0.0


@pytest.mark.parametrize("hypothesis", HYPOTHESES)
@pytest.mark.parametrize("law", ["smooth", "rough", "coulomb", "static", "viscous", "two-term", "patch"])
@pytest.mark.parametrize(("e", "et"), [(0.0, 0.0), (0.0, 1.0), (0.6, 0.0), (0.6, 1.0), (1.0, 1.0)])
def test_landings(law, hypothesis, e, et):
    contact = Contact(LAWS[law], restitution=e, tangential=et, impact=hypothesis)
    for body in (PEBBLE, NEEDLE):
        for count, (system, data) in enumerate(landings(body, contact, 12, 7)):
            # the last one as the end of a sequence of bounces
            jump = land(read(data), 8 if count % 3 == 2 else 0)
            check_ledger(system, data, jump, may_gain=hypothesis in ("newton", "poisson"))


def test_newton_s_law_gains_and_says_so():
    """Kane's paradox: friction turns the slip of a tilted needle round, and what is given back is too much."""
    contact = Contact(Coulomb(0.6), restitution=1.0, impact="newton")
    gains = [jump for jump in (land(read(data), 0) for _, data in landings(NEEDLE, contact, 400, 3)) if jump.lost < 0.0]
    assert len(gains) > 5
    assert all("J gained." in jump.events[0].sentence for jump in gains)


def sliding_states(contact: Contact, count: int, seed: int):
    """Needles that slide in all directions and attitudes."""
    for system, data in landings(NEEDLE, contact, count, seed):
        data.y = write_sliding(read(data).stopped().closed())
        data.mode = "sliding"
        yield system, data


@pytest.mark.parametrize("reset", [fall_back, stop_slip])
def test_slips_that_are_decided_upon(reset):
    """Time-stepping where there were too many events, and the end of a slip."""
    met = 0
    for system, data in sliding_states(Contact(Coulomb(0.3)), 60, 11):
        held = read(data)
        jump = reset(held, 32)
        after = data.at(data.t, jump.y)
        after.mode = jump.mode
        assert defect(system, after) == pytest.approx(defect(system, data), abs=1e-12)
        assert jump.y[system.modes[jump.mode].ledger] <= data.y[system.modes[data.mode].ledger] + 1e-15
        met += 1
    assert met > 5


def test_jams():
    """Painleve: an impact without collision, by its own friction."""
    met = 0
    contact = Contact(Coulomb(2.5), restitution=0.5)
    for system, data in sliding_states(contact, 300, 5):
        held = read(data)
        if analyse(held.touch, contact.law, slip=True).group != "B4":
            continue
        jump = jam(held, 0)
        check_ledger(system, data, jump, may_gain=False)
        assert jump.lost > 0.0
        met += 1
    assert met > 5


# runs ----------------------------------------------------------------------------------------------------------------

SUPERBALL = Contact(Rough(), restitution=0.55, tangential=1.0)


@pytest.mark.parametrize("e", [0.0, 0.3, 0.55, 0.9])
def test_a_superball_that_stops_bouncing_rolls(e):
    """Its tangential restitution ends with the normal one: the last impact takes the slip with it, and says so."""
    contact = Contact(Rough(), restitution=e, tangential=1.0)
    run = run_of(Ball(0.17, density=1200.0), Board(60.0, 60.0), Still(), contact, Start(
        (0.0, 0.0), height=0.112, velocity=(0.965, 0.0, 0.0), omega=(-27.0, 52.0, -88.0)))
    run.advance(900)
    assert run.ended is None and run.mode == "rolling"
    assert run.lost_in_impacts == pytest.approx(run.E_J0 - run.energy()[0], rel=1e-12)
    losses = [float(event.sentence.split(", ")[1].split()[0]) for event in run.news() if event.kind == "impact"]
    assert sum(losses) == pytest.approx(run.lost_in_impacts, rel=0.03)     # two digits are said of each
    assert run.drift < 1e-13


def test_where_no_motion_goes_on_the_body_keeps_its_slip():
    """A law that allows no slip, taken for one that does: the run ends, and nothing is thrown away unseen."""
    run = run_of(Ball(0.1, density=1200.0), Plane(), Still(), Contact(Coulomb(0.3)), Start(
        (0.0, 0.0), velocity=(1.0, 0.0), omega=(0.0, 0.0, 0.0)))
    before = run.energy()[0] - run.ledger
    run.change(Contact(Rough()))
    assert run.ended is not None and "was given slip" in run.ended.sentence
    assert run.mode == "sliding" and run.energy()[0] - run.ledger == pytest.approx(before, rel=1e-14)


def test_a_jump_that_loses_energy_unbooked_ends_the_run(monkeypatch):
    """What is not in the ledger is not believed: the state before the jump is shown."""
    run = run_of(Ball(0.1, density=1200.0), Plane(), Still(), SUPERBALL, Start(
        (0.0, 0.0), height=0.05, velocity=(0.0, 0.0, 0.0)))
    whole = type(run.system).jump

    def forgetful(self, data, status, count):
        jump = whole(self, data, status, count)
        jump.y[self.modes[jump.mode].ledger] = 0.0
        return jump

    monkeypatch.setattr(type(run.system), "jump", forgetful)
    run.advance(240)
    assert run.ended.kind == "drift" and "no longer adds up" in run.ended.sentence
    assert run.mode == "flight" and run.drift < 1e-12 and run.y[13] < 0.0


def test_what_impacts_lose_is_known_after_going_back():
    run = Integration(assemble_contact(Ball(0.1, density=1200.0), Plane(), Still(), SUPERBALL, Start(
        (0.0, 0.0), height=0.05, velocity=(0.0, 0.0, 0.0))), H)
    run.advance(48)
    key, lost = run.key(), run.lost_in_impacts
    assert lost > 0.0
    run.advance(48)
    assert run.lost_in_impacts > lost
    run.restore(48, key)
    assert run.lost_in_impacts == lost
