"""Closing ends the log and remembers the window, also while a run is being prepared."""

from sandbox.run.logs.logfile import read_log
from sandbox.scene.catalogue import Catalogue
from sandbox.ui.window.window import MainWindow
from tests.ui.made_up import FakeView, Settings, turntable


def test_closing_ends_the_log_and_remembers_the_window(bench):
    settings = Settings()
    b = bench(settings=settings, playing=True)
    b.frames(60)
    rows = b.recorders[-1].rows
    b.window.close()
    assert not b.player._timer.isActive() and not b.recorders[-1].is_active
    log = read_log(b.recorders[-1].path)
    assert log.good_rows == rows and log.trouble == ""
    assert settings.saves == 1 and settings["scene"] == "turntable" and settings["preset"] == "Plain"
    again = bench(settings=settings)
    assert again.window.size() == b.window.size()


def test_a_window_place_that_makes_no_sense_is_left_out(bench):
    for text in ("{", "[]", '{"geometry": 3, "state": ""}', '{"geometry": "!!", "state": "????"}'):
        settings = Settings()
        settings["window"] = text
        assert bench(settings=settings).window.isVisible()


def test_closing_while_the_first_run_is_prepared(qtbot, tmp_path):
    window = MainWindow(Catalogue({"turntable": turntable()}), FakeView(), None, [])
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.player.is_preparing or window.simulation is not None)
    # a worker that has compiled before has the translator loaded, and the window says the other of the two sentences
    said = ("Preparing the mechanics", "Compiling the mechanics")
    assert window.simulation is not None or window.message.text.startswith(said)
    window.close()
    assert window.player.is_preparing is False
