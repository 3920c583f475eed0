"""Many balls: how they are painted, picked and packed, and what the page makes of them."""

from base64 import b64decode
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.mechanics import shown_layout as shown_at
from sandbox.systems.bodies_seen import BodyState, BodyStates, column_of, concatenated, numbers_of
from sandbox.view.page import transport
from sandbox.view.pick.eye import eye_of
from sandbox.view.pick.picker import Solid, pick
from sandbox.view.picture.finite import is_finite
from sandbox.view.picture.instances import POSE, WHOLE, Instances
from sandbox.view.picture.lines.trails import MOST, PIECES, Trails
from sandbox.view.picture.supports.revolved import AROUND, LARGEST, OpenPlane
from sandbox.view.picture.tint import BAND, CUE, PLAIN, SPEEDS, Tint, round_up
from tests.view.instances import state

EYE = [0.0, 0.0, 0.0, 0.0, 0.8, -0.6, 0.0, 0.6, 0.8, 0.5, 960, 540]


# ---- the page --------------------------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def instances(run_page):
    return run_page("instances", script="look_instances.py")


def test_a_thousand_balls_cost_as_many_calls_as_forty(instances):
    one, forty, thousand = instances["calls"]
    assert forty == thousand < one + 4


def test_every_ball_is_where_its_state_says_and_turns_with_it(instances):
    assert min(instances["spread"]) > 60          # [1] of 255: light and coloured stripes lie side by side
    assert min(instances["turned"]) > 10
    assert instances["picked"] == list(range(40))


def test_balls_cast_shades(instances):
    assert 0.01 < instances["shade"] < 0.3        # [1] of the picture


def test_colours_say_what_was_chosen(instances):
    number, speed, rack = (np.array(instances["colours"][kind]) for kind in ("number", "speed", "rack"))
    # balls 1 and 7 have one colour, 1 and 2 another
    hue = number - number.mean(axis=1, keepdims=True)
    assert hue[0] @ hue[6] > 0.5*np.linalg.norm(hue[0])*np.linalg.norm(hue[6])
    assert hue[0] @ hue[1] < 0.0
    # the fastest is the yellowest, the slowest bluer than yellow
    v = np.linalg.norm(state(40, 0.0).bodies.column("velocity"), axis=1)
    yellow = speed[:, 1] - speed[:, 2]
    assert yellow[v.argmax()] > yellow[v.argmin()] + 30
    assert instances["fastest"] == [0.0, round_up(float(v.max())), 0.0]
    # the cue ball is light, ball 8 is black
    assert rack[0].mean() > 110 > 70 > rack[8].mean()


def test_ring_arrow_and_camera_belong_to_the_focus(instances):
    for column, row, x, y in instances["ring"]:
        assert abs(column - x) < 3 and abs(row - y) < 3      # [px]
    assert instances["arrow"] == pytest.approx([0.02, 0.02])     # [m] arrows begin at the surface
    assert instances["centre"] == pytest.approx(instances["followed"], abs=1e-6)


def test_a_ball_that_is_nowhere_stops_nothing(instances):
    assert instances["refused"] is False
    assert instances["problems"] == [] and {signal[0] for signal in instances["signals"]} == {"ready"}


def test_trails_outlive_the_page_and_go_when_they_are_not_wanted(run_page):
    trails = run_page("trails", script="look_instances.py")
    assert trails["lost"] < 40                # [px] that differ after the page was lost
    fewer, none = trails["gone"]
    assert 20 < fewer < none and trails["problems"] == []
    one, all_others = trails["calls"]
    assert one == all_others                  # lines of many bodies are drawn at once
    few, many = trails["pieces"]
    assert 0 < few < many < PIECES*MOST/10    # and what was never drawn is not looked at
    length, pixels, width = trails["far"]
    assert width < 1.0 and length > 100 and pixels > 0.5*length     # [px] a fine line does not fall between the pixels


def test_one_by_one_and_all_at_once_look_the_same(run_page):
    seen = run_page("alike", script="look_instances.py")
    assert seen["both"] > 0.7*seen["shaded"][0]      # far off the shade of the sky ends sooner
    assert seen["apart"] < 6.0                       # [1] of 255
    assert seen["outline"] < 20                      # [px] beside the balls


def test_a_film_shows_them_frame_by_frame(run_page):
    film = run_page("film", script="look_instances.py")
    assert film["count"] == [15, 15] == [film["same"], film["distinct"]]
    for column, row in film["ring"]:
        assert abs(column - 320) < 3 and abs(row - 180) < 3          # [px] the camera follows ball 8
    t, away = film["last"]
    assert abs(t - (0.5 + 14/30)) < 1/240 and away < 1e-9            # [s, m] of the last frame
    assert film["fastest"] > 0.1


# ---- what is sent ----------------------------------------------------------------------------------------------------

def test_states_are_made_of_the_array_when_they_are_asked_for():
    seen = state(5, 0.4).bodies
    assert len(seen) == 5 and len(list(seen)) == 5 and isinstance(seen[2], BodyState)
    assert seen[-1].centre == pytest.approx(seen.column("centre")[4])
    assert [one.mode for one in seen[1:3]] == ["rolling", "rolling"]
    with pytest.raises(IndexError):
        seen[5]
    with pytest.raises(ValueError, match="got 2, needs one for each of 5 bodies"):
        BodyStates(seen.numbers, ["rolling", "flight"])
    as_tuple = tuple(seen)
    for name in ("centre", "N", "quaternion"):
        np.testing.assert_array_equal(column_of(as_tuple, name), column_of(seen, name))
    np.testing.assert_array_equal(numbers_of(as_tuple), seen.numbers)
    assert concatenated([seen]) is seen and len(concatenated([seen, as_tuple])) == 10


def test_numbers_that_are_none_are_seen_in_every_place():
    for place in range(23):
        shot = state(3, 0.0)
        assert is_finite(shot)
        shot.bodies.numbers[1, place] = np.inf
        assert not is_finite(shot)


def test_poses_are_one_block_and_what_stays_is_sent_once():
    instances, shot = Instances([0, 1, 2], [0.02]*3), state(3, 0.3)
    instances.show(shot.bodies)
    instances.paint(np.eye(3), np.zeros(3), np.arange(3.0))
    news = instances.changes()
    assert set(news) == {"poses", "kinds", "tones", "grounds"}
    poses, grounds = np.frombuffer(b64decode(news["poses"]), POSE), unpacked(news["grounds"], 4)
    np.testing.assert_allclose(poses["centre"], shot.bodies.column("centre"), atol=1e-8)                # [m] 32 bits
    np.testing.assert_allclose(poses["quaternion"]/WHOLE, shot.bodies.column("quaternion"), atol=0.51/WHOLE)
    np.testing.assert_allclose(grounds, [(0.0, 0.0, 1.0, 0.02)]*3, atol=1e-8)
    instances.show(state(3, 0.4).bodies)
    instances.paint(np.eye(3), np.zeros(3), np.arange(3.0))
    news = instances.changes()
    assert set(news) == {"poses"} and len(b64decode(news["poses"])) == 3*20
    instances.paint(np.ones((3, 3)), np.zeros(3), np.arange(3.0))
    assert set(instances.changes()) == {"poses", "tones"}
    hops = state(3, 0.4)
    hops.bodies.numbers[1, shown_at.IN_BODY["centre"]] += (0.0, 0.0, 0.01)
    instances.show(hops.bodies)
    news = instances.changes()
    assert set(news) == {"poses", "grounds"}
    np.testing.assert_allclose(unpacked(news["grounds"], 4)[:, 3], (0.02, 0.03, 0.02), atol=1e-8)
    shot.bodies.numbers[0, 0] = np.nan
    with pytest.raises(transport.NotFinite):
        instances.show(shot.bodies)


# ---- paint -----------------------------------------------------------------------------------------------------------

def test_the_scale_of_speeds_is_round_and_seldom_another():
    tint, places = Tint("speed"), np.arange(3)
    tint.of(places, np.array((0.0, 0.1, 0.33)), 0.0)
    assert tint.fastest == 0.5
    tones, _patterns, _numbers = tint.of(places, np.array((0.0, 0.25, 0.5)), 0.1)
    assert tint.fastest == 0.5
    np.testing.assert_allclose(tones[[0, 1, 2]], SPEEDS[[0, 4, 8]])
    for k in range(100):
        tint.of(places, np.full(3, 0.01), 0.2 + 0.2*k)
    assert 0.01 <= tint.fastest <= 0.025              # [m/s] what is over is forgotten
    assert np.isfinite(Tint("speed").of(places, np.zeros(3), 0.0)[0]).all()
    assert [round_up(x) for x in (0.1, 0.11, 0.16, 6.0, 8.0, 1e-9)] == pytest.approx(
        [0.1, 0.15, 0.2, 7.0, 10.0, 1e-9])


def test_a_rack_is_that_of_pool():
    tones, patterns, numbers = Tint("rack").of(np.arange(17), np.zeros(17), 0.0)
    assert patterns[0] == CUE and set(patterns[1:9]) == {PLAIN} and set(patterns[9:16]) == {BAND}
    assert patterns[16] == PLAIN and numbers.tolist() == list(range(17))      # a second rack begins
    np.testing.assert_array_equal(tones[1], tones[9])
    assert len({tuple(tone) for tone in tones[:9].tolist()}) == 9


# ---- what is under the mouse -----------------------------------------------------------------------------------------

def test_of_many_balls_the_one_in_front_is_picked_as_one_by_one():
    eye = eye_of(EYE)
    rng = np.random.default_rng(3)
    centres, radii = rng.uniform(-0.3, 0.3, (60, 3)), rng.uniform(0.01, 0.05, 60)
    solids = []
    for centre, radius in zip(centres, radii, strict=True):
        solids.append(Solid(radius=float(radius)))
        solids[-1].place(centre, np.eye(3))
    nothing = np.zeros((0, 3, 3)), np.zeros(3), np.eye(3)
    found = set()
    for x, y in rng.uniform((200, 80), (760, 460), (300, 2)):
        one = pick(eye, solids, nothing, x, y, 6.0)
        other = pick(eye, {}, nothing, x, y, 6.0, (np.arange(60), centres, radii))
        assert (one is None) == (other is None)
        if one is not None:
            found.add(one.body)
            assert one.body == other.body
            np.testing.assert_allclose(one.point, other.point, atol=1e-12)       # [m]
    assert len(found) > 30


# ---- lines, supports -------------------------------------------------------------------------------------------------

def unpacked(text: str, width: int) -> np.ndarray:
    """Rows (n, width) of what was packed for the page."""
    return np.frombuffer(b64decode(text), "<f4").reshape(-1, width)


def test_lines_are_passed_on_from_body_to_body():
    trails, up = Trails(1.0), (0.0, 0.0, 1.0)
    tones = {k: (0.01*k, 0.0, 0.0) for k in range(60)}
    assert trails.all() == trails.changes() == {}          # nobody wants one: the page need not know of any
    trails.choose([3, 4], tones)
    for x in (0.0, 0.1, 0.2):
        bodies = [SimpleNamespace(mode="rolling", contact=(x, 0.1*k, 0.0), normal=up) for k in range(5)]
        trails.show(bodies)
    news = trails.changes()["others"]
    ends = unpacked(news["ends"], 4)
    assert ends[:2, 0].tolist() == pytest.approx([0.03, 0.04]) and ends[:3, 3].tolist() == [2.0, 2.0, 0.0]
    # the pieces of both, each in its part of the buffer, from where its body was to where it is
    assert [piece[0] for piece in news["pieces"]] == [0, 1, PIECES, PIECES + 1]
    assert [piece[8] for piece in news["pieces"]] == pytest.approx([0.3, 0.3, 0.4, 0.4])
    assert trails.changes() == {}
    trails.choose([4, 7], tones)
    news = trails.changes()["others"]
    assert trails.bodies == (4, 7) and unpacked(news["ends"], 4)[:2, 0].tolist() == pytest.approx([0.07, 0.04])
    assert [piece[0] for piece in news["pieces"]] == [0, 1] and not np.array(news["pieces"])[:, 1:].any()
    trails.choose(list(range(60)), tones)
    assert len(trails.bodies) == MOST and len(trails.all()) == 1
    trails.show(bodies[:2])                   # a picture that has fewer bodies


def test_trails_have_the_colours_of_their_balls():
    from sandbox.view.picture.crew import Crew
    from sandbox.view.picture.tint import RACK
    crew = Crew([SimpleNamespace(radius=0.02)]*12, SimpleNamespace(singles=1, ball=24))
    crew.show(state(12, 0.0))
    assert [crew.tone(k) for k in range(12)] == [tuple(tone) for tone in crew.instances.tones.tolist()]
    by_number = crew.tone(3)
    crew.tint = Tint("speed")
    crew.show(state(12, 0.0))
    assert crew.tone(3) == by_number
    crew.tint = Tint("rack")
    assert crew.tone(1) == crew.tone(9) == RACK[0] and crew.tone(8) == RACK[7]


def test_a_plane_without_an_end_grows_as_far_as_a_hundred_times():
    plane = OpenPlane(0.2)
    assert plane.is_flat and plane.size == pytest.approx(0.2*AROUND) and not plane.grow((0.2, 0.0, 0.0))
    assert plane.grow((0.0, 0.5, 0.0)) and plane.size == pytest.approx(0.75)
    assert plane.carries(np.array(((9.0, 9.0, 0.0),))).all()
    assert plane.grow((1e9, 0.0, 0.0)) and plane.size == pytest.approx(0.2*LARGEST)
    assert not plane.grow((1e9, 0.0, 0.0))
