"""Every pinned package has a finished file (a wheel) for each system, so that nothing is built where people install.

uv looks for the files of another system with that system's markers, which pip cannot: it takes those of the Python it
runs in. Nothing is downloaded but descriptions; hashes are compared when a package is installed.
"""

import os
import subprocess
import sys

import pytest

from bundle.lock import HOME, LOCKS, NODEPS
from tests.setup.locks import PYTHONS, SYSTEMS

pytestmark = pytest.mark.network
NOT_ANSWERING = ("Could not connect", "error sending request", "dns error", "timed out", "tcp connect error", "offline")


def look_for_files(file, on, python, folder) -> str:
    """Returns what uv has to say against a file of exact versions, "" if each has its wheel for a system."""
    words = ["pip", "install", "--dry-run", "--quiet", "--only-binary", ":all:", "--no-deps", "--require-hashes",
             "--python-platform", on.platform, "--python-version", python, "--target", str(folder), "-r", str(file)]
    environment = {**os.environ, "UV_HTTP_RETRIES": "0"}
    if on.macos:
        environment["MACOSX_DEPLOYMENT_TARGET"] = on.macos
    done = subprocess.run([sys.executable, "-m", "uv", *words], cwd=HOME, env=environment, text=True, encoding="utf-8",
                          capture_output=True)
    if any(words in done.stderr for words in NOT_ANSWERING):
        pytest.skip(f"the package index does not answer: {done.stderr.strip()[-200:]}")
    return done.stderr if done.returncode else ""


def without_finished_file(file: str, python: str) -> bool:
    """vpython, which holds compiled code, has none for Python 3.13: there pip builds it with the system's compiler."""
    return file == NODEPS and python == "3.13"


CASES = [(file, python) for file in LOCKS for python in PYTHONS if not without_finished_file(file, python)]


@pytest.mark.parametrize("on", SYSTEMS, ids=lambda system: system.name)
@pytest.mark.parametrize("file, python", CASES)
def test_every_pinned_package_can_be_installed(file, python, on, tmp_path):
    assert look_for_files(HOME / file, on, python, tmp_path) == ""


def test_a_missing_file_is_found(tmp_path):
    """The version of Qt that Windows never got, asked for there: the look above must see it."""
    windows, *_others, linux = SYSTEMS
    changed = tmp_path / "requirements.txt"
    text = (HOME / "requirements.txt").read_text(encoding="utf-8")
    name = "pyqt5-qt5==5.15.19 ; sys_platform != 'win32'"
    assert name in text
    lines = text.replace("pyqt5-qt5==5.15.2 ; sys_platform == 'win32'", "pyqt5-qt5==5.15.2 ; sys_platform == 'other'")
    changed.write_text(lines.replace(name, name.partition(" ;")[0]), encoding="utf-8")
    assert look_for_files(changed, linux, "3.11", tmp_path / "a") == ""
    complaint = look_for_files(changed, windows, "3.11", tmp_path / "b")
    assert "pyqt5-qt5==5.15.19 has no wheels with a matching platform tag" in " ".join(complaint.split())
