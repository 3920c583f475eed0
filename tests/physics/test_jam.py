"""A slender body pushed along a rough floor, which jams by its own friction: Painleve's paradox as a run meets it.

With the response G of the contact, slip along x and mu large, pushing harder opens no more: G_zz - mu G_xz -> 0 makes
N grow without bound, then the slip stops by an impulse without a collision.
"""

from math import cos, radians, sin

import numpy as np
import pytest

from sandbox.cli.common import catalogue
from sandbox.run.simulation import Simulation
from sandbox.scene import Contact, Coulomb, Ellipsoid, Plane, Start, Still
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.integration import Integration

LONG, THIN, MASS = 0.5, 0.02, 1.0
TENSOR = np.diag((2*THIN**2, LONG**2 + THIN**2, LONG**2 + THIN**2))*MASS/5


@pytest.fixture(params=[2.2, 3.0])
def run(request):
    """The body 20 degrees from the floor, its centre going forwards at 4 m/s."""
    half = radians(20)/2
    body = Ellipsoid(LONG, THIN, THIN, MASS, tuple(map(tuple, TENSOR)))
    start = Start((0.0, 0.0), velocity=(4.0, 0.0), omega=(0.0, 3.0, 0.0), orientation=(cos(half), 0.0, sin(half), 0.0))
    return Integration(assemble_contact(body, Plane(), Still(), Contact(Coulomb(request.param)), start), 1/240)


def until_it_jams(run) -> list:
    """Its events when it has jammed, its state just before in `run.before`; no energy is missing until then."""
    while not (news := list(run.news())):
        run.before = run.body
        assert run.drift < 1e-14 and run.t < 0.1
        run.advance(1)
    return news


def slip_of(body) -> float:
    """Speed of the touching point along the floor [m/s]."""
    return body.velocity[0] + np.cross(body.angular_velocity, body.contact - body.centre)[0]


def test_slip_stops_at_once(run):
    first = run.body
    assert first.mode == "sliding" and slip_of(first) > 3.0
    news = until_it_jams(run)
    assert news[0].kind == "impact"
    assert news[0].sentence.startswith("Jammed by its own friction at t = ")
    # the normal force grew on the way, the slip that was left is gone
    assert run.before.N > 1.5*first.N and slip_of(run.before) > 0.3
    assert abs(slip_of(run.body)) < 0.1
    # what the impulse took from the centre's motion it gave to the rotation
    assert run.body.velocity[0] < run.before.velocity[0]
    assert run.body.angular_velocity[1] > run.before.angular_velocity[1]


def test_the_ledger_closes_over_a_jam(run):
    until_it_jams(run)
    run.advance(20)
    assert run.drift < 1e-12


def test_resistance_and_friction_jam_a_coin_together():
    """Friction alone leaves V* > 0, the resistance to rolling makes it negative: one impact stops the slip."""
    values = {"thickness": 0, "theta": 88, "tau": 1, "wobble": 20, "radius": 0.01, "slips": True, "resistance": 0.001}
    run = Simulation(catalogue().get("coin"), values, 480)
    for step, mu in ((2, 6.0), (3, 0.0), (15, 1.85)):
        run.advance(step - run.step)
        run.set("mu", mu)
    run.advance(9)
    assert run.ended is None and [event.kind for event in run.events].count("impact") == 1
    assert run.drift < 1e-12
