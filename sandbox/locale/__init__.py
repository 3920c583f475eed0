"""Translations, one folder per language, and the way from the sources to them.

A message is a text in `_("...")` or `N_("...")`, or a text that a scene shows: its title, the first line of its
docstring and, where this is written with formulas or headings, each of its paragraphs and items (its lines joined by
single spaces; formulas and live numbers stay as they are), the names of its presets, what its parameters are about,
what its chart shows, how its reactions are called, and in a world what bodies and supports are called. What a mode of a
contact is, and the first sentence of a function that makes a jump between modes, are messages, too (systems/tables.py).
Of a challenge the title, the sentence, the hints, what it teaches and the titles of its guesses are messages;
of a lesson all that the class and the teacher read.
`python -m sandbox.locale update` brings the .po files up to date.
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from sandbox.markdown import messages_of as texts_of
from sandbox.text import first_sentence

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent

# function -> which of its arguments are messages, by place or by name
CALLS = {"_": (0,), "N_": (0,), "Row": ("title",), "contact_mode": ("about",)}
SCENE_CALLS = {"Scene": (0, "title", "about"), "Preset": (0, "name", "about"), "Parameter": ("about", "title"),
               "DrawnCurve": ("about",), "Formula": ("about", "title"), "Card": (0, 1, "see", "why"), "Try": (0,),
               "Chart": (0, 1, "x_label", "y_label", "title", "work_title"), "Curve": (0, "label"),
               "Region": (0, "label"), "Mark": (0, "label", "about"), "Dots": (0, "label"), "Track": (0, "label"),
               "Differs": (0, 1, 2, "where", "about", "quantity"),
               "Paper": (1, 2, 7, "about", "quantity", "why"), "Placed": ("name",)}
UNSEEN = ("Number",)       # what a scene calls by a name that nobody sees: live numbers of cards


def sources() -> list[Path]:
    """Every file of the program that may hold messages, in a fixed order."""
    return sorted([*ROOT.glob("main.py"), *ROOT.glob("scenes/*.py"), *ROOT.glob("sandbox/**/*.py")])


def messages() -> dict:
    """Message -> files where it stands."""
    found: dict[str, list[str]] = {}
    for path in sources():
        in_scene = path.parent.name == "scenes"
        calls = CALLS | SCENE_CALLS if in_scene or path.parent.name == "charts" else CALLS
        place = path.relative_to(ROOT).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        told = texts_of(ast.get_docstring(tree) or "") if in_scene else ()
        names = names_of(tree) if in_scene and "World" in path.read_text(encoding="utf-8") else ()
        laws = laws_of(tree) if "systems" in path.parts else ()
        for message in (*told, *messages_of(tree, calls), *names, *laws):
            found.setdefault(message, []).append(place)
    for path in sorted(ROOT.glob("challenges/*.toml")):
        for message in texts_of_challenge(tomllib.loads(path.read_text(encoding="utf-8"))):
            found.setdefault(message, []).append(path.relative_to(ROOT).as_posix())
    for path in sorted(ROOT.glob("lessons/*.toml")):
        for message in texts_of_lesson(tomllib.loads(path.read_text(encoding="utf-8"))):
            found.setdefault(message, []).append(path.relative_to(ROOT).as_posix())
    return found


def texts_of_lesson(told: dict) -> Iterator[str]:
    """The messages of the table of a lesson."""
    yield from (told["title"], told["text"])
    yield from (text for key in ("aims", "needs", "sources") for text in told.get(key, ()))
    for step in told["steps"]:
        yield from (step[key] for key in ("title", "caption", "note") if key in step)
        question, reveal = step.get("question", {}), step.get("reveal", {})
        yield from (question["text"], *question["answers"]) if question else ()
        yield from (reveal[key] for key in ("text", "name") if key in reveal)


def texts_of_challenge(told: dict) -> Iterator[str]:
    """The messages of the table of a challenge."""
    yield from (told["title"], told["text"], *told.get("hint", ()), told["why"])
    yield from (guess["title"] for guess in told.get("guess", {}).values())


def messages_of(tree: ast.AST, calls: dict) -> Iterator[str]:
    """The messages of a syntax tree, in the order of its lines."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        named = {word.arg: word.value for word in node.keywords}
        values = [named.get(key) if isinstance(key, str) else next(iter(node.args[key:]), None)
                  for key in calls.get(name, ())]
        for value in values:
            if isinstance(value, ast.Constant):
                yield from (text for text in (value.value,) if isinstance(text, str) and text)
            elif name == "Placed" and value is not None:
                yield from parts_of(value)


def parts_of(name: ast.expr) -> Iterator[str]:
    """The words of a name with numbers, f"tower {n}, brick {k}", which text.name_text takes apart."""
    for one in [name.body, name.orelse] if isinstance(name, ast.IfExp) else [name]:
        pieces = one.values if isinstance(one, ast.JoinedStr) else [one]
        yield from (piece.value.strip(", ") for piece in pieces
                    if isinstance(piece, ast.Constant) and isinstance(piece.value, str) and piece.value.strip(", "))


def laws_of(tree: ast.Module) -> Iterator[str]:
    """What functions that make a jump between modes say of it: the first sentences of their docstrings."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and getattr(node.returns, "id", "") == "Jump" and node.name[0] != "_":
            sentence = first_sentence(ast.get_docstring(node) or "")
            if sentence and not sentence.startswith("Returns "):
                yield sentence


def names_of(tree: ast.AST) -> Iterator[str]:
    """The keys of what a scene calls by name, {"table": On(...)} or supports["floor"] = On(...), without numbers."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            keys = [key for key, value in zip(node.keys, node.values, strict=True)
                    if isinstance(value, ast.Call) and getattr(value.func, "id", "") not in UNSEEN]
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            keys = [target.slice for target in node.targets if isinstance(target, ast.Subscript)]
        else:
            continue
        for key in keys:
            text = key.values[0] if isinstance(key, ast.JoinedStr) else key
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield text.value.strip()
