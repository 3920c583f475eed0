"""Where the camera stands: how much of the picture a support fills, and where its middle is."""

from math import cos, sin

import numpy as np
import pytest

from sandbox.view import camera


def test_support_fills_two_thirds_of_the_width():
    angle = np.linspace(0, 2*np.pi, 100)
    rim = np.column_stack((0.3*np.cos(angle), 0.3*np.sin(angle), 0*angle))
    half = camera.fit(rim, np.zeros(3))
    shown = max(half[0]*540/960, half[1])            # half the height of a picture of 960x540, as `fitted` of rig.py
    assert 0.58 < 0.3/(shown*960/540) < 0.68         # its near half looks larger and adds a little


def test_from_above_a_round_table_needs_as_much_height_as_width():
    angle = np.linspace(0, 2*np.pi, 100)
    rim = np.column_stack((0.3*np.cos(angle), 0.3*np.sin(angle), 0*angle))
    half = camera.fit(rim, np.zeros(3), np.pi/2)
    assert half[0]*camera.WIDE == pytest.approx(half[1]*camera.HIGH, rel=1e-3)


def test_middle_of_the_picture():
    angle = np.linspace(0, 2*np.pi, 100)
    tall = np.vstack([np.column_stack((0.1*np.cos(angle), 0.1*np.sin(angle), 0*angle + z)) for z in (-0.5, 0.3)])
    centre = camera.middle(tall)
    assert centre[:2].tolist() == [0, 0] and -0.5 < centre[2] < 0.3
    up = np.array((0.0, sin(camera.ELEVATION), cos(camera.ELEVATION)))
    forward = np.array((0.0, cos(camera.ELEVATION), -sin(camera.ELEVATION)))
    distance = camera.fit(tall, centre)[1]/np.tan(camera.FIELD/2)
    y = ((tall - centre) @ up)/(1 + (tall - centre) @ forward/distance)
    assert y.max() == pytest.approx(-y.min(), rel=1e-2)
