"""A run is heard while it plays: what each frame brings is told to the page of the picture, which makes the sound."""

import json
from collections.abc import Callable

from sandbox.qt.core import QObject, QTimer, pyqtSignal
from sandbox.sound.listener import Listener, events_between
from sandbox.sound.page import Speaker, source
from sandbox.text import _
from sandbox.ui.playback.pace import FASTEST

MOST_WAITING = 4         # messages that the page has not taken; the next ones are dropped
LONGEST = 0.5            # [s] of sound in a frame: what spans more is a jump
POLL, MOST_POLLS = 100, 50       # [ms] between looks at a page that begins, and how many


class LiveSound(QObject):
    """The sound of a player's run, off until somebody wants it.

    trouble   why there can be none, for a person, or "";  is_on  whether it is wanted
    sent      messages to the page so far
    changed   is_on or trouble are others now
    """

    changed = pyqtSignal()

    def __init__(self, player, view, parent=None):
        super().__init__(parent)
        self._player, self._view = player, view
        self._said: str | None = None            # what the page says of its devices
        self.is_on, self.sent = False, 0
        self._listener: Listener | None = None
        self._run, self._speaker = None, Speaker()
        self._heard_to: float | None = None      # [s] of the run
        self._waiting = self._polls = 0
        self._has_page = self._is_begun = self._is_silent = self._is_second = False
        view.ready.connect(self._on_page)
        player.framed.connect(self._on_frame)

    @property
    def trouble(self) -> str:
        return reason(self._said)

    def set_on(self, on: bool):
        """Switches the sound."""
        self.is_on = on and not self.trouble
        if self.is_on:
            self._begin()
        else:
            self._silence()
        self.changed.emit()

    # ---- the page ---------------------------------------------------------------------------------------------------

    def _on_page(self):
        """A page is there, perhaps another one, which knows of no sound."""
        self._has_page, self._waiting, self._is_begun, self._is_silent = True, 0, False, True
        self._ask(source() + "; sounding.look()", lambda _answer: None)
        self._polls = 0
        QTimer.singleShot(POLL, self._look)
        if self.is_on:
            self._begin()

    def _begin(self):
        if not self._is_begun and self._has_page:
            self._is_begun = True
            self._ask("sounding.begin(); 0", lambda _answer: None)

    def _look(self):
        self._ask("typeof sounding === 'undefined' ? null : sounding.trouble", self._on_trouble)

    def _on_trouble(self, trouble):
        """Takes what the page says of its devices: None while it does not know."""
        if trouble is None and self._polls < MOST_POLLS:
            self._polls += 1
            QTimer.singleShot(POLL, self._look)
            return
        if trouble != self._said:
            self._said = trouble
            self.is_on = self.is_on and not self.trouble
            self.changed.emit()

    def _ask(self, line: str, then: Callable):
        self._view.run_beside(line, then)

    # ---- frames -----------------------------------------------------------------------------------------------------

    def _on_frame(self):
        if not self.is_on:
            return
        player = self._player
        run, seen, speed = player.simulation, player.snapshot, player.pace.speed
        if run is None or seen is None or not player.is_playing or speed == FASTEST or player.travel.goal is not None:
            self._silence()
            return
        if run is not self._run:
            self._run, self._listener, self._heard_to = run, Listener(run), None
        before = self._heard_to
        is_anew = before is None or not before <= seen.t < before + LONGEST*max(speed, 1.0)
        events = [] if is_anew else events_between(run.events, before, seen.t, 1.0/run.step_rate)
        self._is_second = not self._is_second
        # what lasts changes slowly: half of the frames need nothing but their impacts
        if seen.t == before or not (is_anew or events or self._is_second):
            return
        self._heard_to = seen.t
        if is_anew:
            self._listener.silence()
        if self._waiting >= MOST_WAITING or not self._view.is_ready:
            return
        heard = self._listener.hear(seen, events, is_anew or self._is_second)
        message = self._speaker.message(heard, speed*player.pace.eased, is_anew)
        self._is_silent = False
        self._tell(f"sounding.take({json.dumps(message, allow_nan=False, separators=(',', ':'))})")

    def _silence(self):
        """Nothing is heard from now on, until play goes on."""
        self._heard_to = None
        if not self._is_silent and self._has_page:
            self._is_silent = True
            self._tell("sounding.silence()")

    def _tell(self, line: str):
        self.sent += 1
        self._waiting += 1
        self._ask(line + "; 0", self._on_taken)

    def _on_taken(self, _answer):
        self._waiting = max(0, self._waiting - 1)


def reason(trouble: str | None) -> str:
    """Returns why there is no sound, in a sentence, or ""."""
    if trouble == "device":
        return _("There is no sound here: this computer has no device for it.")
    if trouble:
        return _("There is no sound here: {reason}.").format(reason=trouble.rstrip("."))
    return ""
