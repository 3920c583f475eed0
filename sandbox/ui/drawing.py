"""Drawing the curve of a parameter: the sheet is open beside the window, Run begins the scene again with the curve."""

from PyQt5.QtCore import QObject

from sandbox.scene.curve import DrawnCurve
from sandbox.ui.curve import CurveSheet


class Drawing(QObject):
    """Opens the sheet; what is drawn takes the way of every other change of a parameter."""

    def __init__(self, window):
        super().__init__(window)
        self._window = window
        self.sheet: CurveSheet | None = None
        self._scene = None

    def show_run(self, run):
        """Another run took over: a sheet of another scene has nothing to draw for."""
        curves = [p for p in run.scene.parameters if isinstance(p, DrawnCurve)]
        self._window.commands["draw"].setEnabled(bool(curves))
        if self.sheet is not None and run.scene is not self._scene:
            self.sheet.close()

    def open(self, name: str = ""):
        """Draw the curve of that name, or the first of the scene."""
        run = self._window.simulation
        parameter = next((p for p in run.scene.parameters if isinstance(p, DrawnCurve) and name in ("", p.name)), None
                         ) if run is not None else None
        if parameter is None:
            return
        if self.sheet is not None:
            self.sheet.close()
        self._scene = run.scene
        self.sheet = CurveSheet(self._window, parameter, self._window.player.wanted.values[parameter.name])
        self.sheet.chosen.connect(self._run)
        self.sheet.finished.connect(self._forget)
        self.sheet.show()

    def _run(self, name: str, text: str):
        """Begin the scene again with that curve."""
        self._window.edits.change(name, text)
        self._window.parameters.show_values(self._window.player.wanted.values, self._window.start_values())
        self._window.play()

    def _forget(self, _result):
        self.sheet = None
