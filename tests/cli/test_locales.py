"""Countries that write a comma, or other digits: files have points, both are taken where a person types.

Qt's application makes C libraries read numbers as the country writes them, see cli/window/display.py.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import tries
from tests.patience import HANGING

ROOT = Path(__file__).parents[2]
# comma; point and comma for thousands; another i; other digits; comma and dates of Denmark in English; comma and blanks
LOCALES = ["de_DE", "fa_IR", "tr_TR", "ar_EG", "en_DK", "fr_FR"][:tries(2, 6)]

# everything that writes or reads numbers, in a process that has Qt's application; prints what came of it
PROGRAM = r"""
import ctypes, hashlib, json, locale, sys
from pathlib import Path
folder = Path(sys.argv[1])
locale.setlocale(locale.LC_ALL, "")
from PyQt5.QtCore import QLocale, Qt
from PyQt5.QtTest import QTest
from sandbox.cli.window.display import make_application
from sandbox.cli.main import main
country = locale.localeconv()["decimal_point"]
application = make_application()
strtod = ctypes.CDLL(None).strtod
strtod.restype = ctypes.c_double

files = {}
def done(*words):
    sys.argv[:] = ["sandbox", *words]
    assert main(list(words)) == 0, words

done("simulate", "turntable", "--set", "rate=3.5", "--duration", "1", "--log", str(folder / "a.csv"))
done("simulate", "bounce", "--duration", "1.5", "--at", "0.25,0.75", "--log", str(folder / "a.sqlite"))
done("log", "export", str(folder / "a.sqlite"), "--out", str(folder / "b.csv"))

from sandbox.app.settings import Settings
settings = Settings(folder / "settings.json")
settings["text_scale"] = 1.25
assert settings.save() and Settings(folder / "settings.json")["text_scale"] == 1.25

from sandbox.film.encoding.encoder import Encoder
from sandbox.film.recipe import Recipe, read_recipe, recipe_text
from tests.film.made_up import frame
recipe = Recipe("turntable", values={"rate": 1.5}, commands=((5, "rate", 0.1 + 0.2),), begin=0.5, end=1.25, speed=0.25)
(folder / "a.json").write_text(recipe_text(recipe), encoding="utf-8")
assert read_recipe(folder / "a.json") == recipe
encoder = Encoder(folder / "a.mp4", (320, 180), 60)
for k in range(5):
    encoder.put(frame(k))
encoder.close()
assert encoder.trouble == "", encoder.trouble

from sandbox.scene.parameter import Parameter
from sandbox.ui.look.controls import NumberBox
from sandbox.ui.look.format import Scale
from sandbox.ui.panels.number import NumberField
typed = {}
for text in ("1,5", "1.5"):
    field = NumberField(Parameter("rate", 0.0, low=-20.0, high=20.0), "scene", Scale(-20.0, 20.0))
    field.setText("")
    field.insert(text)
    QTest.keyClick(field, Qt.Key_Return)
    box = NumberBox()
    box.setRange(0.0, 1e5)
    box.lineEdit().selectAll()
    QTest.keyClicks(box.lineEdit(), text)
    QTest.keyClick(box, Qt.Key_Return)
    typed[text] = [field.value, field.text(), box.value(), box.text()]

print("\n" + json.dumps({
    "country": country, "strtod": strtod(b"1.5", None), "typed": typed, "qt": QLocale().decimalPoint(),
    "files": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())
              if path.suffix != ".sqlite"}}))
"""


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Definitions of the countries, made of the C library's sources."""
    if not shutil.which("localedef"):
        pytest.skip("needs localedef of the GNU C library")
    folder = tmp_path_factory.mktemp("locales")
    for name in LOCALES:
        done = subprocess.run(["localedef", "-i", name, "-f", "UTF-8", folder / f"{name}.UTF-8"], capture_output=True)
        if done.returncode > 1:
            pytest.skip("the C library's sources of countries are not installed")
    return folder


def tried(folder: Path, places: Path, name: str) -> dict:
    folder.mkdir()
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(folder)], cwd=ROOT, text=True, capture_output=True,
                          timeout=HANGING, env={**os.environ, "LOCPATH": str(places), "LC_ALL": name,
                                                "QT_QPA_PLATFORM": "offscreen"})
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_files_and_fields_are_the_same_in_every_country(tmp_path, places):
    plain = tried(tmp_path / "C", places, "C")
    assert set(plain["files"]) >= {"a.csv", "b.csv", "a.json", "a.mp4", "settings.json"}
    seen = {name: tried(tmp_path / name, places, f"{name}.UTF-8") for name in LOCALES}
    for name, found in seen.items():
        assert found["files"] == plain["files"], name
        assert found["typed"] == {text: [1.5, "1.5", 1.5, "1.50"] for text in ("1,5", "1.5")}, name
        assert found["strtod"] == 1.5, name
    # the countries were really there
    assert seen["de_DE"]["country"] == "," == seen["de_DE"]["qt"]
