"""Same inputs, same bits: at once or step by step, there and back, looked at or not, here or in another process."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.events.divided import FEWEST
from sandbox.run.simulation import Simulation
from sandbox.scene import Hinge, Parameter, Plane, Spin, World
from sandbox.systems.integration import Integration
from sandbox.verify.many_balls import many_balls
from tests.shipped import shipped
from tests.worlds.made import Run, ball, flat, law, placed, table

ROOT = Path(__file__).parents[2]
CATALOGUE = shipped()
RATE = Parameter("rate", 3.0, "rad/s", low=-20, high=20, live=True, about="rotation rate")


def busy(free=False):
    """Balls that meet, slip and fall off the table to a floor."""
    random = np.random.default_rng(8)
    balls = [placed((0.08*(i % 4) - 0.12, 0.08*(i//4) - 0.12), tuple(random.normal(0.0, 0.4, 2)), ball(0.02, 0.1))
             for i in range(12)]
    motion = None if free else Spin("z", "rate")
    supports = {"table": table(0.2, 0.5, motion, Plane(rim=0.4)),
                "floor": table(0.3, 0.4, surface=Plane().placed((0.0, 0.0, -0.3)))}
    return World(supports, balls, {("ball", "ball"): law(0.1, 0.8)},
                 joints=[Hinge("table", 0.02, rate=3.0)] if free else [])


def run_of(free=False):
    return Run(busy(free), [] if free else [RATE])


@pytest.mark.parametrize("free", [False, True])
def test_at_once_and_step_by_step(free):
    one, two = run_of(free), run_of(free)
    one.advance(1.0)
    for _step in range(240):
        two.advance(two.h)
        two.simulation.snapshot()
        two.simulation.peek(two.t + 0.3*two.h)
    assert one.y.tobytes() == two.y.tobytes()
    assert one.impacts > 10


def test_after_going_back():
    run = run_of()
    run.advance(0.5)
    run.simulation.set("rate", -2.0)
    run.advance(0.7)
    last = run.y.tobytes()
    for step in (0, 100, 130, 287):
        assert run.simulation.go_to(step)
        run.simulation.advance(288 - step)
        assert run.y.tobytes() == last


def test_in_another_process():
    code = ("from tests.worlds.test_same_bits import run_of; import hashlib;"
            "print(hashlib.sha256(run_of().advance(1.0).y.tobytes()).hexdigest())")
    outs = {subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
            for _process in range(2)}
    assert len(outs) == 1


def test_hits_at_the_same_instant_go_in_the_order_of_the_balls():
    """Two pairs that meet at once far apart: each as if it were alone, bit by bit."""
    pairs = [placed((-0.1, y), (1.0, 0.0)) for y in (0.0, 10.0)] + [placed((0.1, y), (-1.0, 0.0)) for y in (0.0, 10.0)]
    run = Run(flat(pairs, law(0.1, 0.9))).advance(0.5)
    assert run.impacts == 2
    assert run.v[0].tobytes() == run.v[1].tobytes()
    assert run.v[2].tobytes() == run.v[3].tobytes()


def test_the_order_of_the_balls_does_not_matter():
    """Few hits: the same motion to rounding, which hits have made larger."""
    random = np.random.default_rng(9)
    balls = [placed((0.05*(i % 3), 0.05*(i//3)), tuple(random.normal(0.0, 0.8, 2)), ball(0.02, 0.1 + 0.02*i))
             for i in range(9)]
    order = list(random.permutation(9))
    one = Run(flat(balls, law(0.1, 0.8), table(motion=Spin("z", 2.0)))).advance(0.25)
    two = Run(flat([balls[i] for i in order], law(0.1, 0.8), table(motion=Spin("z", 2.0)))).advance(0.25)
    assert one.impacts == two.impacts > 1
    assert_allclose(two.x, one.x[order], atol=1e-12)


@pytest.mark.skipif((os.cpu_count() or 1) == 1, reason="one thread is all that there is")
def test_by_one_thread_and_by_two():
    """Of as many balls as a second thread is woken for: each does half of what balls do for themselves."""
    one, two = (Integration(many_balls(FEWEST), 1.0/240.0) for _thread in range(2))
    where = at.CALLS_OF_SUPPORT*one.system.room.supports + at.CALL_SHARE
    assert two.data.calls[where] != 0
    one.data.calls[where] = 0
    for run in (one, two):
        # until many have met: 0.1 s
        assert run.advance(24) == 24
    assert one.y.tobytes() == two.y.tobytes()
    assert one.system.impacts(one.data) > 100


def test_replay_of_its_commands():
    """Live changes and a hand, given to another run step by step."""
    run = run_of()
    run.advance(0.2)
    run.simulation.set("rate", 6.0)
    run.simulation.grab(3, (0.0, 0.01, 0.0), 2.0)
    for k in range(10):
        run.simulation.move(np.array([0.01*k, 0.0, 0.1]))
        run.advance(5*run.h)
    run.simulation.let_go()
    run.advance(0.3)
    other = run_of()
    other.simulation.replay(list(run.simulation.commands))
    other.simulation.advance(run.simulation.step - other.simulation.step)
    assert other.y.tobytes() == run.y.tobytes()
    assert run.simulation.drift < 1e-6


def test_a_ball_that_a_hand_presses_into_a_corner_comes_back_bit_by_bit():
    """Held aside its middle where several contacts are carried by small steps: nothing else than the state counts."""
    def pressed(steps):
        run = Simulation(CATALOGUE.get("labyrinth"), {"vx": 1.5})
        run.grab(0, (-0.0249, -0.0158, 0.0181), 1.79)
        for target in ((-0.3295, 0.0671, 0.0049), (-0.2835, 0.2114, -0.0493), (-0.1766, 0.1023, -0.0009),
                       (-0.0879, 0.2124, 0.0766)):
            run.advance(4)
            run.move(target)
        run.advance(steps - run.step)
        return run

    again = pressed(170)
    first = next(event.t for event in again.events if "small time steps" in event.sentence)
    assert 16 < first/again.h < 50
    for step in (150, 145, 50, 150):
        assert again.go_to(step)
        assert [y.tobytes() for y in again.states] == [y.tobytes() for y in pressed(step).states]
