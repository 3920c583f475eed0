"""What a run needs is compiled when it needs it, by several processes; none of them is needed, and none stays."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from sandbox.beside import COMPILER
from sandbox.compiling import ahead, code_files, machine_code
from sandbox.compiling.entries import mode_function
from sandbox.compiling.generated import load_generated
from sandbox.systems.entries import later
from tests.patience import HANGING, MISSING

ROOT = Path(__file__).parents[2]
WORKER = "sandbox.compiling.worker"
# a sleigh: the system that compiles fastest, and a few functions that no run asks for
SLEIGH = """
from sandbox.run.simulation import Simulation
run = Simulation(scene_named("sleigh"))
run.advance(100)
bits = run.states[0].tobytes()
"""
FUNCTIONS = """
import numpy as np
from sandbox.integration import hybrid
from sandbox.mechanics import probe
from sandbox.mechanics.friction import dry, stribeck
from sandbox.mechanics.friction.law import NUMBERS
laws, p = (dry.dry_numbers, stribeck.stribeck_numbers), np.linspace(0.1, 0.9, 40)
entries = (*laws, hybrid.evaluate, hybrid.defect_of)
machine_code.ahead(entries)
bits = b"".join(np.array(probe.field_at(law.address, 0.3, 2.0, 0.0, p, 0)[:NUMBERS]).tobytes() for law in laws)
for entry in entries:
    entry.address
"""
PROGRAM = """
from sandbox.cli.common import scene_named
from sandbox.beside import COMPILER
from sandbox.compiling import ahead, code_files, machine_code
answers = []
class Heard(ahead._Worker):
    def _order(self, entry):
        answers.append(entry.__name__)
        return super()._order(entry)
ahead._Worker = Heard
{harm}
{asking}
ahead.AHEAD.wait_for_all()
print(bits.hex())
print(len(answers))
print(*sorted(name for _module, name, is_new in machine_code.needed if is_new))
"""
ALONE = "ahead.processes = lambda: 0"
BESIDE = "ahead.processes = lambda: 2"
# processes that can't be had, that are gone at once, that answer that it can't be done, and that never answer
HARMS = {
    "none": BESIDE + "\nahead.sys.executable = '/nowhere/python'",
    "gone": BESIDE + "\nahead.START = 'raise SystemExit(1)'",
    "unable": BESIDE + "\nahead.START = 'import sys\\nfor line in sys.stdin: print(0, flush=True)'",
    "mute": BESIDE + "\nahead.START, ahead.PATIENCE = 'import sys; sys.stdin.read()', 0.5",
}


def told(folder: Path, harm: str, asking: str) -> list[str]:
    """The lines that the program prints: bits, entries given to other processes, names of those that were new."""
    done = subprocess.run([sys.executable, "-c", PROGRAM.format(harm=harm, asking=asking)], cwd=ROOT, text=True,
                          capture_output=True, timeout=HANGING,
                          env={**os.environ, "JACOBI_SANDBOX_COMPILED": str(folder)})
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def alone(tmp_path_factory) -> list[str]:
    """What the program says that compiles the functions itself."""
    return told(tmp_path_factory.mktemp("alone"), ALONE, FUNCTIONS)


def kept(folder: Path) -> set[str]:
    """Names of the files of machine code."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.code")}


def test_several_processes_make_what_one_makes(tmp_path):
    (bits, given, names), files = told(tmp_path / "alone", ALONE, SLEIGH), kept(tmp_path / "alone")
    assert given == "0" and len(files) >= 5
    beside = tmp_path / "beside"
    lines = told(beside, BESIDE, SLEIGH)
    # what another process had made before it was needed is not new
    assert lines[0] == bits and set(lines[2].split()) <= set(names.split()) and int(lines[1]) >= 2
    # those beside it may have made more than was needed in the end
    assert kept(beside) >= files
    assert all(code_files.read(path) for path in beside.rglob("*.code"))


@pytest.mark.parametrize("harm", HARMS)
def test_a_process_that_fails_is_not_missed(alone, tmp_path, harm):
    lines = told(tmp_path, HARMS[harm], FUNCTIONS)
    assert (lines[0], lines[2]) == (alone[0], alone[2]) and (int(lines[1]) >= 1) == (harm != "none")


def test_a_packaged_program_is_its_own_helper(monkeypatch):
    """It holds no other Python that could be told what to do."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/jacobi-sandbox")
    assert ahead.words() == ["/opt/jacobi-sandbox", COMPILER]
    monkeypatch.setenv(ahead.SWITCH, "2")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: range(4), raising=False)
    assert ahead.processes() == 2


def test_the_program_compiles_as_a_helper_where_it_is_told_so(tmp_path):
    order = {"modules": [], "module": "sandbox.mechanics.friction.dry", "name": "dry_numbers"}
    words, environment = [sys.executable, str(ROOT / "main.py"), COMPILER], {"JACOBI_SANDBOX_COMPILED": str(tmp_path)}
    with subprocess.Popen(words, env=os.environ | environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as helper:
        helper.stdin.write(json.dumps(order).encode() + b"\n")
        helper.stdin.flush()
        assert helper.stdout.readline() == b"1\n"
        made, = tmp_path.rglob("*.code")
        assert made.name.startswith("dry_numbers-") and code_files.read(made)
        # it ends with who told it
        helper.stdin.close()
        assert helper.wait(HANGING) == 0


def workers() -> list[psutil.Process]:
    """All processes that compile for another one."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        if any(WORKER in word for word in process.info["cmdline"] or ()):
            found.append(process)
    return found


def started(folder: Path) -> tuple[subprocess.Popen, set[int]]:
    """A program that has just begun to compile, and the processes that do so beside it."""
    others = {process.pid for process in workers()}
    child = subprocess.Popen([sys.executable, str(ROOT/"main.py"), "simulate", "turntable", "--duration", "0.01"],
                             cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             env={**os.environ, "JACOBI_SANDBOX_COMPILED": str(folder), ahead.SWITCH: "1"})
    end = time.monotonic() + MISSING
    while time.monotonic() < end and child.poll() is None:
        mine = {process.pid for process in workers() if _parent(process) == child.pid} - others
        if mine:
            return child, mine
        time.sleep(0.05)
    child.kill()
    raise AssertionError("nobody compiles beside it")


def _parent(process: psutil.Process) -> int:
    try:
        return process.ppid()
    except psutil.NoSuchProcess:
        return -1


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one core")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_they_end_with_the_program_however_that_ends(tmp_path, number):
    child, mine = started(tmp_path)
    time.sleep(0.5)
    child.send_signal(number)
    child.wait(MISSING)
    end = time.monotonic() + MISSING
    while any(psutil.pid_exists(pid) and psutil.Process(pid).status() != "zombie" for pid in mine):
        assert time.monotonic() < end, "a process stayed behind"
        time.sleep(0.05)


def test_generated_modules_go_along_behind_what_they_import():
    first = load_generated("ahead_first", "from sandbox.compiling.compiled import compiled\n@compiled\n"
                                          "def rhs(x):\n    return 2.0*x\n")
    second = load_generated("ahead_second", "from sandbox.compiling.entries import mode_function\n"
                                            f"from {first.__name__} import rhs\n"
                                            "@mode_function\ndef step(t, h, y, p, calls, out):\n    return rhs(t)\n")
    modules: dict[str, str] = {}
    ahead._add_source(second.__name__, modules, set())
    assert list(modules) == [first.__name__, second.__name__]
    # each is sent once
    again: dict[str, str] = {}
    ahead._add_source(second.__name__, again, set(modules))
    assert again == {}


def test_what_is_wanted_now_comes_before_what_is_wanted_later(monkeypatch):
    monkeypatch.setattr(ahead, "processes", lambda: 1)
    monkeypatch.setattr(ahead, "_Worker", lambda owner: owner)
    board = ahead.Ahead()
    later_on, now = {Path("c"): "c", Path("d"): "d"}, {Path("a"): "a", Path("b"): "b"}
    board.want(later_on)
    board.want(now)
    # a process takes from the end; whoever needs something takes it away
    assert board.take("worker") == (Path("d"), "d")
    assert board.wait_for(Path("a")) is False
    assert board.take("worker") == (Path("c"), "c") and board.take("worker") == (Path("b"), "b")
    # what is under way is not begun again
    board.want({Path("b"): "b"})
    assert board._waiting == {}
    board.end(Path("b"))
    board.end(Path("c"))
    board.give_up("worker")
    assert board.wait_for(Path("d")) is False       # it went with the process that was at it


def test_a_run_compiles_the_modes_that_it_enters(tmp_path):
    """A ball that rolls needs neither slips nor flights; all of them are known to who wants to compile them."""
    program = ("from sandbox.cli.common import scene_named\n"
               "from sandbox.compiling import machine_code\n"
               "from sandbox.run.simulation import Simulation\n"
               "run = Simulation(scene_named('turntable'))\n"
               "run.advance(240)\n"
               "first = len(machine_code.needed)\n"
               "run.prepare_modes()\n"
               "for part in (machine_code.needed[:first], machine_code.needed[first:]):\n"
               "    print(*(f'{module}.{name}' for module, name, _is_new in part))\n")
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, timeout=HANGING)
    assert done.returncode == 0, done.stderr
    soon, late = (line.split() for line in done.stdout.splitlines())
    of_slips = {"sandbox.mechanics.contact.slip.slip_onset.onset_step",
                "sandbox.mechanics.contact.flight.flight.flight_step"}
    assert len(soon) < 40 and not of_slips & set(soon) and len(soon) == len(set(soon))
    assert of_slips <= set(late) and len(late) > 40


def test_later_names_every_function_of_every_mode():
    from sandbox.cli.common import scene_named
    from sandbox.run.simulation import Simulation
    system = Simulation(scene_named("turntable")).system
    listed = later(system)
    for mode in system.modes.values():
        assert set(mode.functions.entries) <= set(listed)
        table = mode.table
        assert {entry.address for entry in mode.functions.entries} == set(table.tolist()) and (table > 0).all()


def test_one_entry_is_asked_for_by_its_file(monkeypatch):
    """What is in memory, or on disk, is not asked for."""
    module = load_generated("ahead_known", "from sandbox.compiling.entries import mode_function\n@mode_function\n"
                                           "def step(t, h, y, p, calls, out):\n    return t\n")
    asked = []
    monkeypatch.setattr(ahead.AHEAD, "want", asked.append)
    path = code_files.file_of(module.step)
    path.unlink(missing_ok=True)
    machine_code.ahead([module.step, mode_function(lambda t, h, y, p, calls, out: 0.0)])
    assert asked == [{path: module.step}]
    assert module.step.address > 0
    machine_code.ahead([module.step])
    assert len(asked) == 1
