"""The panel of theory, with a page that only notes what it is told."""

import pytest
from PyQt5.QtCore import Qt, pyqtSignal
from PyQt5.QtWidgets import QFileDialog, QWidget

from sandbox.ui.look import theme
from sandbox.ui.panels.panel import LEFT
from tests.ui.made_up import FakeView, turntable

TOLD = r"""Ball on a turntable: why it circles.

It turns at $\p{rate}$, now {p.rate}, and moves at {r.speed}.

$$ v = \p{rate}\,\p{radius} $$

## What to see

- It *circles*.
"""
BROKEN = TOLD.replace(r"now {p.rate}", r"now {p.speed}")


class FakeSheet(QWidget):
    """A page that notes."""

    clicked, filled, failed = pyqtSignal(str), pyqtSignal(), pyqtSignal()

    def __init__(self, file_of):
        super().__init__()
        self.file_of, self.sheets, self.told, self.looks, self.is_filled = file_of, [], {}, [], True

    def show_sheet(self, sheet):
        self.sheets.append(sheet)
        self.told = {}

    def show_values(self, values):
        self.told.update(values)

    def set_look(self, colours, size, has_numbers):
        self.looks.append((colours["PANEL"], size, has_numbers))

    def write_pdf(self, then):
        then(b"%PDF-1.4 made up")


class ReadingView(FakeView):
    """A picture beside which a page can stand."""

    def make_sheet(self, file_of):
        self.sheet = FakeSheet(file_of)
        return self.sheet


@pytest.fixture(autouse=True)
def dark():
    yield
    theme.use("dark")


@pytest.fixture
def reading(bench, qtbot):
    """reading(scenes) -> bench whose panel of theory is open."""
    def make(*scenes, **options):
        b = bench(scenes or [turntable(about=TOLD)], view=ReadingView, **options)
        b.act("theory")
        qtbot.waitUntil(lambda: b.window.docks["theory"].is_seen and b.window.docks["theory"].view is not None)
        return b
    return make


def test_key_menu_and_tool_bar_open_and_close_it(bench, qtbot):
    b = bench([turntable(about=TOLD)], view=ReadingView)
    panel, action = b.window.docks["theory"], b.window.commands["theory"]
    assert panel.view is None and not panel.is_seen and b.window.dockWidgetArea(panel) == LEFT
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    qtbot.keyClick(b.view, Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: panel.is_seen and panel.view is not None)
    qtbot.waitUntil(lambda: panel.width() > 0.3*b.window.width() and b.view.width() > 0.3*b.window.width())
    assert action.isChecked()
    qtbot.keyClick(b.view, Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: not panel.isVisible())
    b.window.top.widgetForAction(action).click()
    qtbot.waitUntil(lambda: panel.is_seen)
    assert all(action in b.window.commands.menus[name].actions() for name in ("view", "help"))
    assert "theory" in b.window.commands and "no such entry" not in b.window.commands
    assert ("F2", "Theory") in b.window.commands.key_list()
    assert "symbols" in action.toolTip()


def test_numbers_are_those_of_the_instant_in_the_chosen_units(reading, qtbot):
    b = reading()
    page = b.view.sheet
    qtbot.waitUntil(lambda: "r.speed" in page.told)
    assert page.told["p.rate"] == "3.5\u00a0rad/s" and page.told["p.shell"] == "no"
    assert page.told["r.speed"] == "0.05\u00a0m/s"          # of the start: along y, 0.05 m/s
    b.window.units.choose("rad/s", "rpm")
    b.player.change("rate", 2.0)
    b.window.play()
    b.frames(90)
    assert page.told["p.rate"] == "19.1\u00a0rpm"           # 2 rad/s = 19.0986 rpm
    b.window.docks["theory"].hide()
    page.told.clear()
    b.frames(60)
    assert page.told == {}, "nobody reads it"


def test_language_colours_size_and_values_below_symbols(reading, qtbot):
    b = reading()
    page = b.view.sheet
    assert page.sheets[-1]["lang"] == "en" and "<h2>What to see</h2>" in page.sheets[-1]["html"]
    b.act("language:ru")
    assert page.sheets[-1]["lang"] == "ru" and "<h2>Что увидеть</h2>" in page.sheets[-1]["html"]
    b.act("language:en")
    b.act("theme:projector")
    assert page.looks[-1][0] == theme.THEMES["projector"]["PANEL"]
    b.act("theory_numbers")
    assert page.looks[-1][2] and not page.looks[-2][2]
    size = page.looks[-1][1]
    b.window.resize(1900, 1000)
    b.act("projector")
    b.act("theory")
    qtbot.waitUntil(lambda: b.window.docks["theory"].is_seen)
    assert page.looks[-1][1] > 1.3*size
    b.act("projector")


def test_another_run_is_another_sheet(reading):
    b = reading(turntable(about=TOLD), turntable("Other", id="other", about="Other: so.\n\nIt has $x$."))
    b.window.choose_preset("Fast")
    b.settle()
    assert '<p class="preset">Fast</p>' in b.view.sheet.sheets[-1]["html"]
    assert b.view.sheet.told["p.rate"] == "10\u00a0rad/s"
    for _again in range(5):
        b.window.choose_scene("other")
        b.settle()
        assert b.view.sheet.sheets[-1]["key"] == "other"
        b.window.choose_scene("turntable")
        b.settle()
    assert b.view.sheet.sheets[-1]["key"] == "turntable" and len(b.view.sheet.sheets) >= 10


def test_a_broken_theory_says_why_and_the_run_goes_on(reading):
    b = reading(turntable(about=BROKEN))
    html = b.view.sheet.sheets[-1]["html"]
    assert "no parameter &#x27;speed&#x27;; there are: rate, radius" in html and "It *circles*" not in html
    b.window.play()
    b.frames(30)
    assert b.run.t > 0.1 and b.view.sheet.told["p.rate"] == "3.5\u00a0rad/s"


def test_a_symbol_leads_to_its_parameter(reading, qtbot):
    b = reading()
    b.act("events")
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    b.view.sheet.clicked.emit("radius")
    qtbot.waitUntil(lambda: b.row("radius").field.hasFocus())
    assert b.window.docks["parameters"].is_seen
    b.view.sheet.clicked.emit("nobody")


def test_where_there_can_be_no_page_a_sentence_says_so(bench, qtbot):
    b = bench([turntable(about=TOLD)])
    panel = b.window.docks["theory"]
    b.act("theory")
    qtbot.waitUntil(lambda: panel.trouble.isVisible())
    assert "theory" in panel.trouble.text() and panel.view is None
    found = []
    panel.draw("pdf", found.append)
    assert found == [b""]


def test_a_page_that_dies_again_and_again_is_given_up(reading):
    b = reading()
    b.view.sheet.failed.emit()
    panel = b.window.docks["theory"]
    assert panel.trouble.isVisible() and not b.view.sheet.isVisible()
    b.window.play()
    b.frames(30)


@pytest.mark.parametrize("kind, start", [
    ("pdf", b"%PDF"), ("html", b"<!DOCTYPE html>"), ("md", b"# Ball on a turntable")])
def test_it_is_saved_and_nothing_is_replaced_unasked(reading, qtbot, tmp_path, kind, start):
    b = reading()
    out = tmp_path/f"theory.{kind}"
    b.window.export.write_theory(out)
    qtbot.waitUntil(out.exists)
    qtbot.waitUntil(lambda: "was saved" in b.window.message.text)
    before = out.read_bytes()
    assert before.startswith(start)
    b.window.export.write_theory(out)
    assert "is there already" in b.window.message.text and out.read_bytes() == before


def test_the_dialog_offers_three_kinds_and_refuses_others(reading, tmp_path):
    b = reading()
    b.act("export_theory")
    dialog = b.window.findChild(QFileDialog)
    assert dialog.nameFilters() == ["PDF (*.pdf)", "HTML (*.html)", "Markdown (*.md)"]
    dialog.selectNameFilter("HTML (*.html)")
    dialog.filterSelected.emit("HTML (*.html)")
    assert dialog.defaultSuffix() == "html"
    dialog.close()
    b.window.export.write_theory(tmp_path/"theory.exe")
    assert "needs one of the endings .pdf, .html, .md" in b.window.message.text and not list(tmp_path.glob("theory*"))


def test_a_docstring_that_is_broken_while_the_window_is_open(reading, qtbot, tmp_path):
    from sandbox.scene.catalogue import load_catalogue, load_scene
    from sandbox.ui.window.scenes.hot_reload import HotReload
    folder = tmp_path/"scenes"
    folder.mkdir()
    file = folder/"mine.py"

    def write(told: str):
        file.write_text(f'''r"""Mine: so.

{told}
"""
from sandbox.scene import Ball, Parameter, Plane, Scene, Spin, Start
SCENE = Scene("Mine", (Parameter("rate", 2.0, "rad/s", low=-20, high=20, live=True),),
              lambda p: (Ball(0.02), Plane(rim=0.3), Spin("z", "rate")), lambda p: Start(at=(0.1, 0.0)))
''', encoding="utf-8")

    write(r"Rate $\p{rate}$.")
    b = reading(*load_catalogue(folder).scenes.values(), scene_id="mine")
    page = b.view.sheet
    assert r"\p{rate}" in page.sheets[-1]["html"]
    watch = HotReload(b.window, b.window.catalogue, b.player, b.window.edits, [folder], load_scene,
                      b.window.message.say, b.window.display.note)
    for told, shown in ((r"Rate $\p{ratte}$.", "no parameter &#x27;ratte&#x27;"), ("Rate $x", "has no partner"),
                        (r"Well, $\p{rate}$ again.", "again")):
        write(told)
        qtbot.waitUntil(lambda shown=shown: (b.frames(1), shown in page.sheets[-1]["html"])[1])
    assert watch is not None and b.run.scene.id == "mine" and page.told["p.rate"] == "2\u00a0rad/s"
