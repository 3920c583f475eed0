"""A landing after which a body flies on is one compiled call: it does what the long way does, bit by bit."""

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Cone,
    Contact,
    Coulomb,
    Disk,
    Ellipsoid,
    Plane,
    Rough,
    Scene,
    Sphere,
    Spin,
    Start,
    Still,
)
from sandbox.systems.contact import contact_system
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.integration import Integration
from tests.work import calls_of

TURNED = (0.9, 0.3, 0.2, 0.24)
FALLING = {
    "a ball on a plane": (Ball(0.02), Plane(), Still(), Contact(Coulomb(0.3), restitution=1.0)),
    "a ball on a turning plane": (Ball(0.02), Plane(), Spin("z", 3.0), Contact(Coulomb(0.3), restitution=0.8)),
    "a superball": (Ball(0.02), Plane(), Still(), Contact(Rough(), restitution=0.9, tangential=0.7)),
    "an egg": (Ellipsoid(0.04, 0.03, 0.03, 0.08), Plane(), Still(), Contact(Coulomb(0.2), restitution=0.9)),
    "a coin": (Disk(0.02, 0.02, 0.003), Plane(), Spin("z", -2.0), Contact(Coulomb(0.4), restitution=0.7)),
    "an egg by Poisson": (Ellipsoid(0.04, 0.03, 0.03, 0.08), Plane(), Still(),
                          Contact(Coulomb(0.2), restitution=0.9, impact="poisson")),
    "a ball on a globe": (Ball(0.02), Sphere(0.2), Still(), Contact(Coulomb(0.3), restitution=0.9)),
    "a ball in a funnel": (Ball(0.02), Cone(0.5, 0.4), Spin("z", 1.0), Contact(Coulomb(0.3), restitution=0.9)),
}


def fallen(name, steps=240):
    """All that the future of a body depends on after a second of bouncing, and what has happened."""
    body, surface, motion, law = FALLING[name]
    start = Start((0.05, 0.0), height=0.06, velocity=(0.1, 0.2, 0.0), omega=(3.0, -20.0, 5.0),
                  **({} if isinstance(body, Ball) else {"orientation": TURNED}))
    run = Simulation(Scene(name, (), lambda p: (body, surface, motion, law), lambda p: start))
    run.advance(steps)
    return run._models.key(), run.events


@pytest.mark.parametrize("name", FALLING)
def test_it_is_the_long_way_bit_by_bit(name, monkeypatch):
    key, events = fallen(name)
    with monkeypatch.context() as patch:
        patch.setattr(contact_system, "rebounds", lambda data, count: None)
        by_the_long_way, said = fallen(name)
    assert sum(event.kind == "impact" for event in events) > 2
    assert np.array_equal(key, by_the_long_way, equal_nan=True)
    assert [(e.t, e.kind, e.sentence, e.speed, e.lost) for e in events] == [
        (e.t, e.kind, e.sentence, e.speed, e.lost) for e in said]


def test_an_impact_calls_few_functions():
    """What an impact costs is what runs of it in Python: 61 calls, 167 by the long way."""
    thrown = Integration(assemble_contact(Ball(0.02), Plane(), Still(), Contact(Coulomb(0.3), restitution=1.0),
                                          Start((0.0, 0.0), height=0.05, velocity=(0.1, 0.0, 0.0))), 1.0/240.0)
    thrown.advance(240)
    impacts = sum(event.kind == "impact" for event in thrown.news())
    calls = calls_of(lambda: thrown.advance(240*4))
    later = sum(event.kind == "impact" for event in thrown.news())
    assert impacts > 3 and later > 15
    assert calls < 80*later
