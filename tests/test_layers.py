"""Imports point one way, read from the syntax trees, so that an import inside a function counts as well."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# room -> what of this program it may import; sandbox.text, errors, files and the version are open to all
MAY_IMPORT = {
    "mechanics": ["sandbox.mechanics"],
    "scene": ["sandbox.scene", "sandbox.mechanics"],
    "run": ["sandbox.run", "sandbox.scene", "sandbox.mechanics"],
    "view": ["sandbox.view", "sandbox.scene", "sandbox.run.snapshot"],
    "film": ["sandbox.film", "sandbox.run", "sandbox.scene", "sandbox.view"],
    "ui": ["sandbox.ui", "sandbox.film", "sandbox.run", "sandbox.scene"],
    "app": ["sandbox.app"],
    "locale": ["sandbox.locale"],
    "cli": ["sandbox"],
}
OPEN_TO_ALL = ["sandbox.text", "sandbox.errors", "sandbox.files", "sandbox.__version__"]
OWNERS = {"vpython": {"view"}, "PyQt5": {"view", "film", "ui", "cli"}, "pyqtgraph": {"ui"}, "av": {"film"},
          "sqlite3": {"run"}, "numba": {"mechanics"}, "babel": {"locale", "text"}}
SCENES_MAY_IMPORT = ["math", "numpy", "sandbox.scene"]

SOURCES = sorted((ROOT / "sandbox").rglob("*.py"))
SCENES = sorted((ROOT / "scenes").glob("*.py"))


def imports(path: Path) -> list[str]:
    """Every imported name in full: "sandbox.run.snapshot.Event" for `from sandbox.run.snapshot import Event`."""
    package = path.relative_to(ROOT).parts[:-1]
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[:len(package) - node.level + 1]) + "." if node.level else ""
            names += [f"{base}{node.module or ''}.{alias.name}".replace("..", ".") for alias in node.names]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "import_module" and node.args:
            names += [node.args[0].value] if isinstance(node.args[0], ast.Constant) else []
    return names


def is_within(name: str, modules: list[str]) -> bool:
    return any(name == module or name.startswith(module + ".") for module in modules)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_rooms_import_only_the_rooms_below(path):
    room = path.relative_to(ROOT / "sandbox").parts[0].removesuffix(".py")
    allowed = OPEN_TO_ALL + MAY_IMPORT.get(room, [])
    own = [name for name in imports(path) if is_within(name, ["sandbox", "scenes", "tests", "main"])]
    assert [name for name in own if not is_within(name, allowed)] == []


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_libraries_stay_in_their_rooms(path):
    room = path.relative_to(ROOT / "sandbox").parts[0].removesuffix(".py")
    strangers = [name for name in imports(path) for library, rooms in OWNERS.items()
                 if is_within(name, [library]) and room not in rooms]
    assert strangers == []


@pytest.mark.parametrize("path", SCENES, ids=name_of)
def test_scenes_import_mathematics_and_scene_words_only(path):
    assert [name for name in imports(path) if not is_within(name, SCENES_MAY_IMPORT)] == []


def test_every_room_is_in_the_table():
    rooms = {path.name for path in (ROOT / "sandbox").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == set(MAY_IMPORT)


def test_imports_are_found_wherever_they_stand(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "sandbox" / "run").mkdir(parents=True)
    path = tmp_path / "sandbox" / "run" / "x.py"
    path.write_text("from . import clock\nfrom ..view.page import Page\nimport os.path\ndef f():\n    import vpython\n")
    assert imports(path) == ["sandbox.run.clock", "sandbox.view.page.page.Page", "os.path", "vpython"]
