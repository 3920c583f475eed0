"""What the sound of a run costs its frames: from a state and the impacts before it to the message for the page."""

import json
import time

import numpy as np

from sandbox.run.simulation import Simulation
from sandbox.run.snapshot import Event
from sandbox.sound.listener import Listener, events_between
from sandbox.sound.page import Speaker

FRAMES = 60                        # pictures per second
SECONDS, REPEATS, SEED = 4.0, 3, 1
# speeds at which they meet [m/s], share of 1/2 m v^2 that is lost of a body of some grams [J]
FASTEST, LOST = 2.0, 0.01


def impacts(count: int, bodies: int) -> list[Event]:
    """Returns as many impacts a second of SECONDS, evenly spread, of pairs and speeds that chance chooses."""
    chance, found = np.random.default_rng(SEED), []
    for k in range(int(count*SECONDS)):
        one, other = (int(i) for i in chance.choice(bodies, 2, replace=False))
        speed = float(chance.uniform(0.01, FASTEST))
        found.append(Event((k + 0.5)/count, one, "impact", "", speed, LOST*speed*speed,
                           other if k % 2 else -2))
    return found


def sound_cost(run: Simulation, count: int) -> dict[str, float]:
    """Returns the processor time of the sound of a frame with so many impacts a second, on one core.

    run   several bodies at their start: its states are heard, its own impacts are not

    us_per_frame, us_worst   of hearing, choosing voices and writing the message [us], the mean and the longest frame
    kB_per_frame             of the message;  heard, begun  blows a second, and those that have got one of the voices
    """
    every, events = run.step_rate//FRAMES, impacts(count, len(run.bodies)) if count else []
    seen = []
    for _frame in range(int(SECONDS*FRAMES)):
        run.advance(every)
        seen.append(run.snapshot())
    costs, heard, begun, size = [], 0, 0, 0
    for _i in range(REPEATS):
        listener, speaker, before = Listener(run), Speaker(), 0.0
        spent: list[float] = []
        heard = begun = size = 0
        for one in seen:
            begin = time.thread_time()
            # as live: what lasts is listened to at every second frame
            sounds = listener.hear(one, events_between(events, before, one.t, 1.0/run.step_rate), len(spent) % 2 == 0)
            message = speaker.message(sounds, 1.0)
            text = json.dumps(message, allow_nan=False, separators=(",", ":"))
            spent.append(time.thread_time() - begin)
            before = one.t
            heard, begun, size = heard + len(sounds.blows), begun + len(message["blows"]), size + len(text)
        costs.append(spent)
    # of each frame the least: other programs share the machine
    least = np.min(costs, axis=0)*1e6
    return {"us_per_frame": float(least.mean()), "us_worst": float(least.max()), "kB_per_frame": size/len(seen)/1e3,
            "heard": heard/SECONDS, "begun": begun/SECONDS}
