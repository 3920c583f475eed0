"""What the selftest waits for: a run that goes on, ends or is begun anew between two looks, and the first picture."""

from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.cli.window import selftest


class Window:
    """A window whose run moves by each look at it, until it ends at 0.5 s and, between two looks, begins anew."""

    def __init__(self, ends: bool, begins_anew: bool):
        self.view, self.ends, self.begins_anew = SimpleNamespace(messages=0), ends, begins_anew
        self.simulation = SimpleNamespace(t=0.0, ended=None)

    def look(self):
        """Time passes."""
        self.view.messages += 1
        self.simulation.t += 0.125
        if self.ends and self.simulation.t >= 0.5:
            self.simulation.ended = "at the edge"
            if self.begins_anew:
                self.simulation = SimpleNamespace(t=0.0, ended=None)


@pytest.mark.parametrize("ends, begins_anew, looks", [(False, False, 8), (True, False, 4), (True, True, 4)])
def test_it_waits_for_the_end_of_a_run_that_begins_anew_no_longer_than_for_any_end(monkeypatch, ends, begins_anew,
                                                                                   looks):
    """One second of a run: of one that ends at 0.5 s, eight looks a second, it waits for four, and for one picture."""
    window, waited = Window(ends, begins_anew), []

    def wait(_application, _seconds, until):
        count = 0
        while not until() and count < 100:
            window.look()
            count += 1
        waited.append(count)

    monkeypatch.setattr(selftest, "wait", wait)
    selftest.go_on(None, window, 1.0)
    assert waited == [looks, 1]


class SlowWindow:
    """A window in which a second passes from one look to the next, and a body that is at rest after 0.3 s."""

    def __init__(self):
        self.simulation = SimpleNamespace(t=0.0, ended=None, scene=SimpleNamespace(id="another"))
        self.player = SimpleNamespace(is_preparing=False, is_playing=True, pause=lambda: self.go(False),
                                      pace=SimpleNamespace(speed=1.0))
        self.view = SimpleNamespace(messages=0, is_ready=True, has_failed=False, grab_pixels=self.picture)

    def go(self, on: bool):
        self.player.is_playing = on

    def play(self):
        self.go(True)

    def choose_scene(self, name: str):
        self.simulation = SimpleNamespace(t=0.0, ended=None, scene=SimpleNamespace(id=name))

    def set_speed(self, speed: float):
        self.player.pace.speed = speed

    def look(self):
        self.view.messages += 1
        self.simulation.t += 1.0 if self.player.is_playing else 0.0

    def picture(self):
        """A bright column where the body is; a picture takes as long as a look."""
        self.look()
        pixels = np.zeros((40, 100, 3), np.uint8)
        pixels[:, int(200*min(self.simulation.t, 0.3))] = 255
        return pixels


def test_what_is_soon_at_rest_is_seen_to_move_on_a_slow_machine_too(monkeypatch, capsys):
    """The first picture is that of the start, however late it is taken, and the run plays on as fast as before."""
    window = SlowWindow()

    def wait(_application, _seconds, until=lambda: False):
        window.look()
        while not until():
            window.look()

    monkeypatch.setattr(selftest, "wait", wait)
    monkeypatch.setattr(selftest, "shares", lambda _pixels, _run: (1.0, 1.0))
    # the start's column and that of the rest, of the 50 columns that are looked at
    assert selftest.look_at(None, window, "eggs")
    assert capsys.readouterr().out == "ok eggs support 1.000 body 1.0000 changed 0.040\n"
    assert window.player.is_playing and window.player.pace.speed == 1.0
