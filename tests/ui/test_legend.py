"""What the legend calls things: a reaction by its own name, its scale in its own unit."""

import re
from html import unescape
from pathlib import Path

import pytest

from sandbox.scene.catalogue import load_scene
from sandbox.scene.constrained import At, Constrained, Row
from sandbox.systems.assemble import assemble_scene
from sandbox.systems.protocol import ARROWS
from sandbox.systems.rows.start import assemble_constrained
from sandbox.text import set_language
from sandbox.ui.panels.legend import Legend
from sandbox.view import palette
from tests.ui.made_up import turntable

SCENES = {name: load_scene(Path(__file__).parents[2] / "scenes" / f"{name}.py")
          for name in ("sleigh", "integraph", "suslov", "veselova")} | {"turntable": turntable()}


@pytest.fixture
def legend(qtbot):
    legend = Legend(lambda: palette.legend("dark"))
    qtbot.addWidget(legend)
    legend.resize(3000, 30)
    legend.show()
    return legend


def said(legend, key="friction"):
    """The whole entry: its tooltip, which is never cut."""
    return unescape(re.sub("<.*?>", "", legend._entries[key][1].toolTip()))


@pytest.mark.parametrize(("name", "text"), [
    ("sleigh", "Blade force F (10 cm = 1 N)"), ("suslov", "Axis moment M (10 cm = 1 N m)"),
    ("turntable", "Friction F (10 cm = 1 N)"), ("veselova", "Vertical moment M (10 cm = 1 N m)"),
    ("integraph", "Edge force F (10 cm = 1 N)")])
def test_a_reaction_has_its_name(legend, name, text):
    scene = SCENES[name]
    system = assemble_scene(scene, scene.values())[0]
    legend.show_scales({"friction": (0.1, "N"), "velocity": (0.1, "m/s")})
    legend.show_meanings(lambda: system.arrow_words)
    assert said(legend) == text and said(legend, "velocity") == "Velocity v (10 cm = 1 m/s)"


def test_names_follow_the_language(legend):
    scene = SCENES["sleigh"]
    system = assemble_scene(scene, scene.values())[0]
    legend.show_meanings(lambda: system.arrow_words)
    try:
        set_language("ru")
        legend.retranslate()
        assert said(legend) == "Сила лезвия F"
    finally:
        set_language("en")


def nowhere(t, q, p):
    return (q[0], q[1], 0.0), (1.0, 0.0, 0.0)


@pytest.mark.parametrize(("unit", "arrow", "words"), [
    ("N", nowhere, {"friction": ("Force of the constraint F", "N")}),
    ("N m", nowhere, {"friction": ("Moment of the constraint M", "N m")}), ("N", None, {})])
def test_rows_without_a_name(unit, arrow, words):
    """A word for all of them, or none where nothing is drawn."""
    row = Row("a", lambda t, q, p: (1.0, 0.0), unit=unit, arrow=arrow)
    system = Constrained(("x", "y"), lambda t, q, v, p: 0.5*(v[0]**2 + v[1]**2), (row,))
    assert assemble_constrained(system, At((0.0, 0.0), (0.0, 1.0))).arrow_words == words


def test_the_window_tells_its_legend(bench):
    b = bench([SCENES["turntable"], SCENES["sleigh"]])
    assert b.window.legend._meanings() == {}
    b.window.choose_scene("sleigh")
    b.settle()
    assert b.window.legend._meanings()["friction"][1] == "N"


def test_many_entries_take_two_lines_before_any_is_cut(legend, qtbot):
    legend.show_scales({"friction": (0.1, "N"), "velocity": (0.1, "m/s")})
    texts = {key: label for key, (_swatch, label) in legend._entries.items()}
    assert texts["velocity"].text() == "Velocity v (10 cm = 1 m/s)" and not legend._placed[1]
    one_line = legend.sizeHint().height()
    legend.resize(720, 60)
    assert not [label.text() for label in texts.values() if "…" in label.text()]
    assert len(legend._placed[0]) + len(legend._placed[1]) == len(texts) and legend._placed[1]
    assert legend.sizeHint().height() > 1.5*one_line
    legend.resize(260, 60)
    assert "…" in texts["chalk"].text()
    for key in [*texts][3:]:
        legend.set_on(key, False)
    legend.resize(720, 60)
    assert not legend._placed[1]
    qtbot.waitUntil(lambda: legend.sizeHint().height() == one_line)


def test_what_a_system_never_has_is_neither_in_the_menu_nor_in_the_legend(bench):
    b = bench([SCENES["turntable"], SCENES["sleigh"], SCENES["suslov"]], legend=lambda: palette.legend("dark"))
    for name in ("normal", "friction"):
        b.act(name)
    for scene, arrows in (("sleigh", {"velocity", "angular_velocity", "friction"}),
                          ("suslov", {"angular_velocity", "friction"}),
                          ("turntable", {"velocity", "angular_velocity", "normal", "friction"})):
        b.window.choose_scene(scene)
        b.settle()
        assert {key for key, *_more in b.window.legend.shown()} - {"trail", "ghost"} == arrows
        assert {name for name in ARROWS if b.window.commands[name].isVisible()} == arrows
        assert {*b.window.switches.arrows} == arrows
