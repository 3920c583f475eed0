"""The picture of the first scene, shown while the window is still being loaded."""

from sandbox.qt.core import Qt, QTimer
from sandbox.qt.gui import QColor, QPixmap
from sandbox.qt.widgets import QSplashScreen, QWidget
from sandbox.ui.look.pictures import SHIPPED

POLL = 20            # [ms] between looks whether the window is there
FINER = 2            # it is shown so many times larger than in lists


class Splash(QSplashScreen):
    """Is there from `show` until the window that it is told of is."""

    def __init__(self, scene_id: str):
        picture = QPixmap(str(SHIPPED / f"{scene_id}.jpg")) if scene_id.isidentifier() else QPixmap()
        if picture.isNull():
            picture = QPixmap(str(SHIPPED / "turntable.jpg"))
        super().__init__(picture.scaled(picture.size()*FINER, Qt.AspectRatioMode.KeepAspectRatio,
                                        Qt.TransformationMode.SmoothTransformation))
        self._window: QWidget | None = None
        self._looks = QTimer(self)
        self._looks.timeout.connect(self._look)
        self.showMessage("Jacobi Sandbox", Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom,
                         QColor("#a9b6c4"))

    def wait_for(self, window: QWidget):
        """Leaves as soon as that window is there."""
        self._window = window
        self._looks.start(POLL)

    def _look(self):
        if self._window is not None and self._window.isVisible():
            self._looks.stop()
            self.close()
