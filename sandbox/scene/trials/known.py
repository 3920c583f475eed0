"""Which texts of scenes are known to do no harm, because they did none before."""

import json
import time
from contextlib import suppress
from pathlib import Path

from sandbox.came import digest_of
from sandbox.files import replaced

MOST = 2000              # texts that are remembered
LARGEST = 1_000_000      # [bytes] a larger note is not ours
SLOW_FOR = 86_400.0      # [s] after which a text that was too slow is tried again: the machine may have been busy


class Known:
    """What earlier starts found out; a note that can't be read or written only means that it is found out again.

    came  a note that came with the program, of its own scenes; it is only read
    """

    def __init__(self, note: Path, came: Path | None = None):
        self._note = note
        stored = _read(note)
        # hash -> when [s since 1970] it did no harm, or was too slow
        self._good, self._slow = (_times(stored, name) for name in ("good", "slow"))
        self._came = _times(_read(came), "good") if came is not None else {}

    def is_good(self, text: bytes) -> bool:
        """Whether that text may be loaded anywhere."""
        digest = digest_of(text)
        return digest in self._good or digest in self._came

    def has_come(self, text: bytes) -> bool:
        """Whether that text came with the program."""
        return digest_of(text) in self._came

    def is_slow(self, text: bytes) -> bool:
        """Whether that text did not come to an end lately."""
        return 0.0 <= time.time() - self._slow.get(digest_of(text), 0.0) < SLOW_FOR

    def add_good(self, text: bytes):
        """Remembers a text that may be loaded anywhere."""
        self._good[digest_of(text)] = time.time()

    def add_slow(self, text: bytes):
        """Remembers a text that took too long."""
        self._slow[digest_of(text)] = time.time()

    def save(self):
        """Writes the note."""
        good, slow = (dict(sorted(times.items(), key=lambda one: one[1])[-MOST:])
                      for times in (self._good, self._slow))
        with suppress(OSError):
            self._note.parent.mkdir(parents=True, exist_ok=True)
            with replaced(self._note) as file:
                json.dump({"good": good, "slow": slow}, file)


def _read(note: Path) -> dict:
    with suppress(OSError, ValueError, RecursionError):
        if note.is_file() and note.stat().st_size <= LARGEST:
            return json.loads(note.read_text(encoding="utf-8"))
    return {}


def _times(stored, name: str) -> dict[str, float]:
    times = stored.get(name) if isinstance(stored, dict) else None
    return {digest: float(t) for digest, t in times.items() if isinstance(t, int | float)} \
        if isinstance(times, dict) else {}
