"""What an edit costs: code is kept by the sources that it was made from, without comments and docstrings."""

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

from sandbox.compiling.entries import Entry
from sandbox.compiling.sources import KEEPERS, ROOMS, SOURCES, Sources, reading_of
from tests.patience import HANGING

ROOT = Path(__file__).parents[2]
# a run of the system that compiles fastest, and which entries were compiled in it
SLEIGH = """
from sandbox.cli.common import scene_named
from sandbox.compiling import machine_code
from sandbox.run.simulation import Simulation
run = Simulation(scene_named("sleigh"))
run.advance(100)
print(run.states[0].tobytes().hex())
print(sum(is_new for _module, _name, is_new in machine_code.needed))
"""


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> Path:
    """A copy of the program's sources, without what Python keeps of them."""
    place = tmp_path_factory.mktemp("original")
    for folder in ("sandbox", "scenes"):
        shutil.copytree(ROOT / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__", "*.po", "*.jpg"))
    return place


@pytest.fixture
def tree(original, tmp_path) -> Path:
    """A copy that may be edited."""
    shutil.copytree(original, tmp_path / "tree")
    return tmp_path / "tree"


@pytest.fixture(scope="module")
def compiled(original, tmp_path_factory) -> Path:
    """Where a run of the sleigh was compiled."""
    place = tmp_path_factory.mktemp("compiled")
    bits, count = told(original, SLEIGH, place)
    assert int(count) > 4 and bits
    return place


def told(tree: Path, program: str, compiled: Path) -> list[str]:
    """What a program prints that runs with the sources of a tree, word by word."""
    # byte code knows its source by size and second: two edits may be as close as that
    environment = {**os.environ, "PYTHONPATH": str(tree), "JACOBI_SANDBOX_COMPILED": str(compiled),
                   "JACOBI_SANDBOX_COMPILERS": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", program], cwd=tree, text=True, capture_output=True, env=environment,
                          timeout=HANGING)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture(scope="module")
def modules() -> set[str]:
    """All modules that have compiled functions to be found by their addresses, written ones, too."""
    for room in ("integration", "mechanics", "theory"):
        package = import_module(f"sandbox.{room}")
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(found.name)
    names = {name for name, module in tuple(sys.modules.items()) if name.startswith("sandbox")
             and any(isinstance(value, Entry) and value.__module__ == name for value in vars(module).values())}
    assert len(names) > 30 and any("mode_rolling" in name for name in names)
    return names


def keys(tree: Path, modules: set[str], known: Path) -> dict[str, str | None]:
    """The keys that modules have in a program of the sources of a tree; texts of a known file are not taken apart."""
    sources = Sources(tree / "sandbox", (known,))
    return {name: sources.key(name) for name in modules}


@pytest.fixture(scope="module")
def known(tmp_path_factory) -> Path:
    """What was found in the texts of the unchanged program."""
    return tmp_path_factory.mktemp("known") / "sources.json"


@pytest.fixture(scope="module")
def before(original, modules, known) -> dict[str, str | None]:
    """The keys of the unchanged program."""
    found = keys(original, modules, known)
    assert None not in found.values() and len(set(found.values())) == len(found) and known.exists()
    return found


def edited(path: Path, old: str, new: str):
    """Replaces the first of a text in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def changed(before, known):
    """changed(tree) -> the modules whose keys are no more what they were."""
    def found(tree: Path) -> set[str]:
        now = keys(tree, set(before), known)
        return {name for name in before if before[name] != now[name]}
    return found


def a_comment(tree: Path):
    path = tree / "sandbox/mechanics/layout.py"
    path.write_text("# what stands where\n" + path.read_text(encoding="utf-8"), encoding="utf-8")


def a_docstring(tree: Path):
    edited(tree / "sandbox/integration/ode.py", '"""The 8th-order step:', '"""A step of 8th order:')
    edited(tree / "sandbox/integration/ode.py", '    """start + h sum', '    """Returns start + h sum')


def theory(tree: Path):
    path = tree / "sandbox/theory/band.py"
    path.write_text(path.read_text(encoding="utf-8") + "\n\nFURTHER = 1.0\n", encoding="utf-8")


def words_of_scenes(tree: Path):
    path = tree / "sandbox/scene/start.py"
    path.write_text(path.read_text(encoding="utf-8") + "\n\nFURTHER = 1.0\n", encoding="utf-8")


def what_keeps_code(tree: Path):
    path = tree / "sandbox/compiling/code_files.py"
    path.write_text(path.read_text(encoding="utf-8") + "\n\nFURTHER = 1.0\n", encoding="utf-8")


def a_new_law(tree: Path):
    (tree / "sandbox/mechanics/friction/hyperbolic.py").write_text(
        '"""mu tanh(u/v)."""\n\nfrom math import tanh\n\nfrom sandbox.compiling.entries import field\n\n\n'
        "@field\ndef hyperbolic(x, y, z, s, out):\n    out[0] = s[0]*tanh(x/s[1])\n", encoding="utf-8")


@pytest.mark.parametrize("edit", [a_comment, a_docstring, theory, words_of_scenes, what_keeps_code, a_new_law])
def test_an_edit_that_changes_no_code_compiles_nothing(tree, changed, edit):
    edit(tree)
    assert changed(tree) == set()


def test_another_law_is_nothing_to_the_others(tree, changed):
    edited(tree / "sandbox/mechanics/friction/stribeck.py", "\n\n\n", "\n\nFURTHER = 1.0\n\n\n")
    assert changed(tree) == {"sandbox.mechanics.friction.stribeck"}


def test_an_edit_of_worlds_is_nothing_to_a_body_alone(tree, before, changed):
    path = tree / "sandbox/mechanics/world/layout.py"
    path.write_text(path.read_text(encoding="utf-8") + "\n\nFURTHER = 1.0\n", encoding="utf-8")
    found = changed(tree)
    assert "sandbox.mechanics.world.frame" in found
    assert {name for name in found if not name.startswith("sandbox.mechanics.world")} <= {
        name for name in before if "step_turning_rates" in name}


def test_the_compilers_own_sources_count_for_all(tree, before, changed):
    edited(tree / "sandbox/compiling/translator.py", '"error_model": "numpy"', '"error_model": "python"')
    assert changed(tree) == set(before)


def test_two_imports_away_a_constant_is_compiled_anew(tree, compiled, tmp_path):
    """hybrid reads guards, and this settings: counted in real runs, where the others are loaded."""
    own = tmp_path / "compiled"
    shutil.copytree(compiled, own)
    bits, count = told(tree, SLEIGH, own)
    assert count == "0"
    a_comment(tree)
    theory(tree)
    words_of_scenes(tree)
    assert told(tree, SLEIGH, own) == [bits, "0"]
    path = tree / "sandbox/integration/settings.py"
    path.write_text(path.read_text(encoding="utf-8") + "\n\nFURTHER = 1.0\n", encoding="utf-8")
    same, count = told(tree, SLEIGH, own)
    assert same == bits and int(count) >= 2
    # and what it was before is still there
    shutil.copy(ROOT / "sandbox/integration/settings.py", path)
    assert told(tree, SLEIGH, own) == [bits, "0"]


def test_two_processes_at_once_make_what_one_makes(original, tmp_path):
    program = [sys.executable, "-c", SLEIGH]
    environment = {**os.environ, "JACOBI_SANDBOX_COMPILED": str(tmp_path), "PYTHONPATH": str(original)}
    both = [subprocess.Popen(program, cwd=original, env=environment, stdout=subprocess.PIPE, text=True)
            for _i in range(2)]
    said = [process.communicate(timeout=HANGING)[0].split() for process in both]
    assert [process.returncode for process in both] == [0, 0] and said[0][0] == said[1][0]
    assert told(original, SLEIGH, tmp_path) == [said[0][0], "0"]


# ---- what counts of a source --------------------------------------------------------------------------------------

SOURCE = b'''"""Head."""
from math import sin

import numpy as np


def f(x):
    """What it is."""
    # why
    return sin(x) + 1.0
'''


@pytest.mark.parametrize("old, new", [
    (b'"""Head."""\n', b'"""Another head."""\n\n'), (b'    """What it is."""\n', b""), (b"    # why\n", b""),
    (b"sin(x) + 1.0", b"(sin(x)\n            + 1.0)")])
def test_texts_for_readers_do_not_count(old, new):
    assert old in SOURCE and reading_of(SOURCE.replace(old, new)) == reading_of(SOURCE)


@pytest.mark.parametrize("old, new", [
    (b"1.0", b"1.0000001"), (b"1.0", b"1"), (b"sin(x) +", b"-sin(x) +"), (b"def f", b"@g\ndef f"),
    (b"return sin", b'return "a" + sin'), (b"math", b"cmath")])
def test_code_counts(old, new):
    assert old in SOURCE and reading_of(SOURCE.replace(old, new)) != reading_of(SOURCE)


def test_imports_are_found_wherever_they_stand():
    text = (b"from typing import TYPE_CHECKING\nimport a.b\nif TYPE_CHECKING:\n    from q import r\n"
            b"def f():\n    from c import d\n    if x:\n        import e\nclass G:\n    from h import i as j\n")
    assert set(reading_of(text).imports) == {
        "a.b", "c", "c.d", "e", "h", "h.i", "typing", "typing.TYPE_CHECKING"}


def test_what_is_read_is_what_python_imports():
    """The modules of the compiled rooms that a process has after importing one are among those that count for it."""
    for module in ("sandbox.mechanics.contact.rolling", "sandbox.mechanics.world.frame", "sandbox.theory.section"):
        program = f"import sys, {module}; print(*(n for n in sys.modules if n.startswith('sandbox.')))"
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, check=True)
        rooms = {name for name in done.stdout.split() if name.split(".")[1] in ROOMS}
        assert len(rooms) > 12 and rooms - KEEPERS <= SOURCES.all_read_by(module)


@pytest.fixture
def small(tmp_path) -> Path:
    """A program of three modules, one of which is the compiler."""
    for name, text in {"compiling/translator.py": "OPTION = 1\n", "mechanics/a.py": "from sandbox.mechanics import b\n",
                       "mechanics/b.py": "X = 1\n"}.items():
        path = tmp_path / "sandbox" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "sandbox"


def test_what_is_edited_while_the_program_runs_is_not_kept(small):
    """What is on disk then is not what the program has read: its code would be taken for that of the new text."""
    sources = Sources(small)
    (small / "mechanics/b.py").write_text("X = 22\n")
    assert sources.key("sandbox.mechanics.a") is None
    fresh, late = Sources(small), Sources(small)
    assert fresh.key("sandbox.mechanics.a") is not None
    (small / "mechanics/b.py").unlink()
    assert late.key("sandbox.mechanics.a") is None
    # what was asked for before stays as it was read
    assert fresh.key("sandbox.mechanics.a") is not None


def test_what_was_found_in_texts_is_kept(small, tmp_path, monkeypatch):
    file = tmp_path / "sources.json"
    key = Sources(small, (file,)).key("sandbox.mechanics.a")
    assert len(json.loads(file.read_text().partition("\n")[2])) == 3

    def refuse(_text):
        raise AssertionError("taken apart again")
    with monkeypatch.context() as patch:
        patch.setattr("sandbox.compiling.sources.reading_of", refuse)
        assert Sources(small, (file,)).key("sandbox.mechanics.a") == key
        # or what came with the program knows it
        assert Sources(small, (tmp_path / "none", file)).key("sandbox.mechanics.a") == key
    file.write_text(file.read_text().replace("0", "1"))
    assert Sources(small, (file,)).key("sandbox.mechanics.a") == key
    (tmp_path / "folder").mkdir()
    assert Sources(small, (tmp_path / "folder", )).key("sandbox.mechanics.a") == key
