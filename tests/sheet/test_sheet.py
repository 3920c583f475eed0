"""The theory of a scene: what is read of its docstring, what is refused, how it is written."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bundle import katex
from sandbox.scene import Ball, Card, Number, Parameter, Plane, Scene, Start, Try
from sandbox.sheet.body import body_of, inline
from sandbox.sheet.marked import markdown_of
from sandbox.sheet.page import document_of, file_of, in_script, shell, shown
from sandbox.sheet.sheet import HEADINGS, LONGEST, sheet_of
from sandbox.sheet.symbols import symbol_of, tex_of, with_symbols
from sandbox.text import set_language

EVIL = "<script>alert(1)</script>"
TOLD = r"""Made up: a ball that is only talked of.

It has the radius $\p{radius}$, now {p.radius}, and moves at {r.speed}.

$$ v = \p{rate}\,\p{radius} $$

## What to see
- It *rolls* at **{twice}**, `x < y`.
- So ($a < b$).

## Ask the class
Why?
"""


def scene_of(told: str) -> Scene:
    card = Card("It rolls.", "{twice}", Try("[Faster]", rate=2.0), {"twice": Number("m/s", lambda p, r: 2.0)})
    return Scene("Made up", (Parameter("rate", 1.0, "rad/s", low=0, high=9, live=True, about="rate of it"),
                             Parameter("radius", 0.02, "m", low=0.01, high=1, about="radius of it"),
                             Parameter("shell", False, about="hollow | or not")),
                 lambda p: (Ball(p.radius), Plane()), lambda p: Start(at=(0.0, 0.0)), card=card, id="made_up",
                 about=told)


def test_a_sheet_knows_what_it_speaks_of():
    sheet = sheet_of(scene_of(TOLD))
    assert sheet.title == "Made up" and sheet.lead == "A ball that is only talked of."
    assert [part.kind for part in sheet.parts] == ["text", "formula", "heading", "item", "item", "heading", "text"]
    assert [p.name for p in sheet.used] == ["radius", "rate"] and [p.name for p in sheet.others] == ["shell"]
    assert sheet.fields == ("p.radius", "r.speed", "twice") and sheet.faults == ()
    assert sheet.symbols == {"rate": r"\Omega", "radius": "a", "shell": r"\textit{shell}"}


def test_a_first_line_that_is_the_title_is_not_said_twice():
    """A scene that the bench has kept begins with its title, until somebody writes more."""
    sheet = sheet_of(scene_of("Made up\n\n## What to see\n"))
    assert (sheet.title, sheet.lead) == ("Made up", "")
    assert body_of(sheet).count("Made up") == 1 and markdown_of(sheet, {}).count("Made up") == 1


@pytest.mark.parametrize("text, words", [
    (r"a $\p{mass}$", "no parameter 'mass'; there are: rate, radius, shell"),
    (r"$$ \p{x_1} $$", "no parameter 'x_1'"), ("at {p.speed} $a$", "no parameter 'speed'"),
    ("at {r.mood} $a$", "no number 'r.mood'"), ("at {thrice} $a$", "no number 'thrice'"),
    ("so $a", "'$' has no partner"), ("so $a$ {r.speed", "'{' has no partner"),
    ("$$ a = b", "begins and ends with $$"), ("## What to see\n\n$$ a $ b $$", "begins and ends with $$")])
def test_what_is_wrong_is_said_with_its_place_and_the_rest_is_shown(text, words):
    sheet = sheet_of(scene_of(f"Made up: so.\n\n{text}\n\nThe end at $x$.\n"))
    (fault,) = sheet.faults
    assert words in fault and fault.startswith("scene 'made_up', theory, line ") and sheet.parts[-1].fault == ""
    assert fault.startswith("scene 'made_up', theory, line 5") == text.startswith("##")
    body = body_of(sheet)
    assert "The end at" in body and '<p class="fault">' in body
    assert fault in markdown_of(sheet, {})


def test_a_text_of_the_old_kind_is_shown_as_it_was_typed():
    told = "Made up: so.\n\nA ball {x}:\n\n    v' = 2 * x\n"
    sheet = sheet_of(scene_of(told))
    assert not sheet.faults and "<pre>A ball {x}:\n\n    v&#x27; = 2 * x</pre>" in body_of(sheet)
    assert "```text\nA ball {x}:\n\n    v' = 2 * x\n```" in markdown_of(sheet, {})
    empty = sheet_of(scene_of(""))
    assert empty.parts == () and "<h1>Made up</h1>" in body_of(empty) and markdown_of(empty, {}).startswith("# Made up")


class Tags(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self, page: str):
        super().__init__()
        self.tags, self.text = set(), ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        assert not [name for name, _value in attrs if name.startswith("on")]

    def handle_data(self, data):
        self.text += data


def test_markup_in_a_scene_is_text():
    told = TOLD.replace("a ball", EVIL).replace("It has", f"{EVIL} <b onclick=x>")
    told = told.replace("Why?", f"$a{EVIL}$ `{EVIL}`")
    scene = scene_of(told.replace("v = ", rf"\text{{{EVIL}}} v = ") + f"\n## {EVIL}\n- {EVIL}{{p.<i>}}\n")
    sheet = sheet_of(scene)
    found = Tags(body_of(sheet, EVIL))
    assert found.tags <= {"header", "h1", "h2", "p", "section", "ul", "li", "span", "div", "b", "em", "strong", "code",
                          "pre", "table", "thead", "tbody", "tr", "th", "td", "details", "summary"}
    assert found.text.count(EVIL) >= 5
    page = document_of(sheet, {"p.rate": EVIL}, EVIL)
    assert page.count("<script>") == page.count("</script>") == 3      # KaTeX, ours, the content
    assert json.loads(in_script({"a": "</script><!--\u2028"})) == {"a": "</script><!--\u2028"}


def test_a_page_needs_nothing_else():
    page = document_of(sheet_of(scene_of(TOLD)), {"p.rate": "1 rad/s"})
    assert page.count("data:font/woff2;base64,") == 20 and "url(fonts" not in page
    assert not re.search(r"""(?:src|href)=["']?(?!data:)""", page.replace("katex.min", "")[:2000])
    assert "default-src 'none'" in page and "1 rad/s" in page


def test_the_shell_has_all_that_it_asks_for():
    kind, content = file_of("")
    assert kind == "text/html" and content == shell().encode()
    for name in re.findall(r'(?:src|href)="([^"]+)"', shell()):
        assert file_of(name)[1], name
    kind, style = file_of("katex/katex.min.css")
    fonts = re.findall(r"url\((fonts/[^)]*\.woff2)\)", style.decode())
    assert kind == "text/css" and len(fonts) == 20 and all(file_of(f"katex/{name}")[1][:4] == b"wOF2" for name in fonts)


@pytest.mark.parametrize("path", ["sheet.py", "../errors.py", "katex/../sheet.py", "katex/fonts/../../sheet.py", "x",
                                  "katex/fonts/KaTeX_None-Regular.woff2", "/etc/passwd", "katex/LICENSE"])
def test_nothing_else_is_served(path):
    assert file_of(path) is None


def test_katex_is_what_its_authors_published():
    assert katex.digest() == katex.DIGEST
    assert "MIT" in (katex.FOLDER / "LICENSE").read_text(encoding="utf-8")
    assert katex.wanted("package/dist/katex.js") is None and katex.wanted("package/LICENSE") == "LICENSE"


def test_symbols_are_those_of_the_window():
    assert [tex_of(text) for text in ("μ₀", "N*", "I₁₃", "A/C", "N′")] == [r"\mu _{0}", "N^*", "I_{13}", "A/C", "N'"]
    named = {"vx": "v_x", "q": "q", "rolling_on": r"\textit{rolling on}", "w_1": r"\omega _{1}"}
    assert {name: symbol_of(Parameter(name, 1.0, low=0, high=2)) for name in named} == named
    assert symbol_of(Parameter("rate", 1.0, low=0, high=2, title="other")) == r"\textit{rate}"
    assert with_symbols(r"\dot\p{rate}^2", {"rate": r"\Omega"}) == r"\dot{\Omega}^2"


def test_markdown_has_formulas_values_and_symbols():
    text = markdown_of(sheet_of(scene_of(TOLD)), {"p.radius": "0.02 m", "twice": "2 m/s"}, "Slow")
    for part in ("# Made up\n\n*Slow*\n\nA ball", "the radius ${a}$, now **0.02 m**, and moves at **…**.",
                 "$$\nv = {\\Omega}\\,{a}\n$$", "- It *rolls* at **2 m/s**, `x < y`.\n- So ($a < b$).",
                 "## Ask the class\n\nWhy?", "| $a$ | radius of it | 0.02 m |"):
        assert part in text, part


def test_punctuation_stays_with_its_formula():
    assert inline("So ($a < b$). Not") == 'So (<span data-tex="a &lt; b" data-tail=")."></span> Not'


def test_a_text_of_1e5_letters_is_a_sheet_and_a_longer_one_is_cut():
    long = sheet_of(scene_of("Made up: so.\n\n$a$ " + "word " * 20_000))
    assert not long.faults and len(body_of(long)) > 100_000
    endless = sheet_of(scene_of("Made up: so.\n\n$a$ " + "word " * 100_000))
    assert len(endless.parts[0].text) <= LONGEST


def test_headings_are_translated_and_known_by_their_english_words():
    set_language("ru")
    sheet = sheet_of(scene_of("Made up: so.\n\n" + "\n\n".join(f"## {name}\n\n$a$" for name in HEADINGS)))
    heads = [part for part in sheet.parts if part.kind == "heading"]
    assert [part.name for part in heads] == list(HEADINGS)
    assert [part.text for part in heads] == ["Предположения", "Вывод", "Что сохраняется", "Что увидеть",
                                             "Вопрос классу", "В статьях", "Литература"]
    assert 'class="ask"' in body_of(sheet) and shown(sheet)["lang"] == "ru"


def test_own_files_are_packed_with_the_program():
    """What the page is made of stands in the lists for the wheel, beside this package's sources."""
    from bundle.wheel import FILES
    from sandbox.sheet import page
    here = Path(page.__file__).parent
    listed = {path for pattern in FILES["sandbox.sheet"] for path in here.glob(pattern) if path.is_file()}
    there = {path for path in here.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert listed == there
