"""The command `gallery`: all pictures and films of README and docs anew, as a table says.

The table is docs/gallery.toml: [mosaic] with one [[mosaic.scene]] for each picture in it, [[film]] with the words of
`record`, [[window]] for pictures of the program's own window. Each is made in a process and a folder of its own and
takes its place when it is whole.
"""

import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from math import radians
from pathlib import Path

import numpy as np

from sandbox.cli.common import catalogue, fail
from sandbox.cli.terminal.stop import later
from sandbox.cli.window.display import make_application
from sandbox.ending import keep_till_end
from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.film.recipe import TINTS, Recipe
from sandbox.schema import Choice, List, Number, Open, Record, Text, Whole
from sandbox.systems.protocol import ARROWS
from sandbox.text import _, set_language
from sandbox.workspace import shapes

TABLE = Path(__file__).parents[3] / "docs" / "gallery.toml"
FINER = 2                # pixels of a picture for one of the mosaic, in each direction
ANGLES = ("azimuth", "elevation")

TILE = Record({"scene": shapes.SCENE, "preset": Text(200), "values": shapes.VALUES, "at": Number(0.0, 1e4),
               "camera": Choice(("free", "follow", "top", "table")), "azimuth": Number(-360.0, 360.0),
               "elevation": Number(-90.0, 90.0), "distance": Number(1e-3, 1e3),
               "look_at": List(Number(-1e3, 1e3), 3, 3), "tint": Choice(TINTS), "arrows": List(Choice(ARROWS), 0, 4)})
MOSAIC = Record({"file": Text(80, r"[\w.-]+\.(?:png|jpg)", "NAME.png"), "columns": Whole(1, 20),
                 "tile": List(Whole(16, 2048, step=2), 2, 2), "scene": List(TILE, 1, 200)})
FILM = Record({"file": Text(80, r"[\w.-]+\.(?:gif|mp4|webm)", "NAME.gif"), "words": List(Text(200), 1, 100)})
WINDOW = Record({"file": Text(80, r"[\w.-]+\.png", "NAME.png"), "scene": shapes.SCENE, "preset": Text(200),
                 "at": Number(0.0, 600.0), "size": List(Whole(200, 4096), 2, 2), "do": List(Text(40), 0, 20),
                 "hand": List(List(Number(-2000.0, 2000.0), 5, 5), 0, 10)})
SHAPE = Open({"mosaic": MOSAIC, "film": List(FILM, 0, 50), "window": List(WINDOW, 0, 50)})
NEEDED = {"mosaic": ("file", "columns", "tile", "scene"), "film": ("file", "words"),
          "window": ("file", "scene", "at", "size")}


def read_table(path) -> dict:
    """Returns what is in a table; BadValue where it makes no sense."""
    try:
        with open(path, "rb") as file:
            stored = tomllib.load(file)
    except (OSError, ValueError) as error:
        raise BadValue(_("gallery '{path}': cannot be read ({reason})").format(
            path=path, reason=getattr(error, "strerror", None) or error)) from None
    table = SHAPE.take(stored, _("gallery"))
    for kind, entry in entries_of(table):
        missing = [name for name in NEEDED[kind] if name not in entry]
        if missing:
            raise BadValue(_("gallery, {kind}: needs {missing}").format(kind=kind, missing=", ".join(missing)))
    for tile in table.get("mosaic", {}).get("scene", ()):
        if "scene" not in tile or "at" not in tile:
            raise BadValue(_("gallery, {kind}: needs {missing}").format(kind="mosaic.scene", missing="scene, at"))
    return table


def entries_of(table: Mapping) -> list[tuple[str, Mapping]]:
    """Returns kind and contents of all that a table has."""
    mosaic = [("mosaic", table["mosaic"])] if "mosaic" in table else []
    return [*mosaic, *((kind, entry) for kind in ("film", "window") for entry in table.get(kind, ()))]


def recipe_of_tile(tile: Mapping, size, scenes):
    """Returns the recipe of one picture of a mosaic; its camera is a keyframe."""
    scene = scenes.get(tile["scene"])
    preset = scene.preset(tile["preset"]) if "preset" in tile else scene.presets[0]
    key = {name: radians(tile[name]) if name in ANGLES else tile[name] for name in (*ANGLES, "distance")
           if name in tile}
    if "look_at" in tile:
        key["at"] = tile["look_at"]
    at = float(tile["at"])
    return Recipe(scene.id, preset.name, scene.values({**preset.values, **tile.get("values", {})}), begin=at,
                  end=at + 1.0, fps=1, size=tuple(FINER*n for n in size), camera=tile.get("camera", scene.shown(
                      preset.name).camera), keys=({"t": 0.0, **key},) if key else (), tint=tile.get("tint", "number"),
                  legend=False, clock=False, labels=False, quality="high", arrows=tuple(
                      tile["arrows"]) if "arrows" in tile else ("velocity", "angular_velocity"))


def picture_of_tile(tile: Mapping, size, scenes, view) -> np.ndarray:
    """Returns the picture (height, width, 4) of a scene of a mosaic."""
    from sandbox.film.filmed_run import unchecked_run
    from sandbox.film.reel import Reel
    recipe = recipe_of_tile(tile, size, scenes)
    reel = Reel(recipe, unchecked_run(recipe, scenes), view, recipe.size)
    reel.set_up()
    return next(reel.pictures([recipe.begin])).pixels


def make_mosaic(mosaic: Mapping, path: Path) -> str:
    """Writes the picture of all scenes; returns in a sentence which ones are missing in it, or "".

    What failed is tried once more behind the others: a machine may have been too busy for it.
    """
    from sandbox.film.painted.mosaic import Mosaic
    from sandbox.view import View
    from sandbox.view.frames import NoPicture
    make_application()
    scenes, view = catalogue(), keep_till_end(View(smooth=True))
    picture = Mosaic(mosaic["tile"], mosaic["columns"], len(mosaic["scene"]))
    wanted: dict[int, Mapping] = dict(enumerate(mosaic["scene"]))
    failed: dict[int, str] = {}
    for _round in range(2):
        failed = {}
        for number, tile in wanted.items():
            try:
                pixels = picture_of_tile(tile, mosaic["tile"], scenes, view)
            except (BadValue, NoPicture, OSError) as error:
                failed[number] = f"{tile['scene']} ({error})"
                continue
            picture.put(number, tile["scene"], pixels)
            print(f"{path.name}: {tile['scene']}", flush=True)
        wanted = {number: wanted[number] for number in failed}
    sentence = _("gallery, '{name}': not made of {scenes}").format(name=path.name, scenes="; ".join(failed.values()))
    if len(failed) == len(mosaic["scene"]):
        raise BadValue(sentence)
    picture.save(path)
    return sentence if failed else ""


def this_command() -> list[str]:
    """Returns the words that start this program."""
    return [sys.executable, *([] if getattr(sys, "frozen", False) else [str(Path(sys.argv[0]).resolve())])]


def make_film(film: Mapping, path: Path):
    """Makes a film by the command `record`."""
    words = [*this_command(), "record", *film["words"], "--out", str(path)]
    if subprocess.run(words, stdin=subprocess.DEVNULL).returncode != 0 or not path.is_file():
        raise BadValue(_("gallery, film '{name}': was not made").format(name=film["file"]))


def make_window_picture(entry: Mapping, path: Path):
    """Makes a picture of the window."""
    from sandbox.cli.commands.gallery_window import picture_window
    picture_window(entry, path)


MAKERS = {"mosaic": make_mosaic, "film": make_film, "window": make_window_picture}


def run(args) -> int:
    """Makes what the table has, or of it what is named, and returns the exit code."""
    table, out = read_table(args.table or TABLE), Path(args.out)
    known = {entry["file"]: (kind, entry) for kind, entry in entries_of(table)}
    for name in args.names:
        if name not in known:
            raise BadValue(_("gallery: got {found!r}, needs one of {known}").format(
                found=name, known=", ".join(known)))
    if not out.is_dir():
        raise BadValue(_("--out {found}: there is no such folder").format(found=out))
    wanted = args.names or list(known)
    if len(wanted) == 1:
        return make(*known[wanted[0]], out/wanted[0])
    # Qt and its page can be set up once in a process
    words = [*this_command(), "gallery", "--out", str(out), "--table", str(args.table or TABLE)]
    failed = [name for name in wanted if subprocess.run([*words, name], stdin=subprocess.DEVNULL).returncode != 0]
    if not failed:
        return 0
    return fail(_("gallery: not made, or not whole: {names}; the others are done").format(names=", ".join(failed)))


def make(kind: str, entry: Mapping, target: Path) -> int:
    """Makes one file and returns the exit code."""
    from sandbox.cli.window.screen import plain_pixels, start_screen
    from sandbox.cli.window.window import missing_display
    with later():
        from sandbox.view import prepare
    set_language("en")
    plain_pixels()
    if missing_display():
        sentence = start_screen()
        if sentence:
            return fail(sentence)
    prepare()
    with tempfile.TemporaryDirectory(prefix="jacobi-gallery-") as folder:
        made = Path(folder)/target.name
        missing = MAKERS[kind](entry, made)
        # in place of the one that was there
        with replaced(target, binary=True) as file:
            file.write(made.read_bytes())
    print(_("'{path}': {size:.0f} kB").format(path=target, size=target.stat().st_size/1e3))
    return fail(missing) if missing else 0
