"""The life of the page: it is loaded, given a scene, watched, and loaded again when it dies."""

import logging
import os
import signal
import time
from collections import deque

from sandbox.qt.core import QObject, Qt, QTimer, QUrl, pyqtSignal
from sandbox.qt.web import QWebEnginePage, QWebEngineView
from sandbox.text import _
from sandbox.view.page import transport
from sandbox.view.page.browser import LockedPage
from sandbox.view.page.channel import Channel, patience
from sandbox.view.page.files import PAGE, MissingPiece, document

log = logging.getLogger(__name__)

ASK_AGAIN = 15            # [ms] between requests to a loading page
HEARTBEAT = 100           # [ms] between checks of the page
IDLE = 0.25               # [s] after which a page without work is asked for a report
LOAD_LIMIT = 60.0         # [s] for loading and building, where the page has a core to itself
# waits [s] before the restarts that come within WITHIN [s], then the page is given up; a system that is short of memory
# or processes starts no renderer at that moment, and refuses five times within half a second
WAITS, WITHIN = (0.0, 0.5, 2.0, 8.0, 20.0), 120.0
MIN_COVERED = 1e-4        # least share of the picture that solids cover: some balls on threads are 1 %, nothing is 0


class Life(QObject):
    """One page and its state: loading, empty, building, playing or failed.

    identified(answer)   the page has loaded: renderer, software, width, height [px]
    built                a scene was built and is drawn
    leaving              a page that plays is about to be loaded anew
    drawn                the first picture of a page was drawn
    beat                 every HEARTBEAT while the page plays
    recovered(text), failed(text)   see View
    """

    identified = pyqtSignal(dict)
    built = pyqtSignal()
    leaving = pyqtSignal()
    drawn = pyqtSignal()
    beat = pyqtSignal()
    recovered = pyqtSignal(str)
    failed = pyqtSignal(str)

    def __init__(self, web: QWebEngineView, smooth=None):
        super().__init__(web)
        self.state = "loading"
        self.renderer = ""
        self.first_picture_at = None
        self._first_draw = None              # number of draws when the first frame was applied
        self._has_drawn = False              # this page has drawn a frame
        self._restart_reason = None          # why the page is being restarted, or None
        self._restarts = deque(maxlen=len(WAITS))
        self._again = QTimer(self)           # until the page is loaded anew
        self._again.setSingleShot(True)
        self._again.timeout.connect(self.load)
        self._started = time.perf_counter()
        self.page = LockedPage(web, smooth)
        self.page.setBackgroundColor(Qt.GlobalColor.black)
        web.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        web.setPage(self.page)
        self.channel = Channel(self.page, self._on_lost)
        # a page that goes answers what it was asked with nothing, to nobody who is left
        web.destroyed.connect(self.channel.restart)
        self.page.loadFinished.connect(self._on_loaded)
        self.page.renderProcessTerminated.connect(self._on_terminated)
        self._pulse = QTimer(self)
        self._pulse.timeout.connect(self._on_pulse)
        self._pulse.start(HEARTBEAT)
        try:
            document()
            self.load()
            transport.load()
        except (ImportError, OSError, MissingPiece) as error:
            self.state = "failed"
            sentence = _("3D graphics could not start: {reason}.").format(reason=error)
            QTimer.singleShot(0, lambda: self.give_up(sentence))

    def load(self):
        """Loads an empty page."""
        self._again.stop()
        if self.state == "playing":
            self.leaving.emit()
        self.state = "loading"
        self.channel.restart()
        self._first_draw, self._has_drawn = None, False
        self._started = time.perf_counter()
        self.page.load(QUrl(PAGE))

    def build(self, message: str):
        """Sends the empty page its scene."""
        self.state = "building"
        self.channel.ask("build(" + message + ")", self._on_built)

    def deliver(self, message: str):
        """Sends the page a frame."""
        self.channel.ask("deliver(" + message + ")", self._on_delivered)

    def give_up(self, sentence: str):
        """Ends the life of the page; there will be no picture, the sentence says why."""
        self.state = "failed"
        self.channel.restart()
        self.failed.emit(sentence)

    def _on_loaded(self, ok: bool):
        if self.state == "loading" and ok:
            self.channel.ask("hello()", self._on_hello)

    def _on_hello(self, answer):
        if answer is None or not answer.get("ready"):
            QTimer.singleShot(ASK_AGAIN, lambda: self._on_loaded(self.state == "loading"))
            return
        self.renderer = answer.get("renderer", "")
        if not answer.get("webgl2"):
            self.give_up(_("3D graphics could not start: the graphics driver offers no WebGL 2."))
            return
        log.info("3D page ready: %s", self.renderer)
        self.state = "empty"
        self.identified.emit(answer)

    def _on_built(self, answer):
        if answer is None or "error" in answer:
            reason = (answer or {}).get("error") or _("the page did not understand")
            log.error("page: %s", reason)
            self.give_up(_("3D graphics could not start: {reason}.").format(reason=reason.splitlines()[0]))
            return
        self.channel.ask("covered()", self._on_covered)

    def _on_covered(self, share):
        if not isinstance(share, (int, float)) or not share > MIN_COVERED:
            self.give_up(_('3D graphics could not start: the graphics driver ("{name}") draws nothing.').format(
                name=self.renderer))
            return
        self.state = "playing"
        self.built.emit()
        if self._restart_reason is not None:
            self._restart_reason = None
            self.recovered.emit(_("The 3D view was restarted. Your run was not affected."))

    def _on_delivered(self, answer):
        if answer is None or "error" in answer:
            log.error("page: %s", answer)
            return
        draws = answer.get("draws", 0)
        if self._first_draw is None and "frame" in answer:
            self._first_draw = draws
        elif not self._has_drawn and draws > (self._first_draw or draws):
            self._has_drawn = True
            self.first_picture_at = self.first_picture_at or time.perf_counter()
            self.drawn.emit()

    def _on_terminated(self, status, code):
        if status != QWebEnginePage.RenderProcessTerminationStatus.NormalTerminationStatus:
            self._restart(f"renderer ended, status {status}, code {code}")

    def _end_process(self):
        """Ends the process of a page that does not answer: one that was stopped would load nothing either.

        Its end is told like any other, and the page is loaded again.
        """
        self.channel.restart()
        process = self.page.renderProcessPid()
        try:
            if process <= 0:
                raise ProcessLookupError
            os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))
        except OSError:
            self._restart("no answer")

    def _on_lost(self):
        if self.state in ("building", "playing"):
            self._restart("WebGL context lost")

    def _restart(self, reason: str):
        if self._again.isActive():
            return
        log.warning("3D page restarted: %s", reason)
        now = time.monotonic()
        recent = sum(now - one < WITHIN for one in self._restarts)
        if recent == len(WAITS):
            self.give_up(_("The 3D view stopped again and again and was switched off."))
            return
        self._restarts.append(now)
        self._restart_reason = reason
        self._started = time.perf_counter()
        self.channel.restart()
        self.state = "loading"
        self._again.start(int(1000*WAITS[recent]))

    def _on_pulse(self):
        """Restarts or gives up a page that takes too long, and asks an idle one for a report."""
        channel, waited = self.channel, time.perf_counter() - self._started
        if self.state == "loading" and waited > patience(LOAD_LIMIT):
            self.give_up(_("3D graphics could not start: the page did not load within {seconds:g} s.").format(
                seconds=round(waited)))
        elif self.state in ("building", "playing") and channel.is_busy and channel.silence > patience(channel.timeout):
            self._end_process()
        elif self.state == "playing" and not channel.is_busy and channel.silence > IDLE:
            channel.ask("report({})", self._on_delivered)
        if self.state == "playing":
            self.beat.emit()
