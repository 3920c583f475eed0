"""The tool bar: scene, preset, time control, and the simulated time in large digits."""

from sandbox.film.painted.overlay import shown_speed
from sandbox.qt.core import QSize, Qt, pyqtSignal
from sandbox.qt.gui import QStandardItem, QStandardItemModel
from sandbox.qt.widgets import QSizePolicy, QToolBar, QToolButton, QWidget
from sandbox.scene.presentation.topics import in_order
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import Combo
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.icons import icon
from sandbox.ui.look.labels import RunningLabel
from sandbox.ui.panels.scene_panel import described
from sandbox.ui.playback.pace import SPEEDS

WIDEST = 330       # [px] of a list of names
GALLERY = 780      # [px] of a window in which there is room for the button of the gallery
LETTERS = 2        # of a list that are seen in a narrow window: Play and the clock are the last that go


class TopBar(QToolBar):
    """Tells what was chosen; shows what holds."""

    scene_chosen = pyqtSignal(str)
    preset_chosen = pyqtSignal(str)
    speed_chosen = pyqtSignal(float)

    def __init__(self, actions, catalogue):
        super().__init__()
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setIconSize(QSize(22, 22))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.icons = {name: icon(name) for name in ("play", "pause")}

        self._catalogue, self._shown = catalogue, ("", "")
        self._scene = None

        self.scenes = Combo("")
        self.scenes.setMinimumContentsLength(LETTERS)
        self.scenes.setModel(QStandardItemModel(self.scenes))
        self.scenes.setMaxVisibleItems(24)
        self.scenes.activated.connect(lambda row: self.scene_chosen.emit(self.scenes.itemData(row)))
        self.presets = Combo("")
        self.presets.setMinimumContentsLength(LETTERS)
        self.presets.activated.connect(lambda row: self.preset_chosen.emit(self.presets.itemData(row)))
        for combo in (self.scenes, self.presets):
            # long names are read in full where the window has the room
            combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            combo.setMaximumWidth(WIDEST)
        self.speeds = Combo("")
        self.speeds.setMinimumContentsLength(5)
        for speed in SPEEDS:
            self.speeds.addItem(shown_speed(speed), speed)
        self.speeds.activated.connect(lambda row: self.speed_chosen.emit(self.speeds.itemData(row)))
        self._differs = actions["differs"]
        self.time = RunningLabel("time")

        actions["gallery"].setIcon(icon("gallery"))
        gallery = QToolButton()
        gallery.setDefaultAction(actions["gallery"])
        gallery.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._gallery = self.addWidget(gallery)
        self.addWidget(self.scenes)
        self.addWidget(self.presets)
        self._space(8)
        for name in ("reset", "back", "play", "forward"):
            self._add_button(actions[name], name)
        self.play_button: QToolButton = self.widgetForAction(actions["play"])
        self._space(8)
        self.addWidget(self.speeds)
        self._add_button(actions["theory"], "theory")
        self.addAction(self._differs)
        self.widgetForAction(self._differs).setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._differs.setVisible(False)
        spring = QWidget()
        spring.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(spring)
        self.addWidget(self.time)
        self._space(10)
        self.show_time(0.0)
        self.retranslate()

    def retranslate(self):
        self.setWindowTitle(_("Time control"))
        self._differs.setIconText(_("≠ paper"))
        self.time.setAccessibleName(_("simulated time"))
        self.time.setToolTip(tooltip(_("simulated time [s]")))
        for combo, name, tip in ((self.scenes, _("Scene"), _("Scene (F8 for a list to search in)")),
                                 (self.presets, _("Preset"), _("Preset (1 … 9)")),
                                 (self.speeds, _("Speed"), _("Speed ([ slower, ] faster)"))):
            combo.setAccessibleName(name)
            combo.setToolTip(tooltip(tip))
        model = self.scenes.model()
        model.clear()
        for scene in in_order(self._catalogue.scenes.values()):
            model.appendRow(self._item(_(scene.title), scene.id, described(scene)))
        for scene_id, error in self._catalogue.broken.items():
            item = self._item(_("{scene} (broken)").format(scene=scene_id), scene_id, error)
            item.setEnabled(False)
            model.appendRow(item)
        if self._scene is not None:
            self.fill_presets(self._scene)
        self.mark(*self._shown)

    def resizeEvent(self, event):
        # Play and the clock go before what is in the menu, too
        self._gallery.setVisible(self.width() >= GALLERY)
        super().resizeEvent(event)

    def _add_button(self, action, name: str):
        """Adds the button of an action, with the icon of that name."""
        action.setIcon(icon(name))
        self.addAction(action)
        button = self.widgetForAction(action)
        button.setObjectName(name)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _item(self, text: str, data: str, tip: str) -> QStandardItem:
        item = QStandardItem(text)
        item.setData(data, Qt.ItemDataRole.UserRole)
        item.setToolTip(tooltip(tip))
        return item

    def _space(self, width: int):
        space = QWidget()
        space.setFixedWidth(width)
        self.addWidget(space)

    def glance(self, snapshot):
        """Shows the time of a snapshot."""
        self.show_time(snapshot.t)

    def show_time(self, t: float):
        self.time.show_text(f"t = {t:.2f} {unit_text('s')}")

    def show_playing(self, on: bool):
        self.play_button.defaultAction().setIcon(self.icons["pause" if on else "play"])

    def show_speed(self, speed: float):
        self.speeds.setCurrentIndex(SPEEDS.index(speed))

    def fill_presets(self, scene):
        self._scene = scene
        # what stands on the bench is in no list
        self.scenes.setPlaceholderText(_(scene.title))
        self._differs.setVisible(bool(scene.differs))
        self.presets.clear()
        for number, preset in enumerate(scene.presets, start=1):
            self.presets.addItem(f"{number}  {_(preset.name)}" if number <= 9 else _(preset.name), preset.name)
        self.presets.setEnabled(bool(scene.presets))

    def mark(self, scene_id: str, preset: str):
        """Shows which scene and preset is the present one; -1 is none of them."""
        self._shown = (scene_id, preset)
        self.scenes.setCurrentIndex(self.scenes.findData(scene_id))
        self.presets.setCurrentIndex(self.presets.findData(preset))
