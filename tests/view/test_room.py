"""The room around every scene, at each change one of three, by the pixels: floor, horizon, shadows on the floor, a
camera that follows.
"""

import pytest

from tests.effort import tries
from tests.patience import ENDLESS

pytestmark = pytest.mark.timeout(1.2*ENDLESS)      # the first test waits for all scenes (first_presets)


@pytest.fixture(scope="module")
def white(run_page):
    return run_page("white_rooms", script="look_room.py")


@pytest.fixture(scope="module")
def rooms(first_presets, white):
    """Every scene's room in the dark, and some on white."""
    return first_presets["rooms"] | white["rooms"]


# ---- the floor -------------------------------------------------------------------------------------------------------

def test_a_floor_with_lines_is_seen_in_every_scene(rooms, first_presets, white):
    """Points of lines at round lengths in the floor's plane, by the eye's own geometry, stand out in the picture."""
    hidden = set()
    for name, room in rooms.items():
        points = sorted(room["stands_out"])
        hidden |= set() if points else {name}
        # [grey levels] the noise of the floor is up to 1, the difference of neighbouring maxima of it up to 3
        assert not points or points[len(points)//2] > 6.0, name
    assert hidden == set() and len(rooms) >= tries(19, 52)
    for found in (first_presets, white):
        assert {name for name, *_more in found["signals"]} == {"ready"} and found["problems"] == []


def test_the_floor_ends_at_a_horizon_before_a_wall_of_light(rooms):
    for name, room in rooms.items():
        # [1] of the height, from above: nowhere outside the picture, nowhere below its middle
        assert 0.08 < room["horizon"] < 0.45, name
        # [grey levels] no lines on the wall, which is brighter at the horizon, or on white the darker
        assert room["above"] <= 3.0, name
        low, high = room["wall"]
        assert abs(low - high) > 8.0 and (low < high) == name.endswith("projector"), name


def test_the_floor_of_the_laboratory_is_the_one_that_is_drawn(rooms):
    held = [room for room in rooms.values() if room["laboratory"]]
    assert len(held) >= tries(3, 15)
    for room in held:
        assert room["drawn_at"] == pytest.approx(room["laboratory"][0], abs=1e-9)     # [m]


# ---- shadows on the floor --------------------------------------------------------------------------------------------

def test_bodies_beside_a_support_have_shadows_on_the_floor(run_page):
    found = run_page("shadows", script="look_room.py")
    for theme in ("dark", "projector"):
        for name in ("flying", "lying"):
            seen = found[f"{name} {theme}"]
            # [grey levels] of a floor of some 60 in the dark, and of a white one
            assert seen["most"] > 10.0 and seen["pixels"] > 100, (name, theme)
        # [px] it lies where the ball takes the light from the floor; a ball that lies there hides a part of it
        assert max(map(abs, found[f"flying {theme}"]["off"])) < 12.0, theme
    shaded, open_floor = found["legs"]
    assert shaded < 0.85*open_floor                         # [grey levels] the legs of a slope have shadows
    assert {name for name, *_more in found["signals"]} == {"ready"} and found["problems"] == []


# ---- what has fallen -------------------------------------------------------------------------------------------------

def test_a_body_that_has_fallen_stays_in_the_picture(run_page):
    found = run_page("falls", script="look_room.py")
    for name in ("seesaw 4", "seesaw 10", "incline 10", "bounce 10", "marble_run 10"):
        (x, y), share = found[name]["at"], found[name]["share"]
        assert 0.02 < x < 0.98 and 0.02 < y < 0.98 and share > 1/20, name     # [1] of width and height
    for name, one in found["thrown"].items():
        # it lies on the floor, and the edges of the picture cut nothing off it
        assert one["z"] < 0.0 and one["across"] < 1.0 and one["upwards"] < 1.0, (name, one)
    coin, floor = found["coin"]             # [grey levels] neither the funnel's foot nor its own trail hides it
    assert coin > floor + 60
    assert found["given"] < 1e-12           # [m, 1] one that a file has is that
    assert found["hers"] < 1e-9             # [m, 1] a camera that a person has turned stays where it is
    # what draws it anew leaves the camera to itself, or to the person
    assert found["anew"]["high"]["home"] and not found["anew"]["low"]["home"]
    assert found["anew"]["low"]["moved"] < 1e-9
    assert found["problems"] == []


def test_a_body_that_has_fallen_behind_its_support_is_seen(run_page):
    """A thrown sleigh lies behind its table, another one close below its edge, and below its middle: the camera goes
    around the table and down until that hides nothing."""
    found = run_page("behind", script="look_framing.py")
    for name, one in found["seen"].items():
        (x, y), (seen, outline) = one["at"], one["sizes"]
        assert one["fallen"] and 0.02 < x < 0.98 and 0.02 < y < 0.98, name      # [1] of width and height
        assert seen > 0.9*outline > 10.0, name  # [px] of its size in the direction in which it is largest
    assert len(found["seen"]) == 3
    assert found["taken"] < 1e-9            # [m, 1] who turns the camera begins where it is
    assert found["problems"] == []
