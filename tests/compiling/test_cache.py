"""Machine code and its cache: same options everywhere, fresh, no trouble in a read-only place."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from scipy.integrate._ivp import dop853_coefficients as reference

from sandbox.compiling import cache, machine_code
from sandbox.compiling.compiled import mode_function
from sandbox.compiling.intermediate import Locator
from sandbox.integration import tableau
from sandbox.run.engine import ROOMS, engine_hash
from tests.patience import HANGING

ROOT = Path(__file__).parents[2]
# of the whole systems the one that compiles fastest: four seconds where a ball on a plane takes twenty
PROGRAM = """
import sys
from sandbox.cli.common import scene_named
from sandbox.compiling.cache import CACHE_FOLDER
from sandbox.run.simulation import Simulation
run = Simulation(scene_named("sleigh"))
run.advance(100)
print(CACHE_FOLDER)
print(run.states[0].tobytes().hex())
print(*sorted({'numba', 'scipy.optimize', 'scipy.integrate'} & set(sys.modules)))
"""


def child(program=PROGRAM, **environment):
    """The words that a program prints in a process of its own."""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env={**os.environ, **environment}, text=True,
                          capture_output=True, timeout=HANGING)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_tableau_is_that_of_the_literature():
    for i, row in enumerate(tableau.A):
        assert row == {j: a for j, a in enumerate(reference.A[i, :i]) if a != 0.0}
    assert list(tableau.C) == list(reference.C[:12])
    for ours, theirs in ((tableau.B, reference.B), (tableau.E3, reference.E3), (tableau.E5, reference.E5)):
        assert ours == {j: b for j, b in enumerate(theirs) if b != 0.0}


def entries(folder: Path) -> list[Path]:
    """The files of machine code in a folder."""
    return sorted(folder.rglob("*.code"))


@pytest.fixture(scope="module")
def first(tmp_path_factory) -> tuple[Path, list[str]]:
    """Where a process compiled everything, and its words: folder, bits, modules. Tests take copies of it."""
    place = tmp_path_factory.mktemp("first")
    return place, child(JACOBI_SANDBOX_COMPILED=str(place))


@pytest.fixture
def place(first, tmp_path) -> Path:
    """A copy of what was compiled."""
    shutil.copytree(first[0], tmp_path / "place")
    return tmp_path / "place"


def test_processes_agree_bit_by_bit_and_the_second_compiles_nothing(first):
    place, words = first
    files = sorted(place.rglob("*"))
    times = [path.stat().st_mtime_ns for path in files if path.is_file()]
    assert child(JACOBI_SANDBOX_COMPILED=str(place))[:2] == words[:2]
    assert len(entries(place)) > 5 and sorted(place.rglob("*")) == files
    assert [path.stat().st_mtime_ns for path in files if path.is_file()] == times


def test_a_warm_start_does_without_the_compiler(first):
    """numba is imported where something has to be compiled, and nowhere else."""
    place, words = first
    assert words[2:] == ["numba"] and child(JACOBI_SANDBOX_COMPILED=str(place))[2:] == []


@pytest.mark.parametrize("harm", [
    pytest.param(lambda path: path.write_bytes(b""), id="emptied"),
    pytest.param(lambda path: path.write_bytes(path.read_bytes()[:-100]), id="cut"),
    pytest.param(lambda path: path.write_bytes(path.read_bytes().replace(b"\x00", b"\x01", 1)), id="one byte"),
    pytest.param(lambda path: path.unlink(), id="gone")])
def test_damaged_code_is_made_again_and_not_run(first, place, harm):
    """Every file of the cache, machine code and intermediate code alike."""
    whole = entries(place)
    for path in place.rglob("*"):
        if path.is_file():
            harm(path)
    assert child(JACOBI_SANDBOX_COMPILED=str(place))[1] == first[1][1]
    assert entries(place) == whole and all(machine_code.read(path) for path in whole)


def test_no_room_left_is_no_hindrance(first, tmp_path):
    """Writing fails as on a full disk: the run goes on without a cache, and nothing is left half written."""
    full = ("import os\n"
            "def refuse(descriptor): raise OSError(28, 'No space left on device')\n"
            "os.fsync = refuse\n")
    # nothing of another process either, which has room here
    assert child(full + PROGRAM, JACOBI_SANDBOX_COMPILED=str(tmp_path), JACOBI_SANDBOX_COMPILERS="0")[1] == first[1][1]
    assert entries(tmp_path) == [] and not list(tmp_path.rglob("*.tmp"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="mounting needs root")
def test_a_full_disk_is_a_sentence(tmp_path):
    command = [sys.executable, str(ROOT / "main.py"), "simulate", "sleigh", "--duration", "0.01"]
    mount = 'mount -t tmpfs -o size=64k none "$0" && exec "$@"'
    done = subprocess.run(["unshare", "--mount", "sh", "-c", mount, str(tmp_path), *command], text=True,
                          capture_output=True, timeout=HANGING,
                          env={**os.environ, "JACOBI_SANDBOX_COMPILED": str(tmp_path)})
    if "mount" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0 and "friction needed" in done.stdout
    assert done.stderr.count("\n") == 1 and "could not be kept" in done.stderr and "No space left" in done.stderr


def test_a_program_started_by_this_one_uses_the_same_folder(place):
    folder = child(JACOBI_SANDBOX_COMPILED=str(place))[0]
    assert Path(folder).parent == place and child(JACOBI_SANDBOX_COMPILED=folder)[0] == folder


@pytest.mark.skipif(os.name == "nt", reason="permissions work differently")
def test_a_place_that_cannot_be_written_is_no_hindrance(first):
    """A temporary one takes its place, and is cleared away."""
    folder, bits = child(JACOBI_SANDBOX_COMPILED="/proc/nowhere")[:2]
    assert bits == first[1][1] and not folder.startswith("/proc") and not Path(folder).exists()


def fill(root: Path, shipped: Path) -> Path:
    """The folder that a start finds or makes in `root` when `shipped` came with the program."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "SHIPPED", shipped)
        return cache._filled(root)


@pytest.fixture
def shipped(tmp_path):
    """Compiled code as it comes with the program, in folders and files that nobody may write."""
    module = tmp_path / "shipped" / cache.CACHE_KEY / "ode"
    module.mkdir(parents=True)
    (module / "step.nbi").write_bytes(b"index")
    (module / "step.nbi").chmod(0o444)
    for folder in (module, module.parent, module.parent.parent):
        folder.chmod(0o555)
    yield tmp_path / "shipped"
    for folder in (module.parent.parent, module.parent, module):
        folder.chmod(0o755)


def test_what_came_compiled_is_taken_over_once_and_may_be_added_to(shipped, tmp_path):
    folder = fill(tmp_path / "cache", shipped)
    index = folder / "ode" / "step.nbi"
    assert index.read_bytes() == b"index"
    assert os.stat(index).st_mode & 0o200 and os.stat(index.parent).st_mode & 0o200
    index.write_bytes(b"more")
    assert fill(tmp_path / "cache", shipped) == folder and index.read_bytes() == b"more"
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [cache.CACHE_KEY]


def test_of_two_starts_at_once_one_gives_the_folder_its_name(shipped, tmp_path, monkeypatch):
    copy = cache._copy

    def slower(source, target):
        copy(source, target)
        monkeypatch.setattr(cache, "_copy", copy)
        fill(tmp_path / "cache", shipped)

    monkeypatch.setattr(cache, "_copy", slower)
    folder = fill(tmp_path / "cache", shipped)
    assert (folder / "ode" / "step.nbi").exists()
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [cache.CACHE_KEY]


def test_what_a_killed_start_left_goes_after_an_hour(tmp_path):
    for name, age in (("new-old", 7200), ("new-young", 60)):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - age,)*2)
    fill(tmp_path, tmp_path / "nothing")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([cache.CACHE_KEY, "new-young"])


@pytest.fixture
def rooms(tmp_path):
    """A program of two rooms, one of them with a room inside."""
    (tmp_path / "low" / "deep").mkdir(parents=True)
    (tmp_path / "high").mkdir()
    for name in ("low/a.py", "low/deep/b.py", "high/c.py"):
        (tmp_path / name).write_text("x = 1\n")
    return tmp_path


@pytest.mark.parametrize("name", ["low/a.py", "low/deep/b.py", "high/c.py"])
def test_an_edit_however_deep_changes_the_hash(rooms, name):
    before = cache.hash_of_sources(rooms, ("low", "high"), ())
    (rooms / name).write_text("x = 2\n")
    assert cache.hash_of_sources(rooms, ("low", "high"), ()) != before


def test_a_file_that_moves_changes_the_hash(rooms):
    before = cache.hash_of_sources(rooms, ("low", "high"), ())
    (rooms / "low" / "a.py").rename(rooms / "high" / "a.py")
    assert cache.hash_of_sources(rooms, ("low", "high"), ()) != before


def test_every_room_that_decides_bits_is_hashed():
    """What a run imports is in a hashed room; texts, files and errors decide no bits."""
    program = ("import sys, sandbox.run.simulation; "
               "print(*(name for name in sys.modules if name.startswith('sandbox.') and name.count('.') > 1))")
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, check=True)
    rooms = {name.split(".")[1] for name in done.stdout.split()}
    assert rooms and rooms <= set(ROOMS)
    assert set(cache.COMPILED_ROOMS) <= set(ROOMS) and len(engine_hash()) == 16


def test_two_files_of_one_name_keep_their_code_apart():
    """The same name, line and sources but another room."""
    folders, files = set(), set()
    for room in ("low", "high"):
        names = {"__name__": f"sandbox.{room}.same"}
        exec("def f(): pass", names)
        folders.add(Locator(names["f"]).get_cache_path())
        files.add(machine_code.file_of(mode_function(names["f"])))
    assert len(folders) == len(files) == 2
