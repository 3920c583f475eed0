"""Pins as plain data: what stays of a run, there and back through JSON, and sentences for what is none."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from sandbox.errors import BadValue
from sandbox.run.readings.pins import POINTS, RUN, SAVED, Pin, free_colour, from_json, pin_of
from sandbox.run.readings.quantities import quantities_of
from sandbox.run.simulation import Simulation
from tests.shipped import shipped

CATALOGUE = shipped()


def pinned(scene="turntable", steps=480, preset=None):
    found = CATALOGUE.get(scene)
    run = Simulation(found, found.preset(preset).values if preset else {})
    run.watch()
    run.advance(steps)
    return run, pin_of(run, quantities_of(run), "first", 2, run.watch())


def test_a_pin_keeps_curves_and_path_while_the_run_goes_on():
    run, pin = pinned()
    x = pin.values["x"].copy()
    run.advance(2400)
    assert_array_equal(pin.values["x"], x)
    rows = run.watch().states().rows
    assert_array_equal(pin.t, rows.t[:121])
    assert_array_equal(pin.path, rows.contact[:121, 0])
    assert pin.kind == RUN and {"speed", "energy:rotation", "live:rate"} <= set(pin.values)


def test_a_long_run_is_thinned_to_its_ends():
    run, pin = pinned(steps=240*60)
    assert len(pin.t) == POINTS and pin.t[0] == 0.0 and pin.t[-1] == run.t


def test_a_body_in_flight_leaves_no_path():
    _run, pin = pinned("bounce", 480, "Lead")
    is_flying = pin.values["normal"] <= 0.0
    assert is_flying.any() and not is_flying.all()
    assert_array_equal(np.isnan(pin.path).all(axis=1), is_flying)


def test_there_and_back_through_json():
    _run, pin = pinned(steps=240*30)
    pin.values["speed"][5] = np.nan
    plain = json.loads(json.dumps(pin.to_json(["speed", "nothing"]), allow_nan=False))
    again = from_json(plain)
    assert set(again.values) == {"t", "x", "y", "z", "speed"} and len(again.t) == SAVED
    assert (again.name, again.colour, again.kind) == ("first", 2, RUN)
    assert_allclose(again.t[-1], pin.t[-1], rtol=1e-8)
    assert again.path.shape == (SAVED, 3) and np.isnan(again.values["speed"]).sum() <= 1
    assert again.to_json(["speed"]) == plain


@pytest.mark.parametrize("change", [
    {"name": 3}, {"name": "x"*61}, {"colour": -1}, {"colour": 2.0}, {"scene": 7}, {"kind": "code"},
    {"values": []}, {"values": {}},
    {"values": {"x": [1.0]}}, {"values": {"t": [1.0], "x": [1.0, 2.0]}}, {"values": {"t": ["1"]}},
    {"values": {"t": [True]}}, {"values": {"t": [1e400]}}, {"path": [[1.0, 2.0]]}, {"path": 7}, {"path": [[0.0]*3]*3},
    {"values": {"t": [0.0]*(SAVED + 1)}}])
def test_what_is_no_pin_is_refused_in_a_sentence(change):
    good = {"name": "a", "colour": 0, "kind": RUN, "scene": "", "values": {"t": [0.0, 1.0]}, "path": []}
    from_json(good)
    with pytest.raises(BadValue, match="pins"):
        from_json({**good, **change})
    for plain in (None, [], 3, "pin", {}):
        with pytest.raises(BadValue, match="pins"):
            from_json(plain)


def test_colours_are_given_once():
    pins = [Pin("a", k, RUN, {"t": np.zeros(0)}, np.zeros((0, 3))) for k in (0, 1, 3)]
    assert free_colour(pins) == 2 and free_colour([]) == 0
