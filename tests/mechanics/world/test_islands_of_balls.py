"""Balls that touch each other: rolling together, in rows, one on the other, in heaps that fall apart or rest."""

from dataclasses import replace
from math import cos, inf, sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.scene.motions import Spin
from sandbox.scene.supports.surfaces import Plane, Sphere
from tests.mechanics.world.islands import Ball, Island, Support, advance_entry, on
from tests.mechanics.world.test_islands import CLOSE, UP, bowl, check, plane, rolling, start
from tests.oracles.touching_balls import Balls, Body, Touch


def pair_in_a_bowl(mu):
    """Two balls side by side at the bottom of a bowl of 0.5 m, rolling along it, one behind the other."""
    lean = float(np.arcsin(0.1/0.4))
    balls = []
    for side in (-1.0, 1.0):
        x = 0.4*np.array([side*sin(lean), 0.0, -cos(lean)])
        v = np.array([0.0, 0.5, 0.0])
        balls.append(Ball(tuple(x), tuple(v), rolling(v, 0.0, -x/0.4, 0.1)))
    return Island(balls, [Support(Sphere(0.5))], [(0, on(0)), (1, on(0)), (1, 0)], mu=mu).decide()


def test_two_smooth_balls_roll_together_in_a_bowl():
    check(Balls([Body(1.0, 0.1)]*2, [bowl()], [Touch(0, on(0)), Touch(1, on(0)), Touch(1, 0, 0.0)]),
          pair_in_a_bowl(0.0), 1.0)


def test_two_balls_whose_surfaces_rub_on_each_other_in_a_bowl():
    """A slip that lasts: both turn the same way."""
    island = pair_in_a_bowl(0.2)
    # a spin about its own normal does not slip in the bowl
    x, _, w, _ = island.ball(0)
    w -= 20.0*x
    island.decide()
    assert island.does[2] == at.SLIPS
    oracle = Balls([Body(1.0, 0.1)]*2, [bowl()], [Touch(0, on(0)), Touch(1, on(0)), Touch(1, 0, 0.2)])
    y, energy = start(oracle, island), island.energy
    island.advance(0.1)
    run = oracle.run(y, 0.0, 0.1)
    assert not island.events
    for i in range(2):
        assert_allclose(np.concatenate(island.ball(i)[:3]), np.concatenate(oracle.ball(run.y[:, -1], i)), atol=CLOSE)
    assert abs(island.energy - energy) < 1e-13
    assert island.state[-1] < -1e-4       # [J] what their friction took


def test_a_rough_ball_on_top_of_another():
    """Unstable; the lower one rolls away on a rough floor."""
    lean = 0.05
    n = np.array([sin(lean), 0.0, cos(lean)])
    x = np.array([0.0, 0.0, 0.1])
    island = Island([Ball(tuple(x), m=2.0), Ball(tuple(x + 0.25*n), a=0.15, share=2/3)], [Support(Plane())],
                    [(0, on(0)), (1, 0)]).decide()
    check(Balls([Body(2.0, 0.1), Body(1.0, 0.15, 2/3)], [plane(UP)], [Touch(0, on(0)), Touch(1, 0)]), island, 0.5,
          accuracy=1e-10)


def test_a_row_is_pushed_down_a_slope_by_its_last():
    """The last one rolls best, the first one worst: all touch, and rub on each other."""
    slope = replace(Plane(), tilt=0.2, tilt_axis=(0.0, 1.0, 0.0))
    down = np.array([cos(0.2), 0.0, -sin(0.2)])
    n = np.array([sin(0.2), 0.0, cos(0.2)])
    balls = [Ball(tuple(0.1*n - 0.2*i*down), m=m, share=share)
             for i, (m, share) in enumerate(((1.0, 2/3), (1.0, 0.4), (2.0, 0.2)))]
    island = Island(balls, [Support(slope)], [(0, on(0)), (1, on(0)), (2, on(0)), (1, 0), (2, 1)], mu=0.1).decide()
    assert island.does == [at.ROLLS]*3 + [at.SLIPS]*2
    oracle = Balls([Body(b.m, b.a, b.share) for b in balls], [plane(n)],
                   [*(Touch(i, on(0)) for i in range(3)), Touch(1, 0, 0.1), Touch(2, 1, 0.1)])
    # slip from rest has no direction yet that an oracle could see
    island.advance(1e-3)
    y, energy = start(oracle, island), island.energy
    run = oracle.run(y, 0.0, 0.3)
    island.advance(0.301)
    for i in range(3):
        assert_allclose(np.concatenate(island.ball(i)[:3]), np.concatenate(oracle.ball(run.y[:, -1], i)), atol=CLOSE)
    assert abs(island.energy - energy) < 1e-13


# friction that a pyramid needs where its top lies: tan(phi/2), sin(phi) = 1/sqrt 3
NEEDED = (1.0/sqrt(3.0))/(1.0 + sqrt(2.0/3.0))


def pyramid(mu):
    """Four balls on a floor, three below."""
    a = 0.1
    base = [(2.0*a/sqrt(3.0)*cos(2.0*np.pi*k/3.0), 2.0*a/sqrt(3.0)*sin(2.0*np.pi*k/3.0), a) for k in range(3)]
    top = (0.0, 0.0, a + 2.0*a*sqrt(2.0/3.0))
    contacts = [*((i, on(0)) for i in range(3)), (0, 1), (0, 2), (1, 2), *((3, i) for i in range(3))]
    return Island([Ball(x) for x in (*base, top)], [Support(Plane(), mu=1.0)], contacts, mu=mu)


def test_a_pyramid_stays_where_friction_is_enough():
    island = pyramid(NEEDED*1.01).decide()
    before = island.state.copy()
    island.advance(1.0)
    assert island.state.tolist() == before.tolist()
    # all of the weight is borne by the floor
    assert_allclose(sum(island.force(k)[2] for k in range(3)), 4.0*9.81, rtol=1e-10)


def test_a_pyramid_falls_apart_where_friction_is_less():
    """By symmetry the top sinks straight down and the base parts evenly."""
    island = pyramid(NEEDED*0.9).decide()
    energy = island.energy
    island.advance(0.1)
    top = island.ball(3)[0]
    assert top[2] < 0.1 + 0.2*sqrt(2.0/3.0) - 1e-4
    assert_allclose(top[:2], 0.0, atol=1e-12)
    spread = [np.linalg.norm(island.ball(i)[0][:2]) for i in range(3)]
    assert_allclose(spread, spread[0], atol=1e-12)
    assert spread[0] > 0.2/sqrt(3.0) + 1e-4
    assert abs(island.energy - energy) < 1e-12


def test_four_balls_in_a_square_share_their_load():
    """More rows than can be independent: a square of rough balls under a fifth one on a level floor, pushed."""
    a = 0.1
    base = [(x*a, y*a, a) for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
    contacts = [*((i, on(0)) for i in range(4)), (0, 1), (0, 2), (1, 3), (2, 3), *((4, i) for i in range(4))]
    island = Island([*(Ball(x) for x in base), Ball((0.0, 0.0, a + sqrt(2.0)*a))], [Support(Plane())], contacts)
    island.decide().fill_forces()
    floor = [island.force(k)[2] for k in range(4)]
    assert_allclose(floor, 1.25*9.81, rtol=1e-9)


def heap(count, seed):
    """Balls above a bowl, and the contacts that they could have with it."""
    rng = np.random.default_rng(seed)
    a, places = 0.05, []
    while len(places) < count:
        x = rng.uniform((-0.2, -0.2, -0.3), (0.2, 0.2, 0.1))
        if np.linalg.norm(x) < 0.4 - 1.02*a and all(np.linalg.norm(x - y) > 2.02*a for y in places):
            places.append(x)
    pairs = [(i, j) for i in range(count) for j in range(i)]
    island = Island([Ball(tuple(x), a=a, m=0.5) for x in places], [Support(Sphere(0.4), mu=0.4)],
                    [*((i, on(0)) for i in range(count)), *pairs], mu=0.4)
    for k in range(int(island.numbers[here.NC])):
        island.contact(k)[here.DOES] = at.OPEN
    return island


def carry(island, frames, h=1/240):
    """Time stepping frame by frame."""
    for k in range(frames):
        island.numbers[here.STEPPED] = 1.0
        kind = advance_entry(island.p, island.calls, island.numbers, island.t + k*h, island.t + (k + 1)*h)
        assert kind == here.DONE
    island.t += frames*h


def test_time_stepping_closes_the_books_and_keeps_balls_apart():
    island = heap(10, 1)
    energy, count = island.energy, 10
    carry(island, 240)
    x = np.array([island.ball(i)[0] for i in range(count)])
    gaps = [np.linalg.norm(x[i] - x[j]) - 0.1 for i in range(count) for j in range(i)]
    # [m] a gap that is closed at the end of each sub-step by one Newton step
    assert min(gaps) > -1e-6
    assert max(np.linalg.norm(x, axis=1)) < 0.35 + 1e-6
    # [J] of 10 J
    assert abs(island.energy - energy) < 1e-12


def test_time_stepping_nears_what_the_modes_do():
    """In the second order where contacts keep their places, as two balls side by side do."""
    exact, errors = pair_in_a_bowl(0.0), []
    exact.advance(0.5)
    for frames in (120, 240, 480):
        island = pair_in_a_bowl(0.0)
        carry(island, frames, 0.5/frames)
        errors.append(np.linalg.norm(island.ball(0)[0] - exact.ball(0)[0]))
    assert errors[0] < 1e-4
    assert_allclose(errors[0]/errors[1], 4.0, rtol=0.05)
    assert_allclose(errors[1]/errors[2], 4.0, rtol=0.05)


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_what_rests_on_a_turning_table_is_carried_by_it(rate):
    """Relative to the table nothing moves: its points make circles."""
    island = pyramid(1.0)
    table = Island([Ball(tuple(island.ball(i)[0] + (0.2, 0.0, 0.0)), frame=0) for i in range(4)],
                   [Support(Plane(), Spin("z", rate), mu=1.0)],
                   [tuple(map(int, island.contact(k)[:2])) for k in range(9)], mu=1.0)
    for i in range(4):
        x, v, w, _ = table.ball(i)
        v[:], w[2] = rate*np.cross(UP, x), rate
    x = [table.ball(i)[0].copy() for i in range(4)]
    table.decide()
    energy = table.energy
    table.advance(0.5)
    c, s = cos(0.5*rate), sin(0.5*rate)
    turned = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    for i in range(4):
        assert_allclose(table.ball(i)[0], turned @ x[i], atol=1e-13)
    assert abs(table.energy - energy) < 1e-13


def test_a_heap_comes_to_rest_and_stays():
    island = heap(3, 1)
    for _ in range(3):
        carry(island, 240)
    for _ in range(240):
        island.decide()
        advance_entry(island.p, island.calls, island.numbers, island.t, island.t + 1/240)
        island.t += 1/240
    assert all(not island.ball(i)[1].any() and not island.ball(i)[2].any() for i in range(3))
    before = island.state.copy()
    island.advance(island.t + 0.5)
    assert island.state.tolist() == before.tolist()


def test_bits_are_the_same_from_the_same_state():
    one, two = pyramid(0.2).decide().advance(0.1), pyramid(0.2).decide().advance(0.1)
    assert one.state.tolist() == two.state.tolist()
    assert one.p[at.PAIR_FRICTION] < inf


@pytest.mark.parametrize("meets", [here.ENDS_THERE, here.LEAVES_ALONE, here.TAKES_ALONG])
def test_what_small_steps_meet_ends_them_is_left_alone_or_takes_part(meets):
    """A ball by itself that lands within the frame: who asks for an instant finds it there, not where it was before."""
    v, h, a = (0.3, 0.0, -0.5), 1/240, 0.1
    island = Island([Ball((0.0, 0.0, a + 1e-3), v, a=a)], [Support(Plane())], [])
    island.numbers[here.STEPPED], island.numbers[here.MEETS] = 1.0, meets
    energy = island.energy
    kind = advance_entry(island.p, island.calls, island.numbers, 0.0, h)
    island.t = reached = island.numbers[here.REACHED]
    x, now, _w, _q = island.ball(0)
    fallen = (0.0, 0.0, a + 1e-3 + v[2]*reached - 0.5*9.81*reached**2)
    # [J] of 0.17, gravity is constant: the middle rule is exact
    assert abs(island.energy - energy) < 1e-15
    if meets == here.ENDS_THERE:
        # at the end of the sub-step within which it lands
        landing = (0.5**2 + 2.0*9.81*1e-3)**0.5/9.81 - 0.5/9.81
        assert kind == here.LANDED and 0.0 <= reached - landing <= h/8
        assert_allclose(x[2], fallen[2], atol=1e-15)
        return
    assert kind == here.DONE and reached == h
    if meets == here.LEAVES_ALONE:
        assert_allclose(x, (v[0]*h, 0.0, fallen[2]), atol=1e-15)
        assert x[2] < a
    else:
        # it sticks: m v a = (7/5) m v' a about its point of contact; a gap of 1e-12 radii is rounding
        assert_allclose(now, (5/7*v[0], 0.0, 0.0), atol=1e-12)
        assert_allclose(x[2], a, atol=1e-13)
        assert island.numbers[here.NC] == 1.0 and island.force(0)[2] > 0.0
