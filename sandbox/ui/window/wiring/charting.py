"""Runs that begin at a point of a chart."""

from dataclasses import replace

from sandbox.text import _


def begin_with(window, changes: dict):
    """Begins the present scene again with other values and its own start; BadValue if they are none."""
    wanted = window.player.wanted
    if wanted is not None:
        values = wanted.scene.values({**wanted.values, **changes})
        window.edits.open(replace(wanted, values=values, preset="", start=None, keeps=True,
                                  reason=_("begun at a point of the chart")))
        window.display.show_wanted()
