"""What modes are called in the language of the moment."""

from collections.abc import Iterable

from sandbox.text import _, name_text


def mode_words() -> dict[str, str]:
    """The modes of a body in the language of the moment."""
    return {"rolling": _("rolling"), "rubber": _("rolling without spin"), "sliding": _("sliding"),
            "flight": _("in flight"), "on_others": _("touching others only"), "rest": _("at rest"),
            "hold": _("holding"), "slide": _("sliding"), "viscous": _("creeping"),
            "ideal": _("ideal"), "penalty": _("held by a spring"), "pressed": _("pressed in")}


def title_words() -> dict[str, str]:
    """Modes of a table that share their word with another one, in the language of the moment."""
    return {"slip_onset": _("slip begins"), "slip_end": _("slip ends"), "rest_end": _("roll ends"),
            "roll_onset": _("roll begins"), "unturned": _("sliding without turning"),
            "unturned_onset": _("slip without turning begins"), "unturned_end": _("slip without turning ends"),
            "turn_onset": _("turning begins"), "turn_end": _("turning ends"),
            "resisted": _("rolling against resistance"), "pivot": _("spinning on the spot"),
            "ball": _("rolling as a ball"), "free": _("free"), "beyond": _("beyond"), "within": _("within"),
            "world": _("all contacts together")}


def mode_title(name: str) -> str:
    """A mode of a table by its name, in words: what it does on which support, of several switches what each is."""
    support, _between, own = name.rpartition("/")
    known = mode_words() | title_words()
    words = ", ".join(known.get(part, part) for part in own.split(", "))
    return f"{name_text(support)}: {words}" if support else words


def mode_text(mode: str) -> str:
    """A mode in words: of several blades, what each does."""
    return ", ".join(mode_words().get(part, part) for part in mode.split(", "))


def followers_text(names: Iterable[str], in_words: bool = False) -> str:
    """Returns names of modes as short as they can be told: those of one support behind its name, once."""
    own: dict[str, list[str]] = {}
    for name in names:
        support, _between, mode = name.rpartition("/")
        own.setdefault(name_text(support) if in_words else support, []).append(mode_title(mode) if in_words else mode)
    return "; ".join(f"{support}: {', '.join(modes)}" if support else ", ".join(modes)
                     for support, modes in own.items())
