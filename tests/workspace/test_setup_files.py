"""Files of set-ups: all digits there and back, what others put in is kept, what is wrong is named."""

import json
import os
import random
import time

import pytest

from sandbox.errors import BadValue
from sandbox.workspace import setup as setups
from sandbox.workspace.rebuild import notes_of, rebuilt
from sandbox.workspace.setup import MAX_BYTES, Setup, setup_from, setup_of, text_of
from sandbox.workspace.setup_file import is_setup_name, read_setup, with_ending, write_setup
from tests.workspace.made_up import FULL, Scenes, damaged_bytes, mutated


def stored(path, **changes):
    """Writes FULL with other members."""
    path.write_text(json.dumps({**json.loads(text_of(FULL)), **changes}))
    return path


def test_there_and_back(tmp_path):
    write_setup(tmp_path / "a.jacobi.json", FULL)
    assert read_setup(tmp_path / "a.jacobi.json") == FULL
    exact = Setup("turntable", values={"rate": 0.1 + 0.2, "x": 5e-324, "vx": -1.7976931348623157e8})
    write_setup(tmp_path / "a.jacobi.json", exact)
    assert read_setup(tmp_path / "a.jacobi.json").values == exact.values


def test_the_shortest_file_is_a_scene(tmp_path):
    (tmp_path / "a.json").write_text('{"jacobi": 1, "scene": "turntable"}')
    run, notes = rebuilt(read_setup(tmp_path / "a.json"), Scenes())
    assert (run.scene.id, run.step, notes) == ("turntable", 0, [])


def test_unknown_keys_are_kept_also_within_camera_and_what_is_shown(tmp_path):
    path = stored(tmp_path / "a.jacobi.json", magnet={"B": [1.5, None]}, camera={"mode": "top", "lens": 35},
                  shown={"trail": "off", "stars": True})
    write_setup(tmp_path / "b.jacobi.json", read_setup(path))
    again = json.loads((tmp_path / "b.jacobi.json").read_text())
    assert again == json.loads(path.read_text())
    assert again["magnet"] == {"B": [1.5, None]} and again["camera"]["lens"] == 35 and again["shown"]["stars"] is True


def test_a_newer_file_is_read_and_says_what_is_unknown(tmp_path):
    setup = read_setup(stored(tmp_path / "a.jacobi.json", jacobi=setups.SCHEMA + 1, program="2.3", magnet=1.5))
    assert setup.is_newer and not FULL.is_newer
    run, notes = rebuilt(setup, Scenes())
    assert notes[0].startswith("Made by version 2.3 (yours: ") and "'magnet'" in notes[1] and run.step == 120
    with pytest.raises(BadValue, match=r"made by version 2.3 \(yours: .*'commands'\[0\]: got 'x'"):
        read_setup(stored(tmp_path / "b.jacobi.json", jacobi=setups.SCHEMA + 1, program="2.3", commands=["x"]))


def test_an_older_file_is_brought_up_to_date(monkeypatch):
    monkeypatch.setattr(setups, "SCHEMA", 3)
    monkeypatch.setattr(setups, "NEXT_SCHEMA", {
        1: lambda old: {**{name: old[name] for name in old if name != "name"}, "scene": old["name"]},
        2: lambda old: {**old, "values": {"rate": old["values"]["speed"]}}})
    setup = setup_of({"jacobi": 1, "name": "turntable", "values": {"speed": 2.5}, "extra": 1})
    assert (setup.scene, setup.values, setup.others, setup.is_newer) == (
        "turntable", {"rate": 2.5}, {"extra": 1}, False)
    assert setup.plain()["jacobi"] == 3


def test_another_scene_file_or_engine_is_a_note_not_a_refusal():
    run, _notes = rebuilt(FULL, Scenes())
    kept = setup_from(run)
    assert notes_of(kept, run) == []
    for change, said in (({"source": "0"*32}, "The file of the scene was changed since."),
                         ({"engine": "0"*32}, "Kept with another version of the engine."),
                         ({"digest": "0"*32}, "is not quite the one that was kept")):
        again, notes = rebuilt(setup_of({**kept.plain(), **change}), Scenes())
        assert said in notes[0] and len(notes) == 1 and again.step == run.step


def test_a_preset_that_the_scene_has_not_is_a_note_and_its_values_are_used(tmp_path):
    run, notes = rebuilt(read_setup(stored(tmp_path / "a.jacobi.json", preset="Once there", digest="")), Scenes())
    assert notes == ["Scene 'turntable' has no preset 'Once there' any more: its values are used."]
    assert run.preset == "" and run.start_values == FULL.plain()["values"] | run.start_values


HALVES = ('{"\\ud800": 1}', '{"shown": {"\\ud800": 1}}', '{"a": {"b": [{"\\uDFFF": 1}]}}', '{"a": ["x", "\\uDc00y"]}',
          '{"preset": "\\ud800"}', '{"camera": {"mode": "\\ud83d"}}', '{"scene": "\\ud800"}')


@pytest.mark.parametrize("text", HALVES)
def test_half_a_letter_is_refused_wherever_it_stands(tmp_path, text):
    changes = json.loads(text)
    (tmp_path / "a.jacobi.json").write_text(json.dumps({**FULL.plain(), **changes}))
    with pytest.raises(BadValue, match=r"got '.*ud.*', needs text of whole letters"):
        read_setup(tmp_path / "a.jacobi.json")
    # nor does the program make such a one
    with pytest.raises(BadValue):
        setup_of({**FULL.plain(), **changes})


def test_whole_letters_may_be_written_as_numbers(tmp_path):
    kept = stored(tmp_path / "a.jacobi.json", lesson={"\U0001f600": "\U0001f600"})
    assert "\\ud83d\\ude00" in kept.read_text() and read_setup(kept).others["lesson"] == {"\U0001f600": "\U0001f600"}


def test_an_instant_between_two_is_come_back_to_with_its_future():
    """Taken back and kept: the commands after the instant are still to come."""
    run, _notes = rebuilt(FULL, Scenes())
    run.go_to(50)
    kept = setup_from(run)
    assert (kept.step, kept.reached, len(kept.commands)) == (50, 240, 2)
    again, notes = rebuilt(kept, Scenes())
    assert (again.step, again.latest, notes) == (50, 240, [])
    for one in (run, again):
        one.advance(190)
    assert setup_from(again) == setup_from(run) and again.values == run.values


def test_the_end_of_a_run_is_come_back_to():
    from sandbox.run.simulation import Simulation
    run = Simulation(Scenes().get("turntable"), {"vx": 0.5}, preset="Off the edge")
    run.advance(2400)
    kept = setup_from(run)
    again, notes = rebuilt(kept, Scenes())
    assert kept.ended and again.ended == run.ended and again.t == run.t and notes == []


def test_a_run_that_is_not_wanted_any_more_is_given_up():
    class NoMore(Exception):
        pass

    def tell(t, end):
        assert 0.0 <= t <= end == 1e8/240
        raise NoMore

    with pytest.raises(NoMore):
        rebuilt(setup_of({**FULL.plain(), "reached": 10**8}), Scenes(), tell)


@pytest.mark.parametrize("changes, said", [
    ({"scene": "gone"}, "gone"), ({"values": {"mass": 1.0}}, "no parameter 'mass'"),
    ({"values": {"rate": 1e6}}, r"'rate': got 1000000.0, needs a number in \[-20, 20\]"),
    ({"commands": [[0, "radius", 0.01]]}, "'commands': got 'radius', needs rate"),
    ({"commands": [[0, "rate", 99.0]]}, "'rate': got 99.0"), ({"start": {"at": [9.0, 0.0]}}, "start"),
    ({"start": {"velocity": [0, 0]}}, "either a point"), ({"step_rate": 100}, "'step_rate': got 100"),
    ({"commands": [[0, "hand", {"body": 0}]]}, r"'commands'\[0\]: hand: got .* needs an object of body, point, target"),
    ({"commands": [[5, "rate", 1.0], [4, "rate", 1.0]]}, "a step is before the one above it")])
def test_what_cannot_be_run_is_named(tmp_path, changes, said):
    with pytest.raises(BadValue, match=said):
        rebuilt(read_setup(stored(tmp_path / "a.jacobi.json", **changes)), Scenes())


def test_files_that_are_too_large_or_no_files_are_refused_unread(tmp_path):
    with open(tmp_path / "large.jacobi.json", "wb") as file:
        file.truncate(10**12)
    with pytest.raises(BadValue, match=f"got 1000000000000 bytes, needs at most {MAX_BYTES}"):
        read_setup(tmp_path / "large.jacobi.json")
    for path in (tmp_path, tmp_path / "none", tmp_path / ("x"*300), "\0"):
        with pytest.raises(BadValue, match="cannot be read"):
            read_setup(path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(BadValue, match="no ordinary file"):
            read_setup(tmp_path / "pipe")


def test_2000_damaged_files_are_refused_or_fine(tmp_path):
    """1,000 with wrong values, 1,000 with wrong bytes; the run of every fifth fine one is made too."""
    dice, plain, text, good = random.Random(8), json.loads(text_of(FULL)), text_of(FULL).encode(), 0
    path = tmp_path / "a.jacobi.json"
    for case in range(2000):
        path.write_bytes(json.dumps(mutated(dice, plain)).encode() if case < 1000 else damaged_bytes(dice, text))
        begin = time.thread_time()
        try:
            setup = read_setup(path)
            write_setup(path, setup)
            assert read_setup(path) == setup
            good += 1
            if good % 5 == 0 and setup.reached < 10_000:
                rebuilt(setup, Scenes())
        except BadValue as refused:
            str(refused).encode()
            assert len(str(refused)) < 700
        assert time.thread_time() - begin < 2.0       # [s] of this thread
    assert 100 < good < 1900


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    import errno
    path = tmp_path / "a.jacobi.json"
    write_setup(path, FULL)
    monkeypatch.setattr("os.fsync", lambda _number: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space left")))
    with pytest.raises(OSError, match="No space"):
        write_setup(path, Setup("turntable"))
    monkeypatch.undo()
    assert read_setup(path) == FULL and os.listdir(tmp_path) == ["a.jacobi.json"]


def test_names_get_the_ending():
    for name, whole in (("a", "a.jacobi.json"), ("a.json", "a.jacobi.json"), ("a.jacobi.json", "a.jacobi.json"),
                        ("A.JACOBI.JSON", "A.JACOBI.JSON"), ("lesson 2.1", "lesson 2.1.jacobi.json"),
                        ("x. ", "x.jacobi.json")):
        assert with_ending(name).name == whole and is_setup_name(whole)
