"""Measurements beside runs, and parameters fitted to them; the measured motion is a closed form, not the program's."""

from math import cos, radians, sin

import numpy as np
import pytest

import sandbox
from sandbox.errors import BadValue

G, SLOPE, UP, MU = 9.81, radians(20.0), 1.5, 0.23
BLOCK = {"slope": 20.0, "block": True, "up": UP}
T = np.linspace(0.02, 0.9, 75)
NOISE = 1e-3      # [m]


def path(mu: float, speed: float = UP) -> np.ndarray:
    """Way up the slope (75,) [m] of a block that slides up, turns round and slides down (Coulomb)."""
    up, down = G*(sin(SLOPE) + mu*cos(SLOPE)), G*(sin(SLOPE) - mu*cos(SLOPE))
    turn = speed/up
    return np.where(T < turn, speed*T - 0.5*up*T**2, 0.5*speed*turn - 0.5*down*(T - turn)**2)


def measured(seed: int | None) -> dict:
    """Points of the block, with noise of a seed."""
    first = sandbox.simulate("incline", mu=MU, at=[0.0], **BLOCK).centre[0]
    noise = np.zeros((2, T.size)) if seed is None else NOISE*np.random.default_rng(seed).standard_normal((2, T.size))
    return {"t": T, "x": first[0] - path(MU)*cos(SLOPE) + noise[0], "z": first[2] + path(MU)*sin(SLOPE) + noise[1]}


def test_a_run_is_compared_with_a_measurement_at_its_own_instants():
    run = sandbox.simulate("incline", mu=MU, duration=1.0, **BLOCK)
    exact = run.compare(measured(None))
    assert max(exact.worst.values()) < 1e-12      # [m] rounding of the closed form, of size 1 m
    assert exact.units == {"centre_x": "m", "centre_z": "m"} and exact.after_end == 0
    noisy = measured(34)
    found = run.compare(noisy)
    assert np.allclose(found.residuals["centre_x"], noisy["x"] - measured(None)["x"], atol=1e-12, rtol=0.0)
    assert 0.8*NOISE < found.rms["centre_x"] < 1.2*NOISE and repr(found).startswith("<Comparison at 75 instants; rms: ")


def test_tables_of_all_kinds_and_units_are_the_same_measurement(tmp_path):
    run = sandbox.simulate("turntable", duration=2.0)
    run.save(tmp_path/"run.csv")
    own = run.compare(tmp_path/"run.csv")
    assert max(own.worst[name] for name in ("centre_x", "velocity_y", "live_rate", "plane_K_x", "N")) == 0.0
    assert "mode" not in own.measured
    (tmp_path/"other.csv").write_text("t [ms],body0 centre_x [mm],vy\n500,100.0,\n250,nan,0.25\n", encoding="utf-8")
    with pytest.raises(BadValue, match="no quantity 'centre_0_x'"):
        run.compare(tmp_path/"other.csv")
    (tmp_path/"other.csv").write_text("t [ms],x [mm],vy\n500,100.0,\n250,nan,0.25\n", encoding="utf-8")
    found = run.compare(tmp_path/"other.csv")
    at = sandbox.simulate("turntable", at=[0.5, 0.25])
    assert found.t.tolist() == [0.5, 0.25] and found.measured["centre_x"][0] == 0.1
    assert np.array_equal(found.found["velocity_y"], at.velocity[:, 1])
    assert found.residuals["centre_x"][0] == 0.1 - at.centre[0, 0] and np.isnan(found.residuals["velocity_y"][0])
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": [0.1], "t": [0.5]}).set_index("t")
    assert run.compare(frame).residuals["centre_x"][0] == 0.1 - at.centre[0, 0]


def test_instants_after_the_end_are_compared_with_nothing():
    run = sandbox.simulate("sleigh", duration=1.0, until="rim")
    found = run.compare({"t": [0.1, 99.0], "x": [0.0, 0.0]})
    assert found.after_end == 1 and np.isnan(found.residuals["centre_x"][1]) and np.isfinite(found.rms["centre_x"])


def test_a_log_is_compared_like_its_run(tmp_path):
    run = sandbox.simulate("turntable", duration=0.5, log=tmp_path/"run.sqlite")
    again = sandbox.read_log(tmp_path/"run.sqlite")
    table = {"t": [0.1234, 0.4], "x": [0.1, 0.1]}
    assert np.array_equal(again.compare(table).found["centre_x"], run.compare(table).found["centre_x"])


@pytest.mark.parametrize(("table", "sentence"), [
    ({"x": [1.0]}, "needs a column t; it has x"), ({"t": [0.0]}, "needs a quantity besides t"),
    ({"t": [], "x": []}, "got 0 instants"), ({"t": [0.0, 1.0], "x": [1.0]}, "'centre_x': got 1 numbers, needs one for"),
    ({"t": [0.0, np.nan], "x": [1.0, 1.0]}, "t, number 2: got nan, needs an instant"),
    ({"t": [-1.0], "x": [1.0]}, "t, number 1: got -1.0"), ({"t": [0.0], "speed": [1.0]}, "no quantity 'speed'; it has"),
    ({"t": [0.0, 1.0], "x": ["a", 1.0]}, "'x', number 1: got 'a', needs a number"),
    ({"t": [0.0], "x": [[1.0]]}, "got 2 axes"), ({"t [h]": [0.0], "x": [1.0]}, "the unit 'h' is none of s, ms, min"),
    ({"t": [0.0], "x": [1.0], "centre_x": [1.0]}, "'centre_x': is there twice"), (3, "got int, needs a .csv file"),
    ("no such.csv", "cannot be read")])
def test_what_is_no_measurement_is_refused(table, sentence):
    with pytest.raises(BadValue, match=sentence):
        sandbox.simulate("turntable", duration=0.1).compare(table)


@pytest.mark.parametrize(("text", "sentence"), [
    ("t,x\n", "has 1 lines, needs one of names and one of numbers"), ("t,x\n1\n", "line 2: got 1 cells, needs 2"),
    ("t,t\n1,1\n", "a name stands over two columns"), (b"\xff\xfe\x00t", "is no table of text")])
def test_files_that_are_no_measurement_are_refused(text, sentence, tmp_path):
    (tmp_path/"a.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadValue, match=sentence):
        sandbox.simulate("turntable", duration=0.1).compare(tmp_path/"a.csv")


def test_friction_is_found_from_noisy_points_with_an_error_of_the_right_size():
    """75 points with noise of 1 mm; the error is that of the closed form, and the values scatter by it."""
    slopes = (path(MU + 1e-6) - path(MU - 1e-6))/2e-6
    expected = NOISE/np.sqrt((slopes**2).sum())      # both axes together: cos^2 + sin^2
    found = sandbox.fit("incline", measurement=measured(34), vary={"mu": 0.4}, **BLOCK)
    assert abs(found.values["mu"] - MU) < 4.0*expected
    # known from 150 residuals to 6 %; four times that
    assert 0.75 < found.errors["mu"]/expected < 1.25 and 0.75*NOISE < found.noise < 1.25*NOISE
    assert found.at_bound == () and found.runs < 100 and repr(found).startswith("<Fit of mu = 0.2")
    again = sandbox.fit("incline", measurement=measured(34), vary={"mu": 0.4}, **BLOCK)
    assert again.values == found.values and again.errors == found.errors
    exact = sandbox.fit("incline", measurement=measured(None), vary=["mu"], sigma=NOISE, **BLOCK)
    assert abs(exact.values["mu"] - MU) < 1e-8 and abs(exact.errors["mu"]/expected - 1.0) < 1e-3


def test_two_parameters_are_found_with_their_correlation():
    found = sandbox.fit("incline", measurement=measured(None), vary={"mu": 0.3, "up": 1.4}, sigma=NOISE, slope=20.0,
                        block=True)
    assert abs(found.values["mu"] - MU) < 1e-7 and abs(found.values["up"] - UP) < 1e-7
    slopes = np.array([(path(MU + 1e-6) - path(MU - 1e-6))/2e-6, (path(MU, UP + 1e-6) - path(MU, UP - 1e-6))/2e-6])
    covariance = NOISE**2*np.linalg.inv(slopes @ slopes.T)
    errors = np.sqrt(np.diag(covariance))
    assert np.allclose(list(found.errors.values()), errors, rtol=1e-3)
    assert np.allclose(found.correlation, covariance/np.outer(errors, errors), atol=1e-3)


@pytest.mark.parametrize(("given", "sentence"), [
    ({"vary": []}, "needs a parameter to fit; scene 'incline' has slope, mu"),
    ({"vary": "mass"}, "no parameter 'mass'"),
    ({"vary": {"mu": 7.0}}, "parameter 'mu': got 7.0, needs"), ({"vary": ["block"]}, "'block': is no number"),
    ({"vary": ["mu", "mu"]}, "is there twice"), ({"vary": "mu", "sigma": 0.0}, "sigma of 'centre_x': got 0.0"),
    ({"vary": "mu", "sigma": {"x": 1.0}}, "sigma of 'centre_x': got None"),
    ({"vary": "mu", "starts": -1}, "starts: got -1"),
    ({"vary": "static", "starts": 0}, "does not tell static"),
    ({"vary": "mu", "measurement": {"t": [0.1], "x": [1.0]}}, "got 1 measured numbers, needs more than the 1 param"),
    ({"vary": "mu", "measurement": {"t": [0.1, 0.2], "x": [1.0, 1.0], "vx": [0.0, 0.0]}}, "has different units")])
def test_what_cannot_be_fitted_is_refused(given, sentence):
    with pytest.raises(BadValue, match=sentence):
        sandbox.fit("incline", **({"measurement": measured(None)} | given), **BLOCK)
