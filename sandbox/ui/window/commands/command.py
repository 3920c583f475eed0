"""One command of the window: its name and text, its keys, what it does, when it can be had."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sandbox.qt.gui import QKeySequence
from sandbox.text import _


@dataclass(frozen=True)
class Command:
    """One line of the list.

    name      by which it is looked up;  text  in menus;  keys  as Qt writes them
    does      does(window), or does(window, on) of a switch
    about     what the tooltip adds
    repeats   whether a held key repeats
    checked   how a switch stands at first, None for what is no switch
    by_hand   whether a switch does only what a person says, not what the program shows with it
    enabled   enabled(window): whether it can be had just now, None: always
    """

    name: str
    text: str
    keys: tuple[str, ...] = ()
    does: Callable | None = None
    about: str = ""
    repeats: bool = False
    checked: bool | None = None
    by_hand: bool = False
    enabled: Callable | None = None


@dataclass(frozen=True)
class Choice:
    """A menu in a menu, of whose commands one holds; their names are "name:value"."""

    name: str
    text: str
    commands: tuple[Command, ...]


@dataclass(frozen=True)
class Submenu:
    """A menu in a menu, of commands that stand beside each other; without commands others fill it."""

    name: str
    text: str
    commands: tuple[Command, ...] = ()


def commands_of(line: Command | Choice | Submenu | None) -> tuple[Command, ...]:
    """Returns the commands in a line of a menu; None is a separator."""
    if isinstance(line, Choice | Submenu):
        return line.commands
    return (line,) if line else ()


def shown_keys(keys: str) -> str:
    """Returns keys as they are printed on a keyboard."""
    names = {"Space": _("Space"), "Backspace": _("Backspace"), "Right": "→", "Left": "←", "Up": "↑", "Down": "↓",
             "Menu": _("Menu"), "Return": "Enter"}
    return " + ".join(names.get(part, part) for part in keys.split("+"))


def all_shown_keys(command: Command) -> tuple[str, ...]:
    """Returns the keys of a command as they are printed; what stands on two keys, as Enter, is told once."""
    return tuple(dict.fromkeys(map(shown_keys, command.keys)))


def check_keys(taken: Iterable[tuple[str, str]]):
    """Takes (keys, what they do) of all there are; ValueError where keys are taken twice: Qt would do neither."""
    known: dict[str, str] = {}
    for keys, text in taken:
        plain = QKeySequence(keys).toString()
        if plain in known:
            raise ValueError(f"keys: {plain} is taken by {known[plain]!r} and by {text!r}, needs one command")
        known[plain] = text
