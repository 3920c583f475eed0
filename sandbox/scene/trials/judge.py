"""Scene files that nobody has loaded yet are loaded in a process of their own first: a file is a program, and one that
never ends, ends the process or fills the memory is to be a sentence in a list, not the end of everything.

This is a guard against mistakes, not against malice: what loads well is then loaded here. Known texts cost a hash each.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.scene.catalogue import text_of
from sandbox.scene.trials.known import Known


class Trials:
    """Loads unknown files elsewhere.

    command   words that start this program so that it calls `trial_process.serve`
    note      file that remembers which texts loaded well
    came      file that came with a finished program and says so of its own scenes
    """

    def __init__(self, command: Sequence[str], note: Path, came: Path | None = None):
        self._command, self._note, self._came = list(command), note, came

    @cached_property
    def _known(self) -> Known:
        return Known(self._note, self._came)

    def has_come(self, text: bytes) -> bool:
        """Whether this text came with a finished program."""
        return self._known.has_come(text)

    def failures(self, paths: Iterable[Path]) -> dict[Path, str]:
        """Returns why files can't be loaded here; files that are not named loaded well, once."""
        found: dict[Path, str] = {}
        known, unknown, slow = Known(self._note, self._came), {}, []
        for path in paths:
            try:
                text = text_of(path)
            except BadValue as error:
                found[path] = str(error)
                continue
            if known.is_slow(text):
                slow.append(path)
            elif not known.is_good(text):
                unknown[path] = text
        if not unknown and not slow:
            return found
        # what starts processes is loaded only where one is needed
        from sandbox.scene.trials import trial
        found |= dict.fromkeys(slow, trial.too_slow())
        if not unknown:
            return found
        for path, outcome in zip(unknown, trial.tried(self._command, list(unknown)), strict=True):
            if outcome is None:
                continue      # it could not be tried
            if outcome.reason:
                found[path] = outcome.reason
            if outcome.is_tame:
                known.add_good(unknown[path])
            elif outcome.is_slow:
                known.add_slow(unknown[path])
        known.save()
        return found
