"""Whether the run slows down for a mouse near a moving body, as a person wants it."""

from sandbox.ui.window import memory

SLOW = "slow_near_mouse"       # name of the setting


def slow_near(window, on: bool):
    """Lets the run slow down there, or not, now and the next time."""
    if window.hand is not None:
        window.hand.slows = on
        memory.remember(window.settings, SLOW, on)
