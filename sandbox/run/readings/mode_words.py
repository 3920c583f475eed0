"""What modes are called in the language of the moment."""

from collections.abc import Iterable

from sandbox.text import _


def mode_words() -> dict[str, str]:
    """The modes of a body in the language of the moment."""
    return {"rolling": _("rolling"), "rubber": _("rolling without spin"), "sliding": _("sliding"),
            "flight": _("in flight"), "rest": _("at rest"), "hold": _("holding"), "slide": _("sliding"),
            "viscous": _("creeping"), "ideal": _("ideal"), "penalty": _("held by a spring"), "pressed": _("pressed in")}


def mode_text(mode: str) -> str:
    """A mode in words: of several blades, what each does."""
    return ", ".join(mode_words().get(part, part) for part in mode.split(", "))


def followers_text(names: Iterable[str]) -> str:
    """Returns names of modes as short as they can be told: those of one support behind its name, once."""
    own: dict[str, list[str]] = {}
    for name in names:
        support, _between, mode = name.rpartition("/")
        own.setdefault(support, []).append(mode)
    return "; ".join(f"{support}: {', '.join(modes)}" if support else ", ".join(modes)
                     for support, modes in own.items())
