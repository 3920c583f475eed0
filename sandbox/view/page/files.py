"""The page: one document made of vpython's installed files, changed while it is served."""

import json
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from sandbox.qt.core import QBuffer, QByteArray, QIODevice
from sandbox.qt.web_core import QWebEngineUrlRequestJob, QWebEngineUrlSchemeHandler
from sandbox.view.page import backdrop, draw, floor_shadows, instances, ring
from sandbox.view.page.film import FILM
from sandbox.view.page.names import NAMES
from sandbox.view.page.rig import RIG
from sandbox.view.page.script import TRANSPORT
from sandbox.view.page.shade import GLOSSY
from sandbox.view.page.sight import SIGHT
from sandbox.view.page.vpython_changes import CHANGES
from sandbox.view.palette import FOCUS, INK, THEMES

SCHEME = b"jacobi"
PAGE = "jacobi://lab/"

# the document and the scripts that are put into it: one request is faster than four
LIBRARIES = "vpython_libraries"
DOCUMENT = "glowcomm.html"
SCRIPTS = ("jquery.min.js", "jquery-ui.custom.min.js", "glow.min.js")

SHADER_FROM, SHADER_TO = 'opaque_render_fragment:"', '"'
SOCKET_FROM, SOCKET_TO = "var ws = null", "// ****"


class MissingPiece(RuntimeError):
    """A text that this program replaces is missing in vpython's files; the message names it."""


def folder() -> Path:
    """Returns the folder of vpython, without importing it."""
    return Path(find_spec("vpython").origin).parent


@lru_cache(maxsize=1)
def document() -> bytes:
    """Returns the page as it is served; MissingPiece when vpython is another version than the changes are for."""
    return stock(DOCUMENT).encode("utf-8")


def stock(name: str) -> str:
    """Returns the text of an installed file of vpython with our changes."""
    return patched(name, (folder()/LIBRARIES/name).read_text(encoding="utf-8"))


def patched(name: str, text: str) -> str:
    """Returns the text of the file `name` with the changes of CHANGES; the document also takes in its scripts."""
    for purpose, old, new in CHANGES.get(name, ()):
        if old not in text:
            raise MissingPiece(f"{name} of vpython: no place for '{purpose}'")
        text = text.replace(old, new)
    if name == DOCUMENT:
        ours = (_colours() + RIG + SIGHT + draw.sources() + instances.sources() + ring.sources(FOCUS, INK)
                + floor_shadows.sources() + backdrop.sources() + NAMES + TRANSPORT + FILM)
        text = _between(name, text, SOCKET_FROM, SOCKET_TO, ours, keep=False)
        for script in SCRIPTS:
            tag = f'<script type="text/javascript" src="{script}"></script>'
            if tag not in text:
                raise MissingPiece(f"{name} of vpython: no {tag!r}")
            text = text.replace(tag, "<script>" + stock(script) + "</script>")
    if name == "glow.min.js":
        text = _between(name, text, SHADER_FROM, SHADER_TO, GLOSSY.replace("\n", "\\n"), keep=True)
    return text


def _between(name: str, text: str, first: str, last: str, instead: str, keep: bool) -> str:
    """Returns the text with everything between two marks replaced; `keep` says whether the first mark stays."""
    start = text.find(first)
    end = text.find(last, start + len(first))
    if start < 0 or end < 0:
        raise MissingPiece(f"{name} of vpython: no {first!r}")
    return text[:start + len(first)*keep] + instead + text[end:]


def _colours() -> str:
    """Returns the tones of the backdrop as a line of JavaScript."""
    return "const TONES = " + json.dumps(THEMES["dark"].of_page()) + "\n"


def page_file(url: str) -> tuple[str, bytes] | None:
    """Returns type and content of the page of the picture; None for any other address."""
    return ("text/html", document()) if url == PAGE else None


class Files(QWebEngineUrlSchemeHandler):
    """Answers requests; what is not there is not found.

    answer   answer(url): type and content, or None
    """

    def __init__(self, parent=None, answer=page_file):
        super().__init__(parent)
        self._answer = answer
        self._open = set()       # replies stay alive until their job is gone

    def requestStarted(self, job):
        found = self._answer(job.requestUrl().toString()) if bytes(job.requestMethod()) == b"GET" else None
        if found is None:
            job.fail(QWebEngineUrlRequestJob.Error.UrlNotFound)
            return
        kind, content = found
        buffer = QBuffer()
        buffer.setData(QByteArray(content))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._open.add(buffer)
        job.destroyed.connect(lambda: self._open.discard(buffer))
        job.reply(kind.encode("ascii"), buffer)
