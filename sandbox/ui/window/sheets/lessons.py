"""All lessons: the picture of their first scene, title, how long they take; one click begins."""

from collections.abc import Callable

from sandbox.qt.gui import QImage
from sandbox.qt.widgets import QMainWindow, QWidget
from sandbox.scene.lessons.lesson import Lesson, Lessons
from sandbox.scene.scene import Scene
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.look.pictures import picture_of
from sandbox.ui.window.sheets.gallery import NARROWEST, Tile
from sandbox.ui.window.sheets.sheet import CoverSheet


class LessonTile(Tile):
    """The picture of a scene of a lesson, its title, and how long it takes."""

    def __init__(self, lesson: Lesson, scene: Scene, image: QImage | None, sheet: CoverSheet):
        super().__init__(scene, image, False, sheet)
        self.lesson = lesson
        self.setText(_(lesson.title))
        self.setToolTip(tooltip(_(lesson.text)))
        self.setAccessibleName(_(lesson.title))
        self.setAccessibleDescription(f"{_(lesson.text)} {self.below()}")

    def below(self) -> str:
        questions = sum(step.question is not None for step in self.lesson.steps)
        return _("{minutes:.0f} min, questions: {count}").format(minutes=self.lesson.minutes, count=questions)


class LessonSheet(CoverSheet):
    """load() gives the lessons, scene_of(id) a scene, open_one(lesson) begins one."""

    def __init__(self, window: QMainWindow, load: Callable[[], Lessons], scene_of: Callable, open_one: Callable):
        super().__init__(window, NARROWEST)
        self._load, self._scene_of, self._open_one = load, scene_of, open_one
        self._images: dict[tuple, QImage | None] = {}

    def titled(self) -> str:
        return _("Lessons")

    def filled(self):
        found = self._load()
        tiles = []
        for lesson in found.good.values():
            scene = self._scene_of(next(step.scene for step in lesson.steps if step.scene))
            tile = LessonTile(lesson, scene, self._image(scene), self)
            tile.clicked.connect(lambda _on, lesson=lesson: self._choose(lesson))
            tiles.append((tile, " ".join((_(lesson.title), _(lesson.text), lesson.id, _(scene.title)))))
        groups = [("", tiles)] if tiles else []
        if found.broken:
            groups.append((_("Files that are no lessons"), [self._broken(reason) for reason in found.broken.values()]))
        return groups

    @staticmethod
    def _broken(reason: str) -> tuple[QWidget, str]:
        label = plain_label(reason)
        label.setWordWrap(True)
        return label, reason

    def _image(self, scene) -> QImage | None:
        key = scene.id, scene.source
        if self._images.get(key) is None:
            self._images[key] = picture_of(scene)
        return self._images[key]

    def _choose(self, lesson: Lesson):
        self.leave()
        self._open_one(lesson)

    def _enter(self):
        if isinstance(tile := self.best, Tile):
            tile.click()
