"""Futures that were left are seen beside the run, by the pixels of the page."""

import pytest


@pytest.fixture(scope="module")
def futures(run_page):
    return run_page("futures", script="look_futures.py")


def test_bodies_of_futures_are_seen_beside_the_ball(futures):
    assert futures["right"][0] > 300 and futures["left"][0] > 300         # [px] a ball of 0.03 m on a table of 0.3 m
    assert futures["reddish"] and futures["ball"][0] == 0
    assert futures["left"][0] > futures["right"][0]                       # the dashed line of one of them


def test_they_cost_a_pose_each_and_no_object(futures):
    assert futures["objects"] == 0 and futures["poses"] == 2
    assert futures["bytes"] < 3000


def test_what_coincides_or_is_gone_is_not_seen(futures):
    assert futures["same"][0] == 0 and futures["gone"][0] == 0


def test_another_page_shows_them_again(futures):
    assert futures["again"][0] < 200 and not futures["signals"]           # [px] edges, smooth or not


def test_a_line_drawn_anew_shows_what_was_told_only(futures):
    right, left = futures["before"]
    assert right > 300 and left < 100
    right, left = futures["after"]
    assert right == 0 and left > 300
