"""The commands of the window as Qt has them: actions by name, and the menus they are in."""

from pathlib import Path

from sandbox.qt.gui import QKeySequence
from sandbox.qt.widgets import QAction, QActionGroup, QMenuBar, QWidget
from sandbox.scene.presentation.topics import in_order
from sandbox.text import _
from sandbox.ui.look.format import menu_text, tooltip
from sandbox.ui.panels.scene_panel import described
from sandbox.ui.window.commands.command import Choice, Command, Submenu, all_shown_keys, check_keys, commands_of
from sandbox.ui.window.commands.table import table, titles

PRESET_KEYS = range(1, 10)      # numbers of presets that are keys


class Actions:
    """Makes what the table says; scenes and presets come when they are known. ValueError where a key is taken twice.

    owner   the widget whose keys they are;  bar  gets the menus
    """

    def __init__(self, owner: QWidget, bar: QMenuBar):
        self._owner = owner
        self._window = None                         # what they act on, from connect() on
        self._actions: dict[str, QAction] = {}
        self._commands: dict[str, Command] = {}     # as they were at first: texts may be in another language
        self.menus, self._groups = {}, {}
        check_keys(self._taken())
        for menu_name, lines in table().items():
            menu = self.menus[menu_name] = bar.addMenu("")
            menu.setToolTipsVisible(True)
            for line in lines:
                self._add(menu, line)
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

    def _add(self, menu, line: Command | Choice | Submenu | None):
        if line is None:
            menu.addSeparator()
            return
        if isinstance(line, Choice | Submenu):
            menu = self.menus[line.name] = menu.addMenu("")
            menu.setToolTipsVisible(True)
        if isinstance(line, Choice):
            self._groups[line.name] = QActionGroup(self._owner)
        for one in commands_of(line):
            action = self._make(one)
            if isinstance(line, Choice):
                action.setCheckable(True)
                self._groups[line.name].addAction(action)
            menu.addAction(action)

    def _make(self, command: Command) -> QAction:
        action = self._actions[command.name] = QAction(self._owner)
        self._commands[command.name] = command
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        action.setAutoRepeat(command.repeats)
        if command.checked is not None:
            action.setCheckable(True)
            action.setChecked(command.checked)
        self._owner.addAction(action)
        return action

    def connect(self, window):
        """From here on the commands act on the parts of a window."""
        self._window = window
        for name, one in self._commands.items():
            action = self._actions[name]
            if one.checked is None:
                action.triggered.connect(lambda _on, does=one.does: does(window))
            else:
                (action.triggered if one.by_hand else action.toggled).connect(
                    lambda on, does=one.does: does(window, on))
        self.look()

    def look(self, *names: str):
        """Says which commands can be had now: all, or those of some names."""
        for name in (names or self._commands) if self._window is not None else ():
            if self._commands[name].enabled is not None:
                self._actions[name].setEnabled(self._commands[name].enabled(self._window))

    def retranslate(self):
        """Texts in the language of the moment."""
        for menu_name, lines in table().items():
            self.menus[menu_name].setTitle(titles()[menu_name])
            for line in lines:
                if isinstance(line, Choice | Submenu):
                    self.menus[line.name].setTitle(line.text)
                for one in commands_of(line):
                    keys = " ".join(f"({key})" for key in all_shown_keys(one))
                    tip = f"{one.text} {keys}".strip()
                    self._actions[one.name].setText(one.text)
                    self._actions[one.name].setToolTip(tooltip(f"{tip}\n{one.about}" if one.about else tip))
        self.presets.setTitle(_("Presets"))

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
            if number in PRESET_KEYS:
                action.setShortcut(str(number))
                action.setAutoRepeat(False)
            action.setToolTip(tooltip(f"{_(preset.name)} ({number})" if number in PRESET_KEYS else _(preset.name)))
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
        return [*((", ".join(all_shown_keys(one)), one.text) for one in every_command() if one.keys),
                ("1 … 9", _("Preset of the scene")), ("Tab", _("Select the next body, in the picture")),
                ("PageDown, PageUp", _("In a lesson: the next step, the one before")),
                ("A … D", _("In a lesson, while a vote is open: an answer"))]

    def _taken(self) -> list[tuple[str, str]]:
        """(keys, what they do) one by one, those of presets and of the picture too."""
        return [*((keys, one.text) for one in every_command() for keys in one.keys),
                *((str(number), _("Preset of the scene")) for number in PRESET_KEYS),
                ("Tab", _("Select the next body, in the picture"))]


def every_command() -> list[Command]:
    """Returns all commands, in the order of the menus."""
    return [one for lines in table().values() for line in lines for one in commands_of(line)]
