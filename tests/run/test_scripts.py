"""Random scripts of commands: the same script gives the same bits, and so does every way back and forth through it."""

import random

import pytest

from sandbox.run.clock import STEP_RATES
from sandbox.run.command import Command
from sandbox.run.simulation import Simulation
from tests.effort import tries
from tests.run.test_same_bits import bits
from tests.shipped import shipped

SCENES = list(shipped().scenes.values())
SCRIPTS = tries(1, 200)         # of each scene
VISITS = tries(12, 100)                         # steps that are gone back to
LONGEST = 240


def script_of(scene, live: set, dice: random.Random) -> list[tuple[int, str, object]]:
    """Steps, names and values: bursts at one step, repeated values, limits and anything between."""
    found, step = [], 0
    while live and len(found) < 30:
        step += dice.choice((0, 0, 1, 2, 7, 8, dice.randrange(60)))
        if step >= LONGEST:
            break
        parameter = scene.parameter(dice.choice(sorted(live)))
        if parameter.is_switch:
            value = dice.random() < 0.5
        else:
            value = dice.choice((parameter.low, parameter.high, parameter.default,
                                 dice.uniform(parameter.low, parameter.high)))
        found.append((step, parameter.name, value))
    return found


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_a_script_is_repeated_and_gone_back_through(scene):
    dice = random.Random(scene.id)
    for number in range(SCRIPTS):
        values = dice.choice([{}, *(preset.values for preset in scene.presets)])
        run = Simulation(scene, values, dice.choice(STEP_RATES))
        script, kept = script_of(scene, run.live, dice), {}
        for step, name, value in script:
            run.advance(step - run.step)
            if run.ended is not None:
                break
            kept.setdefault(run.step, bits(run))
            run.set(name, value)
        while run.step < LONGEST and run.ended is None:
            run.advance(min(dice.randint(1, 40), LONGEST - run.step))
            if run.ended is None:
                kept[run.step] = bits(run)
        last, end, had_ended = run.step, bits(run), run.ended is not None

        # any step that was passed, in any order, with looks ahead between
        for _visit in range(VISITS):
            step = dice.choice(sorted(kept) or [0])
            assert run.go_to(step) and bits(run) == kept.get(step, bits(run)), (scene.id, number, step)
            if dice.random() < 0.3:
                run.peek(run.t + dice.random()*run.h)
        run.advance(last - run.step + had_ended)
        assert bits(run) == end and (run.ended is not None) == had_ended, (scene.id, number)

        # and another run that is told the script beforehand
        other = Simulation(scene, values, run.step_rate)
        other.replay([Command(command.step, command.name, command.value) for command in run.commands])
        other.advance(last + had_ended)
        assert bits(other) == end and other.ended == run.ended, (scene.id, number)
