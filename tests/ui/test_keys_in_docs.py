"""Every key that the docs name is one of the window's, and is the key of what they say."""

import re
from pathlib import Path

import pytest

from sandbox.ui.window.actions import every_command
from sandbox.ui.window.commands.command import shown_keys

ROOT = Path(__file__).parents[2]
KEY = r"(?:(?:Ctrl|Shift|Alt) ?\+ ?)+[A-Z][A-Za-z0-9]*|F\d{1,2}|[A-Z]"
# of a terminal, and of a panel that is shown how to be written
OTHERS = {"Ctrl+C"}
PAGES = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").glob("*.md") if path.name != "extending.md")]


def plain(keys: str) -> str:
    return keys.replace(" ", "")


@pytest.fixture(scope="module")
def known(qapp) -> dict[str, str]:
    """Keys -> what they do, of all commands."""
    return {plain(keys): command.text for command in every_command() for keys in command.keys}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_keys_are_keys_of_the_window(known, page):
    text = page.read_text(encoding="utf-8")
    named = re.findall(rf"`((?:Ctrl|Shift|Alt) ?\+ ?[^`]+|F\d{{1,2}}|[A-Z])`|\(((?:{KEY})(?:, (?:{KEY}))*)\)|"
                       rf"^\| [^|]+ \| ((?:{KEY})(?:, (?:{KEY}))*) \|", text, re.M)
    found = {plain(key) for groups in named for group in groups for key in group.split(", ") if key}
    # a single letter in parentheses may be anything else in a text; in looking.md it is a key
    letters = {key for key in found if len(key) == 1}
    if page.name not in ("looking.md", "README.md"):
        found -= letters
    assert found - OTHERS <= set(known)
    if page.name in ("looking.md", "README.md"):
        assert len(found) > 8


@pytest.mark.parametrize(("what", "keys"), [
    (what, keys) for line in re.findall(rf"^\| ([^|]+) \| ((?:{KEY})(?:, (?:{KEY}))*) \|",
                                        (ROOT / "docs/looking.md").read_text(encoding="utf-8"), re.M)
    for what, keys in [line]])
def test_tools_have_the_keys_that_are_said(known, what, keys):
    names, keys = what.split(", "), keys.split(", ")
    names = names if len(names) == len(keys) else names*len(keys)
    for name, key in zip(names, keys, strict=True):
        assert known[plain(key)].lower().startswith(name), (shown_keys(key), known[plain(key)])


def test_headings_have_the_keys_of_their_panels(known):
    for title, key in re.findall(rf"\*\*([^*]+)\*\* \(({KEY})\)", (ROOT / "docs/looking.md").read_text("utf-8")):
        assert known[plain(key)].removesuffix("…").startswith(title), title
