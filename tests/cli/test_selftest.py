"""What the selftest waits for: a run that goes on, one that ends, and one that is begun anew between two looks."""

from types import SimpleNamespace

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
