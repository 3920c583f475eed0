"""Machine code and its cache: same options everywhere, fresh, no trouble in a read-only place."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from scipy.integrate._ivp import dop853_coefficients as reference

from sandbox.mechanics import tableau

ROOT = Path(__file__).parents[2]
PROGRAM = """
import time
t = time.perf_counter()
from sandbox.mechanics import CACHE_FOLDER
from sandbox.scene import Ball, Plane, Spin, Start
from sandbox.scene.system import assemble
from sandbox.run.integration import Integration
run = Integration(assemble(Ball(0.01), Plane(), Spin("z", 2.0), Start((0.1, 0.0))), 1/240)
run.advance(100)
print(CACHE_FOLDER)
print(run.y.tobytes().hex())
print(time.perf_counter() - t)
"""


def child(**environment):
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, env={**os.environ, **environment}, text=True,
                          capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_tableau_is_that_of_the_literature():
    for i, row in enumerate(tableau.A):
        assert row == {j: a for j, a in enumerate(reference.A[i, :i]) if a != 0.0}
    assert list(tableau.C) == list(reference.C[:12])
    for ours, theirs in ((tableau.B, reference.B), (tableau.E3, reference.E3), (tableau.E5, reference.E5)):
        assert ours == {j: b for j, b in enumerate(theirs) if b != 0.0}


def test_processes_agree_bit_by_bit_and_the_second_compiles_nothing(tmp_path):
    first = child(NUMBA_CACHE_DIR=str(tmp_path))
    files = sorted(tmp_path.rglob("*.nbc"))
    second = child(NUMBA_CACHE_DIR=str(tmp_path))
    assert first[1] == second[1]
    assert files and sorted(tmp_path.rglob("*.nbc")) == files


@pytest.mark.skipif(os.name == "nt", reason="permissions work differently")
def test_a_place_that_cannot_be_written_is_no_hindrance():
    folder, _bits, _seconds = child(NUMBA_CACHE_DIR="/proc/nowhere")
    assert not folder.startswith("/proc")
