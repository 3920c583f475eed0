"""The page that plays a run: the run's own numbers, any instant in any order, both languages, no network at all."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from sandbox.exports.page import export_html
from sandbox.exports.span import Span
from sandbox.run.simulation import Simulation
from sandbox.sound.listener import Listener
from sandbox.sound.page import Speaker
from tests.patience import HANGING, MISSING
from tests.shipped import shipped

pytestmark = pytest.mark.window
ROOT = Path(__file__).parents[2]
CATALOGUE = shipped()
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Three seconds of a ball on a turntable from the middle of its run."""
    out = tmp_path_factory.mktemp("page") / "a.html"
    assert export_html(lambda: Simulation(CATALOGUE.get("turntable")), Span(0.0, 3.0, 60.0), out) == 181
    return out


@pytest.fixture(scope="module")
def told(page):
    """What the web engine has to say of it."""
    report = page.with_suffix(".json")
    command = [sys.executable, str(Path(__file__).with_name("played_page.py")), str(page), str(report)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "xcb"},
                          timeout=HANGING, capture_output=True, text=True, errors="replace")
    assert report.exists(), f"no report (exit {done.returncode}):\n{done.stdout}\n{done.stderr}"
    return json.loads(report.read_text())


def centre_at(t):
    run = Simulation(CATALOGUE.get("turntable"))
    run.advance(int(t*240))
    return run.snapshot().bodies[0].centre


def test_it_asks_for_nothing_but_itself(told):
    assert told["failed"] == "" and told["problems"] == [] and set(told["seen"]) == {told["page"]}
    assert told["network"] == "NetworkError" and "Content Security Policy" in "".join(told["refused"])


def test_it_shows_the_run(told):
    """Places as 32-bit numbers have them; a picture has more than a few tones."""
    for name, t in (("first", 0.0), ("at_1", 1.0), ("at_end", 3.0)):
        np.testing.assert_allclose(told[name]["ball"], centre_at(t), atol=1e-7)      # [m]
        # [m] the camera knows where the body is
        np.testing.assert_allclose(told[name]["near"], [(*centre_at(t), 0.02)], atol=1e-7)
        assert told[name]["t"] == pytest.approx(t, abs=1e-6) and told[name]["tones"] > 100
    rate = CATALOGUE.get("turntable").values()["rate"]
    np.testing.assert_allclose(told["at_1"]["table"][:2], (np.cos(rate), np.sin(rate)), atol=1e-6)      # [1]
    assert told["first"]["time"] == "0.00 s / 3.00 s" and told["first"]["title"] == "Ball on a turntable"


def test_any_instant_looks_the_same_from_before_and_from_behind(told):
    """The pieces of the trail are in other places of their ring: the sum of their numbers is the same."""
    for name in ("t", "at", "ball", "table", "shown"):
        assert told["back_at_1"][name] == told["at_1"][name]
    assert told["back_at_1"]["trail"] == pytest.approx(told["at_1"]["trail"], abs=1e-6)
    assert told["at_end"]["trail"] != pytest.approx(told["at_1"]["trail"], abs=1e-3)


def test_it_speaks_both_languages_and_its_legend_switches(told):
    assert told["russian"]["title"] == "Шар на вращающемся столе" and "Скорость" in told["russian"]["legend"]
    assert told["russian"]["time"] == "1,00 с / 3,00 с"
    assert dict(told["at_1"]["shown"])["velocity"] and not dict(told["no_velocity"]["shown"])["velocity"]
    assert not dict(told["at_1"]["shown"])["normal"]


def test_keys_and_camera(told):
    assert told["stepped"]["at"] == told["at_1"]["at"] + 1 and told["played"]["t"] > told["stepped"]["t"]
    before, after, mode = told["look"]
    assert before != after and mode == "top"


def test_it_is_heard_while_it_plays_and_only_then(told):
    sound = told["sound"]
    assert sound["name"] and sound["off"] == "false" and sound["disabled"] == bool(sound["trouble"])
    played, paused = json.loads(sound["playing"]), json.loads(sound["paused"])
    assert sound["on"] == "true" and len(played) > 2 and played[0]["anew"] and not any(
        one["anew"] for one in played[1:])
    instants = [one["t"] for one in played]
    assert instants == sorted(instants) and instants[0] >= 0.5 and all(one["speed"] == 0.5 for one in played)
    run = Simulation(CATALOGUE.get("turntable"))
    run.advance(round(played[-1]["t"]*240))
    (rub,) = Speaker().message(Listener(run).hear(run.snapshot()), 0.5)["rubs"]
    assert played[-1]["rubs"][0][:3] == rub[:3] and played[-1]["rubs"][0][3:] == pytest.approx(rub[3:], rel=1e-3)
    assert paused == [{"silence": True}]


def test_texts_cannot_end_the_script_that_holds_them(tmp_path):
    from tests.ui.made_up import EVIL, turntable
    evil = "</script><script>alert(1)</script>" + EVIL
    export_html(lambda: Simulation(turntable(evil)), Span(0.0, 0.1, 60.0), tmp_path / "a.html")
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    data = text[text.index("const RUN = "):]
    assert "<" not in data[:data.index("\n")]
    assert "alert(1)" in data and text.count("</script>") == 6      # those of the page itself


def test_addresses_in_it_are_refused_by_its_own_policy(page):
    text = page.read_text(encoding="utf-8")
    assert "Permission is hereby granted" in text[:2000] and text.index("-->") < text.index("<head>")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert policy.startswith("default-src 'none'; ") and "connect-src" not in policy and "http" not in policy
    head = text[:text.index("const RUN")].partition("<body")[0]
    assert not re.search(r'<(?:script|link|img)[^>]*(?:src|href)=', head)


@pytest.mark.parametrize("scene_id", ["hoop", "coin", "breakaway", "suslov", "integraph", "tilted_sleigh"])
def test_other_kinds_of_scenes_become_pages(scene_id, tmp_path):
    count = export_html(lambda: Simulation(CATALOGUE.get(scene_id)), Span(0.5, 1.5, 30.0), tmp_path / "a.html",
                        theme="projector")
    assert count == 31 and (tmp_path / "a.html").stat().st_size < 4_000_000


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
def test_a_real_chromium_plays_it(page, tmp_path):
    command = [CHROMIUM, "--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
               "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={tmp_path}", "--lang=en",
               "--window-size=960,600", "--virtual-time-budget=4000", "--dump-dom", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANGING)
    assert '<div id="title">Ball on a turntable</div>' in done.stdout, done.stderr[-2000:]
    assert re.search(r'<span id="time">0.00 s / 3.00 s</span>', done.stdout)
    assert re.search(r'<div id="said" role="status"></div>', done.stdout)


@pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox")
def test_a_real_firefox_plays_it(page, tmp_path):
    from tests.exports.in_firefox import firefox
    with firefox(FIREFOX, tmp_path, MISSING) as window:
        window.open(page)
        end = time.monotonic() + MISSING
        while not window.ask("Boolean(lab.started || lab.failed)"):
            assert time.monotonic() < end
            time.sleep(0.2)
        assert window.ask("lab.failed || ''") == ""
        window.ask("visit(1.0)")
        np.testing.assert_allclose(window.ask("triple(glowObjs[RUN.objects.solids[1]].pos)"), centre_at(1.0), atol=1e-7)
        assert window.ask("$id('time').textContent") in ("1.00 s / 3.00 s", "1,00 с / 3,00 с")
        share = window.ask("covered()")
        assert 0.05 < share < 0.95      # [1] of the picture that the solids cover
        assert window.ask("performance.getEntriesByType('resource').length") == 0
