"""Measurements of the window for `bench`: where the time of a start goes, and how smooth the picture is."""

import json
import time

from sandbox.cli import STARTED
from sandbox.cli.window import laps

LOOK = 5         # [ms] between looks what has happened
SETTLING = 3000  # [ms] before frames are counted
PLAYED = 8000    # [ms] in which they are counted


def measure(application, window) -> int:
    """Plays for some seconds with a picture of 960x540 [px] and prints start-up times and frame rates as JSON."""
    from PyQt5.QtCore import QTimer
    window.resize(1400, 860)
    begin = {}

    def start():
        view = window.view
        # the first turn of the events paints the window with its still picture
        laps.lap("still picture")
        for name, has_happened in (("run prepared", window.simulation is not None), ("page drawn", view.is_ready),
                                   ("motion", view.messages > 2)):
            if has_happened:
                laps.lap(name)
        if not view.is_ready or view.first_picture_at is None or "motion" not in laps.LAPS:
            QTimer.singleShot(LOOK, start)
            return
        view.setFixedSize(960, 540)
        begin["first"] = view.first_picture_at - STARTED      # without the start of Python
        QTimer.singleShot(SETTLING, middle)

    def middle():
        begin["cpu"], begin["wall"] = time.thread_time(), time.perf_counter()
        rates = begin["rates"] = []
        sampler = begin["sampler"] = QTimer()
        sampler.timeout.connect(lambda: rates.append(window.view.page_fps))
        sampler.start(500)
        QTimer.singleShot(PLAYED, finish)

    def finish():
        rates = sorted(begin["rates"])
        share = (time.thread_time() - begin["cpu"])/(time.perf_counter() - begin["wall"])
        print(json.dumps({
            "first_picture_s": begin["first"], "first_picture_at": window.view.first_picture_at,
            "start": {name: round(at, 3) for name, at in laps.LAPS.items()},
            "page_fps_median": rates[len(rates)//2], "page_fps_worst": rates[0],
            "main_thread_ms_per_60th_s": share/60*1e3}), flush=True)
        window.close()

    QTimer.singleShot(0, start)
    application.exec_()
    return 0
