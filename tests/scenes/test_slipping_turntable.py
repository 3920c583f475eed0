"""Slipping balls on turntables: own equations of the slip, the slow root of the film, the grip, the drift inwards."""

from math import sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.run.simulation import Simulation
from sandbox.scene import Ball
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("slipping_turntable")
CHI = 2/7
FILM, DRY, ROUGH = range(3)
GOLDEN = (1 + sqrt(5))/2


def cross(w, a):
    return np.array([w[1]*a[2] - w[2]*a[1], w[2]*a[0] - w[0]*a[2], w[0]*a[1] - w[1]*a[0]])


def slip_of(y, a, rate, middle):
    """Velocity of the foot against the table (3,) of y = centre, velocity, angular velocity."""
    r, v, w = y[:3] - middle, y[3:6], y[6:9]
    return v + cross(w, np.array([0.0, 0.0, -a])) - cross(np.array([0.0, 0.0, rate]), r)


def newton_and_euler(force, ball, a, rate, middle):
    """Rates of y: m v' = F, I w' = -a e_z x F for a force F(slip)."""
    def rates(_t, y):
        F = force(slip_of(y, a, rate, middle))
        return np.concatenate((y[3:6], F/ball.m, cross(np.array([0.0, 0.0, -a]), F)/ball.I))
    return rates


def state(run, which):
    body = run.snapshot().bodies[which]
    return np.concatenate((body.centre, body.velocity, body.angular_velocity))


def middle_of(run, which):
    """The start is at the distance x from the middle of the table."""
    return Simulation(SCENE, dict(run.values)).snapshot().bodies[which].centre - [run.values["x"], 0.0, 0.0]


def ridden(run, which, force, seconds, until=None):
    """The run after so many seconds beside DOP853, whose last state and whose events are returned."""
    values, first = run.values, state(run, which)
    ball = Ball(values["radius"], density=1700.0)
    rates = newton_and_euler(force, ball, values["radius"], values["rate"], middle_of(run, which))
    found = solve_ivp(rates, (0.0, seconds), first, method="DOP853", rtol=1e-13, atol=1e-15, events=until)
    run.advance(round(240*seconds))
    return found


@pytest.mark.parametrize("changes", [
    {}, {"rate": -7.0, "c": 0.3, "put_down": True, "x": 0.02, "vy": 0.0},
    {"c": 200.0, "put_down": True, "vx": 0.05, "x": 0.05}, {"rate": 0.0, "c": 0.5, "put_down": True, "vy": 0.05},
    {"radius": 0.03, "c": 0.05, "rate": 3.0, "vy": 0.03}])
def test_the_film_by_own_equations_and_closed_form(changes):
    run = Simulation(SCENE, changes)
    c = run.values["c"]
    end = ridden(run, FILM, lambda s: -c*s, 4.0).y[:, -1]
    assert run.snapshot().bodies[FILM].mode == "sliding" and run.t == 4.0
    # [m, m/s, rad/s] rounding of a thousand steps of both
    assert_allclose(state(run, FILM), end, rtol=0, atol=1e-11)
    assert_allclose(run.ghost([run.t])[0], end[:3], rtol=0, atol=1e-12)
    assert run.drift < 1e-12


@pytest.mark.parametrize("c", [0.1, 0.5, 6.0, 60.0])
def test_the_spiral_grows_at_the_real_part_of_the_slow_root(c):
    """ln |v| over t between two instants, when the fast part has died away."""
    run = Simulation(SCENE, {"c": c, "x": 0.001, "vy": 0.001, "radius": 0.02})
    gamma = c/Ball(0.02, density=1700.0).m
    values = np.roots([1.0, gamma/CHI, -1j*run.values["rate"]*gamma])
    slow, fast = values[np.argmax(values.real)], values[np.argmin(values.real)]
    begin = 34.0/(slow.real - fast.real)            # [s] the fast part is 1e-15 of the slow one
    run.advance(int(np.ceil(240*begin)))
    before, t = state(run, FILM)[3:5], run.t
    run.advance(240)
    after, passed = state(run, FILM)[3:5], run.t - t
    grown = np.log(complex(*after)/complex(*before))/passed
    assert all(event.t > run.t for event in run.events)
    assert grown.real == pytest.approx(slow.real, abs=1e-10)        # [1/s] rounding of v over a second
    assert grown.imag == pytest.approx(slow.imag, abs=1e-10) and slow.real > 0.0       # it turns by less than pi


def test_a_stiff_film_becomes_the_ball_that_rolls():
    """Re lambda c -> chi^3 Omega^2 m, and the way to that of the rolling ball, both like 1/c."""
    from_rolling, shares = [], []
    for c in (50.0, 100.0, 200.0):
        run = Simulation(SCENE, {"c": c})
        m = Ball(run.values["radius"], density=1700.0).m
        slow = max(np.roots([1.0, c/m/CHI, -5j*c/m]), key=lambda root: root.real)
        shares.append(slow.real*c/(CHI**3*25.0*m) - 1.0)
        run.advance(480)
        film, rough = (state(run, which)[:2] - middle_of(run, which)[:2] for which in (FILM, ROUGH))
        from_rolling.append(np.linalg.norm(film - rough))
    # [1] the next terms are smaller by 1/c^2 and 1/c: halves and quarters of what they were
    assert shares[1]/shares[0] == pytest.approx(0.25, rel=0.02) and abs(shares[2]) < 1e-3
    assert from_rolling[2]/from_rolling[1] == pytest.approx(0.5, rel=0.02)


def test_the_fastest_spiral_is_golden():
    c = np.geomspace(0.3, 0.4, 20001)
    m = Ball(0.05, density=1700.0).m
    gamma = c/m
    found = (gamma/(2*CHI)*(np.sqrt(1 + 4j*CHI**2*5.0/gamma) - 1)).real
    best = np.argmax(found)
    assert found[best] == pytest.approx(GOLDEN**-2.5*CHI*5.0, rel=1e-9)
    assert gamma[best] == pytest.approx(2*CHI**2*5.0*GOLDEN**-1.5, rel=1e-4)      # [1] step of c
    assert SCENE.preset("The fastest spiral").values["c"] == pytest.approx(c[best], rel=1e-3)


@pytest.mark.parametrize("changes", [{"mu": 0.05, "vy": 0.0}, {"mu": 0.03, "vy": -0.1, "rate": -4.0},
                                     {"mu": 0.2, "vx": 0.1, "vy": 0.1, "x": 0.05}])
def test_dry_friction_until_it_grips_and_the_ideal_circle_after_it(changes):
    run = Simulation(SCENE, {"put_down": True, **changes})
    mu, a, rate, middle = run.values["mu"], run.values["radius"], run.values["rate"], middle_of(run, DRY)
    m = Ball(a, density=1700.0).m

    def against(s):
        return -mu*m*G*s/np.linalg.norm(s)

    first, seconds = state(run, DRY), 1.2
    s_0 = np.linalg.norm(slip_of(first, a, rate, middle))
    # DOP853 up to an instant just before: the direction of a slip that ends is not smooth
    rates = newton_and_euler(against, Ball(a, density=1700.0), a, rate, middle)

    def is_small(_t, y):
        return np.linalg.norm(slip_of(y, a, rate, middle)) - 1e-9*s_0
    is_small.terminal = True
    found = solve_ivp(rates, (0.0, seconds), first, method="DOP853", rtol=1e-13, atol=1e-16, events=is_small)
    assert found.status == 1
    run.advance(round(240*seconds))
    grip = next(event for event in run.events if event.kind == "grip")
    # the slip goes at mu g/chi or so: what is left of it lasts less than 1e-9 of the time
    assert 0.0 <= grip.t - found.t[-1] < 3e-9*grip.t
    # before the grip, 1e-9; halfway, as the slip is large there
    half = Simulation(SCENE, dict(run.values))
    half.advance(int(0.9*240*grip.t))
    there = solve_ivp(rates, (0.0, half.t), first, method="DOP853", rtol=1e-13, atol=1e-16).y[:, -1]
    assert_allclose(state(half, DRY), there, rtol=0, atol=1e-11)
    # the circle after it: from the state at the grip, which lies 1e-9 of the slip further
    at_grip = found.y[:, -1]
    k, t = CHI*rate, run.t - found.t[-1]
    z, v = complex(*(at_grip[:2] - middle[:2])), complex(*at_grip[3:5])
    now = z + v*(np.exp(1j*k*t) - 1)/(1j*k)
    assert_allclose(state(run, DRY)[:2] - middle[:2], (now.real, now.imag), rtol=0, atol=1e-9)
    assert run.snapshot().bodies[DRY].mode == "rolling"


def test_too_fast_for_dry_friction():
    """Its slip grows at Omega |v| - mu g/chi, it never grips and leaves the table; a little more friction holds it."""
    preset = SCENE.preset("Too fast for dry friction").values
    run = Simulation(SCENE, preset)
    a, rate, middle = run.values["radius"], run.values["rate"], middle_of(run, DRY)
    m = Ball(a, density=1700.0).m
    run.advance(48)
    slip = np.linalg.norm(slip_of(state(run, DRY), a, rate, middle))
    growth = rate*run.values["vy"] - run.values["mu"]*G/CHI
    assert growth > 0.0 and slip/run.t == pytest.approx(growth, rel=0.1)
    y, begin = state(run, DRY), run.t
    found = solve_ivp(newton_and_euler(lambda s: -run.values["mu"]*m*G*s/np.linalg.norm(s), Ball(a, density=1700.0), a,
                                       rate, middle), (begin, begin + 2.0), y, method="DOP853", rtol=1e-13, atol=1e-15)
    run.advance(480)
    assert_allclose(state(run, DRY), found.y[:, -1], rtol=0, atol=1e-9)
    assert run.snapshot().bodies[DRY].mode == "sliding"
    run.advance(480)
    assert state(run, DRY)[2] < 0.0 and not any(event.kind == "grip" for event in run.events if event.t < 3.3)
    held = Simulation(SCENE, {**preset, "mu": 0.0147})
    held.advance(960)
    assert held.snapshot().bodies[DRY].mode == "rolling"


@pytest.mark.parametrize("which", [FILM, DRY, ROUGH])
def test_what_no_law_of_friction_changes(which):
    """a w x e_z + (m a^2/I) v, and w_z."""
    run = Simulation(SCENE, SCENE.preset("Put down without turning").values)
    a = run.values["radius"]

    def kept():
        y = state(run, which)
        return np.append(a*cross(y[6:9], np.array([0.0, 0.0, 1.0])) + 2.5*y[3:6], y[8])

    first = kept()
    for _i in range(4):
        run.advance(60)
        assert_allclose(kept(), first, rtol=0, atol=1e-13)
    assert next(event.t for event in run.events if event.kind == "grip") == pytest.approx(0.276, abs=1e-3)   # sheet


def test_what_rolls_at_once_goes_on_with_the_impulse_of_the_grip():
    """v - chi s for the rough table, and for dry friction in the limit of a large coefficient."""
    values = {"put_down": True, "mu": 1.0}
    run = Simulation(SCENE, values)
    film, rough = run.snapshot().bodies[FILM], run.snapshot().bodies[ROUGH]
    s = film.velocity - np.cross([0.0, 0.0, 5.0], [0.09, 0.0, 0.0])
    assert_allclose(rough.velocity, film.velocity - CHI*s, rtol=0, atol=1e-15)
    run.advance(24)
    dry, rough = (state(run, which)[3:5] for which in (DRY, ROUGH))
    # [m/s] it grips after chi |s|/(mu g) = 0.013 s, in which the slip turns by Omega times that
    assert_allclose(np.linalg.norm(dry), np.linalg.norm(rough), atol=0.07*CHI*np.linalg.norm(s))


def test_resistance_brings_it_in_and_then_out():
    """The drift of a ball that was put down at rest, (1 - chi) k g/(chi Omega a), on all three tables."""
    run = Simulation(SCENE, SCENE.preset("Inwards, then outwards").values)
    p = run.values
    drift = (1 - CHI)*p["resistance"]*G/(CHI*p["rate"]*p["radius"])
    period = 2*np.pi/(CHI*p["rate"])
    far = []
    middles = [middle_of(run, which)[:2] for which in range(3)]
    while run.t < 16.0:
        far.append([np.linalg.norm(state(run, which)[:2] - middles[which]) for which in range(3)])
        run.advance(24)
    far = np.array(far)
    one = round(10*period)
    for which in range(3):
        # [1] after one circle of the ball the small cycloid is back where it began, but for the bend of its way
        assert (far[0, which] - far[one, which])/period == pytest.approx(drift, rel=0.1)
        assert far[:100, which].min() < 0.04 and far[-1, which] > 0.19
    # out again at the same speed, of the ball that rolls, by its circle about the axis
    assert (far[159, ROUGH] - far[120, ROUGH])/3.9 == pytest.approx(drift, rel=0.1)


@pytest.mark.parametrize("c", [0.01, 0.1, 0.35])
@pytest.mark.parametrize("resistance", [0.001, 0.002])
def test_a_film_too_thin_to_turn_the_ball_lets_it_slide_on(c, resistance):
    """A ball whose film gives less than the moment against rolling ceases to turn against the table, and slides on."""
    run = Simulation(SCENE, {"c": c, "resistance": resistance})
    run.advance(480)
    # [of the energy] rounding; it was an end by drift within 0.9 s
    assert run.ended is None and run.drift < 1e-12
    slid, a = state(run, FILM), run.values["radius"]
    slip = np.linalg.norm(slip_of(slid, a, run.values["rate"], np.array([0.0, 0.0, a])))
    turning = np.linalg.norm(slid[6:8])
    # [rad/s] held, it turns about the vertical only; [N m] else the film has the larger moment
    assert turning < 1e-9 or c*slip*a > resistance*Ball(a, density=1700.0).m*G
    assert turning < 1e-9 or c == 0.35
