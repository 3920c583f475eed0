"""The program as pip installs it, built once, in a Python that has numpy, scipy and numba and nothing else."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILT_FROM = ("sandbox", "scenes", "challenges", "lessons", "meshes", "bundle", "pyproject.toml", "README.md",
              "LICENSE", "MANIFEST.in")
HEADLESS = ("numpy", "scipy", "numba", "llvmlite")


def copy_sources(source: Path) -> Path:
    """Copies what a wheel is built from into a new folder, for the build leaves things there."""
    source.mkdir()
    for name in BUILT_FROM:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source)
    return source


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    """The file that `pip wheel .` makes, with the libraries for building of this Python: nothing is downloaded."""
    folder = tmp_path_factory.mktemp("wheel")
    source = copy_sources(folder / "source")
    words = ["wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", folder, source]
    done = subprocess.run([sys.executable, "-m", "pip", *words], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    found, = folder.glob("*.whl")
    return found


class Installed:
    """A Python of its own with the program in it; `call` runs the command as a person would, somewhere else."""

    def __init__(self, folder: Path, wheel: Path):
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        self.programs = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = next(self.programs.glob("python.exe" if os.name == "nt" else "python"))
        words = ["--python", self.python, "install", "--quiet", "--no-deps", "--no-index", wheel]
        subprocess.run([sys.executable, "-m", "pip", *words], check=True)
        self.library = Path(self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip())
        for name in HEADLESS:
            self.share(name)

    def share(self, name: str):
        """Lets this Python see a library of the Python that runs the tests: its folders and its description."""
        library = distribution(name)
        for part in {Path(file).parts[0] for file in library.files} - {"..", "__pycache__"}:
            target = Path(library.locate_file(part))
            os.symlink(target, self.library / part, target_is_directory=target.is_dir())

    def run(self, *words, **environment):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return subprocess.run([self.python, *words], capture_output=True, text=True, encoding="utf-8",
                              cwd=self.folder, env={**kept, "PYTHONUTF8": "1", **environment})

    def call(self, *words, **environment):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return subprocess.run([self.programs / "jacobi-sandbox", *words], capture_output=True, text=True,
                              encoding="utf-8", cwd=self.folder, env={**kept, "PYTHONUTF8": "1", **environment})


@pytest.fixture(scope="session")
def installed(tmp_path_factory, wheel) -> Installed:
    try:
        return Installed(tmp_path_factory.mktemp("installed") / "venv", wheel)
    except OSError as error:
        if os.name == "nt":
            pytest.skip(f"links need a right that this person does not have: {error}")
        raise
