"""Marks of a challenge as strokes: where rings, circles, gates and flags are drawn, and that none is left behind."""

import numpy as np
import pytest

from sandbox.scene.marks import Mark
from sandbox.view.picture.lines.marks import MarkPicture, mark_strokes, normal_below

SIZE, BALL = 0.3, 0.02


def drawn(*marks) -> np.ndarray:
    """The ends (n, 2, 3) of all pieces that are shown [m]."""
    strokes = mark_strokes(SIZE)
    MarkPicture(strokes, SIZE).show(marks, [BALL]*len(marks))
    pieces = strokes._pieces[strokes._is_used]
    return np.stack((pieces[:, 0:3], pieces[:, 6:9]), axis=1)


def test_a_circle_on_the_ground_has_its_own_radius():
    ends = drawn(Mark("home", "zone", ((0.1, 0.2, 0.0),), 0.009))
    assert np.allclose(np.linalg.norm(ends[..., :2] - (0.1, 0.2), axis=-1), 0.009, atol=1e-15)
    assert (ends[..., 2] > 0.0).all() and (ends[..., 2] < 0.01*SIZE).all()


def test_a_ring_lies_below_the_ball_and_is_seen_beside_it():
    ends = drawn(Mark("hole", "ring", ((0.1, 0.2, BALL),), 0.006))
    away = np.linalg.norm(ends[..., :2] - (0.1, 0.2), axis=-1)
    assert away.max() == pytest.approx(1.3*BALL) and away.min() < BALL and (ends[..., 2] < 0.01*SIZE).all()


def test_a_gate_stands_on_its_feet_and_a_flag_where_it_is_guessed():
    ends = drawn(Mark("slot", "gate", ((0.5, 0.16, 0.0), (0.5, 0.18, 0.0)), 0.01))
    assert ends[..., 1].min() == 0.16 and ends[..., 1].max() == 0.18 and ends[..., 2].max() > 0.1*SIZE
    flag = Mark("pole", "flag", ((0.0, 0.0, 0.0),), 0.15, at="flag").placed({"flag": 60.0})
    foot = np.array((0.15*np.sin(np.pi/3), 0.0, 0.15*np.cos(np.pi/3)))
    ends = drawn(flag)
    assert np.isfinite(ends).all() and np.linalg.norm(ends[:, 0] - foot, axis=1).min() < 1e-15


def test_other_marks_take_the_place_of_the_first():
    strokes = mark_strokes(SIZE)
    picture = MarkPicture(strokes, SIZE)
    picture.show([Mark("a", "zone", ((0.0, 0.0, 0.0),), 0.1)]*6, [BALL]*6)
    assert strokes._is_used.sum() == 6*48
    picture.show((), ())
    assert not strokes._is_used.any()


def test_a_ring_lies_on_the_slope_that_its_body_touches():
    """Of a board tipped by 10 deg: all of the circle is as far from its plane as the lift of lines is."""
    tilt = np.radians(10.0)
    normal = np.array((np.sin(tilt), 0.0, np.cos(tilt)))
    along, across = np.array((np.cos(tilt), 0.0, -np.sin(tilt))), np.array((0.0, 1.0, 0.0))
    corners = [x*along + y*across for x, y in ((-1.0, -0.3), (1.0, -0.3), (1.0, 0.3), (-1.0, 0.3))]
    # the upper face in two triangles, and the lower one 5 cm below, wound the other way
    face = np.array([[corners[k] for k in ends] for ends in ((0, 1, 2), (0, 2, 3))])
    board = np.concatenate((face, face[:, ::-1] - 0.05*normal))
    centre = 0.4*along + 0.1*across + BALL*normal
    found = normal_below(centre, board, 1.5*BALL)
    np.testing.assert_allclose(found, normal, atol=1e-12)
    # nothing is below what is beside the board, or too far above it
    assert normal_below(centre + 2.0*across, board, 1.5*BALL) is None
    assert normal_below(centre + BALL*normal, board, 1.5*BALL) is None
    strokes = mark_strokes(SIZE)
    MarkPicture(strokes, SIZE).show([Mark("hole", "ring", (tuple(centre),), 0.03)], [BALL], [found])
    pieces = strokes._pieces[strokes._is_used]
    ends = np.concatenate((pieces[:, 0:3], pieces[:, 6:9]))
    np.testing.assert_allclose(ends @ normal, 0.004*SIZE, atol=1e-12)       # [m] lifted by 1.2 mm
    assert np.linalg.norm(ends - (centre - BALL*normal), axis=1).max() == pytest.approx(np.hypot(0.03, 0.004*SIZE))
