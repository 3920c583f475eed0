"""Attacks all scenes for some time: `python -m tests.fuzz [--seconds 1800] [--first SEED] [--scene ID]`.

`--scene world` attacks worlds made of random numbers (random_world.py), which are no scenes of the catalogue.

Seeds go up one by one and through the scenes by turns; with --scene each seed attacks that scene. What a seed does
to a scene is always the same: what fails is run again with --scene ID --first SEED --count 1.
"""

import argparse
import sys
import time
import traceback
from collections import Counter

from sandbox.cli.common import catalogue
from tests.fuzz.attack import LONGEST, attack
from tests.fuzz.random_world import WORLD, random_world


def main() -> int:
    """Prints what came of the runs, and the seeds that failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1800.0, help="processor time [s]")
    parser.add_argument("--first", type=int, default=0, help="seed of the first run")
    parser.add_argument("--count", type=int, default=10**9)
    parser.add_argument("--scene", help="this scene only")
    args = parser.parse_args()
    outcomes, failed, slowest = attacked(args.seconds, args.first, args.count, args.scene)
    for outcome, count in outcomes.most_common():
        print(f"{count:7} {outcome}")
    print(f"slowest: {slowest[0]:.2f} s, {slowest[1]}")
    print(f"{sum(outcomes.values())} runs, {len(failed)} failed", *failed, sep="\n  ")
    return bool(failed)


def attacked(seconds: float, first: int, count: int = 10**9, only: str | None = None, least: int = 0,
             longest_of_piles: int = LONGEST):
    """Returns how often each outcome came, the failures in words, and processor time and run of the slowest.

    least              runs to be made, however long they take
    longest_of_piles   steps after which a pile of a scene is given nothing more to do
    """
    known = catalogue().scenes
    scenes = [known[only]] if only in known else list(known.values())
    outcomes, failed, slowest = Counter(), [], (0.0, "")
    begin, seed = time.process_time(), first
    while seed < first + count and (time.process_time() - begin < seconds or sum(outcomes.values()) < least):
        scene = random_world(seed) if only == WORLD else scenes[seed % len(scenes)]
        seed += 1
        start = time.process_time()
        try:
            done = attack(scene, seed - 1, LONGEST if only == WORLD else longest_of_piles)
            outcomes[done.outcome] += 1
            slowest = max(slowest, (time.process_time() - start, str(done)))
        except Exception:
            failed.append(f"seed {seed - 1} ({scene.id}): {traceback.format_exc(limit=-4)}")
            outcomes["failed"] += 1
    return outcomes, failed, slowest


if __name__ == "__main__":
    sys.exit(main())
