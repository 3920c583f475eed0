"""A challenge of building in the window: what is given stays, parts are counted, what was built is kept."""

import numpy as np
import pytest
from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtGui import QKeyEvent
from PyQt5.QtTest import QTest

from sandbox.run.branches import EarlierTry
from sandbox.scene.catalogue import BENCH
from sandbox.ui.play.session import JUDGED, READY, RUNNING
from tests.challenges.scripts import machine
from tests.ui.playing import Player
from tests.ui.reached import Mouse, ReachedView


class FloorView(ReachedView):
    """A picture whose eye looks at the circle on the floor."""

    def show_scene(self, surface, body, title, snapshot=None):
        super().show_scene(surface, body, title, snapshot)
        self.reach.look(1.2, centre=(-0.8, 0.2, 0.0))


@pytest.fixture
def person(bench, qtbot, tmp_path):
    found = Player(bench, qtbot, tmp_path, more=("marble_run",), view=FloorView)
    found.mouse = Mouse(found.b)
    found.open("machine")
    return found


def click(person, x: float, y: float, z: float = 0.0):
    place = person.mouse.of((x, y, z))
    person.mouse.hover(place)
    person.mouse.press(place)
    person.b.frames(1)
    person.mouse.release()
    person.b.settle()
    person.b.frames(2)


def put(person, name: str, *places):
    panel = person.window.docks["bench"]
    panel.buttons[name].click()
    for place in places:
        click(person, *place)
    panel.buttons[name].click()


def names(person) -> list[str]:
    return [part.name for part in person.window.bench.document.parts]


def test_it_begins_as_the_bench_of_its_scene_with_its_parts_alone_in_the_palette(person):
    panel = person.window.docks["bench"]
    assert person.b.run.scene.id == BENCH and person.session.state == READY and person.card.isVisible()
    assert panel.isVisible()
    assert {name for name, button in panel.buttons.items() if not button.isHidden()} == {
        item.name for item in person.session.challenge.build.items}
    assert "5 of 5" in panel.hint.text() and "5 of 5 are left" in person.card.text.text()


def test_what_is_built_stays_for_the_next_try_and_is_counted(person):
    put(person, "wall", (-1.2, 0.0), (-1.2, 0.4))
    assert {"wall 2", "wall 3"} <= set(names(person))
    assert person.session.left == 3 and "3 of 5" in person.window.docks["bench"].hint.text()
    person.act("play_go")
    assert person.session.state == RUNNING
    person.finish()
    assert person.session.state == JUDGED and person.session.verdict.stars == 0
    assert len(person.play.results.best("machine").built) == 2
    # again: what was built is there, all is at the start, and the last try goes along
    person.act("play_go")
    assert person.session.state == RUNNING and person.b.run.step == 0 and {"wall 2", "wall 3"} <= set(names(person))
    ghosts = [one for one in person.b.player.travel.branches.all if isinstance(one, EarlierTry)]
    assert len(ghosts) == 1
    person.b.frames(5)
    # a part that is put while it runs begins anew with it
    put(person, "board", (-1.4, 0.3))
    assert person.session.state == READY and person.b.run.step == 0 and person.session.left == 2
    person.b.act("undo")
    person.b.settle()
    assert person.session.left == 3 and person.session.is_on


def test_what_is_given_is_not_moved_and_a_sixth_part_not_put(person):
    bench = person.window.bench
    for name in ("lower ramp", "ball"):
        before = person.b.run
        bench.move(name, (0.1, 0.0, 0.0))
        person.b.settle()
        assert person.b.run is before and f"'{name}' is given" in person.window.message.text
        bench.select(name)
        bench.remove()
        person.b.settle()
        assert person.b.run is before and name in names(person)
    bench.select("")
    put(person, "wall", *((-1.2, 0.3*k) for k in range(-2, 3)))
    assert person.session.left == 0
    put(person, "wall", (-1.5, 0.0))
    assert person.session.left == 0 and person.session.is_on
    # sizes are those of the palette
    bench.select("wall 2")
    assert [number.field.title for number in bench.numbers] and not {"length", "restitution"} & {
        number.field.argument for number in bench.numbers}
    bench.select("lower ramp")
    assert bench.numbers == ()
    bench.select("wall 2")
    QTest.keyClick(person.b.view.inner, Qt.Key.Key_Delete)
    person.b.settle()
    assert person.session.left == 1


def test_enter_is_the_key_of_the_try_where_nothing_is_to_be_put(person):
    put(person, "wall", (-1.2, 0.0))
    enter = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
    assert person.window.bench.selected == "wall 2" and not person.window.hand.bench.key(enter, True)
    person.window.docks["bench"].buttons["wall"].click()
    assert person.window.hand.bench.key(enter, True)


def test_another_challenge_has_the_whole_palette_again_and_nothing_is_asked_for(person):
    put(person, "wall", (-1.2, 0.0))
    assert not person.window.bench.has_changes
    person.open("golf")
    assert person.window.bench.limits is None and not person.window.docks["bench"].isVisible()
    person.b.act("new_bench")
    person.b.settle()
    assert not any(button.isHidden() for button in person.window.docks["bench"].buttons.values())


def test_the_machine_is_built_and_won_by_keys_alone_in_russian_in_daylight_on_a_small_screen(person):
    """As the script of the tests has it: places are typed with a comma, turns are keys of 15 degrees."""
    window, inner, panel = person.window, person.b.view.inner, person.window.docks["bench"]
    window.set_language("ru")
    window.set_theme("projector")
    window.resize(1024, 768)
    person.b.settle()
    for kind, x, y, turn in machine().parts:
        QTest.keyClick(panel.buttons[kind], Qt.Key.Key_Space)
        assert window.bench.item is not None and window.bench.item.name == kind
        QTest.keyClick(inner, Qt.Key.Key_Return)
        person.b.settle()
        assert window.bench.item is None and window.bench.part is not None
        for title, value in (("x", x), ("y", y)):
            place = next(k for k, one in enumerate(window.bench.numbers) if one.field.title == title)
            field = panel.fields[place]
            field.selectAll()
            QTest.keyClicks(field, f"{value:g}".replace(".", ","))
            QTest.keyClick(field, Qt.Key.Key_Return)
            person.b.settle()
        for _press in range(round(turn/15.0)):
            QTest.keyClick(inner, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
            person.b.settle()
        assert np.allclose(window.bench.made.surface(window.bench.selected).origin[:2], (x, y), atol=1e-9)
    # what there is to read has room, also in the longer language
    assert person.card.parentWidget().rect().contains(person.card.geometry())
    for item in person.session.challenge.build.items:
        button = panel.buttons[item.name]
        assert button.fontMetrics().horizontalAdvance(button.text()) <= button.width(), button.text()
    assert all(any("а" <= letter <= "я" for letter in label.text().lower()) for label in (
        person.card.title, person.card.text, panel.hint))
    QTest.keyClick(inner, Qt.Key.Key_Escape)
    person.act("play_go")
    person.finish()
    assert person.session.verdict.stars == 3, person.session.verdict.sentence
    assert person.card.parentWidget().rect().contains(person.card.geometry()) and person.card.why.text()
    window.set_theme("dark")
    window.set_language("en")
