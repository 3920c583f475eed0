"""All that has to do with files of set-ups in one window: its document, what opens and saves it, what keeps it."""

from collections.abc import Callable

from sandbox.qt.core import QEvent, QObject
from sandbox.text import _
from sandbox.ui.window.files.autosave import Autosave
from sandbox.ui.window.files.document import Documents
from sandbox.ui.window.files.menu import FileMenu
from sandbox.ui.window.files.open_log import OpenLog
from sandbox.ui.window.files.open_setup import OpenSetup


class Filing(QObject):
    """Makes these parts and takes what is dropped on the window.

    window   player, catalogue, settings, commands, message of it are used
    looks    looks(): (camera, shown) of the picture;  show  show(camera, shown) switches it so
    """

    def __init__(self, window, looks: Callable, show: Callable):
        super().__init__(window)
        self._window, self._autosave = window, None
        player, catalogue, say = window.player, window.catalogue, self._say
        self.documents = Documents(player, looks, show, self)
        self.logs = OpenLog(window, player, catalogue, say)
        self.setups = OpenSetup(self, player, catalogue, lambda *made: self.menu.opened(*made), say)
        self.menu = FileMenu(window, self.documents, self.logs, self.setups, window.settings, say, self._list,
                             lambda path: window.meshes.take(path))
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def _list(self, names: list[str]):
        self._window.commands.fill_recent(names, lambda name: self.menu.open(name))

    def open_first(self, file: str, code: str) -> bool:
        """Opens what the command line named; returns whether it named anything."""
        if file:
            self.menu.open(file)
        elif code:
            self.menu.open_code(code)
        return bool(file or code)

    def _say(self, text: str, kind: str = "note", button: str = "", action: Callable | None = None):
        """Says what came of a file; when there is none, and no run yet, the first scene is shown."""
        window = self._window
        window.message.say(text, kind, button, action)
        if window.simulation is None and not window.player.is_preparing and not (kind == "busy" or self.menu.is_busy):
            window.open_first_scene()

    def keep_work(self, keep: Callable, forget: Callable):
        """From now on the present work is kept by keep(setup) for the case of a crash, and forgotten at the end."""
        self._autosave = Autosave(self, self.documents, keep, self._window.message.say)
        self._window.closed.connect(forget)

    def may_close(self) -> bool:
        """Whether nothing of a person's file would be lost; says so where it would, and lets a second wish pass."""
        documents, message = self.documents, self._window.message
        documents.look()
        path = documents.present.path
        if path is None or not documents.is_changed:
            return True
        text = _("'{path}' was changed and not saved.").format(path=path.name)
        if message.text == text:
            return True
        message.say(text, "event", _("Save and close"), lambda: self.menu.save(self._window.close),
                    more=((_("Close without saving"), self._close_anyway),))
        return False

    def _close_anyway(self):
        self.documents.give_up()
        self._window.close()

    def close(self):
        """Nothing is wanted any more."""
        self.menu.close()
        self.documents.close()
        if self._autosave is not None:
            self._autosave.close()

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.DragEnter and (event.mimeData().hasUrls() or event.mimeData().hasText()):
            event.acceptProposedAction()
            return True
        if event.type() == QEvent.Type.Drop and self.menu.drop(event.mimeData().urls(), event.mimeData().text()):
            event.acceptProposedAction()
            return True
        return False
