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


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_where_one_begins_is_told_from_what_is_to_be_reached_without_colours(qapp, theme):
    """By its form: a ring with ticks beyond it at each quarter, and a disc without; as a copier has it, black on white.
    """
    use(theme)
    try:
        image, painter = painted("golf"), PlanPainter(plan("golf"), BOX)
    finally:
        use("dark")

    def is_ink(point, x: float, y: float) -> bool:
        back, tone = image.pixelColor(60, 20), image.pixelColor(round(point.x() + x), round(point.y() + y))
        return abs(tone.lightnessF() - back.lightnessF()) > 0.15

    goal, begin = (painter.at(*place) for place in ((-0.05, 0.12), (0.15, 0.0)))
    ways = ((1, 0), (-1, 0), (0, 1))             # the fourth of the start has the arrow of its velocity
    assert all(is_ink(goal, 8*x, 8*y) for x, y in (*ways, (0, -1)))
    assert not any(is_ink(goal, 6*x, 6*y) for x in (1, -1) for y in (1, -1)) and not is_ink(goal, 0, 0)
    assert not any(is_ink(begin, 8*x, 8*y) for x, y in ways) and is_ink(begin, 0, 0)


def test_the_hull_of_points():
    square = np.array(((0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5), (0.2, 0.0)), dtype=float)
    assert sorted(map(tuple, hull(square).tolist())) == [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]
    assert len(hull(square[:1])) == 1
