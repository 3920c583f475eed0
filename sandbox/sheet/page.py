"""The page of a sheet: a shell that the window fills, whose files it serves, or one file that holds all of it.

KaTeX 0.19.1 lies beside this file as its authors distribute it (katex/LICENSE); bundle/katex.py says where it is from.
"""

import base64
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from pathlib import Path

from sandbox.sheet.body import body_of
from sandbox.sheet.sheet import TheorySheet
from sandbox.text import _, language

HERE = Path(__file__).parent
FONT = re.compile(r"katex/fonts/KaTeX_[A-Za-z0-9]+-[A-Za-z]+\.woff2")
TYPES = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}
STYLES, SCRIPTS = ("katex/katex.min.css", "sheet.css"), ("katex/katex.min.js", "sheet.js")
# nothing is fetched from anywhere, whatever a scene says
POLICY = "default-src 'none'; script-src {own}; style-src {own} 'unsafe-inline'; font-src {fonts}"
FACE = re.compile(r'src:url\((fonts/[^)]*\.woff2)\) format\("woff2"\)[^}]*')

DOCUMENT = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
{styles}
</head>
<body>
<main id="sheet"></main>
<div id="tip"></div>
{scripts}
</body>
</html>
"""


def file_of(path: str) -> tuple[str, bytes] | None:
    """Returns type and content of a file of the shell by its path, "" the shell itself; None where there is no such."""
    if path == "":
        return "text/html", shell().encode("utf-8")
    if path not in (*STYLES, *SCRIPTS) and not FONT.fullmatch(path):
        return None
    try:
        return TYPES[Path(path).suffix], (HERE / path).read_bytes()
    except OSError:
        return None


@lru_cache(maxsize=1)
def shell() -> str:
    """Returns the empty page; `show` of sheet.js fills it."""
    return DOCUMENT.format(
        lang="en", title="Jacobi Sandbox", policy=POLICY.format(own="'self'", fonts="'self'"),
        styles="\n".join(f'<link rel="stylesheet" href="{name}">' for name in STYLES),
        scripts="\n".join(f'<script src="{name}"></script>' for name in SCRIPTS))


def shown(sheet: TheorySheet, preset: str = "") -> dict:
    """Returns what `show` of sheet.js takes."""
    return {"key": sheet.scene.id, "lang": language(), "html": body_of(sheet, preset), "symbols": sheet.symbols,
            "texts": {p.name: _(p.about) or p.shown_name for p in sheet.scene.parameters}}


def document_of(sheet: TheorySheet, values: Mapping[str, str], preset: str = "") -> str:
    """Returns the sheet as one HTML file that needs nothing else; `values` has the texts of its live numbers."""
    content = f"show({in_script(shown(sheet, preset))}); tell({in_script(dict(values))})"
    styles = [_with_fonts(_text("katex/katex.min.css")), _text("sheet.css")]
    scripts = [*map(_text, SCRIPTS), content]
    return DOCUMENT.format(
        lang=language(), title=escape(sheet.title),
        policy=POLICY.format(own="'unsafe-inline'", fonts="data:"),
        styles="\n".join(f"<style>{text}</style>" for text in styles),
        scripts="\n".join(f"<script>{text}</script>" for text in scripts))


def in_script(value: object) -> str:
    """Returns a value as JSON that ends no script and begins no comment, wherever it stands."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).replace("<", "\\u003c").replace(
        "\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _text(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _with_fonts(style: str) -> str:
    """Returns KaTeX's style sheet with its fonts inside."""
    def inside(face):
        data = base64.b64encode((HERE / "katex" / face[1]).read_bytes()).decode("ascii")
        return f'src:url(data:font/woff2;base64,{data}) format("woff2")'

    return FACE.sub(inside, style)
