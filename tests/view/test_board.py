"""A board: its squares, its sides and the legs down to the floor."""

from math import cos, sin

import numpy as np
import pytest

from sandbox.view.materials import BANDS, COATS, Coat
from sandbox.view.palette import ACCENT, THEMES
from sandbox.view.picture.supports import block, board
from sandbox.view.picture.supports.pen import Pen


@pytest.mark.parametrize("length, width, square", [(2.6, 0.9, 0.2), (6.0, 2.0, 0.5), (0.56, 0.4, 0.1), (3, 40, 0.5)])
def test_squares_of_a_board_have_a_round_side(length, width, square):
    assert board.Board(length/2, width/2).square == pytest.approx(square, rel=1e-12)


class Drawn:
    """Collects what is drawn."""

    def __init__(self):
        self.quads = []

    def add(self, corners, normals, colours):
        corners, normals = np.reshape(corners, (-1, 4, 3)), np.reshape(normals, (-1, 4, 3))
        tones = np.broadcast_to(np.reshape(colours, (-1, 3)), (len(corners), 3))
        self.quads += zip(corners.astype(float), normals, tones, strict=True)


def test_squares_cover_the_board_and_every_quad_faces_outwards():
    drawn, tones = Drawn(), THEMES["dark"]
    board.Board(1.3, 0.45).draw(drawn, Pen(tones, 24))
    area = {tones.cream: 0.0, tones.sand: 0.0}
    for corners, normals, tone in drawn.quads:
        piece = np.cross(corners[2] - corners[0], corners[3] - corners[1])/2
        assert piece @ normals[0] == pytest.approx(np.linalg.norm(piece))
        if tuple(tone) in area:
            assert np.ptp(corners[:, 2]) == 0.0
            area[tuple(tone)] += piece[2]
    assert sum(area.values()) == pytest.approx(2.6*0.9, rel=1e-12)
    assert area[tones.cream] == pytest.approx(area[tones.sand], rel=1e-12)


@pytest.mark.parametrize("slope", [0.0, 0.9])
def test_legs_reach_from_the_board_to_the_floor(slope):
    drawn, rectangle = Drawn(), board.Board(1.3, 0.45)
    axes = np.array(((cos(slope), 0.0, sin(slope)), (0.0, 1.0, 0.0), (-sin(slope), 0.0, cos(slope))))
    ground = rectangle.stand(drawn, THEMES["dark"], axes)[:, 2].min()
    points = np.concatenate([corners for corners, _normals, _tone in drawn.quads])
    assert points[:, 2].min() == ground < -1.3*sin(slope)
    # the tops are inside of the board or below its upper side
    assert ((points @ axes)[:, 2] < 0.0).all()


@pytest.mark.parametrize("width", [0.45, 0.3])
def test_what_may_turn_in_its_middle_stands_on_a_foot_there(width):
    """A square table turned above four legs that stood still, one under each corner of its start."""
    drawn, ground = Drawn(), -0.3
    rim = block.Block(0.45, width, 0.02, 0.002).stand(drawn, THEMES["dark"], np.eye(3), ground)
    points = np.concatenate([corners for corners, _normals, _tone in drawn.quads])
    carries = points[points[:, 2] > ground + 0.2]
    assert points[:, 2].min() == rim[:, 2].min() == ground
    is_foot = np.hypot(carries[:, 0], carries[:, 1]).max() < 0.5*0.45
    assert is_foot == (width == 0.45)


def test_bands_of_a_turning_table_end_sharply():
    """They were told at the corners of a net of rings and rays, so that the colours ran and edges were jagged."""
    coat = next(coat for coat in COATS.values() if coat.pattern == BANDS)
    assert isinstance(coat, Coat)
    pen = Pen(THEMES["dark"], 48, coat)
    _radii, tones = pen.turned_table(1.0)
    found = {tuple(tone) for tone in np.round(tones.reshape(-1, 3), 12)}
    assert found == {tuple(np.round(tone, 12)) for tone in (pen.tones.cream, pen.tones.sand, ACCENT)}
