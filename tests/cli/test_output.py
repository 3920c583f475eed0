"""No letter that a terminal lacks, no reader who goes away and no display that is not there ends in a traceback."""

import io
import json
import os
import subprocess
import sys
import threading
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace

import pytest

from sandbox.cli.main import main
from sandbox.cli.terminal import progress
from sandbox.cli.window.display import answers
from tests.patience import HANGING

ROOT = Path(__file__).resolve().parents[2]
MAIN = [sys.executable, str(ROOT / "main.py")]
SCENES = len(list((ROOT / "scenes").glob("*.py")))
HARMLESS = ("from sandbox.scene import Ball, Plane, Scene, Start, Still\n"
            "SCENE = Scene('Mine', (), lambda p: (Ball(0.01), Plane(), Still()), lambda p: Start((0, 0)))\n")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="streams and displays of Unix")


def run(*arguments, **options):
    options["env"] = {**os.environ, **options.pop("environment", {})}
    return subprocess.run([*MAIN, *map(str, arguments)], cwd=ROOT, timeout=HANGING,
                          **{"capture_output": True, **options})


def test_a_share_says_how_long_the_rest_takes(monkeypatch):
    """At the rate so far; on no terminal nothing is said."""
    shown = io.StringIO()
    clock = iter((0.0, 2.0, 2.0, 10.0, 10.0, 10.0))
    monkeypatch.setattr(progress, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    monkeypatch.setattr(sys, "stderr", shown)
    progress.Progress().share(0.5)
    assert shown.getvalue() == ""
    shown.isatty = lambda: True
    clock = iter((0.0, 2.0, 2.0, 10.0, 10.0, 10.0))
    line = progress.Progress()
    line.share(0.0)
    line.share(0.25)
    assert shown.getvalue() == ("\r0 %, Ctrl-C ends it and keeps what was found"
                                "\r25 %, 30 s left, Ctrl-C ends it and keeps what was found")


def said(page: str, *arguments: str) -> tuple[int, bytes, bytes]:
    """Exit code, output and errors of a command in this process, whose streams have a code page."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=page) for _i in range(2)]
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        code = main(list(arguments))
    return code, *(stream.buffer.getvalue() for stream in streams)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("page", ["cp1251", "cp866", "cp437", "latin-1", "ascii", "utf-8", "utf-16"])
def test_any_code_page_will_do(page, language):
    code, out, err = said(page, "--lang", language, "list")
    assert code == 0 and err == b"" and "turntable: " in out.decode(page)
    code, _out, err = said(page, "--lang", language, "simulate", "nowhere", "--duration", "1")
    assert code == 2 and b"Traceback" not in err and "nowhere" in err.decode(page)


@pytest.mark.parametrize("page", ["cp437", "utf-16"])
def test_a_process_takes_the_code_page_of_its_terminal(page):
    """And prints in it what `said` says."""
    done, here = run("--lang", "ru", "list", environment={"PYTHONIOENCODING": page}), said(page, "--lang", "ru", "list")
    assert (done.returncode, done.stderr) == (here[0], here[2]) == (0, b"")
    assert done.stdout.decode(page) == here[1].decode(page)        # a mark of the order of bytes may stand in front
    done = run("--lang", "ru", "simulate", "nowhere", "--duration", "1", environment={"PYTHONIOENCODING": page})
    assert done.returncode == 2 and b"Traceback" not in done.stderr


@pytest.mark.parametrize("page", ["cp1251", "cp437", "ascii", "utf-8"])
def test_json_is_valid_in_any_code_page(page):
    done = run("list", "--json", environment={"PYTHONIOENCODING": page})
    scenes = json.loads(done.stdout.decode("utf-8"))["scenes"]
    assert len(scenes) == SCENES
    assert any("²" in parameter["unit"] + parameter["about"] + scene["about"] or "é" in scene["about"]
               for scene in scenes for parameter in scene["parameters"])


@pytest.mark.parametrize("arguments", ["list", "list --json", "--help", "--version", "list --help", "--info"])
def test_a_reader_who_goes_away_hears_nothing(arguments):
    process = subprocess.Popen([*MAIN, *arguments.split()], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(HANGING) in (0, 1)


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("arguments, code", [("list", 0), ("simulate nowhere --duration 1", 2), ("--version", 0)])
def test_closed_streams_are_no_trouble(tmp_path, closed, arguments, code):
    """Nothing is written to a file that gets the number of a closed stream either."""
    command = " ".join([f"'{word}'" for word in MAIN] + [arguments, closed])
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, timeout=HANGING)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr and b"Exception ignored" not in done.stderr


def test_a_log_is_no_terminal(tmp_path):
    """With all streams closed the log is the first file that is opened."""
    log = tmp_path / "run.csv"
    command = " ".join([f"'{word}'" for word in [*MAIN, "simulate", "turntable", "--duration", "1", "--log", str(log)]])
    assert subprocess.run(["sh", "-c", f"{command} <&- >&- 2>&-"], cwd=ROOT, timeout=HANGING).returncode == 0
    lines = log.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 62 and all(line.count(",") == lines[0].count(",") for line in lines)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_is_one_sentence():
    with open("/dev/full", "wb") as full:
        done = run("list", stdout=full, stderr=subprocess.PIPE, capture_output=False)
    assert done.returncode == 2 and done.stderr.decode().splitlines() == ["[Errno 28] No space left on device"]


# ---- displays -------------------------------------------------------------------------------------------------------

def without_a_display(**environment):
    return run(environment={"WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": "", "XDG_SESSION_TYPE": "", **environment})


@pytest.mark.parametrize("environment", [
    {"DISPLAY": "nohost:0"}, {"DISPLAY": ":4711"}, {"DISPLAY": ":"}, {"DISPLAY": "x"}, {"DISPLAY": "unix:4711"},
    {"DISPLAY": "localhost:4711.0"}, {"DISPLAY": "", "WAYLAND_DISPLAY": "no-such-wayland"},
    {"DISPLAY": "nohost:0", "WAYLAND_DISPLAY": "no-such-wayland"}, {"DISPLAY": "", "QT_QPA_PLATFORM": "no-such-kind"}],
    ids=str)
def test_a_display_that_is_not_there_is_one_sentence(environment):
    """Qt would abort: code -6."""
    done = without_a_display(**environment)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert b"no display to open a window on" in done.stderr and b"simulate" in done.stderr


def test_a_display_that_does_not_answer_is_not_waited_for(monkeypatch):
    """As of a host that is switched off: the connection neither comes about nor fails."""
    monkeypatch.setattr("sandbox.cli.window.display.PATIENCE", 0.2)
    never = threading.Event()
    monkeypatch.setattr("sandbox.cli.window.display.ctypes.CDLL", lambda _name: never.wait())
    assert not answers("far:0")
    never.set()


# ---- files of one's own, and what stays behind -----------------------------------------------------------------------

def test_a_file_of_ones_own_is_run_by_its_name(tmp_path):
    (tmp_path / "mine.py").write_text(HARMLESS)
    done = run("simulate", tmp_path / "mine.py", "--duration", "1", "--json")
    assert json.loads(done.stdout)["scene"] == "mine"


@pytest.mark.parametrize("name, text, words", [
    ("exits.py", "import os; os._exit(0)", "ended the process while loading, with the code 0"),
    ("raises.py", "1/0", "ZeroDivisionError"), ("Bad Name.py", HARMLESS, "file name 'Bad Name.py'"),
    ("missing.py", None, "No such file")])
def test_a_harmful_file_of_ones_own_is_one_sentence(tmp_path, name, text, words):
    if text is not None:
        (tmp_path / name).write_text(text)
    done = run("simulate", tmp_path / name, "--duration", "1")
    assert done.returncode == 2 and words in done.stderr.decode() and len(done.stderr.splitlines()) == 1


def test_the_list_goes_on_past_a_harmful_file(tmp_path):
    """os._exit(0) in one file once printed nothing, with the code 0."""
    (tmp_path / "mine.py").write_text(HARMLESS)
    (tmp_path / "exits.py").write_text("import os; os._exit(0)")
    program = ("import sys; from pathlib import Path; from sandbox.cli import common, main\n"
               "common.scene_folders = lambda: [Path(sys.argv[1])]\nsys.exit(main.main(['list']))")
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, capture_output=True, text=True,
                          timeout=HANGING)
    assert done.returncode == 0 and done.stdout == "mine: Mine\n"
    assert done.stderr == "exits: ended the process while loading, with the code 0\n"


@pytest.mark.parametrize("arguments", ["list", "--info", "simulate turntable --duration 1",
                                       "simulate nowhere --duration 1"])
def test_nothing_stays_in_the_temporary_folder(tmp_path, arguments):
    """Folders that take the place of a home that can't be written are removed with all that is in them."""
    (tmp_path / "home").write_text("a file")
    (tmp_path / "temporary").mkdir()
    environment = {"JACOBI_SANDBOX_HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path / "temporary")}
    if "simulate" not in arguments:
        environment["JACOBI_SANDBOX_COMPILED"] = str(tmp_path / "home" / "compiled")
    run(*arguments.split(), environment=environment)
    assert list((tmp_path / "temporary").iterdir()) == []
