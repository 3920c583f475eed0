"""What the page may answer: it draws texts of scenes and runs foreign libraries, so that it is believed no more than
a file. What does not fit is left out and noted, the rest holds."""

import json
import logging
from collections.abc import Mapping
from math import isfinite

from sandbox.errors import BadValue
from sandbox.schema import List, Number, Record, Switch, Text, Whole
from sandbox.view.camera import MODES
from sandbox.view.pick.eye import MOST as MOST_OF_EYE
from sandbox.view.pick.eye import NUMBERS

log = logging.getLogger(__name__)

LONGEST = 1_000_000      # letters of an answer
MOST_EVENTS = 256        # of an answer; the newest are kept
DEEPEST, MOST, TEXT = 3, 64, 200      # levels, parts and letters of an event
COUNTS = Whole(0, 2**53)

POLL = Record({"mode": Text(10, "|".join(MODES)), "at": List(Number(-1e9, 1e9), 6, 6), "home": Switch()})
KINDS = {"draws": COUNTS, "shown": COUNTS, "frame": COUNTS, "lost": Switch(), "awake": Switch(), "ready": Switch(),
         "webgl2": Switch(), "software": Switch(), "smooth": Switch(), "renderer": Text(1000), "error": Text(100_000),
         "guarded": List(Text(100), 0, 100), "eye": List(Number(-MOST_OF_EYE, MOST_OF_EYE), NUMBERS, NUMBERS),
         "width": Number(0, 100_000), "height": Number(0, 100_000)}


def answer_of(text: str) -> dict:
    """Returns what an answer of the page says: values of KINDS, "look" {"mode", "at", "home"} and "events", a list of
    dicts."""
    try:
        if len(text) > LONGEST:
            raise ValueError(f"{len(text)} letters")
        answer = json.loads(text)
        if not isinstance(answer, dict):
            raise ValueError("no object")
    except (ValueError, RecursionError) as error:
        log.warning("page: an answer was left out (%s)", str(error)[:TEXT])
        return {"events": []}
    events = answer.get("events", [])
    newest = events[-MOST_EVENTS:] if isinstance(events, list) else []
    return {**fitting(answer), "events": [one for one in newest if isinstance(one, dict) and is_plain(one)]}


def fitting(answer: Mapping) -> dict:
    """Returns the parts of an answer that are what they should be."""
    found = {}
    for name, kind in [*KINDS.items(), ("look", POLL)]:
        if name in answer:
            try:
                value = kind.take(answer[name], f"page, {name!r}")
            except BadValue as error:
                log.warning("%s", error)
                continue
            if name != "look" or is_look(value):
                found[name] = value
    return found


def is_look(look: Mapping) -> bool:
    """Whether a camera can stand there: mode and place, and a range [m] above 0."""
    return "mode" in look and "at" in look and look["at"][5] > 0.0


def is_plain(value, level: int = 0) -> bool:
    """Whether an event, or a part of one, is made of few short texts and finite numbers."""
    if isinstance(value, str):
        return len(value) <= TEXT
    if isinstance(value, int | float) and not isinstance(value, bool):
        return abs(value) <= 1e300 and isfinite(value)
    if isinstance(value, list | dict):
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        return level < DEEPEST and len(value) <= MOST and all(is_plain(part, level + 1) for part in parts)
    return True
