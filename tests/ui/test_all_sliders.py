"""Sliders, numbers and switches of every scene moved at random while it runs: nothing is raised, nothing gets stuck."""

import random

import pytest
from PyQt5.QtWidgets import QApplication

from sandbox.scene.catalogue import load_catalogue
from sandbox.systems import kept
from tests.effort import tries
from tests.patience import ENDLESS
from tests.ui.test_abuse import SCENES, memory, show_all

CATALOGUE = load_catalogue(SCENES)
MOVES = tries(2240, 1_000_000)//len(CATALOGUE.scenes)      # of each scene
CORNER = 0.3                    # share of moves to an end of the range
GROWTH = 170e3                  # [bytes] for each scene the second time


def move_any(b, dice: random.Random):
    """Moves one control of the parameters, as a hand does."""
    row = b.row(dice.choice(sorted(b.window.docks["parameters"].rows)))
    if row.switch is not None:
        row.switch.setChecked(dice.random() < 0.5)
    if row.slider is None:
        return
    last = row.slider.maximum()
    row.slider.setValue(dice.choice((0, last)) if dice.random() < CORNER else dice.randint(0, last))


def rest(b):
    """No control is moved: what was being prepared, and then what waited behind it, takes over or is refused."""
    for _run in range(2):
        b.now += 1.0
        b.settle()


def shake(b, scene, dice: random.Random, moves: int):
    """Random moves of one scene with a frame now and then, and a rest in which what waits for one begins."""
    assert b.window.choose_scene(scene.id, dice.choice(scene.presets).name)
    b.settle()
    for k in range(moves):
        move_any(b, dice)
        if k % 25 == 0:
            b.frames(1, dice.choice((0.001, 0.016, 0.3)))
        if k % 100 == 99:
            rest(b)
        if b.run.ended is not None:
            b.act("play")
    rest(b)
    shown = {name: row.value for name, row in b.window.docks["parameters"].rows.items()}
    wanted = b.player.wanted.values
    assert {name: shown[name] for name in shown if shown[name] != wanted[name]} == {}, scene.id
    for parameter in scene.parameters:
        assert parameter.check(b.run.values[parameter.name], scene.id) == b.run.values[parameter.name]


def held(b) -> int:
    """What the process holds on to [bytes] with a small scene open, and none of the last structures, which are kept for
    the next run of the same values: those of a thousand balls or of a machine have tens of megabytes."""
    assert b.window.choose_scene("turntable")
    b.settle()
    b.forget()
    kept._KEPT.clear()
    return memory()


@pytest.mark.slow
@pytest.mark.timeout(1.2*ENDLESS)
def test_random_moves_in_every_scene(bench):
    dice, again = random.Random(11), list(CATALOGUE.scenes.values())[::tries(6, 1)]
    b = bench(list(CATALOGUE.scenes.values()), playing=True)
    show_all(b, b._qtbot)
    for scene in CATALOGUE.scenes.values():
        shake(b, scene, dice, MOVES)
        b.forget()
        QApplication.processEvents()
    holds = []
    for _time in range(2):
        # the same moves, so that what is kept of what they lead to is there behind the first time
        dice = random.Random(12)
        for scene in again:
            shake(b, scene, dice, MOVES//4)
            b.forget()
            QApplication.processEvents()
        holds.append(held(b))
    assert holds[1] - holds[0] < GROWTH*len(again)
    assert b.window.edits.stack.count() <= 300
