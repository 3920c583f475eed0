"""The panel of scenes: what there is to see, found by typing, and the presets of the scene that is open."""

from sandbox.markdown import title_of
from sandbox.qt.core import Qt
from sandbox.qt.gui import QImage
from sandbox.qt.widgets import QVBoxLayout, QWidget
from sandbox.scene.presentation.topics import LEVELS, TOPICS, in_order
from sandbox.text import _, unit_text
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.look.pictures import picture_of
from sandbox.ui.look.search import Search
from sandbox.ui.panels.lists import HEADING, SECOND, PlainList
from sandbox.ui.panels.panel import LEFT, Panel, Ports


def summary(scene) -> str:
    """The first line of what a scene says about itself, without the name in front of its colon."""
    text = _(title_of(scene.about))
    return text.partition(": ")[2] or text


def described(scene) -> str:
    """Title and what it is about, for a tooltip; the derivation stands in the theory (F2)."""
    return f"{_(scene.title)}\n{summary(scene)}".strip()


def _shown(value) -> str:
    return (_("yes") if value else _("no")) if isinstance(value, bool) else f"{value}"


class ScenePanel(Panel):
    """All scenes and the presets of the present one; what is chosen is opened."""

    name, keys, side = "scenes", ("F8",), LEFT

    def __init__(self, ports: Ports):
        super().__init__(ports)
        self._catalogue, self._scene, self._preset, self._pictures = ports.catalogue, None, "", {}
        self.search = Search()
        self.list, self.presets = PlainList(), PlainList()
        self.nothing, self._heading = plain_label("", "empty"), plain_label("", "heading")
        self.nothing.setWordWrap(True)
        self.nothing.hide()
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.search)
        column.addWidget(self.nothing)
        column.addWidget(self.list, 3)
        column.addWidget(self._heading)
        column.addWidget(self.presets, 2)
        column.setContentsMargins(8, 8, 8, 4)
        self.setWidget(content)
        self.setMinimumWidth(220)
        self.search.textChanged.connect(self._filter)
        self.search.entered.connect(self._enter)
        self.search.left.connect(ports.leave)
        self.search.down.connect(self.list.setFocus)
        self.list.chosen.connect(lambda scene_id: (ports.open_scene(scene_id), ports.leave()))
        self.presets.chosen.connect(lambda name: (ports.open_preset(name), ports.leave()))

    @staticmethod
    def title() -> str:
        return _("Scenes")

    def bring(self):
        """Shows it, ready for typing."""
        super().bring()
        self.search.setFocus()

    def restyle(self):
        for one in (self.list, self.presets):
            one.restyle()

    def retranslate(self):
        super().retranslate()
        self.search.setPlaceholderText(_("Search…"))
        self.search.setToolTip(tooltip(_("Words of the title or the description; Enter opens the first scene found")))
        self.nothing.setText(_("No scene has these words."))
        self._heading.setText(_("Presets"))
        for widget, name in ((self.search, _("Search…")), (self.list, _("Scenes")), (self.presets, _("Presets"))):
            widget.setAccessibleName(name)
        self._fill()
        self._filter(self.search.text())
        if self._scene is not None:
            self._fill_presets(self._scene)
            self.mark(self._scene.id, self._preset)

    def refill(self):
        """Shows the scenes that there are now."""
        self._fill()
        self._filter(self.search.text())
        if self._scene is not None:
            self.mark(self._scene.id, self._preset)

    def _fill(self):
        self.list.clear()
        topic, several = None, len({scene.topic for scene in self._catalogue.scenes.values()}) > 1
        for scene in in_order(self._catalogue.scenes.values()):
            if several and scene.topic != topic:
                topic = scene.topic
                self.list.head(_(TOPICS[topic]))
            level = _(LEVELS[scene.level])
            self.list.add(_(scene.title), " · ".join(filter(None, (level, summary(scene)))), scene.id,
                          described(scene), picture=self._picture(scene))
        for scene_id, error in self._catalogue.broken.items():
            self.list.add(_("{scene} (broken)").format(scene=scene_id), error, scene_id, error, is_on=False)

    def _picture(self, scene) -> QImage:
        """The picture of a scene, read once for each text of it; a null one where there is none yet."""
        key = scene.id, scene.source
        if key not in self._pictures:
            self._pictures[key] = picture_of(scene) or QImage()
        return self._pictures[key]

    def show_picture(self, scene):
        """Takes the picture of a scene that had none."""
        self._pictures.pop((scene.id, scene.source), None)
        self.refill()

    def begin(self, run):
        """Takes another run: the presets of its scene."""
        if run.scene is not self._scene:
            self._fill_presets(run.scene)
            self.mark(run.scene.id, run.preset)

    def _fill_presets(self, scene):
        self._scene = scene
        self.presets.clear()
        for number, preset in enumerate(scene.presets, start=1):
            text = f"{number}  {_(preset.name)}" if number <= 9 else f"    {_(preset.name)}"
            values = ", ".join(f"{scene.parameter(name).shown_name} = {_shown(value)}"
                               for name, value in preset.values.items())
            self.presets.add(text, "", preset.name, f"{_(preset.name)}\n{values}\n{_late(preset)}".strip())

    def mark(self, scene_id: str, preset: str):
        self._preset = preset
        self.list.select(scene_id)
        self.presets.select(preset)

    def _filter(self, text: str):
        words = text.casefold().split()
        is_any = False
        heading = None
        for item in self.list.items():
            if item.data(HEADING):
                heading = item
                heading.setHidden(True)
                continue
            found = f"{item.text()} {item.data(SECOND)} {item.data(Qt.ItemDataRole.UserRole)}".casefold()
            is_found = all(word in found for word in words)
            item.setHidden(not is_found)
            if is_found and heading is not None:
                heading.setHidden(False)
            is_any = is_any or is_found
        self.nothing.setVisible(not is_any)

    def _enter(self):
        """Opens the scene that is marked if it is among those found, else the first of them."""
        shown = [item for item in self.list.items() if not item.isHidden() and item.flags() & Qt.ItemFlag.ItemIsEnabled]
        if shown:
            current = self.list.currentItem()
            self.list.choose(shown[0] if self.search.text() or current not in shown else current)


def _late(preset) -> str:
    """When what its name says is to be seen, where that is not at once."""
    if preset.showing is None or preset.showing.at is None:
        return ""
    return _("to be seen at t = {t:g} {second}").format(t=preset.showing.at, second=unit_text("s"))
