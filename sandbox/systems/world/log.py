"""What happens in a world of a few balls, told: who met whom, how fast, and what it cost."""

from collections.abc import Sequence

import numpy as np

from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.systems.protocol import Event, instant
from sandbox.text import _, name_text

# impacts slower than this are not worth a line [m/s]
SLOWEST = 1e-3


def events_since(p: np.ndarray, h: float, names: Sequence[str], supports: Sequence[str]) -> tuple[Event, ...]:
    """Returns what has happened since this was last asked, and forgets it; p is that of a run."""
    count, start = int(p[at.LOGGED]), int(p[at.LOG_AT])
    if count == 0:
        return ()
    p[at.LOGGED] = 0.0
    entries = p[start:start + count*at.LOG_ENTRY].reshape(count, at.LOG_ENTRY)
    # the end of a run is located on parts of a frame that are made again and again: each tells the same
    return tuple(_event(entry, h, names, supports) for entry in dict.fromkeys(map(tuple, entries.tolist()))
                 if entry[at.LOGGED_WHAT] != at.STRUCK or entry[at.LOGGED_SPEED] > SLOWEST)


def _event(entry: Sequence[float], h: float, names: Sequence[str], supports: Sequence[str]) -> Event:
    t, ball, other = float(entry[at.LOGGED_WHEN]), int(entry[at.LOGGED_ONE]), int(entry[at.LOGGED_OTHER])
    if entry[at.LOGGED_WHAT] == at.UNDECIDED:
        if entry[at.LOGGED_SPEED] == here.CREPT:
            sentence = _("'{ball}' slips so slowly {when}, and goes on to, that no event ends it: from here on it is "
                         "followed by small time steps.")
            return Event(t, ball, "impact", sentence.format(ball=name_text(names[ball]), when=instant(t, h)))
        sentence = _("Several contacts of '{ball}' at once {when}: no rigid forces fit, from here on they are followed "
                     "by small time steps.")
        return Event(t, ball, "impact", sentence.format(ball=name_text(names[ball]), when=instant(t, h)))
    if entry[at.LOGGED_WHAT] == at.STEPPING_BEGAN:
        sentence = _("More happens to '{ball}' {when} than can be taken one after the other: it and what is near go on "
                     "by small time steps, which find all impulses together.")
        return Event(t, ball, "impact", sentence.format(ball=name_text(names[ball]), when=instant(t, h)))
    if entry[at.LOGGED_WHAT] == at.CAME_TO_REST:
        sentence = _("A heap of {count} balls, '{ball}' among them, has come to rest {when}.")
        return Event(t, ball, "grip", sentence.format(count=int(entry[at.LOGGED_SPEED]), ball=name_text(names[ball]),
                                                      when=instant(t, h)))
    if entry[at.LOGGED_WHAT] == at.TIGHTENED:
        sentence = _("The string of '{ball}' snaps tight {when} at {speed:.3g} m/s; {lost:.3g} J lost.")
        return Event(t, ball, "impact", sentence.format(
            ball=name_text(names[ball]), when=instant(t, h), speed=entry[at.LOGGED_SPEED], lost=entry[at.LOGGED_LOST]),
            float(entry[at.LOGGED_SPEED]), float(entry[at.LOGGED_LOST]))
    if entry[at.LOGGED_WHAT] == at.SLACKENED:
        return Event(t, ball, "grip", _("The string of '{ball}' goes slack {when}.").format(
            ball=name_text(names[ball]), when=instant(t, h)))
    name = name_text(supports[-2 - other] if other < 0 else names[other])
    if entry[at.LOGGED_WHAT] == at.OVER_EDGE:
        return Event(t, ball, "rim", _("'{ball}' passes an edge of '{support}' {when}.").format(
            ball=name_text(names[ball]), support=name, when=instant(t, h)))
    if entry[at.LOGGED_WHAT] == at.JAMMED:
        return Event(t, ball, "impact", _(
            "Friction jams '{ball}' on '{support}' {when}: slip of {speed:.3g} m/s ends at once, an impact without a "
            "collision (Painlevé's paradox); {lost:.3g} J lost.").format(
                ball=name_text(names[ball]), support=name, when=instant(t, h), speed=entry[at.LOGGED_SPEED],
                lost=entry[at.LOGGED_LOST]), float(entry[at.LOGGED_SPEED]), float(entry[at.LOGGED_LOST]), other)
    sentence = _("'{ball}' hits '{other}' {when} at {speed:.3g} m/s; {lost:.3g} J lost.").format(
        ball=name_text(names[ball]), other=name, when=instant(t, h), speed=entry[at.LOGGED_SPEED],
        lost=entry[at.LOGGED_LOST] if abs(entry[at.LOGGED_LOST]) > 1e-15 else 0.0)
    return Event(t, ball, "impact", " ".join((sentence, *_choices(entry))), float(entry[at.LOGGED_SPEED]),
                 float(entry[at.LOGGED_LOST]), other)


def _choices(entry: Sequence[float]) -> tuple[str, ...]:
    """What of an impact rigid bodies leave open."""
    found: tuple[str, ...] = ()
    if entry[at.LOGGED_AT_ONCE] > 1.0:
        found += (_("{count} contacts close at once, solved together: in turn, their order would decide.").format(
            count=int(entry[at.LOGGED_AT_ONCE])),)
    if entry[at.LOGGED_FOLLOWS] != 0.0:
        found += (_("Passed on at once, as if over a gap of nothing."),)
    return found
