"""Builds the scene on the page: at first, for another scene or level of quality, and after a restart of the page."""

import logging
import time

from sandbox.qt.core import QObject, pyqtSignal
from sandbox.text import _
from sandbox.view.page.life import Life
from sandbox.view.quality import Governor
from sandbox.view.show import Show

log = logging.getLogger(__name__)


class Builder(QObject):
    """Builds the scene of a Show on the page of a Life whenever the page is empty.

    ready             the page can draw (again)
    quality_changed   the picture was too slow and has less detail now; the text says it
    hidden_size       size [px] of a page that is never shown and so has none, or None
    """

    ready = pyqtSignal()
    quality_changed = pyqtSignal(str)

    _owner = None          # vpython has one set of objects per process: that of the Builder that built last

    def __init__(self, life: Life, show: Show, smooth=None):
        super().__init__(life)
        self._life, self._show = life, show
        self._size = (960, 540)
        self.hidden_size = None
        self._is_software = False
        self._is_bad_scene = False           # the scene, not the page, is why there is no picture
        self._governor = Governor({None: "auto", True: "high", False: "low"}[smooth])
        life.identified.connect(self._on_identified)
        life.built.connect(lambda: self._governor.pause(time.monotonic()))
        life.failed.connect(self._on_failed)

    @property
    def is_owner(self) -> bool:
        """Whether vpython's objects belong to the scene of this Builder."""
        return Builder._owner is self

    @property
    def quality(self) -> str:
        """Name of the present level of quality, "" before the renderer is known."""
        return "" if self._governor.level is None else self._governor.level.name

    def renew(self):
        """Shows another scene of the Show: on the page if it is empty, otherwise on a new page."""
        if self._life.state in ("building", "playing") or self._is_bad_scene:
            # a new page: vpython cannot forget an object
            self._is_bad_scene = False
            self._life.load()
        elif self._life.state == "empty":
            self._build()

    def refine(self):
        """Loads the page again for another level: antialiasing is decided when a page is made."""
        self._life.page.set_smooth(None if self._governor.level is None else self._governor.level.smooth)
        if self._life.state != "failed":
            self._show.stage = None
            self._life.load()

    def set_quality(self, choice: str):
        """Sets the choice of the person: "auto", "high" or "low"."""
        before = self._governor.level
        self._governor.choose(choice)
        if self._governor.level is None and self._life.renderer:
            self._governor.set_renderer(self._is_software)
        if self._governor.level is not before:
            self.refine()

    def watch(self, fps: float, is_moving: bool):
        """Lowers the level when the page draws too few pictures per second; see Governor.watch."""
        sentence = self._governor.watch(fps, is_moving, time.monotonic())
        if sentence:
            self.refine()
            self.quality_changed.emit(sentence)

    def _on_identified(self, answer):
        self._is_software = answer.get("software", True)
        self._governor.set_renderer(self._is_software)
        self._size = self.hidden_size or (max(2, int(answer.get("width", 2))), max(2, int(answer.get("height", 2))))
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
