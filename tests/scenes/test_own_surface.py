"""A typed surface is a support like those that are built in, and turning holds a ball on a saddle from a known rate."""

from math import isfinite

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.api.simulate import simulate
from sandbox.errors import BadValue
from sandbox.run.readings.card_numbers import CardNumbers
from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Contact,
    Coulomb,
    Disk,
    GraphSurface,
    Motion,
    On,
    Paraboloid,
    Parameter,
    Placed,
    Scene,
    Signal,
    Sphere,
    Spin,
    Start,
    Still,
    World,
)
from sandbox.scene.presentation.card import check_card
from sandbox.scene.typed.parameter import verdict_of
from sandbox.workspace.setup import setup_from
from sandbox.workspace.share_code import code_of, setup_of_code
from tests.oracles import multipliers, rigid_bodies, runs, supports
from tests.scenes.riding import CATALOGUE, SOLID, A, G, ride
from tests.shipped import shipped

START = Start(at=(0.1, 0.02), velocity=(0.1, 0.4))
TURNING, LEANING = Spin("z", 5.0), Motion(angle=Signal((0.0, 3.0)), tilt=Signal((0.1,)))
SHAKEN = Motion(shift=(Signal(sine=0.01, nu=9.0), Signal(), Signal(cosine=0.005, nu=4.0)))


def scene_of(build, start=START):
    return Scene("test", (Parameter("none", 0.0, low=0, high=1),), build, start and (lambda p: start))


@pytest.mark.parametrize("motion", [TURNING, LEANING, SHAKEN], ids=["turning", "leaning", "shaken"])
@pytest.mark.parametrize("built_in, typed", [
    (Paraboloid(0.2, rim=0.3), GraphSurface("(x^2 + y^2)/(2*p)", rim=0.3, p=0.2)),
    (Sphere(0.3, rim=0.29), GraphSurface("-sqrt(b^2 - r^2)", rim=0.29, b=0.3))], ids=["paraboloid", "sphere"])
@pytest.mark.parametrize("law", [None, Contact(Coulomb(0.05), restitution=0.5)], ids=["rolling", "slipping"])
def test_the_same_motion_and_drift_as_the_built_in_surface(built_in, typed, motion, law):
    def run(surface):
        return simulate(scene_of(lambda p: (Ball(A), surface, motion, *([law] if law else []))), duration=10.0)

    one, other = run(built_in), run(typed)
    assert one.ended is None and other.ended is None
    assert_allclose(other.centre, one.centre, rtol=0.0, atol=1e-12)      # [m] rounding of 2,400 steps of size 0.3 m
    assert_allclose(other.omega, one.omega, rtol=0.0, atol=1e-9)         # [rad/s] the same over the radius of the ball
    # [1] neither drifts: rounding
    assert one.drift < 1e-12 and other.drift < 1e-12 and other.drift < 10.0*one.drift + 1e-14


def egg_box(h, k):
    """phi = z - h sin kx cos ky with gradient and Hessian by hand."""
    def surface(s):
        (sx, cx), (sy, cy) = ((np.sin(k*u), np.cos(k*u)) for u in s[:2])
        f, p, q = h*sx*cy, h*k*cx*cy, -h*k*sx*sy
        hessian = np.array([[-h*k*k*sx*cy, -h*k*k*cx*sy, 0.0], [-h*k*k*cx*sy, -h*k*k*sx*cy, 0.0], [0.0, 0.0, 0.0]])
        return s[2] - f, np.array([-p, -q, 1.0]), -hessian
    return surface


def test_an_egg_box_against_multipliers_in_maximal_coordinates():
    """Turning about the vertical and shaken, on a surface that no other scene has: an independent formulation."""
    ball, h, k, rate = Ball(A), 0.01, 20.0, 4.0
    motion = Motion(angle=Signal((0.0, rate)), shift=(Signal(sine=0.01, nu=9.0), Signal(), Signal()))
    scene = scene_of(lambda p: (ball, GraphSurface("h*sin(k*x)*cos(k*y)", rim=1.0, h=h, k=k), motion),
                     Start(at=(0.05, 0.02), velocity=(0.25, 0.3)))
    t = np.linspace(0.0, 0.7, 8)
    found = simulate(scene, at=t)

    def pose(t):
        turned = supports.rotation(np.array([0.0, 0.0, 1.0]), rate*t)
        shift = 0.01*np.array([np.sin(9*t), 0.0, 0.0])
        v, a = 0.09*np.array([np.cos(9*t), 0.0, 0.0]), -0.81*np.array([np.sin(9*t), 0.0, 0.0])
        return supports.Pose(shift, turned, v, a, -81.0*v, np.array([0.0, 0.0, rate]), np.zeros(3))

    problem = multipliers.Problem(rigid_bodies.sphere(A, ball.m, ball.I), egg_box(h, k), pose)
    want = runs.simulate(problem, found.centre[0], [1, 0, 0, 0], found.omega[0], t)
    assert found.ended is None
    # [m], [rad/s], [N/N] tolerance of the integrator of the reference, 1e-12, grown among dimples
    assert_allclose(found.centre, want.x_G, rtol=0.0, atol=1e-9)
    assert_allclose(found.omega, want.w, rtol=0.0, atol=1e-6)
    assert_allclose(found.N, want.N, rtol=0.0, atol=1e-7*ball.m*G)


# the turning saddle ---------------------------------------------------------------------------------------------------

def saddle_rates(rate, c, a=A, chi=SOLID):
    """Characteristic values [1/s] of the scene's linear equation near the middle of the saddle."""
    K, J, one = np.diag([c/(1 - a*c), -c/(1 + a*c)]), np.array([[0.0, -1.0], [1.0, 0.0]]), np.eye(2)
    speed = -rate*J @ (2*one - chi*(one + a*K))
    place = rate**2*(one - chi*(one + a*K)) - (1 - chi)*G*K
    return np.linalg.eigvals(np.block([[np.zeros((2, 2)), one], [place, speed]]))


def border(c, a=A, chi=SOLID):
    k = c/(1 - a*c)
    return np.sqrt(G*k/(1 - a*k*chi/(1 - chi)))


@pytest.mark.parametrize("shell", [False, True], ids=["solid", "shell"])
def test_a_saddle_holds_the_ball_from_a_known_rate_on(shell):
    """Below it runs off with the growth of the linear equation, above it stays for a minute."""
    chi, c = (2/5 if shell else 2/7), 5.0
    least = border(c, chi=chi)
    assert saddle_rates(0.97*least, c, chi=chi).real.max() > 1.0
    # [1/s] rounding
    assert abs(saddle_rates(1.03*least, c, chi=chi).real).max() < 1e-12
    slow, fast = (ride("own_surface", "The turning saddle holds it", seconds, until="rim", x=1e-5, rate=share*least,
                       shell=shell)
                  for share, seconds in ((0.97, 60.0), (1.03, 60.0)))
    assert slow.ended == "rim" and slow.t[-1] < 15.0
    assert fast.ended is None and np.hypot(fast.r[:, 0], fast.r[:, 1]).max() < 1.5e-5
    size = np.hypot(slow.r[:, 0], slow.r[:, 1])
    # well above what swings, well below where the saddle is steep
    window = (size > 1e-3) & (size < 5e-3)
    growth = np.polyfit(slow.t[window], np.log(size[window]), 1)[0]
    assert growth == pytest.approx(saddle_rates(0.97*least, c, chi=chi).real.max(), rel=0.01)
    assert slow.run.drift < 1e-12 and fast.run.drift < 1e-12


def test_the_card_says_that_rate():
    scene = CATALOGUE.get("own_surface")
    number = scene.card.numbers["border"]
    values = type("P", (), {**scene.values(), "c": -5.0})
    assert number.of(values, None) == pytest.approx(border(5.0)) == pytest.approx(7.26, abs=0.01)


def test_turning_holds_a_ball_on_a_monkey_saddle():
    held, left = (ride("own_surface", "Monkey saddle", 60.0, every=8, until="rim", rate=rate) for rate in (12.0, 0.0))
    assert held.ended is None and np.hypot(held.r[:, 0], held.r[:, 1]).max() < 0.075
    assert left.ended == "rim" and left.t[-1] < 2.0


def test_presets_show_what_they_promise():
    a, b = (ride("own_surface", "Egg box", 30.0, until="rim", x=x) for x in (0.0393, 0.0403))
    # [m] a millimetre beside: it leaves elsewhere
    assert a.ended == b.ended == "rim" and np.abs(a.r[-1] - b.r[-1]).max() > 0.2 and a.run.drift < 1e-12
    shaken, less = (ride("own_surface", "Shaken egg box", 20.0, every=8, until="rim", shake=s) for s in (0.01, 0.005))
    assert shaken.ended == "rim" and less.ended is None
    hill, middle = (ride("own_surface", "Scattered by a hill", 5.0, until="rim", y=y) for y in (0.03, 0.0))
    assert hill.ended == middle.ended == "rim" and middle.r[-1, 0] < -0.39
    # energy: as fast where it leaves as where it came, both 35 cm and more from the hill
    assert np.linalg.norm(hill.v[-1]) == pytest.approx(np.linalg.norm(hill.v[0]), rel=1e-5)
    hat = ride("own_surface", "Mexican hat", 20.0, every=8)
    assert hat.ended is None and np.ptp(np.hypot(hat.r[:, 0], hat.r[:, 1])) > 0.03
    slow = ride("own_surface", "Too slow: it runs off", 5.0, until="rim")
    assert slow.ended == "rim" and slow.t[-1] < 3.0


# the text as a value --------------------------------------------------------------------------------------------------

def test_a_typed_run_is_made_again_bit_by_bit():
    """By its set-up, by a share code, from the values of the record."""
    scene = CATALOGUE.get("own_surface")
    text = "h·sin(k*x)cos(k*y) + r²/2"
    run = Simulation(scene, {"surface": text, "rate": 2.0})
    run.advance(100)
    run.set("rate", -3.0)
    run.advance(140)
    kept = setup_of_code(code_of(setup_from(run)))
    assert kept.values["surface"] == text
    again = Simulation(scene, kept.values)
    again.advance(100)
    again.set("rate", -3.0)
    again.advance(140)
    assert [y.tobytes() for y in again.states] == [y.tobytes() for y in run.states]


def test_the_formula_changes_with_a_restart_only():
    run = Simulation(CATALOGUE.get("own_surface"))
    assert "surface" not in run.live and {"rate", "lean"} <= run.live
    with pytest.raises(BadValue):
        run.set("surface", "x*y")


def test_a_wrong_formula_is_refused_with_scene_parameter_and_column():
    scene = CATALOGUE.get("own_surface")
    with pytest.raises(BadValue, match="scene 'own_surface', parameter 'surface': formula, column 5: no name 'foo'"):
        scene.values({"surface": "x + foo"})
    with pytest.raises(BadValue, match="too narrow for the ball"):
        Simulation(scene, {"surface": "60*x^2", "rim": 0.1})
    assert verdict_of(scene, scene.values()).startswith("Smooth everywhere; narrowest where it curves with a radius of")


# as a word of scenes --------------------------------------------------------------------------------------------------

def test_balls_of_a_world_roll_on_it():
    """Two balls in a typed bowl, each as alone until they would meet; too large a one is refused."""
    def build(p, a=A):
        bowl = On(GraphSurface("2*r^2", rim=0.3), Still())
        return World({"bowl": bowl}, [Placed(Ball(a), Start(at=(x, 0.0), velocity=(0.0, v)))
                                      for x, v in ((0.2, 0.4), (-0.1, 0.5))])
    both = simulate(scene_of(build, None), duration=2.0)
    alone = simulate(scene_of(lambda p: (Ball(A), GraphSurface("2*r^2", rim=0.3), Still()),
                              Start(at=(0.2, 0.0), velocity=(0.0, 0.4))), duration=2.0)
    before = slice(0, 15)           # they meet after 0.3 s
    # [m] another integrator with its own error
    assert_allclose(both.bodies["centre"][before, 0], alone.centre[before], rtol=0.0, atol=1e-8)
    assert np.abs(both.bodies["centre"][-1, 0] - alone.centre[-1]).max() > 0.01
    with pytest.raises(BadValue, match="too narrow for the ball"):
        simulate(scene_of(lambda p: build(p, 0.3), None), duration=0.1)


def test_a_coin_rolls_on_it():
    """E_J is kept by a general body, too; what it touches is found by the same equations."""
    scene = scene_of(lambda p: (Disk(0.02, mass=0.01), GraphSurface("0.5*r^2 - x*y/3", rim=0.5), TURNING),
                     Start(at=(0.1, 0.0), orientation=(0.9, 0.43, 0.0, 0.0), spin=0.0, omega=(5.0, 0.0, 0.0)))
    run = simulate(scene, duration=0.5)
    assert len(run) > 10 and run.drift < 1e-11


def test_a_typed_formula_has_a_card_of_its_own():
    """Nobody knows what a formula makes of the motion: the saddle's sentences and numbers are of the saddle alone."""
    scene = shipped().get("own_surface")
    saddle = scene.presets[0]
    values = scene.values(saddle.values)
    card = scene.carded(saddle.name, values)
    assert "saddle" in card.see and card == scene.carded(saddle.name)
    typed = scene.carded(saddle.name, {**values, "surface": "h*sin(k*x)"})
    assert typed is scene.typed_card and "saddle" not in typed.see + typed.why and "border" not in typed.why
    # other numbers in the same formula, and another preset's own formula, change nothing
    assert scene.carded(saddle.name, {**values, "c": 3.0}) == card
    for preset in scene.presets:
        assert scene.carded(preset.name, scene.values(preset.values)) == scene.carded(preset.name)
    run = Simulation(scene, {**values, "surface": "x^2 + 2*y^2"})
    run.advance(24)
    assert all(isfinite(value) for value, _unit in CardNumbers(run, typed).at(run.t).values())
    check_card(typed, "", scene, run.values)
