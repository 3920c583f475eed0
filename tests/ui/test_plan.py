"""The plan on the tile of a challenge: where its bodies begin, which way they go, and its marks; each its own."""

import numpy as np
import pytest
from PyQt5.QtCore import QRectF
from PyQt5.QtGui import QColor, QImage, QPainter

from sandbox.ui.look.theme import THEMES, use
from sandbox.ui.play.plan import PlanPainter, hull, is_shown, plan_of
from tests.challenges.test_every_challenge import FOUND, SCENES

BOX = QRectF(0.0, 0.0, 120.0, 90.0)      # [px]


def plan(name: str):
    return plan_of(FOUND.good[name], SCENES.get(FOUND.good[name].scene))


def painted(name: str) -> QImage:
    image = QImage(120, 90, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    PlanPainter(plan(name), BOX).paint(painter)
    painter.end()
    return image


@pytest.mark.parametrize("name", sorted(FOUND.good))
def test_each_challenge_has_a_plan_with_a_body_and_with_its_marks(name):
    found, challenge = plan(name), FOUND.good[name]
    assert is_shown(found) and found.bodies and len(found.marks) == len(challenge.marks)
    painter = PlanPainter(found, BOX)
    for x, y, _radius in found.bodies:
        assert BOX.contains(painter.at(x, y))
    for mark, middle in found.marks:
        assert mark.kind == "flag" or BOX.contains(painter.at(*middle))


def test_places_are_those_of_the_start_and_of_the_marks():
    found = plan("golf")
    assert found.bodies == [(0.15, 0.0, 0.02)] and found.ways == [(0.15, 0.0, 0.0, 0.05)]
    assert np.array_equal(found.marks[0][1], (-0.05, 0.12)) and not found.side and not found.is_timed
    # a height is asked for, and the place has three numbers: seen from the side
    assert plan("cup").side and plan("cup").bodies[0][:2] == (0.03265, 0.0)
    assert plan("zeno").is_timed and plan("turn_round").is_timed
    # the labyrinth: its plate, walls and strips
    assert len(plan("halt").outlines) > 5


def test_challenges_of_one_scene_do_not_look_alike(qapp):
    scenes = "turntable", "labyrinth", "own_surface", "globe"
    names = [name for name, one in FOUND.good.items() if one.scene in scenes]
    pictures = {bytes(painted(name).constBits().asarray(120*90*4)) for name in names}
    assert len(names) > 7 and len(pictures) == len(names)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_marks_and_bodies_have_colours_of_the_theme(qapp, theme):
    use(theme)
    try:
        image = painted("golf")
        tones = {image.pixelColor(x, y).name() for x in range(120) for y in range(90)}
        assert {QColor(THEMES[theme][tone]).name() for tone in ("BLUE", "GREEN", "AMBER")} <= tones
    finally:
        use("dark")


def test_the_hull_of_points():
    square = np.array(((0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5), (0.2, 0.0)), dtype=float)
    assert sorted(map(tuple, hull(square).tolist())) == [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]
    assert len(hull(square[:1])) == 1
