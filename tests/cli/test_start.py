"""What a start does before its first number and its first moving picture, counted: no test of how fast a machine is.

Modules are what a start costs: half a millisecond of a processor each, those of scipy and numba together 2 s. Budgets
are what was counted, and a tenth to a third more.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANGING

ROOT = Path(__file__).parents[2]

# what no start needs: compilers, films, models from files, tables of others, languages that are not finished, toolkits
NEVER = {"IPython", "autobahn", "av", "babel", "matplotlib", "networkx", "numba", "pandas", "scipy", "sympy", "tornado",
         "trimesh", "xarray"}
# of our own rooms: what is asked for by a command or a menu
LATER = {"sandbox.api", "sandbox.verify"}
# and what a panel of the window knows of it
OF_THE_WINDOW = {"PyQt5", "vpython", "pyqtgraph", "multiprocessing", "sandbox.charts", "sandbox.exports",
                 "sandbox.film", "sandbox.qt", "sandbox.sheet", "sandbox.sound", "sandbox.sweeps.block",
                 "sandbox.sweeps.plan", "sandbox.ui", "sandbox.view"}

# a scene at its first number: modules (783 were counted), calls of our own functions (28,000 to 35,000)
MODULES, CALLS = 860, 46_000
# scenes with a drawn curve also take the splines of scipy: 460 modules
WITH_SPLINES = 1360
# the window at its first moving picture, without those of scenes (1423 were counted)
MODULES_OF_WINDOW = 1560

FIRST_NUMBER = """
import contextlib, cProfile, io, json, sys
profile = cProfile.Profile()
profile.enable()
from sandbox.cli.main import main
out = io.StringIO()
with contextlib.redirect_stdout(out):
    code = main(["simulate", sys.argv[1], "--duration", "0.01", "--json"])
profile.disable()
calls = sum(one.callcount for one in profile.getstats()
            if not isinstance(one.code, str) and "sandbox" in one.code.co_filename.replace("\\\\", "/").split("/"))
print(json.dumps({"code": code, "steps": json.loads(out.getvalue())["steps"], "calls": calls,
                  "modules": sorted(sys.modules)}))
"""


def child(*words, **environment):
    """What a process of its own prints last, where its mechanics was compiled before."""
    for _time in range(2):
        done = subprocess.run([sys.executable, *words], cwd=ROOT, text=True, capture_output=True, timeout=HANGING,
                              env={**os.environ, **environment})
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def loaded(modules, names) -> set[str]:
    """Those of the names that are among the modules, or a package of one of them."""
    packages = {name for module in modules for name in (module, *parents(module))}
    return packages & names


def parents(module: str) -> list[str]:
    words = module.split(".")
    return [".".join(words[:n]) for n in range(1, len(words))]


@pytest.mark.parametrize("scene", ["turntable", "billiards", "stones"])
def test_a_first_number_needs_little(scene):
    seen = child("-c", FIRST_NUMBER, scene)
    assert seen["code"] == 0 and seen["steps"] == 2
    assert loaded(seen["modules"], NEVER | LATER | OF_THE_WINDOW) == set()
    assert 300 < len(seen["modules"]) < MODULES
    assert 3000 < seen["calls"] < CALLS


def test_a_drawn_curve_needs_splines_and_no_more():
    seen = child("-c", FIRST_NUMBER, "integraph")
    assert loaded(seen["modules"], (NEVER | LATER | OF_THE_WINDOW) - {"scipy"}) == set()
    assert loaded(seen["modules"], {"scipy.interpolate", "scipy.integrate", "scipy.stats", "scipy.signal", "scipy.io"}
                  ) == {"scipy.interpolate"}
    assert len(seen["modules"]) < WITH_SPLINES and seen["calls"] < CALLS


@pytest.mark.window
@pytest.mark.skipif(sys.platform.startswith("linux") and not os.environ.get("DISPLAY"),
                    reason="needs a display; ./test provides one")
def test_a_first_moving_picture_needs_little(tmp_path):
    modules = child(str(ROOT / "tests" / "started_window.py"), JACOBI_SANDBOX_HOME=str(tmp_path))
    assert loaded(modules, NEVER | LATER) == set()
    assert "sandbox.film.encoding.encoder" not in modules
    counted = [name for name in modules if not name.startswith(("scenes_", "sandbox_generated"))]
    assert 800 < len(counted) < MODULES_OF_WINDOW
