"""Runs as a window plays them: frames of any length, a hand that slips, ways back, other futures, previews. Each log
replays, and a place that is gone back to is as it was."""

import random

import numpy as np
import pytest

from sandbox.run.branches import Branches, stride, twin
from sandbox.run.logs.chain import NoLog
from sandbox.run.logs.recorder import Recorder
from sandbox.run.peaks import peaks_of
from sandbox.run.replay import replayed
from sandbox.run.simulation import Simulation
from sandbox.ui.playback.grip import Grip
from tests.effort import tries
from tests.run.test_going_back import bits
from tests.shipped import shipped

CATALOGUE = shipped()
FRAMES = 100
STEPS = (1, 2, 4, 4, 8, 20, 35)      # of a frame
WIDE = 0.03                          # of a move of the hand [m]
PATIENCE = 60.0                      # for steps of a frame [s]: the clock decides nothing here


class Played:
    """A run under a person: what the hand wants is given to it once per frame, as by the player of the window."""

    def __init__(self, scene: str, seed: int, folder):
        self.dice, self.folder, self.paths = random.Random(f"{scene} {seed}"), folder, []
        scene = CATALOGUE.get(scene)
        preset = self.dice.choice(["", *(preset.name for preset in scene.presets)])
        self.run = Simulation(scene, scene.preset(preset).values if preset else None, preset=preset,
                              open_log=self.open_log)
        self.run.recording.keep_trace()
        self.branches = Branches()
        self.branches.begin(self.run)
        self.said, self.slips, self.place = [], 0, np.zeros(3)
        self.grip = Grip(self.said.append, lambda: True)

    def open_log(self, header):
        self.paths.append(self.folder / f"{len(self.paths)}.sqlite")
        return Recorder(self.paths[-1], header)

    def frame(self):
        for _wish in range(self.dice.choice((0, 1, 1, 2))):
            self.wish()
        self.grip.apply(self.run)
        if self.run.ended is not None:
            self.run.go_to(max(0, self.run.step - self.dice.randrange(40)))
        stride(self.run, self.dice.choice(STEPS), PATIENCE)
        self.slips += self.grip.slip(self.run)
        self.branches.follow(self.run.step)

    def wish(self):
        dice, run, grip = self.dice, self.run, self.grip
        what = dice.random()
        if what < 0.7 and grip.is_held:
            self.place = self.place + np.array([dice.gauss(0.0, WIDE) for _axis in range(3)])
            grip.move(self.place)
        elif what < 0.25:
            body = dice.randrange(run.in_reach)
            grip.grab(body, [dice.uniform(-1.0, 1.0)*run.bodies[body].size for _axis in range(3)])
            self.place = run.snapshot().bodies[body].centre
        elif 0.7 < what < 0.78:
            grip.let_go()
        elif 0.78 < what < 0.9:
            self.travel(what)
        elif what > 0.95:
            peaks_of(run)

    def travel(self, what: float):
        self.grip.apply(self.run)
        if what < 0.84:
            self.run.go_to(self.dice.randrange(self.run.latest + 1))
        elif what < 0.87:
            self.run.fork()
        elif self.branches.left:
            self.run = self.branches.choose(self.dice.choice(self.branches.left), self.open_log)
            self.grip.forget()


@pytest.mark.parametrize("scene", ["egg_in_bowl", "turntable", "coin_on_turntable", "sleigh", "hoop", "shaken_plate"])
def test_whatever_a_person_does_each_log_replays(scene, tmp_path):
    compared = 0
    for seed in range(tries(1, 40)):
        folder = tmp_path / str(seed)
        folder.mkdir()
        played = Played(scene, seed, folder)
        # as the arrows of the picture ask for
        peaks_of(played.run, patience=PATIENCE)
        for _frame in range(FRAMES):
            played.frame()
        if played.run.recorder is not None:
            played.run.recorder.close()
        for path in played.paths:
            try:
                verdict, _again = replayed(path, CATALOGUE.get)
            except NoLog as error:
                # another future was chosen before a row was passed
                assert "holds no row" in str(error)
                continue
            assert verdict.is_same, (seed, path.name, verdict.sentences())
            compared += verdict.rows
    assert compared > 100


@pytest.mark.parametrize("scene", ["egg_in_bowl", "turntable", "sleigh"])
def test_a_look_ahead_leaves_no_state_behind(scene):
    """A twin that goes on freely keeps states of its own: the run, which is then taken by hand, finds those it passed.
    """
    run, alone = (Simulation(CATALOGUE.get(scene)) for _one in range(2))
    run.advance(20)
    alone.advance(20)
    before = twin(run)
    peaks_of(run, patience=PATIENCE)
    for one in (run, alone):
        one.grab(0, (0.005, 0.0, 0.005))
        one.move(one.hold.target + np.array((0.02, 0.03, 0.02)))
        one.advance(120)
    passed = bits(run)
    assert passed == bits(alone)
    before.advance(run.step - before.step)
    assert bits(before) != passed
    for one in (run, alone, before):
        last = bits(one)
        one.go_to(101)
        one.advance(39)
        assert bits(one) == last
    assert bits(run) == bits(alone) == passed


def test_a_hand_that_slips_lets_go_of_the_state_that_it_had(tmp_path):
    """A rod that is pulled until friction jams it: the last whole step before that is gone back to, and logged on."""
    scene, slipped, rows = CATALOGUE.get("painleve_rod"), 0, 0
    both_consistent = next(preset for preset in scene.presets if preset.values.get("angle") == 55.0)
    for seed in range(40):
        dice, paths = random.Random(seed), [tmp_path/f"{seed}{name}" for name in "ab"]
        names = iter(paths)
        run = Simulation(scene, both_consistent.values,
                         open_log=lambda header, names=names: Recorder(next(names), header))
        peaks_of(run, patience=PATIENCE)
        grip, last = Grip(lambda sentence: None, lambda: True), (-1, b"")
        run.advance(dice.randrange(1, 60))
        grip.grab(0, [dice.uniform(-0.05, 0.05) for _axis in range(3)])
        for count in range(90):
            if count % 30 == 0:
                grip.move([dice.gauss(0.0, 0.1) for _axis in range(3)])
                grip.apply(run)
            last = run.step, bits(run)
            run.advance(1)
            if run.ended is not None:
                break
        if run.hold is None or run.ended is None or "No rigid motion" not in run.ended.sentence:
            run.recorder.close()
            continue
        slipped += 1
        assert grip.slip(run) and (run.step, bits(run)) == last
        run.advance(480)
        run.recorder.close()
        for path in paths:
            verdict, _again = replayed(path, CATALOGUE.get)
            assert verdict.is_same and verdict.rows > 1, (seed, verdict.sentences())
            rows += verdict.rows
        if slipped == 3:
            break
    assert slipped == 3 and rows > 30, (slipped, rows)


def test_what_a_command_did_at_once_goes_with_it(tmp_path):
    """A hand whose pull ends the sticking of a body at its very instant: that event is none of another future."""
    found = 0
    for seed in range(40):
        played = Played("egg_in_bowl", seed, tmp_path)
        run = played.run
        run.advance(played.dice.randrange(20, 200))
        step, known = run.step, len(run.events)
        if run.ended is not None:
            continue
        run.grab(0, [played.dice.uniform(-0.03, 0.03) for _axis in range(3)], 100.0)
        run.move([played.dice.gauss(0.0, 0.5) for _axis in range(3)])
        run.advance(1)
        at_once = [event for event in run.events[known:] if event.t == step*run.h]
        found += len(at_once)
        run.go_to(step)
        run.let_go()
        run.fork()
        assert len(run.events) == known
        run.recorder.close()
    assert found
