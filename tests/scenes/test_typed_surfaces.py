"""What is found of a typed surface before a ball may roll on it: values, corners, slopes, and whether it fits."""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.scene import GraphSurface
from sandbox.scene.typed.scanner import FormulaError

A = 0.01     # radius of the ball [m]
NUMBERS = {"h": 0.01, "b": 0.1, "c": 5.0, "k": 40.0}


def judged(text, rim=0.25, a=A):
    return GraphSurface(text, rim=rim, **NUMBERS).graph.judged(a)


@pytest.mark.parametrize("text, narrowest, sharpest", [
    ("c*(x^2 + y^2)/2", 0.2, np.inf), ("c*(x^2 - y^2)/2", 0.2, 0.2), ("x*y", 1.0, 1.0), ("0", np.inf, np.inf),
    ("h*sin(k*x)*sin(k*y)", 0.0625, 0.0625), ("cos(20r)/40", 0.1, 0.1), ("sqrt(r^2+0.01)", 0.1, np.inf),
    ("-sqrt(0.09-r^2)", 0.3, np.inf), ("sqrt(0.09-r^2)", np.inf, 0.3), ("49x + y", np.inf, np.inf),
    ("3*h*((r/b)^2-1)^2", None, 1/12.0), ("sinc(40r)/50", None, 1/(1600/150))])
def test_radii_of_curvature(text, narrowest, sharpest):
    """Those of the formula by hand, at a point of the grid; all of the area is shown."""
    found = judged(text)
    if narrowest is not None:
        assert found.narrowest == pytest.approx(narrowest, rel=2e-3)
    assert found.sharpest == pytest.approx(sharpest, rel=2e-3) and found.proven > 0.999


@pytest.mark.parametrize("text, column, reason", [
    ("1/x", 1, "division by zero"), ("c + x^2/(y - 0.0123)", 5, "division by zero"),
    ("tan(8x)/40", 1, "tangent"), ("sin(r)/r", 1, "division by zero at x = 0 m"),
    ("h*sin(k*x)/(y-0.05) + x", 1, "division by zero"), ("x^2/x", 1, "division by zero"),
    ("ln(x)", 1, "logarithm"), ("sqrt(x)", 1, "root of what is not positive"), ("-sqrt(0.0625-r^2)", 2, "root"),
    ("x^1.5", 1, "power of what is not positive"), ("asin(5x)", 1, "arc sine"), ("abs(x)", 1, "turns a corner"),
    ("x + x*abs(y-0.1)", 7, "turns a corner"), ("sqrt((x-0.1)^2)*x", 1, "root of what is not positive")])
def test_no_value_and_corners_at_their_place_in_the_text(text, column, reason):
    with pytest.raises(BadValue) as refused:
        judged(text)
    error = refused.value
    assert isinstance(error, FormulaError) and error.start + 1 == column and reason in str(error)
    assert " at x = " in str(error)


@pytest.mark.parametrize("text, reason", [
    ("r", "a corner or a groove"), ("-r/2", "a corner or an edge"), ("sqrt(x^2 + 1e-12)", "a corner or a groove"),
    ("-sqrt(r^2 + 1e-9)", "a corner or an edge"),
    ("0.01*tanh(1000000*x)", "the slope is"), ("1e-6/(x^2+1e-12)", "the slope is"), ("100*x", "the slope is 100"),
    ("200*x^2", "the slope is 100"),
    ("0.01*tanh(1000*x)", "too narrow for the ball"), ("51*(x^2+y^2)", "its radius of curvature is 9.8 mm"),
    ("h/(1+1000000*(x-0.0123)^2)", "a corner or an edge"), ("1e-4*sin(1200*x)", "too narrow")])
def test_where_no_ball_can_roll_is_said_in_a_sentence(text, reason):
    with pytest.raises(BadValue, match=reason) as refused:
        judged(text)
    assert str(refused.value).startswith("surface, at x = ")


def test_a_groove_between_the_points_of_the_grid_is_found():
    """1 mm wide, somewhere: the points that are looked at first are 8 mm apart."""
    for place in (0.0123, -0.1067, 0.2011):
        with pytest.raises(BadValue, match=r"too narrow|slope|corner") as refused:
            judged(f"-0.0005*exp(-((x-{place})^2 + (y-0.031)^2)*1e7)".replace("--", "+"))
        assert float(str(refused.value).split("x = ")[1].split(" m")[0]) == pytest.approx(place, abs=1e-3)


def test_a_ball_fits_up_to_the_radius_of_curvature():
    """Radius 0.2 m at the bottom, and nowhere less."""
    surface = GraphSurface("c*(x^2 + y^2)/2", rim=0.25, c=5.0)
    assert surface.graph.judged(0.1999).proven > 0.99
    with pytest.raises(BadValue, match=r"200 mm, that of the ball 200 mm"):
        surface.graph.judged(0.2)
    # what sticks out is no trouble to a ball
    assert GraphSurface("-c*(x^2 + y^2)/2", rim=0.25, c=5.0).graph.judged(0.2).narrowest == np.inf


@pytest.mark.parametrize("text, radius", [
    ("c*(x^2 - y^2)/2", 0.2), ("h*sin(k*x)*sin(k*y)", 0.0625), ("sqrt(0.09-r^2)", 0.3), ("0", np.inf),
    ("0.0001*exp(-((x-0.0123)^2 + (y-0.031)^2)*500000)", 0.01)])
def test_flights_know_how_sharp_a_surface_is(text, radius):
    """A bound that holds everywhere, for a hill of 2 mm between the points that are looked at first, too."""
    surface = GraphSurface(text, rim=0.25, **NUMBERS)
    assert 0.01*min(radius, 1.0) < surface.sharpest < radius


def test_a_rectangle_is_looked_at_to_its_corners():
    text = "-0.02*exp(-((x-0.29)^2 + (y-0.19)^2)*4000)"
    assert GraphSurface(text, length=0.4, width=0.3).graph.judged(A).proven == 1.0
    with pytest.raises(BadValue, match="too narrow"):
        GraphSurface(text, length=0.6, width=0.4).graph.judged(A)


def test_the_same_text_gives_the_same_verdict():
    one, other = judged("h*sin(k*x)*cos(3*r)"), GraphSurface("h*sin(k*x)*cos(3*r)", rim=0.25, **NUMBERS).graph.judged(A)
    assert one == other
