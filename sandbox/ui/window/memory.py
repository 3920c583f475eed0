"""What the window writes into the settings when it closes, and how it comes back from there."""

import json
from contextlib import suppress

from sandbox.errors import BadValue
from sandbox.qt.core import QByteArray
from sandbox.qt.widgets import QMainWindow
from sandbox.workspace.results import nickname_of

LONGEST_RECENT = 20_000       # letters
ANGLES = "rad=deg"            # units before a person chose any: angles in degrees
LAYOUT = 3        # number of the present kind of layout; one of another kind is left out, a new panel keeps its place


def restore(window: QMainWindow, settings) -> bool:
    """Place and docks as they were; what cannot be understood is left out. Returns whether the docks are."""
    if settings is None or not settings["window"]:
        return False
    try:
        stored = json.loads(settings["window"])
        geometry, state = (QByteArray.fromBase64(stored[key].encode()) for key in ("geometry", "state"))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False
    window.restoreGeometry(geometry)
    return window.restoreState(state, LAYOUT)


def choices(settings) -> dict:
    """What a person chose for the window itself."""
    first = {"text_scale": 1.0, "quality": "auto", "plots": "speed", "units": ANGLES, "tools": ""}
    found = {}
    for name in first if settings is not None else ():
        with suppress(KeyError):
            found[name] = settings[name]
    return {**first, **found}


def shot(settings) -> str:
    """How much finer than the screen pictures are: "1", "2" or "4"."""
    try:
        return settings["shot"]
    except (TypeError, KeyError):
        return "1"


def is_on(settings, name: str, otherwise: bool) -> bool:
    """Whether a person has switched something on; `otherwise` where nothing is remembered."""
    try:
        return bool(settings[name])
    except (TypeError, KeyError):
        return otherwise


def recent(settings) -> list[str]:
    """The files that were used last, the newest first."""
    try:
        stored = json.loads(settings["recent"])
    except (TypeError, KeyError, ValueError, RecursionError):
        return []
    return [name for name in stored if isinstance(name, str)] if isinstance(stored, list) else []


def nickname(settings) -> str:
    """Who plays challenges, "" for nobody in particular."""
    try:
        return nickname_of(settings["nickname"])
    except (TypeError, KeyError, BadValue):
        return ""


def last_scene(settings) -> tuple[str, str]:
    """The scene that was shown last and its preset, "" where there was none."""
    try:
        return settings["scene"], settings["preset"]
    except (TypeError, KeyError):
        return "", ""


def remember_recent(settings, names: list[str]):
    """Keeps the files that were used last; names too long to be kept go, the oldest first."""
    if settings is None:
        return
    text = json.dumps(names)
    while len(text) > LONGEST_RECENT:
        names = names[:-1]
        text = json.dumps(names)
    settings["recent"] = text


def remember(settings, name: str, value):
    """Keeps a choice where settings are kept."""
    if settings is not None:
        settings[name] = value


def save(window: QMainWindow, settings, scene: str, preset: str, **choices: str):
    """Writes what holds; `choices` are further settings."""
    if settings is None:
        return
    stored = {"geometry": window.saveGeometry(), "state": window.saveState(LAYOUT)}
    settings["window"] = json.dumps({key: bytes(data.toBase64()).decode() for key, data in stored.items()})
    if scene:
        settings["scene"], settings["preset"] = scene, preset[:100]
    for key, value in choices.items():
        settings[key] = value
    settings.save()
