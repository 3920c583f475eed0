"""Texts for people go through here, so that one catalogue serves window, scenes and command line.

English stands in the sources. A translation is a text file sandbox/locale/<language>/sandbox.po, turned into a
catalogue in memory when its language is chosen; `python -m sandbox.locale` keeps it up to date with the sources.
"""

import os
import re
from contextlib import suppress
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

LANGUAGES = {"en": "English", "ru": "Русский"}
FOLDER = Path(__file__).parent / "locale"
UNITS = "m s kg g N J rad deg Hz mm cm ms MB"     # symbols that `unit_text` knows

_catalogue = NullTranslations()
_language = "en"


def _(message: str) -> str:
    """The message in the chosen language, or as it is."""
    return _catalogue.gettext(message) if message else ""


def said(sentence: str) -> str:
    """A sentence that is written down in one place and translated by `_` where people read it."""
    return sentence


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a message that goes with `count` things."""
    return _catalogue.ngettext(one, many, count)


def unit_text(unit: str) -> str:
    """A unit as people read it in the chosen language, its powers and signs as they are: "kg m²" is "кг м²".

    Files and `--json` keep the symbols of the SI.
    """
    symbols = dict(zip(UNITS.split(), _("m s kg g N J rad deg Hz mm cm ms MB").split(), strict=False))
    return re.sub("[A-Za-z]+", lambda found: symbols.get(found[0], found[0]), unit)


def language() -> str:
    """The chosen language: a key of LANGUAGES."""
    return _language


def set_language(code: str = "") -> str:
    """Choose the language of all texts from now on; "" is that of the system. Returns what was chosen.

    English takes the place of a language that is not known here or whose catalogue cannot be read.
    """
    global _catalogue, _language
    code = code or system_language()
    _catalogue, _language = NullTranslations(), "en"
    if code != "en" and code in LANGUAGES:
        with suppress(OSError, ValueError):
            _catalogue, _language = read_catalogue(FOLDER / code / "sandbox.po"), code
    return _language


def system_language() -> str:
    """The language of the environment (LC_ALL, LC_MESSAGES, LANG, or the window system's), English otherwise."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((name for name in names if name), "")
    if not name and os.name == "nt":
        import locale
        name = locale.getlocale()[0] or ""
    code = {"russian": "ru"}.get(name.split("_")[0].lower(), name[:2].lower())
    return code if code in LANGUAGES else "en"


def read_catalogue(path: Path) -> GNUTranslations:
    """A .po file as a catalogue; Babel is only needed, and only loaded, for that."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po
    compiled = BytesIO()
    try:
        with open(path, "rb") as file:
            write_mo(compiled, read_po(file, abort_invalid=True))
    except PoFileError as error:
        raise ValueError(str(error)) from error
    compiled.seek(0)
    return GNUTranslations(compiled)
