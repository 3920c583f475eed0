"""Runs first in the packaged program: makes Qt find its files wherever the folder lies.

PyQt5 writes Qt's prefix into a file qt.conf in memory, as plain text; Qt reads that as Latin-1 and splits it at commas,
so from a folder with Cyrillic letters or a comma in its path the web engine does not find its own process. A file of
the same name that is there before is read instead. This one is written with escapes.
"""

import ctypes
import os
import sys
from pathlib import Path

# int version, tree, names, data: bool qRegisterResourceData(int, const uchar *, const uchar *, const uchar *)
LIBRARIES = {"linux": ("PyQt5/Qt5/lib/libQt5Core.so.5", "_Z21qRegisterResourceDataiPKhS0_S0_"),
             "win32": ("PyQt5/Qt5/bin/Qt5Core.dll", "?qRegisterResourceData@@YA_NHPEBE00@Z")}

kept = []        # Qt does not copy what it is given


def escaped(text: str) -> str:
    """As a value of an .ini file, every letter as the number of its UTF-16 units."""
    units = text.encode("utf-16-be")
    return "".join(f"\\x{256*high + low:x}" for high, low in zip(units[::2], units[1::2], strict=True))


def tell_prefix(inner: Path):
    """Give Qt the folder of its files before PyQt5 does."""
    from _pyi_rth_utils import qt
    path, symbol = LIBRARIES[sys.platform]
    text = f"[Paths]\nPrefix = {escaped((inner / 'PyQt5' / 'Qt5').as_posix())}\n".encode("ascii")
    register = getattr(ctypes.CDLL(str(inner / path)), symbol)
    register.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p]
    kept.extend((qt._QT_CONF_RESOURCE_STRUCT, qt._QT_CONF_RESOURCE_NAME, len(text).to_bytes(4, "big") + text))
    register(1, *kept)


def speak_utf8():
    """Names of files are UTF-8 for Qt too, whatever the session says; "C" would turn all other letters into "?"."""
    import locale
    if sys.platform.startswith("linux") and locale.nl_langinfo(locale.CODESET).upper() != "UTF-8":
        os.environ["LC_ALL" if os.environ.get("LC_ALL") else "LC_CTYPE"] = "C.UTF-8"


if getattr(sys, "frozen", False):
    speak_utf8()
    if sys.platform in LIBRARIES:
        tell_prefix(Path(sys._MEIPASS))
