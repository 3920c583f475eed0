"""How often random tests try: a share at each change, the promised number where JACOBI_SANDBOX_RELEASE is set."""

import os
import sys
from pathlib import Path

RELEASE = "JACOBI_SANDBOX_RELEASE"
# names a file to which each number is written, a line each: who asked for it, and the number
COUNTED = "JACOBI_SANDBOX_COUNTED"
IS_RELEASE = bool(os.environ.get(RELEASE))


def tries(each_change: int, release: int) -> int:
    """How often a test tries."""
    number = release if IS_RELEASE else each_change
    if counted := os.environ.get(COUNTED):
        asking = sys._getframe(1)
        with Path(counted).open("a") as file:
            file.write(f"{asking.f_code.co_filename}:{asking.f_lineno} {number}\n")
    return number
