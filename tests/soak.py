"""The real window for as long as one likes: scenes one after the other, played with; prints what was measured as JSON.

    xvfb-run python -m tests.soak --minutes 60

A body is taken by hand and thrown, and the run is taken back to where it gets another future, which a hand meets as
well. In every round there are films, one of what is seen and one that is made anew, and a set-up is built on the bench
and played. Scenes come in another order in every round. Memory is that of this process at the ends of rounds; frames
are the work of the window's thread for a picture. Every log of a scene is read and run again afterwards. Settings, logs
and films lie in JACOBI_SANDBOX_HOME, else in a home of its own, which goes afterwards.
"""

import argparse
import gc
import logging
import os
import subprocess
import sys
import time
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))

from sandbox.app.paths import OVERRIDE, find_folders
from sandbox.cli.common import scene_folders
from sandbox.cli.window import runs
from sandbox.film.recipe import SIZES
from sandbox.folders import own_folders
from sandbox.run.logs.chain import opened
from sandbox.run.replay import replayed
from sandbox.scene.catalogue import BENCH, load_catalogue
from sandbox.ui.films.sheet import Choices
from sandbox.workspace.bench import new_bench
from tests.bench_window import TOP, Builder
from tests.effort import IS_RELEASE
from tests.hand_window import Person
from tests.patience import HANGING, MISSING
from tests.work import in_use

# wall time in each scene [s], more where a busy machine needs it for so long a run [s]; frames of one spot check
IN_SCENE, LOGGED, SPOT = 3.0, 2.5, 60
SMALL = 820, 560         # [px] of the window
FILM = 1.0               # [s] of a film
FRAME = 640, 360         # [px] of it: half the processor time of 720p where the driver is a software one
BACK = 0.4               # how often a run is taken back after a throw


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=0.5)
    parser.add_argument("--scenes", type=int, default=100, help="of a round")
    parser.add_argument("--only", nargs="*", help="these scenes: rounds are alike then, and so is their memory")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # why a page was begun anew
    logging.basicConfig(format="%(asctime)s %(message)s")
    # a future may be short
    runs.SHORTEST = 0.0
    SIZES["small"] = FRAME
    person = Builder()
    # a software driver draws a small picture in a quarter of the time of a large one
    person.window.resize(*SMALL)
    scenes = options.only or list(person.window.catalogue.scenes)
    # how often a body is thrown is a matter of wall time: which scenes there are in a round is not
    order, dice = np.random.default_rng(options.seed).spawn(2)
    end, memory, frames, drifts, films, futures = time.monotonic() + 60.0*options.minutes, [], [], [], [], 0
    while time.monotonic() < end or len(memory) < 2:
        for scene in order.permutation(scenes)[:options.scenes]:
            person.open(str(scene))
            futures += play(person, dice)
            frames += list(person.window.player.pace.cost)[-SPOT:]
            drifts.append(person.run.drift)
        films += [film(person, is_exact) for is_exact in (False, True)]
        build(person)
        memory.append(memory_now())
        # somebody who waits for an hour wants to see how far it is
        print(f"round {len(memory)}: {memory[-1]}, films {sum(films)} of {len(films)}, faults {len(person.faults)}, "
              f"page {person.window.view._life.state}", file=sys.stderr, flush=True)
    person.window.close()
    person.crash.close()
    catalogue = load_catalogue(*scene_folders())
    logs = [replayed(path, catalogue.get)[0] for path in sorted(find_folders().runs.glob("*.sqlite"))
            if is_run(path)]
    person.leave({
        "minutes": options.minutes, "rounds": len(memory), "memory_MB": memory,
        "frame_p99_ms": 1000.0*float(np.quantile(frames, 0.99)),
        "drift": max(drifts), "films": len(films), "whole": sum(films), "faults": person.faults, "futures": futures,
        "logs": len(logs), "same": sum(one.is_same for one in logs)})
    os._exit(0)


def memory_now() -> dict[str, float]:
    """Returns what this process holds, what of it is handed out, and what those of the page hold [MB]."""
    gc.collect()
    own = psutil.Process()
    page = sum(one.memory_info().rss for one in own.children(recursive=True) if one.is_running())
    return {name: round(size/1e6, 1) for name, size in (
        ("own", own.memory_info().rss), ("handed_out", in_use()), ("page", page))}


def is_run(path: Path) -> bool:
    """Returns whether a log is of a run of a scene.

    One of the bench holds no parts, as long as they are not kept as a scene; a future may end before it has a row.
    """
    with opened(path) as chain:
        return chain.header["scene"] != BENCH and any(table == "rows" for table, _values in chain)


def play(person: Person, dice: np.random.Generator) -> int:
    """Takes the body by hand, throws it, and waits; now and then it goes back and on from there. Returns how often."""
    begin, futures = time.monotonic(), 0

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
        if dice.random() < BACK:
            person.window.player.travel.visit(dice.uniform(0.0, person.run.t))
            person.window.player.travel.go_on_from_here()
            futures += 1
    return futures


def film(person: Person, is_exact: bool) -> bool:
    """Makes a film, of what is seen from now on or of what was; returns whether it is there whole, with its recipe."""
    recording, run = person.window.recording, person.run
    person.until(lambda: run.t > FILM or run.ended is not None)
    recording.begin(Choices(is_exact=is_exact, size="small", fps=30), 0.0, min(run.t, FILM), 1.0, "")
    if is_exact and not IS_RELEASE:
        # the run beside it takes three quarters of the processor: once the film has begun, that is the film's
        person.wait(FILM)
        person.window.pause()
    if not is_exact:
        person.wait(FILM)
        recording.stop()
    person.until(lambda: not recording.is_busy, HANGING)
    path, recipe = recording.path, recording.path.with_suffix(".json")
    # pieces of a film that was not finished lie beside it
    is_whole = path.is_file() and path.stat().st_size > 0 and {*path.parent.iterdir()} <= {path, recipe}
    if not is_whole:
        print(f"film {path.name}: {person.window.message.text!r}; beside it {[*map(str, path.parent.iterdir())]}",
              file=sys.stderr, flush=True)
    for one in (path, recipe):
        one.unlink(missing_ok=True)
    return is_whole


def build(person: Builder):
    """Puts a table and a ball on an empty bench, lets it run, and takes all that back."""
    person.command("new_bench")
    person.until(lambda: person.is_settled() and person.bench.is_open and person.bench.document == new_bench(), HANGING)
    person.put("turning plate", (-0.12, 0.1, TOP))
    person.put("billiard ball", (0.2, 0.12, TOP))
    person.command("play")
    person.go_on(1.0)
    person.window.pause()


def in_a_new_home() -> int:
    """Does it in a home of its own, where nothing of a person's is touched; what was compiled before is found."""
    with TemporaryDirectory(prefix="jacobi-sandbox-soak-", ignore_cleanup_errors=True) as home:
        compiled = os.environ.get("JACOBI_SANDBOX_COMPILED", str(own_folders()["cache"] / "compiled"))
        return subprocess.call([sys.executable, "-m", "tests.soak", *sys.argv[1:]],
                               env={**os.environ, OVERRIDE: home, "JACOBI_SANDBOX_COMPILED": compiled})


if __name__ == "__main__":
    if OVERRIDE not in os.environ:
        sys.exit(in_a_new_home())
    try:
        main()
    except Exception:
        # the window would keep it for a report
        traceback.print_exc()
        os._exit(1)
