"""Documents in Markdown as pages: links lead to the pages of the site, or are none where there is no such page."""

import re
from collections.abc import Callable
from posixpath import join, normpath

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

FORMATTER = HtmlFormatter(nowrap=True)
IS_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def code(text: str, language: str = "python") -> str:
    """Returns code with its words marked, for a <pre>."""
    try:
        lexer = get_lexer_by_name(language or "text", stripnl=False)
    except ClassNotFound:
        lexer = get_lexer_by_name("text", stripnl=False)
    return highlight(text, lexer, FORMATTER)


def _fence(text: str, language: str, _attributes: str) -> str:
    return f'<pre class="code"><code>{code(text, language)}</code></pre>'


def slug(text: str) -> str:
    """Returns the name of a heading in addresses, as those make it who show Markdown in repositories."""
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")


class Prose:
    """Makes HTML of Markdown.

    target   target(path) -> address, from the page, of a path of the repository, or None where there is none
    """

    def __init__(self, target: Callable[[str], str | None]):
        self._target = target
        self._parser = MarkdownIt("commonmark", {"html": False, "highlight": _fence}).enable("table")

    def page(self, text: str, folder: str = "") -> str:
        """Returns the HTML of a document that lies in a folder of the repository."""
        tokens = self._parser.parse(text)
        for before, token in zip([None, *tokens], tokens, strict=False):
            if token.type == "inline":
                if before is not None and before.type == "heading_open":
                    before.attrSet("id", slug(token.content.replace("`", "")))
                token.children = self._linked(token.children or [], folder)
        html = self._parser.renderer.render(tokens, self._parser.options, {})
        # a table that is wider than a phone is scrolled by itself
        return html.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")

    def _linked(self, tokens: list[Token], folder: str) -> list[Token]:
        """Returns the tokens of a paragraph with links and pictures that lead somewhere."""
        found: list[Token] = []
        is_dropped = False
        for token in tokens:
            if token.type == "link_open":
                address = self._address(str(token.attrGet("href")), folder)
                is_dropped = address is None
                if address is not None:
                    token.attrSet("href", address)
            if token.type == "image":
                address = self._address(str(token.attrGet("src")), folder)
                if address is None or IS_ADDRESS.match(address):
                    raise ValueError(f"a picture that is not here: {token.attrGet('src')}")
                token.attrSet("src", address)
                token.attrSet("loading", "lazy")
            if not (is_dropped and token.type in ("link_open", "link_close")):
                found.append(token)
            if token.type == "link_close":
                is_dropped = False
        return found

    def _address(self, address: str, folder: str) -> str | None:
        """Returns where a link leads, from the page."""
        if IS_ADDRESS.match(address) or address.startswith("#"):
            return address
        path, mark, place = address.partition("#")
        found = self._target(normpath(join(folder, path)))
        return None if found is None else found + mark + place
