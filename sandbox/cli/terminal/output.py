"""What a command prints: a letter that a terminal lacks or a reader who goes away never ends it with a traceback."""

import json
import os
import sys
from contextlib import suppress


def prepare_streams():
    """Makes standard output and error take any text, also where they were closed before the start."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            # the lowest free number is this one: a file opened later would have it, and be written to by what prints
            with suppress(OSError):
                os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    for name, errors in (("stdout", "replace"), ("stderr", "backslashreplace")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def flush_streams() -> OSError | None:
    """Writes what was printed; returns why that failed, and then nothing more is written at the end of the program."""
    trouble = None
    for stream in (sys.stderr, sys.stdout):
        try:
            stream.flush()
        except OSError as error:
            trouble = error
            with suppress(OSError, ValueError):
                nothing = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nothing, stream.fileno())
                os.close(nothing)
    return trouble


def print_json(content):
    """Prints one line of JSON, with letters beyond ASCII only where the output is UTF-8, as JSON has to be."""
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "")
    print(json.dumps(content, ensure_ascii=encoding != "utf8"))
