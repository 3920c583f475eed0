"""Python's garbage, collected where no object of Qt is on its way to Python.

What Qt hands over is kept in one place while its Python object is made, and making it may start a collection. If what
is collected then runs Python code that makes an object of Qt (a window that ends and whose events somebody filters),
that object takes what was handed over: a point becomes (0, 0), an event "did not match any overloaded call". sip 12 has
no remedy, so collections are begun by the event loop, from a call in which nothing is handed over.
"""

import gc

from sandbox.qt.core import QObject, QTimer

INTERVAL = 100    # [ms]


def collect_what_is_due():
    """Collects the oldest generation whose count is above Python's own threshold, as Python's allocator does."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    due = [generation for generation in range(len(counts)) if counts[generation] > thresholds[generation]]
    if due:
        gc.collect(due[-1])


def collect_by_the_loop(parent: QObject) -> QTimer:
    """Ends automatic collections; from here on the event loop of `parent`'s thread collects. Returns its timer.

    What is there already (modules, compiled code) is not looked through again: with it a full collection takes longer
    than a frame.
    """
    gc.disable()
    gc.freeze()
    timer = QTimer(parent)
    timer.timeout.connect(collect_what_is_due)
    timer.start(INTERVAL)
    return timer
