"""Rules for the text of the program itself."""

import ast
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from sandbox import __version__

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "sandbox").rglob("*.py"))
SKIPPED = {"__pycache__", "build", "dist"}


def own_files() -> list[Path]:
    """The files under version control, or all that are there if this is no checkout; without those that are ignored."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    if shutil.which("git") and (ROOT / ".git").exists():
        listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
        paths = [ROOT / name for name in listing.stdout.decode().split("\0") if name]
    else:
        def is_own(part):
            return part not in SKIPPED and (not part.startswith(".") or part in (".ci", ".gitignore"))
        paths = [path for path in ROOT.rglob("*") if all(map(is_own, path.relative_to(ROOT).parts))]
    return sorted(path for path in paths if path.is_file())


def texts() -> dict[str, str]:
    found = {}
    for path in own_files():
        data = path.read_bytes()
        if b"\0" not in data[:8000]:
            found[path.relative_to(ROOT).as_posix()] = data.decode("utf-8")
    return found


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_file_knows_the_computer_it_was_written_on():
    places = ["/" + "work/", "/" + "tmp/bash", "/" + "home/[a-z]", "/" + "root/", r"[A-Z]:\\" + "Users"]
    tools = ["py" + r"pi\.org", "python" + "hosted", r"\bpy" + r"env\b"]
    pattern = re.compile("|".join(places + tools))
    assert [name for name, text in texts().items() if pattern.search(text) and name != "LICENSE"] == []


def test_nothing_is_unpickled_or_run_from_text():
    words = ["pick" + "le", "mars" + "hal", "shel" + "ve", "allow_pick" + "le=True"]
    word = re.compile(rf"\b({'|'.join(words)})\b")
    assert [name for name, text in texts().items() if name.endswith(".py") and word.search(text)] == []


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_file_says_what_it_is_and_stays_short(path):
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), "needs a docstring at its top"
    assert len(text.splitlines()) <= 300


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_compiled_code_has_one_decorator_and_no_fast_math(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\bfast" + r"math\s*=\s*(True|\{)", text)
    assert not re.search(r"\bparallel\s*=\s*True|\bprange\b", text)
    if path.name not in ("compiled.py", "cachelocator.py"):
        assert not re.search(r"@(numba\.)?n?jit\b", text)


def test_no_work_is_left_as_a_note():
    marks = re.compile(rf"\b({'|'.join(['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'])})\b")
    written = {name: text for name, text in texts().items() if name.endswith((".py", ".md", ".toml"))}
    assert [name for name, text in written.items() if marks.search(text)] == []


EXACT = r"""[\w.-]+==[\w.+]+(; sys_platform == "\w+")?"""


def test_every_requirement_has_its_exact_version():
    for path in ROOT.glob("requirements*.txt"):
        lines = [line.split("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines()]
        assert [line for line in lines if line and not re.fullmatch(EXACT, line)] == []


def test_version_and_licence_are_stated_once():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dynamic"] == ["version"]
    assert project["license"]["text"] == "GPL-3.0-or-later"
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert "GNU GENERAL PUBLIC LICENSE" in (ROOT / "LICENSE").read_text(encoding="utf-8")
