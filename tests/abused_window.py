"""Child process: the real window with its real page under abuse; prints what was measured as JSON.

    python tests/abused_window.py      slider moves, resizes, put away, scene changes
"""

import gc
import json
import os
import sys
import threading
import time
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))

from sandbox.cli.arguments import arguments
from sandbox.cli.common import prepare_folders
from sandbox.cli.window.window import make_window
from tests.effort import tries
from tests.patience import HANGING, MISSING, wait_for_the_page
from tests.work import calls_of, in_use

SLIDER_EVENTS, SLIDER_SECONDS = tries(2_000, 10_000), tries(1, 5)
RESIZES, HIDINGS, SCENES, ROUNDS = tries(25, 200), tries(12, 100), tries(5, 12), tries(3, 4)
SMALL = 820, 560         # [px] of the window


def engine_runs() -> bool:
    """Whether the web engine has its threads in this process."""
    tasks = Path("/proc/self/task")
    return tasks.exists() and any((task / "comm").read_text().startswith("Chrome_") for task in tasks.iterdir())


def main():
    # what is written to the environment moves it below the threads that read it
    late = []
    sys.addaudithook(lambda event, args: late.append(os.fsdecode(args[0])) if event == "os.putenv" and engine_runs()
                     else None)
    wait_for_the_page()
    application, window, crash = make_window(arguments().parse_args([]), prepare_folders())
    assert not gc.isenabled(), "garbage is to be collected by the event loop"
    # a software driver draws a small picture in a quarter of the time of a large one
    window.resize(*SMALL)
    window.show()
    faults = []
    crash.on_report = lambda report: faults.append(report.sentence)

    def kept() -> dict:
        """What is there after a round of scenes: memory handed out and held by this process [MB], objects, elements."""
        gc.collect()
        return {"memory": in_use()/1e6, "pages": psutil.Process().memory_info().rss/1e6,
                "objects": len(gc.get_objects()), "widgets": len(application.allWidgets()),
                "processes": len(psutil.Process().children(recursive=True)), "threads": threading.active_count(),
                "elements": window.view._channel.ask_now("document.getElementsByTagName('*').length")}

    def pump(seconds, until=lambda: False):
        """Run the event loop."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end and not until():
            application.processEvents()
            time.sleep(0.001)

    def settled():
        return window.simulation is not None and window.view.is_ready and not window.player.is_preparing

    # mechanics that were never compiled take their time on a busy machine
    pump(HANGING, settled)
    pump(3)

    # slider: as many moves as are due between two frames
    row = window.docks["parameters"].rows["rate"]
    calls, begin, sent = [], time.perf_counter(), 0
    while sent < SLIDER_EVENTS:
        due = min(SLIDER_EVENTS, int((time.perf_counter() - begin)/SLIDER_SECONDS*SLIDER_EVENTS) + 1)
        while sent < due:
            place = sent*37 % (row.slider.maximum() + 1)
            calls.append(calls_of(lambda place=place: row.slider.setValue(place)))
            sent += 1
        pump(0.004)
    commands = len(window.simulation.commands)
    steps = window.simulation.step

    sizes = [(820 + 37*i % 380, 540 + 23*i % 260) for i in range(RESIZES)]
    for width, height in sizes:
        window.resize(width, height)
        pump(0.02)
    window.resize(*SMALL)
    pump(1)

    # put away and brought back
    for hiding in range(HIDINGS):
        window.showMinimized() if hiding % 2 else window.hide()
        pump(0.01)
        window.showNormal()
        pump(0.01)
    pump(1)

    rounds = []
    for _round in range(ROUNDS):
        for name in list(window.catalogue.scenes)[:SCENES]:
            window.choose_scene(name)
            pump(HANGING, lambda name=name: settled() and window.simulation.scene.id == name)
            pump(0.3)
        rounds.append(kept())
    pump(MISSING, lambda: window.simulation.t > 0.0)
    pixels = window.view.grab_pixels()
    print(json.dumps({"slider_calls": max(calls), "commands": commands, "steps": steps, "faults": faults,
                      "rounds": rounds, "is_moving": window.simulation.t > 0.0, "drift": window.simulation.drift,
                      "brightest": int(pixels.max()), "late_environment": late,
                      "message": window.message.text}), flush=True)
    window.close()
    crash.close()
    os._exit(0)


main()
