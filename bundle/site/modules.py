"""What modules say of themselves, as pages: read from their sources, of which nothing is run."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import dedent

from bundle.site.prose import code

# "t  (n,)   instants [s]": a name, or several, two blanks or more, what it is
ROW = re.compile(r"(?P<name>\S(?:.*?\S)?) {2,}(?P<about>\S.*)")
CODE = re.compile(r"`([^`]+)`")
LONGEST = 88      # letters of a call that stands on one line


@dataclass(frozen=True)
class Item:
    """A function, a class or a member of one: name, how it is called, its docstring, what stands in it."""

    name: str
    call: str
    text: str
    kind: str
    members: tuple["Item", ...] = ()


@dataclass(frozen=True)
class Module:
    """A module: its name with dots, its docstring, its public functions and classes that say what they are."""

    name: str
    text: str
    items: tuple[Item, ...]


def module_of(path: Path, name: str) -> Module:
    """Reads a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return Module(name, ast.get_docstring(tree) or "", tuple(_items(tree.body)))


def modules_of(package: Path, name: str) -> list[Module]:
    """Reads the modules of a folder, without those of folders in it; the first one is that of the folder itself."""
    inner = sorted(path for path in package.glob("*.py") if not path.stem.startswith("_"))
    return [module_of(package/"__init__.py", name), *(module_of(path, f"{name}.{path.stem}") for path in inner)]


def _items(body: list[ast.stmt], is_class: bool = False) -> Iterator[Item]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            text = ast.get_docstring(node)
            if text is None:
                continue
            if isinstance(node, ast.FunctionDef):
                names = {ast.unparse(one) for one in node.decorator_list}
                is_value = bool(names & {"property", "cached_property"})
                yield Item(node.name, node.name if is_value else _call(node, is_class), text,
                           "value" if is_value else "function")
            else:
                first = next((one for one in node.body if isinstance(one, ast.FunctionDef)
                              and one.name == "__init__"), None)
                call = _call(first, True, node.name) if first else node.name
                yield Item(node.name, call, text, "class", tuple(_items(node.body, True)))


def _call(node: ast.FunctionDef, is_method: bool, name: str = "") -> str:
    """How a function is called, on one line or one line for each argument."""
    arguments = node.args
    if is_method and arguments.args and not any(ast.unparse(one) == "staticmethod" for one in node.decorator_list):
        arguments = ast.arguments(**{**vars(arguments), "args": arguments.args[1:]})
    returned = f" -> {ast.unparse(node.returns)}" if node.returns and not name else ""
    text = f"{name or node.name}({ast.unparse(arguments)}){returned}"
    if len(text) <= LONGEST:
        return text
    inner = ",\n    ".join(_split(ast.unparse(arguments)))
    return f"{name or node.name}(\n    {inner}){returned}"


def _split(text: str) -> list[str]:
    """Splits arguments at their commas, not at those within brackets."""
    parts, depth, begin = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(text[begin:place].strip())
            begin = place + 1
    return [*parts, text[begin:].strip()]


# ---- as HTML --------------------------------------------------------------------------------------------------------

def html_of(item: Item, level: int = 3, before: str = "") -> str:
    """Returns a function or a class with its members."""
    place = before + item.name
    parts = [f'<section class="item" id="{place}"><h{level} class="call"><a href="#{place}">'
             f'<code>{code(item.call)}</code></a></h{level}>', docstring(item.text)]
    if values := [one for one in item.members if one.kind == "value"]:
        rows = "".join(f'<tr id="{place}.{one.name}"><td><code>{escape(one.name)}</code></td>'
                       f'<td>{inline(" ".join(one.text.split()))}</td></tr>' for one in values)
        parts.append(f'<div class="wide"><table class="rows">{rows}</table></div>')
    parts += [html_of(one, min(level + 1, 6), place + ".") for one in item.members if one.kind != "value"]
    return "".join(parts) + "</section>"


def inline(text: str) -> str:
    """Returns a line of a docstring; `so` is code in it."""
    return CODE.sub(r"<code>\1</code>", escape(text, quote=False))


def docstring(text: str) -> str:
    """Returns a docstring without its indent: paragraphs, equations, and tables of names with what they mean."""
    return "".join(_block(block) for block in re.split(r"\n[ \t]*\n", text) if block.strip())


def _block(block: str) -> str:
    lines = block.split("\n")
    if all(line.startswith("    ") for line in lines):
        return f"<pre>{escape(dedent(block), quote=False)}</pre>"
    parts: list[str] = []
    words: list[str] = []
    rows: list[list[str]] = []

    def close():
        if words:
            parts.append(f"<p>{inline(' '.join(words))}</p>")
            words.clear()
        if rows:
            inner = "".join(f"<tr><td><code>{escape(name, quote=False)}</code></td><td>{inline(about)}</td></tr>"
                            for name, about in rows)
            parts.append(f'<div class="wide"><table class="rows">{inner}</table></div>')
            rows.clear()

    for line in lines:
        if rows and line.startswith(" "):
            rows[-1][1] += f" {line.strip()}"
        elif (row := ROW.fullmatch(line)) and not line.startswith(" "):
            if words:
                close()
            # "a  what it is;  b  what that is" are two rows
            for part in re.split(r";  (?=\S+(?: \S+)* {2,}\S)", line):
                inner = ROW.fullmatch(part) or row
                rows.append([inner["name"], inner["about"]])
        else:
            if rows:
                close()
            words.append(line.strip())
    close()
    return "".join(parts)
