"""Files of lessons that anybody may have written: what is broken is one sentence at its place, the others go on."""

from pathlib import Path

import pytest

from sandbox.errors import BadValue
from sandbox.scene.lessons import lesson
from sandbox.scene.lessons.lesson import LARGEST, lesson_of, load_lessons, told_in
from sandbox.scene.lessons.voting import Ballot, Clock
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]
SCENES = shipped()
QUESTION = {"text": "Where?", "answers": ["a", "b", "c", "d"], "right": "B", "seconds": 30}
STEP = {"title": "First", "minutes": 5, "scene": "turntable", "preset": "1"}


def read(more=None, step=None, **top):
    told = {"title": "One", "text": "A sentence.", "steps": [{**STEP, **(step or {})}], **top}
    return lesson_of("one", {**told, **(more or {})}, SCENES.get, ("golf",))


def test_a_lesson_is_read():
    one = read(step={"question": QUESTION, "pause": "detach", "beside": [{"vy": 0.1}],
                     "reveal": {"text": "There.", "number": "max(speed)", "unit": "m/s"}})
    step = one.steps[0]
    assert (one.minutes, step.preset, step.question.right, step.pause) == (5.0, "33 rpm record", 1, "detach")
    assert step.values["vy"] == 0.05 and step.beside[0]["vy"] == 0.1 and step.reveal.number.kind == "max"
    assert read(step={"question": {**QUESTION, "right": ""}}).steps[0].question.right is None


@pytest.mark.parametrize(("step", "sentence"), [
    ({"scene": "moon"}, "lesson 'one', step 1: "),
    ({"preset": "The moon"}, "lesson 'one', step 1: "),
    ({"values": {"rate": "fast"}}, "lesson 'one', step 1: "),
    ({"values": {"speeed": 1}}, "lesson 'one', step 1: "),
    ({"camera": "drone"}, "lesson 'one', step 1, 'camera': got 'drone', needs one of free, follow, top, table"),
    ({"shown": ["smoke"]}, "lesson 'one', step 1, 'shown'[0]: got 'smoke'"),
    ({"shown": "trail"}, "lesson 'one', step 1, 'shown': got 'trail', needs a list"),
    ({"speed": 3}, "lesson 'one', step 1, 'speed': got 3, needs one of 0.015625"),
    ({"minutes": float("nan")}, "lesson 'one', step 1, 'minutes': got nan, needs a number in [0.5, 60]"),
    ({"minutes": True}, "lesson 'one', step 1, 'minutes': got True"),
    ({"pause": "earthquake"}, "lesson 'one', step 1, 'pause': got 'earthquake'"),
    ({"pause": -1}, "lesson 'one', step 1, 'pause': got -1"),
    ({"colour": "red"}, "lesson 'one', step 1: no word 'colour'; there are title, minutes, scene"),
    ({"question": {**QUESTION, "answers": ["a", "b"]}}, "lesson 'one', step 1, 'question'.answers: got ['a', 'b']"),
    ({"question": {**QUESTION, "right": "E"}}, "lesson 'one', step 1, 'question'.right: got 'E', needs one of"),
    ({"question": {**QUESTION, "seconds": 9}}, "'question'.seconds: got 9, needs a whole number in [10, 180]"),
    ({"question": {**QUESTION, "seconds": 181}}, "'question'.seconds: got 181"),
    ({"question": {**QUESTION, "votes": 10**9}}, "lesson 'one', step 1, 'question': no word 'votes'"),
    ({"question": {"text": "Where?"}}, "lesson 'one', step 1, 'question': has no 'answers'"),
    ({"question": "Where?"}, "lesson 'one', step 1, 'question': got 'Where?', needs a table"),
    ({"reveal": {"text": "There."}}, "lesson 'one', step 1: 'reveal' needs a question"),
    ({"question": QUESTION, "reveal": {"number": "max(speed"}}, "lesson 'one', step 1, 'reveal.number': "),
    ({"question": QUESTION, "reveal": {"number": "__import__(x)"}}, "lesson 'one', step 1, 'reveal.number': "),
    ({"question": QUESTION, "reveal": {"number": "speed < 1"}}, "a condition where a number is needed"),
    ({"facts": ["speed"]}, "lesson 'one', step 1, 'facts': formula, column 1: a number alone"),
    ({"facts": ["speed < -1"]}, "the goal 'speed < -1' can never hold"),
    ({"facts": ["value(moon) > 1"]}, "lesson 'one', step 1, 'facts': "),
    ({"challenge": "golf"}, "lesson 'one', step 1: needs one of scene, setup, challenge, got scene, challenge"),
    ({"title": "x"*81}, "lesson 'one', step 1, 'title': got "),
])
def test_what_is_wrong_in_a_step_is_told_at_its_place(step, sentence):
    with pytest.raises(BadValue) as error:
        read(step=step)
    assert sentence in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(("more", "sentence"), [
    ({"schema": 2}, "lesson 'one': made for a later version of the program (its schema is 2, known is 1)"),
    ({"schema": 0}, "lesson 'one', 'schema': got 0"),
    ({"steps": []}, "lesson 'one', 'steps': got 0, needs 1 to 60 tables [[steps]]"),
    ({"steps": "many"}, "lesson 'one', 'steps': got 'many', needs 1 to 60"),
    ({"steps": [STEP]*61}, "lesson 'one', 'steps': got 61, needs 1 to 60"),
    ({"steps": [7]}, "lesson 'one', step 1: got 7, needs a table"),
    ({"steps": [{"title": "x", "minutes": 1}]}, "step 1: needs one of scene, setup, challenge, got none"),
    ({"steps": [{"title": "x", "minutes": 1, "challenge": "moon"}]}, "step 1: no challenge 'moon'; there are golf"),
    ({"steps": [{"title": "x", "minutes": 1, "challenge": "golf", "preset": "1"}]}, "step 1: 'preset' needs a scene"),
    ({"steps": [{"title": "x", "minutes": 1, "challenge": "golf"}]}, "'steps': at least one of them needs a scene"),
    ({"author": "me"}, "lesson 'one': no word 'author'; there are schema, title"),
    ({"title": 7}, "lesson 'one', 'title': got 7"),
])
def test_what_is_wrong_in_a_lesson_is_told(more, sentence):
    with pytest.raises(BadValue) as error:
        read(more)
    assert sentence in str(error.value)


def test_files_that_are_no_lessons_are_sentences_and_the_others_go_on(tmp_path):
    good = (ROOT / "lessons" / "blades.toml").read_text(encoding="utf-8")
    (tmp_path/"good.toml").write_text(good, encoding="utf-8")
    (tmp_path/"broken.toml").write_text("title = ", encoding="utf-8")
    (tmp_path/"bytes.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path/"deep.toml").write_text("x = " + "["*20_000, encoding="utf-8")
    (tmp_path/"large.toml").write_bytes(b"#"*(LARGEST + 1))
    (tmp_path/"Bad name.toml").write_text(good, encoding="utf-8")
    (tmp_path/"folder.toml").mkdir()
    found = load_lessons([tmp_path], SCENES.get)
    assert list(found.good) == ["good"]
    assert set(found.broken) == {"broken", "bytes", "deep", "large", "Bad name", "folder"}
    assert "got 1000001 bytes, needs at most 1000000" in found.broken["large"]
    assert all(sentence and "Traceback" not in sentence for sentence in found.broken.values())
    with pytest.raises(BadValue, match="cannot be read"):
        told_in(tmp_path/"missing.toml")


def test_marks_of_order_and_byte_order_do_not_matter(tmp_path):
    text = (ROOT / "lessons" / "blades.toml").read_text(encoding="utf-8")
    (tmp_path/"one.toml").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert load_lessons([tmp_path], SCENES.get).good["one"].title == "Blades"


def test_votes_are_counted_by_numbers_and_by_keys():
    ballot = Ballot()
    ballot.digit(7)
    assert ballot.total == 0
    ballot.choose(1)
    for digit in (1, 2):
        ballot.digit(digit)
    ballot.choose(0)
    ballot.digit(9)
    ballot.add(3)
    ballot.add(2, -1)
    assert ballot.counts == [9, 12, 0, 1] and ballot.total == 22
    ballot.choose(1)
    ballot.erase()
    assert ballot.counts[1] == 1
    for count in (10**9, -1, 2.5, float("nan"), True):
        with pytest.raises(BadValue, match="votes for A: got "):
            ballot.put(0, count)
    assert ballot.counts[0] == 9


def test_a_clock_runs_stops_and_begins_anew():
    now = [1000.0]
    clock = Clock(10, lambda: now[0])
    now[0] += 5
    assert clock.shown == 10 and not clock.is_running
    clock.toggle()
    now[0] += 2.5
    assert clock.left == 7.5 and clock.shown == 8 and clock.is_running
    clock.toggle()
    now[0] += 100
    assert clock.left == 7.5 and not clock.is_running
    clock.toggle()
    now[0] -= 3600
    assert clock.left == 7.5
    now[0] += 3600 + 8
    assert clock.shown == 0 and not clock.is_running
    clock.toggle()
    assert clock.shown == 10 and clock.is_running


def test_the_bound_of_a_file_is_a_megabyte():
    assert lesson.LARGEST == 1_000_000
