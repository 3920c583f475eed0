"""A challenge made of a run: its file says what the run did, the run wins it, its beginning does not."""


import pytest

from sandbox.errors import BadValue
from sandbox.run.command import HAND
from sandbox.run.judge import judged
from sandbox.run.own_challenge import STEERED, Wish, free_in, keep, made_of, name_of, toml_of, ways_in
from sandbox.run.simulation import Simulation
from sandbox.scene.goals.challenge import load_challenges
from tests.shipped import shipped

SCENES = shipped()
TURNTABLE = SCENES.get("turntable")
WISH = Wish("My throw", "Through \"my\" ring, \\ and back.", "vy", "ring", 0.01)


def run_of(**values):
    run = Simulation(TURNTABLE, TURNTABLE.values(values))
    run.advance(480)
    return run


@pytest.mark.parametrize("goal", ["ring", "zone"])
def test_a_run_becomes_a_challenge_that_it_wins_and_that_is_read_again(tmp_path, goal):
    run = run_of(vy=0.12, x=0.1)
    assert free_in(run) == ["x", "vy"]
    wish = Wish(WISH.title, WISH.text, "vy", goal, 0.01)
    challenge, text = made_of(run, wish, "own", SCENES.get)
    path = keep(text, wish.title, tmp_path)
    assert path.name == "my_throw.toml" and keep(text, wish.title, tmp_path).name == "my_throw_2.toml"
    found = load_challenges([tmp_path], SCENES.get)
    assert found.broken == {} and set(found.good) == {"my_throw", "my_throw_2"}
    again = found.good["my_throw"]
    assert (again.goal_text, again.values, again.marks, again.text) == (
        challenge.goal_text, challenge.values, challenge.marks, WISH.text)
    assert judged(again, {"vy": 0.12}, TURNTABLE).stars == 3 and judged(again, {}, TURNTABLE).stars == 0
    assert again.values["x"] == 0.1 and again.free == ("vy",)


@pytest.mark.parametrize(("goal", "seconds"), [("stays", 3.0), ("rests", 3.0)])
def test_what_comes_to_rest_is_to_stay_or_to_rest(goal, seconds):
    """A slow ball is stopped by the resistance of the cloth before it meets another one; then it lies there."""
    scene = SCENES.get("billiards")
    preset = scene.preset("2")
    run = Simulation(scene, scene.values(dict(preset.values) | {"speed": 0.3, "resistance": 2e-3}), preset=preset.name)
    run.advance(round(240*seconds))
    free = [name for name in free_in(run) if name == "speed"]
    assert free == ["speed"]
    challenge, _text = made_of(run, Wish("A", "B", "speed", goal, 0.01), "own", SCENES.get)
    assert judged(challenge, {"speed": 0.3}, scene).stars == 3 and judged(challenge, {}, scene).stars == 0


def test_a_run_thrown_by_hand_becomes_one_that_a_hand_plays():
    run = Simulation(TURNTABLE, TURNTABLE.values())
    run.advance(48)
    run.grab(0)
    x, y, z = run.snapshot().bodies[0].centre
    run.move((x + 0.05, y + 0.1, z))
    run.advance(24)
    run.let_go()
    run.advance(240)
    assert ways_in(run) == [HAND]
    challenge, _text = made_of(run, Wish("Throw", "Throw it.", HAND, "zone", 0.02), "own", SCENES.get)
    assert (challenge.free, challenge.by) == ((), ("hand",))
    assert judged(challenge, {}, TURNTABLE, run.commands).stars == 3 and judged(challenge, {}, TURNTABLE).stars == 0
    with pytest.raises(BadValue, match="'vy' is locked"):
        judged(challenge, {"vy": 0.1}, TURNTABLE)


@pytest.mark.parametrize(("scene", "name", "by"), [("labyrinth", "tilt_x", "steer"), ("turntable", "rate", "knob")])
def test_a_run_that_was_steered_becomes_one_that_is_steered(scene, name, by):
    scene = SCENES.get(scene)
    run = Simulation(scene, scene.values())
    run.advance(24)
    run.set(name, 0.04 if by == "steer" else -3.0)
    run.advance(240)
    assert ways_in(run) == [STEERED]
    challenge, _text = made_of(run, Wish("Steer", "Steer it.", STEERED, "zone", 0.005), "own", SCENES.get)
    assert (challenge.free, challenge.by) == ((name,), (by,))
    assert judged(challenge, {}, scene, run.commands).stars == 3 and judged(challenge, {}, scene).stars == 0


def test_what_makes_no_challenge_is_refused_in_a_sentence():
    with pytest.raises(BadValue, match="'vy' is as the preset has it"):
        made_of(run_of(), WISH, "own", SCENES.get)
    with pytest.raises(BadValue, match="won without doing anything"):
        made_of(run_of(vy=0.0501), Wish("A", "B", "vy", "ring", 0.05), "own", SCENES.get)
    turned = run_of(vy=0.12)
    turned.set("rate", 2.0)
    turned.advance(10)
    with pytest.raises(BadValue, match="'rate' is locked; free are vy"):
        made_of(turned, WISH, "own", SCENES.get)
    waiting = Simulation(TURNTABLE, TURNTABLE.values({"vy": 0.12}))
    waiting.advance(1)
    with pytest.raises(BadValue, match="holds before anything has moved"):
        made_of(waiting, WISH, "own", SCENES.get)


def test_texts_of_all_kinds_are_written_so_that_they_are_read_again():
    import tomllib
    told = {"title": "\x7f\"\\\n\t\u202eя★", "values": {"a": 1e-7, "b": True, "c": -3, "d": 1e22}, "marks": {},
            "free": ["x"]}
    assert tomllib.loads(toml_of(told)) == told
    assert name_of("../../Über <b>", set()) == "ber_b" and name_of("…", {"own"}) == "own_2"
    assert len(name_of("x"*10_000, set())) <= 40
