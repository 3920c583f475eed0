"""A virtual screen for each process that runs tests: the windows of two of them share neither focus nor pointer."""

import os
import shutil
import sys

import pytest

from sandbox.cli.window import screen
from tests.patience import MISSING

# where there is none, tests that show something share the screen that there is
HAS_OWN = sys.platform.startswith("linux") and shutil.which("Xvfb") is not None


def provide_screen():
    """Starts a virtual screen for this process, which ends with it; Qt chooses it as it does a person's."""
    screen.SCREEN, screen.TIMEOUT = "1400x900x24", MISSING
    trouble = screen.start_screen()
    if trouble:
        raise pytest.UsageError(trouble)
    os.environ.pop("QT_QPA_PLATFORM")
