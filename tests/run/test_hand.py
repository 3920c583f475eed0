"""The hand as commands of a run: any step comes back, logs and recipes repeat it, what cannot be held is refused."""

import os
import random

import numpy as np
import pytest
from scipy.integrate import simpson

from sandbox.errors import BadValue
from sandbox.film.filmed_run import recipe_of
from sandbox.film.filmed_run import run_of as filmed
from sandbox.film.recipe import read_recipe, write_recipe
from sandbox.mechanics import layout as lay
from sandbox.run.command import HAND, Command, Hold, command_of, plain_value
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.recorder import Recorder
from sandbox.run.replay import replayed
from sandbox.run.simulation import Simulation
from tests.effort import some_scenes, tries
from tests.run.test_going_back import bits
from tests.shipped import shipped

CATALOGUE = shipped()
# where the mass centre cannot move: held beside it
ASIDE = np.array((0.024, 0.0, 0.0))
FIXED_POINTS = dict.fromkeys(("suslov", "veselova"), (0.1, 0.05, 0.0))


def play(run: Simulation, dice: random.Random, turns: int):
    """Grabs, moves, throws and parameters at random; several commands within a step too."""
    bodies = [i for i in range(len(run.snapshot().bodies)) if can_be_held(run, i)]
    for _turn in range(turns):
        if run.ended is not None:
            return
        what = dice.random()
        if run.hold is None or what < 0.1:
            point = FIXED_POINTS.get(run.scene.id) or tuple(dice.uniform(-0.02, 0.02) for _i in range(3))
            run.grab(dice.choice(bodies), point, dice.choice((0.3, 2.0, 10.0)))
        elif what < 0.2:
            run.let_go()
        else:
            for _again in range(dice.randint(1, 3)):
                at = run.snapshot().hand
                run.move((at.point if at else np.zeros(3)) + [dice.uniform(-0.05, 0.05) for _i in range(3)])
        for name in sorted(run.live):
            parameter = run.scene.parameter(name)
            if dice.random() < 0.05 and isinstance(parameter.default, float):
                run.set(name, dice.uniform(max(parameter.low, -5.0), min(parameter.high, 5.0)))
        run.advance(dice.randint(1, 12))


def can_be_held(run: Simulation, body: int) -> bool:
    try:
        run._check_hold(Hold(body, FIXED_POINTS.get(run.scene.id, (0.0, 0.0, 0.0)), (0.0, 0.0, 0.0)))
    except BadValue:
        return False
    return True


@pytest.mark.parametrize("scene", [scene.id for scene in some_scenes(CATALOGUE.scenes.values(), 3, "hand")
                                   if scene.id != "integraph"])
def test_what_was_played_by_hand_replays_bit_by_bit(scene, log_path):
    run = Simulation(CATALOGUE.get(scene), open_log=lambda header: Recorder(log_path, header))
    run.advance(10)
    play(run, random.Random(scene), tries(20, 40))
    assert any(command.name == HAND for command in run.commands)
    run.advance(9)
    run.recorder.close()
    verdict, again = replayed(log_path, CATALOGUE.get)
    assert verdict.is_same, verdict.sentences()
    # a body may be thrown out soon
    assert again.commands == run.commands and verdict.rows > (5 if run.ended is None else 2)
    # the energy is accounted for, whatever was done
    assert run.drift < 1e-10, run.drift


@pytest.mark.parametrize("scene", ["turntable", "coin", "hoop", "bounce", "sleigh", "breakaway", "slope_skate"])
def test_any_step_comes_back_bit_by_bit(scene):
    run, dice, kept = Simulation(CATALOGUE.get(scene)), random.Random(scene), {}
    for _turn in range(40):
        kept[run.step] = bits(run)
        play(run, dice, 1)
    steps = [step for step in kept if step < run.latest]
    dice.shuffle(steps)
    assert len(steps) > 5
    for step in steps:
        assert run.go_to(step) and bits(run) == kept[step], step


def test_what_is_driven_altogether_cannot_be_held():
    """Carriage, linkage and edge leave the integraph no freedom."""
    run = Simulation(CATALOGUE.get("integraph"))
    with pytest.raises(BadValue, match="held by its constraints and does not move"):
        run.grab(0)
    assert run.commands == [] and run.hold is None


def test_minutes_of_abuse_replay_bit_by_bit():
    """A move in each picture and dozens of throws on a turning table; the meter stays at rounding.

    JACOBI_SANDBOX_ABUSE sets the minutes, 1 where nothing is said.
    """
    minutes = float(os.environ.get("JACOBI_SANDBOX_ABUSE", "1"))
    run, dice = Simulation(CATALOGUE.get("turntable")), random.Random(1)
    centre = np.array((0.1, 0.0, 0.02))
    run.grab(0)
    for k in range(round(3600*minutes)):
        if run.hold is None:
            run.grab(0, (0.0, 0.0, 0.0) if dice.random() < 0.5 else (0.0, 0.01, 0.01))
        elif dice.random() < 0.01:
            run.let_go()
        else:
            run.move(centre + np.array((0.08*np.sin(0.05*k) + dice.gauss(0.0, 0.01), 0.08*np.cos(0.031*k), 0.0)))
        run.advance(4)
        if run.ended is not None:
            run.go_to(max(0, run.step - 240))
            run.grab(0)
    assert run.t > 50.0*minutes and len(run.commands) > 3000*minutes
    again = Simulation(CATALOGUE.get("turntable"))
    again.replay(run.commands)
    again.advance(run.step)
    assert bits(again) == bits(run)
    assert run.drift < 1e-11, run.drift


def test_the_target_moves_evenly_within_the_step_of_its_command():
    run = Simulation(CATALOGUE.get("turntable"))
    run.advance(3)
    run.grab(0)
    place = run.snapshot().bodies[0].centre
    run.advance(1)
    run.move(place + ASIDE)
    run.advance(1)
    assert np.allclose(run.snapshot().hand.target, place + ASIDE, rtol=0, atol=1e-15)
    run.go_to(4)
    for part in (0.25, 0.5, 1.0):
        shown = run.peek(run.t + part*run.h).hand
        assert np.allclose(shown.target, place + part*ASIDE, rtol=0, atol=1e-15), part
    run.advance(50)
    assert np.allclose(run.snapshot().hand.target, place + ASIDE, rtol=0, atol=1e-15)
    force = run.snapshot().hand.force
    assert 0.0 < np.linalg.norm(force) < 10*0.3*9.81
    assert run.let_go() is not None and run.let_go() is None
    run.advance(1)
    assert run.snapshot().hand is None


@pytest.mark.parametrize("scene", ["coin", "incline", "turntable"])
def test_a_grab_at_the_very_start_is_undone_by_going_there(scene):
    """The state at a step is that before its commands; then they hold, at once if they have to."""
    run = Simulation(CATALOGUE.get(scene))
    first = bits(run)
    run.grab(0, (0.02, 0.01, 0.01), 50.0)
    run.move(run.snapshot().bodies[0].centre + ASIDE)
    run.advance(2)
    last, had_ended = bits(run), run.ended is not None
    assert run.go_to(0) and bits(run) == first
    run.advance(2 - run.step + had_ended)
    assert bits(run) == last


def test_of_several_commands_of_a_step_the_last_counts():
    one, other = (Simulation(CATALOGUE.get("turntable")) for _run in range(2))
    for run in (one, other):
        run.advance(10)
        run.grab(0)
        run.advance(5)
    one.move((5.0, 5.0, 5.0))
    one.let_go()
    one.grab(0)
    for run in (one, other):
        run.move((0.12, 0.01, 0.03))
        run.advance(7)
    assert one.commands == other.commands and bits(one) == bits(other)


def test_a_film_knows_the_hand(tmp_path):
    run = Simulation(CATALOGUE.get("bounce"))
    play(run, random.Random(3), 30)
    assert run.ended is None
    recipe = recipe_of(run, 0.0, run.t, size=(64, 64))
    write_recipe(tmp_path / "film.json", recipe)
    again = filmed(read_recipe(tmp_path / "film.json"), CATALOGUE)
    again.advance(run.step)
    assert again.commands == run.commands and bits(again) == bits(run)


def test_a_command_goes_to_json_and_back(log_path):
    hold = Hold(1, (0.1, 0.2, -0.3), (1.0, 2.0, 3.0), 4.0)
    for value in (hold, None):
        assert command_of(7, HAND, plain_value(value)) == Command(7, HAND, value)
    run = Simulation(CATALOGUE.get("turntable"), open_log=lambda header: Recorder(log_path, header))
    run.grab(0)
    run.advance(8)
    run.let_go()
    run.advance(8)
    run.recorder.close()
    assert [command.value is None for command in read_log(log_path).commands] == [False, True]
    assert read_log(log_path).commands == tuple(run.commands)


@pytest.mark.parametrize("what, sentence", [
    (lambda run: run.grab(1), "hand: got body 1, needs one from 0 to 0"),
    (lambda run: run.grab(0, (1.0, 2.0)),
     r"hand, point: got \(1.0, 2.0\), needs a list of 3: a number in \[-1000, 1000\]"),
    (lambda run: run.grab(0, (float("nan"), 0.0, 0.0)), "needs a number in"),
    (lambda run: run.grab(0, strength=float("inf")), r"hand, strength: got inf, needs a number in \[1e-06, 100\]"),
    (lambda run: run.grab(0, strength=1e6), r"hand, strength: got 1000000.0, needs a number in \[1e-06, 100\]"),
    (lambda run: run.replay([Command(1, HAND, Hold(0, (0.0,)*3, (3000.0, 0.0, 0.0)))]),
     r"hand, target\[0\]: got 3000.0, needs a number in \[-1000, 1000\]"),
    (lambda run: run.replay([Command(1, HAND, Hold(0, (0.0,)*3, (0.0,)*3, 1e6))]), "hand, strength: got 1000000.0"),
    (lambda run: command_of(1, HAND, {"body": 0, "point": [0, 0, 0], "target": [3000, 0, 0]}), "target.0.: got 3000"),
    (lambda run: command_of(1, HAND, {"body": 0, "point": [0, 0, 0], "target": [0, 0, 0], "strength": 101}),
     "strength: got 101"),
    (lambda run: run.move((0.0, 0.0, 0.0)), "holds nothing"),
    (lambda run: run.replay([command_of(1, HAND, {"body": 0})]), "needs an object of body, point, target, strength"),
    (lambda run: run.replay([command_of(1, HAND, 3.0)]), "hand: got 3.0"),
])
def test_what_a_hand_cannot_do_is_said(what, sentence):
    run = Simulation(CATALOGUE.get("turntable"))
    before = bits(run)
    with pytest.raises(BadValue, match=sentence):
        what(run)
    assert run.commands == [] and bits(run) == before


def test_after_its_end_a_run_is_not_held():
    cone = CATALOGUE.get("cone")
    run = Simulation(cone, cone.preset("Straight to the apex").values)
    # held so weakly that it goes where it would have gone
    run.grab(0, strength=1e-6)
    run.advance(2400)
    assert run.ended is not None and run.hold is not None
    for what in (lambda: run.move((0.0, 0.0, 0.0)), lambda: run.grab(0)):
        with pytest.raises(BadValue, match="the run has ended"):
            what()
    assert run.commands[-1].step == 0


def test_while_a_hand_pulls_meters_say_so():
    run = Simulation(CATALOGUE.get("turntable"))
    run.advance(48)
    run.grab(0)
    run.move((0.2, 0.05, 0.02))
    run.advance(48)
    assert {meter.reason for meter in run.meters} >= {"a hand pulls", "a hand pulls; the ledger counts its work"}
    assert run.ghost([run.t]) is None
    run.let_go()
    run.advance(48)
    assert not any(meter.reason for meter in run.meters)
    assert all(meter.drift < 1e-10 for meter in run.meters)
    # the closed form begins anew where the hand let go: plane and ball agree with it to rounding [m]
    assert np.abs(run.ghost([run.t])[0, :2] - run.snapshot().bodies[0].centre[:2]).max() < 1e-12


def test_the_force_that_is_shown_is_the_force_that_acts():
    """On a table without friction nothing else pushes sideways: m dv/dt = F across the vertical (Newton)."""
    run = Simulation(CATALOGUE.get("smooth_top"))
    run.advance(10)
    run.grab(0, (0.01, 0.0, 0.0), 2.0)
    run.advance(1)
    run.move(run.snapshot().hand.point + np.array((0.03, 0.05, 0.0)))
    run.advance(2)
    peeks = [run.peek(run.t + k/8*run.h) for k in range(9)]
    forces = np.array([peek.hand.force for peek in peeks])
    # the bound of the force bites: a spring alone would pull harder
    assert np.linalg.norm(forces, axis=1).min() > 0.9*2.0*run.system.p[lay.MASS]*9.81
    impulse = simpson(forces, dx=run.h/8, axis=0)
    gained = run.system.p[lay.MASS]*(peeks[-1].bodies[0].velocity - peeks[0].bodies[0].velocity)
    # [1] Simpson's error (w h/8)^4/180 is 5e-9 with the top turning at w = 60 rad/s
    assert np.abs((impulse - gained)[:2]).max() < 1e-7*np.abs(gained[:2]).max()


def test_a_body_too_far_away_is_not_grabbed():
    """Its place would be a target that no file of the run could hold."""
    run = Simulation(CATALOGUE.get("turntable"), {"rate": 0.0, "x": 0.0, "vy": 0.0})
    run.grab()
    run.move((900.0, 0.0, 0.02))
    run.advance(240*4)
    run.let_go()
    while run.snapshot().bodies[0].centre[0] < 1000.0:
        run.advance(24)
    with pytest.raises(BadValue, match=r"hand, target\[0\]: got 1.*, needs a number in \[-1000, 1000\]"):
        run.grab()
