"""A picture of the plots as a file, for papers and boards."""

from sandbox.qt.core import QBuffer, QIODevice, QRectF, QSize, Qt
from sandbox.qt.gui import QColor, QImage, QPainter
from sandbox.qt.widgets import QGraphicsView
from sandbox.ui.look.theme import colour

FINER = 2       # pixels of a PNG for one of the screen, in each direction


def picture_of(area: QGraphicsView, kind: str, title: str) -> bytes:
    """Returns what a view shows as a PNG or SVG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    size = area.viewport().size().expandedTo(QSize(1, 1))
    if kind == "svg":
        # asked for seldom: not loaded when the program starts
        from sandbox.qt.svg import QSvgGenerator
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(size)
        generator.setViewBox(area.viewport().rect())
        generator.setTitle(title)
        painter = QPainter(generator)
        painter.fillRect(area.viewport().rect(), QColor(colour("PANEL")))
        area.render(painter, QRectF(area.viewport().rect()), area.viewport().rect())
        painter.end()
    else:
        image = QImage(QSize(FINER*size.width(), FINER*size.height()), QImage.Format.Format_RGB32)
        image.fill(QColor(colour("PANEL")))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area.render(painter, QRectF(image.rect()), area.viewport().rect(), Qt.AspectRatioMode.IgnoreAspectRatio)
        painter.end()
        image.save(buffer, "PNG")
    return bytes(buffer.data())
