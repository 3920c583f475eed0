"""`sandbox.simulate`: the same numbers as the command, arrays of the stated shapes, refusals in sentences."""

from concurrent.futures import ProcessPoolExecutor
from inspect import signature
from multiprocessing import get_context

import numpy as np
import pytest

import sandbox
from sandbox.run.headless import simulate
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Parameter, Plane, Scene, Spin, Start

BOUNCING = {"height": 0.112, "restitution": 0.55}


def test_arrays_have_the_stated_shapes():
    run = sandbox.simulate("turntable", duration=1.0)
    n = 61
    assert len(run) == n and run.t[-1] == 1.0 and np.allclose(np.diff(run.t), 1/60, rtol=1e-12)
    for name, width in (("centre", 3), ("velocity", 3), ("omega", 3), ("quaternion", 4), ("contact", 3), ("normal", 3),
                        ("F", 3)):
        assert getattr(run, name).shape == (n, width), name
    assert run.N.shape == run.mode.shape == run.E_J.shape == run.ledger.shape == (n,)
    assert set(run.mode) == {"rolling"} and run.live["rate"].tolist() == [3.4907]*n
    # table, its edge and the floor of the laboratory
    assert run.bodies["centre"].shape == (n, 1, 3) and run.supports["position"].shape == (n, 3, 3)
    assert set(run.invariants) == {"E_J", "plane_K_x", "plane_K_y", "spin_omega_n"}
    assert (run.scene, run.preset, run.ended, run.events) == ("turntable", "", None, ())


@pytest.mark.parametrize(("scene", "values"), [
    ("turntable", {"rate": 5.0}), ("bounce", BOUNCING), ("sleigh", {}), ("coin", {}), ("free_turntable", {})])
def test_numbers_are_those_of_the_command(scene, values):
    """States at instants on and between the steps, drift, events and end, bit by bit."""
    at = [0.0, 0.1234567, 0.5, 0.77777]
    command = simulate(sandbox.scene_named(scene), values, 1.0, at)
    run = sandbox.simulate(scene, at=at, duration=1.0, **values)
    states = [state for state in command["states"] if state["t"] in run.t]
    assert len(states) == len(run) == len(at)
    for i, state in enumerate(states):
        body = state["bodies"][0]
        assert body["mode"] == run.mode[i] and body["N"] == run.N[i]
        for name, array in (("centre", run.centre), ("velocity", run.velocity), ("angular_velocity", run.omega),
                            ("quaternion", run.quaternion), ("F", run.F)):
            assert body[name] == array[i].tolist(), (name, state["t"])
    whole = sandbox.simulate(scene, duration=1.0, **values)
    assert whole.drift == command["drift"] and whole.scale == command["scale"]
    assert whole.lost_in_impacts == command["lost_in_impacts"] and (whole.lost_in_impacts > 1.0) == (scene == "bounce")
    assert [(e.t, e.kind, e.sentence) for e in whole.events] == [
        (e["t"], e["kind"], e["sentence"]) for e in command["events"]]


def test_rows_and_instants_agree_where_they_meet():
    rows = sandbox.simulate("bounce", duration=2.0, **BOUNCING)
    again = sandbox.simulate("bounce", at=rows.t, **BOUNCING)
    assert np.array_equal(rows.t, again.t) and np.array_equal(rows.bodies["centre"], again.bodies["centre"])
    assert np.array_equal(rows.mode, again.mode) and np.array_equal(rows.E_J, again.E_J)


def test_live_values_are_those_of_the_window():
    """A slider moved at t = 1 s and again at 2 s: the same bits as commands of a run."""
    run = sandbox.simulate("turntable", duration=3.0, live=[(2.0, "rate", -2.0), (1.0, "rate", 6.0)])
    simulation = Simulation(sandbox.scene_named("turntable"))
    for rate in (6.0, -2.0):
        simulation.advance(240)
        simulation.set("rate", rate)
    simulation.advance(240)
    seen = simulation.snapshot()
    assert run.centre[-1].tolist() == seen.bodies[0].centre.tolist() and run.drift == simulation.drift
    assert run.live["rate"][0] == 3.4907 and run.live["rate"][-1] == seen.live["rate"]
    assert [(c.step, c.value) for c in run.log.commands] == [(240, 6.0), (480, -2.0)]


def test_a_run_ends_where_it_ends():
    preset = "Infinitely rough: no answer"
    run = sandbox.simulate("hoop", preset=preset, duration=60.0)
    assert run.ended.kind == "stop" and run.t[-1] == run.ended.t < 60.0
    short = sandbox.simulate("hoop", preset=preset, at=[0.1, 59.0])
    # an instant that was not reached has a row of nan
    assert short.t.tolist() == [0.1, 59.0] and np.isfinite(short.centre[0]).all() and np.isnan(short.centre[1]).all()
    assert short.preset == preset and short.ended.t == run.ended.t


def test_what_is_written_is_what_is_returned(tmp_path):
    run = sandbox.simulate("bounce", duration=2.0, log=tmp_path / "run.sqlite", **BOUNCING)
    again = sandbox.read_log(tmp_path / "run.sqlite")
    assert again.trouble == "" and again.parameters == run.parameters and again.events == run.events
    for group in ("rows", "live", "invariants", "bodies", "supports"):
        ours, theirs = getattr(run.log, group), getattr(again.log, group)
        assert ours.keys() == theirs.keys()
        for name in ours:
            same = ours[name] == theirs[name]
            assert (same | ((ours[name] != ours[name]) & (theirs[name] != theirs[name]))).all(), (group, name)
    assert again.drift <= run.drift


def test_a_scene_may_be_a_file_or_an_object(tmp_path):
    def build(p):
        return Ball(radius=0.02), Plane(rim=0.3), Spin("z", rate="rate")

    own = Scene("A table of my own", (Parameter("rate", 2.0, "rad/s", low=-9, high=9, live=True),), build,
                lambda p: Start(at=(0.1, 0.0), velocity=(0.0, 0.05)))
    run = sandbox.simulate(own, rate=3.5, duration=1.0)
    table = sandbox.simulate("turntable", rate=3.5, x=0.1, duration=1.0)
    assert np.allclose(run.centre, table.centre, rtol=0.0, atol=1e-15)
    (tmp_path / "copy_of_it.py").write_text(sandbox.scene_named("turntable").source, encoding="utf-8")
    copied = sandbox.simulate(str(tmp_path / "copy_of_it.py"), duration=1.0)
    assert copied.scene == "copy_of_it" and copied.centre[-1].tolist() == sandbox.simulate(
        "turntable", duration=1.0).centre[-1].tolist()


@pytest.mark.parametrize(("arguments", "sentence"), [
    (dict(scene="nowhere"), "no scene 'nowhere'; there are: balls_in_a_bowl, balls_on_free_turntable"),
    (dict(scene="turntable", speed=3.0), "scene 'turntable': no parameter 'speed'; it has rate"),
    (dict(scene="turntable", rate=99.0), "rate"),
    (dict(scene="turntable", preset="9"), "no preset '9'"),
    (dict(scene="turntable", duration=-1.0), "duration: got -1.0 s"),
    (dict(scene="turntable", duration=1.0, at=[0.5, 2.0]), r"time 2.0 s: needs to lie between 0 and"),
    (dict(scene="turntable", at=["soon"]), "need numbers of seconds"),
    (dict(scene="turntable", live=[(1.0, "radius", 0.03)]), "'radius': takes effect with a restart only"),
    (dict(scene="turntable", live=[(-1.0, "rate", 3.0)]), "live, 'rate': got t = -1.0 s"),
    (dict(scene="turntable", step_rate=100), "step rate: got 100"),
    (dict(scene="turntable", log="run.txt"), "needs a name that ends in .sqlite")])
def test_what_cannot_be_is_refused_in_a_sentence(arguments, sentence):
    scene = arguments.pop("scene")
    with pytest.raises(sandbox.BadValue, match=sentence):
        sandbox.simulate(scene, **arguments)


def test_a_file_of_a_person_is_not_replaced(tmp_path):
    (tmp_path / "mine.sqlite").write_text("mine")
    with pytest.raises(sandbox.BadValue, match="is there already"):
        sandbox.simulate("turntable", duration=1.0, log=tmp_path / "mine.sqlite")
    assert (tmp_path / "mine.sqlite").read_text() == "mine"
    with pytest.raises(sandbox.BadValue, match="there is no such file"):
        sandbox.read_log(tmp_path / "nothing.sqlite")


def test_arguments_have_no_name_that_a_scene_uses():
    """Else a value of that scene could not be given by name."""
    own = (signature(sandbox.simulate).parameters.keys() | signature(sandbox.record).parameters.keys()) - {"parameters"}
    scenes = sandbox.catalogue().scenes.values()
    assert len(own) > 8 and len(scenes) > 20
    assert {(scene.id, p.name) for scene in scenes for p in scene.parameters if p.name in own} == set()


def test_a_run_comes_back_from_another_process():
    here = sandbox.simulate("turntable", duration=0.1)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        there = pool.submit(sandbox.simulate, "turntable", duration=0.1).result()
    assert np.array_equal(there.centre, here.centre) and there.drift == here.drift
