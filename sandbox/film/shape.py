"""What may stand in the parts of a recipe that have parts of their own: keyframes, slow motion, captions, a second run.
"""

from collections.abc import Mapping, Sequence
from math import pi

from sandbox.errors import BadValue
from sandbox.schema import Choice, List, Maybe, Number, Record, Text
from sandbox.text import _
from sandbox.workspace import shapes

MOST_KEYS = 200
FASTEST_ORBIT = 4*pi             # [rad/s]
LONGEST_EASE = 10.0              # [s]
POINT = List(Number(-1e4, 1e4), 3, 3)

# a keyframe: what it does not say stays as it was in the one before
KEY = Record({"t": Number(0.0, 1e6), "at": POINT, "eye": POINT, "azimuth": Number(-1e3, 1e3),
              "elevation": Number(-pi/2, pi/2), "distance": Number(1e-3, 1e4)})
KEYS = List(KEY, 0, MOST_KEYS)

# what can happen in a run, as films know it; "landing" is the first impact after a flight, "end" that of the run
EVENTS = ("slip", "grip", "detach", "landing", "impact", "rim", "apex", "breakaway", "regrip", "slip_reversal", "stop",
          "drift", "end")
KINDS = List(Choice(EVENTS), 0, len(EVENTS))
SLOW = Maybe(Record({"kinds": KINDS, "speed": Number(1/256, 1.0), "before": Number(0.0, 60.0),
                     "after": Number(0.0, 60.0)}))

MOST_CAPTIONS, LONGEST_CAPTION = 200, 300
CAPTIONS = List(Record({"t": Number(0.0, 1e6), "seconds": Number(0.1, 3600.0), "text": Text(LONGEST_CAPTION)}),
                0, MOST_CAPTIONS)

MOST_PLOTS = 4
PLOTS = List(Text(200), 0, MOST_PLOTS)
CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")
CLEAR = ("webm", "mov", "png")     # kinds of films that have room for what is transparent
HEARD = ("mp4", "mov", "webm")     # that have room for sound
BACKGROUNDS = ("scene", "white", "transparent")
BESIDE = Maybe(Record({"scene": shapes.SCENE, "preset": Text(200), "values": shapes.VALUES, "start": shapes.START,
                       "caption": Text(LONGEST_CAPTION), "source": Text(64)}))


def check_keys(keys: Sequence[Mapping]):
    """Raises BadValue where keyframes have no time, are not in order, or say the same thing twice."""
    last = None
    for k, key in enumerate(keys):
        where = _("film, '{name}'").format(name=f"keys[{k}]")
        if "t" not in key:
            raise BadValue(_("{where}: needs a time t [s]").format(where=where))
        if "eye" in key and {"azimuth", "elevation", "distance"} & {*key}:
            raise BadValue(_("{where}: has the place of the eye and azimuth, elevation or distance, too; one of both "
                             "says where it is").format(where=where))
        if last is not None and not key["t"] > last:
            raise BadValue(_("{where}: t = {t:g} s is not later than the keyframe before, {last:g} s").format(
                where=where, t=key["t"], last=last))
        last = key["t"]


def check_parts(what: str, part: Mapping | None, names: Sequence[str]):
    """Raises BadValue where a part of a recipe has not all that it needs."""
    missing = [name for name in names if part is not None and name not in part]
    if missing:
        raise BadValue(_("film, '{name}': needs {missing}").format(name=what, missing=", ".join(missing)))
