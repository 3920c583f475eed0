"""requirements*.txt agree with pyproject.toml, and every system gets each package in exactly one version."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import bootstrap
from bundle.lock import ALL, HOME, LOCKS, heading, pinned, read_project, requirements, stamp
from tests.setup.locks import PYTHONS, SYSTEMS, pins, system

EXACT = re.compile(r"[\w.-]+==[\w.+]+( ; \(?[\w.]+ [=!<>]+ '[\w.]+'( (and|or) \(?[\w.]+ [=!<>]+ '[\w.]+'\)?)*)?")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}")


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_was_made_from_what_pyproject_says_now(name):
    text = (HOME / name).read_text(encoding="utf-8")
    assert text.startswith(heading(LOCKS[name], read_project())), "run `python -m bundle.lock`"


def test_a_change_in_pyproject_asks_for_new_locks():
    project = read_project()
    before = {name: stamp(lock, project) for name, lock in LOCKS.items()}
    project["project"]["optional-dependencies"]["test"].append("more")
    changed = [name for name, lock in LOCKS.items() if stamp(lock, project) != before[name]]
    assert changed == ["requirements-test.txt", "requirements-package.txt"]


@pytest.mark.parametrize("name", LOCKS)
def test_every_line_is_an_exact_version_with_hashes(name):
    text = (HOME / name).read_text(encoding="utf-8")
    assert [line for line in pinned(text) if not EXACT.fullmatch(line)] == []
    blocks = re.split(r"\n(?=[A-Za-z0-9])", text)[1:]
    assert len(blocks) == len(pinned(text))
    for block in blocks:
        hashes = block.strip("\n").replace(" \\", "").split("\n")[1:]
        assert hashes and all(HASH.fullmatch(line) for line in hashes), block


@pytest.mark.parametrize("on", SYSTEMS, ids=lambda system: system.name)
@pytest.mark.parametrize("python", PYTHONS)
def test_each_system_gets_what_pyproject_asks_for_and_once(on, python):
    found = pins(LOCKS, on, python)
    assert {name: versions for name, versions in found.items() if len(versions) > 1} == {}
    asked = map(Requirement, requirements(read_project(), LOCKS["requirements-package.txt"]))
    needed = [requirement for requirement in asked if on.has(requirement, python)]
    assert len(needed) > 25
    assert [str(requirement) for requirement in needed
            if not requirement.specifier.contains(*found[canonicalize_name(requirement.name)])] == []


LAST = [("0.68.1", ["5.15.2"]), ("0.62.1", ["5.15.19"]), ("0.68.1", ["5.15.19"]), ("0.68.1", ["5.15.19"]),
        ("0.68.1", [])]


@pytest.mark.parametrize("on, numba, qt", [(on, *last) for on, last in zip(SYSTEMS, LAST, strict=True)],
                         ids=lambda value: getattr(value, "name", ""))
def test_systems_left_behind_by_a_library_get_its_last_version(on, numba, qt):
    """Linux on ARM has the system's Qt: nobody gives another one."""
    found = pins([ALL], on)
    assert (found["numba"], found.get("pyqt5-qt5", []), found.get("pyqtwebengine-qt5", [])) == ([numba], qt, qt)
    assert any("qt5" in name or "webengine" in name for name in found) == bool(qt)


def test_one_file_serves_the_starts_that_bootstrap_knows():
    assert {name for files in bootstrap.FILES.values() for name in files} == set(LOCKS)
    assert {path.name for path in Path(HOME).glob("requirements*.txt")} == set(LOCKS)


def test_markers_are_those_of_the_other_system():
    line = Requirement("a==1; sys_platform == 'win32' and platform_machine == 'AMD64'")
    assert [each.name for each in SYSTEMS if each.has(line)] == ["Windows"]
    assert system("x", "y", "win32 ARM64 Windows nt").has(line) is False
