"""Machine code and its cache: same options everywhere, fresh, no trouble in a read-only place."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from scipy.integrate._ivp import dop853_coefficients as reference

from sandbox.compiling import cache, code_files
from sandbox.compiling.intermediate import pack as pack_intermediate
from sandbox.integration import guards, hybrid, tableau
from tests.patience import HANGING

ROOT = Path(__file__).parents[2]
# the whole system that compiles fastest, and a few functions alone, in a sixth of its time: of several modules, with
# others inside them
SLEIGH = """
from sandbox.cli.common import scene_named
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
p = np.linspace(0.1, 0.9, 40)
bits = b"".join(np.array(probe.field_at(law.address, 0.3, 2.0, 0.0, p, 0)[:NUMBERS]).tobytes()
                for law in (dry.dry_numbers, stribeck.stribeck_numbers))
for entry in (hybrid.evaluate, hybrid.defect_of, hybrid._observe):
    entry.address
"""
TOLD = """
import sys
from sandbox.compiling.cache import CACHE_FOLDER
print(CACHE_FOLDER)
print(bits.hex())
print(*sorted({'numba', 'scipy.optimize', 'scipy.integrate'} & set(sys.modules)))
"""
PROGRAM = FUNCTIONS + TOLD
# with what has most intermediate code, and takes as long as all the others
MORE = FUNCTIONS + "hybrid._advance.address" + TOLD


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


@pytest.mark.parametrize("program", [SLEIGH, FUNCTIONS], ids=["sleigh", "functions"])
def test_processes_agree_bit_by_bit_and_the_second_compiles_nothing(tmp_path, program):
    place, words = tmp_path, child(program + TOLD, JACOBI_SANDBOX_COMPILED=str(tmp_path))
    files = sorted(place.rglob("*"))
    times = [path.stat().st_mtime_ns for path in files if path.is_file()]
    assert child(program + TOLD, JACOBI_SANDBOX_COMPILED=str(place))[:2] == words[:2]
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
    assert entries(place) == whole and all(code_files.read(path) for path in whole)


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
    assert done.returncode == 0 and "drift of the Jacobi integral" in done.stdout
    assert done.stderr.count("\n") == 1 and "could not be kept" in done.stderr and "No space left" in done.stderr


def test_a_program_started_by_this_one_uses_the_same_folder(place):
    folder = child(JACOBI_SANDBOX_COMPILED=str(place))[0]
    assert Path(folder).parent == place and child(JACOBI_SANDBOX_COMPILED=folder)[0] == folder


@pytest.mark.skipif(os.name == "nt", reason="permissions work differently")
def test_a_place_that_cannot_be_written_is_no_hindrance(first):
    """A temporary one takes its place, and is cleared away."""
    folder, bits = child(JACOBI_SANDBOX_COMPILED="/proc/nowhere")[:2]
    assert bits == first[1][1] and not folder.startswith("/proc") and not Path(folder).exists()


@pytest.mark.skipif(os.name == "nt", reason="permissions work differently")
@pytest.mark.parametrize("change", ["of another owner", "written by others", "a folder in it written by the group"])
def test_code_that_others_may_write_is_not_run(first, tmp_path, change):
    """What stands there would run as it is: it is compiled anew, in a passing folder, and that is said once."""
    place = tmp_path/"place"
    shutil.copytree(first[0], place)
    folder = place/cache.CACHE_KEY
    for file in entries(place):
        # a planted file, with a right hash: it would end the process at once
        code_files.write(file, "planted", b"no machine code")
    if change == "of another owner":
        if os.geteuid() != 0:
            pytest.skip("only root gives a folder to another")
        os.chown(folder, 12345, -1)
    elif change == "written by others":
        folder.chmod(0o777)
    else:
        next(path for path in folder.iterdir() if path.is_dir()).chmod(0o775)
    program = PROGRAM.replace("print(CACHE_FOLDER)", "") + (
        "from sandbox.cli.common import compiled_trouble\n"
        "first, second = compiled_trouble(), compiled_trouble()\n"
        "print('others may write' in first, second == '', CACHE_FOLDER)\n")
    said = child(program, JACOBI_SANDBOX_COMPILED=str(place))
    assert said[0] == first[1][1] and said[-3:-1] == ["True", "True"] and not said[-1].startswith(str(place))


@pytest.mark.skipif(os.name == "nt", reason="permissions work differently")
def test_a_new_folder_is_of_this_user_alone(first):
    assert (first[0]/cache.CACHE_KEY).stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root reads as somebody else")
def test_code_that_only_its_maker_may_read_is_no_hindrance(first):
    """As it stands in a program that was packed without care: everybody else compiles anew."""
    program = ("import os, sys\nfrom pathlib import Path\nfrom sandbox.compiling.cache import is_trusted\n"
               "folder = Path(sys.argv[1])\nbefore = is_trusted(folder)\nos.seteuid(65534)\n"
               "print(before, is_trusted(folder))")
    done = subprocess.run([sys.executable, "-c", program, first[0]/cache.CACHE_KEY], cwd=ROOT, capture_output=True,
                          text=True, timeout=HANGING)
    assert done.stdout.split() == ["True", "False"], done.stderr


@pytest.fixture
def shipped(first, tmp_path, monkeypatch):
    """What was compiled, as it comes with a program: in folders and files that nobody may write."""
    monkeypatch.setattr(code_files, "CACHE_FOLDER", tmp_path / "own")
    monkeypatch.setattr(code_files, "SHIPPED_FOLDER", first[0] / cache.CACHE_KEY)


def test_what_came_compiled_is_read_where_it_stands(shipped, tmp_path):
    assert code_files.is_there(hybrid._observe) and not (tmp_path / "own").exists()
    name, code = code_files.found(hybrid._observe)
    assert "_observe" in name and len(code) > 1000
    # an own file goes first, a damaged one is not taken
    own = code_files.file_of(hybrid._observe)
    code_files.write(own, "own", b"code")
    assert code_files.found(hybrid._observe) == ("own", b"code")
    own.write_bytes(b"x")
    assert code_files.found(hybrid._observe) == (name, code)


def test_packed_code_is_the_same_code(shipped, tmp_path):
    path, plain = tmp_path / "advance-0.code", bytes(range(256))*100
    code_files.write(path, "advance", plain)
    size = path.stat().st_size
    code_files.pack(path)
    assert code_files.read(path) == ("advance", plain) and path.stat().st_size < size/3
    packed = path.read_bytes()
    path.write_bytes(packed[:-5])
    assert code_files.read(path) is None
    with pytest.raises(ValueError, match="damaged"):
        code_files.pack(path)


# what a compiler says that finds intermediate code of `dip` in what came with the program: the signature that it was
# kept for, and how often it was found and missed
TAKING = """
import pickle
from sandbox.compiling import cache, intermediate
intermediate.SHIPPED_FOLDER = cache.Path({shipped!r})
from sandbox.compiling.translator import dispatcher_of
from sandbox.integration.guards import dip
with open({index!r}, "rb") as file:
    pickle.load(file)
    stamp, overloads = pickle.loads(file.read())
kept = dispatcher_of(dip)
kept.compile(next(iter(overloads))[0])
print(sum(kept._cache_hits.values()), sum(kept._cache_misses.values()))
"""


def test_intermediate_code_that_came_with_the_program_is_used(place, tmp_path):
    """A function for compiled callers is taken out of the archive that came, once, and not compiled again."""
    child(MORE, JACOBI_SANDBOX_COMPILED=str(place))
    made, came = place / cache.CACHE_KEY, tmp_path / "came"
    shutil.copytree(made, came)
    files = {path.relative_to(came) for path in came.rglob("*.nb?")}
    pack_intermediate(came)
    archive = next(came.glob("*.xz"))
    assert len(files) > 5 and not list(came.rglob("*.nb?"))
    assert archive.stat().st_size < 0.5*sum((made / path).stat().st_size for path in files)
    program = TAKING.format(shipped=str(came), index=str(next(made.rglob("dip-*.nbi"))))
    for _start in range(2):
        assert child(program, JACOBI_SANDBOX_COMPILED=str(tmp_path / "own")) == ["1", "0"]
    own = tmp_path / "own" / cache.CACHE_KEY
    assert {path.relative_to(own) for path in own.rglob("*.nb?")} == files
    # what is cut off is compiled, and no half of a file is left
    archive.write_bytes(archive.read_bytes()[:2000])
    assert child(program, JACOBI_SANDBOX_COMPILED=str(tmp_path / "other")) == ["0", "1"]
    assert not list((tmp_path / "other").rglob("*.tmp"))


def test_nothing_is_taken_from_where_a_program_is_started(tmp_path):
    assert not cache.SHIPPED_FOLDER.exists() and cache.SHIPPED_FOLDER.is_absolute()


def test_what_was_not_used_for_the_longest_time_goes_first(tmp_path):
    for age, name in enumerate(("new", "middle", "old")):
        path = tmp_path / name[0] / f"{name}.code"
        path.parent.mkdir()
        path.write_bytes(bytes(100))
        os.utime(path, (time.time() - 1000*age,)*2)
    cache.forget_unused(tmp_path, most=300)
    assert len(entries(tmp_path)) == 3
    cache.forget_unused(tmp_path, most=299)
    assert [path.stem for path in entries(tmp_path)] == ["middle", "new"]


def test_code_that_is_used_is_marked_as_used(first, tmp_path, monkeypatch):
    shutil.copytree(first[0] / cache.CACHE_KEY, tmp_path / "own")
    monkeypatch.setattr(code_files, "CACHE_FOLDER", tmp_path / "own")
    path = code_files.file_of(hybrid._observe)
    os.utime(path, (time.time() - 2.0*code_files.USED_AGAIN,)*2)
    assert code_files.found(hybrid._observe) and path.stat().st_mtime > time.time() - code_files.USED_AGAIN


def test_code_of_other_versions_goes_but_for_what_was_used_last(tmp_path):
    for age in range(4):
        folder = tmp_path / f"{age:016x}"
        folder.mkdir()
        os.utime(folder, (time.time() - 1000*age,)*2)
    (tmp_path / "notes").mkdir()
    cache._made(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [cache.CACHE_KEY, f"{0:016x}", f"{1:016x}", "notes"])


def test_two_files_of_one_name_keep_their_code_apart():
    """The same name and sources but another room, and two functions of one name in one file."""
    functions = [hybrid._advance.py_func, guards.dip.py_func]
    modules = {function.__module__ for function in functions}
    assert len({code_files.name_of(function) for function in functions}) == len(modules) == 2


def test_no_module_has_two_compiled_functions_of_one_name():
    """A file of code is named by module, name and sources: two functions under one name would share it."""
    program = ("import collections, importlib, pkgutil\n"
               "from sandbox.compiling import compiled, entries\n"
               "names = collections.Counter()\n"
               "for kind in (compiled.Compiled, entries.Entry):\n"
               "    def noted(self, *parts, make=kind.__init__):\n"
               "        function = parts[-1]\n"
               "        names[f'{function.__module__}.{function.__qualname__}'] += 1\n"
               "        assert function.__closure__ is None, function\n"
               "        make(self, *parts)\n"
               "    kind.__init__ = noted\n"
               "for room in ('compiling', 'integration', 'mechanics', 'theory'):\n"
               "    package = importlib.import_module(f'sandbox.{room}')\n"
               "    for found in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
               "        importlib.import_module(found.name)\n"
               "print(len(names), *(name for name, count in names.items() if count > 1))\n")
    words = child(program)
    assert int(words[0]) > 500 and words[1:] == []
