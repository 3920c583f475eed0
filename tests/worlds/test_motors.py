"""Motors on hinges: closed forms of what they turn, their work in the ledger, a live torque, what is refused."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.scene import Hinge, Motor, Parameter, Plane, World
from tests.worlds.made import MASS, RADIUS, Run, placed, table

INERTIA, TORQUE = 0.02, 0.05        # [kg m^2], [N m]


def turned(motor, friction=0.0, parameters=(), at=(0.0, 0.0, 9.0)):
    """A plate on a bearing that a motor turns, and a ball, which falls from high above if nothing else is said."""
    world = World({"plate": table(np.inf, surface=Plane(rim=0.3))}, [placed(at)],
                  joints=[Hinge("plate", INERTIA, friction=friction, motor=motor)])
    return Run(world, parameters)


def test_a_torque_turns_evenly_and_its_work_is_in_the_ledger():
    """w = M t/J, angle = M t^2/2J; the ledger has M times the angle."""
    run = turned(Motor(TORQUE))
    began = run.ledger
    run.advance(0.8)
    angle, rate = run.turning[0]
    assert_allclose((angle, rate), (0.5*TORQUE/INERTIA*0.64, TORQUE/INERTIA*0.8), rtol=1e-13)
    assert_allclose(run.ledger - began, TORQUE*angle, rtol=1e-12)
    assert run.simulation.drift < 1e-13


@pytest.mark.parametrize(("torque", "rate", "friction"), [
    (TORQUE, 4.0, 0.0), (-TORQUE, -4.0, 0.01), (TORQUE, None, 0.02)])
def test_it_comes_to_its_rate_as_an_exponential(torque, rate, friction):
    """J w' = M (1 - w/w_0) - b w: w = w_e (1 - exp(-t/T)), T = J/(M/w_0 + b), w_e = M T/J."""
    run = turned(Motor(torque, rate), friction)
    span = INERTIA/((0.0 if rate is None else torque/rate) + friction)
    run.advance(0.9)
    end = torque*span/INERTIA
    assert_allclose(run.turning[0, 1], end*(1.0 - np.exp(-0.9/span)), rtol=1e-12)
    assert_allclose(run.turning[0, 0], end*(0.9 - span*(1.0 - np.exp(-0.9/span))), rtol=1e-12)
    assert run.simulation.drift < 1e-13


def test_it_turns_a_ball_that_rolls_on_its_plate():
    """At its middle, with no slip: the ball stays there and spins as it did, the plate turns as if it were alone."""
    run = turned(Motor(TORQUE), at=(0.0, 0.0))
    began = run.ledger
    run.advance(1.0)
    assert_allclose(run.x[0], (0.0, 0.0, RADIUS), atol=1e-13)
    assert_allclose(run.turning[0, 1], TORQUE/INERTIA, rtol=1e-12)
    # beside the middle it is taken along, and all of the work is in the ledger
    run = turned(Motor(TORQUE), at=(0.1, 0.0))
    began = run.ledger
    run.advance(1.0)
    assert_allclose(run.ledger - began, TORQUE*run.turning[0, 0], rtol=1e-11)
    assert 0.0 < run.kinetic < 0.5*MASS*100.0 and run.simulation.drift < 1e-12


def test_a_live_torque_is_steered_while_it_runs():
    run = turned(Motor("torque"), parameters=[Parameter("torque", 0.0, "N m", low=-1.0, high=1.0, live=True)])
    run.advance(0.1)
    assert run.turning[0].tolist() == [0.0, 0.0]
    run.simulation.set("torque", TORQUE)
    # it has come to it by then
    run.advance(0.4)
    before = run.turning[0, 1]
    run.advance(0.2)
    assert_allclose(run.turning[0, 1] - before, TORQUE/INERTIA*0.2, rtol=1e-12)
    assert run.simulation.drift < 1e-13


@pytest.mark.parametrize(("make", "words"), [
    (lambda: Motor(np.nan), "torque: got nan"), (lambda: Motor(None), "torque: got None"),
    (lambda: Motor(1.0, 0.0), "rate: got 0.0"), (lambda: Motor(1.0, -2.0), "sign of the torque"),
    (lambda: Motor("torque", 2.0), "live torque"), (lambda: Motor(1.0, limit=0.0), "limit: got 0.0"),
    (lambda: Hinge("plate", 1.0, motor=2.0), "needs Motor")])
def test_it_is_refused(make, words):
    with pytest.raises(BadValue, match=words):
        make()
