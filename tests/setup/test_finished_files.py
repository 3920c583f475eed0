"""Every pinned package has a finished file (a wheel) for each system, so that nothing is built where people install.

uv looks for the files of another system with that system's markers, which pip cannot: it takes those of the Python it
runs in. Nothing is downloaded but descriptions; hashes are compared when a package is installed.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from zlib import crc32

import pytest

import bootstrap
from bundle.lock import HOME, LOCKS, pinned
from bundle.vpython_wheel import FOLDER
from tests.effort import IS_RELEASE
from tests.setup.locks import PYTHONS, SYSTEMS

pytestmark = pytest.mark.network
AT_ONCE = 8           # questions
NOT_ANSWERING = ("Could not connect", "error sending request", "dns error", "timed out", "tcp connect error", "offline")


def ask_uv(words, on, python) -> str:
    """Returns what uv has to say against something on a system, "" if nothing; skips where there is no answer."""
    environment = {**os.environ, "UV_HTTP_RETRIES": "0"}
    if on.macos:
        environment["MACOSX_DEPLOYMENT_TARGET"] = on.macos
    words = ["pip", *words, "--quiet", "--only-binary", ":all:", "--python-platform", on.platform,
             "--python-version", python]
    done = subprocess.run([sys.executable, "-m", "uv", *map(str, words)], cwd=HOME, env=environment, text=True,
                          encoding="utf-8", capture_output=True)
    if any(sign in done.stderr for sign in NOT_ANSWERING):
        pytest.skip(f"the package index does not answer: {done.stderr.strip()[-200:]}")
    return done.stderr if done.returncode else ""


def look_for_files(file, on, python, folder) -> str:
    """Returns what uv has to say against a file of exact versions, "" if each has its wheel for a system."""
    return ask_uv(["install", "--dry-run", "--no-deps", "--require-hashes", "--target", folder, "-r", file], on, python)


@pytest.fixture(scope="module")
def beside(tmp_path_factory):
    """beside(ask, cases, case) -> what ask(*case, folder) returns: all cases are asked side by side when the first
    answer is wanted, since most of the time is waiting for the index. A skip in an answer skips who wanted it.
    """
    asked = {}
    with ThreadPoolExecutor(AT_ONCE) as crew:
        def answer(ask, cases, case):
            if (ask, case) not in asked:
                asked.update({(ask, one): crew.submit(ask, *one, tmp_path_factory.mktemp("asked")) for one in cases})
            return asked[ask, case].result()

        yield answer
        crew.shutdown(cancel_futures=True)


def cases() -> list[tuple]:
    """Files, Pythons and systems, for a release each with each of the others; at each change every two of them come
    together, drawn by what the files say.
    """
    drawn = crc32("".join((HOME / file).read_text(encoding="utf-8") for file in LOCKS).encode())
    return [(file, python, on) for k, file in enumerate(LOCKS) for j, on in enumerate(SYSTEMS)
            for i, python in enumerate(PYTHONS[:PYTHONS.index(on.newest) + 1])
            if IS_RELEASE or (i + j + drawn) % len(LOCKS) == k]


CASES = cases()


def test_every_two_of_file_python_and_system_come_together():
    for one, other in ((0, 1), (0, 2), (1, 2)):
        every = set(product(*((LOCKS, PYTHONS, SYSTEMS)[place] for place in (one, other))))
        beyond = {(python, on) for on in SYSTEMS for python in PYTHONS[PYTHONS.index(on.newest) + 1:]}
        assert {(case[one], case[other]) for case in CASES} == every - beyond


@pytest.mark.parametrize("file, python, on", CASES, ids=lambda case: getattr(case, "name", case))
def test_every_pinned_package_can_be_installed(file, python, on, beside):
    assert beside(pinned_ones, CASES, (file, python, on)) == ""


def pinned_ones(file, python, on, folder) -> str:
    return look_for_files(HOME / file, on, python, folder)


def test_a_python_is_left_out_only_where_a_library_has_no_file_for_it(tmp_path):
    """numba went no further on Intel Macs; bootstrap.py says so to people there."""
    on, = (on for on in SYSTEMS if on.newest != PYTHONS[-1])
    assert on.name == "macOS-Intel" and on.newest == "{}.{}".format(*bootstrap.NEWEST_ON_INTEL_MAC)
    assert PYTHONS[-1] == "{}.{}".format(*bootstrap.NEWEST)
    complaint = look_for_files(HOME / "requirements.txt", on, PYTHONS[-1], tmp_path)
    assert re.search("Wheels are required for `(numba|llvmlite)`", complaint)


@pytest.mark.parametrize("on", SYSTEMS, ids=lambda system: system.name)
@pytest.mark.parametrize("resolution", ["highest", "lowest-direct"])
def test_both_ends_of_the_ranges_can_be_installed(resolution, on, beside):
    """For people who install it beside packages of their own."""
    assert beside(end_of_ranges, list(product(("highest", "lowest-direct"), SYSTEMS)), (resolution, on)) == ""


def end_of_ranges(resolution, on, folder) -> str:
    extras = ["--extra", "window", "--extra", "plot"]
    return ask_uv(["compile", "pyproject.toml", *extras, "--resolution", resolution, "--output-file",
                   folder / "found.txt"], on, "3.12")


@pytest.mark.parametrize("on", SYSTEMS, ids=lambda system: system.name)
def test_the_newest_python_gets_the_window_with_the_wheel_that_is_brought(on, beside):
    """As README has it: vpython's authors give none for it."""
    complaint, found = beside(window_of_newest, [(one,) for one in SYSTEMS], (on,))
    assert complaint == "" and "vpython==7.6.5+pure\n" in found.read_text(encoding="utf-8")


def window_of_newest(on, folder) -> tuple[str, Path]:
    words = ["compile", "pyproject.toml", "--extra", "window", "--find-links", FOLDER, "--output-file"]
    return ask_uv([*words, folder / "found.txt"], on, on.newest), folder / "found.txt"


def test_a_missing_file_is_found(tmp_path):
    """The version of Qt that Windows never got, asked for there: the look above must see it."""
    windows, linux = (next(on for on in SYSTEMS if on.name == name) for name in ("Windows", "Linux"))
    changed = tmp_path / "requirements.txt"
    text = (HOME / "requirements.txt").read_text(encoding="utf-8")
    name, = (line for line in pinned(text) if line.startswith("pyqt5-qt5==5.15.19 ;"))
    text = text.replace(f"--find-links {FOLDER.relative_to(HOME).as_posix()}", f"--find-links {FOLDER.as_uri()}")
    lines = text.replace("pyqt5-qt5==5.15.2 ; sys_platform == 'win32'", "pyqt5-qt5==5.15.2 ; sys_platform == 'other'")
    changed.write_text(lines.replace(name, name.partition(" ;")[0]), encoding="utf-8")
    assert look_for_files(changed, linux, "3.11", tmp_path / "a") == ""
    complaint = look_for_files(changed, windows, "3.11", tmp_path / "b")
    assert "pyqt5-qt5==5.15.19 has no wheels with a matching platform tag" in " ".join(complaint.split())
