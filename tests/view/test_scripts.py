"""The page's scripts are put into one: they have to load together, and no name may stand there twice."""

import re
from collections import Counter

import pytest
from PyQt5.QtQml import QJSEngine

from sandbox.exports.page_controls import CONTROLS
from sandbox.exports.page_player import PLAYER
from sandbox.view.page.files import SOCKET_TO, document
from sandbox.view.page.script import GUARD

NAME = re.compile(r"^(?:async )?(?:function\s+(\w+)|(?:const|let|var)\s+(.*))", re.MULTILINE)


def ours() -> str:
    """The script that stands where vpython's page opened its web socket."""
    text = document().decode()
    begin = text.index("const TONES = ")
    return text[begin:text.index(SOCKET_TO, begin)]


def names_in(script: str) -> list[str]:
    """What a script declares at its top level, where lines begin without blanks."""
    found = []
    for function, rest in NAME.findall(script):
        found += [function] if function else re.findall(r"(?:^|, )(\w+) = ", rest) or re.findall(r"^(\w+)", rest)
    return found


@pytest.mark.parametrize("further", ["", PLAYER + CONTROLS])
def test_they_load_together(qapp, further):
    """In the window, and with what plays an exported run. Only the syntax is looked at: there is no page here."""
    script = ours() + ("const RUN = {}\n" if further else "") + further
    answer = QJSEngine().evaluate(f"(function () {{\n{script}\n}})")
    assert not answer.isError(), f"line {answer.property('lineNumber').toInt()}: {answer.toString()}"


def test_no_name_stands_there_twice():
    counts = Counter(names_in(ours() + PLAYER + CONTROLS))
    assert counts["film"] == counts["rig"] == counts["shadows"] == counts["reel"] == 1
    assert [name for name, count in counts.items() if count > 1] == []


def test_a_mistake_would_be_found(qapp):
    assert QJSEngine().evaluate("(function () { const a = 1\nconst a = 2 })").isError()
    assert Counter(names_in("const a = 1, b = [1, 2]\nfunction b() {}"))["b"] == 2


def test_the_guard_loads(qapp):
    assert not QJSEngine().evaluate(f"(function () {{ {GUARD.replace('SMOOTH', 'null')} }})").isError()


