"""Texts for people go through here, so that one catalogue serves window, scenes and command line.

English stands in the sources. A translation is a text file sandbox/locale/<language>/sandbox.po, which
`python -m sandbox.locale` keeps up to date with the sources. Babel makes a catalogue of it when its language is chosen;
an installed program brings the finished one, sandbox.mo beside it, and needs no Babel.
"""

import os
import re
import struct
from contextlib import suppress
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

LANGUAGES = {"en": "English", "ru": "Русский"}
FOLDER = Path(__file__).parent / "locale"
# symbols that `unit_text` knows
UNITS = "m s kg g N J rad deg Hz mm cm ms MB km min mg mrad mN kN mJ µJ kJ h rpm turn"

_catalogue = NullTranslations()
_language = "en"


def _(message: str) -> str:
    """Returns the message in the chosen language, in English where there is no translation."""
    return _catalogue.gettext(message) if message else ""


def N_(sentence: str) -> str:
    """Returns the sentence as it is, and marks it for the catalogue; `_` translates it where people read it."""
    return sentence


def first_sentence(docstring: str) -> str:
    """Returns the first line of a docstring, without its stop."""
    return docstring.strip().partition("\n")[0].rstrip(".")


def name_text(name: str) -> str:
    """Returns the name of a body or support in the chosen language; its numbers stay: "wall 3" becomes "стенка 3", and
    "tower 2, brick 1" becomes "башня 2, кирпич 1"."""
    parts = []
    for part in name.split(", "):
        word, gap, number = part.rpartition(" ")
        parts.append(f"{_(word)} {number}" if gap and number.isdecimal() else _(part))
    return ", ".join(parts)


@lru_cache(maxsize=256)
def unit_text(unit: str) -> str:
    """Returns a unit in the chosen language, its powers and signs as they are: "kg m²" becomes "кг м²".

    Files and `--json` keep the symbols of the SI.
    """
    known = _("m s kg g N J rad deg Hz mm cm ms MB km min mg mrad mN kN mJ µJ kJ h rpm turn")
    symbols = dict(zip(UNITS.split(), known.split(), strict=False))
    return re.sub("[A-Za-zµ]+", lambda found: symbols.get(found[0], found[0]), unit)


def language() -> str:
    """Returns the chosen language, a key of LANGUAGES."""
    return _language


def set_language(code: str = "") -> str:
    """Chooses the language of all texts from now on, "" the one of the system; returns the language chosen.

    English takes the place of a language that is not known here or whose catalogue cannot be read, for example without
    Babel.
    """
    global _catalogue, _language
    code = code or system_language()
    _catalogue, _language = NullTranslations(), "en"
    if code != "en" and code in LANGUAGES:
        with suppress(OSError, ValueError, ImportError):
            _catalogue, _language = read_catalogue(FOLDER / code / "sandbox.po"), code
    unit_text.cache_clear()
    return _language


def system_language() -> str:
    """Returns the language of the environment (LC_ALL, LC_MESSAGES, LANG, or that of Windows), otherwise English."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((name for name in names if name), "")
    if not name and os.name == "nt":
        import locale
        name = locale.getlocale()[0] or ""
    code = {"russian": "ru"}.get(name.split("_")[0].lower(), name[:2].lower())
    return code if code in LANGUAGES else "en"


def read_catalogue(path: Path) -> GNUTranslations:
    """Returns the catalogue of a .po file: the finished one beside it or, without that, one made by Babel.

    ValueError when it is broken, ImportError without Babel.
    """
    finished = path.with_suffix(".mo")
    data = finished.read_bytes() if finished.exists() else finished_catalogue(path)
    try:
        return GNUTranslations(BytesIO(data))
    except (struct.error, LookupError) as error:
        raise ValueError(f"'{path}': {error}") from error


def finished_catalogue(path: Path) -> bytes:
    """Returns a .po file in the form that gettext reads; ValueError when it is broken."""
    return _finished(path.read_bytes())


@lru_cache(maxsize=1)
def _finished(content: bytes) -> bytes:
    """Returns what `finished_catalogue` does of what stands in a file; Babel is loaded only here.

    It takes half a second, which people who go to and fro between two languages wait for once.
    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po
    finished = BytesIO()
    try:
        write_mo(finished, read_po(BytesIO(content), abort_invalid=True))
    except PoFileError as error:
        raise ValueError(str(error)) from error
    return finished.getvalue()
