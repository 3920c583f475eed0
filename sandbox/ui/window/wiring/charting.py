"""Runs that begin at a point of a chart."""

from dataclasses import replace

from sandbox.text import _


def begin_with(window, changes: dict, gesture: int = 0, plays: bool = False, reason: str = ""):
    """Begins the present scene again with other values and its own start; BadValue if they are none.

    gesture   number of the drag that this is a move of, 0: none;  plays  the run plays then;  reason  what is said
    """
    wanted = window.player.wanted
    if wanted is not None:
        values = wanted.scene.values({**wanted.values, **changes})
        window.edits.open(replace(wanted, values=values, preset="", start=None, keeps=True,
                                  reason=reason or _("begun at a point of the chart")), gesture, _("start"))
        if plays:
            window.player.play()
        window.display.show_wanted()
