"""The picture keeps its share of a window that becomes narrower; a person may still give it less."""

from sandbox.qt.core import QEvent, QObject, Qt, QTimer
from sandbox.qt.widgets import QDockWidget, QMainWindow

SHARE = 0.5          # of the width of the window that is the picture's


class PictureRoom(QObject):
    """Takes from the panels at both sides what the picture lacks, down to what they need at least."""

    def __init__(self, frame: QMainWindow):
        super().__init__(frame)
        self._frame = frame
        frame.installEventFilter(self)

    def eventFilter(self, watched, event):
        is_narrower = event.type() == QEvent.Type.Resize and event.size().width() < event.oldSize().width()
        if is_narrower or event.type() == QEvent.Type.Show:
            # panels have their new places only after the frame has handled this
            QTimer.singleShot(0, self.keep)
        return False

    def keep(self):
        """Gives the picture its share."""
        self._frame.layout().activate()
        lacking = round(SHARE*self._frame.width()) - self._frame.centralWidget().width()
        if lacking <= 0:
            return
        # of those behind others' tabs Qt knows no width; a window has two thousand children, a few of them its own
        docks = [dock for dock in self._frame.findChildren(QDockWidget, "", Qt.FindChildOption.FindDirectChildrenOnly)
                 if not dock.visibleRegion().isEmpty() and not dock.isFloating()]
        for side in (Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.LeftDockWidgetArea):
            beside = [dock for dock in docks if self._frame.dockWidgetArea(dock) == side]
            if lacking <= 0 or not beside:
                continue
            least = max(dock.minimumSizeHint().width() for dock in beside)
            width = max(least, beside[0].width() - lacking)
            lacking -= beside[0].width() - width
            self._frame.resizeDocks(beside[:1], [width], Qt.Orientation.Horizontal)
