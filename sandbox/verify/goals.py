"""What it costs to judge the goal of a challenge, against the frames of the run and against the run itself.

Nothing is judged while a run is shown: the goal is judged beside the window when a try is over, on the states of all
its steps, by running it once more. What that takes, spread over the frames that were shown, is what judging would cost
a frame if it had to be done while it plays.
"""

import time
from collections.abc import Iterable

import numpy as np

from sandbox.run.judge import begun, judged
from sandbox.scene.goals.challenge import Challenge
from sandbox.scene.scene import Scene

FRAMES = 60.0          # pictures per second
REPEATS = 3


def judging_cost(challenge: Challenge, scene: Scene, tried: dict[str, float] | None = None) -> dict[str, float]:
    """Returns processor times of a try, the least of REPEATS on one core, and its stars.

    us_per_frame   of judging, the run that is run for it included [us];  over the run  that, of the run alone [1]
    tried          values of what is free, as given where they are not told
    """
    values, _guesses = challenge.with_values(tried or {})
    alone, whole = [], []
    for _i in range(REPEATS):
        begin = time.thread_time()
        run = begun(challenge, scene, values)
        run.advance(int(challenge.until*run.step_rate + 1e-9))
        middle = time.thread_time()
        verdict = judged(challenge, tried or {}, scene)
        whole.append(time.thread_time() - middle)
        alone.append(middle - begin)
    return {"us_per_frame": min(whole)/(verdict.seconds*FRAMES)*1e6, "over the run": min(whole)/min(alone),
            "stars": verdict.stars}


def winning_throw(challenge: Challenge) -> dict[str, float]:
    """Returns the throw that wins on the turntable through the ring opposite: half a circle at 2/7 of the table's rate.

    From (x, y) to the middle of the ring as a diameter: v = 2/7 Omega ez x (r - c), c half way.
    """
    ring = next(iter(challenge.marks.values())).points[0]
    k = 2.0/7.0*challenge.values["rate"]
    x, y = challenge.values["x"], 0.0
    arm = 0.5*np.array((x - ring[0], y - ring[1]))
    return {"vx": float(-k*arm[1]), "vy": float(k*arm[0])}


def costs_of_goals(challenges: Iterable[tuple[Challenge, Scene]], tell=lambda _name: None) -> dict[str, dict]:
    """Returns name -> `judging_cost` of challenges as they are given; of the golf also of the throw that wins it."""
    found = {}
    for challenge, scene in challenges:
        tell(f"judging {challenge.id}")
        found[challenge.id] = judging_cost(challenge, scene)
        if challenge.id == "golf":
            found["golf, won"] = judging_cost(challenge, scene, winning_throw(challenge))
    return found
