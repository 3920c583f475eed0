"""How far a command is: one line on stderr where that is a terminal, written anew some times a second."""

import sys
import time

from sandbox.text import _

SHOW_EVERY = 0.2       # [s]
PATIENCE = 1.0         # [s] before there is anything to show


class Progress:
    """A line that comes after a second and goes with the work; a context."""

    def __init__(self):
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._begin = time.perf_counter()
        self._last, self._width = self._begin + PATIENCE - SHOW_EVERY, 0

    @property
    def is_due(self) -> bool:
        """Whether a line would be shown now."""
        return self._is_terminal and time.perf_counter() - self._last >= SHOW_EVERY

    @property
    def seconds(self) -> float:
        """Wall time since the beginning [s]."""
        return time.perf_counter() - self._begin

    def show(self, text: str, at_once: bool = False):
        """Shows a text in place of the last one, if it is time for another one or at once."""
        if self.is_due or at_once and self._is_terminal:
            self._last = time.perf_counter()
            print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
            self._width = len(text)

    def rows(self, rows: int):
        """Shows how many rows of a file are done."""
        self.show(_("{rows} rows").format(rows=rows))

    def share(self, share: float):
        """Shows how much is done of what may be broken off, from 0 to 1, and how long the rest takes at this rate."""
        if share == 0.0:
            self.show(_("{share:.0f} %, Ctrl-C ends it and keeps what was found").format(share=0.0))
        else:
            self.show(_("{share:.0f} %, {left:.0f} s left, Ctrl-C ends it and keeps what was found").format(
                share=100.0*share, left=self.seconds*(1.0/share - 1.0)))

    def close(self):
        """Takes the line away."""
        if self._width:
            print("\r" + " "*self._width + "\r", end="", file=sys.stderr, flush=True)
            self._width = 0

    def say(self, text: str):
        """Prints a sentence that stays."""
        self.close()
        print(text, file=sys.stderr, flush=True)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_error):
        self.close()
