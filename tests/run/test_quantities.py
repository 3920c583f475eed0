"""Quantities of a run over what it has passed: formulas, parts of the energy, and the arrays that hold the states."""


import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.run.readings import passed
from sandbox.run.readings.curves import write_curves
from sandbox.run.readings.passed import FIRST, KEEP, Passed
from sandbox.run.readings.quantities import quantities_of
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Contact, Coulomb, Parameter, Plane, Scene, Spin, Start
from sandbox.text import set_language
from tests.shipped import shipped

CATALOGUE = shipped()


def run_of(scene: str, preset: str | None = None, steps: int = 240, **changes):
    """A run that was watched from its start."""
    found = CATALOGUE.get(scene)
    values = {**(found.preset(preset).values if preset else {}), **changes}
    run = Simulation(found, values, preset=preset or "")
    run.watch()
    run.advance(steps)
    return run


@pytest.mark.parametrize("scene", sorted(CATALOGUE.scenes))
def test_the_parts_of_the_energy_add_up(scene):
    """E_J from the equations of motion is the sum of energies computed from what is shown."""
    run = run_of(scene, steps=120)
    kept = run.watch().states()
    parts = kept.details.energies
    scale = max(run.scale, max(np.abs(values).max() for values in parts.values()))
    assert_allclose(sum(parts.values()), kept.rows.E_J, rtol=0.0, atol=3e-15*scale)       # [J] a few roundings
    for name in {"translation", "rotation", "kinetic"} & set(parts):
        assert parts[name].min() >= -1e-14*scale                                          # [J] no energy below zero
    if "centrifugal" in parts:
        assert parts["centrifugal"].max() <= 0.0


def test_the_parts_of_a_ball_are_those_of_mechanics():
    """A ball in a turning bowl: textbook formulas of the laboratory, in the turning frame."""
    run = run_of("bowl")
    rows, parts = run.watch().states().rows, run.watch().states().details.energies
    ball, g = run.system.body, 9.81
    rate = rows.supports[0, 0, -1]
    v = rows.velocity[:, 0] - np.cross([0.0, 0.0, rate], rows.centre[:, 0])
    w = rows.omega[:, 0] - [0.0, 0.0, rate]
    assert_allclose(parts["translation"], 0.5*ball.m*(v*v).sum(axis=1), rtol=1e-12)
    assert_allclose(parts["rotation"], 0.5*ball.I*(w*w).sum(axis=1), rtol=1e-12)
    heights = parts["potential"] - ball.m*g*rows.centre[:, 0, 2]
    assert np.ptp(heights) < 1e-13*run.scale                               # [J] up to a constant
    r = np.hypot(*rows.centre[:, 0, :2].T)
    assert_allclose(parts["centrifugal"], -0.5*(ball.m*r*r + ball.I)*rate*rate, rtol=1e-12)


def test_the_spring_of_a_contact_is_the_part_inside():
    """The part that is a remainder is what the spring holds: k delta^2/2 of the depth that the contact reports."""
    def build(p):
        return Ball(0.02), Plane(rim=0.3), Spin(rate=1.0), Contact(Coulomb(0.3), stiffness=p.stiffness, damping=0.5)

    scene = Scene("Drop", (Parameter("stiffness", 2000.0, "N/m", low=1.0, high=1e6),), build,
                  lambda p: Start(at=(0.05, 0.0, 0.03)), id="drop", source="drop")
    run, found = Simulation(scene), []
    run.watch()
    while run.t < 0.3 and run.ended is None:
        run.advance(4)
        gap = run.snapshot().contacts[0].gap
        part = run.watch().states().details.energies["inside"][-1]
        found.append(part)
        assert_allclose(part, 1000.0*min(gap, 0.0)**2, rtol=1e-6, atol=1e-14)     # [J]
    assert max(found) > 1e-6


def test_a_sleigh_splits_its_kinetic_energy():
    run = run_of("sleigh")
    rows, parts = run.watch().states().rows, run.watch().states().details.energies
    sleigh = run.system.declared.made_from
    assert_allclose(parts["rotation"], 0.5*sleigh.inertia*rows.omega[:, 0, 2]**2, rtol=1e-9, atol=1e-13)   # [J]
    assert_allclose(parts["translation"], 0.5*sleigh.mass*(rows.velocity[:, 0]**2).sum(axis=1), rtol=1e-9, atol=1e-13)


def test_slip_is_zero_while_a_body_rolls_and_what_the_contact_says_while_it_slides():
    still = run_of("bowl").watch().states().details.slip
    assert np.abs(still).max() < 1e-12                                                     # [m/s] rounding
    run = run_of("incline", steps=60)
    kept, contact = run.watch().states(), run.snapshot().contacts[0]
    assert_allclose(kept.details.slip[-1], contact.slip, atol=1e-12)                       # [m/s]


def test_every_quantity_of_every_scene_is_a_number_for_each_state():
    for scene in sorted(CATALOGUE.scenes):
        run = Simulation(CATALOGUE.get(scene))
        kept = run.watch()
        run.advance(24)
        quantities = quantities_of(run)
        keys = [quantity.key for quantity in quantities]
        assert len(set(keys)) == len(keys) and keys[0] == "t" and not any(" " in key for key in keys)
        for quantity in quantities:
            values = np.asarray(quantity.of(kept.states()))
            assert values.shape == (len(kept),) and values.dtype == float, (scene, quantity.key)
            assert np.isfinite(values).all() or quantity.key.startswith(("ratio", "slip", "integral")), quantity.key
            assert quantity.title and quantity.short and quantity.unit


def test_quantities_are_what_their_names_say():
    run = run_of("turntable", steps=480)
    kept = run.watch().states()
    found = {quantity.key: quantity for quantity in quantities_of(run)}
    rows = kept.rows
    assert_allclose(found["speed"].of(kept), np.linalg.norm(rows.velocity[:, 0], axis=1), rtol=1e-15)
    assert_allclose(found["ratio"].of(kept), np.linalg.norm(rows.F[:, 0], axis=1)/rows.N[:, 0], rtol=1e-15)
    assert_allclose(found["heading"].of(kept)[0], 0.0, atol=1e-15)
    assert_allclose(found["support_spin"].of(kept), run.values["rate"], rtol=1e-15)
    assert found["live:rate"].unit == "rad/s" and found["integral:plane_K_x"].unit == "m/s"
    azimuth = found["azimuth"].of(kept)
    assert np.abs(np.diff(azimuth)).max() < 0.2                             # [rad] counted through whole turns
    assert_allclose(found["E_0"].of(kept), rows.E_J[0], rtol=1e-13)
    set_language("ru")
    assert next(q for q in quantities_of(run) if q.key == "speed").title == "скорость центра"


def test_orientation_of_a_body_that_leans():
    run = run_of("coin", steps=1)
    found = {quantity.key: quantity for quantity in quantities_of(run)}
    kept = run.watch().states()
    w, x, y, _z = kept.rows.quaternion[0, 0]
    assert_allclose(found["tilt"].of(kept)[0], np.arccos(1.0 - 2.0*(x*x + y*y)), rtol=1e-9)
    assert 0.0 <= found["tilt"].of(kept)[0] <= np.pi and w is not None


def test_states_are_kept_through_going_back_and_forgotten_with_their_future():
    run = run_of("turntable", steps=480)
    kept = run.watch()
    before, n = kept.states().rows.bodies.copy(), len(kept)
    assert n == 121 and run.watch() is kept
    run.go_to(200)
    assert len(kept) == n                                                   # a time that was passed is not lost
    run.advance(240)
    assert len(kept) == n and (kept.states().rows.bodies == before).all()
    run.go_to(241)
    run.set("rate", 1.0)
    assert kept.states().t[-1] == 240/240 and len(kept) == 61
    run.advance(59)
    t = kept.states().t
    assert_allclose(np.diff(t), 1/60, atol=1e-12) and abs(t[-1] - 300/240) < 1e-12


def test_the_instant_of_an_end_is_kept():
    run = run_of("cone", "Straight to the apex", steps=2400)
    assert run.ended is not None and run.watch().states().t[-1] == run.t
    n = len(run.watch())
    run.go_to(run.step - 24)
    run.advance(200)
    assert len(run.watch()) == n


def test_old_states_make_room():
    run = run_of("turntable", steps=4)
    rows, strip = run.row(), run._models.present().first
    kept = Passed(rows, strip)
    first = kept.edition
    for k in range(1, 4*FIRST):
        moved = type(rows)(**{**vars(rows), "t": rows.t + k*1.0, "step": rows.step + 240*k})
        kept.put(moved, strip)
    t = kept.states().t
    assert kept.edition > first and len(kept._arrays["t"]) <= 2*FIRST
    assert abs(t[-1] - rows.t[0] - (4*FIRST - 1)) < 1e-9 and t[-1] - t[0] >= KEEP and np.allclose(np.diff(t), 1.0)
    assert kept.row_at(t[5] + 0.4) == 5 and kept.row_at(1e9) == len(kept) - 1
    assert np.ptp(kept.states().details.energies["rotation"]) == 0.0


def test_of_many_bodies_less_is_kept(monkeypatch):
    """The newest rows, in their order, in no more room than there is, whatever the number of bodies."""
    run = run_of("turntable", steps=4)
    rows, strip = run.row(), run._models.present().first
    size = 300
    monkeypatch.setattr(passed, "MOST_BYTES", 400*(rows.bodies.nbytes*size))
    many = type(rows)(**{**vars(rows), "bodies": np.tile(rows.bodies, (1, size, 1)),
                         "mode": np.tile(rows.mode, (1, size))})
    kept = Passed(many, strip)
    for k in range(1, 2000):
        moved = type(rows)(**{**vars(many), "t": rows.t + k/60, "step": rows.step + 4*k})
        kept.put(moved, strip)
    t = kept.states().t
    assert 250 < len(kept._arrays["t"]) <= 400 and len(t) > 200
    assert t[-1] == rows.t[0] + 1999/60 and np.allclose(np.diff(t), 1/60)
    assert kept.copy().row_at(t[-1]) == len(kept) - 1


def test_details_are_those_of_the_parameters_that_held():
    """They are computed when somebody asks, after the rate was changed: as if they had been asked for all the time."""
    found = []
    for asks in (True, False):
        run = run_of("turntable", steps=60)
        for k in range(40):
            if k in (5, 20):
                run.set("rate", 3.0 + 0.5*k)
            run.advance(24)
            if asks:
                run.watch().states()
        found.append(run.watch().states())
    for name, values in found[0].details.energies.items():
        assert_allclose(found[1].details.energies[name], values, rtol=0.0, atol=0.0)
    assert_allclose(found[0].details.slip, found[1].details.slip, rtol=0.0, atol=0.0)
    assert_allclose(sum(found[0].details.energies.values()), found[0].rows.E_J, rtol=1e-12)


def test_curves_are_written_as_a_table(tmp_path):
    run = run_of("turntable", steps=8)
    found = {quantity.key: quantity for quantity in quantities_of(run)}
    kept = run.watch().states()
    chosen = [found["t"], found["x"]]
    values = [np.array(quantity.of(kept)) for quantity in chosen]
    values[1][1] = np.nan
    write_curves(tmp_path/"a.csv", chosen, values)
    lines = (tmp_path/"a.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "t [s],x [m]" and lines[2].endswith(",") and float(lines[1].split(",")[1]) == values[1][0]
