"""Cameras, lines, surfaces and quality, by the pixels of the page."""

import pytest


@pytest.fixture(scope="module")
def cameras(run_page):
    return run_page("cameras", script="look_cameras.py")


@pytest.fixture(scope="module")
def lines(run_page):
    return run_page("lines", script="look_lines.py")


@pytest.fixture(scope="module")
def arms(run_page):
    return run_page("arms", script="look_lines.py")


@pytest.fixture(scope="module")
def surfaces(run_page):
    return run_page("surfaces", script="look_surfaces.py")


@pytest.fixture(scope="module")
def quality(run_page):
    return run_page("quality", script="look_quality.py")


# ---- cameras ---------------------------------------------------------------------------------------------------------

def test_on_the_table_the_table_is_at_rest(cameras):
    (x, y), (u, v) = cameras["free"]["accent"]
    assert abs(x - u) > 150                  # [px] the table turned by 69 degrees
    (x, y), (u, v) = cameras["table"]["accent"]
    assert abs(x - u) < 20 and abs(y - v) < 20
    # light and marks of the laboratory do turn
    assert 0.0 < cameras["table"]["changed"] < 0.5*cameras["free"]["changed"]


def test_the_body_stays_in_the_middle(cameras):
    for x, y in cameras["follow"]:
        assert abs(x - 480) < 40 and abs(y - 270) < 30      # the median of its blue stripes


def test_from_above_the_table_is_round(cameras):
    width, height = cameras["top"]
    assert 0.94 < width/height < 1.06 and height > 400


def test_cameras_glide(cameras):
    assert all(cameras["kept"])
    assert cameras["jump"] < 8.0             # [1/s] of unit vectors: a right angle in 0.6 s with a soft start


@pytest.mark.parametrize("mode", ["free", "follow", "top", "table"])
def test_the_mouse_moves_every_camera(cameras, mode):
    centre, axes, size = 0, 1, 2
    moved = cameras["modes"][mode]
    assert moved["turn"][axes] > 0.2 and moved["turn"][centre] < 1e-9
    assert moved["pan"][centre] > 0.01 and moved["pan"][axes] < 1e-9
    assert moved["zoom"][size] > 1e-3 and moved["zoom"][axes] < 1e-9
    assert not [s for s in cameras["signals"] if s[0] != "ready"]


# ---- lines -----------------------------------------------------------------------------------------------------------

def test_chalk_is_drawn_and_turns_with_the_table(lines):
    nothing, behind, before = lines["chalk"]
    assert nothing == 0 and behind > 200 and before > 200
    (x, y), (u, v) = lines["chalk_at"]
    assert abs(x - u) + abs(y - v) > 60      # [px] the arc lies elsewhere when the table has turned
    assert lines["hidden"] == 0 and lines["cleared"] == 0


def test_turning_alone_sends_no_chalk(lines):
    assert lines["pieces"] == 0
    assert lines["bytes"] < 1500


def test_band_comes_and_goes(lines):
    shown, hidden = lines["band"]
    assert shown > 800 and hidden == 0


def test_arrows_are_seen_and_leave_the_ball(lines):
    for name, (pixels, ball) in lines["arrows"].items():
        assert pixels > 120, name
        assert ball > 0.7, name
    assert {unit for _scale, unit in lines["scales"].values()} == {"m/s", "rad/s", "N"}
    assert lines["problems"] == []


# ---- surfaces --------------------------------------------------------------------------------------------------------

SMALL_BALLS = ("pseudosphere", "ellipsoid")
NAMES = ["cone", "paraboloid", "pseudosphere", "globe", "bowl", "ellipsoid", "hills"]


@pytest.mark.parametrize("name", NAMES)
def test_surface_body_and_trail_are_seen(surfaces, name):
    seen = surfaces[name]
    assert seen["failure"] is None
    assert seen["table"] > 60000 and seen["ball"] > 200
    # all of the trail but what lies behind the body, a hill or the globe
    assert seen["trail"] > (0.5 if name in ("globe", "hills") else 0.8)*seen["whole"] > 400
    assert 100_000 < seen["bytes"] < 600_000     # sent to the page for the whole scene


@pytest.mark.parametrize("name", NAMES)
def test_support_and_arrows_lie_within_the_picture(surfaces, name):
    # the floor with its mark, nothing brighter; where the ball would be too small the camera is nearer to it
    assert surfaces[name]["border"] < 130 or (surfaces[name]["goes_along"] and name in SMALL_BALLS)


def test_a_scene_that_cannot_be_drawn_does_not_stop_the_next(surfaces):
    assert "no zeros" in surfaces["refused"]
    assert surfaces["after"]["table"] > 100000 and surfaces["after"]["blue"] > 200


# ---- quality ---------------------------------------------------------------------------------------------------------

def test_the_user_chooses_the_quality(quality):
    assert quality["levels"][1:3] == ["high", "low"]
    assert quality["smooth"][:2] == [True, False]


def test_materials_are_drawn_where_they_are_chosen_and_only_there(quality):
    """A square of the pattern is of one colour without a material, to a grey level of light, and grained with one."""
    assert quality["dark"] == {"high": 0, "fine": 1}
    assert quality["spread"]["high"] < 1.0 < 2.0 < quality["spread"]["fine"]


def test_a_chalk_line_skips_over_the_grain_where_materials_are_drawn(quality):
    """Places of the white line let the darker support through, a third of it; beside the line nothing gets darker."""
    chalk = quality["chalk"]
    assert chalk["line"] > 100                                          # [px]
    assert chalk["skipped"] > 0.1*chalk["line"] and chalk["beside"] < 0.05*chalk["line"]


def test_a_slow_page_stays_while_the_hand_holds_something(quality):
    told, calls = quality["held"]
    assert told == [] and calls == ["press"]


def test_a_slow_page_gets_less_to_draw_and_says_so(quality):
    assert len(quality["told"]) == 1 and "pictures per second" in quality["told"][0]
    assert quality["levels"][4] in ("low", "lowest") and quality["levels"][4] != quality["levels"][3]
    assert quality["after"]["table"] > 100000
    assert not [s for s in quality["signals"] if s[0] == "failed"]


# ---- what is under the mouse -----------------------------------------------------------------------------------------

# ---- shadows ---------------------------------------------------------------------------------------------------------

def test_a_shadow_has_the_shape_of_its_body(run_page):
    found = run_page("shadows", script="look_shadows.py")
    # [1] ratio of the axes of its spread; that of the ball is seen slantingly, that of a body of 5:1 softened
    assert found["ball 0"]["ratio"] < 1.5 and found["long 0"]["ratio"] > 2.0 and found["long 50"]["ratio"] > 2.0
    # [deg] it turns with its body, under which a part of it is hidden
    turned = found["long 50"]["angle"] - found["long 0"]["angle"]
    assert 35.0 < turned < 65.0
    # [1] a ring lets the light through
    assert found["ring 0"]["middle"] < 0.01 and found["ring 0"]["pixels"] > 1000


def test_what_is_picked_is_what_is_drawn(run_page):
    """A ball, a hoop and a box seen by each camera: where one is drawn one is met, up to the pixels of its outline."""
    seen = run_page("picking", script="look_hand.py")
    assert len(seen) == 13
    for name, (worst, pixels) in ((name, found) for name, found in seen.items() if name != "milliseconds"):
        assert pixels > 500, name
        # [px] half a pixel of drawing, and the flat pieces of a drawn ball of 30 px
        assert worst < 1.5, (name, worst)


# ---- arms of joints --------------------------------------------------------------------------------------------------

def test_arms_of_joints_are_seen_while_there_are_any(arms):
    """An upright arm, then one more across: [pixels, width, height of what is new]."""
    held, joined = arms["held"], arms["joined"]
    assert held[0] > 100 and held[1] < 40 < held[2]
    assert joined[0] > 1.5*held[0] and joined[1] > 100 and joined[2] >= held[2] - 2
    assert arms["gone"] == 0 and arms["signals"] == [["ready"]] and arms["problems"] == []
