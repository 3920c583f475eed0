"""`./run words` tells every word that scenes are written with, and the page of the documentation is what it tells."""

import json
from pathlib import Path

import pytest

from sandbox import scene
from sandbox.cli.commands import words
from sandbox.cli.main import main

PAGE = Path(__file__).parents[2]/"docs"/"words.md"


def test_the_page_is_what_the_command_tells(capsys):
    assert main(["words", "--markdown"]) == 0
    told = capsys.readouterr().out
    assert told == PAGE.read_text(encoding="utf-8"), "make it anew: ./run words --markdown > docs/words.md"


def test_every_word_is_told_once_with_what_it_is():
    found = words.words()
    assert sorted(word.name for word in found) == sorted(scene.__all__)
    assert all(len(word.about) > 10 for word in found)
    # a new module needs a heading; only what is none of scene's own stands below the last one
    assert [word.name for word in found if word.group == "Other words"] == ["precession"]


def test_arguments_have_defaults_units_and_meanings():
    found = {word.name: word for word in words.words()}
    contact = {one.name: one for one in found["Contact"].arguments}
    assert contact["stiffness"].unit == "N/m" and contact["stiffness"].default == "None"
    assert "moment -k_r N against rolling" in contact["rolling_resistance"].about
    assert contact["creep"].about.endswith("creeps along more slowly than that")
    assert found["Coulomb"].call == "Coulomb(mu, mu_s=None)" and found["Plane"].arguments[0].unit == "m"
    build = next(one for one in found["Scene"].arguments if one.name == "build")
    assert build.about.startswith("for parameter values p.name: body, surface, motion")
    limits = {one.name: one.about for one in found["Parameter"].arguments}
    low, high = limits["low"], limits["high"]
    assert low == high == "closed range of allowed values"


def test_as_json_and_of_single_words(capsys):
    assert main(["words", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {one["name"] for one in told} == set(scene.__all__)
    ball = next(one for one in told if one["name"] == "Ball")
    assert ball["group"] == "Bodies" and ball["arguments"][0]["name"] == "radius"
    assert main(["words", "coulomb", "Slab"]) == 0
    text = capsys.readouterr().out
    assert "Coulomb(mu, mu_s=None)" in text and "holes: " in text and "Torus" not in text


def test_an_unknown_word_is_refused(capsys):
    assert main(["words", "Plain"]) == 2
    assert "no word 'Plain'; there are: " in capsys.readouterr().err


def test_headings_in_russian(capsys):
    assert main(["--lang", "ru", "words"]) == 0
    text = capsys.readouterr().out
    assert "Support surfaces" not in text and "Board(length, width" in text


@pytest.mark.parametrize("word", ["Card", "Showing", "Hinge", "World"])
def test_few_words_say_all(capsys, word):
    assert main(["words", word]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 4
