"""The turning circles against the motion itself: the ball touches both and passes neither."""

import numpy as np
import pytest

from sandbox.mechanics import report
from sandbox.scene import Ball, Cone, Motion, Paraboloid, Plane, Pseudosphere, Signal, Sphere, Spin, Start, Torus
from sandbox.systems.contact.assembly import assemble
from sandbox.systems.integration import Integration
from sandbox.theory.band import turning_circles
from sandbox.verify.bench import pseudosphere

BALL = Ball(0.01)
SYSTEMS = {
    "figure 4": pseudosphere,
    "cone": lambda: assemble(BALL, Cone(0.5), Spin("z", 4.0), Start((0.15, 0.0), (0.1, 0.5))),
    "bowl": lambda: assemble(BALL, Paraboloid(0.1), Spin("z", 5.0), Start((0.05, 0.0), (0.1, 0.4))),
    "bowl, from rest": lambda: assemble(BALL, Paraboloid(0.1), Spin("z", 5.0), Start((0.05, 0.0))),
    "touched pseudosphere": lambda: assemble(BALL, Pseudosphere(0.25), Spin("z", 2.0), Start((0.15, 0.0), (0.0, 0.6))),
    "torus": lambda: assemble(BALL, Torus(0.2, 0.05), Spin("z", 3.0), Start((0.2, 0.0, -0.04), (0.2, 0.3, 0.0))),
    "sleeping on a globe": lambda: assemble(BALL, Sphere(0.15, inside=False), Spin("z", 60.0),
                                            Start((0.003, 0.0), (0.0, 0.0))),
    "turntable": lambda: assemble(BALL, Plane(), Spin("z", 3.5), Start((0.15, 0.0), (0.02, 0.05))),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_ball_stays_in_its_band(name):
    run = Integration(SYSTEMS[name](), 1/240)
    circles = sorted(turning_circles(run))
    assert len(circles) == 2
    radii = []
    while run.t < 20.0:
        run.advance(1)
        x, y, _z = run.report()[report.CONTACT:report.CONTACT + 3]
        radii.append(np.hypot(x, y))
    assert run.ended is None
    inner, outer = circles[0][0], circles[1][0]
    width, size = max(outer - inner, 1e-6), outer
    # never beyond, up to rounding of 4,800 steps; within a frame's reach of both
    assert min(radii) >= inner - 1e-10*size and max(radii) <= outer + 1e-10*size
    assert min(radii) - inner < 0.02*width and outer - max(radii) < 0.02*width
    # seen from any later instant it is the same band
    assert np.abs(np.array(sorted(turning_circles(run))) - circles).max() < 1e-8*size


def test_heights_of_figure_4():
    """Published ranges of the centre's height, rounded to 1e-5."""
    run = Integration(pseudosphere(), 1/240)
    low, high = sorted(z for _r, z in turning_circles(run))
    heights = []
    for _i in range(1200):
        run.advance(1)
        heights.append((run.report()[15], run.report()[2]))
    touched, centre = np.array(heights).T
    assert low == pytest.approx(touched.min(), abs=1e-5) and high == pytest.approx(touched.max(), abs=1e-5)
    assert (centre.max(), centre.min()) == (pytest.approx(-1.07086, abs=1e-5), pytest.approx(-4.56205, abs=1e-5))


@pytest.mark.parametrize("motion", [
    Spin((0.1, 0.0, 1.0), 3.0), Motion("z", Signal((0.0, 1.0, 0.3))), Spin("z", 3.0, point=(0.1, 0.0, 0.0)),
    Motion("z", Signal((0.0, 1.0)), tilt=Signal(sine=0.1, nu=1.0)), Spin("z", 1.0, gravity=(1.0, 0.0, -9.0))])
def test_no_band_where_the_theory_does_not_hold(motion):
    assert turning_circles(Integration(assemble(BALL, Paraboloid(0.1), motion, Start((0.05, 0.0))), 1/240)) is None
