"""Playback: one simulation against the wall clock, frame by frame, on the window's thread."""

import time
from collections.abc import Callable
from dataclasses import replace

from sandbox.errors import BadValue
from sandbox.qt.core import QObject, Qt, QTimer, pyqtSignal
from sandbox.run.simulation import Simulation
from sandbox.text import _
from sandbox.ui.playback.focus import Focus
from sandbox.ui.playback.grip import Grip
from sandbox.ui.playback.loading import Request
from sandbox.ui.playback.pace import FASTEST, Glances, Pace, Rest
from sandbox.ui.playback.pending import Pending
from sandbox.ui.playback.picture_feed import PictureFeed
from sandbox.ui.playback.task import Task
from sandbox.ui.playback.travel import Travel

FRAME = 16                    # [ms] from one frame to the next
PAUSE = 5                      # [ms] at least after each: the page's engine does one small thing per turn of the events
POLL = 0.2                    # [s] between updates of meters


class Player(QObject):
    """Plays, steps and restarts a simulation and hands its snapshots to the picture.

    simulation   present run, or None before the first one is ready
    snapshot     its newest snapshot;  travel  takes it elsewhere;  open_log  open_log(header) -> Recorder, or None
    grip         the hand that may hold a body of it;  focus  which of its bodies a person looks at
    """

    framing = pyqtSignal()                    # a frame begins: what has gathered since the last one comes now
    framed = pyqtSignal()                     # a frame is done
    started = pyqtSignal(object, str)         # another run took over; why
    refused = pyqtSignal(str)                 # a wish that was not granted, in a sentence; everything stays
    ended = pyqtSignal(object)                # Event that ended the run
    playing_changed = pyqtSignal(bool)
    preparing_changed = pyqtSignal(bool)
    glanced = pyqtSignal(object)              # snapshot, up to 20 times per second while something moves
    looked = pyqtSignal()                     # 5 times per second
    repeated = pyqtSignal(object)             # the run has come to the end of the log that it was read from
    noted = pyqtSignal(str)                   # something worth a passing note
    forked = pyqtSignal(object)               # the run goes on into another future; the old one stays as a branch
    branched = pyqtSignal()                   # there are other branches, or another one is live

    def __init__(self, view, open_log: Callable | None = None, now: Callable = time.perf_counter, parent=None):
        super().__init__(parent)
        self.view, self.open_log, self._now = view, open_log, now
        self.simulation: Simulation | None = None
        self.snapshot = None
        self.focus = Focus(self)
        self.feed = PictureFeed(view, self.focus, self.refused.emit)
        self.focus.changed.connect(self.feed.jump)
        self.focus.trails_changed.connect(self.feed.jump)
        self.is_playing = False
        self.pace = Pace()
        self.pending = Pending()
        self.grip = Grip(self.refused.emit, lambda: self._hand_task is None or self._hand_task.is_done)
        self.travel = Travel(self)
        # what a run that begins again is of, where something was built in it; None: it can't
        self.rebuilt: Callable[[Request], Request | None] = lambda request: request
        self.is_steered: Callable[[], bool] = lambda: False      # whether somebody steers the run just now
        self._stopped_by_end = False
        self._system = None                        # that is shown: a run may go on as another one
        self._hand_task: Task | None = None        # compiles what a hand needs
        self._is_news = False                      # the plots do not show the present state yet
        self._glances, self._rest, self._last_look = Glances(), Rest(), 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_time)

    # ---- wishes ---------------------------------------------------------------------------------------------------

    def begin(self):
        self._timer.start(FRAME)

    def close(self):
        """No more frames; the log is finished."""
        self._timer.stop()
        self.pending.forget()
        self.is_playing = False
        self._close_log()

    def open(self, request: Request):
        """Makes that run the present one as soon as it is compiled; a newer wish replaces one that waits."""
        self.pending.open(request)
        self.preparing_changed.emit(True)

    def play(self):
        """Play on; a run that has ended begins again."""
        self.travel.stop()
        if self.simulation is not None and self.simulation.ended is not None:
            self._stopped_by_end = True
            self.reset()
        else:
            self._set_playing(True)

    def pause(self):
        self._stopped_by_end = False
        self.travel.stop()
        self._set_playing(False)

    def step(self, steps: int):
        """Pauses and goes so many steps forward, or back when negative."""
        self.travel.step(steps)

    def reset(self):
        """Begins the run again with the values it has now; it plays on if it did before it ended."""
        run = self.simulation
        if run is None or self.is_preparing:      # the run that is being prepared begins at its start anyway
            return
        request = self.rebuilt(replace(self.wanted, reason=_("back to the start"), keeps=True))
        if request is None:
            return
        if self.pending.has_restart:
            self.open(request)
        else:
            self._take_over(request)

    def begin_again(self, request: Request):
        """Begins the present scene at once with other values, for which nothing has to be compiled; BadValue refuses.

        It is paused.
        """
        self.pending.forget()
        self._stopped_by_end = False
        self._set_playing(False)
        self._take_over(request)

    def change(self, name: str, value):
        """Gives a parameter another value: live on the next frame, else by a restart once the control rests."""
        if self.simulation is not None:
            self.pending.change(self.simulation, name, value, self._now())

    def set_speed(self, speed: float):
        self.pace.speed = speed
        self.pace.forget()

    def refresh(self):
        """Shows the present state again: the picture was changed."""
        self.feed.is_stale = True

    # ---- what is known --------------------------------------------------------------------------------------------

    @property
    def is_preparing(self) -> bool:
        """Whether another run is on its way."""
        return self.pending.is_preparing

    @property
    def wanted(self) -> Request | None:
        """What all wishes so far lead to, with all its values; None before the first run."""
        return self.pending.after(self.simulation)

    @property
    def _is_hurried(self) -> bool:
        """Whether the run is to get on, and its picture only shows how far it is."""
        return self.pace.speed == FASTEST or self.travel.goal is not None

    # ---- one frame ------------------------------------------------------------------------------------------------

    def _on_time(self):
        """A frame, and the next one in time: a long one leaves the page time to answer."""
        begin = time.perf_counter()
        if not self._is_hurried and self._rest.is_on(begin, self.view.is_drawing):
            self._timer.start(PAUSE)
            return
        self._timer.start(FRAME)
        try:
            self.frame()
        finally:
            end = time.perf_counter()
            self._rest.begin(end, end - begin)
            if self._timer.isActive():
                self._timer.start(max(PAUSE, FRAME - int(1000*(end - begin))))

    def frame(self):
        """Commands due now, steps due now, one snapshot, one message to the picture, then plots and meters."""
        now, begin = self._now(), time.perf_counter()
        try:
            self._poll(now)
            self.framing.emit()
            if self.simulation is not None:
                self._advance(now)
            self.framed.emit()
        except Exception:
            self._set_playing(False)
            raise
        finally:
            self.pace.cost.append(time.perf_counter() - begin)

    def _advance(self, now: float):
        self.apply_live()
        waits = self.feed.is_awaited(self.simulation, now)
        steps = self.pace.due(now) if self.is_playing and not waits else 0
        if waits:
            self.pace.forget()
        self.travel.move(steps)
        if self.feed.is_stale:
            self._show()
        if self.simulation.recorder is not None:
            self.simulation.recorder.tick(now)
        if self._is_news and self._glances.are_due(now):
            self._is_news, begin = False, self._now()
            self.glanced.emit(self.snapshot)
            self._glances.took(now, self._now() - begin)
        if now - self._last_look >= POLL:
            self._look(now)

    def apply_live(self):
        """Gives the run the changes that wait for the next frame."""
        for name, value in self.pending.take_live().items():
            try:
                self.simulation.set(name, value)
                self.feed.is_stale, self._last_look = True, 0.0
            except BadValue as error:
                self.refused.emit(str(error))
        if self.grip.apply(self.simulation):
            self.feed.is_stale = True
        self.travel.look_for_fork()

    def moved(self):
        """The run is at another instant: the picture is to be told, and others if it has ended."""
        self.feed.is_stale = True
        if self.is_playing and self.grip.slip(self.simulation):
            return
        event = self.simulation.ended
        if event is not None and not self._stopped_by_end:
            was_playing = self.is_playing
            self._set_playing(False)
            self._stopped_by_end = was_playing
            self.ended.emit(event)

    def arrived(self):
        """As `moved`, and the picture is told at once."""
        self.moved()
        self._show()

    def _show(self):
        if self.simulation.system is not self._system:
            # what was built at an instant is there on this side of it alone
            self._system = self.simulation.system
            self.take(self.simulation, "")
            return
        self.snapshot = self.simulation.snapshot()
        self._is_news = True
        self.travel.follow()
        self.feed.show(self.snapshot, self.simulation, self.travel.branches.all)

    def _look(self, now: float):
        self._last_look = now
        if self.is_playing:
            self.pace.look(now, self.simulation.t)
        self.feed.look(self.simulation, self.snapshot, now)
        self.looked.emit()

    # ---- another run ----------------------------------------------------------------------------------------------

    def _poll(self, now: float):
        again = self.pending.due_restart(self.simulation, now)
        if again is not None:
            again = self.rebuilt(again)
            self.pending.refuse() if again is None else self.open(again)
        was_busy = self.is_preparing
        try:
            request = self.pending.ready()
            if request is not None:
                self._take_over(request)
        except BadValue as error:
            self.pending.refuse()
            self.refused.emit(str(error))
        finally:
            if was_busy and not self.is_preparing:
                self.preparing_changed.emit(False)

    def _take_over(self, request: Request):
        """Replaces the present run; one that cannot be made leaves it as it is (BadValue)."""
        run = Simulation(request.scene, request.values, preset=request.preset, open_log=self.open_log,
                         start=request.start)
        self.pending.granted(request)
        self._begin(run, request.reason)

    def show_made(self, run: Simulation, path: str):
        """Makes a run that was made elsewhere, from the file `path` or "", the present one; what is new gets a log."""
        run.log.follow(path or run.scene.id, self.open_log)
        self.pending.forget()
        self.pending.granted(Request(run.scene))
        self._begin(run, "", is_logged=True)
        self.preparing_changed.emit(False)

    def show_again(self, run: Simulation):
        """Makes a run that was the present one before the present one again, where it stood; it gets another log."""
        run.log.follow(run.log.path or run.scene.id, self.open_log)
        self.pending.forget()
        self.pending.granted(Request(run.scene))
        self._begin(run, "")
        self.preparing_changed.emit(False)

    def _begin(self, run: Simulation, reason: str, is_logged: bool = False):
        """Replaces the present run."""
        self._close_log()
        self.travel.begin(run, is_logged)
        self.take(run, reason)

    def take(self, run: Simulation, reason: str):
        """Makes another run the present one, or another future of it."""
        goes_on = self.is_playing or self._stopped_by_end
        self.grip.forget()
        self.simulation, self._system = run, run.system
        self.pace.begin(run.step_rate)
        self.focus.begin(run)
        self._stopped_by_end = False
        self.feed.begin(run, self._now())
        self.travel.jump()
        self._set_playing(goes_on)
        self._hand_task = Task(run.prepare_hand)
        Task(run.prepare_modes)
        self.started.emit(run, reason)
        self.arrived()
        self._look(self._now())

    def _close_log(self):
        if self.simulation is not None and self.simulation.recorder is not None:
            self.simulation.recorder.close()

    def _set_playing(self, on: bool):
        if on == self.is_playing:
            return
        self.is_playing = on
        self.pace.forget()
        if on:
            self.pace.resume()
        self.playing_changed.emit(on)
