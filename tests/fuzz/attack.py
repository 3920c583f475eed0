"""One random run and what must hold in it, whatever the numbers are."""

from dataclasses import dataclass, field
from math import isfinite

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.clock import STEP_RATES
from sandbox.run.simulation import Simulation
from sandbox.scene.bodies import Ball
from sandbox.scene.scene import Scene
from sandbox.scene.typed.parameter import Formula
from sandbox.systems.rows.system import ConstrainedSystem
from sandbox.systems.world.piled import PiledSystem
from sandbox.systems.world.system import WorldSystem
from tests.effort import tries

# steps of a run at most, and within one stretch of it; of a world of many bodies, whose steps take a thousand times as
# long as those of one
LONGEST, STRETCH = 960, 240
MANY, LONGEST_OF_MANY = 64, tries(120, LONGEST)
# a value is a limit of its parameter this often, else anything between
CORNER = 0.15
# how far from its mass centre a body is held, and how far the hand moves, most often [m]
REACH = 0.05
# how deep balls may be in each other [1]: what gravity and rounding make of a touch
DEEPEST = 1e-9
# scenes of which some motions grow beyond all bounds, so that no step can follow them and they end by drift: Suslov's
# body about its middle axis. Such an end of any other is a fault
RUN_AWAY = frozenset({"suslov"})
# how much a support may pull [of the largest force]: rounding where a contact opens
PULLED = 1e-9
# changes of live parameters one after the other, and steps between two of them
MOST_CHANGES, MOST_BETWEEN = 4, 12
# surfaces that are typed: bowls, hills, waves, a valley in a plane, and some that cannot be
FORMULAS = ("0", "x*y", "c*r^2/2", "-c*r^2/2", "h*exp(-r^2/b^2)", "h*sin(k*x)*sin(k*y)", "h*cos(k*r)", "h*sinc(k*r)",
            "sqrt(r^2 + b^2)", "h*tanh(x/b)", "c*(x^3 - 3x*y^2)", "h*(x/b)^4 - y/3", "h*sin(k*x + y/b)*exp(-x^2)",
            "abs(x)", "1/(x - b)", "r")


@dataclass
class Attack:
    """What a run was given, so that it can be run again; and what came of it.

    outcome   refused, ended, or went on
    """

    scene: str
    seed: int
    values: dict = field(default_factory=dict)
    step_rate: int = 240
    outcome: str = "went on"
    steps: int = 0

    def __str__(self):
        return f"seed {self.seed}: {self.scene} {self.values} at {self.step_rate} steps per second"


def random_value(parameter, random: np.random.Generator):
    """A value that the parameter allows."""
    if parameter.is_switch:
        return bool(random.integers(2))
    if isinstance(parameter, Formula):
        return str(random.choice(FORMULAS))
    if isinstance(parameter.default, str):
        return parameter.default      # a drawn curve
    if random.random() < CORNER:
        return float(random.choice((parameter.low, parameter.high, parameter.default)))
    return float(random.uniform(parameter.low, parameter.high))


def random_values(scene: Scene, random: np.random.Generator) -> dict:
    """A preset or the defaults, with some of the values changed."""
    presets = [{}, *(preset.values for preset in scene.presets)]
    values = dict(presets[random.integers(len(presets))])
    share = random.random()
    return values | {p.name: random_value(p, random) for p in scene.parameters if random.random() < share}


def attack(scene: Scene, seed: int, longest_of_piles: int = LONGEST, is_repeated: bool = True) -> Attack:
    """Makes one random run; AssertionError where something does not hold, any other error as it comes.

    longest_of_piles   steps after which a pile is given nothing more to do; what it was given before is the same
    is_repeated        whether its own past and another run have to give the same bits, which takes longer than the run
    """
    random = np.random.default_rng(seed)
    done = Attack(scene.id, seed, random_values(scene, random), int(random.choice(STEP_RATES)))
    try:
        run = Simulation(scene, done.values, done.step_rate)
    except BadValue as error:
        assert len(str(error)) > 10, done
        done.outcome = "refused"
        return done
    rows = run.collect()
    longest = (LONGEST_OF_MANY if len(run.bodies) > MANY
               else longest_of_piles if isinstance(run.system, PiledSystem) else LONGEST)
    while run.ended is None and run.step < longest and random.random() < 0.9:
        play(run, random)
    check(run, rows, done)
    if is_repeated:
        again(run, scene, done)
    done.steps, done.outcome = run.step, "went on" if run.ended is None else f"ended: {run.ended.kind}"
    return done


def play(run: Simulation, random: np.random.Generator):
    """Does one of the things that a person does."""
    choice = random.random()
    if choice < 0.2 and run.live:
        # a person drags sliders: several changes within a few steps
        for _change in range(random.integers(1, MOST_CHANGES + 1)):
            name = sorted(run.live)[random.integers(len(run.live))]
            run.set(name, random_value(run.scene.parameter(name), random))
            run.advance(int(random.integers(0, MOST_BETWEEN + 1)))
            if run.ended is not None:
                return
    elif choice < 0.35 and run.latest:
        assert run.go_to(int(random.integers(run.latest + 1)))
    elif choice < 0.55:
        pull(run, random)
    elif choice < 0.65:
        run.peek(run.t + float(random.uniform(0.0, 2.0))*run.h)
        run.snapshot()
    run.advance(int(random.integers(1, STRETCH)))


def pull(run: Simulation, random: np.random.Generator):
    """Grabs a body somewhere, moves the hand many times, or lets go."""
    if run.hold is not None and random.random() < 0.3:
        run.let_go()
        return
    bodies = run.snapshot().bodies
    if run.hold is None:
        try:
            run.grab(int(random.integers(len(run.system.bodies))), tuple(random.uniform(-REACH, REACH, 3)),
                     float(10.0**random.uniform(-1.0, 2.0)))
        except BadValue as error:
            # what constraints hold altogether
            assert len(str(error)) > 10
            return
    centre = bodies[run.hold.body].centre
    for _move in range(random.integers(1, 20)):
        run.move(centre + random.normal(0.0, REACH, 3))
        run.advance(int(random.integers(1, 5)))
        if run.ended is not None or run.step >= run.latest + STRETCH:
            return


def check(run: Simulation, rows: list, done: Attack):
    """Numbers are numbers, the books close, an end has its sentence."""
    for row in rows:
        for name in ("t", "E_J", "ledger", "drift", "scale"):
            assert np.isfinite(getattr(row, name)).all(), (done, name)
        for name in ("centre", "velocity", "omega", "quaternion", "N", "F"):
            assert np.isfinite(getattr(row, name)).all(), (done, name)
        assert np.allclose(np.linalg.norm(row.quaternion, axis=-1), 1.0, rtol=0.0, atol=1e-9), done
    seen = run.snapshot()
    assert isfinite(run.drift) and isfinite(seen.E_J), done
    limit = getattr(run.scene, "drift_limit", 1e-6)
    assert run.drift <= limit or (run.ended is not None and run.ended.kind in ("drift", "stop")), (done, run.drift)
    assert run.ended is None or run.ended.kind != "drift" or run.scene.id in RUN_AWAY, (done, run.ended)
    assert overlap(run, rows) < DEEPEST, (done, overlap(run, rows))
    assert pull_of_contacts(run, rows) < PULLED, (done, pull_of_contacts(run, rows))
    if run.ended is not None:
        assert len(run.ended.sentence) > 10 and run.ended.t == run.t, done
    times = np.array([event.t for event in run.events])
    # the end of a sequence of bounces is told at the last that is computed, a step before it at most
    assert (np.diff(times) >= -run.h).all(), (done, times)


def overlap(run: Simulation, rows: list) -> float:
    """How deep two balls of a world are or were in each other at most, in radii of the smaller one.

    Models side by side know nothing of each other.
    """
    if not isinstance(run.system, WorldSystem):
        return 0.0
    balls = [k for k, body in enumerate(run.system.bodies) if isinstance(body, Ball)]
    if len(balls) < 2:
        return 0.0
    a = np.array([run.system.bodies[k].radius for k in balls])
    i, j = np.triu_indices(len(a), 1)
    now = np.array([seen.centre for seen in run.snapshot().bodies])
    return max(float(((a[i] + a[j] - np.linalg.norm(x[i] - x[j], axis=1))/np.minimum(a[i], a[j])).max())
               for x in (found[balls] for found in (now, *(x for row in rows for x in row.centre))))


def pull_of_contacts(run: Simulation, rows: list) -> float:
    """The largest force with which a support pulled, as a share of the largest of all; rows of constraints may pull."""
    if isinstance(run.system, ConstrainedSystem):
        return 0.0
    N = np.concatenate([np.array([seen.N for seen in run.snapshot().bodies]), *(row.N.ravel() for row in rows)])
    return float(-N.min()/max(np.abs(N).max(), 1e-300))


def again(run: Simulation, scene: Scene, done: Attack):
    """Its own past, and another run with the same commands, give the same bits."""
    last, states, t, had_ended = run.step, [y.tobytes() for y in run.states], run.t, run.ended is not None
    if run.go_to(last//2):
        # an end lies in the step after the last whole one
        run.advance(last - run.step + had_ended)
        assert [y.tobytes() for y in run.states] == states and run.t == t, done
    other = Simulation(scene, done.values, done.step_rate)
    other.replay([command for command in run.commands if command.step <= last])
    other.advance(last - other.step + had_ended)
    assert [y.tobytes() for y in other.states] == states and other.t == t, done
