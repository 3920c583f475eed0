"""Which log a run is written to: its first one, one for each other future, one for what goes beyond a log."""

from collections.abc import Callable
from dataclasses import asdict
from hashlib import blake2b

from sandbox.errors import BadValue
from sandbox.run.engine import engine_hash
from sandbox.scene.built.plain import plain_of
from sandbox.scene.built.written import noted


class RunLog:
    """The logs of a run one after the other.

    recorder  the present one, or None
    origin    a log that was read, whose end the run has not passed yet, or ""
    """

    def __init__(self, open_log: Callable | None, header: dict):
        self._open_log, self.origin = open_log, ""
        self.recorder = open_log(header) if open_log is not None else None

    @property
    def path(self) -> str:
        """Path of the log that has what was passed so far, or ""."""
        return self.origin or (str(self.recorder.path) if self.recorder is not None else "")

    def fork(self, header: dict, step: int):
        """Closes the log and begins a new one, which names it, at a step; does nothing where there is none."""
        before = self.path
        if before and self._open_log is not None:
            if self.recorder is not None:
                self.recorder.close()
            self.recorder = self._open_log({**header, "forked_from": before, "forked_at_step": step})
        self.origin = ""

    def follow(self, path: str, open_log: Callable | None):
        """What was passed so far is in the log `path`; what goes beyond it, or another future, gets one of its own."""
        self.origin, self._open_log, self.recorder = str(path), open_log, None

    def leave(self) -> str:
        """Closes the log and returns its path, "" where there is none; nothing is written any more until `follow`."""
        path = self.path
        if self.recorder is not None:
            self.recorder.close()
        self.recorder, self.origin, self._open_log = None, "", None
        return path


def header_of(run) -> dict:
    """Returns the facts of a run for the header of a log or of a film."""
    source = blake2b(run.scene.source.encode(), digest_size=16).hexdigest()
    return {"scene": run.scene.id, "preset": run.preset, "parameters": run.start_values,
            "step_rate": run.step_rate, "source": source, "engine": engine_hash(),
            "start_state": asdict(run.start) if run.start is not None else None,
            "units": {p.name: p.unit for p in run.scene.parameters},
            **_of_bench(run)}


def _of_bench(run) -> dict:
    """What stood on the bench at the start, whose scene is in no folder, or why a log cannot carry it."""
    built = noted(run.scene.source)
    if built is None:
        return {}
    try:
        return {"built": plain_of(built)}
    except BadValue as error:
        return {"not_built": str(error)}
