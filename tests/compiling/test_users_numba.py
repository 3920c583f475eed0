"""A user's own numba beside ours: whichever came first, its settings, its cache and its functions stay as they were."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANGING

ROOT = Path(__file__).parents[2]
# functions of several modules, with others inside them
OURS = """
from sandbox.integration import hybrid
from sandbox.mechanics import probe
from sandbox.mechanics.friction import dry, stribeck
from sandbox.mechanics.friction.law import NUMBERS
p = np.linspace(0.1, 0.9, 40)
bits = "".join(np.array(probe.field_at(law.address, 0.3, 2.0, 0.0, p, 0)[:NUMBERS]).tobytes().hex()
               for law in (dry.dry_numbers, stribeck.stribeck_numbers))
for entry in (hybrid.defect_of, hybrid._observe):
    entry.address
"""
THEIRS = """
import numba
from functions import add, total
add(1.0, 2.0)
total(np.arange(5.0))
"""
REPORT = """
import json, os
from numba.core.registry import cpu_target
codegen = cpu_target.target_context.codegen()
print(json.dumps({"cpu": str(numba.config.CPU_NAME), "codegen": codegen._get_host_cpu_name(),
                  "folder": numba.config.CACHE_DIR, "locators": str(numba.config.CACHE_LOCATOR_CLASSES),
                  "hits": sum(add.stats.cache_hits.values()), "path": add.stats.cache_path,
                  "environment": sorted(name for name in os.environ if name.startswith("NUMBA")),
                  "bits": bits}))
"""
FUNCTIONS = """
import numba
@numba.njit(cache=True)
def add(a, b):
    return a + b
@numba.njit(cache=True)
def total(x):
    return x.sum()
"""


def report(folder: Path, program: str, **environment) -> dict:
    """What a process says of numba after a program."""
    functions = folder / "functions.py"
    if not functions.exists():     # a new date alone would make older numba compile again
        functions.write_text(FUNCTIONS)
    done = subprocess.run([sys.executable, "-c", "import numpy as np\n" + program + REPORT], cwd=folder, text=True,
                          capture_output=True, timeout=HANGING,
                          env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}",
                               "JACOBI_SANDBOX_COMPILED": str(folder / "ours"), **environment})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("environment", [{}, {"NUMBA_CACHE_DIR": "{}/theirs", "NUMBA_CPU_NAME": "haswell"}])
def test_numba_of_a_user_is_left_alone(tmp_path, environment):
    environment = {name: text.format(tmp_path) for name, text in environment.items()}
    alone = report(tmp_path, THEIRS + "bits = ''\n",
                   **environment)
    found = [report(tmp_path, program, **environment) for program in (THEIRS + OURS, OURS + THEIRS, THEIRS + OURS)]
    assert alone.pop("hits") == 0 and [one.pop("hits") for one in found] == [1, 1, 1]
    bits = {one.pop("bits") for one in found}
    assert len(bits) == 1
    alone.pop("bits")
    assert found == [alone]*3
