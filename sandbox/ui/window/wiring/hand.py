"""The hand of a window: what it may use of the other parts, and the entries of the menu that do what the mouse does."""

import time

from sandbox.ui.hand.hand import Hand
from sandbox.ui.hand.menu import Deeds, HandMenu
from sandbox.ui.hand.pull import Scenery


def make_hand(window) -> tuple[Hand | None, HandMenu | None]:
    """Returns the hand of a window and its menu; without a picture that can be reached into there is none."""
    if not hasattr(window.view, "reach"):
        return None, None
    used = scenery(window)
    hand = Hand(window.view, used, window)
    return hand, HandMenu(hand, used, deeds(window))


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
                 reset=window.player.reset, preset=window.choose_preset, window=window)


def listen_to_hand(window):
    """The entries of the hand do what the mouse does; without a picture that can be reached into there is no hand."""
    hand, menu, commands = window.hand, window.hand_menu, window.commands
    names = ("hand_hold", "hand_select", "hand_menu", "hand_push", "hand_copy", "support_faster", "support_slower",
             "support_up", "support_down", "support_stop", "support_reverse")
    if hand is None:
        for name in names:
            commands[name].setEnabled(False)
        return
    acts = (hand.keys.toggle, lambda: hand.select(hand.keys.following()), menu.open_selected, menu.push, menu.copy,
            lambda: menu.nudge("rate", 1), lambda: menu.nudge("rate", -1), lambda: menu.nudge("tilt", 1),
            lambda: menu.nudge("tilt", -1), menu.stop, menu.reverse)
    for name, act in zip(names, acts, strict=True):
        commands[name].triggered.connect(lambda _on, act=act: act())
