"""How a long command says how far it is, and hears that it is to end."""

import json
import signal
import sys
import threading
import time
from contextlib import contextmanager
from typing import cast

from sandbox.cli.terminal.progress import Progress
from sandbox.film.run_up import Stopped
from sandbox.text import _

REPORT_EVERY = 0.5       # [s] between messages about the progress


class Reporter:
    """Reports the progress of a film: to a person on stderr, to a program as lines of JSON on stdout."""

    def __init__(self, as_json: bool):
        self._as_json, self._last, self.rate = as_json, 0.0, 0.0
        self._line = Progress()

    def preparing(self):
        """Says that the scene is being loaded and compiled."""
        self._show(_("The film is being prepared…"))

    def run_up(self, t: float, end: float):
        """Says how far the run is on its way to the first frame [s]."""
        if not self._is_due(t >= end):
            return
        self.say(t=t, end=end)
        self._show(_("on the way to the start: {t:.0f} of {end:.0f} s").format(t=t, end=end))

    def progress(self, progress):
        self.rate = progress.rate
        if not self._is_due(progress.made >= progress.of):
            return
        self.say(frames=progress.frames, of=progress.of, rate=round(progress.rate, 2), left=progress.seconds_left,
                 bytes=progress.bytes)
        left = "" if progress.seconds_left is None else _("{left:.0f} s left").format(left=progress.seconds_left)
        self._show(_("{frames} of {of} frames, {rate:.1f} per second, {left}").format(
            frames=progress.frames, of=progress.of, rate=progress.rate, left=left))

    def finishing(self, share: float | None = None):
        """Says that the last frames and the end of the file are being written, of a GIF how far that is."""
        if share is None:
            self.say(finishing=True)
            self._show(_("The film is being finished…"))
        elif self._is_due(False):
            self.say(finishing=True, share=round(share, 3))
            self._show(_("the GIF is being made: {share:.0f} %; Ctrl-C keeps its frames only").format(share=100*share))

    def _is_due(self, is_last: bool) -> bool:
        now = time.perf_counter()
        if now - self._last < REPORT_EVERY and not is_last:
            return False
        self._last = now
        return True

    def _show(self, text: str):
        """Puts a text in place of the one before, on a terminal."""
        if not self._as_json:
            self._line.show(text, at_once=True)

    def end_line(self):
        """Takes the line away."""
        self._line.close()

    def say(self, **facts):
        """Prints facts for a program."""
        if self._as_json:
            print(json.dumps(facts), flush=True)

    def line(self, text: str):
        """Prints a line for a person."""
        if not self._as_json:
            self.end_line()
            # a name may have letters that the terminal has not
            encoding = sys.stdout.encoding or "utf-8"
            print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)


class Stop:
    """Requests to end the work early: Ctrl-C, or from a program a line on stdin or its end.

    count   number of requests so far
    """

    def __init__(self, listens: bool):
        self.count = 0
        self._is_at_once = False
        signal.signal(signal.SIGINT, self._request)
        signal.signal(signal.SIGTERM, self._request)
        if listens and sys.stdin is not None:
            threading.Thread(target=self._listen, name="stop", daemon=True).start()

    @property
    def is_requested(self) -> bool:
        return self.count > 0

    @contextmanager
    def at_once(self):
        """Within the block a request raises Stopped wherever the work is; elsewhere the work asks for itself."""
        self._is_at_once = True
        try:
            if self.is_requested:
                raise Stopped
            yield
        finally:
            self._is_at_once = False

    def _request(self, *_signal):
        self.count += 1
        if self._is_at_once:
            raise Stopped

    def _listen(self):
        is_there = True
        while is_there:
            is_there = bool(sys.stdin.readline())
            self._wake()

    @staticmethod
    def _wake():
        """Makes a request in the main thread."""
        if hasattr(signal, "pthread_kill"):
            # wakes the main thread from a call that waits
            signal.pthread_kill(cast(int, threading.main_thread().ident), signal.SIGINT)
        else:
            signal.raise_signal(signal.SIGINT)
