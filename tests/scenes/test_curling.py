"""The curling stone: the law of the patch by quadrature over its points, and an end that is one."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from tests.scenes.test_contact_scenes import begin, kinds

G = 9.81         # [m/s^2]
RINGS, SECTORS = 60, 96


def patch():
    """Points (n, 2) of the unit disk and their shares (n,) of the pressure of Hertz, 3/2 sqrt(1 - r^2)/pi."""
    x, weight = np.polynomial.legendre.leggauss(RINGS)
    # r = sqrt(1 - s^2) takes the root out of the pressure: r dr sqrt(1 - r^2) = s^2 ds
    s, weight = 0.5*(x + 1.0), 0.5*weight
    r, share = np.sqrt(1.0 - s*s), 3.0*s*s*weight
    angle = 2.0*np.pi*(np.arange(SECTORS) + 0.5)/SECTORS
    points = r[:, None, None]*np.stack((np.cos(angle), np.sin(angle)), axis=-1)
    return points.reshape(-1, 2), np.repeat(share/SECTORS, SECTORS)


POINTS, SHARES = patch()


def slowing(_t, y, mu, rho, k):
    """x, angle, v, w of a stone that slides along x: dry friction under each point of the patch."""
    _x, _angle, v, w = y
    u = np.stack((v - w*rho*POINTS[:, 1], w*rho*POINTS[:, 0]), axis=-1)
    e = u/np.linalg.norm(u, axis=1, keepdims=True)
    force = -mu*G*(SHARES[:, None]*e).sum(axis=0)
    moment = -mu*G*(SHARES*rho*(POINTS[:, 0]*e[:, 1] - POINTS[:, 1]*e[:, 0])).sum()
    assert abs(force[1]) < 1e-9
    return v, w, force[0], moment/k


@pytest.mark.parametrize("preset", ["Fast spin: it goes far", "Hardly any spin", "Rough ice"])
def test_it_slows_as_a_patch_of_points_does(preset):
    run = begin("curling", preset)
    p = run.values
    found = solve_ivp(slowing, (0, 2.0), (-10.0, 0.0, p["speed"], p["spin"]), "DOP853", [2.0], rtol=1e-9, atol=1e-10,
                      args=(p["mu"], p["patch"], 0.5*p["radius"]**2))
    run.advance(480)
    body = run.snapshot().bodies[0]
    seen = (body.centre[0], body.velocity[0], body.angular_velocity[2])
    # of the quadrature, whose points see a kink in the direction of the slip [m, m/s, rad/s]
    assert np.allclose(seen, found.y[[0, 2, 3], -1], rtol=0, atol=5e-5)
    assert body.centre[1] == 0.0 and run.drift < 1e-12


def test_sliding_and_spinning_end_together():
    run, before = begin("curling", "Rough ice"), (0.0, 0.0)
    while run.snapshot().bodies[0].mode == "sliding":
        run.advance(1)
        body = run.snapshot().bodies[0]
        if body.mode == "sliding":
            before = (body.velocity[0], body.angular_velocity[2])
    assert kinds(run) == ["grip"] and body.mode == "rest"
    assert 0.0 < before[0] < 1e-2 and 0.0 < before[1] < 0.2      # [m/s, rad/s] a step before the end


def test_without_spin_it_stops_as_a_block_does():
    run = begin("curling", "No spin")
    run.advance(240*8)
    assert run.snapshot().bodies[0].centre[0] == pytest.approx(-10 + 4/(2*0.03*G), abs=1e-9)      # [m]
    assert run.events[0].t == pytest.approx(2/(0.03*G), abs=1e-9)      # [s]


def test_a_stone_that_is_swept_goes_on_by_the_law_of_the_moment():
    run = begin("curling", "No spin")
    run.advance(240)
    run.set("sweep", 0.3)
    run.advance(240)
    run.set("sweep", 0.0)
    run.advance(240*8)
    a, b = 0.03*G, 0.7*0.03*G       # [m/s^2] on the ice as it is, and swept
    v = 2.0 - a - b
    way = (2.0 - 0.5*a) + (2.0 - a - 0.5*b) + 0.5*v*v/a
    assert run.snapshot().bodies[0].centre[0] == pytest.approx(-10 + way, abs=1e-9)      # [m] rounding


# an end of several stones ---------------------------------------------------------------------------------------------

def thrown(run, body, speed, across=0.0):
    """Throws a stone at a place beside the tee, as it stands."""
    x, y, _z = run.snapshot().bodies[body].centre
    run.strike(body, (2.6 - x, across - y, 0.0), speed)


def rest(run):
    for _second in range(60):
        run.advance(240)
        if all(np.linalg.norm(body.velocity) == 0.0 for body in run.snapshot().bodies):
            return
    raise AssertionError("it never rests")


def test_one_of_several_stones_is_swept_to_the_tee():
    """2.22 m/s are enough without sweeping; with it from the first step on sqrt(1 - 0.3) of that."""
    run = begin("curling", "An end of four stones")
    far = np.hypot(12.6, 1.5*2.7*0.14)
    run.set("sweep", 0.3)
    run.strike(0, (12.6, 1.5*2.7*0.14, 0.0), np.sqrt(2*0.7*0.02*G*far))
    rest(run)
    # of the hit of one step, within which friction and the push act together [m]
    assert np.hypot(*(run.snapshot().bodies[0].centre[:2] - (2.6, 0.0))) < 0.02
    assert run.live == {"sweep"} and run.drift < 1e-12


def test_sweeping_of_several_stones_is_exact():
    run = begin("curling", "An end of four stones")
    thrown(run, 0, 2.0)
    begun = run.snapshot().bodies[0]
    v, a, b = np.linalg.norm(begun.velocity), 0.02*G, 0.5*0.02*G
    run.advance(480)
    run.set("sweep", 0.5)
    run.advance(240)
    run.set("sweep", 0.0)
    rest(run)
    later = v - 2*a
    last = later - b
    way = (2*v - 2*a) + (later - 0.5*b) + 0.5*last*last/a
    found = np.linalg.norm(run.snapshot().bodies[0].centre - begun.centre)
    assert found == pytest.approx(way, abs=1e-9)        # [m] rounding


def test_a_swept_run_that_is_taken_back_repeats_itself_bit_by_bit():
    run = begin("curling", "An end of four stones")
    thrown(run, 0, 2.2)
    for step, value in ((300, 0.3), (500, 0.0), (700, 0.2)):
        run.advance(step - run.step)
        run.set("sweep", value)
    run.advance(900)
    last = run.states[0]
    assert run.go_to(400) and run.go_to(run.latest)
    assert np.array_equal(run.states[0], last)


def test_an_end_is_thrown_hit_and_scored():
    """Red lies, yellow knocks it on: the hit hands 0.85 on of the normal speed, what is nearer scores."""
    run = begin("curling", "An end of four stones")
    house = run.scene.cue.house

    def score():
        return house.count([body.centre for body in run.snapshot().bodies], [0.14]*4)
    assert run.scene.cue.turns(["stone"]*4) == (0, 1, 2, 3) and score().points == (0, 0)
    thrown(run, 0, 2.2)
    rest(run)
    assert score().points == (1, 0)
    place = run.snapshot().bodies[0].centre
    x, y, _z = run.snapshot().bodies[1].centre
    run.strike(1, (*(place - (x, y, 0.0))[:2], 0.0), 2.4)
    hit = 0
    while not hit:
        before = run.snapshot()
        run.advance(1)
        hit = sum(event.kind == "impact" for event in run.events)
    after = run.snapshot()
    v = np.array([np.linalg.norm(state.bodies[k].velocity) for state in (before, after) for k in (0, 1)])
    # straight on, equal masses: (1 + e)/2 and (1 - e)/2; friction of a step takes mu g h at most [m/s]
    assert np.allclose(v[2:], (0.925*v[1], 0.075*v[1]), rtol=0, atol=2*0.02*G/240)
    rest(run)
    assert score().points == (0, 1) and score().nearest == 1
    assert run.drift < 1e-12
    # spin ends by itself
    assert all(abs(body.angular_velocity[2]) < 1e-9 for body in run.snapshot().bodies)
