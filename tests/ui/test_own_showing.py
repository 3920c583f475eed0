"""Speed and camera that presets bring along, and those of the person."""

from sandbox.scene import Preset, Showing
from tests.ui.made_up import FakeView, turntable


class CloseView(FakeView):
    """A view that knows how close its camera is."""

    def set_closer(self, closer):
        self.told.append(("closer", closer))


def opened(bench):
    presets = (Preset("Plain"), Preset("Slow", Showing(1/16, "follow", 2.0, at=0.5), rate=5.0),
               Preset("Other", Showing(1/4), rate=6.0))
    return bench([turntable(presets=presets)], view=CloseView)


def looks(b):
    return b.player.pace.speed, b.window.switches.camera


def choose(b, name):
    b.window.choose_preset(name)
    b.settle()


def test_a_preset_brings_its_own_and_takes_it_away(bench):
    b = opened(bench)
    assert looks(b) == (1, "free")
    choose(b, "Slow")
    assert looks(b) == (1/16, "follow") and b.window.top.speeds.currentText().startswith("1/16")
    assert ("closer", 2.0) in b.view.told
    said = b.window.status.currentMessage() + b.window.message.text
    assert "1/16" in said and "0.5" in said
    choose(b, "Other")
    assert looks(b) == (1/4, "free") and b.view.told[-1] == ("closer", 1.0)
    choose(b, "Plain")
    assert looks(b) == (1, "free")


def test_what_the_person_chose_is_not_lost(bench):
    b = opened(bench)
    b.window.set_speed(4)
    b.window.switches.set_camera("top")
    choose(b, "Slow")
    assert looks(b) == (1/16, "follow")
    choose(b, "Plain")
    assert looks(b) == (4, "top")


def test_what_the_person_chooses_meanwhile_stays(bench):
    b = opened(bench)
    choose(b, "Slow")
    b.window.set_speed(1/2)
    b.window.switches.set_camera("table")
    # another value of the same preset is no other preset
    b.window.edits.change("rate", 7.0)
    b.settle()
    b.player.reset()
    assert looks(b) == (1/2, "table")
    choose(b, "Plain")
    assert looks(b) == (1/2, "table")
