"""Names mean one thing each (docs/names.md): constants come by namespace, words that were given up do not come back."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# capitals that one import may name one by one
MOST = 8
CAPITAL = re.compile(r"[A-Z][A-Z0-9_]*\Z")
GIVEN_UP = re.compile(r"(?:^|_)(?:tales?|happenings?|crowds?|crowded|joined|spots?|books?)(?:_|$)", re.IGNORECASE)
# standard names of Python, and of what others wrote
FOREIGN = {"JoinedStr"}


@cache
def trees() -> dict[str, ast.Module]:
    """The program's own files, parsed."""
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
            for path in sorted((ROOT / "sandbox").rglob("*.py"))}


def defined(tree: ast.Module) -> set[str]:
    """Names that a file gives to functions, classes, arguments and variables."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found - FOREIGN


def test_constants_come_by_namespace():
    many = [f"{name}:{node.lineno}" for name, tree in trees().items() for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and sum(bool(CAPITAL.match(x.name)) for x in node.names) > MOST]
    assert many == []


def test_words_that_were_given_up_do_not_come_back():
    parsed = trees()
    assert len(parsed) > 500
    found = [f"{file}: {name}" for file, tree in parsed.items() for name in sorted(defined(tree))
             if GIVEN_UP.search(name)]
    assert found == []
