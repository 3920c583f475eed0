"""A scene file that would end, fill or stop the program is one sentence in the list; the others go on."""

import json
import os
import sys
import time
from pathlib import Path

import pytest

from sandbox.came import digest_of
from sandbox.errors import BadValue
from sandbox.scene.catalogue import load_catalogue, load_scene
from sandbox.scene.trials import trial
from sandbox.scene.trials.judge import Trials
from sandbox.scene.trials.known import Known
from tests.patience import HANGING

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, str(ROOT / "main.py"), "--try-scenes"]
GOOD = ("from sandbox.scene import Ball, Plane, Scene, Start, Still\n"
        "SCENE = Scene('Good', (), lambda p: (Ball(0.01), Plane(), Still()), lambda p: Start((0, 0)))\n")

# file -> text, words of the reason
HARMFUL = {
    "exits": ("import os\nos._exit(0)", "ended the process while loading, with the code 0"),
    "crashes": ("import ctypes\nctypes.string_at(0)", "SIGSEGV"),
    "aborts": ("import os\nos.abort()", "SIGABRT"),
    "kills": ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "SIGKILL"),
    "generator": ("raise GeneratorExit", "GeneratorExit"),
    "interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "leaves": ("import sys\nsys.exit(3)", "SystemExit"),
    "base": ("class Odd(BaseException):\n    pass\nraise Odd('odd')", "Odd while loading: odd"),
    "array": ("import numpy\nx = numpy.ones(10**9)", "Unable to allocate"),
    "list": ("x = [0]\nwhile True:\n    x = x + x", "MemoryError"),
    "recursion": ("def f():\n    return f()\nf()", "RecursionError"),
    "deep": ("import sys\nsys.setrecursionlimit(10**9)\ndef f(x):\n    return f([x])\nf(0)", ""),
    "brackets": ("("*50_000 + ")"*50_000, ""),
    "mute": ("class Odd(Exception):\n    def __str__(self):\n        raise self\nraise Odd", "Odd while loading"),
    "loud": ("raise ValueError('x'*10**6)", "ValueError while loading: xxx"),
    "chatty": ("print('{\"place\": 0, \"reason\": \"\"}'*1000)\nimport os\nos.write(1, b'x'*10**6)", "no SCENE"),
    "asks": ("input()", "EOFError"),
    "shuts": ("import os\nos.closerange(3, 100)", "ended the process"),
    "title": (GOOD.replace("'Good'", "5"), "title"),
    "hangs_in_build": (GOOD.replace("(Ball(0.01), Plane(), Still())", "exec('import os; os._exit(4)')"), "code 4"),
    "latin": ("# caf\xe9".encode("latin-1"), "UnicodeDecodeError"),
    "large": (b"#"*1_000_001, "1000001 bytes"),
}
SLOW = {"endless": "while True:\n    pass", "asleep": "import time\ntime.sleep(1e6)"}


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "scenes"
    folder.mkdir()
    for name in ("a_first", "zz_last"):
        (folder / f"{name}.py").write_text(GOOD)
    return folder


@pytest.fixture
def judge(tmp_path):
    return Trials(COMMAND, tmp_path / "cache" / "scenes.json")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of Unix")
def test_each_harmful_file_has_its_sentence(folder, judge):
    for name, (text, _words) in HARMFUL.items():
        (folder / f"{name}.py").write_bytes(text if isinstance(text, bytes) else text.encode())
    (folder / "directory.py").mkdir()
    os.mkfifo(folder / "pipe.py")
    (folder / "nowhere.py").symlink_to("nothing")
    (folder / "huge.py").touch()
    os.truncate(folder / "huge.py", 500_000_000)
    found = load_catalogue(folder, judge=judge)
    assert list(found.scenes) == ["a_first", "zz_last"]
    assert set(found.broken) == {*HARMFUL, "directory", "pipe", "nowhere", "huge"}
    for name, (_text, words) in HARMFUL.items():
        # where the machine is busy, its time is over before the memory is
        is_late = name == "list" and "did not finish loading in 10 s" in found.broken[name]
        assert (words in found.broken[name] or is_late) and len(found.broken[name]) < 600, (name, found.broken[name])
    assert "not a file" in found.broken["directory"] and "not a file" in found.broken["pipe"]
    assert "500000000 bytes" in found.broken["huge"] and "No such file" in found.broken["nowhere"]


class WhenAllHaveBegun(float):
    """A limit [s] for one file that is not over before some notes are written, however slow this machine is."""

    def __new__(cls, seconds: float, notes: list[Path]):
        limit = super().__new__(cls, seconds)
        limit.notes, limit.was_alone = notes, False
        return limit

    @property
    def have_begun(self) -> bool:
        return all(path.exists() and path.stat().st_size > 0 for path in self.notes)

    def __lt__(self, seconds: float) -> bool:
        if not float.__lt__(self, seconds) or self.have_begun:
            return float.__lt__(self, seconds)
        self.was_alone |= seconds > HANGING
        return seconds > HANGING


@pytest.mark.slow
def test_files_that_never_end_hold_nobody_up(folder, judge, monkeypatch):
    """Both run out of time side by side, and the next start does not wait for them again."""
    limit = WhenAllHaveBegun(8.0, [folder / f"{name}.py.begun" for name in SLOW])
    monkeypatch.setattr(trial, "LIMIT", limit)
    for name, text in SLOW.items():
        (folder / f"{name}.py").write_text("open(__file__ + '.begun', 'w').write('begun')\n" + text)
    found = load_catalogue(folder, judge=judge)
    # the second did not wait for the end of the first
    assert limit.have_begun and not limit.was_alone
    assert list(found.scenes) == ["a_first", "zz_last"]
    assert found.broken == dict.fromkeys(SLOW, "did not finish loading in 8 s")
    monkeypatch.setattr(trial, "tried", None)
    again = load_catalogue(folder, judge=judge)
    assert (list(again.scenes), again.broken) == (list(found.scenes), found.broken)


def test_what_loaded_well_is_known_by_its_text(folder, judge, monkeypatch):
    (folder / "raises.py").write_text("1/0")
    assert list(load_catalogue(folder, judge=judge).broken) == ["raises"]
    asked = []
    monkeypatch.setattr(trial, "tried", lambda command, paths: asked.extend(paths) or [None]*len(paths))
    (folder / "copy.py").write_text(GOOD)
    assert list(load_catalogue(folder, judge=judge).scenes) == ["a_first", "copy", "zz_last"]
    assert asked == []
    (folder / "copy.py").write_text(GOOD + "\n")
    load_catalogue(folder, judge=judge)
    assert asked == [folder / "copy.py"]


def test_what_could_not_be_tried_is_loaded_here(folder, tmp_path):
    for command in (["/no/such/program"], [sys.executable, "-c", "raise SystemExit(3)"]):
        judge = Trials(command, tmp_path / "cache" / "scenes.json")
        assert list(load_catalogue(folder, judge=judge).scenes) == ["a_first", "zz_last"]
    assert not (tmp_path / "cache" / "scenes.json").exists() or not Known(judge._note)._good


NOTES = [b"", b"[]", b"null", b"{", b"\xff\xfe", b"["*100_000, b'{"good": 3, "slow": {"x": "y"}}', b"x"*1_000_001,
         json.dumps({"good": {"a": None}, "slow": {"a": 1e400}}).encode()]


@pytest.mark.parametrize("content", NOTES, ids=range(len(NOTES)))
def test_a_broken_note_is_begun_anew(folder, judge, content):
    judge._note.parent.mkdir()
    judge._note.write_bytes(content)
    assert list(load_catalogue(folder, judge=judge).scenes) == ["a_first", "zz_last"]
    assert Known(judge._note).is_good(GOOD.encode())


def test_a_call_from_python_loads_here_what_can_be_said(tmp_path):
    for name in ("generator", "base", "mute", "recursion", "leaves", "latin", "large"):
        text = HARMFUL[name][0]
        path = tmp_path / f"{name}.py"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(BadValue, match=HARMFUL[name][1]):
            load_scene(path)
    (tmp_path / "interrupt.py").write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load_scene(tmp_path / "interrupt.py")


def test_nobody_is_left_behind_by_a_killed_program(tmp_path):
    """The process in which a scene sleeps ends with the one that asked for it."""
    import subprocess
    path = tmp_path / "asleep.py"
    path.write_text(f"import os, time\nopen({str(tmp_path / 'id')!r}, 'w').write(str(os.getpid()))\ntime.sleep(1e6)")
    program = (f"from pathlib import Path; from sandbox.scene.trials import trial; trial.LIMIT = {HANGING}\n"
               f"trial.tried({COMMAND!r}, [Path({str(path)!r})])")
    asking = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT)
    end = time.monotonic() + HANGING
    while not (tmp_path / "id").exists() or not (tmp_path / "id").read_text():
        assert time.monotonic() < end
        time.sleep(0.05)
    asking.kill()
    asking.wait()
    number = int((tmp_path / "id").read_text())
    while is_running(number):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not show environments")
@pytest.mark.parametrize("end", ["", "import os\nos._exit(0)", "while True:\n    pass"])
def test_no_process_of_a_file_outlives_its_trial(tmp_path, monkeypatch, end):
    """Neither one of its own session, nor the child of one that has ended."""
    monkeypatch.setattr(trial, "LIMIT", WhenAllHaveBegun(3.0, [tmp_path / name for name in "ab"]))
    own = "import os, time\n" if end else GOOD + "import os, time\n"
    note = "open({!r}, 'w').write(str(os.getpid()))"
    (tmp_path / "scene.py").write_text(
        f"{own}import subprocess, sys\n"
        f"sleep = 'import os, time; ' + {note.format(str(tmp_path / 'a'))!r} + '; time.sleep(1e6)'\n"
        f"subprocess.Popen([sys.executable, '-c', sleep], start_new_session=True)\n"
        f"if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        {note.format(str(tmp_path / 'b'))}\n"
        f"        time.sleep(1e6)\n    os._exit(0)\n"
        f"notes = {[str(tmp_path / 'a'), str(tmp_path / 'b')]}\n"
        f"while not all(os.path.exists(note) and os.path.getsize(note) for note in notes):\n"
        f"    time.sleep(0.01)\n{end}\n")
    trial.tried(COMMAND, [tmp_path / "scene.py"])
    for name in ("a", "b"):
        number = int((tmp_path / name).read_text())
        until = time.monotonic() + HANGING
        while is_running(number):
            assert time.monotonic() < until
            time.sleep(0.01)


def is_running(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_models_of_what_came_with_a_program_are_not_built_when_it_is_loaded(tmp_path):
    """Their names of integrals were asked for when it was made; a text that was changed since is asked again."""
    path, note = tmp_path / "mine.py", tmp_path / "came.json"
    path.write_text(GOOD.replace("(0, 0)))", "(0, 0)), conserved=('none_of_these',))"), encoding="utf-8")
    refusal = "conserved: got 'none_of_these'"
    trials = Trials(["nobody"], tmp_path / "note.json", note)
    note.write_text(json.dumps({"good": {digest_of(path.read_bytes()): 0.0}}), encoding="utf-8")
    scene = load_catalogue(tmp_path, judge=trials).get("mine")
    with pytest.raises(BadValue, match=refusal):
        scene.watched(scene.values())
    with pytest.raises(BadValue, match=refusal):
        load_scene(path)
    assert not trials.has_come(path.read_bytes() + b"\n")
