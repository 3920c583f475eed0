"""Names mean one thing each (docs/names.md): constants come by namespace, words that were given up do not come back."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
# capitals that one import may name one by one
MOST = 8
CAPITAL = re.compile(r"[A-Z][A-Z0-9_]*\Z")
GIVEN_UP = re.compile(r"(?:^|_)(?:tales?|happenings?|crowds?|crowded|joined|spots?|books?)(?:_|$)", re.IGNORECASE)
# standard names of Python, and of what others wrote
FOREIGN = {"JoinedStr"}


class Said(NamedTuple):
    """What a file of the program says.

    imports   line -> capitals that one import names
    given     names that it gives to functions, classes, arguments and variables
    """

    imports: dict[int, int]
    given: set[str]


@cache
def files() -> dict[str, Said]:
    """The program's own files: each is parsed once and its tree let go: the trees of all are millions of objects."""
    return {path.relative_to(ROOT).as_posix(): said(ast.parse(path.read_text(encoding="utf-8")))
            for path in sorted((ROOT / "sandbox").rglob("*.py"))}


def said(tree: ast.Module) -> Said:
    imports, given = {}, set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            imports[node.lineno] = sum(bool(CAPITAL.match(x.name)) for x in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            given.add(node.name)
        elif isinstance(node, ast.arg):
            given.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            given.add(node.id)
    return Said(imports, given - FOREIGN)


def test_constants_come_by_namespace():
    assert sum(len(file.imports) for file in files().values()) > 1000
    many = [f"{name}:{line}" for name, file in files().items() for line, count in file.imports.items() if count > MOST]
    assert many == []


def test_words_that_were_given_up_do_not_come_back():
    assert len(files()) > 500
    found = [f"{name}: {word}" for name, file in files().items() for word in sorted(file.given)
             if GIVEN_UP.search(word)]
    assert found == []
