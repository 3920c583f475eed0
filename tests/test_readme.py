"""What the README promises: its scene runs as it says, its pictures exist."""

import re
from pathlib import Path

from PyQt5.QtGui import QImage

from sandbox.cli.commands.gallery import read_table
from sandbox.film.painted.mosaic import GAP, NAME
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_scene

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_scene_runs(tmp_path):
    """The saddle holds the ball when it turns fast enough and throws it out when it does not."""
    path = tmp_path / "saddle.py"
    path.write_text(re.search(r"```python\n(.*?)```", TEXT, re.DOTALL).group(1), encoding="utf-8")
    scene = load_scene(path)
    ends = []
    for preset in scene.presets:
        run = Simulation(scene, preset.values)
        run.advance(20*240)
        assert run.drift < 1e-12
        ends.append(run.ended and run.ended.kind)
    assert ends == [None, "rim"]


def test_every_scene_is_in_the_table_and_in_the_picture():
    """The number that stands at the picture, the rows of the table and the table of the picture go with the scenes."""
    scenes = {path.stem for path in (ROOT / "scenes").glob("*.py")}
    count = int(re.search(r"!\[(\d+) scenes", TEXT).group(1))
    mosaic = read_table(ROOT / "docs" / "gallery.toml")["mosaic"]
    pictured = [tile["scene"] for tile in mosaic["scene"]]
    assert count == len(scenes) == len(pictured) and set(pictured) == scenes
    rows = {name for row in re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert scenes <= rows
    # the picture has the shape that its table gives it
    rows = -(-count//mosaic["columns"])
    width, height = mosaic["tile"]
    image = QImage(str(ROOT / "docs" / mosaic["file"]))
    assert (image.width(), image.height()) == (mosaic["columns"]*(width + GAP), rows*(height + NAME + GAP))


def test_films_are_small():
    for name in re.findall(r"\((docs/.*?\.gif)\)", TEXT):
        assert (ROOT / name).stat().st_size < 900_000, name


def test_pictures_exist():
    for name in re.findall(r"!\[.*?\]\((.*?)\)", TEXT, re.DOTALL):
        assert (ROOT / name).is_file(), name
