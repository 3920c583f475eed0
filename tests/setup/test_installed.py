"""What pip installs: its files, its command, and all that works with numpy, scipy and numba alone."""

import json
import re
import zipfile
from pathlib import Path

import pytest

from sandbox import __version__

ROOT = Path(__file__).resolve().parents[2]
WINDOW = ("PyQt5", "vpython", "pyqtgraph", "av", "trimesh", "platformdirs", "babel", "matplotlib", "pandas", "xarray")


@pytest.fixture(scope="session")
def names(wheel):
    with zipfile.ZipFile(wheel) as file:
        return set(file.namelist())


def names_of_scenes():
    return [path.stem for path in (ROOT / "scenes").glob("*.py")]


def test_the_wheel_holds_the_package_and_nothing_beside_it(names):
    about = f"jacobi_sandbox-{__version__}.dist-info"
    assert {name.partition("/")[0] for name in names} == {"sandbox", about}
    own = {path.relative_to(ROOT).as_posix() for path in (ROOT / "sandbox").rglob("*.py")}
    scenes = {f"sandbox/scenes/{path.name}" for path in (ROOT / "scenes").glob("*.py")}
    data = {"sandbox/py.typed", "sandbox/scenes/known.json", "sandbox/ui/look/icon.svg",
            "sandbox/locale/ru/sandbox.po", "sandbox/locale/ru/sandbox.mo"}
    data |= {f"sandbox/ui/look/scenes/{name}.jpg" for name in names_of_scenes()}
    data |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "sandbox" / "sheet").rglob("*")
             if path.suffix in (".css", ".js", ".woff2") or path.name == "LICENSE"}
    data |= {f"sandbox/meshes/{path.name}" for path in (ROOT / "meshes").glob("*.[pj]*") if path.suffix != ".py"}
    for folder in ("challenges", "lessons"):
        data |= {f"sandbox/{folder}/{path.name}" for path in (ROOT / folder).glob("*.toml")}
    assert {name for name in names if name.startswith("sandbox/")} == own | scenes | data
    assert {f"{about}/licenses/LICENSE", f"{about}/licenses/sandbox/sheet/katex/LICENSE"} <= set(names)


def test_the_wheel_needs_three_libraries(wheel):
    with zipfile.ZipFile(wheel) as file:
        about = file.read(f"jacobi_sandbox-{__version__}.dist-info/METADATA").decode()
    needed = [line for line in about.splitlines() if line.startswith("Requires-Dist:") and "extra ==" not in line]
    assert {line.split()[1].partition("<")[0].partition(">")[0] for line in needed} == {"numba", "numpy", "scipy"}


def test_this_python_lacks_the_window(installed):
    done = installed.run("-c", f"import importlib.util as u; print([n for n in {WINDOW} if u.find_spec(n)])")
    assert done.stdout.strip() == "[]"


def test_importing_says_and_loads_nothing(installed):
    done = installed.run("-c", "import sys; before = set(sys.modules); import sandbox; print(sandbox.__version__);"
                         "print(*(set(sys.modules) & {'numpy', 'scipy', 'numba', 'llvmlite'}))")
    assert (done.stdout.split(), done.stderr) == ([__version__], "")


def test_the_command_knows_its_version_and_name(installed):
    assert installed.call("--version").stdout.strip() == __version__
    assert installed.run("-P", "-m", "sandbox", "--version").stdout.strip() == __version__
    assert installed.call("--help").stdout.startswith("usage: jacobi-sandbox ")


def test_all_scenes_are_there(installed):
    done = installed.call("list", "--json")
    found = json.loads(done.stdout)
    assert (found["broken"], done.stderr) == ({}, "")
    assert {scene["id"] for scene in found["scenes"]} == {path.stem for path in (ROOT / "scenes").glob("*.py")}


def test_russian_needs_no_babel(installed):
    titles = [line for line in installed.call("--lang", "ru", "list").stdout.splitlines() if line[:1].isalpha()]
    assert len(titles) > 20 and all(re.search("[а-я]", title) for title in titles), titles


def test_a_language_without_babel_and_finished_catalogue_is_english(installed):
    """As in a checkout without the window's libraries."""
    program = ("import sys; sys.path.insert(0, sys.argv[1]); from sandbox import text; "
               "print(text.__file__.startswith(sys.argv[1]), text.set_language('ru'), text._('true or false'))")
    done = installed.run("-c", program, str(ROOT))
    assert (done.stdout.strip(), done.stderr) == ("True en true or false", "")


@pytest.mark.parametrize("words", [
    ["simulate", "turntable", "--duration", "0.1"], ["equilibria", "sleigh"], ["conic", "skate"],
    ["section", "sleigh", "--preset", "3", "--points", "5", "--out", "points.csv"],
    ["theory", "coin"], ["--lang", "ru", "theory", "sleigh", "--preset", "1"],
    ["theory", "turntable", "--out", "turntable.html"],
    ["check", str(ROOT / "tests" / "vectors" / "vectors_ball.json"), "--kind", "veselova"],
    ["--lang", "ru", "simulate", "turntable", "--duration", "0.1"]],
    ids=lambda words: words[0].lstrip("-"))
def test_commands_without_a_window_work(installed, words):
    done = installed.call(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_versions_and_folders_are_named_without_a_window(installed):
    lines = installed.call("--info").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["numpy", "scipy", "numba", "config:", "cache:", "log:", "runs:"]


@pytest.mark.parametrize("words", [[], ["selftest"], ["record", "hoop", "--out", "hoop.mp4"], ["--scene", "hoop"]],
                         ids=lambda words: " ".join(words[:1]) or "window")
def test_the_window_says_how_to_get_it(installed, words):
    done = installed.call(*words)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.strip().endswith('pip install "jacobi-sandbox[window]"')
    assert "PyQt5" in done.stderr and "vpython" in done.stderr


def test_it_starts_itself_again(installed):
    """For films in the background and for measurements; a folder `sandbox` where it is started is not it."""
    (installed.folder / "sandbox").mkdir()
    (installed.folder / "sandbox" / "__main__.py").write_text("print('another')\n")
    program = "from sandbox.cli.common import this_program; print(*this_program(), sep='\\n')"
    words = installed.run("-P", "-c", program).stdout.splitlines()
    assert words[0] == str(installed.python) and installed.run(*words[1:], "--version").stdout.strip() == __version__
