"""Qt is asked for through its one door, and by names that its next version knows: enums with their scope."""

import ast
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("sandbox/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("bundle/**/*.py")])


def names_of_qt(tree: ast.Module) -> dict:
    """What a file imported from Qt, by the name that it has there."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("PyQt5.", "sandbox.qt.")):
            room = importlib.import_module(node.module)
            found.update((one.asname or one.name, getattr(room, one.name)) for one in node.names if one.name != "*")
    return found


def unscoped(text: str) -> list[str]:
    """Names of members of enums that are asked of the class around the enum, as in Qt.Key_A."""
    tree = ast.parse(text)
    names = names_of_qt(tree)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = names.get(node.value.id)
            kind = type(getattr(owner, node.attr, None)) if isinstance(owner, type) else type(None)
            if issubclass(kind, int) and kind.__module__.startswith("PyQt5.") and kind.__name__ != owner.__name__:
                found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


def test_enums_have_their_scope():
    texts = {path: path.read_text(encoding="utf-8") for path in FILES}
    with_qt = {path: text for path, text in texts.items() if "PyQt5." in text or "sandbox.qt." in text}
    assert len(with_qt) > 150
    assert {str(path): found for path, text in with_qt.items() if (found := unscoped(text))} == {}


@pytest.mark.parametrize(("line", "found"), [
    ("Qt.Key_A", ["2: Qt.Key_A"]), ("Qt.Key.Key_A", []), ("QLabel.StyledPanel", ["2: QLabel.StyledPanel"]),
    ("QLabel.Shape.StyledPanel", []), ("QTimer.singleShot", []), ("QEvent.Type.Paint", [])])
def test_what_has_no_scope_is_found(line, found):
    assert unscoped(f"from PyQt5.QtCore import QEvent, QTimer, Qt; from PyQt5.QtWidgets import QLabel\n{line}") == found


def test_nothing_but_the_door_imports_qt():
    direct = [path for path in ROOT.glob("sandbox/**/*.py") if "from PyQt5" in path.read_text(encoding="utf-8")
              and path.parent.name != "qt"]
    # a process of its own, which only asks whether there is a screen
    assert [path.relative_to(ROOT).as_posix() for path in direct] == ["sandbox/cli/window/display.py"]
