"""Building in a window: where one starts, and how a bench becomes a scene of one's own."""

from sandbox.errors import BadValue
from sandbox.scene.built.document import Document
from sandbox.scene.catalogue import load_scene
from sandbox.text import _
from sandbox.ui.bench.ahead import DrawnAhead
from sandbox.ui.bench.arrange import ArrangeSheet
from sandbox.ui.bench.builder import Builder
from sandbox.ui.bench.mesh import Meshes
from sandbox.ui.bench.save import SaveSheet
from sandbox.ui.bench.sight import Sight
from sandbox.ui.window.help import show_once
from sandbox.ui.window.scenes.wiring import show_scenes
from sandbox.ui.window.wiring.hand import scenery
from sandbox.workspace.bench import shown_name
from sandbox.workspace.kept_form import to_be_kept
from sandbox.workspace.scene_text import write_scene


class Saving:
    """Keeps what stands on the bench as a scene of a person's own, and shows the sheet that asks for many of a part."""

    def __init__(self, window):
        self._window = window

    def ask(self):
        """Asks under what name."""
        window = self._window
        bench, folder = window.bench, window.opening.own_scenes
        if not bench.is_own:
            return
        if folder is None:
            window.message.say(_("There is no folder for scenes of one's own here."), "error")
            return
        show_once(window, "save_scene", lambda: SaveSheet(
            window, bench.document.title, folder, self.is_taken, lambda title, name: self.keep(title, name)))

    def arrange(self):
        """Asks how the selected part is to stand many times."""
        window, bench = self._window, self._window.bench
        if bench.part is not None:
            show_once(window, "arrange", lambda: ArrangeSheet(
                window, shown_name(bench.selected), bench.spacing(), bench.arrange))

    def may_close(self) -> bool:
        """Whether nothing that was built would be lost; says so where it would, and lets a second wish pass."""
        message, text = self._window.message, _("What was built on the bench was not kept.")
        if not self._window.bench.has_changes or message.text == text:
            return True
        message.say(text, "event", _("Save as scene…"), self._ask_there,
                    more=((_("Close without saving"), self._close_anyway),))
        return False

    def _ask_there(self):
        self._window.bench.come_back()
        self.ask()

    def _close_anyway(self):
        self._window.bench.note_kept()
        self._window.close()

    def later(self, does):
        """Does what a key asks of the bench, after what still waits for the picture."""
        if self._window.hand is None:
            does()
        else:
            self._window.hand.bench.later(does)

    def is_taken(self, name: str) -> bool:
        """Whether a scene has that name."""
        catalogue, folder = self._window.catalogue, self._window.opening.own_scenes
        return name in catalogue.scenes or name in catalogue.broken or (folder/f"{name}.py").exists()

    def keep(self, title: str, name: str, document: Document | None = None) -> str:
        """Writes the bench as a scene file and takes it into the list; returns why that can't be, or "".

        document   of the scene, that of the bench as it began if none is given
        """
        window = self._window
        path = window.opening.own_scenes/f"{name}.py"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_scene(to_be_kept(document or window.bench.as_kept, title), path)
            window.catalogue.scenes[name] = load_scene(path)
            window.bench.note_kept()
        except BadValue as error:
            return str(error)
        except OSError as error:
            return _("'{file}' cannot be written ({reason})").format(file=path.name, reason=error.strerror or error)
        show_scenes(window)
        window.message.say(_("The scene is kept in {path}; the list has it.").format(path=path), "note",
                           _("Open it"), lambda: window.choose_scene(name))
        return ""


def make_builder(window) -> Saving:
    """The mouse over the picture builds where a scene of the bench waits at its start; returns what keeps it."""
    window.drawn_ahead, window.meshes = DrawnAhead(window.bench, window.player, window), Meshes(window)
    if window.hand is not None:
        window.hand.bench = Builder(window.bench, scenery(window), window.drawn_ahead)
        window.sight = Sight(window.bench, window.player, window.view, window)
    window.commands.choose("ahead", f"{window.drawn_ahead.seconds:g}")
    window.bench.changed.connect(window.commands.look)
    window.filing.documents.written.connect(window.bench.note_kept)
    return Saving(window)
