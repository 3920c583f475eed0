"""Child process: the real window with its real page under abuse; prints what was measured as JSON.

    python tests/abused_window.py      20 s of slider moves, 200 resizes, 50 scene changes
"""

import json
import os
import sys
import time
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))

from sandbox.cli.arguments import arguments
from sandbox.cli.common import prepare_folders
from sandbox.cli.window import make_window

SLIDER_EVENTS, SLIDER_SECONDS, RESIZES, SCENE_CHANGES = 10_000, 20.0, 200, 50


def engine_runs() -> bool:
    """Whether the web engine has its threads in this process."""
    tasks = Path("/proc/self/task")
    return tasks.exists() and any((task / "comm").read_text().startswith("Chrome_") for task in tasks.iterdir())


def main():
    # what is written to the environment moves it below the threads that read it
    late = []
    sys.addaudithook(lambda event, args: late.append(os.fsdecode(args[0])) if event == "os.putenv" and engine_runs()
                     else None)
    application, window, crash = make_window(arguments().parse_args([]), prepare_folders())
    window.show()
    faults = []
    crash.tell = lambda report: faults.append(report.sentence)
    me = psutil.Process()

    def memory() -> float:
        """Of this process and the page's processes [MB]."""
        return sum(p.memory_info().rss for p in (me, *me.children(recursive=True)))/1e6

    def pump(seconds, until=lambda: False):
        """Run the event loop; the longest time one round of events took [s]."""
        longest, end = 0.0, time.perf_counter() + seconds
        while time.perf_counter() < end and not until():
            begin = time.thread_time()
            application.processEvents()
            longest = max(longest, time.thread_time() - begin)
            time.sleep(0.001)
        return longest

    def settled():
        return window.simulation is not None and window.view.is_ready and not window.player.is_preparing

    # mechanics that were never compiled take their time on a busy machine
    pump(150, settled)
    pump(3)

    # slider: 10,000 moves in 20 s, frame by frame as fast as they come
    row = window.docks["parameters"].rows["rate"]
    longest, begin, sent = 0.0, time.perf_counter(), 0
    while sent < SLIDER_EVENTS:
        due = min(SLIDER_EVENTS, int((time.perf_counter() - begin)/SLIDER_SECONDS*SLIDER_EVENTS) + 1)
        while sent < due:
            row.slider.setValue(sent*37 % (row.slider.maximum() + 1))
            sent += 1
        longest = max(longest, pump(0.004))
    commands = len(window.simulation.commands)
    steps = window.simulation.step

    sizes = [(1000 + 37*i % 380, 620 + 23*i % 260) for i in range(RESIZES)]
    for width, height in sizes:
        window.resize(width, height)
        pump(0.02)
    pump(1)

    names = list(window.catalogue.scenes)
    marks = []
    for i in range(SCENE_CHANGES):
        window.choose_scene(names[i % len(names)])
        pump(90, lambda i=i: settled() and window.simulation.scene.id == names[i % len(names)])
        pump(0.3)
        if i % len(names) == len(names) - 1:
            marks.append(memory())
    pixels = window.view.grab_pixels()
    print(json.dumps({"slider_longest_ms": longest*1e3, "commands": commands, "steps": steps, "faults": faults,
                      "memory_MB": marks, "is_moving": window.simulation.t > 0.0, "drift": window.simulation.drift,
                      "brightest": int(pixels.max()), "late_environment": late,
                      "message": window.message.text}), flush=True)
    window.close()
    crash.goodbye()
    os._exit(0)


main()
