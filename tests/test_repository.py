"""Rules for the text of the program itself."""

import ast
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

from sandbox import __version__

ROOT = Path(__file__).resolve().parents[1]
SKIPPED = {"__pycache__", "build", "dist"}
HIDDEN = {".ci", ".gitignore", ".pre-commit-config.yaml"}


def own_files() -> list[Path]:
    """The files under version control, or all that are there if this is no checkout; without those that are ignored."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    if shutil.which("git") and (ROOT / ".git").exists():
        listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
        paths = [ROOT / name for name in listing.stdout.decode().split("\0") if name]
    else:
        def is_own(part):
            return part not in SKIPPED and (not part.startswith(".") or part in HIDDEN)
        paths = [path for path in ROOT.rglob("*") if all(map(is_own, path.relative_to(ROOT).parts))]
    return sorted(path for path in paths if path.is_file())


def texts() -> dict[str, str]:
    found = {}
    for path in own_files():
        data = path.read_bytes()
        if b"\0" not in data[:8000]:
            found[path.relative_to(ROOT).as_posix()] = data.decode("utf-8")
    return found


def test_no_file_knows_the_computer_it_was_written_on():
    places = ["/" + "work/", "/" + "tmp/bash", "/" + "home/[a-z]", "/" + "root/", r"[A-Z]:\\" + "Users"]
    tools = ["py" + r"pi\.org", "python" + "hosted", r"\bpy" + r"env\b"]
    pattern = re.compile("|".join(places + tools))
    assert [name for name, text in texts().items() if pattern.search(text) and name != "LICENSE"] == []


def test_sources_keep_what_no_linter_can_say():
    """One list of all offenders: file, and what is wrong with it."""
    broken = []
    for path in sorted((ROOT / "sandbox").rglob("*.py")):
        text, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        broken += [f"{name}: {function} has more than {MOST_LINES} lines" for function in long_functions(text)]
        broken += [f"{name}: {word}" for word in FORBIDDEN.findall(text)]
    for path in sorted((ROOT / "scenes").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        broken += [f"scenes/{path.name}: imports {module}" for module in imports(text)
                   if not re.fullmatch(SCENES_MAY_IMPORT, module)]
        broken += [f"scenes/{path.name}: {function} has more than {MOST_LINES} lines"
                   for function in long_functions(text)]
    assert broken == []


# arguments, not names: ruff looks after imports
FORBIDDEN = re.compile(r"\bfast" + r"math\s*=\s*(?:True|\{)|\bparallel\s*=\s*True|\ballow_pic" + r"kle\s*=\s*True")
SCENES_MAY_IMPORT = r"math|numpy|sandbox\.scene"
MOST_LINES = 60     # of a function, from its def to its end with the docstring; files hold what is read together


def long_functions(text: str) -> list[str]:
    """The functions of a source that have more than MOST_LINES lines, wherever they stand."""
    return [node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.end_lineno - node.lineno >= MOST_LINES]


def imports(text: str) -> list[str]:
    """The modules that a source imports, wherever in it."""
    names = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append("."*node.level + (node.module or ""))
    return names


def test_imports_are_found_wherever_they_stand():
    text = "from . import clock\nfrom ..view.page import Page\nimport os.path\ndef f():\n    import vpython\n"
    assert imports(text) == [".", "..view.page", "os.path", "vpython"]


def test_lines_of_functions_are_counted_from_def_to_end():
    def made(lines):
        return "@seen\nclass A:\n    @seen\n    def f(self):\n        'Says.'\n" + "        pass\n"*(lines - 2)
    assert long_functions(made(MOST_LINES)) == []
    assert long_functions(made(MOST_LINES + 1)) == ["f"]


def test_no_work_is_left_as_a_note():
    marks = re.compile(rf"\b({'|'.join(['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'])})\b")
    written = {name: text for name, text in texts().items() if name.endswith((".py", ".md", ".toml"))}
    assert [name for name, text in written.items() if marks.search(text)] == []


def test_version_and_licence_are_stated_once():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dynamic"] == ["version"]
    assert project["license"] == "GPL-3.0-or-later"
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert "GNU GENERAL PUBLIC LICENSE" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_papers_name_the_version_of_the_program():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^(?:version|license|cff-version): (.*)$", citation, re.MULTILINE) == [
        "1.2.0", __version__, "GPL-3.0-or-later"]
    assert __version__ in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
