"""The hand of a window: what it may use of the other parts."""

import time

from sandbox.ui.hand.cue import CueCase
from sandbox.ui.hand.cue_disc import CueDisc
from sandbox.ui.hand.gamepad import Gamepad
from sandbox.ui.hand.hand import Hand
from sandbox.ui.hand.menu import Deeds, HandMenu
from sandbox.ui.hand.pull import Scenery
from sandbox.ui.hand.steer_pad import SteerPad
from sandbox.ui.hand.steering import Steering
from sandbox.ui.window import memory
from sandbox.ui.window.near_mouse import SLOW


def make_hand(window) -> tuple[Hand | None, HandMenu | None]:
    """Returns the hand of a window and its menu; without a picture that can be reached into there is none."""
    if window.view.reach is None:
        return None, None
    used = scenery(window)
    hand = Hand(window.view, used, window.steering, window.cue_case, window)
    hand.slows = memory.is_on(window.settings, SLOW, True)
    window.commands["hand_slow"].setChecked(hand.slows)
    return hand, HandMenu(hand, used, deeds(window))


def make_controls(window) -> tuple[Steering, SteerPad, CueCase, CueDisc]:
    """Returns what a run is driven by: the steering and its pad, the cue and its disc."""
    steering, case = Steering(window, window.player, window.message.say), CueCase(window.player, window)
    Gamepad(window.view.run_beside, steering, window.player, window)
    return steering, SteerPad(window.view, steering), case, CueDisc(window.view, case)


def scenery(window) -> Scenery:
    """Returns what the hand works with."""
    def change(name: str, value, gesture: int = 0):
        window.edits.change(name, value, gesture)
        window.display.show_wanted()

    return Scenery(reach=window.view.reach, player=window.player, edits=window.edits, change=change,
                   say=window.message.say, now=time.perf_counter)


def deeds(window) -> Deeds:
    """Returns what the menu of the hand asks others to do."""
    return Deeds(say=window.message.say, follow=lambda: window.switches.set_camera("follow"),
                 reset=window.player.reset, preset=window.choose_preset,
                 another=lambda *what: window.bench.another(*what), window=window)
