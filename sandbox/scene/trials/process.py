"""The process in which unknown scene files are loaded: it reports each file's beginning and end to who started it."""

import json
import os
from contextlib import suppress
from pathlib import Path
from threading import Thread

from sandbox.errors import BadValue
from sandbox.scene.catalogue import load_scene, reason_of

MEMORY = 2**30       # [bytes] of address space, where the system can limit it


def serve() -> int:
    """Takes a line [[place, path], ...] from the standard input and prints {"place": ...} as files load.

    At the end of a file {"place": ..., "reason": ..., "is_tame": ...}: "" when it loaded well, and whether it may be
    loaded anywhere, because it fails like any other broken text.
    """
    asked, reports = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "w", encoding="ascii")
    # what a scene prints or waits for is nobody's
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    paths = json.loads(asked.readline())
    Thread(target=_end_alone, args=(asked,), name="end", daemon=True).start()
    set_limits()

    def report(**told):
        reports.write(json.dumps(told) + "\n")
        reports.flush()

    for place, path in paths:
        report(place=place)
        reason, is_tame = "", True
        try:
            load_scene(Path(path))
        except BaseException as error:      # an interrupt, too, is the scene's own here
            reason, is_tame = reason_of(error), isinstance(error, BadValue) and is_ordinary(error.__cause__)
        report(place=place, reason=reason, is_tame=is_tame)
    # threads and last words of scenes are not waited for
    os._exit(0)


def is_ordinary(cause: BaseException | None) -> bool:
    """Whether that may happen in any process: neither its end nor want of memory."""
    return cause is None or (isinstance(cause, Exception) and not isinstance(cause, MemoryError | RecursionError))


def _end_alone(asked):
    """Ends with the process that asked, however that ended."""
    asked.read()
    os._exit(1)


def set_limits():
    """Limits memory, and leaves no core file, where the system knows such limits."""
    try:
        import resource
    except ImportError:
        return
    for limit, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            _soft, hard = resource.getrlimit(limit)
            resource.setrlimit(limit, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
