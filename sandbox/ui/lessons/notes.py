"""The teacher's page of a lesson in a window of its own, for a second screen or for paper."""

from collections.abc import Callable

from sandbox.qt.core import QBuffer, QByteArray, QEvent, QIODevice, QMarginsF, Qt, QTimer
from sandbox.qt.gui import (
    QFont,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextTable,
)
from sandbox.qt.widgets import QApplication, QDialog, QHBoxLayout, QPushButton, QTextBrowser, QVBoxLayout, QWidget
from sandbox.scene.lessons.lesson import Lessons
from sandbox.scene.lessons.page import page_of
from sandbox.text import _
from sandbox.ui.lessons.lecture import Lecture
from sandbox.ui.look.controls import Combo
from sandbox.ui.look.format import tooltip

SIZE = 620, 760                          # [px] of the window at first
MARGINS = QMarginsF(18, 16, 18, 18)      # [mm] of a printed page
LETTER = 10.5                            # [pt] on paper
RESOLUTION = 300                         # [1/inch] of positions on paper
TURNS = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}


class Page(QTextBrowser):
    """A page of Markdown that brings nothing with it from elsewhere."""

    def loadResource(self, _kind, _name):
        """Pictures of a text of anybody are not looked for."""


class NotesSheet(QDialog):
    """Shows the page of one lesson; while a lesson is given that of this one, at its step.

    lessons   that there are;  save  save(name, data): asks for a file for a page as PDF
    """

    def __init__(self, parent: QWidget, lessons: Lessons, lecture: Lecture, save: Callable[[str, bytes], None]):
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Teacher's notes"))
        self._lessons, self._lecture, self._keep = dict(lessons.good), lecture, save
        self.lesson = Combo(_("which lesson"))
        self.lesson.setAccessibleName(_("which lesson"))
        for name, lesson in self._lessons.items():
            self.lesson.addItem(_(lesson.title), name)
        self.page = Page()
        self.page.setOpenLinks(False)
        self.page.setAccessibleName(_("Teacher's notes"))
        self.page.installEventFilter(self)
        self.save = QPushButton(_("Save as PDF…"))
        self.save.setToolTip(tooltip(_("The page on A4, in the language of the window")))
        self.save.setAutoDefault(False)
        self.save.clicked.connect(lambda: self._keep(f"{self.lesson.currentData()}.pdf", self.pdf()))
        row = QHBoxLayout()
        row.addWidget(self.lesson, 1)
        row.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.addLayout(row)
        column.addWidget(self.page, 1)
        self.resize(*SIZE)
        if lecture.is_on and lecture.lesson is not None:
            self.lesson.setCurrentIndex(max(self.lesson.findData(lecture.lesson.id), 0))
        self.lesson.currentIndexChanged.connect(self._show)
        lecture.turned.connect(self._follow)
        self._show()
        self._go_aside()

    def _show(self):
        """Shows the page of the lesson that is chosen."""
        lesson = self._lessons.get(self.lesson.currentData())
        self.save.setEnabled(lesson is not None)
        if lesson is not None:
            write_page(self.page.document(), page_of(lesson))
            self.page.moveCursor(QTextCursor.MoveOperation.Start)
            self._follow()

    def _follow(self):
        """Brings the step that is given into sight."""
        lecture = self._lecture
        if not lecture.is_on or lecture.lesson is None or lecture.step is None:
            return
        if lecture.lesson.id != self.lesson.currentData():
            self.lesson.setCurrentIndex(max(self.lesson.findData(lecture.lesson.id), 0))
            return
        heading = f"{lecture.place + 1}. {_(lecture.step.title)}"
        found = self.page.document().find(heading)
        if not found.isNull():
            top = self.page.cursorRect(found).top()
            bar = self.page.verticalScrollBar()
            bar.setValue(bar.value() + top)

    def showEvent(self, event):
        super().showEvent(event)
        # before it has its size nothing has a place on it
        QTimer.singleShot(0, self._follow)

    def _go_aside(self):
        """To a second screen, where there is one."""
        parent = self.parentWidget()
        window = parent.windowHandle() if parent is not None else None
        others = [one for one in QApplication.screens() if window is not None and one is not window.screen()]
        if others:
            self.move(others[0].availableGeometry().topLeft())

    def eventFilter(self, watched, event):
        """The clicker turns the lesson, also where this window has the keys."""
        if event.type() == QEvent.Type.KeyPress and self._lecture.is_on and event.key() in TURNS:
            self._lecture.turn(TURNS[event.key()])
            return True
        return super().eventFilter(watched, event)

    def pdf(self) -> bytes:
        """Returns the page as PDF, on A4."""
        lesson = self._lessons.get(self.lesson.currentData())
        return b"" if lesson is None else pdf_of(page_of(lesson), _(lesson.title))


def write_page(document: QTextDocument, text: str):
    """Puts Markdown into a document: nothing in it is read as HTML, tables are as wide as the page."""
    document.setMarkdown(text, QTextDocument.MarkdownFeatures(
        QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML))
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            shape = frame.format()
            shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
            shape.setCellPadding(3)
            shape.setCellSpacing(0)
            shape.setBorder(0.5)
            shape.setColumnWidthConstraints([QTextLength(QTextLength.Type.PercentageLength, 15),
                                             QTextLength(QTextLength.Type.PercentageLength, 85)])
            frame.setFormat(shape)
    _space(document)


def _space(document: QTextDocument):
    """Headings stand apart from what is above them, and on the page of what follows."""
    block = document.begin()
    while block.isValid():
        shape = block.blockFormat()
        if shape.headingLevel():
            shape.setTopMargin(14.0)
            shape.setBottomMargin(4.0)
            shape.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_Auto)
            QTextCursor(block).setBlockFormat(shape)
        block = block.next()


def pdf_of(text: str, title: str) -> bytes:
    """Returns Markdown as PDF, on A4."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setResolution(RESOLUTION)
    writer.setPageLayout(QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, MARGINS))
    document = QTextDocument()
    letter = QFont()
    letter.setPointSizeF(LETTER)
    document.setDefaultFont(letter)
    write_page(document, text)
    document.print_(writer)
    del writer
    buffer.close()
    return bytes(data)
