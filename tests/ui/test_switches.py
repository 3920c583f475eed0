"""Camera, chalk line, quality, arrows, band, language."""

from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtWidgets import QAction, QApplication, QLabel

from sandbox.ui.panels.legend import shown_scale


def test_the_camera_goes_round_and_can_be_chosen(bench, qtbot):
    b = bench()
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    for _k in range(4):
        qtbot.keyClick(b.view, Qt.Key.Key_C)
    assert b.view.told == [("camera", mode) for mode in ("follow", "top", "table", "free")]
    b.act("camera:top")
    assert b.view.told[-1] == ("camera", "top") and b.window.commands["camera:top"].isChecked()
    assert not b.window.commands["camera:free"].isChecked()


def test_chalk_and_quality(bench, qtbot):
    b = bench()
    for _k in range(3):
        b.act("chalk")
    b.act("quality:low")
    assert b.view.told == [("chalk", "short"), ("chalk", "long"), ("chalk", "off"), ("quality", "low")]
    b.view.quality_changed.emit("Fewer details now.")
    assert b.window.status.currentMessage() == "Fewer details now."
    b.view.quality_changed.emit("Fewer details now, " + "and so on "*30)
    assert b.window.message.text.startswith("Fewer details now, ")


def test_the_legend_tells_the_scale_of_arrows_while_there_is_room(bench):
    b = bench(playing=True)
    b.window.resize(1800, 900)
    b.frames(30)
    labels = {key: label for key, (_swatch, label) in b.window.legend._entries.items()}
    assert labels["velocity"].text() == "velocity v (10 cm = 1 m/s)"
    b.window.legend.resize(430, 20)
    assert labels["velocity"].text() == "velocity v" and "10 cm = 1 m/s" in labels["velocity"].toolTip()
    assert b.window.legend.minimumSizeHint().width() == 0
    assert [shown_scale(*scale) for scale in ((0.02, "N"), (0.003, "rad/s"), (1.5, "N"))] == [
        "2 cm = 1 N", "3 cm = 10 rad/s", "1.5 cm = 0.01 N"]


def test_the_band_is_asked_for_once_per_anchor(bench, monkeypatch):
    b = bench()
    asked = []
    monkeypatch.setattr(type(b.run), "band", lambda self: asked.append(self.t) or [(0.1, 0.0), (0.2, 0.0)])
    b.act("reset")
    b.now += 1.0
    b.frames(60)
    assert b.view.bands == [[(0.1, 0.0), (0.2, 0.0)]] and len(asked) == 1
    b.window.play()
    b.player.change("rate", 4.0)
    b.frames(120)
    assert 2 <= len(asked) <= 3
    monkeypatch.setattr(type(b.run), "band", lambda self: None)
    b.act("reset")
    b.now += 1.0
    b.frames(60)
    assert b.view.bands[-1] is None and b.view.bands.count(None) == 1


def test_the_language_changes_at_once(bench, qtbot):
    class Settings(dict):
        def save(self):
            return True

    settings = Settings(window="", text_scale=1.0, plots="drift", quality="auto", language="en")
    b = bench(settings=settings, playing=True)
    b.frames(30)
    b.player.change("rate", 5.0)
    english, title = texts(b.window), b.window.windowTitle()
    keys = [action.shortcut().toString() for action in b.window.commands.presets.actions()]
    b.act("language:ru")
    assert settings["language"] == "ru" and b.window.status.language.text() == "RU"
    assert "\u0428\u0430\u0440" in b.window.windowTitle()       # the Russian ball
    assert b.window.top.scenes.currentText() in b.window.windowTitle()
    assert b.window.docks["scenes"].list.item(0).text() in b.window.windowTitle()
    assert b.window.commands["language:ru"].isChecked()
    b.frames(30)
    assert b.player.is_playing and b.run.values["rate"] == 5.0 and b.row("rate").value == 5.0
    assert [action.shortcut().toString() for action in b.window.commands.presets.actions()] == keys
    b.window.status.language.click()
    assert settings["language"] == "en" and b.window.windowTitle() == title
    assert texts(b.window) == english


def texts(window) -> list[str]:
    """Texts of menus, actions, panels and labels, without what changes with time."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    found = [menu.title() for menu in window.commands.menus.values()]
    found += [action.text() for action in window.findChildren(QAction) if not action.isSeparator()]
    found += [dock.windowTitle() for dock in window.docks.all.values()]
    found += [name.text() for name in window.docks["parameters"].start.findChildren(QLabel, "about")]
    return sorted(found)
