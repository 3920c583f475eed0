"""The theory in the real window with its real page, in a process of its own."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import ENDLESS

HERE = Path(__file__).parent
SCRIPT = HERE/"theory_window.py"

pytestmark = [pytest.mark.window, pytest.mark.timeout(1.2*ENDLESS),
              pytest.mark.skipif(sys.platform.startswith("linux") and not os.environ.get("DISPLAY"),
                                 reason="needs a display; ./test provides one")]


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """What the person did and read."""
    home, out = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("out")
    done = subprocess.run([sys.executable, str(SCRIPT), str(out)], cwd=HERE.parent, text=True, capture_output=True,
                          timeout=ENDLESS, env={**os.environ, "JACOBI_SANDBOX_HOME": str(home)})
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["faults"] == []
    return report


def test_f2_opens_it_and_it_follows_run_language_and_colours(read):
    seen = read["opened"]
    assert seen["before"], "no page is made before somebody wants it"
    assert seen["title"] == "Ball on a turntable" and seen["russian"] == "Шар на вращающемся столе"
    assert seen["rate"] == "3.491\u00a0rad/s"
    assert (seen["colour"], seen["white"]) == ("rgb(22, 29, 39)", "rgb(244, 246, 249)")
    assert seen["fonts"] >= 2, "KaTeX's own letters are there"


def test_a_click_on_a_symbol_leads_to_its_parameter(read):
    assert read["clicked"] == "rotation rate Ω"


def test_katex_sets_every_formula_of_every_scene(read):
    seen = read["scenes"]
    assert seen["faults"] == []
    scenes = [path.stem for path in (HERE.parent/"scenes").glob("[!_]*.py")]
    for scene in scenes:
        count = seen["counts"][f"en {scene}"]
        assert seen["counts"].get(f"ru {scene}", count) == count >= 5, scene
    assert sum(f"ru {scene}" in seen["counts"] for scene in scenes) >= 6
    assert sum(seen["counts"][f"en {scene}"] for scene in scenes) > 30*len(scenes)


def test_nothing_that_a_docstring_says_does_harm(read):
    seen = read["abused"]
    assert seen["text"] and seen["evil"] == "undefined" and seen["images"] == seen["links"] == 0
    assert seen["faults"] == 1           # what is no formula is shown as it stands
    assert seen["long"] == seen["again"] > 7000, "it comes back when its process was killed"


def test_it_is_printed_and_nothing_is_replaced_unasked(read):
    seen = read["printed"]
    assert seen["start"] == "%PDF-" and seen["pages"] >= 1 and seen["bytes"] > 20_000 and seen["same"]


def test_one_file_holds_all_that_a_browser_needs(read):
    seen = read["exported"]
    assert seen["loaded"] and seen["lost_fonts"] == 0
    faults, formulas, rate = seen["page"]
    assert faults == 0 and formulas > 30 and rate == "2.5\u00a0rad/s"


def test_the_command_prints_it_without_a_window(tmp_path):
    out = tmp_path/"coin.pdf"
    words = ["theory", "coin", "--lang", "ru", "--out", str(out)]
    done = subprocess.run([sys.executable, str(HERE.parent/"main.py"), *words], text=True, capture_output=True,
                          timeout=ENDLESS, env={**os.environ, "JACOBI_SANDBOX_HOME": str(tmp_path)})
    assert (done.returncode, done.stdout.strip()) == (0, str(out)), done.stderr
    data = out.read_bytes()
    assert data.startswith(b"%PDF-") and len(re.findall(rb"/Type\s*/Page\b", data)) == 3
    assert b"KaTeX_Main" in data, "its own letters are in it"


def test_another_scene_takes_its_place(read):
    assert read["changed"]["title"] == "Bouncing, sliding, rolling"


def test_no_socket_of_the_internet_is_opened(read):
    assert read["internet"] == 0
