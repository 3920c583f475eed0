"""Functions of a scene's own, taken over from its text with what they need: constants, other functions, imports."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Own:
    """Text of a scene's own.

    texts     of constants and functions, in the order of the file
    imports   (module, name) of what they import; the name "" for a module that is imported as `np`
    """

    texts: tuple[str, ...] = ()
    imports: tuple[tuple[str, str], ...] = ()

    def names_parameter(self, name: str) -> bool:
        """Whether a function asks for p.name."""
        return any(isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.value, ast.Name)
                   and node.value.id == "p" for text in self.texts for node in ast.walk(ast.parse(text)))

    @property
    def names(self) -> set[str]:
        """What the texts define and import."""
        return {name for text in self.texts for node in ast.parse(text).body for name in _defined(node)} | {
            name for _module, name in self.imports}


def own_text(source: str, wanted: set[str]) -> Own:
    """Returns what of a scene's text functions and constants of these names need."""
    if not wanted:
        return Own()
    body = ast.parse(source).body
    by_name = {name: node for node in body for name in _defined(node)}
    needed: set[str] = set()
    left = [*wanted]
    while left:
        name = left.pop()
        if name in needed or name not in by_name:
            continue
        needed.add(name)
        left += [node.id for node in ast.walk(by_name[name]) if isinstance(node, ast.Name)]
    texts, imports = [], []
    for node in body:
        names = needed.intersection(_defined(node))
        if isinstance(node, ast.ImportFrom):
            imports += [(node.module or "", one.name) for one in node.names if one.name in names]
        elif isinstance(node, ast.Import):
            imports += [(one.name, "") for one in node.names if (one.asname or one.name) in names]
        elif names:
            texts.append(ast.get_source_segment(source, node) or "")
    return Own(tuple(texts), tuple(imports))


def _defined(node: ast.stmt) -> Iterator[str]:
    """Names that a statement of a module defines."""
    if isinstance(node, ast.FunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (one.asname or one.name for one in node.names)
