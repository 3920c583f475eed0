"""A film of what is seen: a machine that is slow to give the first picture costs nobody the film."""

import av
import numpy as np
import pytest

from sandbox.film.painted.overlay import Overlay
from sandbox.qt.core import QByteArray
from sandbox.ui.films.live_capture import LiveCapture

SIZE = 64, 48            # [px] of the film


class SlowPage:
    """A page that answers when it is told to."""

    def __init__(self):
        self.asked = []
        self.is_busy, self.is_ready, self.has_failed = False, True, False
        self._channel = self

    def ask(self, _line, then):
        self.is_busy = True
        self.asked.append(then)

    def answer(self):
        self.is_busy = False
        pixels = np.full((SIZE[1], SIZE[0], 4), 200, np.uint8)
        self.asked.pop()(QByteArray(pixels.tobytes() + np.array(SIZE, "<u4").tobytes()))


@pytest.fixture
def capture(qapp, tmp_path):
    page, told = SlowPage(), []
    film = LiveCapture(page, tmp_path / "film.mp4", SIZE, Overlay("dark", False), lambda: (0.0, (), 1.0), "dark")
    film.ended.connect(lambda saved, trouble: told.append((saved, trouble)))
    film.begin()
    return page, film, told


def test_a_film_that_was_stopped_before_its_first_picture_has_that_picture(capture, qtbot):
    page, film, told = capture
    qtbot.waitUntil(lambda: bool(page.asked))
    film.stop()
    film._look()
    assert not told
    page.answer()
    qtbot.waitUntil(lambda: bool(told))
    (path, _seconds, size), trouble = told[0]
    with av.open(str(path)) as video:
        assert len(list(video.decode(video=0))) == 1
    assert size > 0 and trouble == ""


@pytest.mark.parametrize("how", ["is stopped again", "its page fails", "the window goes"])
def test_nobody_waits_for_a_picture_that_is_not_wanted_or_does_not_come(capture, qtbot, how):
    page, film, told = capture
    qtbot.waitUntil(lambda: bool(page.asked))
    film.stop()
    if how == "is stopped again":
        film.stop()
    elif how == "its page fails":
        page.has_failed = True
    else:
        film.close()
    qtbot.waitUntil(lambda: bool(told))
    assert told == [(None, "no frame was made")]
    # what comes too late is no part of anything
    page.answer()
    assert told == [(None, "no frame was made")]
