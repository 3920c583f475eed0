"""Values that a person gives after a command."""

from math import isfinite

from sandbox.errors import BadValue
from sandbox.text import _


def changes_of(args, scene) -> dict:
    """Returns the values other than the defaults: those of the preset, then those of --set."""
    return (dict(scene.preset(args.preset).values) if args.preset else {}) | set_values(args.set)


def set_values(items: list[str]) -> dict:
    """Returns the values of --set as they were typed."""
    found = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals:
            raise BadValue(_("--set {found!r}: needs NAME=VALUE").format(found=item))
        found[name] = value
    return found


def number(text, name: str) -> float:
    """Returns the finite number in the text of the option --name, or raises BadValue."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise BadValue(_("--{name}: got {found!r}, needs a finite number").format(name=name, found=text))
    return value
