"""Child process: opens the real window and says which modules were loaded when the first picture was seen to move."""

import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sandbox.cli.arguments import arguments
from sandbox.cli.common import prepare_folders
from sandbox.cli.window.window import make_window
from tests.patience import HANGING, wait_for_the_page


def main():
    wait_for_the_page()
    begin = set(sys.modules)
    application, window, crash = make_window(arguments().parse_args([]), prepare_folders())
    window.show()
    end = time.perf_counter() + HANGING
    # the third message is the first picture after that of the start
    while window.view.first_picture_at is None or window.view.messages < 3:
        if time.perf_counter() > end:
            raise TimeoutError("no picture")
        application.processEvents()
        time.sleep(0.001)
    print(json.dumps(sorted(set(sys.modules) | begin)), flush=True)
    window.close()
    crash.close()
    os._exit(0)


main()
