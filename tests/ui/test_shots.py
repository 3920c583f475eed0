"""Pictures of the view: each has a file of its own."""

import numpy as np
import pytest
from PyQt5.QtGui import QImage

from sandbox.film import still


@pytest.fixture
def shooting(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(still, "take", lambda view, width, height: np.full((height, width, 4), 90, np.uint8))
    return bench(films=(tmp_path / "films", tmp_path / "pictures", ()))


def test_two_pictures_within_a_second_are_two_files(shooting, qtbot, tmp_path):
    """The second is wanted before the first one is written."""
    b = shooting
    for _k in range(3):
        b.window.shots.take(1)
    qtbot.waitUntil(lambda: not b.window.shots.is_busy)
    pictures = sorted((tmp_path / "pictures").iterdir())
    assert len(pictures) == 3 and all(path.suffix == ".png" for path in pictures)
    assert all(not QImage(str(path)).isNull() for path in pictures)
    assert b.window.message.text.startswith("Saved as")


def test_a_folder_that_cannot_be_made_is_said(shooting, tmp_path):
    (tmp_path / "pictures").write_text("a file in its place")
    shooting.window.shots.take(1)
    assert "There will be no picture" in shooting.window.message.text
