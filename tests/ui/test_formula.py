"""A formula typed in the panel: looked at while it is typed, told when it is good; what is wrong is said and marked."""

from pathlib import Path

import pytest
from PyQt5.QtCore import Qt

from sandbox.run.logs.logfile import read_log
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_scene
from sandbox.scene.typed.scanner import LONGEST
from sandbox.text import set_language
from tests.ui.made_up import turntable

OWN = load_scene(Path(__file__).parents[2]/"scenes"/"own_surface.py")
SADDLE, EGG_BOX = OWN.parameter("surface").default, "h*sin(k*x)*sin(k*y)"


@pytest.fixture
def typing(bench, qtbot):
    """The bench on the scene, its field, and type(text): types it over what is there and waits for the verdict."""
    b = bench([OWN, turntable()], scene_id="own_surface")
    field = b.row("surface").formula

    def rest():
        """As if the keys rested, until what was asked for is found."""
        if field._rest.isActive():
            field._rest.stop()
            field._ask()
        qtbot.waitUntil(lambda: field._task is None)
        b.now += 1.0
        b.settle()

    def type_text(text, waits=True):
        field.edit.setFocus()
        field.edit.selectAll()
        qtbot.keyClick(field.edit, Qt.Key.Key_Delete)
        # QTest has no keys beyond Latin
        field.edit.insert(text)
        field.edit.textEdited.emit(field.edit.text())
        if waits:
            rest()

    rest()
    return b, field, type_text, rest


def plain(field) -> str:
    from PyQt5.QtGui import QTextDocument
    document = QTextDocument()
    document.setHtml(field.verdict.text())
    return document.toPlainText()


def test_the_picture_follows_what_is_typed(typing):
    b, field, type_text, _rest = typing
    assert "narrowest where it curves with a radius of 20 cm" in plain(field)
    first, seen = b.run, len(b.view.scenes)
    type_text(EGG_BOX)
    assert b.run is not first and b.run.values["surface"] == EGG_BOX
    assert len(b.view.scenes) == seen + 1 and b.view.scenes[-1][0][0].graph.program.text == EGG_BOX
    assert "radius of 6.25 cm" in plain(field) and not field.edit.property("wrong")
    assert field.text == EGG_BOX and field.edit.cursorPosition() == len(EGG_BOX)      # it is still being typed


@pytest.mark.parametrize("text, said, marked", [
    ("h*foo(x)", "column 3: no name 'foo'", "foo"), ("x/y", "column 1: division by zero", "x/y"),
    ("(x + 1", "column 1: this parenthesis is not closed", "("), ("", "column 1: no formula yet", None),
    ("__import__('os')", "column 12: the sign \"'\"", "&#x27;"), ("<b>x</b>", "column 1: the sign '<'", "&lt;"),
    ("90*x^2", "too narrow for the ball", None), ("r", "a corner or a groove", None), ("x"*10_000, "letters", None)])
def test_the_last_good_surface_stays_under_a_wrong_text(typing, text, said, marked):
    b, field, type_text, _rest = typing
    type_text(EGG_BOX)
    run = b.run
    type_text(text)
    assert said in plain(field) and field.edit.property("wrong")
    assert marked is None or f"<u>{marked}</u>" in field.verdict.text()
    assert b.run is run and b.player.wanted.values["surface"] == EGG_BOX and len(field.text) <= 4*LONGEST
    # other controls go on with the last good one
    b.type("rate", "3")
    b.frames(2)
    assert b.run.values["rate"] == 3.0 and b.run.values["surface"] == EGG_BOX
    type_text("x*y")
    assert b.run.values["surface"] == "x*y" and not field.edit.property("wrong")


def test_every_letter_may_be_wrong_on_the_way(typing, qtbot):
    """Letter by letter: never more than a sentence, and at last the surface."""
    b, field, type_text, rest = typing
    type_text("", waits=False)
    for letter in "0.02*exp(-(x-0.01)^2/0.005)":
        qtbot.keyClicks(field.edit, letter)
        assert plain(field)
    rest()
    assert b.run.values["surface"] == "0.02*exp(-(x-0.01)^2/0.005)"


def test_escape_takes_back_and_enter_looks_at_once(typing, qtbot):
    b, field, type_text, rest = typing
    type_text("h*foo", waits=False)
    qtbot.keyClick(field.edit, Qt.Key.Key_Escape)
    rest()
    assert field.text == SADDLE and not field.edit.property("wrong") and b.run.values["surface"] == SADDLE
    type_text("x*y/2", waits=False)
    qtbot.keyClick(field.edit, Qt.Key.Key_Return)
    assert not field._rest.isActive()
    rest()
    assert b.run.values["surface"] == "x*y/2"


def test_the_menu_and_a_key_lead_to_the_field(typing, qtbot):
    b, field, _type_text, rest = typing
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    b.window.docks["parameters"].hide()
    b.act("formula")
    assert field.edit.hasFocus() and field.edit.selectedText() == SADDLE and b.window.docks["parameters"].isVisible()
    qtbot.keyClicks(field.edit, "x*y")
    rest()
    assert b.run.values["surface"] == "x*y"
    b.window.choose_scene("turntable")
    b.settle()
    assert not b.window.commands["formula"].isEnabled()


def test_what_is_typed_at_one_go_is_one_edit(typing, qtbot):
    b, field, type_text, rest = typing
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    for text in ("x*y", "x*y/2", "x*y/3"):
        type_text(text)
    b.row("rate").field.setFocus()
    type_text("x^2")
    assert b.window.edits.stack.count() == 2
    b.act("undo")
    rest()
    assert b.run.values["surface"] == "x*y/3" and field.text == "x*y/3"
    b.act("undo")
    rest()
    assert b.run.values["surface"] == SADDLE
    b.act("redo")
    b.act("redo")
    rest()
    assert b.run.values["surface"] == "x^2"


def test_the_way_back_leads_to_the_formula_of_the_preset(typing):
    b, field, type_text, rest = typing
    type_text("x*y")
    b.row("rate").field.setFocus()
    b.row("surface").back.click()
    rest()
    assert b.run.values["surface"] == SADDLE == field.text and "20 cm" in plain(field)


def test_another_number_is_another_verdict(typing):
    b, field, _type_text, rest = typing
    b.type("c", "10")
    b.settle()
    rest()
    assert b.run.values["c"] == 10.0 and "radius of 10 cm" in plain(field)
    # too narrow with this number: refused, and everything stays
    b.type("radius", "0.05")
    rest()
    b.type("c", "40")
    rest()
    assert b.run.values["c"] == 10.0 and "too narrow for the ball" in b.window.message.text


def test_a_typed_run_can_be_made_again_from_its_log(typing):
    b, _field, type_text, _rest = typing
    type_text("h·sin(k*x)cos(k*y) + r²")
    b.window.step(240)
    here = b.run.snapshot().bodies[0].centre
    b.recorders[-1].close()
    values = read_log(b.recorders[-1].path).header["parameters"]
    again = Simulation(OWN, values)
    again.advance(b.run.step)
    assert values["surface"] == "h·sin(k*x)cos(k*y) + r²"
    assert again.snapshot().bodies[0].centre.tobytes() == here.tobytes()


def test_it_speaks_russian(bench, qtbot):
    set_language("ru")
    b = bench([OWN], scene_id="own_surface")
    field = b.row("surface").formula
    field.edit.setText("foo")
    field.edit.textEdited.emit("foo")
    assert "имени" in plain(field)
