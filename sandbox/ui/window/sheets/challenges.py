"""All challenges by families: the picture of the scene with a plan of start and marks, title, stars; a click opens."""

from collections.abc import Callable

from sandbox.qt.core import QRectF
from sandbox.qt.gui import QImage, QPainter
from sandbox.qt.widgets import QMainWindow, QWidget
from sandbox.scene.goals.challenge import FAMILIES, Challenge, Challenges, stars_text
from sandbox.scene.scene import Scene
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.look.pictures import picture_of
from sandbox.ui.play.plan import Plan, PlanPainter, is_shown, plan_of
from sandbox.ui.window.sheets.gallery import NARROWEST, Tile
from sandbox.ui.window.sheets.sheet import CoverSheet

# share of the picture that a plan takes
WIDE, HIGH, GAP = 0.48, 0.62, 6


class ChallengeTile(Tile):
    """The picture of the scene of a challenge with its plan, its title, and its stars."""

    def __init__(self, challenge: Challenge, scene: Scene, image: QImage | None, stars: int, is_present: bool,
                 sheet: CoverSheet, plans: dict):
        super().__init__(scene, image, is_present, sheet)
        self.stars, self._challenge, self._plans = stars, challenge, plans
        self.setText(_(challenge.title))
        self.setToolTip(tooltip(_(challenge.text)))
        self.setAccessibleName(_(challenge.title))
        self.setAccessibleDescription(_("{text} So far {count} of 3 stars.").format(
            text=_(challenge.text), count=stars))

    def below(self) -> str:
        return stars_text(self.stars)

    @property
    def plan(self) -> Plan:
        """Made when it is first seen."""
        key = repr(dict(self._challenge.told)), self.scene.source
        if key not in self._plans:
            self._plans[key] = plan_of(self._challenge, self.scene)
        return self._plans[key]

    def paintEvent(self, event):
        super().paintEvent(event)
        if not is_shown(self.plan):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, high = WIDE*self.width(), HIGH*(self.height() - self._below())
        PlanPainter(self.plan, QRectF(self.width() - wide - GAP, self.height() - self._below() - high - GAP, wide, high)
                    ).paint(painter)


class ChallengeSheet(CoverSheet):
    """load() gives the challenges, scene_of(id) the scene of one, stars(id) its stars, open_one(challenge) opens it.

    was_open   whether it has been looked at in this window
    """

    def __init__(self, window: QMainWindow, load: Callable[[], Challenges], scene_of: Callable, stars: Callable,
                 open_one: Callable):
        super().__init__(window, NARROWEST)
        self._load, self._scene_of, self._stars, self._open_one = load, scene_of, stars, open_one
        self.was_open = False
        self._images: dict[tuple, QImage | None] = {}
        self._plans: dict[tuple, Plan] = {}

    def titled(self) -> str:
        return _("Challenges")

    def filled(self):
        self.was_open = True
        groups: dict[str, list] = {}
        found = self._load()
        for challenge in found.good.values():
            scene = self._scene_of(challenge.scene)
            tile = ChallengeTile(challenge, scene, self._image(scene), self._stars(challenge.id), False, self,
                                 self._plans)
            tile.clicked.connect(lambda _on, challenge=challenge: self._choose(challenge))
            family = _(FAMILIES[challenge.family])
            words = " ".join((_(challenge.title), _(challenge.text), _(scene.title), challenge.id, family))
            groups.setdefault(family, []).append((tile, words))
        if found.broken:
            groups[_("Files that are no challenges")] = [self._broken(reason) for reason in found.broken.values()]
        return list(groups.items())

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

    def _choose(self, challenge: Challenge):
        self.leave()
        self._open_one(challenge)

    def _enter(self):
        if isinstance(tile := self.best, Tile):
            tile.click()
