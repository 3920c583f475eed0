"""A process that compiles beside the program that started it (ahead.py); what it makes lies in the folder of both.

It is told of one entry after the other by a line of JSON,

    {"modules": [[stem, source], ...], "module": "sandbox...", "name": "step"}

with the generated modules that it has not got yet, and answers each by a line: "1" once the machine code is kept, "0"
where that could not be. It ends with the pipe that it listens to, however the other end came to close.
"""

import importlib
import json
import os
import signal
import sys
from queue import SimpleQueue
from threading import Thread

from sandbox.compiling import code_files
from sandbox.compiling.generated import load_generated


def serve():
    """Compiles what it is told to until nobody is left to tell it."""
    # Ctrl-C is for the program that a person sees
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    orders: SimpleQueue = SimpleQueue()
    Thread(target=_listen, args=(asked, orders), name="orders", daemon=True).start()
    while True:
        answers.write(b"1\n" if _is_made(json.loads(orders.get())) else b"0\n")


def _listen(asked, orders: SimpleQueue):
    """Hands the orders on, and ends the process with them, be it at work or not."""
    for line in asked:
        orders.put(line)
    os._exit(0)


def _is_made(order: dict) -> bool:
    try:
        for stem, source in order["modules"]:
            load_generated(stem, source)
        module = sys.modules.get(order["module"]) or importlib.import_module(order["module"])
        entry = getattr(module, order["name"])
        if not code_files.is_kept(entry.py_func):
            return False       # its source was edited since: it is not what is asked for
        if code_files.found(entry) is None:
            from sandbox.compiling.translator import translated
            code_files.write(code_files.file_of(entry), *translated(entry))
    except Exception:
        # who asked tries it, too, and has somebody to tell why it can't be done
        return False
    return True
