"""The table of the gallery: refused in words where it makes no sense, and one small picture made of it."""

import shutil
import subprocess
import sys

import numpy as np
import pytest
from PyQt5.QtGui import QImage

import sandbox.view
from sandbox.cli.commands import gallery
from sandbox.cli.commands.gallery import TABLE, entries_of, read_table, recipe_of_tile
from sandbox.errors import BadValue
from sandbox.view.frames import NoPicture
from tests.film.commands import ROOT, without_display
from tests.patience import HANGING
from tests.shipped import shipped

MOSAIC = '[mosaic]\nfile = "a.png"\ncolumns = 2\ntile = [160, 90]\n'
CATALOGUE = shipped()


def test_our_own_table_is_good_and_names_what_there_is():
    table = read_table(TABLE)
    assert {kind for kind, _entry in entries_of(table)} == {"mosaic", "film", "window"}
    # a scene that is broken has tests of its own
    for tile in [tile for tile in table["mosaic"]["scene"] if tile["scene"] not in CATALOGUE.broken]:
        recipe = recipe_of_tile(tile, table["mosaic"]["tile"], CATALOGUE)
        assert recipe.begin == tile["at"] and recipe.size == (640, 400)
    for _kind, entry in entries_of(table):
        assert (ROOT / "docs" / entry["file"]).is_file()


@pytest.mark.parametrize("text, said", [
    ("[mosaic", "cannot be read"), (MOSAIC, "needs scene"), (MOSAIC + "[[mosaic.scene]]\nat = 1", "needs scene, at"),
    (MOSAIC + "[[mosaic.scene]]\nscene = 'cone'\nat = -1", "a number in"),
    (MOSAIC + "[[mosaic.scene]]\nscene = 'cone'\nat = 1\ncamera = 'side'", "needs one of"),
    (MOSAIC.replace("a.png", "../a.png") + "[[mosaic.scene]]\nscene = 'cone'\nat = 1", "NAME.png"),
    ("[[film]]\nfile = 'a.gif'", "needs words"), ("[[window]]\nfile = 'a.png'", "needs scene, at, size"),
    ("[[film]]\nfile = 'a.avi'\nwords = ['cone']", "NAME.gif")])
def test_a_table_that_makes_no_sense_is_refused(tmp_path, text, said):
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(BadValue, match=said):
        read_table(tmp_path / "a.toml")
    with pytest.raises(BadValue, match="cannot be read"):
        read_table(tmp_path / "nothing.toml")


def test_a_scene_or_a_preset_that_is_not_there_is_named():
    for tile in ({"scene": "nowhere", "at": 1.0}, {"scene": "cone", "preset": "Nobody", "at": 1.0}):
        with pytest.raises(BadValue, match=r"nowhere|Nobody"):
            recipe_of_tile(tile, (160, 90), CATALOGUE)


@pytest.mark.window
@pytest.mark.skipif(sys.platform.startswith("linux") and not shutil.which("Xvfb"), reason="needs a virtual screen")
def test_a_picture_is_made_of_its_table(tmp_path):
    tiles = "".join(f"[[mosaic.scene]]\nscene = '{name}'\nat = 0.1\n" for name in ("turntable", "cone", "sleigh"))
    (tmp_path / "a.toml").write_text(MOSAIC + tiles)

    def gallery(*words):
        return subprocess.run([sys.executable, str(ROOT / "main.py"), "gallery", "--out", tmp_path, "--table",
                               tmp_path / "a.toml", *words], cwd=ROOT, env=without_display(), text=True,
                              capture_output=True, timeout=HANGING)

    done = gallery()
    assert done.returncode == 0, done.stderr
    image = QImage(str(tmp_path / "a.png")).convertToFormat(QImage.Format.Format_RGB888)
    assert (image.width(), image.height()) == (2*164, 2*120)
    data = np.frombuffer(image.constBits().asstring(image.byteCount()), np.uint8)
    pixels = data.reshape(image.height(), image.bytesPerLine())[:, :3*image.width()].reshape(240, 328, 3).astype(int)
    # the last row stands in the middle, and each picture shows a bright support on the dark floor
    for left, top in ((2, 2), (166, 2), (84, 122)):
        assert (pixels[top:top + 90, left:left + 160].min(axis=2) > 120).mean() > 0.08
    refused = gallery("b.png")
    assert refused.returncode == 2 and "got 'b.png', needs one of a.png" in refused.stderr


class Unbuilt:
    """Takes the place of a view that is never drawn."""

    def __init__(self, **_options):
        pass


@pytest.mark.parametrize(("faults", "missing"), [({"cone": 1}, []), ({"cone": 9}, ["cone"]),
                                                 ({"cone": 9, "turntable": 9, "coin": 9}, None)])
def test_what_is_done_is_kept_where_a_picture_fails(qapp, tmp_path, monkeypatch, faults, missing):
    """On a busy machine a page may take too long for one of them."""
    left, names = dict(faults), ("turntable", "cone", "coin")

    def picture(tile, size, _scenes, _view):
        if left.get(tile["scene"], 0):
            left[tile["scene"]] -= 1
            raise NoPicture("The page did not answer.")
        return np.full((size[1], size[0], 4), 255, np.uint8)

    monkeypatch.setitem(vars(sandbox.view), "View", Unbuilt)
    for name, stand_in in (("picture_of_tile", picture), ("make_application", lambda: None),
                           ("catalogue", lambda: None), ("keep_till_end", lambda view: view)):
        monkeypatch.setattr(gallery, name, stand_in)
    table = {"tile": (40, 30), "columns": 3, "scene": [{"scene": name, "at": 0.0} for name in names]}
    if missing is None:
        with pytest.raises(BadValue, match=r"not made of turntable .The page did not answer.*cone .*coin"):
            gallery.make_mosaic(table, tmp_path / "a.png")
        assert not (tmp_path / "a.png").exists()
        return
    sentence = gallery.make_mosaic(table, tmp_path / "a.png")
    assert bool(sentence) == bool(missing) and all(name in sentence for name in missing)
    image = QImage(str(tmp_path / "a.png"))
    middles = [image.pixelColor(2 + 44*k + 20, 16).lightness() for k in range(3)]
    assert [value > 250 for value in middles] == [name not in missing for name in names]
