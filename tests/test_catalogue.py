"""Every text for people has its Russian form, with the same blanks to fill in."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from sandbox import text
from sandbox.locale import FOLDER, SCENE_CALLS, messages, messages_of
from sandbox.locale.__main__ import missing_in, read, update
from sandbox.markdown import fields_of, formulas_of
from sandbox.markdown import messages_of as messages_of_docstring

RUSSIAN = FOLDER / "ru" / "sandbox.po"
BLANK = re.compile(r"\{[^{}]*\}")
read_once = cache(messages)


@pytest.fixture(autouse=True)
def sources_are_read_once(monkeypatch):
    """They do not change while this file is tested, and reading them takes seconds."""
    monkeypatch.setattr("sandbox.locale.__main__.messages", read_once)


def test_every_message_is_translated():
    assert missing_in(RUSSIAN) == []


def test_translations_have_the_blanks_of_their_message():
    wrong = []
    for entry in read(RUSSIAN):
        originals = [entry.id] if isinstance(entry.id, str) else list(entry.id)
        translations = [entry.string] if isinstance(entry.string, str) else list(entry.string)
        blanks = {blank for original in originals for blank in BLANK.findall(original)}
        wrong += [translation for translation in translations
                  if entry.id and translation and set(BLANK.findall(translation)) - blanks]
        if isinstance(entry.id, str) and entry.id and entry.string:
            wrong += [entry.string] if set(BLANK.findall(entry.string)) != blanks else []
    assert wrong == []


def test_messages_are_whole_texts():
    """`_(f"...")` and `_("a" + x)` can be in no catalogue."""
    from sandbox.locale import sources
    wrong = []
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_" and node.args \
                    and isinstance(node.args[0], ast.JoinedStr | ast.BinOp):
                wrong.append(f"{path.name}:{node.lineno}")
    assert wrong == []


def test_scene_words_are_messages():
    scene = '''SCENE = Scene("A ball", (Parameter("rate", 1.0, about="how fast"),), presets=(Preset("Slow"),))'''
    tree = ast.parse(scene)
    assert list(messages_of(tree, SCENE_CALLS)) == ["A ball", "how fast", "Slow"]


def test_english_needs_no_babel():
    program = ("import sys; from sandbox.text import _, set_language; set_language('en');"
               "print(_('x'), 'babel' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=FOLDER.parents[1])
    assert done.stdout.split() == ["x", "False"]


def test_language_changes_while_running():
    message = "true or false"
    assert text.set_language("ru") == "ru" == text.language()
    assert text._(message) == "да или нет"
    assert text._("no such message") == "no such message"
    assert text._("") == ""
    assert text.set_language("en") == "en"
    assert text._(message) == message


@pytest.mark.parametrize("environment, expected", [
    ({"LANG": "ru_RU.UTF-8"}, "ru"), ({"LANG": "en_US.UTF-8"}, "en"), ({"LANG": "de_DE.UTF-8"}, "en"), ({}, "en"),
    ({"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}, "en"), ({"LC_MESSAGES": "ru_RU", "LANG": "en_US"}, "ru"),
    ({"LANG": "ru"}, "ru")])
def test_the_language_of_the_system_is_the_first_choice(monkeypatch, environment, expected):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert text.set_language() == expected


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe", b'msgid "a\n', b"nonsense\n"])
def test_a_broken_catalogue_means_english(tmp_path, monkeypatch, content):
    monkeypatch.setattr(text, "FOLDER", tmp_path)
    (tmp_path / "ru").mkdir()
    if content is not None:
        (tmp_path / "ru" / "sandbox.po").write_bytes(content)
    text.set_language("ru")
    assert text._("true or false") == "true or false"


def test_a_finished_catalogue_needs_no_babel(tmp_path, monkeypatch):
    finished = text.finished_catalogue(RUSSIAN)
    monkeypatch.setattr(text, "FOLDER", tmp_path)
    monkeypatch.setitem(sys.modules, "babel.messages.pofile", None)      # as if it were not installed
    (tmp_path / "ru").mkdir()
    (tmp_path / "ru" / "sandbox.po").write_bytes(RUSSIAN.read_bytes() + b"\n# never seen before\n")
    assert text.set_language("ru") == "en" and text._("true or false") == "true or false"
    (tmp_path / "ru" / "sandbox.mo").write_bytes(finished)
    assert text.set_language("ru") == "ru" and text._("true or false") == "да или нет"


def test_a_catalogue_is_made_once_and_anew_when_its_file_is_another(tmp_path, monkeypatch):
    """People go to and fro between languages, and whoever translates looks at the result."""
    monkeypatch.setattr(text, "FOLDER", tmp_path)
    path = tmp_path / "ru" / "sandbox.po"
    path.parent.mkdir()
    path.write_bytes(RUSSIAN.read_bytes())
    assert text.set_language("ru") == "ru" and text._("true or false") == "да или нет"
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "babel.messages.pofile", None)        # as if it were not installed
        assert text.set_language("en") == "en" and text.set_language("ru") == "ru"
    path.write_text(RUSSIAN.read_text(encoding="utf-8").replace("да или нет", "так или сяк"), encoding="utf-8")
    assert text.set_language("ru") == "ru" and text._("true or false") == "так или сяк"


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"nonsense", b"\xde\x12\x04\x95", "half"])
def test_a_broken_finished_catalogue_means_english(tmp_path, monkeypatch, content):
    whole = text.finished_catalogue(RUSSIAN)
    monkeypatch.setattr(text, "FOLDER", tmp_path)
    (tmp_path / "ru").mkdir()
    (tmp_path / "ru" / "sandbox.mo").write_bytes(whole[:len(whole)//2] if content == "half" else content)
    assert text.set_language("ru") == "en" and text._("true or false") == "true or false"


def test_update_keeps_translations_and_header(tmp_path, monkeypatch):
    path = tmp_path / "ru" / "sandbox.po"
    path.parent.mkdir()
    header = RUSSIAN.read_text(encoding="utf-8").partition("\n\n")[0]
    entries = 'msgid "true or false"\nmsgstr "или"\n\nmsgid "gone"\nmsgstr "нет"\n'
    path.write_text(header + "\n\n" + entries, encoding="utf-8")
    update(path)
    after = Path(path).read_text(encoding="utf-8")
    assert after.startswith(header + "\n\n") and 'msgstr "или"' in after and 'msgid "gone"' not in after
    assert len(missing_in(path)) == len(read_once()) - 1
    update(path)
    assert Path(path).read_text(encoding="utf-8") == after


def test_formulas_and_live_numbers_of_scenes_are_translated_as_they_stand():
    russian = {entry.id: entry.string for entry in read(RUSSIAN) if isinstance(entry.id, str)}
    told = [message for path in (FOLDER.parents[1] / "scenes").glob("*.py")
            for message in messages_of_docstring(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))))]
    assert len(told) >= 30
    assert [text for text in told if sorted(formulas_of(text)) != sorted(formulas_of(russian[text]))
            or sorted(fields_of(text)) != sorted(fields_of(russian[text]))] == []
