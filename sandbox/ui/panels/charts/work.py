"""Charts are made, and what of them takes long is computed, on other threads; what nobody wants any more is ended."""

from collections.abc import Callable

from sandbox.qt.core import QObject, QTimer, pyqtSignal
from sandbox.scene.charts.chart import Chart, ChartElement
from sandbox.ui.playback.awaited import Awaited
from sandbox.ui.playback.task import Task

POLL = 100              # [ms] between two looks at whether it is done
NEWS = 5                # looks between two times that what was found so far is shown: that costs a little


SOON = 30               # [ms] between two looks at whether charts are made


class Making(QObject):
    """Makes the charts of a run; those that were wanted before are dropped.

    made     the charts, and whether the view is to be kept;  failed  why there are none
    """

    made = pyqtSignal(list, bool)
    failed = pyqtSignal(str)

    def __init__(self, parent=None):
        super().__init__(parent)
        self._awaited = Awaited(self, SOON)

    @property
    def is_on(self) -> bool:
        """Whether charts are on their way."""
        return self._awaited.is_on

    def begin(self, maker: Callable[[], list[Chart]], keeps_view: bool):
        """Makes what `maker` returns."""
        self._awaited.begin(maker, lambda task: self._take(task, keeps_view))

    def _take(self, task: Task, keeps_view: bool):
        try:
            charts = task.result()
        except Exception as error:
            self.failed.emit(str(error))
        else:
            self.made.emit(charts, keeps_view)


class ChartWork(QObject):
    """The work of one chart at a time.

    found    parts so far, and the share that is done, 1 at the end;  failed  why there is no more of it
    """

    found = pyqtSignal(tuple, float)
    failed = pyqtSignal(str)

    def __init__(self, parent=None):
        super().__init__(parent)
        self._job: _Job | None = None
        self._looks = 0
        self._timer = QTimer(self)
        self._timer.setInterval(POLL)
        self._timer.timeout.connect(self._look)

    @property
    def is_on(self) -> bool:
        """Whether something is being computed."""
        return self._job is not None

    def begin(self, chart: Chart):
        """Begins the work of a chart; another one ends."""
        self.stop()
        self._job = _Job(chart.work)
        self._timer.start()

    def stop(self):
        """Ends it; what was found so far stays."""
        if self._job is not None:
            self._job.is_cancelled = True
            self._job = None
        self._timer.stop()

    def _look(self):
        job = self._job
        if job is None:
            return
        self._looks += 1
        if job.task.is_done:
            self.stop()
            try:
                self.found.emit(job.task.result(), 1.0)
            except Exception as error:
                if job.parts:
                    self.found.emit(job.parts, 0.999)
                self.failed.emit(str(error))
        elif job.has_news and self._looks % NEWS == 0:
            job.has_news = False
            self.found.emit(job.parts, min(job.share, 0.999))


class _Job:
    """One piece of work; its thread writes what it has found so far."""

    def __init__(self, work: Callable):
        self.parts: tuple[ChartElement, ...] = ()
        self.share, self.has_news, self.is_cancelled = 0.0, False, False
        self.task = Task(lambda: tuple(work(self._report, lambda: self.is_cancelled)))

    def _report(self, share: float, parts=()):
        self.parts, self.share = tuple(parts), float(share)
        self.has_news = True
