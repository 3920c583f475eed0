"""Child process: opens the real window, says what it says, presses a button of the message and says what came of it.

    python tests/opened_window.py BUTTON [options of the program]      BUTTON: its number from 0, or -1 for none

OWN_SCENES in the environment names a second folder of scenes, as a packaged program has one.
"""

import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sandbox.cli import common
from sandbox.cli.arguments import arguments
from sandbox.cli.common import prepare_folders
from sandbox.cli.window.window import make_window
from tests.patience import HANGING, wait_for_the_page


def main():
    button, *options = sys.argv[1:]
    folders = [*common.scene_folders(), *map(Path, filter(None, [os.environ.get("OWN_SCENES")]))]
    common.scene_folders = lambda: folders
    wait_for_the_page()
    application, window, crash = make_window(arguments().parse_args(options), prepare_folders())
    window.show()

    def pump(until):
        end = time.perf_counter() + HANGING
        while time.perf_counter() < end and not until():
            application.processEvents()
            time.sleep(0.001)

    message = window.message
    buttons = [one for one in (message.button, *message.more) if not one.isHidden()]
    told = {"message": message.text, "buttons": [one.text() for one in buttons]}
    pump(lambda: window.simulation is not None and not window.player.is_preparing)
    first = window.simulation
    if int(button) >= 0:
        buttons[int(button)].click()
        pump(lambda: not window.isVisible() or window.simulation is not first)
    run = window.simulation
    told |= {"scene": run.scene.id, "rate": run.values["rate"], "scenes": list(window.catalogue.scenes),
             "broken": list(window.catalogue.broken), "wants_safe_start": window.wants_safe_start,
             "has_log": run.recorder is not None}
    print(json.dumps(told), flush=True)
    window.close()
    crash.close()
    os._exit(0)


main()
