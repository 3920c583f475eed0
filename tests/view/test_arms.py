"""Arms of joints: what a snapshot has of them, which threads they are, and how far the picture reaches for them."""

from pathlib import Path

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import find_scene
from sandbox.view.picture.lines.arms import MOST, PIECES, WIDE, Arms, coil, hang_together, hanging, reach_of
from sandbox.view.picture.lines.ink import THREAD, Strokes

SCENES = Path(__file__).parents[2]/"scenes"


def chain(**values):
    run = Simulation(find_scene("chain", SCENES), values)
    run.advance(100)
    return run.snapshot()


def test_links_are_where_the_balls_and_their_joints_are():
    shot = chain(count=3, length=0.1)
    assert hang_together(shot) and len(shot.links) == 3 and not hang_together(None)
    centres = [body.centre for body in reversed(shot.bodies)]
    for ball, above, link in zip(centres, [np.array((0.0, -0.15, 0.0)), *centres], shot.links, strict=False):
        assert np.abs(link.centre - ball).max() == 0.0
        assert np.linalg.norm(link.point - above) < 1e-14 and np.linalg.norm(link.other - above) < 1e-14     # [m]
        assert np.linalg.norm(link.point - link.centre) == pytest.approx(0.1, abs=1e-14)


def test_arms_are_threads_from_centre_to_joint_and_go_when_there_are_fewer():
    arms = Arms(Strokes("arms", MOST, 0.01, (1, 1, 1)))
    many, few = chain(count=6, twin=True), chain(count=1)
    for shot, count in ((many, 12), (few, 1)):
        arms.show(shot.links)
        pieces = arms.strokes._pieces[arms.strokes._pieces.any(axis=1)]
        assert len(pieces) == count
        assert np.linalg.norm(pieces[:, 3:6], axis=1) == pytest.approx(THREAD, abs=1e-12)
        assert np.abs(pieces[0, :3] - shot.links[0].centre).max() == 0.0
        assert np.abs(pieces[0, 6:9] - shot.links[0].point).max() < 1e-14


def test_the_picture_holds_a_chain_that_is_stretched_to_any_side():
    shot = chain(count=4, length=0.3)
    points = reach_of(shot, np.array((0.0, 0.0, 0.5)))
    joint = np.array((0.0, -0.15, -0.5))
    for way in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, -1)):
        assert np.linalg.norm(points - (joint + 1.2*np.array(way)), axis=1).min() < 1e-12
    assert reach_of(None, np.zeros(3)).shape == (0, 3)


def springs(preset, steps):
    scene = find_scene("springs", SCENES)
    run = Simulation(scene, scene.preset(preset).values)
    run.advance(steps)
    return run.snapshot()


def test_a_spring_is_a_coil_between_its_ends_and_each_ball_has_one():
    shot = springs("Slow mode", 50)
    assert [link.kind for link in shot.links] == ["spring", "spring"] and shot.links[0].length == 0.25
    for link in shot.links:
        points = coil(link)
        assert np.abs(points[0] - link.point).max() == 0.0 and np.abs(points[-1] - link.other).max() == 0.0
        way = link.other - link.point
        off = np.linalg.norm(np.cross(points - link.point, way), axis=1)/np.linalg.norm(way)
        assert off.max() == pytest.approx(WIDE*0.25, rel=1e-9)
    arms = Arms(Strokes("arms", MOST, 0.01, (1, 1, 1)))
    arms.show(shot.links)
    assert arms.strokes._pieces.any(axis=1).sum() == 2*(PIECES + 2)


def test_a_string_is_straight_while_it_is_taut_and_hangs_as_long_as_it_is_while_it_is_slack():
    taut, slack = springs("The string goes slack", 20).links[0], springs("The string goes slack", 75).links[0]
    assert len(hanging(taut)) == 2 and np.linalg.norm(taut.other - taut.point) == pytest.approx(0.25, abs=1e-14)
    points = hanging(slack)
    assert np.linalg.norm(slack.other - slack.point) < 0.245
    assert np.linalg.norm(np.diff(points, axis=0), axis=1).sum() == pytest.approx(0.25, rel=0.05)
    # it hangs below the line between its ends
    middle = 0.5*(slack.point + slack.other)
    assert points[len(points)//2, 2] < middle[2] - 0.01
