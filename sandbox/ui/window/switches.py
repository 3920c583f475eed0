"""How the picture is looked at: arrows, trail, chalk line, camera, quality. A view need not know all of them."""

from sandbox.film.recipe import LENGTHS
from sandbox.qt.core import QObject, pyqtSignal
from sandbox.scene.presentation.showing import CAMERAS
from sandbox.systems.protocol import ARROWS
from sandbox.text import _


class Switches(QObject):
    """Does what the commands say of the picture, and shows it in the legend."""

    noted = pyqtSignal(str)           # what has just been switched, in words
    changed = pyqtSignal()            # the picture is to be drawn again

    def __init__(self, commands, view, legend, quality: str = "auto", parent=None):
        super().__init__(parent)
        self._commands, self._view, self._legend = commands, view, legend
        self.trail, self.chalk, self.camera, self.quality = "long", "off", "free", quality
        self._has = ARROWS                # arrows that the present system can have
        for name in ARROWS:
            self.set_arrow(name, commands[name].isChecked())
        self.set_labels(commands["labels"].isChecked())
        view.quality_changed.connect(self.noted)
        commands.choose("camera", self.camera)
        commands.choose("quality", self.quality)
        view.set_trail(self.trail)
        legend.set_on("chalk", False)
        legend.set_on("tint", False)
        if quality != "auto":
            self._view.set_quality(quality)
            self.changed.emit()

    def set_arrow(self, name: str, on: bool):
        self._view.set_arrow(name, on)
        self._legend.set_on(name, on and name in self._has)
        self.changed.emit()

    def set_labels(self, on: bool):
        self._view.set_labels(on)
        self.changed.emit()

    def scale_arrows(self, by: int):
        """Makes all arrows longer or shorter by so many steps."""
        self._view.scale_arrows(by)
        self.changed.emit()
        self.look()

    @property
    def arrows(self) -> tuple[str, ...]:
        """Arrows that are on, of those that the present system can have."""
        return tuple(name for name in self._has if self._commands[name].isChecked())

    def begin(self, run):
        """Takes another run: arrows that its system never has are neither in the menu nor in the legend."""
        self._has = run.system.arrows
        for name in ARROWS:
            self._commands[name].setVisible(name in self._has)
            self._legend.set_on(name, name in self.arrows)

    def turn(self, what: str):
        """Takes the next mode of "trail", "chalk" or "camera"."""
        modes = CAMERAS if what == "camera" else LENGTHS
        getattr(self, f"set_{what}")(following(modes, getattr(self, what)))

    def set_trail(self, mode: str):
        self.trail = mode
        self._view.set_trail(mode)
        self.changed.emit()
        self._legend.set_on("trail", mode != "off")
        self.noted.emit({"off": _("trail: off"), "short": _("trail: short"), "long": _("trail: long")}[mode])

    def set_chalk(self, mode: str):
        self.chalk = mode
        self._view.set_chalk(mode)
        self.changed.emit()
        self._legend.set_on("chalk", mode != "off")
        self.noted.emit({"off": _("chalk line: off"), "short": _("chalk line: short"),
                         "long": _("chalk line: long")}[mode])

    def set_camera(self, mode: str, is_told: bool = True):
        """Looks otherwise; what a person did not ask for is not told."""
        self.camera = mode
        self._commands.choose("camera", mode)
        self._view.set_camera(mode)
        self.changed.emit()
        if is_told:
            self.noted.emit({"free": _("camera: free"), "follow": _("camera: follows the body"),
                             "top": _("camera: from above"), "table": _("camera: rides on the table")}[mode])

    def reset_camera(self):
        self._view.reset_camera()
        self.changed.emit()

    def set_quality(self, name: str):
        self.quality = name
        self._commands.choose("quality", name)
        self._view.set_quality(name)
        self.changed.emit()
        self.noted.emit({"auto": _("quality: automatic"), "fine": _("quality: soft shadows and materials"),
                         "high": _("quality: high"),
                         "low": _("quality: low")}[name])

    def look(self):
        """Shows the scales of the arrows, which follow the motion."""
        fastest = self._view.fastest
        self._legend.set_on("tint", fastest > 0.0)
        scales = dict(self._view.arrow_scales)
        self._legend.show_scales({**scales, "tint": (fastest, "m/s")} if fastest > 0.0 else scales)


def following(values: tuple[str, ...], value: str) -> str:
    """The next of some values, around."""
    return values[(values.index(value) + 1) % len(values)]
