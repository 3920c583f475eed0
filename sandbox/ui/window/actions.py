"""The actions of the window by name, and the menus they are in."""

from pathlib import Path

from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QAction, QActionGroup, QMenuBar, QWidget

from sandbox.scene.presentation.topics import in_order
from sandbox.text import _
from sandbox.ui.look.format import menu_text, tooltip
from sandbox.ui.panels.scene_panel import described
from sandbox.ui.window.menus import Choice, Entry, Submenu, shown_keys, table, titles


class Actions:
    """Makes what the table says; scenes and presets come when they are known.

    owner   the widget whose keys they are;  bar  gets the menus
    """

    def __init__(self, owner: QWidget, bar: QMenuBar):
        self._owner = owner
        self._actions: dict[str, QAction] = {}
        self.menus, self._groups = {}, {}
        for menu_name, entries in table().items():
            menu = self.menus[menu_name] = bar.addMenu("")
            menu.setToolTipsVisible(True)
            for entry in entries:
                self._add(menu, entry)
        # a panel like the others, and help as well
        self.menus["help"].insertAction(self["differs"], self["theory"])
        self.presets = self.menus["scene"].addMenu("")
        self.presets.setToolTipsVisible(True)
        self._scenes = []
        self._scene_group, self._preset_group = QActionGroup(owner), QActionGroup(owner)
        self.retranslate()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __contains__(self, name: str) -> bool:
        return name in self._actions

    def _add(self, menu, entry: Entry | Choice | Submenu | None):
        if entry is None:
            menu.addSeparator()
        elif isinstance(entry, Submenu):
            inner = self.menus[entry.name] = menu.addMenu("")
            inner.setToolTipsVisible(True)
            for one in entry.entries:
                inner.addAction(self._make(one))
        elif isinstance(entry, Choice):
            inner = self.menus[entry.name] = menu.addMenu("")
            inner.setToolTipsVisible(True)
            group = self._groups[entry.name] = QActionGroup(self._owner)
            for one in entry.entries:
                action = self._make(one)
                action.setCheckable(True)
                group.addAction(action)
                inner.addAction(action)
        else:
            menu.addAction(self._make(entry))

    def _make(self, entry: Entry) -> QAction:
        action = self._actions[entry.name] = QAction(self._owner)
        action.setShortcuts([QKeySequence(key) for key in entry.keys])
        action.setAutoRepeat(entry.repeats)
        if entry.checked is not None:
            action.setCheckable(True)
            action.setChecked(entry.checked)
        self._owner.addAction(action)
        return action

    def retranslate(self):
        """Texts in the language of the moment."""
        for menu_name, entries in table().items():
            self.menus[menu_name].setTitle(titles()[menu_name])
            for entry in entries:
                if isinstance(entry, Choice | Submenu):
                    self.menus[entry.name].setTitle(entry.text)
                for one in entries_of(entry):
                    self._name(one)
        self.presets.setTitle(_("Presets"))

    def _name(self, entry: Entry):
        action = self._actions[entry.name]
        action.setText(entry.text)
        keys = " ".join(f"({shown_keys(key)})" for key in entry.keys)
        tip = f"{entry.text} {keys}".strip()
        action.setToolTip(tooltip(f"{tip}\n{entry.about}" if entry.about else tip))

    def choose(self, choice: str, value: str):
        """Shows which entry of a choice holds."""
        self._actions[f"{choice}:{value}"].setChecked(True)

    def chosen(self, choice: str) -> str:
        """Which entry of a choice holds."""
        return next(name.partition(":")[2] for name, action in self._actions.items()
                    if name.startswith(f"{choice}:") and action.isChecked())

    def fill_recent(self, names: list[str], choose):
        """One action per file that was used lately."""
        menu = self.menus["recent"]
        menu.clear()
        for name in names:
            action = menu.addAction(menu_text(Path(name).name))
            action.setToolTip(tooltip(name))
            action.triggered.connect(lambda _on, name=name: choose(name))
        menu.setEnabled(bool(names))

    # ---- scenes and presets ---------------------------------------------------------------------------------------

    def fill_scenes(self, catalogue, choose):
        """One action per scene, above the presets; broken scenes are shown with their error."""
        menu = self.menus["scene"]
        for old in self._scenes:
            menu.removeAction(old)
            old.deleteLater()
        self._scenes = []
        topic = None
        for scene in in_order(catalogue.scenes.values()):
            if topic not in (None, scene.topic):
                self._new_scene("", "").setSeparator(True)
            topic = scene.topic
            action = self._new_scene(menu_text(_(scene.title)), described(scene))
            action.setCheckable(True)
            action.setData(scene.id)
            action.triggered.connect(lambda _on, scene_id=scene.id: choose(scene_id))
            self._scene_group.addAction(action)
        for scene_id, error in catalogue.broken.items():
            self._new_scene(menu_text(scene_id), error).setEnabled(False)
        separator = self._new_scene("", "")
        separator.setSeparator(True)

    def _new_scene(self, text: str, tip: str) -> QAction:
        action = QAction(text, self._owner)
        action.setToolTip(tooltip(tip))
        self.menus["scene"].insertAction(self.presets.menuAction(), action)
        self._scenes.append(action)
        return action

    def fill_presets(self, scene, choose):
        """One action per preset of the scene; the first nine have the keys 1 to 9."""
        self.presets.clear()
        for old in self._preset_group.actions():
            self._preset_group.removeAction(old)
            old.deleteLater()
        for number, preset in enumerate(scene.presets, start=1):
            action = QAction(menu_text(_(preset.name)), self.presets)
            action.setCheckable(True)
            action.setData(preset.name)
            if number <= 9:
                action.setShortcut(str(number))
                action.setAutoRepeat(False)
            action.setToolTip(tooltip(f"{_(preset.name)} ({number})" if number <= 9 else _(preset.name)))
            action.triggered.connect(lambda _on, name=preset.name: choose(name))
            self._preset_group.addAction(action)
            self.presets.addAction(action)
        self.presets.setEnabled(bool(scene.presets))

    def mark(self, scene_id: str, preset: str):
        """Shows which scene and preset is the present one."""
        for group, data in ((self._scene_group, scene_id), (self._preset_group, preset)):
            for action in group.actions():
                action.setChecked(action.data() == data)

    def key_list(self) -> list[tuple[str, str]]:
        """(keys, what they do) for every shortcut there is."""
        found = []
        for entries in table().values():
            found += [(", ".join(map(shown_keys, one.keys)), one.text)
                      for entry in entries for one in entries_of(entry) if one.keys]
        return [*found, ("1 … 9", _("Preset of the scene")), ("Tab", _("Select the next body, in the picture"))]


def entries_of(entry: Entry | Choice | Submenu | None) -> tuple[Entry, ...]:
    """The entries in a line of the table."""
    if isinstance(entry, Choice | Submenu):
        return entry.entries
    return (entry,) if entry else ()
