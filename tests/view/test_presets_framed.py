"""The rule of framing, by pixels that say whose they are: the first preset of every scene after 1, 4 and 10 s."""

import pytest


@pytest.fixture(scope="module")
def framed(run_page):
    return run_page("first", script="look_framing.py")


def test_something_of_the_scene_is_in_every_picture(framed):
    assert len(framed["presets"]) >= 48
    for name, pictures in framed["presets"].items():
        assert len(pictures) == 3
        for picture in pictures:
            assert picture["body"] > 0.0 or picture["support"] > 0.0, name


def test_no_arrow_in_a_picture_is_longer_than_three_bodies(framed):
    found = {name: picture["arrows"] for name, pictures in framed["presets"].items() for picture in pictures
             for arrow in picture["arrows"].values() if not arrow["bodies"] <= 3.0*(1.0 + 1e-9)}       # [1] rounding
    assert found == {}


def test_the_page_says_nothing_meanwhile(framed):
    assert framed["problems"] == [] and {name for name, *_more in framed["signals"]} == {"ready"}
