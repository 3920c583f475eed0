"""The wheel of a release: the machine code of all scenes lies in it, and whoever installs it compiles nothing."""

import json
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from bundle.compiled_wheel import make_wheel
from sandbox.compiling.cache import SYSTEM
from sandbox.compiling.sources import FILE
from sandbox.run.simulation import Simulation
from sandbox.scene.controls import Cue
from tests.patience import ENDLESS
from tests.setup.conftest import Installed, copy_sources
from tests.shipped import shipped

pytestmark = [pytest.mark.slow, pytest.mark.timeout(ENDLESS)]

ROOT = Path(__file__).resolve().parents[2]
SCENES = sorted(shipped().scenes)
STEPS = 5
HERE = f"sandbox/compiled/{SYSTEM}/"
WRITE = """
import sys
from pathlib import Path
from bundle.compiled_wheel import write_code
from sandbox.cli.commands.warm import make_all
from sandbox.cli.common import catalogue
make_all(catalogue())
write_code(Path(sys.argv[1]))
"""
# runs of scenes in an installed program, as it is or as if something about the Python that it runs in were another
RUNS = """
import json, sys
{first}
from hashlib import sha256
from sandbox.cli.common import scene_named
from sandbox.compiling import cache, machine_code
from sandbox.run.simulation import Simulation
found = {{}}
for name in sys.argv[1:]:
    run = Simulation(scene_named(name))
    run.prepare_modes()
    run.prepare_hand()
    run.advance({steps})
    found[name] = sha256(b"".join(state.tobytes() for state in run.states)).hexdigest()
print(json.dumps({{"bits": found, "made": [name for _module, name, is_new in machine_code.needed if is_new],
                  "needed": len(machine_code.needed), "shipped": str(cache.SHIPPED_FOLDER), "key": cache.CACHE_KEY,
                  "kept": len(list(cache.CACHE_FOLDER.rglob("*.code"))), "compiler": "numba" in sys.modules}}))
"""
# the scenes as the window lists them, and of which models were built for it
BUILT = """
import json, sys
from sandbox.cli.common import catalogue
from sandbox.scene.scene import Scene
built, models = [], Scene.models
def counted(scene, values):
    built.append(scene.build.__module__.rpartition(".")[2])
    return models(scene, values)
Scene.models = counted
print(json.dumps({"scenes": sorted(catalogue().scenes), "built": built, "scipy": "scipy" in sys.modules}))
"""
# an import of numba would be an error
NO_COMPILER = "sys.modules['numba'] = None"
# other versions of what compiles, and a Python that writes syntax trees in another way
ANOTHER_PYTHON = """
import ast, importlib.metadata
importlib.metadata.version = lambda name: "0.0"
plain = ast.dump
ast.dump = lambda tree, **named: "other " + plain(tree, **named)
"""


@pytest.fixture(scope="session")
def wheel_with_code(tmp_path_factory) -> Path:
    """Made of the code that this checkout compiled, or compiles now."""
    folder = tmp_path_factory.mktemp("compiled_wheel")
    done = subprocess.run([sys.executable, "-c", WRITE, folder / "code" / SYSTEM], cwd=ROOT, text=True,
                          capture_output=True, timeout=ENDLESS)
    assert done.returncode == 0, done.stderr
    return make_wheel(folder / "code", copy_sources(folder / "source"), folder / "out")


@pytest.fixture(scope="session")
def with_code(tmp_path_factory, wheel_with_code) -> Installed:
    try:
        return Installed(tmp_path_factory.mktemp("with_code") / "venv", wheel_with_code)
    except OSError as error:
        pytest.skip(f"no links to be had: {error}")


def told(installed: Installed, home: Path, *scenes: str, first="") -> dict:
    """What runs of scenes say in the installed program, with a new home."""
    done = installed.run("-P", "-c", RUNS.format(first=first, steps=STEPS), *scenes, JACOBI_SANDBOX_HOME=str(home),
                         JACOBI_SANDBOX_COMPILED=str(home / "compiled"), JACOBI_SANDBOX_COMPILERS="0")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def built_by(installed: Installed, home: Path) -> dict:
    """Of which scenes the installed program builds models when it lists them, with that home."""
    done = installed.run("-P", "-c", BUILT, JACOBI_SANDBOX_HOME=str(home))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def bits_here(scene: str) -> str:
    """A hash of what the same run gives in this checkout."""
    run = Simulation(shipped().get(scene))
    run.prepare_modes()
    run.prepare_hand()
    run.advance(STEPS)
    return sha256(b"".join(state.tobytes() for state in run.states)).hexdigest()


def test_its_name_says_the_system_and_it_holds_what_the_other_holds(wheel, wheel_with_code):
    tag = wheel_with_code.stem.split("-")[2:]
    assert tag[:2] == ["py3", "none"] and tag[2] != "any" and wheel.stem.endswith("py3-none-any")
    with zipfile.ZipFile(wheel) as plain, zipfile.ZipFile(wheel_with_code) as full:
        more = set(full.namelist()) - set(plain.namelist())
        assert set(plain.namelist()) <= set(full.namelist())
        assert {name for name in more if not name.startswith(HERE)} == set()
        assert HERE + FILE in more
        # machine code and nothing of the compiler's, whose form changes with its version
        assert {Path(name).suffix for name in more - {HERE + FILE}} == {".code"} and len(more) > 300
        # [bytes] packed; all of it is a few megabytes
        assert sum(full.getinfo(name).compress_size for name in more) < 8_000_000


def test_no_scene_compiles_anything(with_code, tmp_path):
    """Every scene with all its modes and a hand on each body, in a home that is new; the bits are those of here."""
    seen = told(with_code, tmp_path, *SCENES, first=NO_COMPILER)
    assert seen["made"] == [] and seen["kept"] == 0 and seen["needed"] > 250
    assert Path(seen["shipped"]) == with_code.library / HERE
    assert seen["bits"] == {scene: bits_here(scene) for scene in SCENES}


def test_nor_do_the_others_of_its_presets_or_anything_else_that_is_known(with_code, tmp_path):
    done = with_code.call("warm", JACOBI_SANDBOX_HOME=str(tmp_path), JACOBI_SANDBOX_COMPILERS="0",
                          JACOBI_SANDBOX_COMPILED=str(tmp_path / "compiled"))
    assert done.returncode == 0 and done.stdout.endswith(": 0 compiled functions, 0 of them new\n"), done.stderr


def test_another_python_and_compiler_find_it_too(with_code, tmp_path):
    """Code is named by what the Python that made it found in the sources; that came along."""
    scenes = "turntable", "coin", "billiards", "sleigh"
    as_made = told(with_code, tmp_path / "a", *scenes)
    other = told(with_code, tmp_path / "b", *scenes, first=ANOTHER_PYTHON)
    assert other["key"] != as_made["key"]
    assert other["made"] == as_made["made"] == [] and not other["compiler"]
    assert other["bits"] == as_made["bits"]


def test_an_edited_source_is_compiled_anew(with_code, tmp_path):
    """Code of other sources is not taken: a constant of the integrator is changed in the installed program."""
    from sandbox.compiling.sources import reading_of
    path = with_code.library / "sandbox" / "integration" / "hybrid.py"
    text = path.read_text(encoding="utf-8")
    try:
        path.write_text(text + "\nANOTHER = 1\n", encoding="utf-8")
        assert reading_of(path.read_bytes()) != reading_of(text.encode())
        seen = told(with_code, tmp_path, "sleigh")
        assert "_advance" in seen["made"] and seen["bits"]["sleigh"] == bits_here("sleigh")
    finally:
        path.write_text(text, encoding="utf-8")


def test_another_system_compiles(with_code, tmp_path):
    program = ("import platform\nplatform.machine = lambda: 'another'\n"
               "from sandbox.compiling import cache\nprint(cache.SHIPPED_FOLDER == cache.NOWHERE)")
    done = with_code.run("-P", "-c", program, JACOBI_SANDBOX_HOME=str(tmp_path))
    assert done.stdout.strip() == "True", done.stderr


def test_its_own_scenes_are_not_tried_at_a_first_start_but_a_changed_one_is(with_code, tmp_path):
    """They were when it was made: a start that tried them took a second of processor time more."""
    note = tmp_path / "cache" / "scenes.json"
    seen = built_by(with_code, tmp_path / "window")
    # a cue asks its scene for the body that it strikes; of several that are thrown in turn each run has its own
    with_cue = [scene for scene in SCENES if any(isinstance(one, Cue) and not isinstance(one.body, tuple)
                                                 for one in shipped().get(scene).controls)]
    assert seen["scenes"] == SCENES and sorted(set(seen["built"])) == with_cue and not seen["scipy"]
    assert json.loads(with_code.call("list", "--json", JACOBI_SANDBOX_HOME=str(tmp_path)).stdout)["broken"] == {}
    assert not note.exists()
    path = with_code.library / "sandbox" / "scenes" / "bounce.py"
    text = path.read_bytes()
    try:
        path.write_bytes(text + b"\n# mine\n")
        with_code.call("list", JACOBI_SANDBOX_HOME=str(tmp_path))
        assert len(json.loads(note.read_text(encoding="utf-8"))["good"]) == 1
        assert sorted(set(built_by(with_code, tmp_path / "window")["built"])) == sorted(["bounce", *with_cue])
    finally:
        path.write_bytes(text)
