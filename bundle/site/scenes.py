"""Scenes as pages: one that plays, the derivation, presets, the text of the file; and the list of all of them."""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from posixpath import dirname, relpath

from markupsafe import Markup

from bundle.site.formulas import Formulas
from bundle.site.pages import Folder, Page, address
from bundle.site.prose import code as marked
from sandbox.cli.commands.theory import texts_of
from sandbox.errors import BadValue
from sandbox.exports.page import export_html
from sandbox.exports.span import Span
from sandbox.run.simulation import Simulation
from sandbox.scene.presentation.topics import TOPICS, in_order
from sandbox.scene.scene import Scene
from sandbox.sheet.body import body_of
from sandbox.sheet.sheet import sheet_of
from sandbox.text import LANGUAGES, _, set_language

RATE = 30.0       # [1/s] pictures that a page plays: half of those on the screen, a third of the file less
CODES = tuple(LANGUAGES)
LINK = re.compile(r"\[([^\[\]]+)\]")


def write_scenes(folder: Folder, scenes: Sequence[Scene], seconds: float, tell: Callable[[str], object]):
    """Writes the pages of scenes and their list, in all languages."""
    formulas, ordered = Formulas(), in_order(scenes)
    pictures = {scene.id: picture for scene in ordered if (picture := _picture(folder, scene))}
    playing = {scene.id: place for scene in ordered if (place := _playing(folder, scene, seconds, tell))}
    for language in CODES:
        set_language(language)
        _list(folder, ordered, pictures, language)
        for number, scene in enumerate(ordered):
            around = [ordered[other] if 0 <= other < len(ordered) else None for other in (number - 1, number + 1)]
            _scene(folder, scene, formulas, language, pictures.get(scene.id), playing.get(scene.id), around)
    set_language("en")


def _path(scene: Scene) -> str:
    return f"scenes/{scene.id}.html"


def _picture(folder: Folder, scene: Scene) -> str:
    """Puts the picture of a scene in its place; "" where there is none."""
    path = Path(__file__).parents[2]/"sandbox"/"ui"/"look"/"scenes"/f"{scene.id}.jpg"
    if not path.exists():
        return ""
    folder.write(f"pictures/{scene.id}.jpg", path.read_bytes())
    return f"pictures/{scene.id}.jpg"


def _playing(folder: Folder, scene: Scene, seconds: float, tell: Callable[[str], object]) -> str:
    """Writes the page that plays the first preset of a scene; "" where that cannot be, which is told."""
    place = f"play/{scene.id}.html"
    target = folder.path/place
    target.parent.mkdir(parents=True, exist_ok=True)
    preset = scene.presets[0] if scene.presets else None

    def make() -> Simulation:
        return Simulation(scene, dict(preset.values) if preset else {}, preset=preset.name if preset else "")
    try:
        count = export_html(make, Span(0.0, seconds, RATE), target)
    except BadValue as error:
        print(f"{scene.id}: {error}", file=sys.stderr)
        return ""
    tell(f"{scene.id}: {count} pictures, {target.stat().st_size/1e6:.1f} MB")
    return place


def _list(folder: Folder, scenes: Sequence[Scene], pictures: dict[str, str], language: str):
    """Writes the first page: all scenes by topics."""
    page = Page("index.html", "Jacobi Sandbox", "gallery", CODES, "index.html")
    here = dirname(address(language, page.path)) or "."
    topics = []
    for topic, heading in TOPICS.items():
        cards = [{"title": _(scene.title), "about": sheet_of(scene).lead, "address": _path(scene),
                  "picture": relpath(pictures[scene.id], here) if scene.id in pictures else ""}
                 for scene in scenes if scene.topic == topic]
        if cards:
            topics.append((_(heading), cards))
    folder.write_page(page, language, topics=topics)


def _scene(folder: Folder, scene: Scene, formulas: Formulas, language: str, picture: str | None, play: str | None,
           around: Sequence[Scene | None]):
    """Writes the page of a scene in the language of the moment."""
    sheet = sheet_of(scene)
    preset = scene.presets[0].name if scene.presets else ""
    values = texts_of(sheet, dict(scene.presets[0].values) if scene.presets else {}, preset)
    page = Page(_path(scene), sheet.title, "sheet", CODES, "scene.html")
    here = dirname(address(language, page.path))
    card = scene.card.over(None) if scene.card else None
    before, after = ((_(one.title), f"{one.id}.html") if one else None for one in around)
    folder.write_page(
        page, language, id=scene.id, sheet=Markup(formulas.in_sheet(body_of(sheet), sheet.symbols, values)),
        picture=relpath(picture, here) if picture else "",
        play=f"{relpath(play, here)}#{language}" if play else "",
        see=_(card.see) if card else "", attempt=LINK.sub(r"\1", _(card.try_.text)) if card and card.try_ else "",
        presets=[_(one.name) for one in scene.presets], source=Markup(marked(scene.source)), before=before, next=after)
