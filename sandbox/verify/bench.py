"""Measures the engine: processor time per step, share of one core, drift, error against a closed form, compiling.

Processor time of this thread is counted, best of several repeats, because other programs share the machine.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import cos, sin, sqrt

import numpy as np

from sandbox.run.frames import AT_ONCE, AUTO, in_frames, many_in_frames
from sandbox.run.headless import passed, simulate
from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Blade,
    Contact,
    Coulomb,
    Disk,
    Ellipsoid,
    FreeTurntable,
    Ideal,
    On,
    Paraboloid,
    Placed,
    Plane,
    Pseudosphere,
    Puck,
    Rough,
    Sleigh,
    Smooth,
    Spin,
    Start,
    Still,
    ViscousRow,
    World,
    edges_of,
    laboratory_floor,
)
from sandbox.systems.contact.assembly import assemble, assemble_contact
from sandbox.systems.contact.system import System
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from sandbox.systems.rows.system import ConstrainedSystem
from sandbox.systems.supports.assembly import assemble_supports
from sandbox.systems.supports.system import SupportsSystem
from sandbox.theory import poincare
from sandbox.theory.ends import find_ends
from sandbox.theory.flows.billiard import Table
from sandbox.theory.flows.flow import Sectioned
from sandbox.theory.flows.table import sectioned
from sandbox.theory.returns import Until
from sandbox.verify.flat_faces import flat_faces, flat_faces_cost
from sandbox.verify.goals import costs_of_goals
from sandbox.verify.many_balls import COUNTS, many_balls_speed

STEPS = 20_000
# short runs of which no two have the same numbers, as in a sweep: how many in a row, and how long [s]
SHORT_RUNS, SHORT = 60, 3.0
# and how many at once in lanes
MANY_RUNS = 500
SECONDS = 600
# starts along each side of a map of ends
MAP = 600


def turntable() -> System:
    """Steel ball of 2 cm radius on a table at 33 1/3 rpm, the start of the comparison with other engines."""
    return assemble(Ball(0.02), Plane(), Spin("z", 100.0/3.0*2.0*np.pi/60.0), Start((0.15, 0.0), (0.0, 0.05)))


def turntable_scene() -> SupportsSystem:
    """The same on a round table with its edge, above the floor of the laboratory."""
    table = On(Plane(rim=0.3), Spin("z", 100.0/3.0*2.0*np.pi/60.0))
    return assemble_supports(World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.12)},
                                   [Placed(Ball(0.02), Start((0.15, 0.0), (0.0, 0.05)))]), {})


def pseudosphere() -> System:
    """Figure 4 of Borisov, Mamaev and Bizyaev 2015: m = a = 1, I = 2/5, g = 10, centre surface c = 4, rate -1/2."""
    normal = np.array([-0.52, -0.58, 0.62])
    normal /= np.linalg.norm(normal)
    q = np.arcsin(normal[2])
    across = -normal[:2]/np.linalg.norm(normal[:2])
    centre = (*(4.0*sin(q)*across), 4.0*(np.log(np.tan(q/2.0)) + cos(q)))
    return assemble(Ball(1.0, mass=1.0), Pseudosphere(4.0, defines="centre"),
                    Spin("z", -0.5, gravity=(0.0, 0.0, -10.0)), Start(centre, omega=(0.1, 0.5, 0.5)))


def rattleback() -> System:
    """An ellipsoid with skewed inertia that reverses its spin of -5 rad/s."""
    body = Ellipsoid(0.20, 0.03, 0.02, 1.0, ((2e-4, -2e-5, 0.0), (-2e-5, 1.6e-3, 0.0), (0.0, 0.0, 1.7e-3)),
                     (0.0, 0.0, -0.01))
    tilt = sin(np.radians(0.25))
    start = Start((0.0, 0.0), omega=(0.0, 0.0, -5.0), orientation=(1.0, tilt, tilt, 0.0))
    return assemble(body, Plane(), Still(), start)


def coin() -> System:
    """A coin 0.01 rad from flat that rolls around its resting centre: precession^2 = 4 g/(R sin tilt)."""
    radius, tilt = 0.04, 0.01
    spin = sqrt(4.0*9.81/(radius*sin(tilt)))*sin(tilt)
    return assemble(Disk(radius, 0.1), Plane(), Still(), Start(
        (0.0, 0.0), omega=(0.0, spin*cos(tilt), spin*sin(tilt)), orientation=(cos(tilt/2), sin(tilt/2), 0.0, 0.0)))


def pebble(contact: Contact, height: float = 0.0) -> System:
    """A skewed pebble in a turning bowl; thrown up to a height it takes minutes to come down."""
    inertia = ((5e-4, 2e-5, 1e-5), (2e-5, 8e-4, -3e-5), (1e-5, -3e-5, 9e-4))
    body = Ellipsoid(0.08, 0.05, 0.04, 0.5, inertia, (0.01, -0.005, 0.008))
    gravity = (0.0, 0.0, -9.81 if height == 0.0 else -1e-6)
    start = Start((0.1, 0.05), height=height, velocity=(0.0, 0.0) if height == 0.0 else (0.0, 0.0, 0.0),
                  omega=(0.1, -0.2, 0.6))
    return assemble_contact(body, Paraboloid(0.6), Spin("z", 0.5, gravity=gravity), contact, start)


def block() -> System:
    """A block at rest on a turning table."""
    return assemble_contact(Puck(0.05, 0.02, 0.3), Plane(), Spin("z", 1.0), Contact(Coulomb(0.5)),
                            Start((0.1, 0.0), omega=(0.0, 0.0, 1.0)))


def sleigh(realisation=None) -> ConstrainedSystem:
    """Chaplygin's sleigh thrown off a turntable, its blade ideal or realised otherwise."""
    body = Sleigh(1.0, 0.015, (Blade((-0.08, 0.03), realisation=realisation or Ideal()),), Spin("z", 1.7))
    return assemble_constrained(body.constrained(), body.start(0.1, 0.0, 0.0, 0.0, 0.0, 1.7))


def free_turntable() -> ConstrainedSystem:
    """A ball that rolls on a freely turning table: seven velocities, three rows."""
    declared = FreeTurntable(Ball(0.02, mass=0.26, inertia=4e-5), 0.02)
    return assemble_constrained(declared.constrained(), declared.start(0.1, 0.05, -0.05, 0.16, 3.0, 5.0))


SYSTEMS = {"turntable": turntable, "pseudosphere": pseudosphere, "rattleback": rattleback, "coin": coin}
SCENES = {"turntable with edge and floor": turntable_scene}
MODES = {"sliding": lambda: pebble(Contact(Smooth())), "rubber": lambda: pebble(Contact(Rough(), rubber=True)),
         "resisted": lambda: pebble(Contact(Rough(), rolling_resistance=1e-9)),
         "flight": lambda: pebble(Contact(Smooth()), 1.0), "rest": block}
ROWS = {"sleigh": sleigh, "viscous sleigh": lambda: sleigh(ViscousRow(300.0)), "free turntable": free_turntable}


# of the number i of a short run, the values that its scene is given
VARIED: dict[str, Callable[[int], dict]] = {
    "turntable": lambda i: {"rate": 2.0 + 0.01*i, "x": 0.1 + 4e-4*i, "vy": 0.03 + 1e-4*i},
    "cone": lambda i: {"rate": 0.01*i, "x": 0.2 + 2e-4*i, "across": 0.2 + 2e-4*i},
    "turntable sizes": lambda i: {"radius": 0.01 + 1e-4*i, "shell": i % 2 == 1},
    "cone slopes": lambda i: {"slope": 0.4 + 1e-3*i},
    "coin": lambda i: {"theta": 55.0 + 0.05*i, "tau": 150.0 + 0.1*i},
    "bowl": lambda i: {"rate": 4.0 + 0.01*i, "x": 0.05 + 1e-4*i, "vy": 1e-3*i},
    "many_balls": lambda i: {"rate": 2.0 + 0.01*i, "count": 20, "seed": i}}


def varied_turntable(i: int) -> dict:
    """Values of the number i of many turntable runs: all that the scene has, no two alike."""
    return {"rate": 2.0 + 0.002*i, "radius": 0.01 + 2e-5*i, "shell": i % 2 == 1, "x": 0.1 + 8e-5*i, "vx": 1e-5*i,
            "vy": 0.03 + 2e-5*i, "spin": 0.01*i}


# sections of what is no sleigh: scene, preset, values, returns; and how many orbits about the start
NEIGHBOURS = 10
SECTIONS: dict[str, tuple[str, str, dict, int]] = {
    "Suslov's body": ("suslov", "A pendulum that may not twist", {}, 20_000),
    "ball in a pseudosphere": ("pseudosphere", "Figure 4", {}, 10_000), "ball in a cone": ("cone", "", {}, 10_000),
    "coin": ("coin", "", {"theta": 50.0, "tau": 20.0, "wobble": 1.0}, 10_000),
    "billiard": ("billiard", "", {}, 500_000)}


def step_cost(system: System | ConstrainedSystem, repeats: int = 7) -> float:
    """Processor time of one whole step with its guards, sub-steps off [ns]."""
    system = replace(system, finest_level=0)
    return min(_cost_once(system) for _i in range(repeats))


def _cost_once(system: System | ConstrainedSystem) -> float:
    run = Integration(system, 1.0/240.0)
    run.advance(1)
    begin = time.thread_time()
    run.advance(STEPS)
    return (time.thread_time() - begin)/STEPS*1e9


def scene_ratio(repeats: int = 15) -> float:
    """What a step on the table with edge and floor costs, far from both, over one on the bare table."""
    bare, scene = turntable(), turntable_scene()
    costs = [(_cost_once(bare), _cost_once(scene)) for _i in range(repeats)]
    return min(cost for _, cost in costs)/min(cost for cost, _ in costs)


def long_run(system: System) -> tuple[float, float]:
    """Drift over 600 s and the share of one core [%]."""
    run = Integration(system, 1.0/240.0)
    begin = time.thread_time()
    run.advance(SECONDS*240)
    return run.drift, (time.thread_time() - begin)/SECONDS*100.0


def turntable_error() -> float:
    """Distance from Earnshaw's circle after 60 s [m]."""
    run = Integration(turntable(), 1.0/240.0)
    run.advance(60*240)
    k = 2.0/7.0*100.0/3.0*2.0*np.pi/60.0
    x, y, _z = run.body.centre
    return float(np.hypot(x - 0.15 + 0.05*(1.0 - cos(60.0*k))/k, y - 0.05*sin(60.0*k)/k))


def scene_share(scene, seconds: float = 20.0) -> float:
    """Share of one core of a scene with its book-keeping and 60 snapshots per second [%]."""
    simulation = Simulation(scene)
    begin = time.thread_time()
    while simulation.t < seconds and simulation.ended is None:
        simulation.advance(4)
        simulation.snapshot()
    return (time.thread_time() - begin)/max(simulation.t, 1e-9)*100.0


def minute_cost(scene) -> float:
    """Processor time of a minute of a scene without a window, by the way of the command `simulate` [s]."""
    costs = []
    for _i in range(3):
        begin = time.process_time()
        simulate(scene, {}, 60.0)
        costs.append(time.process_time() - begin)
    return min(costs)


def short_run_cost(scene, varied: Callable[[int], dict]) -> float:
    """Processor time of a run of SHORT seconds, its assembly and its last row included [ms].

    varied   varied(i) -> values of the run i
    """
    costs = []
    for part in range(4):
        begin = time.thread_time()
        for i in range(part*SHORT_RUNS, (part + 1)*SHORT_RUNS):
            passed(Simulation(scene, varied(i), is_shown=False), SHORT, [SHORT])
        costs.append((time.thread_time() - begin)/SHORT_RUNS*1e3)
    # the first ones load what is compiled
    return min(costs[1:])


def many_runs_cost(scene, varied: Callable[[int], dict]) -> dict[str, float]:
    """Processor time [s] of MANY_RUNS runs of SHORT seconds in frames as long as are as exact: together and one by one.

    The share is the least of three pairs made in turn. varied as of `short_run_cost`
    """
    def made(i: int, step_rate: int) -> Simulation:
        return Simulation(scene, varied(i), step_rate, is_shown=False)
    makes = [partial(made, i) for i in range(MANY_RUNS)]

    def one_by_one():
        for make in makes:
            in_frames(make, AUTO, SHORT, False, lambda run, _tell: passed(run, SHORT, [SHORT]))

    def together():
        for first in range(0, MANY_RUNS, AT_ONCE):
            many_in_frames(makes[first:first + AT_ONCE], AUTO, SHORT, [SHORT])
    costs = []
    for _pair in range(4):
        begin = time.process_time()
        together()
        middle = time.process_time()
        one_by_one()
        costs.append((middle - begin, time.process_time() - middle))
    # the first ones load what is compiled
    costs = costs[1:]
    return {"together": min(own for own, _other in costs), "one by one": min(other for _own, other in costs),
            "together over one by one": min(own/other for own, other in costs)}


def section_speed() -> dict[str, float]:
    """Returns to the section v1 = 0 of 94 orbits of the sleigh, A^2 = 25, E = 14, on one core [1/s]; energy error.

    over 126 thousand   what heyoka, orbits by Taylor series, has found there on another machine
    """
    seeds = poincare.seeds_at(25.0, 14.0, np.linspace(-12.0, 12.0, 121))
    poincare.find_returns(25.0, seeds[:1], until=poincare.Until(1), workers=1)
    speeds, until = [], poincare.Until(1000)
    for _i in range(3):
        begin = time.process_time()
        found = poincare.find_returns(25.0, seeds, until=until, workers=1)
        speeds.append(len(found.points)/(time.process_time() - begin))
    stayed = np.array(found.outcome) == "complete"
    return {"returns per s": max(speeds), "over 126 thousand": max(speeds)/126e3,
            "worst energy error in 14": float(found.energy_error[stayed].max())}


def ends_cost() -> dict[str, float]:
    """Processor time of the map of when 600 x 600 starts of the sleigh leave, A^2 = 25, x1 and w varied [s].

    by T = 20, 100      when orbits that stay are ended [1/Omega]
    over a loop's 5 s   a loop by hand, fourth order in steps of 0.02, took that for T = 100 on another machine
    """
    x1, w = np.meshgrid(np.linspace(-8.0, 8.0, MAP), np.linspace(-8.0, 6.0, MAP))
    seeds = np.column_stack((np.zeros(MAP*MAP), w.ravel(), x1.ravel(), np.zeros(MAP*MAP)))
    find_ends(25.0, seeds[:1], 1.0, workers=1)
    costs = []
    for t_end in (20.0, 100.0):
        begin = time.process_time()
        find_ends(25.0, seeds, t_end, workers=1)
        costs.append(time.process_time() - begin)
    return {"by T = 20": costs[0], "by T = 100": costs[1], "over a loop's 5 s": costs[1]/5.0}


def flow_speed(scene, preset: str, changes: dict, count: int) -> dict[str, float]:
    """Returns to a section on one core [1/s], and how well what is conserved is kept, of itself [1].

    Of the orbit of the start alone, and of NEIGHBOURS about it, of which two go on together.
    """
    values = scene.values((dict(scene.preset(preset).values) if preset else {}) | changes)
    system = sectioned(scene, values)
    result = {}
    for name, seeds in (("one orbit, returns per s", system.start[None]), ("returns per s", _neighbours(system))):
        # the first ones load what is compiled
        system.find_returns(seeds, until=Until(1), workers=1)
        speeds = []
        for _i in range(3):
            begin = time.process_time()
            found = system.find_returns(seeds, until=Until(count//len(seeds)), workers=1)
            speeds.append(len(found.points)/(time.process_time() - begin))
        result[name] = max(speeds)
    return result | {"conserved to, of itself": float((found.energy_error/np.abs(system.energy(seeds))).max())}


def _neighbours(system: Sectioned | Table) -> np.ndarray:
    """Starts that differ from that of a system by at most a hundredth of one variable."""
    seeds = np.repeat(system.start[None], NEIGHBOURS, axis=0)
    if isinstance(system, Sectioned):
        seeds[:, system.place(system.varied)] *= np.linspace(0.99, 1.01, NEIGHBOURS)
    return seeds


def impact_cost(seconds: float = 20.0) -> float:
    """Processor time of one impact of a ball that bounces for ever, without its flights [us].

    The flights cost what as many steps in the air cost: a ball that falls from so high that it meets nothing.
    """
    def thrown(height: float) -> Integration:
        return Integration(assemble_contact(Ball(0.02), Plane(), Still(), Contact(Coulomb(0.3), restitution=1.0),
                                            Start((0.0, 0.0), height=height, velocity=(0.1, 0.0, 0.0))), 1.0/240.0)

    thrown(0.05).advance(240)      # compiled by now
    costs = []
    for _i in range(3):
        falling, bouncing = thrown(1e4), thrown(0.05)
        begin = time.thread_time()
        falling.advance(int(seconds*240))
        middle = time.thread_time()
        bouncing.advance(int(seconds*240))
        end = time.thread_time()
        impacts = sum(event.kind == "impact" for event in bouncing.news())
        costs.append((end - 2.0*middle + begin)/impacts*1e6)
    return min(costs)


def compile_times(program: list[str]) -> tuple[float, float]:
    """Wall time of a shortest possible run with an empty and with a filled cache, everything included [s].

    program   the words that start this program
    """
    with tempfile.TemporaryDirectory() as folder:
        environment, times = {**os.environ, "JACOBI_SANDBOX_COMPILED": folder}, []
        # as for a person: Python keeps what it has read
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for _i in range(2):
            begin = time.perf_counter()
            subprocess.run([*program, "simulate", "turntable", "--duration", "0.01"], env=environment, check=True,
                           capture_output=True)
            times.append(time.perf_counter() - begin)
    return times[0], times[1]


def measure_engine(scenes, program: list[str], tell: Callable[[str], object] = lambda _name: None, challenges=()
                   ) -> dict:
    """All figures of the engine; `scenes` by id, `program` as `compile_times` takes it, `tell(what)` before each.

    challenges   those whose goals are judged, with their scenes
    """
    def each(figure: str, things, cost: Callable) -> dict:
        found = {}
        for name, thing in things.items():
            tell(f"{figure} {name}")
            found[name] = cost(thing)
        return found

    result: dict = {"ns_per_step": each("ns_per_step", SYSTEMS | SCENES | MODES | ROWS, lambda make: step_cost(make()))}
    tell("scene_over_bare_table")
    result["scene_over_bare_table"] = scene_ratio()
    long_runs = each("drift_600_s", SYSTEMS, lambda make: long_run(make()))
    result["drift_600_s"] = {name: drift for name, (drift, _share) in long_runs.items()}
    result["core_percent"] = {name: share for name, (_drift, share) in long_runs.items()}
    result["scene_core_percent"] = each("scene_core_percent", scenes, scene_share)
    result["minute_cpu_s"] = each("minute_cpu_s", scenes, minute_cost)
    result["short_run_ms"] = each("short_run_ms", {name: name for name in VARIED if name.split()[0] in scenes},
                                  lambda name: short_run_cost(scenes[name.split()[0]], VARIED[name]))
    if "turntable" in scenes:
        tell("many_runs_cpu_s")
        result["many_runs_cpu_s"] = many_runs_cost(scenes["turntable"], varied_turntable)
    tell("section")
    result["section"] = section_speed()
    tell("ends_cpu_s")
    result["ends_cpu_s"] = ends_cost()
    result["sections"] = each("sections", {name: word for name, word in SECTIONS.items() if word[0] in scenes},
                              lambda word: flow_speed(scenes[word[0]], *word[1:]))
    tell("impact_us")
    result["impact_us"] = impact_cost()
    tell("turntable_error_60_s_m")
    result["turntable_error_60_s_m"] = turntable_error()
    result["crowd_times_real_time"] = each("crowd_times_real_time", {str(n): n for n in COUNTS}, many_balls_speed)
    result["flat_faces"] = each("flat_faces", flat_faces(scenes), flat_faces_cost)
    result["judging"] = costs_of_goals(challenges, tell)
    tell("compile_first_s")
    result["compile_first_s"], result["compile_later_s"] = compile_times(program)
    return result
