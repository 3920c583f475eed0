"""Arms of joints: what a snapshot has of them, which threads they are, and how far the picture reaches for them."""

from pathlib import Path

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import find_scene
from sandbox.view.picture.lines.arms import MOST, Arms, hang_together, reach_of
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
