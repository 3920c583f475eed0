"""The teacher's page in a window of its own, and as PDF."""

import re
from pathlib import Path

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest

from sandbox import text as texts
from sandbox.scene.lessons.lesson import load_lessons
from sandbox.scene.lessons.page import page_of
from sandbox.ui.lessons.notes import NotesSheet, Page, pdf_of, write_page
from tests.shipped import shipped
from tests.ui.made_up import Settings

ROOT = Path(__file__).parents[2]
SCENES = shipped()
LESSONS = load_lessons((ROOT/"lessons",), SCENES.get, [one.stem for one in (ROOT/"challenges").glob("*.toml")])


@pytest.fixture
def classroom(bench, qtbot, tmp_path):
    b = bench([SCENES.get(name) for name in ("turntable", "cone")], settings=Settings(), lessons=(ROOT/"lessons",),
              challenges=(ROOT/"challenges",), results=tmp_path/"results.sqlite")
    b.settle()
    return b


def notes_of(b) -> NotesSheet:
    b.act("notes")
    return b.window.findChild(NotesSheet)


def test_the_page_has_all_that_the_lesson_says(classroom):
    sheet = notes_of(classroom)
    lesson = LESSONS.good["two_sevenths"]
    assert sheet.lesson.count() == len(classroom.window.lessons.load().good)
    sheet.lesson.setCurrentIndex(sheet.lesson.findData("two_sevenths"))
    shown = sheet.page.toPlainText()
    assert all(step.title in shown for step in lesson.steps)
    assert all(step.question.text in shown for step in lesson.steps if step.question is not None)
    assert notes_of(classroom) is sheet


def test_while_a_lesson_is_given_it_stands_at_its_step_and_the_clicker_turns_it(classroom, qtbot):
    b = classroom
    b.window.lessons.open(b.window.lessons.load().good["two_sevenths"])
    b.settle()
    sheet = notes_of(b)
    assert sheet.lesson.currentData() == "two_sevenths"
    qtbot.waitUntil(lambda: sheet.page.verticalScrollBar().value() > 0)
    before = sheet.page.verticalScrollBar().value()
    QTest.keyClick(sheet.page, Qt.Key.Key_PageDown)
    assert b.window.lessons.lecture.place == 1 and sheet.page.verticalScrollBar().value() > before


def test_it_becomes_a_pdf_that_replaces_nothing_unasked(classroom, tmp_path, qtbot):
    sheet, path = notes_of(classroom), tmp_path/"notes.pdf"
    classroom.window.export.write_page(path, sheet.pdf())
    qtbot.waitUntil(path.exists)
    data = path.read_bytes()
    assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF") and len(pages(data)) >= 2
    classroom.window.export.write_page(path, b"%PDF-2")
    assert "is there already" in classroom.window.message.text and path.read_bytes() == data


def pages(data: bytes) -> list[bytes]:
    return re.findall(rb"/Type /Page\b", data)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", sorted(LESSONS.good))
def test_each_lesson_has_its_pages_in_both_languages(qapp, name, language):
    before = texts.language()
    texts.set_language(language)
    try:
        text = page_of(LESSONS.good[name])
        assert len(pages(pdf_of(text, name))) in range(2, 9)
        assert not re.search(r"[{}]", text)
    finally:
        texts.set_language(before)


def test_a_page_of_anybody_brings_no_markup_and_no_pictures(qapp, tmp_path):
    (tmp_path/"secret.png").write_bytes(b"x")
    page = Page()
    write_page(page.document(), f"# <b>x</b>\n\n![p]({tmp_path}/secret.png)\n")
    assert "<b>x</b>" in page.toPlainText() and page.loadResource(2, "secret.png") is None
