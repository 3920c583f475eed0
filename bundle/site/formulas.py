r"""Formulas of TeX as HTML and MathML: KaTeX, which the program brings, is run here, so that pages need no script."""

import re
from collections.abc import Mapping
from functools import cache
from html import escape, unescape
from pathlib import Path

from bundle.katex import FOLDER
from sandbox.qt.core import QCoreApplication
from sandbox.qt.script import QJSEngine, QJSValue
from sandbox.sheet.symbols import with_symbols

RENDER = """(tex, is_display) => katex.renderToString(tex, {displayMode: is_display, throwOnError: true,
    strict: "ignore", maxExpand: 1000, output: "htmlAndMathml"})"""
# places that sheets leave for formulas (sandbox/sheet/body.py)
PLACE = re.compile(r'<(?P<tag>div|span)(?P<kind> class="formula")? data-tex="(?P<tex>[^"]*)"'
                   r'(?: data-tail="(?P<tail>[^"]*)"| data-bare)?></(?P=tag)>')
LIVE = re.compile(r'<(?P<tag>b|td) class="live" data-field="(?P<field>[^"]*)">…')


class Formulas:
    """KaTeX in Qt's engine for scripts: no window, no network."""

    def __init__(self, folder: Path = FOLDER):
        # Qt wants its application before anything else of it is there
        self._application = QCoreApplication.instance() or QCoreApplication([])
        self._engine = QJSEngine()
        loaded = self._engine.evaluate((folder/"katex.min.js").read_text(encoding="utf-8"))
        self._render = self._engine.evaluate(RENDER)
        if loaded.isError() or self._render.isError():
            raise RuntimeError(loaded.toString() if loaded.isError() else self._render.toString())
        self.shown = cache(self._shown)

    def _shown(self, tex: str, is_display: bool = False) -> str:
        """Returns a formula as HTML, for eyes, and MathML, for those who listen; ValueError where KaTeX refuses it."""
        answer = self._render.call([QJSValue(tex), QJSValue(is_display)])
        if answer.isError():
            raise ValueError(f"{tex!r}: {answer.toString()}")
        return answer.toString()

    def in_sheet(self, html: str, symbols: Mapping[str, str], values: Mapping[str, str]) -> str:
        """Returns the HTML of a sheet of theory with its formulas and live numbers put in."""
        def formula(place: re.Match) -> str:
            tex = with_symbols(unescape(place["tex"]), symbols)
            shown = self.shown(tex, place["kind"] is not None)
            if place["kind"]:
                return f'<div class="formula">{shown}</div>'
            # what follows a formula closely stays on its line
            return f'<span class="inline">{shown}{place["tail"] or ""}</span>'

        def number(place: re.Match) -> str:
            return f'<{place["tag"]} class="live">{escape(values.get(unescape(place["field"]), "—"))}'
        return LIVE.sub(number, PLACE.sub(formula, html))
