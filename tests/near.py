"""`./test near FILE...`: the tests of these files alone.

Near a module are the files of tests that import it, themselves or by a helper in tests/, and those in the folder of its
own room. Where no test imports it, those near what imports it are. Near a scene are its own tests, and of those for
every scene its own. Near anything else are the tests that name the file. Tests that take long or need the real picture
stay out; what stays out for good is said. Windows are shown on a virtual screen where there is one.
"""

import ast
import os
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from tests import screens
from tests.conftest import WINDOWS

ROOT = Path(__file__).resolve().parents[1]
# for every scene: of these a scene has its own
EVERY = ("tests/golden/test_golden.py", "tests/run/test_quantities.py", "tests/scenes/test_cards.py",
         "tests/scenes/test_every_scene.py", "tests/scenes/test_showing.py", "tests/sheet/test_every_theory.py",
         "tests/workspace/test_every_scene_comes_back.py")
# the real picture, each in processes of its own
PICTURED = tuple(place for place in WINDOWS if "::" not in place and place not in ("tests/ui/", "tests/charts/"))
# everything at once: near nothing
EVERYTHING = ("tests/fuzz/", "tests/golden/", "tests/run/test_mutated_logs.py", "tests/run/test_same_bits.py",
              "tests/scenes/test_cards.py", "tests/scenes/test_every_scene.py", "tests/verify/test_falsified.py")
# imports wherever they stand, also over several lines, also in programs that stand in a test as text
IMPORT = re.compile(r"^[ \t]*(from[ \t]+[\w.]+[ \t]+import[ \t]+(?:\([^)]*\)|[^\n(]+)|import[ \t]+[\w., \t]+)",
                    re.MULTILINE)


# ---- who imports whom ------------------------------------------------------------------------------------------------

def name_of(path: Path) -> str:
    """The module that a file of ours is."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def sources() -> dict[str, Path]:
    """Every module of the program, of its makers and of the tests, and those at the top, with its file."""
    files = [path for room in ("sandbox", "bundle", "tests") for path in (ROOT/room).rglob("*.py")]
    return {name_of(path): path for path in sorted([*files, *ROOT.glob("*.py")])}


@cache
def text_of(module: str) -> str:
    return sources()[module].read_text(encoding="utf-8")


@cache
def imported(module: str) -> frozenset[tuple[str, str]]:
    """What a module imports of ours: pairs of a module and a name in it, "" for all of it, "*" for all its names."""
    found = set()
    package = module if sources()[module].name == "__init__.py" else module.rpartition(".")[0]
    for statement in IMPORT.findall(text_of(module)):
        try:
            node, = ast.parse(statement).body
        except (SyntaxError, ValueError):
            continue            # a sentence that begins so
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            home = ".".join(filter(None, (above, node.module)))
            found |= {(home, alias.name) for alias in node.names}
    return frozenset((home, name) for home, name in found if home in sources())


@cache
def public(module: str) -> frozenset[str]:
    """The names that a module says that it hands on."""
    return frozenset(word.value for node in ast.parse(text_of(module)).body
                     if isinstance(node, ast.Assign) and [getattr(at, "id", "") for at in node.targets] == ["__all__"]
                     for word in ast.walk(node.value) if isinstance(word, ast.Constant))


@cache
def origin(module: str, name: str) -> str:
    """The module that a name comes from, through packages that only hand it on."""
    if f"{module}.{name}" in sources():
        return f"{module}.{name}"
    if name and sources()[module].name == "__init__.py":
        for home, given in imported(module):
            if home != module and (given == name or given == "*" and name in public(home)):
                return origin(home, name)
    return module


@cache
def importers() -> dict[str, set[str]]:
    """By module: those that import it, by its own name or through a package."""
    found: dict[str, set[str]] = {name: set() for name in sources()}
    for module in sources():
        for home, name in imported(module):
            if origin(home, name) != module:
                found[origin(home, name)].add(module)
    return found


def is_test(module: str) -> bool:
    return module.rpartition(".")[2].startswith("test_")


def tests_that_import(module: str) -> set[str]:
    """Files of tests that import it, themselves or by helpers among the tests; a conftest.py helps its folder."""
    seen, waiting = {module}, [module]
    while waiting:
        one = waiting.pop()
        helped = set(importers()[one])
        if one.endswith(".conftest") and one != "tests.conftest":
            folder = one.removesuffix("conftest")
            helped |= {name for name in sources() if name.startswith(folder) and is_test(name)}
        helped -= seen
        seen |= helped
        waiting += [other for other in helped if other.startswith("tests.") and not is_test(other)]
    return {file_of(name) for name in seen - {module} if is_test(name)}


def nearest_tests(module: str) -> set[str]:
    """The files of tests that import a module, or else those nearest to what imports it."""
    ring, seen = {module}, {module}
    while ring:
        found = {file for one in ring for file in tests_that_import(one) if not file.startswith(EVERYTHING)}
        if found:
            return found
        ring = {other for one in ring for other in importers()[one] if not other.startswith("tests.")} - seen
        seen |= ring
    return set()


# ---- which tests are near --------------------------------------------------------------------------------------------

def file_of(module: str) -> str:
    return sources()[module].relative_to(ROOT).as_posix()


@cache
def tests() -> dict[str, str]:
    """By file of tests: its text."""
    return {file_of(name): text_of(name) for name in sources() if is_test(name)}


def tests_of_room(path: Path) -> set[str]:
    """Files of tests in the folder of a module's own room, not of rooms in it."""
    room = (path.relative_to(ROOT/"sandbox") if path.is_relative_to(ROOT/"sandbox") else Path()).parent.as_posix()
    return {file for file in tests() if room != "." and Path(file).parent == Path("tests", room)
            and not file.startswith(EVERYTHING)}


def tests_that_name(word: str) -> set[str]:
    """Files of tests in which a file's name stands."""
    pattern = re.compile(rf"(?<![\w.]){re.escape(word)}(?!\w)")
    return {file for file, text in tests().items() if pattern.search(text)}


def is_scene(path: Path) -> bool:
    return path.parent == ROOT/"scenes" and path.suffix == ".py"


def tests_of_scene(name: str) -> set[str]:
    """Files of tests of a scene: those called after it, else those among the tests of scenes that name it."""
    own = {f"tests/scenes/test_{name}.py", f"tests/scenes/test_{name}_scenes.py"} & set(tests())
    named = {file for file, text in tests().items() if file.startswith("tests/scenes/") and f'"{name}"' in text}
    return {*EVERY, *(own or named)}


def near(path: Path) -> set[str]:
    """The files of tests near a file of the project."""
    if is_scene(path):
        return tests_of_scene(path.stem)
    if path not in sources().values():
        return tests_that_name(path.name)
    module = name_of(path)
    if is_test(module):
        return {file_of(module)}
    # helpers that are programs are named, not imported
    named = tests_that_name(path.name) if not module.startswith("sandbox.") else set()
    return named | nearest_tests(module) | tests_of_room(path)


# ---- running them ----------------------------------------------------------------------------------------------------

class OneScene:
    """Of tests for every scene only those for the scenes that are looked at stay."""

    def __init__(self, wanted: set[str]):
        self.others = {path.stem for path in (ROOT/"scenes").glob("*.py")} - wanted

    def pytest_collection_modifyitems(self, config, items):
        """Takes the tests of other scenes out; pytest says how many."""
        out = [item for item in items if item.nodeid.startswith(EVERY) and self.is_of_another(item)]
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]

    def is_of_another(self, item) -> bool:
        callspec = getattr(item, "callspec", None)
        return callspec is not None and re.match(r"\w*", callspec.id).group() in self.others


def given(words: Iterable[str], here: Path) -> list[Path]:
    """The files that are meant, seen from the folder where the command was given; SystemExit with a sentence."""
    found = []
    for word in words:
        path = next((path for path in ((here/word).resolve(), (ROOT/word).resolve()) if path.is_file()), None)
        if path is None:
            sys.exit(f"{word}: there is no such file.")
        if not path.is_relative_to(ROOT):
            sys.exit(f"{word}: this file is not a part of the project in {ROOT}.")
        found.append(path)
    if not found:
        sys.exit("usage: test near FILE... [options of pytest]     as in ./test near sandbox/theory/band.py")
    return found


def main(here: str, *words: str) -> int:
    """Runs the tests near some files, named as seen from a folder; 0 if nothing failed."""
    # from the first word with a dash on they are pytest's
    count = next((i for i, word in enumerate(words) if word.startswith("-")), len(words))
    paths = given(words[:count], Path(here))
    chosen = sorted({file for path in paths for file in near(path)})
    out = [file for file in chosen if file.startswith(PICTURED)]
    if out:
        print("Left out, for it needs the real picture:", *out, sep="\n  ")
    if len(out) == len(chosen):
        print("No other test is near.")
        return 0
    if screens.HAS_OWN:
        os.environ.pop("DISPLAY", None)
    scenes = {path.stem for path in paths if is_scene(path)}
    taken = [file for file in chosen if file not in out]
    return pytest.main(["-p", "no:xdist", "-m", "not slow and not window", *taken, *words[count:]],
                       plugins=[OneScene(scenes)] if scenes else [])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
