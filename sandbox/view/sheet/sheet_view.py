"""A page of text and formulas as a Qt widget: filled by one call, kept up to date by another, written as PDF."""

import json
import logging
from collections.abc import Callable, Mapping

from sandbox.qt.core import QMarginsF, Qt, QTimer, QUrl, pyqtSignal
from sandbox.qt.gui import QColor, QPageLayout, QPageSize
from sandbox.qt.web import QWebEngineSettings, QWebEngineView
from sandbox.qt.widgets import QVBoxLayout, QWidget
from sandbox.view.page.browser import LockedPage
from sandbox.view.page.files import SCHEME

log = logging.getLogger(__name__)

ADDRESS = f"{SCHEME.decode()}://sheet/"
MARGINS = QMarginsF(18, 16, 18, 18)      # [mm] of a printed page
POLL, MOST_LOOKS = 30, 100               # [ms] between looks at the fonts, and how many before it is printed as it is
MOST_RELOADS = 3                         # of a page whose process died


class SheetView(QWidget):
    """Shows one sheet. What comes before the page is loaded waits for it; numbers that come too fast are dropped.

    file_of   file_of(path): type and content of a file of the page, "" the page itself, None where there is no such
    """

    clicked = pyqtSignal(str)       # the parameter whose symbol was clicked on
    filled = pyqtSignal()           # the page shows what it was last told to show
    failed = pyqtSignal()           # its process died again and again

    def __init__(self, file_of: Callable[[str], tuple[str, bytes] | None]):
        super().__init__()
        self._web = QWebEngineView(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._web)
        self.setFocusProxy(self._web)

        def answer(url: str):
            path = url.removeprefix(ADDRESS)
            return file_of(path) if path != url else None

        self.page = LockedPage(self._web, smooth=False, answer=answer)
        self.page.settings().setAttribute(QWebEngineSettings.WebAttribute.ShowScrollBars, True)
        self.page.settings().setAttribute(QWebEngineSettings.WebAttribute.FocusOnNavigationEnabled, False)
        self._web.setPage(self.page)
        self._web.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self._web.setAcceptDrops(False)
        self._sheet: dict | None = None
        self._look: tuple | None = None
        self._values: dict[str, str] = {}
        self._is_loaded = self._is_busy = self._is_behind = False
        self._reloads = 0
        self._printouts: list[Callable] = []          # that wait for the page
        self.page.loadFinished.connect(self._on_loaded)
        self._web.renderProcessTerminated.connect(self._on_death)
        self.page.load(QUrl(ADDRESS))

    # ---- what is shown ----------------------------------------------------------------------------------------------

    @property
    def is_filled(self) -> bool:
        """Whether the page shows what it was told."""
        return self._is_loaded and self._sheet is not None and not self._is_busy

    def show_sheet(self, sheet: dict):
        """Shows another sheet: what `show` of its script takes."""
        self._sheet, self._values = sheet, {}
        if self._is_loaded:
            self._fill()

    def show_values(self, values: Mapping[str, str]):
        """Shows live numbers by their names."""
        news = {name: text for name, text in values.items() if self._values.get(name) != text}
        self._values.update(news)
        if not self._is_loaded or self._sheet is None:
            return
        if self._is_busy:
            self._is_behind = self._is_behind or bool(news)
        else:
            self._ask(f"tell({json.dumps(news)})", self._take)

    def set_look(self, colours: Mapping[str, str], size: int, has_numbers: bool):
        """Sets colours by their names, the height of letters [px], and whether values stand below symbols."""
        self._look = dict(colours), int(size), bool(has_numbers)
        self.page.setBackgroundColor(QColor(colours["PANEL"]))
        if self._is_loaded:
            self._style()

    def ask(self, source: str, then: Callable):
        """Runs a line of JavaScript in the page; calls `then(answer)` later."""
        self.page.runJavaScript(source, lambda answer: QTimer.singleShot(0, lambda: then(answer)))

    def write_pdf(self, then: Callable[[bytes], None]):
        """Calls `then(data)` later with the sheet as PDF, on A4, as soon as it is shown; b"" where that failed."""
        if self.is_filled:
            self._print(then)
        elif self._reloads > MOST_RELOADS:
            QTimer.singleShot(0, lambda: then(b""))
        else:
            self._printouts.append(then)

    def _print(self, then: Callable[[bytes], None], looks: int = MOST_LOOKS):
        """Waits for the fonts of the page, which come when they are first used, then prints it."""
        def look(status):
            if status == "loading" and looks > 0:
                QTimer.singleShot(POLL, lambda: self._print(then, looks - 1))
            else:
                self._write_pdf(then)

        self.ask("document.fonts.status", look)

    def _write_pdf(self, then: Callable[[bytes], None]):
        paper = QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, MARGINS)
        self.page.printToPdf(lambda data: QTimer.singleShot(0, lambda: then(bytes(data))), paper)

    # ---- the page ---------------------------------------------------------------------------------------------------

    def _on_loaded(self, is_well: bool):
        self._is_loaded = is_well
        if not is_well:
            log.warning("the sheet could not be loaded: %s", self.page.problems)
            return
        self._style()
        if self._sheet is not None:
            self._fill()

    def _style(self):
        if self._look is not None:
            colours, size, has_numbers = self._look
            self.page.runJavaScript(f"look({json.dumps(colours)}, {size}, {json.dumps(has_numbers)})")

    def _fill(self):
        values = json.dumps(self._values)
        self._ask(f"show({json.dumps(self._sheet)}); tell({values})", lambda _answer: self.filled.emit())

    def _ask(self, source: str, then: Callable):
        self._is_busy, self._is_behind = True, False
        sheet = self._sheet

        def back(answer):
            # messages of the engine do not nest: nothing is asked here
            QTimer.singleShot(0, lambda: self._answered(answer, then, sheet))

        self.page.runJavaScript(source, back)

    def _answered(self, answer, then: Callable, sheet):
        if sheet is not self._sheet:
            return          # another one was shown meanwhile, whose answer is on its way
        self._is_busy = False
        then(answer)
        if self._is_behind and not self._is_busy:
            self._ask(f"tell({json.dumps(self._values)})", self._take)
        elif not self._is_busy:
            while self._printouts:
                self._print(self._printouts.pop(0))

    def _take(self, clicks):
        for name in clicks if isinstance(clicks, list) else ():
            self.clicked.emit(str(name)[:60])

    def _on_death(self, _status, _code):
        self._is_loaded = self._is_busy = False
        self._reloads += 1
        if self._reloads > MOST_RELOADS:
            self.failed.emit()
            while self._printouts:
                self._printouts.pop()(b"")
        else:
            QTimer.singleShot(0, lambda: self.page.load(QUrl(ADDRESS)))
