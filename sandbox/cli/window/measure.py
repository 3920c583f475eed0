"""Measurements of the window for `bench`: where the time of a start goes, and how smooth the picture is.

What one frame of a scene with one body costs is measured with everything on that a lesson may show: the trail, all
arrows, four plots; of a scene with several bodies with the trail.
"""

import json
import time
from typing import Any

from sandbox.cli import STARTED
from sandbox.cli.window import laps

POLL = 5         # [ms] between looks what has happened
SETTLING = 3000  # [ms] before frames are counted
PLAYED = 8000    # [ms] in which they are counted
# quantities over time that are plotted, the first four that a scene has
WANTED = ("speed", "spin", "N", "E_J", "x", "y", "z", "drift")


def switch_all_on(window):
    """Shows the trail, and of a lone body arrows and four plots, whatever this person has chosen before."""
    from sandbox.systems.protocol import ARROWS
    from sandbox.ui.panels.plots.choice import MOST
    window.switches.set_trail("long")
    if len(window.simulation.bodies) > 1:
        return
    for name in ARROWS:
        window.commands[name].setChecked(True)
    plots = window.docks["plots"]
    plots.bring()
    known = plots.curves.known
    keys = dict.fromkeys((*(key for key in WANTED if key in known), *(key for key in known if key != "t")))
    for slot, key in enumerate(list(keys)[:MOST]):
        plots.choose(slot, key)


def measure(application, window) -> int:
    """Plays for some seconds with a picture of 960x540 [px] and prints start-up times and frame rates as JSON."""
    from sandbox.qt.core import QTimer
    window.resize(1400, 860)
    begin: dict[str, Any] = {}

    def start():
        view = window.view
        # the first turn of the events paints the window with its still picture
        laps.lap("still picture")
        for name, has_happened in (("run prepared", window.simulation is not None), ("page drawn", view.is_ready),
                                   ("motion", view.messages > 2)):
            if has_happened:
                laps.lap(name)
        if "motion" in laps.LAPS and "told" not in begin:
            # a line of its own, at once: whoever started this program counts what its processes did until now
            print(json.dumps({"motion": laps.LAPS["motion"]}), flush=True)
            begin["told"] = True
        if not view.is_ready or view.first_picture_at is None or "motion" not in laps.LAPS:
            QTimer.singleShot(POLL, start)
            return
        view.setFixedSize(960, 540)
        switch_all_on(window)
        begin["first"] = view.first_picture_at - STARTED      # without the start of Python
        QTimer.singleShot(SETTLING, middle)

    def middle():
        begin["cpu"], begin["wall"] = time.thread_time(), time.perf_counter()
        begin["messages"], begin["draws"] = window.view.messages, window.docks["plots"].draws
        rates = begin["rates"] = []
        sampler = begin["sampler"] = QTimer()
        sampler.timeout.connect(lambda: rates.append(window.view.page_fps))
        sampler.start(500)
        QTimer.singleShot(PLAYED, finish)

    def finish():
        rates = sorted(begin["rates"])
        cpu, wall = time.thread_time() - begin["cpu"], time.perf_counter() - begin["wall"]
        pictures = window.view.messages - begin["messages"]
        print(json.dumps({
            "first_picture_s": begin["first"], "first_picture_at": window.view.first_picture_at,
            "start": {name: round(at, 3) for name, at in laps.LAPS.items()},
            "work": {name: round(at, 3) for name, at in laps.WORK.items()},
            "page_fps_median": rates[len(rates)//2], "page_fps_worst": rates[0],
            "main_thread_ms_per_60th_s": cpu/wall/60*1e3, "main_thread_ms_per_picture": cpu/max(pictures, 1)*1e3,
            "pictures_per_s": pictures/wall,
            "plots_drawn_per_s": (window.docks["plots"].draws - begin["draws"])/wall}), flush=True)
        window.close()

    QTimer.singleShot(0, start)
    application.exec_()
    return 0
