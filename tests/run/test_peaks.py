"""What is looked up of a run before it is watched, and what is not offered of it."""

from pathlib import Path

import numpy as np

from sandbox.run.peaks import peaks_of
from sandbox.run.readings.quantities import quantities_of
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import find_scene

SCENES = Path(__file__).parents[2]/"scenes"


def run_of(scene: str, preset: str) -> Simulation:
    found = find_scene(scene, SCENES)
    return Simulation(found, found.preset(preset).values)


def test_peaks_are_those_of_the_next_seconds_and_leave_the_run_alone():
    run, other = run_of("bounce", "3"), run_of("bounce", "3")
    peaks = peaks_of(run, patience=np.inf)
    assert run.step == 0 and run.latest == 0 and not run.events
    rows = other.collect()
    other.advance(5*other.step_rate)
    fastest = max(float(np.linalg.norm(part.velocity[:, 0], axis=1).max()) for part in rows)
    assert peaks["velocity"] == fastest                    # the same bits
    run.advance(5*run.step_rate)
    assert (run.snapshot().bodies[0].centre == other.snapshot().bodies[0].centre).all()


def test_whoever_waits_gets_the_same_whatever_the_machine_takes():
    run = run_of("many_balls", "1")
    whole = peaks_of(run, 7, np.inf)
    assert whole == peaks_of(run, 7, np.inf) and peaks_of(run, 7, 0.0)["velocity"] <= whole["velocity"]


def test_what_a_sleigh_or_a_body_about_a_point_never_has_is_not_plotted():
    keys = {scene: {quantity.key for quantity in quantities_of(run_of(scene, "1"))}
            for scene in ("sleigh", "suslov", "turntable")}
    assert {"normal", "ratio", "max_ratio", "speed"} <= keys["turntable"]
    assert not {"normal", "ratio", "max_ratio"} & keys["sleigh"] and {"speed", "friction"} <= keys["sleigh"]
    assert not {"speed", "vx", "normal"} & keys["suslov"] and "spin" in keys["suslov"]


def test_an_elastic_impact_loses_nothing_that_is_said():
    run = run_of("bounce", "3")
    run.advance(5*run.step_rate)
    said = [event.sentence for event in run.events if event.kind == "impact"]
    assert len(said) > 4 and all(", 0 J lost" in sentence for sentence in said)
