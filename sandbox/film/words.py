"""What is typed about a film, as its recipe has it: angles in degrees become radians, words become parts."""

from collections.abc import Iterable
from math import degrees, isfinite, radians

from sandbox.errors import BadValue
from sandbox.text import _

ANGLES, PLACES = ("azimuth", "elevation"), ("at", "eye")
KEY_NAMES = ("t", *ANGLES, "distance", *PLACES)
SLOW = {"speed": 1/8, "before": 0.5, "after": 1.5}       # where nothing else is said
CAPTION = 4.0            # [s] of film
LARGEST = 4096           # [px]


def number(text, name: str) -> float:
    """Returns the finite number in the text of the option --name, a fraction like 1/4 too, or raises BadValue."""
    return finite(text, f"--{name}")


def finite(text, where: str) -> float:
    """Returns the finite number in a text, a fraction like 1/4 too; BadValue names `where`."""
    try:
        above, stroke, below = str(text).partition("/")
        value = float(above)/float(below) if stroke else float(above)
    except (ValueError, ZeroDivisionError):
        value = float("nan")
    if not isfinite(value):
        raise BadValue(_("{where}: got {found!r}, needs a number").format(where=where, found=text))
    return value


def whole(text, name: str) -> int:
    """Returns the whole number in the text of an option; BadValue names it."""
    value = finite(text, f"--{name}")
    if value != round(value):
        raise BadValue(_("--{name}: got {found!r}, needs a whole number").format(name=name, found=text))
    return int(value)


def words_of(text: str) -> tuple[str, ...]:
    """Returns the words between commas; "none" is no word."""
    return tuple(word for word in (part.strip() for part in text.split(",")) if word and word != "none")


def size_of(text: str, known) -> tuple[int, int]:
    """Returns the size of a film (width, height) [px]: one of the known names, or WIDTHxHEIGHT."""
    if text in known:
        return known[text]
    width, _x, height = text.partition("x")
    if not (width.isascii() and height.isascii() and width.isdigit() and height.isdigit() and len(text) < 12):
        raise BadValue(_("--size: got {found!r}, needs {known} or WIDTHxHEIGHT, even numbers up to {most}").format(
            found=text, known=", ".join(known), most=LARGEST))
    return int(width), int(height)


def key_of(text: str) -> dict:
    """Returns the keyframe in the text of an option --key."""
    key: dict = {}
    for part in text.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or name not in KEY_NAMES or name in key:
            raise BadValue(_("keyframe {found!r}: needs NAME=VALUE,... with each of {known} once at most").format(
                found=text, known=", ".join(KEY_NAMES)))
        where = _("keyframe {found!r}, {name}").format(found=text, name=name)
        if name in PLACES:
            place = value.split(":")
            if len(place) != 3:
                raise BadValue(_("{where}: needs three numbers X:Y:Z").format(where=where))
            key[name] = tuple(finite(x, where) for x in place)
        else:
            found = finite(value, where)
            key[name] = radians(found) if name in ANGLES else found
    return key


def key_text(key: dict) -> str:
    """Returns a keyframe as it is typed."""
    parts = []
    for name, value in key.items():
        if name in PLACES:
            parts.append(f"{name}=" + ":".join(f"{x:.6g}" for x in value))
        else:
            parts.append(f"{name}={degrees(value) if name in ANGLES else value:.6g}")
    return ",".join(parts)


def keys_of(texts: Iterable[str]) -> tuple[dict, ...]:
    """Returns the keyframes in some texts, in the order of their times."""
    return tuple(sorted(map(key_of, texts), key=lambda key: key.get("t", 0.0)))


def slow_of(kinds: str | None, speed: str | None, around: str | None) -> dict | None:
    """Returns the slow motion that the options --slow, --slow-speed and --slow-around ask for, None for none."""
    if kinds is None:
        raise BadValue(_("--slow-speed and --slow-around need --slow with kinds of events"))
    slow = {"kinds": words_of(kinds), **SLOW}
    if speed is not None:
        slow["speed"] = number(speed, "slow-speed")
    if around is not None:
        ends = around.split(",")
        if len(ends) != 2:
            raise BadValue(_("--slow-around: got {found!r}, needs BEFORE,AFTER in seconds").format(found=around))
        slow["before"], slow["after"] = (number(x, "slow-around") for x in ends)
    return slow if slow["kinds"] else None


def plots_of(keys: Iterable[str]) -> tuple[str, ...]:
    """Returns the plots that the options --plot ask for; "none" is no plot."""
    return tuple(key.replace(" ", "") for key in keys if key != "none")


def caption_of(text: str) -> dict:
    """Returns the caption in the text of an option --caption: T=TEXT or T+SECONDS=TEXT."""
    when, equals, said = text.partition("=")
    t, plus, seconds = when.partition("+")
    if not equals or not said.strip():
        raise BadValue(_("caption {found!r}: needs T=TEXT or T+SECONDS=TEXT").format(found=text))
    where = _("caption {found!r}").format(found=text)
    return {"t": finite(t, where), "seconds": finite(seconds, where) if plus else CAPTION,
            "text": said.strip().replace("\\n", "\n")}


def captions_of(texts: Iterable[str]) -> tuple[dict, ...]:
    """Returns the captions in some texts."""
    return tuple(map(caption_of, texts))


def caption_text(caption: dict) -> str:
    """Returns a caption as it is typed."""
    said = caption["text"].replace("\n", "\\n")
    return f"{caption['t']:g}+{caption['seconds']:g} = {said}"
