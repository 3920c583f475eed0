"""What a challenge begins with and what it asks to reach are in the picture, in windows of two sizes."""

import numpy as np
import pytest

from sandbox.view.picture.stage import Stage
from sandbox.view.quality import LOWEST
from tests.ui.playing import SCENES, Player
from tests.ui.reached import LookedView
from tests.view.zoomed import OF_CAMERA, Page


class NotingView(LookedView):
    """Such a picture that notes whether the window has told its camera where to go."""

    is_told = False

    def set_look(self, mode, look):
        self.is_told = True
        super().set_look(mode, look)


def points_of(run, marks) -> np.ndarray:
    """Middles of bodies and marks, corners of marks, and the ends of what is to be reached (n, 3) [m]."""
    rings = [np.asarray(mark.middle) + mark.radius*np.array(way) for mark in marks if mark.kind in ("ring", "zone")
             for way in ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0))]
    return np.vstack([*(body.centre for body in run.snapshot().bodies), *(mark.middle for mark in marks),
                      *(point for mark in marks for point in mark.points), *rings])


def reach_by_itself(page: Page, run, marks, size, points) -> float:
    """How far points reach from the middle of a picture to its edge which the page frames by itself [1]."""
    stage = Stage(run.surfaces, run.bodies, LOWEST, *size, run.snapshot())
    stage.show_marks(marks)
    stage.show(run.snapshot())
    told, shown = {**stage.page_setup(), **stage.changes()}, run.scene.shown(run.preset)
    page.seen(shown.camera, shown.closer, [{**{key: told[key] for key in OF_CAMERA if key in told}, "size": size}])
    return max(page.asked(f"reach_of({point.tolist()})") for point in points)


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800)])
def test_start_and_goal_of_every_challenge_are_in_the_picture(bench, qtbot, tmp_path, size):
    """As the window shows all, and where it leaves that to the page, as that frames it by itself."""
    person = Player(bench, qtbot, tmp_path, more=SCENES, view=NotingView)
    person.window.resize(*size)
    view, page, out, told = person.b.view, Page(), {}, 0
    for name in person.play.load().good:
        person.open(name)
        person.b.frames(5)
        view.is_told = False
        # once more, when the picture has its own size, and its eye, which knows of that by where it was sent last, too
        person.play._want_all()
        person.play._want_all()
        run, marks, shape = person.b.run, tuple(person.session.marks), (view.width(), view.height())
        points, told = points_of(run, marks), told + view.is_told
        if view.is_told:
            assert (view.reach.eye.width, view.reach.eye.height) == shape
            reach = np.abs(view.reach.eye.project(points)/shape - 0.5).max()*2.0
        else:
            reach = reach_by_itself(page, run, marks, shape, points)
        if not reach < 1.0:              # [1] of half the picture; not a number where it is behind the eye
            out[name] = reach
    assert out == {}
    # both kinds are among them
    assert 10 < told < len(person.play.load().good) - 10
