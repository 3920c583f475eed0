"""Where in a scene file an error arose."""

from pathlib import Path


def line_of(error: BaseException, file: str | Path) -> int | None:
    """Returns the line of a file where an error arose, the innermost one; None where it was elsewhere."""
    line, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == str(file):
            line = step.tb_lineno
        step = step.tb_next
    return line
