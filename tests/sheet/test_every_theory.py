"""The theory of every scene of the program: readable, complete, the same in both languages."""

from collections import Counter
from pathlib import Path

import pytest

from sandbox import markdown
from sandbox.markdown import fields_of, formulas_of
from sandbox.run.readings.units import Shown
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_scene
from sandbox.sheet.numbers import MISSING, SheetNumbers, parameter_texts
from sandbox.sheet.sheet import ASK, HEADINGS, REFERENCES, SEE, sheet_of
from sandbox.text import set_language

SCENES = sorted((Path(__file__).parents[2] / "scenes").glob("[!_]*.py"))
CONSERVED = HEADINGS[2]


def formulas(sheet) -> Counter:
    """The formulas of a sheet, and how often each stands there."""
    return Counter(formula for part in sheet.parts
                   for formula in ([part.text] if part.kind == markdown.FORMULA else
                                   formulas_of(part.text) if part.kind in (markdown.TEXT, markdown.ITEM) else []))


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_theory(path):
    scene = load_scene(path)
    english = sheet_of(scene)
    assert english.faults == ()
    heads = [part.name for part in english.parts if part.kind == "heading"]
    assert heads == [name for name in HEADINGS if name in heads], "headings in their order"
    assert {CONSERVED, SEE, ASK, REFERENCES} <= set(heads)
    assert english.parts[0].kind == markdown.TEXT and english.used, "begins with a summary, speaks of parameters"
    assert len(formulas(english)) >= 5
    for number, part in enumerate(english.parts):
        if part.kind == "heading":
            assert number + 1 < len(english.parts) and english.parts[number + 1].kind != "heading", part.text

    set_language("ru")
    russian = sheet_of(scene)
    assert russian.faults == () and formulas(russian) == formulas(english)
    assert [part.kind for part in russian.parts] == [part.kind for part in english.parts]
    for one, other in zip(english.parts, russian.parts, strict=True):
        if one.kind in (markdown.TEXT, markdown.ITEM):
            assert one.text != other.text and Counter(fields_of(one.text)) == Counter(fields_of(other.text))


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_its_live_numbers_are_there_at_the_start(path):
    scene = load_scene(path)
    sheet = sheet_of(scene)
    own = [name for name in sheet.fields if not name.startswith("p.")]
    if not own:
        assert MISSING not in parameter_texts(sheet, scene.values(), Shown()).values()
        return
    found = SheetNumbers(Simulation(scene), sheet).at(0.0, Shown())
    assert [name for name in own if found[name] == MISSING] == []
    assert {f"p.{p.name}" for p in scene.parameters} <= set(found)
