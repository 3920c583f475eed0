"""Cameras of films: ease by its closed form, keyframes, and the place of the eye."""

from math import cos, pi, radians, sin, tan
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.film.camera_path import CameraPath, Ease, KeyPath, distance_of, span_of
from sandbox.film.recipe import Recipe
from sandbox.film.words import key_of
from sandbox.view.camera import FIELD

WIDE, TALL = (1280, 720), (720, 1280)
HOME = [0.0, 0.0, 0.1, 0.2, 0.6, 0.4]


def test_ease_does_not_lag_behind_a_steady_motion():
    ease, v = Ease(0.5), np.array((0.3, -0.2, 0.1))
    for k in range(200):
        point = ease.follow(v*k/60, 1/60)
        assert_allclose(point, v*k/60, atol=1e-13)     # [m] rounding


def test_ease_after_a_jump_of_the_velocity_is_critically_damped():
    """e'' + 2 w e' + w^2 e = 0 from e = 0, e' = -u: e = -u t exp(-w t)."""
    seconds, u, dt = 0.4, 2.0, 1/30
    ease, w = Ease(seconds), 2.0/0.4
    ease.follow((0.0, 0.0, 0.0), dt)
    ease.follow((0.0, 0.0, 0.0), dt)
    for k in range(1, 90):
        t = k*dt
        x = ease.follow((u*t, 0.0, 0.0), dt)[0]
        assert x == pytest.approx(u*t - u*t*np.exp(-w*t), abs=1e-12)     # [m] rounding
    assert seconds == 2.0/w


def test_keyframes_are_met_and_the_path_rests_at_both_ends():
    keys = ({"t": 1.0, "azimuth": 0.0, "distance": 2.0}, {"t": 2.0, "azimuth": 1.0, "at": (1.0, 2.0, 3.0)},
            {"t": 4.0, "azimuth": 4.0, "elevation": 0.1, "distance": 0.5})
    path = KeyPath(keys, HOME, WIDE)
    for key, elevation, at, distance in ((keys[0], 0.6, HOME[:3], 2.0), (keys[1], 0.6, (1, 2, 3), 2.0),
                                         (keys[2], 0.1, (1, 2, 3), 0.5)):
        look = path.look(key["t"])
        assert_allclose(look[:5], [*at, key["azimuth"], elevation], atol=1e-12)
        assert distance_of(look[5], WIDE) == pytest.approx(distance, rel=1e-12)
    assert path.look(0.0) == path.look(1.0) and path.look(9.0) == path.look(4.0)
    for t, inwards in ((1.0, 1e-4), (4.0, -1e-4)):
        assert abs(path.look(t + inwards)[3] - path.look(t)[3]) < 1e-6      # [rad] it starts and ends at rest
    # nowhere beyond the keyframes
    azimuths = [path.look(t)[3] for t in np.linspace(1.0, 4.0, 301)]
    assert np.all(np.diff(azimuths) >= 0.0)


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_an_eye_stands_where_its_keyframe_says(size):
    eye, at = np.array((0.3, -0.8, 0.5)), np.array((0.1, 0.0, 0.05))
    x, y, z, azimuth, elevation, span = KeyPath(({"t": 0.0, "eye": tuple(eye), "at": tuple(at)},), HOME, size).look(0.0)
    forward = np.array((sin(azimuth)*cos(elevation), cos(azimuth)*cos(elevation), -sin(elevation)))     # rig.py
    # GlowScript: `range` is half of the shorter side, the field of view is that of the height
    distance = (span if size is WIDE else span*1280/720)/tan(FIELD/2)
    assert_allclose((x, y, z) - distance*forward, eye, atol=1e-12)
    assert span_of(distance_of(span, size), size) == pytest.approx(span)


def test_a_camera_goes_round_by_the_time_of_the_film():
    recipe = SimpleNamespace(orbit=radians(30.0), ease=0.0, keys=(), camera="free", size=WIDE, fps=60)
    path = CameraPath(recipe, HOME)
    turns = [path.next(t, (0, 0, 0))["turn"] for t in np.linspace(0.0, 0.001, 121)]
    assert turns[0] == 0.0 and turns[120] == pytest.approx(radians(60.0))


@pytest.mark.parametrize("keys, said", [
    (({"azimuth": 1.0},), "needs a time"), (({"t": 1.0}, {"t": 1.0}), "not later"),
    (({"t": 1.0, "eye": (0, 0, 1), "distance": 1.0},), "one of both"), (({"t": 1.0, "at": (0, 0)},), "a list of 3"),
    (({"t": 1.0, "roll": 1.0},), "an object of t"), (({"t": float("nan")},), "a number"), ("abc", "a list"),
    (({"t": 0.0, "elevation": 2.0},), "a number in"), (tuple({"t": float(k)} for k in range(999)), "0 to 200")])
def test_keyframes_that_make_no_sense_are_refused(keys, said):
    with pytest.raises(BadValue, match=said):
        Recipe("turntable", keys=keys)


def test_an_eye_in_what_it_looks_at_is_refused():
    with pytest.raises(BadValue, match="the eye is where it looks at"):
        KeyPath(({"t": 2.0, "eye": (0.0, 0.0, 0.1)},), HOME, WIDE)


def test_keyframes_are_typed_in_degrees():
    assert key_of("t=1/2, azimuth=180,at=1:2:-3") == {"t": 0.5, "azimuth": pi, "at": (1.0, 2.0, -3.0)}
    for wrong in ("", "t", "t=x", "t=1,t=2", "at=1:2", "pitch=3", "t=inf"):
        with pytest.raises(BadValue, match="keyframe"):
            key_of(wrong)


@pytest.mark.parametrize("wrong", [{"orbit": 99.0}, {"orbit": float("inf")}, {"ease": -1.0}, {"ease": "soft"}])
def test_orbit_and_ease_have_limits(wrong):
    with pytest.raises(BadValue, match="film"):
        Recipe("turntable", **wrong)
