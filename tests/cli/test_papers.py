"""The page docs/papers.md: each row is run again, and what stands there is what the scenes say, in two languages."""

import re
import shlex
from math import isfinite
from pathlib import Path

import pytest

from sandbox.cli.commands import papers
from sandbox.cli.common import catalogue, scene_named
from sandbox.cli.main import main
from sandbox.errors import BadValue
from sandbox.run.reached import Found, command_of, reached, rows_of
from sandbox.scene import Paper, Scene
from sandbox.scene.presentation.papers import PAPERS, place_text
from sandbox.text import _, set_language

DOCS = Path(__file__).parents[2]/"docs"
PAGES = {"en": DOCS/"papers.md", "ru": DOCS/"papers.ru.md"}
SCENES = {name: scene for name, scene in catalogue().scenes.items() if scene.papers}


def all_rows() -> list[Found]:
    return [one for scene in SCENES.values() for one in rows_of(scene)]


@pytest.fixture
def russian():
    set_language("ru")
    yield
    set_language("en")


@pytest.mark.parametrize("scene", SCENES)
def test_each_number_is_reached_again_and_stands_on_the_page(scene):
    """Within the tolerance of its row, which has a unit and a reason: now, and when the page was made."""
    rows = papers.in_order(all_rows())
    texts = papers.values_of(PAGES["en"].read_text(encoding="utf-8"))
    assert len(texts) == len(rows), "make it anew: ./run papers --markdown > docs/papers.md"
    for one in reached(rows_of(SCENES[scene])):
        assert one.is_good, papers.as_text(one)
        place = next(k for k, row in enumerate(rows) if row.row is one.row)
        # the last digit that is shown is not above the tolerance: half of it comes on top
        assert abs(float(texts[place]) - one.expected) <= 1.5*one.row.within, papers.as_text(one)


@pytest.mark.parametrize("scene", SCENES)
def test_each_command_runs(scene, capsys):
    """Runs for a second: that of the whole time is made again above."""
    commands = {tuple(command_of(one)) for one in rows_of(SCENES[scene])}
    for words in sorted(commands - {("papers", scene)}):
        shorter = ["--duration", "1"] if "--duration" in words else []
        assert main([*words, *shorter]) == 0, words
        assert capsys.readouterr().out


@pytest.mark.parametrize("language", PAGES)
def test_the_page_is_what_the_command_makes_of_the_scenes(language):
    page = PAGES[language].read_text(encoding="utf-8")
    set_language(language)
    try:
        assert papers.as_page(all_rows(), papers.values_of(page)) == page, (
            f"make it anew: ./run --lang {language} papers --markdown > docs/{PAGES[language].name}")
    finally:
        set_language("en")
    for command in re.findall(r"\| `\./run ([^`]*)` \|", page):
        assert scene_named(shlex.split(command)[1])


def test_each_sign_where_a_paper_differs_has_its_row():
    """A new sign needs a row that reaches its number: Paper(..., sign=<its where>) in a scene."""
    signs = {sign.where for scene in catalogue().scenes.values() for sign in scene.differs}
    reached_ones = {one.row.sign for one in all_rows()}
    assert signs <= reached_ones, signs - reached_ones
    for one in all_rows():
        if one.row.sign:
            assert one.printed is not None and one.printed != one.expected


def test_every_paper_has_its_rows_and_the_rows_have_their_order():
    rows = papers.in_order(all_rows())
    assert [name for name in PAPERS if any(one.row.paper == name for one in rows)] == list(PAPERS)
    first = [place_text(one.row.place) for one in rows if one.row.paper == "B"]
    assert first[0] == "introduction" and first[-1] == "conclusion" and first.index("2.3") > first.index("1.3")
    places = [one.row.place for one in rows]
    assert places.index("B 3.2, fig. 4") < places.index("B 3.3, (3.10)") < places.index("B conclusion")


def test_a_row_says_where_it_is_seen():
    for one in all_rows():
        row = one.row
        assert isfinite(one.expected) and row.within > 0.0 and row.why
        assert not re.search(r"[`{}$]|\*\*", _(row.about) + _(one.quantity) + _(row.why)), row.place
        assert len(command_of(one)) >= 2


def test_the_sheet_has_the_places(capsys, russian):
    assert main(["theory", "turntable"]) == 0
    sheet = capsys.readouterr().out
    assert "## В статьях" in sheet and sheet.index("## В статьях") < sheet.index("## Литература")
    assert "- **Борисов, Мамаев, Бизяев 2015, 3.3, утв. 5**: " in sheet


def test_the_command_says_what_is_reached(capsys):
    assert main(["papers", "turntable"]) == 0
    told = capsys.readouterr().out
    assert "Borisov, Mamaev, Bizyaev 2015, 3.3, prop. 5" in told and "expected 0.99734285714 ± 1e-10 rad/s" in told
    assert main(["papers", "nothing"]) == 2
    assert "no scene 'nothing'" in capsys.readouterr().err


def test_a_number_that_is_missed_is_said(capsys, monkeypatch):
    scene = scene_named("turntable")
    wrong = Paper("B 3.3", "a wrong number", "one", lambda seen: 1.0, 2.0, 0.5)
    monkeypatch.setattr(papers, "scene_named", lambda name: Scene(
        scene.title, scene.parameters, scene.build, presets=scene.presets, papers=(wrong,), id="turntable"))
    assert main(["papers", "turntable", "--json"]) == 1
    assert '"ok": false' in capsys.readouterr().out
    assert main(["papers", "turntable"]) == 1
    assert "missed: one: 1; expected 2 ± 0.5" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "sentence"), [
    ({"place": "X 3"}, "needs a letter of B, I, By, Br, W and a section"),
    ({"place": "B somewhere"}, "needs a letter"), ({"about": ""}, "about: got '', needs a text"),
    ({"within": 0.0}, "within: got 0.0, needs a number above 0"), ({"preset": "No such"}, "no preset 'No such'"),
    ({"values": {"rat": 1.0}}, "no parameter 'rat'"), ({"sign": "Nobody"}, "sign: got 'Nobody', needs one of none")])
def test_a_row_that_cannot_be_is_refused(words, sentence):
    scene = scene_named("turntable")
    with pytest.raises(BadValue, match=re.escape(sentence)):
        Scene(scene.title, scene.parameters, scene.build, presets=scene.presets, papers=(Paper(**{
            "place": "B 3.3", "about": "a circle", "quantity": "rate", "reached": lambda seen: 0.0, **words}),))
