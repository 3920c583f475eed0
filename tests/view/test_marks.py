"""Marks of a challenge as strokes: where rings, circles, gates and flags are drawn, and that none is left behind."""

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene.marks import Mark
from sandbox.view.picture.lines.marks import ROUND, MarkPicture, mark_strokes, plane_below
from sandbox.view.picture.mesh import pose_of
from sandbox.view.picture.stage import Stage
from sandbox.view.quality import LOWEST
from tests.shipped import shipped

SIZE, BALL = 0.3, 0.02


def drawn(*marks) -> np.ndarray:
    """The ends (n, 2, 3) of all pieces that are shown [m]."""
    strokes = mark_strokes(SIZE)
    MarkPicture(strokes, SIZE).show(marks, [BALL]*len(marks))
    pieces = strokes._pieces[strokes._is_used]
    return np.stack((pieces[:, 0:3], pieces[:, 6:9]), axis=1)


def test_a_circle_on_the_ground_has_its_own_radius():
    ends = drawn(Mark("home", "zone", ((0.1, 0.2, 0.0),), 0.009))[:ROUND]
    assert np.allclose(np.linalg.norm(ends[..., :2] - (0.1, 0.2), axis=-1), 0.009, atol=1e-15)
    assert (ends[..., 2] > 0.0).all() and (ends[..., 2] < 0.01*SIZE).all()


def test_a_ring_lies_below_the_ball_and_is_seen_beside_it():
    ends = drawn(Mark("hole", "ring", ((0.1, 0.2, BALL),), 0.006))
    away = np.linalg.norm(ends[..., :2] - (0.1, 0.2), axis=-1)
    assert away[:ROUND].max() == pytest.approx(1.3*BALL) and away.min() < BALL
    assert (ends[:ROUND, :, 2] < 0.01*SIZE).all()


@pytest.mark.parametrize(("kind", "radius"), [("zone", 0.03), ("ring", 0.03), ("zone", 0.29)])
def test_what_is_to_be_reached_is_told_from_the_ring_around_a_body_by_its_form(kind, radius):
    """That ring is a circle and nothing else; this one has ticks at its quarters, which a ball in it does not hide, and
    a flag on it. Both were circles, one pale and one yellow.
    """
    middle = np.array((0.1, 0.2))
    ends = drawn(Mark("home", kind, ((*middle, BALL if kind == "ring" else 0.0),), radius))[ROUND:]
    off = ends[..., :2] - middle
    outer = [way for way in ((1, 0), (0, 1), (-1, 0), (0, -1))
             if any((piece @ way).max() > 1.05*radius and np.abs(piece @ (way[1], way[0])).max() < 1e-12
                    for piece in off[ends[..., 2].max(axis=1) < 0.01*SIZE])]
    assert len(outer) == 4
    # above a ball that lies in it, to the side of its own foot, which is at the far side of the ring
    flag = ends[ends[..., 2].max(axis=1) > BALL]
    assert len(flag) > 5 and flag[..., 2].max() == pytest.approx(min(0.12*SIZE, 2.5*radius), abs=0.01*SIZE)
    assert flag[..., 1].min() == flag[..., 1].max() == pytest.approx(middle[1] + radius)
    assert np.ptp(flag[..., 0]) > 0.5*BALL


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
    assert strokes._is_used.sum() == 6*(48 + 4 + 2 + 8)       # circle, ticks, pole and cloth
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
    found, away = plane_below(centre, board, 1.5*BALL)
    np.testing.assert_allclose(found, normal, atol=1e-12)
    assert away == pytest.approx(BALL, abs=1e-15)
    # nothing is below what is beside the board, or too far above it
    assert plane_below(centre + 2.0*across, board, 1.5*BALL) is None
    assert plane_below(centre + BALL*normal, board, 1.5*BALL) is None
    strokes = mark_strokes(SIZE)
    ring, ground = Mark("hole", "ring", (tuple(centre),), 0.03), (found, centre - away*found)
    MarkPicture(strokes, SIZE).show([ring], [BALL], [ground])
    # the circle and its ticks, without what stands on it; and the cross
    pieces = strokes._pieces[strokes._is_used]
    ends = np.concatenate([part for part in pieces if abs((part[6:9] - part[0:3]) @ normal) < 1e-12
                           and part[0:3] @ normal < 0.01*SIZE]).reshape(-1, len(pieces[0]))
    ends = np.concatenate((ends[:, 0:3], ends[:, 6:9]))
    np.testing.assert_allclose(ends @ normal, 0.004*SIZE, atol=1e-12)       # [m] lifted by 1.2 mm
    far = np.linalg.norm(ends - (centre - BALL*normal), axis=1).max()
    assert far == pytest.approx(np.hypot(1.49*0.03, 0.004*SIZE))            # to the end of its ticks


@pytest.mark.parametrize("tilt", [-0.1, 0.1])
def test_a_circle_stays_on_a_plate_that_tilts(tilt):
    """It lies straight above and below the place that is judged; where the plate rose it was hidden by it."""
    place, radius = (-0.17, 0.02), 0.012
    run = Simulation(shipped().scenes["labyrinth"])
    stage = Stage(run.surfaces, run.bodies, LOWEST, 640, 360, run.snapshot())
    stage.show(run.snapshot())
    # the plate turns about an axis below its upper side, which is the plane z = 0 at the start
    thick = -pose_of(run.snapshot().supports[0])[0][2]
    stage.show_marks([Mark("home", "zone", ((*place, 0.0),), radius)])
    run.set("tilt_y", tilt)
    run.advance(240)
    state = run.snapshot()
    stage.show(state)
    pieces = stage.ink.marks._pieces[:ROUND]
    position, axes = pose_of(state.supports[0])
    assert abs(axes[0, 2]) > 0.09
    # [m] above the plate's plane: by the lift of lines everywhere
    above = (pieces[:, 0:3] - position) @ axes[:, 2] - thick
    np.testing.assert_allclose(above, 0.004*stage.support.size, rtol=0, atol=1e-9)
    np.testing.assert_allclose(pieces[:, 0:2].mean(axis=0), place, rtol=0, atol=0.004*stage.support.size)
