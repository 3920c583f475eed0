"""In Russian nothing of the window stays English: texts and tooltips of panels, menus and sheets, scene by scene."""

import re
from html import unescape

import pyqtgraph
import pytest
from PyQt5.QtWidgets import QAction, QComboBox, QWidget

from sandbox.film.painted.overlay import shown_scale
from sandbox.text import UNITS, set_language, unit_text
from sandbox.ui.films.sheet import Choices, FilmSheet
from sandbox.ui.panels.lists import SECOND, PlainList
from sandbox.ui.window.files.export_sheet import ExportSheet
from sandbox.ui.window.help import about_window
from sandbox.view import palette
from tests.effort import some_scenes
from tests.shipped import shipped

SCENES = shipped().scenes
# what is written in Latin letters in Russian too: keys, kinds of files, programs, names of languages
LATIN = {"Jacobi", "Sandbox", "English", "EN", "RU", "CSV", "PNG", "SVG", "JSON", "Tracker", "phyphox", "GIF", "MP4",
         "WebM", "WebGL", "LLVM", "llvmpipe", "Esc", "Ctrl", "Shift", "Alt", "Tab", "PageUp", "PageDown", "Enter",
         "Backspace", "Delete", "GNU", "GPL", "Qt", "PyQt", "VPython", "NumPy", "Numba", "PyQtGraph", "Home", "End",
         "Insert", "Blender", "netCDF", "NPZ", "GLB", "HTML", "PDF", "Markdown", "MOV", "ProRes", "azimuth",
         "elevation", "distance", "at", "eye", "theory", "stl", "obj", "ply", "glb"}
# ... and formulas of cards
LATIN |= {"sin", "cos", "tan", "cot", "exp", "sqrt", "det", "dx", "dy", "dt", "dE", "du", "Gm", "Re", "Im", "const"}
NAMES = {p.name for scene in SCENES.values() for p in scene.parameters} | {"blade", "none"}
# (names of parameters and rows, and the value of a curve)
NEVER_OPENED = {"Export", "Export..."}       # of pyqtgraph's menu, which the window replaces by one of its own
TEXTS = ("text", "title", "windowTitle", "toolTip", "placeholderText", "accessibleName", "accessibleDescription",
         "suffix")


def texts_of(root):
    """Every text that a person may read on a widget and all that is in it."""
    for thing in [root, *root.findChildren(QWidget), *root.findChildren(QAction)]:
        # the path of a folder is nobody's language
        yield from (getattr(thing, name)() for name in TEXTS if callable(getattr(thing, name, None))
                    and not (thing.metaObject().className() == "QLineEdit" and name == "text"))
        if isinstance(thing, QComboBox):
            yield from (thing.itemText(row) for row in range(thing.count()))
        if isinstance(thing, PlainList):
            for item in thing.items():
                yield from (item.text(), item.data(SECOND) or "", item.toolTip())
        if isinstance(thing, pyqtgraph.GraphicsLayoutWidget):
            for plot in (item for item in thing.ci.items if isinstance(item, pyqtgraph.PlotItem)):
                yield from (plot.getAxis(side).labelText for side in ("bottom", "left"))
                yield from (label.text for _sample, label in (plot.legend.items if plot.legend else ()))


def english(texts) -> set[str]:
    """Words of two Latin letters and more that are neither allowed nor names of parameters."""
    found = set()
    for text in set(texts) - NEVER_OPENED:
        text = unescape(re.sub("<[^>]*>", " ", str(text or "")))
        words = re.findall(r"[A-Za-z][A-Za-z_0-9]*", re.sub(r"\S*(?:/tmp|\.sqlite)\S*", "", text))
        found |= {f"{word!r} in {text!r}" for word in words
                  if len(re.sub("_.*|[0-9]", "", word)) > 1 and word not in LATIN and word not in NAMES}
    return found


@pytest.fixture
def russian():
    set_language("ru")


@pytest.fixture
def window(russian, bench):
    """The window on the turntable, all its panels open."""
    b = bench([SCENES["turntable"], *(scene for name, scene in SCENES.items() if name != "turntable")],
              legend=lambda: palette.legend("dark"))
    b.window.resize(1800, 1200)
    for dock in b.window.docks.all.values():
        dock.show()
    return b


def test_every_scene(window):
    """Its parameters, presets, chart, meters, events and what is said when it ends; in one window, one by one.

    At each change one scene of four; that every text has its Russian one is asked of all in tests/test_catalogue.py.
    """
    found = {scene.id: english_of(window, scene.id) for scene in some_scenes(SCENES.values(), 4, "russian")}
    assert {name: words for name, words in found.items() if words} == {}


def english_of(window, name: str) -> set[str]:
    """What stays English while a scene is played for two seconds."""
    window.window.choose_scene(name)
    window.settle()
    assert window.run.scene.id == name
    # some presets are shown slowly
    window.window.set_speed(1)
    window.window.play()
    # few frames: what is looked at is what there is after two seconds
    window.frames(24, 1/12)
    for dock in window.window.docks.all.values():
        dock.bring()
        window.window.display.look()
    run = window.run
    # some end before that
    assert run.t > 0.9, name
    system = run.system
    return english([*texts_of(window.window), *(event.sentence for event in run.events),
                    *(text for text, _unit in system.arrow_words.values()), *system.integral_titles.values()])


def test_sheets_and_help(window, tmp_path):
    window.window.choose_scene("integraph")
    window.settle()
    window.act("draw")
    for dialog in (FilmSheet(window.window, Choices(), 3.0, "", tmp_path), ExportSheet(window.window, 3.0),
                   about_window(window.window), window.window.drawing.sheet):
        assert not english(texts_of(dialog))
        dialog.close()


def test_sheets_over_the_window(window):
    for sheet in (window.window.keys, window.window.gallery):
        sheet.open()
        assert not english(texts_of(sheet))
        sheet.leave()


def test_an_open_drawing_sheet_follows_the_language(window):
    window.window.choose_scene("integraph")
    window.settle()
    window.act("draw")
    sheet = window.window.drawing.sheet
    assert sheet.shut.text() == "Закрыть"
    window.window.set_language("en")
    assert sheet.shut.text() == "Close" and sheet.windowTitle().startswith("Draw: ")


def test_units(russian):
    assert unit_text("kg m²") == "кг м²" and unit_text("1/m") == "1/м" and unit_text("") == ""
    assert shown_scale(1.0, "rad/s") == "10 см = 0.1 рад/с"
    assert len(unit_text(UNITS).split()) == len(UNITS.split()) and not re.search("[A-Za-z]", unit_text(UNITS))
    units = {p.unit for scene in SCENES.values() for p in scene.parameters}
    assert not [unit for unit in units if re.search("[A-Za-z]", unit_text(unit))]
    set_language("en")
    assert unit_text("rad/s") == "rad/s"
