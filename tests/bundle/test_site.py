"""The site: every link leads somewhere, nothing is asked of a network, both languages, the same bytes each time."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

import pytest

from bundle.site.build import build
from bundle.site.documents import documents
from bundle.site.formulas import Formulas
from bundle.site.modules import docstring, html_of, module_of
from bundle.site.prose import IS_ADDRESS, Prose
from tests.patience import HANGING
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]
SCENES = ("turntable", "hoop")
SECONDS = 0.5
# attributes by which a page asks for something at once; a link asks for it only when a person follows it
LOADED = {("img", "src"), ("script", "src"), ("iframe", "src"), ("link", "href"), ("source", "src"), ("video", "src")}


class Asked(HTMLParser):
    """What a page leads to and loads, and the places within it."""

    def __init__(self, text: str):
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.places: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.places.append(value)
            elif (tag, name) in LOADED:
                self.loaded.append(value)
            elif name == "href":
                self.links.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("site")/"site"
    build(out, [shipped().get(name) for name in SCENES], SECONDS)
    return out


def pages(site: Path) -> Iterator[tuple[str, Asked]]:
    """The pages of the site's own; those that play runs have their own tests (tests/exports/test_page.py)."""
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        if not name.startswith("play/"):
            yield name, Asked(path.read_text(encoding="utf-8"))


def test_every_link_leads_to_a_page_and_to_a_place_within_it(site):
    known = dict(pages(site))
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    inner, lost = 0, []
    for name, page in known.items():
        for address in (*page.links, *page.loaded):
            if IS_ADDRESS.match(address):
                continue
            path, _mark, place = address.partition("#")
            target = normpath(join(dirname(name), unquote(path))) if path else name
            inner += 1
            # what follows # of a page that plays is its language
            if target not in files or place and target in known and unquote(place) not in known[target].places:
                lost.append(f"{name}: {address}")
    assert lost == [] and inner > 1500


def test_names_of_places_are_unique_and_every_page_is_reached_from_the_first(site):
    known = dict(pages(site))
    double = [(name, place) for name, page in known.items() for place in set(page.places)
              if page.places.count(place) > 1]
    assert double == []
    reached, waiting = set(), ["index.html"]
    while waiting:
        name = waiting.pop()
        if name in reached or name not in known:
            continue
        reached.add(name)
        waiting += [normpath(join(dirname(name), link.partition("#")[0])) for link in known[name].links
                    if not IS_ADDRESS.match(link) and link.partition("#")[0]]
    assert reached == set(known)


def test_nothing_is_loaded_from_elsewhere(site):
    count = 0
    for name, page in pages(site):
        assert not [address for address in page.loaded if IS_ADDRESS.match(address)], name
        count += len(page.loaded)
    assert count > 300
    for path in (site/"assets").glob("*.css"):
        assert "@import" not in path.read_text(encoding="utf-8") and "//" not in path.read_text(encoding="utf-8")


def test_scenes_are_there_in_both_languages(site):
    for place, words in (("scenes/turntable.html", ("Ball on a turntable", "Derivation", "33 rpm record",
                                                     "3.491\u00a0rad/s", "../play/turntable.html#en")),
                         ("ru/scenes/turntable.html", ("Шар на вращающемся столе", "Вывод", "3.491\u00a0рад/с",
                                                        "../../play/turntable.html#ru"))):
        text = (site/place).read_text(encoding="utf-8")
        assert [word for word in words if word not in text] == []
        text = text.partition("<details><summary>" + {"s": "The file", "r": "Файл"}[place[0]])[0]
        # formulas are set: letters for eyes, MathML for those who listen; none is left for a script to do
        assert text.count("<math ") > 20 and "data-tex" not in text and "data-field" not in text and "\\p{" not in text
    assert "Сцены" in (site/"ru"/"index.html").read_text(encoding="utf-8")
    assert 'href="ru/index.html"' in (site/"index.html").read_text(encoding="utf-8")
    assert {page.name for page in (site/"play").iterdir()} == {f"{name}.html" for name in SCENES}


def test_documents_modules_and_the_tutorial_are_there(site):
    for language, page in documents().values():
        assert (site/("" if language == "en" else language)/page).is_file()
    api = (site/"api"/"sandbox.html").read_text(encoding="utf-8")
    import sandbox
    assert [name for name in sandbox.__all__ if f'id="{name}"' not in api] == []
    assert 'id="Run.to_xarray"' in api and "ends earlier has no rows after its end" in api
    told = (site/"docs"/"tutorial.html").read_text(encoding="utf-8")
    assert [word for word in ("mu = 0.23", "tutorial-3.svg", "<svg", "<iframe srcdoc") if word not in told] == []


@pytest.mark.slow
def test_the_same_sources_give_the_same_bytes(site, tmp_path):
    out = tmp_path/"again"
    build(out, [shipped().get(name) for name in SCENES], SECONDS)
    files = sorted(path.relative_to(site) for path in site.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(out) for path in out.rglob("*") if path.is_file()) and len(files) > 130
    assert [name for name in files if (site/name).read_bytes() != (out/name).read_bytes()] == []


def test_what_is_no_site_is_not_replaced(tmp_path):
    (tmp_path/"mine.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="holds something that is no site"):
        build(tmp_path, [])
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_every_formula_of_every_scene_is_set():
    from sandbox.sheet.body import body_of
    from sandbox.sheet.sheet import sheet_of
    formulas, count = Formulas(), 0
    for scene in shipped().scenes.values():
        sheet = sheet_of(scene)
        html = formulas.in_sheet(body_of(sheet), sheet.symbols, {})
        assert "data-tex" not in html, scene.id
        count += html.count('<span class="katex">')
    assert count > 1500
    with pytest.raises(ValueError, match="frac"):
        formulas.shown(r"\frac{1")


def test_texts_of_modules_are_no_markup_and_equations_stay_as_they_are(tmp_path):
    text = ("What <b> it is.\n\n    v = a*b   (law)\n\na  first [m];  b, c  others & `d`\n   go on\n"
            "returns  nothing\n\nEnd.")
    assert docstring(text) == (
        "<p>What &lt;b&gt; it is.</p><pre>v = a*b   (law)</pre>"
        '<div class="wide"><table class="rows"><tr><td><code>a</code></td><td>first [m]</td></tr>'
        "<tr><td><code>b, c</code></td><td>others &amp; <code>d</code> go on</td></tr>"
        "<tr><td><code>returns</code></td><td>nothing</td></tr></table></div><p>End.</p>")
    path = tmp_path/"one.py"
    path.write_text('"""M."""\n\nclass A:\n    """An A."""\n    def __init__(self, x: float = 1.0):\n        pass\n'
                    '    @property\n    def y(self):\n        """A y."""\n    def f(self, z):\n        """An f."""\n'
                    '    def _g(self):\n        """Hidden."""\n\ndef h():\n    pass\n')
    item, = module_of(path, "one").items
    assert item.call == "A(x: float=1.0)" and [one.call for one in item.members] == ["y", "f(z)"]
    assert 'id="A.f"' in html_of(item) and "Hidden" not in html_of(item)


def test_links_of_documents_lead_to_pages_or_are_none():
    prose = Prose(lambda path: {"docs/b.md": "b.html"}.get(path))
    assert prose.page("[x](b.md#c) [y](../away.py) [z](#own)", "docs") == (
        '<p><a href="b.html#c">x</a> y <a href="#own">z</a></p>\n')
    assert '<h2 id="names-of-things">' in prose.page("## Names of `things`")
    assert "<script>" not in prose.page("<script>alert(1)</script>")
    with pytest.raises(ValueError, match="picture that is not here"):
        prose.page("![x](https://example.org/a.png)")


@pytest.mark.window
def test_it_is_seen_on_a_phone_and_on_a_screen_and_plays(site, tmp_path):
    report = tmp_path/"seen.json"
    command = [sys.executable, str(Path(__file__).with_name("opened_site.py")), str(site), str(report)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "xcb"},
                          timeout=HANGING, capture_output=True, text=True, errors="replace")
    assert report.exists(), f"no report (exit {done.returncode}):\n{done.stdout}\n{done.stderr}"
    told = json.loads(report.read_text())
    assert [address for address in told["seen"] if not address.startswith((site.as_uri(), "data:", "blob:"))] == []
    assert len(told["pages"]) == 10 and told["problems"] == []
    for page in told["pages"]:
        # nothing has to be moved sideways to be read
        assert page["wide"] <= page["width"] and page["tones"] > 20, page
    assert told["lost"] == [] and told["frames"] == 1 and told["played"]["title"] == "Шар на вращающемся столе"
    assert told["played"]["t"] == pytest.approx(0.5, abs=1e-6) and told["played"]["failed"] == ""
    assert told["played"]["right"] <= 400      # [px] no button of the page that plays is beyond a phone's edge
