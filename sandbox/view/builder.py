"""When the page is given its scene, and how fine: at first, with another scene, another quality, after a restart."""

import logging
import time

from PyQt5.QtCore import QObject, pyqtSignal

from sandbox.text import _
from sandbox.view.page.life import Life
from sandbox.view.quality import Governor
from sandbox.view.show import Show

log = logging.getLogger(__name__)


class Builder(QObject):
    """Builds the scene of a Show on the page of a Life whenever the page is empty.

    ready             the page can draw (again)
    quality_changed   the picture was too slow and has less detail now; the text says so
    hidden_size       [px] of a page that is never shown and knows none, or None
    """

    ready = pyqtSignal()
    quality_changed = pyqtSignal(str)

    _owner = None          # vpython has one set of objects per process; the last one that built a scene has it

    def __init__(self, life: Life, show: Show, smooth=None):
        super().__init__(life)
        self._life, self._show = life, show
        self._size = (960, 540)
        self.hidden_size = None
        self._is_software = False
        self._is_bad_scene = False           # no picture because of the scene, not of the page
        self._governor = Governor({None: "auto", True: "high", False: "low"}[smooth])
        life.met.connect(self._on_met)
        life.built.connect(lambda: self._governor.rest(time.monotonic()))
        life.failed.connect(self._on_failed)

    @property
    def is_owner(self) -> bool:
        """Whether the objects of vpython are those of this scene."""
        return Builder._owner is self

    @property
    def quality(self) -> str:
        """Name of the present level, or "" before the renderer is known."""
        return "" if self._governor.level is None else self._governor.level.name

    def renew(self):
        """There is another scene to show."""
        if self._life.state in ("building", "playing") or self._is_bad_scene:
            # a new page: vpython cannot forget an object
            self._is_bad_scene = False
            self._life.load()
        elif self._life.state == "empty":
            self._build()

    def refine(self):
        """Another level: edges are smooth or not from the making of the page on, so it is made again."""
        self._life.page.set_smooth(None if self._governor.level is None else self._governor.level.smooth)
        if self._life.state != "failed":
            self._show.stage = None
            self._life.load()

    def set_quality(self, choice: str):
        """A person chooses the level: "auto", "high" or "low"."""
        before = self._governor.level
        self._governor.choose(choice)
        if self._governor.level is None and self._life.renderer:
            self._governor.meet(self._is_software)
        if self._governor.level is not before:
            self.refine()

    def watch(self, fps: float, is_moving: bool):
        """Lowers the level of a page that draws too few pictures per second."""
        sentence = self._governor.watch(fps, is_moving, time.monotonic())
        if sentence:
            self.refine()
            self.quality_changed.emit(sentence)

    def _on_met(self, answer):
        self._is_software = bool(answer["software"])
        self._governor.meet(self._is_software)
        self._size = self.hidden_size or (max(2, int(answer["width"])), max(2, int(answer["height"])))
        self.ready.emit()
        if self._life.state == "empty" and self._show.title is not None:
            self._build()

    def _build(self):
        Builder._owner = self
        try:
            message = self._show.build(self._governor.level, *self._size)
        except Exception as error:
            title = self._show.title
            log.exception("building the picture of %r", title)
            self._is_bad_scene = True
            self._life.give_up(_("The picture of '{title}' could not be made: {reason}.").format(
                title=title, reason=error))
            return
        self._life.build(message)

    def _on_failed(self, _sentence: str):
        self._show.stage = None
