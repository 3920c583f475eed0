"""What the places of a flat array are called: read in the modules that give them out, whose comments have the units.

    _signal = Places()
    SIGNAL_C = _signal.take(6)      # c_0 ... c_5
    SIGNAL_SIZE = _signal.size

    _p = Places()
    SPIN = _p.take(SIGNAL_SIZE)     # signal: angle of the rotation [rad]

A block whose size is that of another group of places has their names, without what they begin with in common.
"""

import ast
import inspect
import io
import re
import tokenize
from functools import cache
from importlib import import_module
from os.path import commonprefix
from typing import NamedTuple

UNIT = re.compile(r"\[([^\[\]]*)\]")


class Named(NamedTuple):
    """Places under one name: the first, their number, unit, what they are; inner  group of a block's own places."""

    name: str
    place: int
    width: int
    unit: str
    about: str
    inner: str = ""


@cache
def groups_of(module: str) -> dict[str, tuple[Named, ...]]:
    """Returns the named places of a module by the variables that give them out; none where there is no source."""
    found = import_module(module)
    try:
        source = inspect.getsource(found)
    except OSError:
        return {}
    tree, notes, known = ast.parse(source), _comments(source), vars(found)
    sizes: dict[str, str] = {}
    groups: dict[str, list[Named]] = {}
    for node in tree.body:
        if not isinstance(node, ast.Assign):
            continue
        names = [target.id for target in ast.walk(node.targets[0]) if isinstance(target, ast.Name)]
        asked = [(x.value.id, x.attr) for x in ast.walk(node.value)
                 if isinstance(x, ast.Attribute) and isinstance(x.value, ast.Name)]
        if asked and asked[0][1] == "size":
            sizes[names[0]] = asked[0][0]
        elif asked and asked[0][1] == "take":
            used = [x.id for x in ast.walk(node.value) if isinstance(x, ast.Name)]
            inner = next((sizes[name] for name in used if name in sizes), "")
            units, about = _units(notes.get(node.end_lineno or 0, ""), len(names))
            groups.setdefault(asked[0][0], []).extend(
                Named(name, known[name], 0, unit, about, inner) for name, unit in zip(names, units, strict=True))
    return {group: _counted(places, known[group].size, group in sizes.values()) for group, places in groups.items()}


def _counted(places: list[Named], size: int, is_block: bool) -> tuple[Named, ...]:
    """The places with their counts: each goes on to the next one; those of a block without their common beginning."""
    ends = [one.place for one in places[1:]] + [size]
    common = commonprefix([one.name for one in places]) if is_block else ""
    drop = common.rfind("_") + 1
    return tuple(one._replace(width=end - one.place, name=one.name[drop:])
                 for one, end in zip(places, ends, strict=True))


def _comments(source: str) -> dict[int, str]:
    """Line -> its comment."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}


def _units(comment: str, count: int) -> tuple[list[str], str]:
    """The unit of each of `count` places, "" for none, and what else a comment says."""
    found = UNIT.findall(comment)
    about = re.sub(r"\s*\[[^\[\]]*\]\.?$", "", comment).strip()
    if len(found) == count:
        return found, "" if count > 1 else about
    return [found[-1] if found else ""]*count, about
