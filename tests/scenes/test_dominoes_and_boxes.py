"""Dominoes that fall in rows and curves, and boxes on a table that turns faster, against what statics says of them."""

from math import sqrt
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics.world import layout as at
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world
from tests.scenes.riding import CATALOGUE

STEP = 1/240


def run_of(name, preset, **changes):
    """A run of a preset with some values changed, and the values."""
    scene = CATALOGUE.get(name)
    values = {one.name: one.default for one in scene.parameters}
    values |= next(one for one in scene.presets if one.name == preset).values | changes
    return Integration(assemble_world(scene.build(SimpleNamespace(**values)), values), STEP), values


def states(run):
    return run.y[:run.system.room.free_at].reshape(-1, at.STATE)


def upright(run):
    """Cosines of the angles of all bodies from upright."""
    return np.array([matrix_of(*y[at.Q:at.Q + 4])[8] for y in states(run)])


def test_the_wave_reaches_the_last_domino_of_a_curve():
    run, _values = run_of("dominoes", "A curve", dominoes=6)
    while run.t < 0.5 and upright(run)[-1] > 0.8:
        run.advance(4)
    assert (upright(run) < 0.95).all() and upright(run)[-1] <= 0.8
    assert run.drift < 1e-9


@pytest.mark.parametrize("tilt, falls", [(0.98, False), (1.02, True)])
def test_one_domino_falls_beyond_the_angle_at_which_its_weight_stands_over_its_edge(tilt, falls):
    """tan alpha = a/b of what is flat: the edge rolls on its rounding, which moves no force at the balance."""
    a, b = 0.5*0.16 - 0.012, 0.5 - 0.012
    run, _values = run_of("dominoes", "A row", dominoes=2, pitch=0.8, tilt=tilt*np.degrees(np.arctan2(a, b)))
    run.advance(120)                   # it needs 0.4 s from a fiftieth of the balance
    assert (upright(run)[0] < 0.95) == falls


def edge_of(values, slender=1.0):
    """a'/b of the box."""
    return (0.5*values["width"]/slender - values["rounding"])/(0.5*values["height"]*slender)


def lets_go(run, tips):
    """When the box rises on its edge, or moves against the table; to a frame [s]."""
    while run.t < 4.0:
        run.advance(1)
        y = states(run)[0]
        rate = y[at.W + 2]
        slips = np.hypot(*(y[at.V:at.V + 2] - rate*np.array((-y[1], y[0]))))
        if (1.0 - upright(run)[0] > 1e-10) if tips else slips > 1e-6:
            return run.t
    return np.inf


@pytest.mark.parametrize("preset, tips", [("It slips first", False), ("It tips first", True)])
def test_a_box_lets_go_at_the_rate_that_its_shape_says(preset, tips):
    run, values = run_of("box_on_turntable", preset)
    expected = sqrt(9.81*min(values["mu"], edge_of(values))/values["distance"])
    assert (values["mu"] > edge_of(values)) == tips
    found = values["rate"] + values["gain"]*lets_go(run, tips)
    # the table's own acceleration asks for a moment about the upright axis, too, which the corners' friction bears:
    # I alpha against mu m g r takes 0.1 % of the rate; falls begin slowly, which takes a tenth of a second to be seen
    assert found == pytest.approx(expected, rel=2e-3 if not tips else 0.02)


def test_the_slender_box_goes_first_where_friction_holds_both():
    run, values = run_of("box_on_turntable", "One of each")
    assert edge_of(values, 2.0) < values["mu"] < edge_of(values)
    run.advance(int(1.8/STEP))
    assert upright(run)[0] > 1 - 1e-12 and upright(run)[1] < 0.9
