"""The language of goals: what it means on runs whose states are known, and what it refuses, in a sentence."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import sandbox
from sandbox.errors import BadValue
from sandbox.run import judge
from sandbox.run.judge import check_run, check_start, judged, verdict_of
from sandbox.run.readings.quantities import quantities_of
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import Catalogue
from sandbox.scene.goals.challenge import LARGEST, challenge_of, load_challenges, told_in
from sandbox.scene.goals.parser import goal_of
from sandbox.scene.goals.words import OF_BODY, OF_RUN
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]
SCENES = shipped()
TURNTABLE = SCENES.get("turntable")
RATE, X, SPEED = 3.4907, 0.15, 0.1
K = 2/7*RATE
MIDDLE, RADIUS = X - SPEED/K, SPEED/K      # of the circle of a ball that begins across the radius [m]

BASE = {"title": "A", "text": "B", "scene": "turntable", "preset": "1", "values": {"x": X, "vx": 0.0, "vy": SPEED},
        "free": ["vx", "vy"], "until": 6.0, "why": "C",
        "marks": {"far": {"ring": [MIDDLE - RADIUS, 0.0, 0.02], "radius": 0.01},
                  "near": {"zone": [X, 0.0, 0.0], "radius": 0.02},
                  "posts": {"gate": [[MIDDLE, 0.05, 0.0], [MIDDLE, 0.15, 0.0]]}}}


def challenge(goal: str, **changes):
    return challenge_of("own", BASE | {"goal": goal, "stars": [goal]*3} | changes, SCENES.get)


def reading(goal: str, **changes):
    return judged(challenge(goal, **changes), {}, TURNTABLE).reading


def test_a_ball_that_goes_through_a_point_passes_it_to_the_last_digits():
    """The far point of the circle lies between two steps: of the steps alone the nearest is some micrometres off."""
    found = reading("passes(far)")
    t = np.arange(0, 6*240 + 1)/240
    steps = np.hypot(MIDDLE + RADIUS*np.cos(K*t) - (MIDDLE - RADIUS), RADIUS*np.sin(K*t)).min()
    assert found.holds and found.found < 1e-9 < 1e-6 < steps


@pytest.mark.parametrize(("goal", "t"), [
    ("max(y) > 0.2", 0.5*np.pi/K), ("abs(min(x) + 0.2) < 0.01", np.pi/K), ("min(x) < -0.1 and max(y) < 0.01", np.pi/K),
    ("when(y > 0.05) > 5", np.arcsin(0.05/RADIUS)/K)])
def test_a_number_that_is_missed_tells_when_it_was_taken_and_of_which_body(goal, t):
    found = reading(goal)
    assert not found.holds and found.moment == (pytest.approx(t, abs=0.5/240), 0)      # [s] half a step
    assert reading("x > 2").moment == () == reading("mean(x) > 2").moment


def test_a_fast_ball_does_not_pass_unseen():
    """At 12 m/s a ball goes 50 mm in a step, through a ring of 2 mm between two of them."""
    told = BASE | {"scene": "billiards", "preset": "1", "free": ["speed"], "until": 0.2, "goal": "passes(spot)",
                   "values": {"speed": 12.0, "cue_y": 0.0, "felt": 0.0, "resistance": 0.0},
                   "marks": {"spot": {"ring": [-0.55 + 12.0*2.5/240, 0.0, 0.0286], "radius": 0.002}}}
    found = judged(challenge_of("own", told | {"stars": ["passes(spot)"]*3}, SCENES.get), {}, SCENES.get("billiards"))
    assert found.stars == 3 and found.reading.found < 1e-8
    assert found.reading.t == pytest.approx(2.5/240, abs=0.002/12 + 1e-9)


def test_a_gate_is_gone_through_where_the_circle_crosses_it():
    """Half way up the circle stands the gate: it is crossed a radius above the middle."""
    found = reading("passes(posts)")
    assert found.holds and found.found == pytest.approx(abs(RADIUS - 0.1), abs=1e-8)
    missed = reading("passes(posts, within=0.0001)")
    assert not missed.holds and missed.miss == pytest.approx(abs(RADIUS - 0.1) - 0.0001, abs=1e-8) and missed.side


@pytest.mark.parametrize(("goal", "holds"), [
    ("max(x) < 0.1501", True), ("max(x) > 0.1501", False), ("min(x) < -0.05", True), ("mean(speed) > 0.0999", True),
    ("abs(x - 0.15) > 0.001", True), ("in(near)", False), ("stays(near, 0.2 s)", True), ("stays(near, 2 s)", False),
    ("rests()", False), ("event(rim)", False), ("not event(rim)", True), ("count(impact) < 1", True),
    ("before(passes(posts), 600 s)", True), ("before(passes(posts), 0.001)", False),
    ("before(passes(posts), passes(far))", True), ("before(passes(far), passes(posts))", False),
    ("count(vx > 0) > 0", True), ("count(vx > 0) > 1", False), ("count(x > 0) < 2", True),
    ("when(x > 0.14) > 0", False),
    ("event(rim) or passes(far) and not in(near)", True), ("at(rim) > 0", False), ("value(rate) > 3", True),
    ("x_1 < x + 1", True), ("sin(x)^2 + cos(x)^2 > 0.999", True), ("t > 5.9", True)])
def test_what_goals_mean(goal, holds):
    assert reading(goal).holds is holds


def test_events_are_judged_at_their_instants():
    """Dropped from 1 m with restitution 0.8: the first impact after sqrt(2/g), the tenth of them too late for 3 s."""
    told = BASE | {"scene": "bounce", "preset": "2", "free": ["height"], "values": {}, "marks": {}, "until": 3.0}
    first = (2.0/9.81)**0.5
    for goal, holds in ((f"abs(at(impact) - {first!r}) < 1e-9", True), ("count(impact) > 6", False),
                        ("count(impact) > 5", True), ("abs(at(z, impact) - 0.1) < 1e-9", True),
                        ("before(event(impact), event(grip))", False), ("last(impact) < 2.9", True)):
        one = challenge_of("own", told | {"goal": goal, "stars": [goal]*3}, SCENES.get)
        assert judged(one, {}, SCENES.get("bounce")).is_won is holds, goal


def test_a_comparison_is_judged_at_the_instant_at_which_it_begins_to_hold():
    """On its circle the ball is at the height of the middle after half a turn, between two steps."""
    half = np.pi/K
    assert reading(f"abs(when(y < 0) - {half!r}) < 1e-6").holds
    assert not reading(f"abs(when(y < 0) - {half!r}) < 1e-13").holds
    assert reading("when(x > 1) < 1").side == "What is asked for never happened."


def test_the_instant_at_which_a_mark_is_passed_is_a_number():
    """Half a turn to the far point, a quarter to the posts, each found between the steps."""
    # [s] a gate is crossed on the step's own cubic; into the ring it comes when the chord to its middle is 10 mm
    assert reading(f"abs(when(passes(posts)) - {0.5*np.pi/K!r}) < 1e-6").holds
    early = 2.0*np.arcsin(0.01/(2.0*RADIUS))/K
    assert reading(f"abs(when(passes(far)) - {float(np.pi/K - early)!r}) < 1e-4").holds
    assert reading("when(event(detach)) < 9").side == "What is asked for never happened."


def test_a_timer_is_a_gate_and_a_flag_without_a_guess_a_zone():
    marks = BASE["marks"] | {"line": {"timer": BASE["marks"]["posts"]["gate"]},
                             "pole": {"flag": [X, 0.0, 0.0], "radius": 0.02}}
    same = reading("passes(posts)"), reading("passes(line)", marks=marks)
    assert same[0] == same[1]
    assert reading("stays(pole, 0.1 s)", marks=marks).found == reading("stays(near, 0.1 s)").found
    missed = reading("in(pole)", marks=marks)
    assert not missed.holds and "from the flag" in missed.side


def test_every_quantity_is_one_of_the_runs():
    run = Simulation(TURNTABLE)
    known = {one.key: one for one in quantities_of(run)}
    for name, (unit, _low, _high) in (OF_BODY | OF_RUN).items():
        assert known[name].unit == unit, name


# ---- the same verdict live, from a log, from a set-up ---------------------------------------------------------------

def test_a_log_is_judged_like_the_run(tmp_path):
    from sandbox.cli.commands.judge import source_named
    one = challenge("passes(far)")
    live = judged(one, {}, TURNTABLE)
    sandbox.simulate("turntable", "1", duration=6.0, log=tmp_path/"run.sqlite", **BASE["values"])
    source = source_named(str(tmp_path/"run.sqlite"))
    check_run(one, source.make())
    assert repr(verdict_of(one, source.make, {}).reading) == repr(live.reading)
    sandbox.simulate("turntable", "1", duration=1.0, log=tmp_path/"other.sqlite", rate=3.0)
    with pytest.raises(BadValue, match=r"challenge 'own': 'rate' is locked; free are vx, vy"):
        check_run(one, source_named(str(tmp_path/"other.sqlite")).make())


def test_what_is_locked_is_refused():
    with pytest.raises(BadValue, match="'rate' is locked; free are vx, vy"):
        judged(challenge("passes(far)"), {"rate": 2.0}, TURNTABLE)


# ---- what is refused ------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("goal", "sentence"), [
    ("", "no goal yet"), ("2", "a number alone is no goal"), ("passes(nothing)", "no mark 'nothing'; there are far"),
    ("passes(far", "')' can't stand here"), ("foo(2)", "no name 'foo'"),
    ("count(impct) > 1", "no kind of event 'impct'"),
    ("max(x > 2) > 3", "a condition where a number is needed"), ("x < 2 < 3", "a second comparison"),
    ("speed and x > 2", "joins conditions, this is a number"), ("stays(far, -2 s)", "needs a number of seconds"),
    ("passes(far, within=0)", "needs a distance above 0"), ("__import__(far)", "no name '__import__'"),
    ("x > 1; x < 2", "means nothing here"), ("when(x) > 1", "when needs a comparison"),
    ("count(rests()) > 1", "count needs a comparison"), ("when(impact) > 1", "no name 'impact'"),
    ("("*60 + "x" + ")"*60 + " > 1", "deep"),
    ("not "*60 + "rests()", "in a row"),
    ("passes(far) passes(far)", "a condition where a number is needed"),
    ("x > " + "1+"*230 + "1", "more than 400 parts"),
    ("value(nothing) > 2", "no parameter 'nothing'")])
def test_goals_that_are_none_are_refused_in_a_sentence_with_a_column(goal, sentence):
    with pytest.raises(BadValue) as error:
        challenge(goal)
    text = str(error.value)
    assert sentence in text and text.startswith("challenge 'own', 'goal': ") and "column" in text and "\n" not in text


@pytest.mark.parametrize("goal", [
    "speed < 0", "stays(near, 20 s)", "count(impact) < 0", "at(impact) > 7", "max(speed) + 1 < 0.5", "abs(x) < 0",
    "passes(far) and speed < 0", "not not (tilt > 4)", "before(speed < 0, passes(far))", "2 < 1", "sin(x) > 1"])
def test_goals_that_can_never_hold_are_refused(goal):
    with pytest.raises(BadValue, match="can never hold"):
        challenge(goal)


@pytest.mark.parametrize(("changes", "sentence"), [
    ({"schema": 2}, "later version"), ({"words": 1}, "no word 'words'"), ({"scene": "nothing"}, "nothing"),
    ({"scene": "../turntable"}, "scene"), ({"preset": "99"}, "no preset '99'"), ({"values": {"rate": 1e3}}, "rate"),
    ({"values": {"nothing": 1}}, "no parameter 'nothing'"), ({"free": ["nothing"]}, "no parameter 'nothing'"),
    ({"free": []}, "nothing in it is free"), ({"until": 0}, "until"), ({"until": float("nan")}, "until"),
    ({"stars": ["passes(far)"]}, "stars"), ({"title": 7}, "title"), ({"title": "x"*81}, "title"),
    ({"by": ["magic"]}, "by"), ({"family": "none"}, "family"), ({"marks": {"max": {"ring": [0, 0, 0], "radius": 1}}},
                                                              "'max' is a word of goals"),
    ({"marks": {"m": {"ring": [0, 0, 0]}}}, "needs a radius"),
    ({"marks": {"m": {"ring": [0, 0], "radius": 1}}}, "ring"),
    ({"marks": {"m": {}}}, "needs one of ring, zone, gate, flag"), ({"marks": 3}, "marks"),
    ({"marks": {"m": {"gate": [[0, 0, 0], [0, 0, 1]]}}}, "its posts stand in one place"),
    ({"marks": {"m": {"flag": [0, 0, 0], "radius": 1, "at": "there"}}}, "no guess 'there'"),
    ({"guess": {"flag": {"low": 2, "high": 1}}}, "needs low < high"), ({"guess": {"x": {"low": 0, "high": 1}}}, "'x'"),
    ({"title": "\u202eflog"}, "title"), ({"title": "golf\x1b[2J"}, "title"), ({"title": "golf\nagain"}, "title"),
    ({"text": "here\x1b]0;there\x07"}, "text"), ({"hint": ["\u2067no"]}, "hint"),
    ({"guess": {"flag": {"low": 0, "high": 1, "title": "\x9b1m"}}}, "title"),
    ({"hint": ["x"]*6}, "hint"), ({"why": None}, "why"), ({"goal": "x > " + "1+"*300 + "1"}, "at most 500 letters")])
def test_challenges_that_are_none_are_refused_in_a_sentence(changes, sentence):
    with pytest.raises(BadValue) as error:
        challenge(**{"goal": "x > 2" if "marks" in changes else "passes(far)"} | changes)
    assert sentence in str(error.value) and "\n" not in str(error.value)


def test_a_goal_that_holds_at_the_start_or_asks_for_another_body_is_refused():
    with pytest.raises(BadValue, match="holds before anything has moved"):
        check_start(challenge("x > 0"), TURNTABLE)
    with pytest.raises(BadValue, match="asks for body 3, there are 1"):
        check_start(challenge("x_3 > 2"), TURNTABLE)


def test_a_broken_file_is_one_sentence_and_the_others_go_on(tmp_path):
    good = (ROOT / "challenges" / "golf.toml").read_bytes()
    bad = {"cut": good[:len(good)//2], "binary": b"\xff\xfe\x00", "empty": b"", "deep": b"a = " + b"["*100_000,
           "large": b"#"*(LARGEST + 1), "twice": good + b'\ntitle = "again"\n', "Name With": good}
    for name, data in bad.items():
        (tmp_path/f"{name}.toml").write_bytes(data)
    (tmp_path/"golf.toml").write_bytes(good.replace(b"\n", b"\r\n"))
    found = load_challenges([tmp_path, ROOT / "challenges"], SCENES.get)
    assert set(found.broken) == set(bad) and "golf" in found.good and "cup" in found.good
    assert all(reason and "\n" not in reason and len(reason) < 400 for reason in found.broken.values())


def test_a_file_is_understood_once_until_it_or_its_scene_is_another(tmp_path, monkeypatch):
    told, read = (ROOT / "challenges" / "golf.toml").read_bytes(), []
    monkeypatch.setattr("sandbox.scene.goals.challenge.challenge_of",
                        lambda name, *what: read.append(name) or challenge_of(name, *what))
    for name in ("golf", "other"):
        (tmp_path/f"{name}.toml").write_bytes(told)
    scenes, known = {"turntable": TURNTABLE}, {}

    def found():
        read.clear()
        return load_challenges([tmp_path], lambda name: Catalogue(scenes, {}).get(name), known)
    first = found()
    assert set(first.good) == {"golf", "other"} and read == ["golf", "other"]
    assert found() == first and read == []
    # of as many bytes, within the same tick of the clock of files
    (tmp_path/"golf.toml").write_bytes(told.replace(b"0.0005)", b"0.0004)"))
    assert found().good["golf"] != first.good["golf"] and read == ["golf"]
    scenes["turntable"] = replace(TURNTABLE)
    assert set(found().good) == {"golf", "other"} and read == ["golf", "other"]
    (tmp_path/"golf.toml").write_bytes(told[:len(told)//2])
    del scenes["turntable"]
    sentences = found().broken
    assert "cannot be read" in sentences["golf"] and "turntable" in sentences["other"] and read == []


def test_no_text_of_any_kind_breaks_the_parser():
    """Random pieces of goals: a tree or a FormulaError, nothing else."""
    random = np.random.default_rng(31)
    pieces = ["passes(", "far", ")", "and", "or", "not", "x", "<", ">", "2 s", ",", "within=", "0.01", "max(", "(", "-",
              "at(", "impact", "stays(", "near", "count(", "^", "π", "²", "x_2", "before(", "rests()", "=", "e"]
    for _count in range(3000):
        text = " ".join(random.choice(pieces, random.integers(1, 14)))
        try:
            goal_of(text, ("far", "near"), ("flag",), ("rate",))
        except BadValue as error:
            assert str(error)


class Clock:
    """Processor time as a test says it goes: `each` [s] more whenever it is asked."""

    def __init__(self, each: float = 0.0):
        self.now, self.each = 0.0, each

    def __call__(self) -> float:
        self.now += self.each
        return self.now


@pytest.mark.parametrize(("each", "is_refused"), [(0.0, False), (0.001, False), (20.0, True)])
def test_a_goal_that_takes_too_long_is_refused(each, is_refused):
    """1441 steps may take 14.4 s, whatever this machine takes for them."""
    one = challenge("max(x) > 0.1 and min(x) < 1")

    def make():
        return Simulation(TURNTABLE, one.values, 240, one.preset)
    if not is_refused:
        assert verdict_of(one, make, {}, clock=Clock(each)).stars == 3
        return
    with pytest.raises(BadValue, match=r"'own': its goal takes 1[34]\.[0-9] ms a step to judge, needs at most 10"):
        verdict_of(one, make, {}, clock=Clock(each))


def test_a_slow_function_in_a_goal_is_refused(monkeypatch):
    clock = Clock()

    def slow(x):
        clock.now += 60.0
        return np.sin(x)
    monkeypatch.setitem(judge.FORMULAS, "sin", slow)
    one = challenge("sin(x) < 2 and max(x) > 0.1")
    with pytest.raises(BadValue, match="its goal takes"):
        verdict_of(one, lambda: Simulation(TURNTABLE, one.values, 240, one.preset), {}, clock=clock)


def test_a_directory_is_no_challenge(tmp_path):
    with pytest.raises(BadValue, match="no ordinary file"):
        told_in(tmp_path)
