"""The page itself: pixels, safety, speed and life, seen from outside."""

import pytest

from sandbox.view.page.compose import SOFTWARE


@pytest.fixture(scope="module")
def picture(run_page):
    return run_page("picture")


def test_table_and_ball_are_seen(picture):
    assert picture["shape"] == [540, 960, 3]
    first = picture["first"]
    # the table fills two thirds of the width and is an ellipse of about 1 : 0.6
    assert 0.2*first["pixels"] < first["table"] < 0.5*first["pixels"]
    assert first["accent"] > 2000      # one half of a sector
    assert first["blue"] > 300         # the ball is blue and white and about 60 pixels wide


def test_picture_follows_the_state(picture):
    assert picture["same"] == 0        # the same state gives the same bits
    assert picture["turned"] > 20000   # pattern edges and accent moved by 40 degrees
    assert 1000 < picture["moved"] < 0.1*picture["first"]["pixels"]


def test_window_shows_the_picture(picture):
    """Pixel for pixel but for the frame between the two; whoever puts page and window together."""
    window, grabbed = picture["window"], picture["grabbed"]
    assert window["pixels"] == grabbed["pixels"]
    assert abs(window["table"] - grabbed["table"]) < 0.02*grabbed["table"]
    assert abs(window["accent"] - grabbed["accent"]) < 0.05*grabbed["accent"]


def test_no_second_thread_draws_with_a_software_driver(picture):
    """Mesa's llvmpipe is not safe for that: see compose.py."""
    assert picture["backend"] == ("software" if SOFTWARE.search(picture["renderer"]) else "")


@pytest.mark.parametrize("name, is_software", [
    ("llvmpipe (LLVM 15.0.6, 256 bits)", True), ("Microsoft Basic Render Driver", True),
    ("ANGLE (Google, SwiftShader)", True), ("Mesa Intel(R) UHD Graphics 620 (KBL GT2)", False),
    ("AMD Radeon RX 6600 (navi23, LLVM 15.0.6, DRM 3.49)", False), ("NVIDIA GeForce RTX 3060/PCIe/SSE2", False),
    ("Apple M1", False), ("", False)])
def test_software_drivers_are_known_by_name(name, is_software):
    assert bool(SOFTWARE.search(name)) == is_software


def test_trail_grows_and_is_cleared(picture):
    assert picture["trail"] > 300     # [px]


def test_text_is_never_executed(picture):
    assert picture["bitten"] == 0 and picture["elements"] == 0
    assert "<" not in picture["title"] and "&lt;" in picture["title"]


def test_attribute_guard_is_installed(picture):
    assert picture["guarded"] == "vertexAttribPointer,enableVertexAttribArray,disableVertexAttribArray"


def test_only_finite_numbers_reach_the_page(picture):
    assert picture["refused"] == [False]*4
    assert picture["nan_messages"] == 0
    assert picture["after_nan"]["table"] > 0.9*picture["first"]["table"]


def test_no_frame_is_sent_while_the_page_is_busy(picture):
    assert picture["busy"] == [True, False, False, False, False]
    assert picture["busy_messages"] == 1


def test_no_socket_no_thread_no_server(picture):
    assert picture["sockets"] == []
    assert picture["threads"] == ["MainThread"]
    assert picture["server"] == []
    assert picture["debugging"] is None


def test_page_loads_our_own_files_only(picture):
    assert picture["scripts"] == 0
    assert picture["fetched"] == [True, False, False, False, False, False]
    assert picture["opened_window"] == 0


def test_keys_reach_the_window_and_the_mouse_the_camera(picture):
    assert picture["pressed"] == ["Space"]
    assert picture["orbited"] and picture["reset"]


def test_what_does_not_change_is_not_drawn(picture):
    assert picture["asleep"] == 0
    assert picture["woken"] > 0
    assert picture["once"] == [1]*10   # what is new is drawn once, however often the screen is


def test_scene_change_and_resize(picture):
    assert picture["second_shape"] == [600, 700, 3]
    assert picture["second"]["table"] > 0.15*picture["second"]["pixels"]
    assert [s[0] for s in picture["signals"]].count("failed") == 0


def test_last_picture_stays_until_the_next_page_draws(picture):
    """Another scene is another page: in between the window is not dark."""
    between = picture["between"]
    assert between["kept"] and not between["ready"]
    assert between["table"] > 0.5*picture["window"]["table"]


def test_a_frame_is_little_work_and_a_scene_one_page(picture):
    # times are measured by `main.py bench`, which nobody else disturbs
    assert 0 < max(picture["calls"]) < 200       # functions of Python per frame; 99 were seen
    assert 0 < max(picture["bytes"]) < 1500      # sent to the page per frame
    assert picture["loads"] == [1, 2]


@pytest.mark.parametrize("part", ["killed", "stopped", "lost"])
def test_page_comes_back(run_page, part):
    report = run_page(part)
    assert len([s for s in report["signals"] if s[0] == "recovered"]) == 1
    assert not [s for s in report["signals"] if s[0] == "failed"]
    assert report["loads"] == 1        # the page was loaded once more, with all that it showed
    assert report["after"]["table"] > 0.9*report["before"]["table"]
    # camera, arrows, trail, chalk, ghost and band are what they were
    assert report["camera"] == "table" and report["differ"] < 500


def test_blank_picture_is_told(run_page):
    report = run_page("blank")
    assert "draws nothing" in report["failure"]
    assert not report["ready"] and not report["dropped"]


def test_attribute_guard_is_needed(run_page):
    report = run_page("unguarded")
    if "llvmpipe" in report["renderer"]:
        assert "draws nothing" in report["failure"]
    else:
        # other drivers may keep every attribute; then the picture is whole without the guard
        assert report["failure"] or report["seen"]["table"] > 1000


def test_missing_webgl_is_told(run_page):
    report = run_page("webgl1")
    assert "WebGL 2" in report["failure"]
    assert not report["ready"]
