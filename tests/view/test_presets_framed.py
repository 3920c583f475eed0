"""The rule of framing: what presets show after 1, 4 and 10 s at their own speed.

The first preset of every scene, at each change of one of three, by pixels that say whose they are; it and another one,
for a release all, in pictures of three shapes, by the page's own camera and the outlines of what stands before it,
which the pixels are held against.
"""

import pytest

from tests.effort import tries
from tests.patience import ENDLESS

pytestmark = pytest.mark.timeout(1.2*ENDLESS)      # the first test waits for all scenes (first_presets)

SMALLEST, FALLEN = 1/12, 1/20     # [1] of the picture's height that a body has at least, on its support and beside it
RIM = 0.85                        # [1] of half the picture: a body so far out keeps the eye from coming nearer
PIXEL = 1/270                     # [1] of the picture's height


@pytest.fixture(scope="module")
def framed(first_presets):
    return {**first_presets, "presets": first_presets["drawn"]}


@pytest.fixture(scope="module")
def everywhere(first_presets):
    return {"presets": first_presets["outlined"]}


def is_large(picture: dict, slack: float = 0.0) -> bool:
    """Whether a body has the size that it has to have, or the eye cannot come nearer without losing another one, or is
    to see all of a support on which one plays.
    """
    least = FALLEN if picture["fallen"] else SMALLEST
    is_all_seen = picture["closer"] == 0.0 or (picture["bodies"] > 1 and picture["reach"] > RIM)
    return picture["body"] + slack >= least or is_all_seen


def may_cut(picture: dict) -> bool:
    """Whether the support need not be in the picture as a whole: the camera goes along, or it has no end."""
    return picture["goes_along"] or picture["open"] or picture["camera"] == "follow"


# ---- by outlines ----------------------------------------------------------------------------------------------------

def test_a_body_is_large_enough_in_every_preset(everywhere):
    presets = everywhere["presets"]
    assert len(presets) >= tries(80, 330) and all(len(pictures) == 9 for pictures in presets.values())
    small = {name: [picture for picture in pictures if not is_large(picture)] for name, pictures in presets.items()}
    assert {name: found for name, found in small.items() if found} == {}


def test_a_body_is_in_every_picture(everywhere):
    assert [name for name, pictures in everywhere["presets"].items()
            if any(picture["there"] == 0 for picture in pictures)] == []


def test_the_support_is_in_the_picture_where_the_camera_stays(everywhere):
    cut = {name: [picture for picture in pictures if not may_cut(picture) and picture["beyond"] > PIXEL]
           for name, pictures in everywhere["presets"].items()}
    assert {name: found for name, found in cut.items() if found} == {}


def test_the_eye_comes_no_nearer_than_it_has_to(everywhere):
    """Where a body is large enough in the picture of the whole, that is what one sees, unless the scene says closer or
    the edge of that picture cuts something off it.

    Of a long body less is seen when it points at the eye: it is large enough from any side where it is twice as long.
    """
    stays = [(name, picture) for name, pictures in everywhere["presets"].items() for picture in pictures
             if picture["camera"] == "free" and picture["whole"] > 2.2*SMALLEST and picture["closer"] == 1.0
             and not picture["fallen"] and not picture["cut"]]
    assert len(stays) > tries(40, 300)
    assert [(name, picture) for name, picture in stays if picture["goes_along"]] == []


# ---- by pixels ------------------------------------------------------------------------------------------------------

def test_something_of_the_scene_is_in_every_picture(framed):
    assert len(framed["presets"]) >= tries(15, 48)
    for name, pictures in framed["presets"].items():
        assert len(pictures) == 3
        for picture in pictures:
            assert picture["body"] > 0.0 or picture["support"] > 0.0, name


def test_bodies_are_as_large_as_their_outlines(framed):
    """What the pixels of a body that is alone say is what its outline says, but for what hides it."""
    found = [picture["sizes"] for pictures in framed["presets"].values() for picture in pictures if picture["sizes"]]
    off = [seen - outline for seen, outline in found]
    assert len(off) > tries(15, 60)
    assert max(off) < 1.0 and min(off) > -8.0                           # [px] edges; parts may be hidden
    assert abs(sorted(off)[len(off)//2]) < 1.5                          # [px] half of a pixel at either edge


def test_bodies_are_large_enough_by_their_pixels(framed):
    small = {name: [picture for picture in pictures if not is_large(picture, 2*PIXEL)]
             for name, pictures in framed["presets"].items()}
    assert {name: found for name, found in small.items() if found} == {}


def test_supports_are_in_the_picture_by_their_pixels(framed):
    cut = {name: [picture for picture in pictures if not may_cut(picture) and picture["cut"] > 2]     # [px] at the rim
           for name, pictures in framed["presets"].items()}
    assert {name: found for name, found in cut.items() if found} == {}


def test_no_arrow_in_a_picture_is_longer_than_three_bodies(framed):
    found = {name: picture["arrows"] for name, pictures in framed["presets"].items() for picture in pictures
             for arrow in picture["arrows"].values() if not arrow["bodies"] <= 3.0*(1.0 + 1e-9)}       # [1] rounding
    assert found == {}


def test_the_page_says_nothing_meanwhile(framed):
    assert framed["problems"] == [] and {name for name, *_more in framed["signals"]} == {"ready"}


# ---- the camera that comes nearer -----------------------------------------------------------------------------------

def test_the_eye_comes_nearer_along_the_line_of_sight(run_page):
    found = run_page("near", script="look_framing.py")
    shares = [seen["share"] for seen in found["seen"]]
    assert max(shares) - min(shares) < 1e-9 and SMALLEST < shares[0] < 1.2*SMALLEST     # [1] wherever it is
    for seen in found["seen"]:
        # on the same side as in the picture of the whole, nearer to its middle
        for at, whole in zip(seen["at"], seen["whole"], strict=True):
            assert abs(at - 0.5) <= abs(whole - 0.5) and (at - 0.5)*(whole - 0.5) >= -1e-12
    covered, plain, at_rim, plainly_there = found["aside"]
    assert plain == pytest.approx(0.5, abs=1e-9) and covered == pytest.approx(0.6, abs=1e-6)    # [1] of the width
    down, level = found["down"]
    assert level + 0.02 < down < 0.98                 # [1] of the height
    assert plainly_there < at_rim < 0.98              # as far as the body stays in the picture
    assert found["held"] < 1e-12                      # [m, 1] what a hand holds does not move the eye
    assert found["let go"] > 0.05                     # [m, 1] after that it goes there
    assert found["taken"] < 1e-9 and found["hers"] < 1e-9
    assert found["problems"] == []
