"""The real window for as long as one likes: scenes one after the other, played with; prints what was measured as JSON.

    xvfb-run python -m tests.soak --minutes 60

Memory is that of this process at the ends of rounds through the scenes; frames are the work of the window's thread for
one picture. Every log of the run is read and run again afterwards.
"""

import argparse
import gc
import os
import sys
import time
from pathlib import Path

import numpy as np
import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))

from sandbox.app.paths import find_folders
from sandbox.cli.common import scene_folders
from sandbox.run.replay import replayed
from sandbox.scene.catalogue import load_catalogue
from tests.hand_window import Person
from tests.patience import MISSING

# wall time in each scene [s], more where a busy machine needs it for so long a run [s]; frames of one spot check
IN_SCENE, LOGGED, SPOT = 3.0, 2.5, 60
SMALL = 820, 560         # [px] of the window


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=0.5)
    parser.add_argument("--scenes", type=int, default=100)
    options = parser.parse_args()
    person = Person()
    # a software driver draws a small picture in a quarter of the time of a large one
    person.window.resize(*SMALL)
    scenes, dice = list(person.window.catalogue.scenes)[:options.scenes], np.random.default_rng(1)
    end, memory, frames, drifts = time.monotonic() + 60.0*options.minutes, [], [], []
    while time.monotonic() < end or len(memory) < 2:
        for scene in scenes:
            person.open(scene)
            play(person, dice)
            frames += list(person.window.player.pace.cost)[-SPOT:]
            drifts.append(person.run.drift)
        gc.collect()
        memory.append(psutil.Process().memory_info().rss/1e6)
    person.window.close()
    person.crash.close()
    catalogue = load_catalogue(*scene_folders())
    logs = [replayed(path, catalogue.get)[0] for path in sorted(find_folders().runs.glob("*.sqlite"))]
    person.leave({
        "rounds": len(memory), "memory_MB": memory, "frame_p99_ms": 1000.0*float(np.quantile(frames, 0.99)),
        "drift": max(drifts), "faults": person.faults, "logs": len(logs), "same": sum(one.is_same for one in logs)})
    os._exit(0)


def play(person: Person, dice: np.random.Generator):
    """Takes the body by hand, throws it, and waits."""
    begin = time.monotonic()

    def is_short() -> bool:
        run = person.run
        return run.t < LOGGED and run.ended is None and time.monotonic() < begin + MISSING

    while time.monotonic() < begin + IN_SCENE or is_short():
        place = person.body()
        if not np.isfinite(place).all():
            person.wait(0.2)
            continue
        person.press(place)
        person.drag(place, place + dice.normal(0.0, 40.0, 2), moves=5, seconds=0.2)
        person.release(place)
        person.wait(0.3)


if __name__ == "__main__":
    main()
