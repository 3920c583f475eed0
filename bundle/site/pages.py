"""The frame of all pages, their addresses, and the folder that they are written to."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, relpath

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sandbox.text import LANGUAGES
from sandbox.version import VERSION

HERE = Path(__file__).parent
WORDS = tomllib.loads((HERE/"words.toml").read_text(encoding="utf-8"))
ENGLISH = "en"


def address(code: str, path: str) -> str:
    """Returns where a page of a language lies in the folder; English ones lie at the top."""
    return path if code == ENGLISH else f"{code}/{path}"


@dataclass(frozen=True)
class Page:
    """A page: its place in the folder of its language, and what stands in it.

    path      as "scenes/coin.html";  kind  class of its <main>;  template  of templates/
    codes     languages in which it is; the menu of the others leads to the first one
    """

    path: str
    title: str
    kind: str
    codes: tuple[str, ...] = (ENGLISH,)
    template: str = "base.html"


class Folder:
    """The folder of the site."""

    def __init__(self, path: Path, menu: tuple[tuple[str, str, tuple[str, ...]], ...]):
        """menu   word (words.toml), path, languages of the pages that every page leads to"""
        self.path, self._menu = path, menu
        self._templates = Environment(loader=FileSystemLoader(HERE/"templates"), autoescape=True,
                                      undefined=StrictUndefined, keep_trailing_newline=True)

    def write(self, place: str, content: bytes | str):
        """Writes a file of the folder."""
        target = self.path/place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))

    def write_page(self, page: Page, code: str, content: str = "", **more):
        """Writes a page in a language."""
        here = address(code, page.path)

        def seen(place: str) -> str:
            return relpath(place, dirname(here) or ".")

        def of(path: str, codes: tuple[str, ...]) -> str:
            return seen(address(code if code in codes else codes[0], path))

        others = [other for other in LANGUAGES if other != code and other in page.codes]
        words = WORDS[code]
        text = self._templates.get_template(page.template).render(
            title=page.title, kind=page.kind, words=words, version=VERSION, content=Markup(content),
            root=join(seen("."), ""), here=seen(here), home=of("index.html", tuple(LANGUAGES)),
            places=[(words[word], of(path, codes)) for word, path, codes in self._menu],
            other=seen(address(others[0], page.path)) if others else "", other_code=others[0] if others else "", **more)
        self.write(here, text)
