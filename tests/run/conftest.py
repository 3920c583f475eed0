"""Where the tests of the run log put their logs: a file of an odd name, a small disk."""

import shutil
import subprocess

import pytest


@pytest.fixture
def log_path(tmp_path):
    return tmp_path / "run 1 # ü.sqlite"


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a disk of 2 MB; needs the right to mount one."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no right to mount a small disk here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)
