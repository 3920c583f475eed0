"""What notebooks show of runs and scenes: well-formed, of the run's own numbers, and nothing of a text is markup."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import sandbox
from sandbox import notebook
from sandbox.api.run import Animation
from sandbox.scene import Ball, Parameter, Plane, Preset, Scene, Spin, Start


def drawing(html: str) -> ET.Element:
    return ET.fromstring(re.search(r"<svg.*</svg>", html, re.S)[0])


def lines(svg: ET.Element) -> list[np.ndarray]:
    return [np.array([point.split(",") for point in line.get("points").split()], float)
            for line in svg.iter("{http://www.w3.org/2000/svg}polyline")]


def test_a_run_shows_its_way_in_one_scale():
    run = sandbox.simulate("turntable", duration=6.0)
    html = run._repr_html_()
    svg = drawing(html)
    way, = lines(svg)
    x, y = run.centre[:, 0], run.centre[:, 1]
    scale = np.ptp(way[:, 0])/np.ptp(x)
    assert abs(np.ptp(way[:, 1])/np.ptp(y)/scale - 1.0) < 2e-3      # points are rounded to a tenth of a pixel
    # up is up: the largest y is the smallest of the page
    assert abs(way[:, 1].argmin()/len(way) - y.argmax()/len(y)) < 0.02
    assert 0.0 <= way.min() and way[:, 0].max() <= notebook.WIDTH and way[:, 1].max() <= notebook.HEIGHT
    for text in ("turntable", "rate", "3.4907", "rad/s", f"{run.drift:.1e}"):
        assert text in html
    bar = next(svg.iter("{http://www.w3.org/2000/svg}text")).text
    width = float(re.search(r"H([\d.]+)V", html)[1]) - notebook.MARGIN
    assert abs(width/float(bar.removesuffix(" m"))/scale - 1.0) < 5e-3


@pytest.mark.parametrize(("scene", "values"), [("many_balls", {"count": 5}), ("bounce", {}), ("sleigh", {})])
def test_runs_of_all_kinds_are_drawn(scene, values):
    run = sandbox.simulate(scene, duration=0.2, **values)
    ways = lines(drawing(run._repr_html_()))
    assert len(ways) == run.bodies["centre"].shape[1] and all(np.isfinite(way).all() for way in ways)


def test_a_run_without_rows_or_with_rows_of_nan_is_shown():
    assert "<svg" not in notebook.seen_from_above(np.full((3, 1, 3), np.nan))
    assert len(lines(drawing(sandbox.simulate("turntable", at=[0.0])._repr_html_()))[0]) == 1


def test_what_stays_has_no_scale():
    svg = drawing(sandbox.simulate("turntable", x=0.2, vy=0.0, duration=1.0)._repr_html_())
    assert not list(svg.iter("{http://www.w3.org/2000/svg}text")) and np.isfinite(lines(svg)[0]).all()


def test_a_scene_shows_parameters_and_presets_and_texts_are_no_markup():
    scene = Scene("<b>Ball</b> & table", (Parameter("x", 0.1, "m", low=0, high=1, about="<script>alert(1)</script>"),),
                  lambda p: (Ball(0.02), Plane(), Spin("z", 1.0)), lambda p: Start(at=(p.x, 0.0)),
                  presets=(Preset("<i>first</i>"),))
    html = scene._repr_html_()
    assert "&lt;script&gt;" in html and "&lt;b&gt;Ball" in html and "<script" not in html and "<i>" not in html
    assert "a number in [0, 1] m" in html

    class Tags(HTMLParser):
        def handle_starttag(self, tag, attrs):
            assert tag in {"div", "strong", "table", "tr", "th", "td"}
    Tags().feed(html)


def test_an_animation_is_a_page_in_a_frame():
    html = Animation('<p class="a">it\'s & plays</p>', 300)._repr_html_()
    seen = {}

    class Frame(HTMLParser):
        def handle_starttag(self, tag, attrs):
            seen[tag] = dict(attrs)
    Frame().feed(html)
    assert list(seen) == ["iframe"] and seen["iframe"]["srcdoc"] == '<p class="a">it\'s & plays</p>'
    assert seen["iframe"]["height"] == "300"
