"""Every fault becomes a report and one sentence; nothing prints a traceback at a person."""

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sandbox.app.crash import CrashWatch

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def watch(tmp_path, monkeypatch):
    for module, hook in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
        monkeypatch.setattr(module, hook, getattr(module, hook))
    monkeypatch.setattr(logging, "raiseExceptions", logging.raiseExceptions)
    told = []
    watch = CrashWatch(tmp_path, told.append, lambda: "graphics: none")
    watch.told = told
    watch.install()
    yield watch
    watch.close()


def fail(message="no such wheel"):
    raise ValueError(message)


def fault(call=fail):
    try:
        call()
    except Exception:
        return sys.exc_info()


def test_a_fault_is_written_and_told(watch):
    sys.excepthook(*fault())
    [report] = watch.told
    assert report.sentence == f"Something went wrong ({report.id}): no such wheel. The report is '{report.path}'."
    text = report.path.read_text(encoding="utf-8")
    assert "ValueError: no such wheel" in text and "graphics: none" in text and "in fail" in text


def test_the_same_fault_is_told_once(watch):
    for _frame in range(100):
        sys.excepthook(*fault())
    sys.excepthook(*fault(lambda: 1/0))
    assert [report.details.splitlines()[-1] for report in watch.told] == [
        "ValueError: no such wheel", "ZeroDivisionError: division by zero"]


def test_threads_and_finalizers_are_watched(watch):
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()

    class Broken:
        def __del__(self):
            fail("in a finalizer")
    Broken()
    assert ["no such wheel" in watch.told[0].sentence, "in a finalizer" in watch.told[1].sentence] == [True, True]


def test_a_fault_of_the_teller_is_no_avalanche(watch):
    def tell(report):
        watch.told.append(report)
        fail("the window is gone")
    watch.on_report = tell
    sys.excepthook(*fault())
    assert len(watch.told) == 1


def test_stopping_by_hand_is_no_fault(watch):
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert watch.told == []


def test_an_unwritable_folder_is_said(watch, tmp_path):
    watch.folder = tmp_path / "missing"
    sys.excepthook(*fault())
    assert watch.told[0].path is None
    assert watch.told[0].sentence.endswith("The report could not be written.")


def test_the_last_messages_stand_in_the_report(watch):
    logging.getLogger("sandbox").info("scene turntable")
    sys.excepthook(*fault())
    assert "scene turntable" in watch.told[0].path.read_text(encoding="utf-8")


@pytest.mark.skipif(os.name == "nt", reason="pipes of Unix")
def test_whatever_lies_in_the_folder_the_program_starts(tmp_path):
    (tmp_path / "session-1.log").mkdir()
    (tmp_path / "session-2.log").symlink_to("nothing")
    for name in ("session-3.log", "messages.log"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "session-4.log").write_bytes(b"\xff"*5_000_000)
    done = session(tmp_path, "print(watch.had_bad_end); 1/0")
    assert done.stdout == "True\n" and done.stderr.startswith("Something went wrong (")
    assert session(tmp_path, "print(watch.had_bad_end)").stdout == "False\n"


def test_old_reports_go(tmp_path):
    for number in range(130):
        path = tmp_path / f"crash-{number:08x}.txt"
        path.touch()
        os.utime(path, (number, number))
    session(tmp_path, "")
    left = sorted(path.name for path in tmp_path.glob("crash-*"))
    assert len(left) == 100 and left[0] == f"crash-{30:08x}.txt"


def session(folder, body: str) -> subprocess.CompletedProcess:
    program = ("import sys; from sandbox.app.crash import CrashWatch\n"
               f"watch = CrashWatch(sys.argv[1]).install()\n{body}")
    return subprocess.run([sys.executable, "-c", program, str(folder)], cwd=ROOT, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)


def test_without_a_window_the_terminal_gets_one_sentence(tmp_path):
    done = session(tmp_path, "1/0")
    assert done.returncode == 1
    assert done.stdout == "" and len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("Something went wrong (") and "Traceback" not in done.stderr


@pytest.mark.parametrize("body", ["import os; os.kill(os.getpid(), 9)", "import faulthandler; faulthandler._sigsegv()"])
def test_the_next_start_knows_of_a_bad_end(tmp_path, body):
    ask = "print(watch.had_bad_end)"
    assert session(tmp_path, ask).stdout == "False\n"
    assert session(tmp_path, body).returncode != 0
    assert session(tmp_path, ask).stdout == "True\n"
    assert session(tmp_path, ask).stdout == "False\n"
    if "sigsegv" in body:
        assert "Segmentation fault" in (tmp_path / "messages.log").read_text(encoding="utf-8")


def test_a_second_copy_is_no_bad_end(tmp_path):
    program = ("import sys; from sandbox.app.crash import CrashWatch\n"
               "CrashWatch(sys.argv[1]).install(); print(); input()")
    first = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, text=True)
    first.stdout.readline()
    assert session(tmp_path, "print(watch.had_bad_end)").stdout == "False\n"
    first.communicate("\n")
    assert list(tmp_path.glob("session-*")) == []
