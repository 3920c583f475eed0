"""Piles that rest on a support that moves: asleep as long as forces hold them there, and not a moment longer.

Oracles: mu g = r Omega^2 of a box on a turning table; its place in the turning table, which stays; the energy books.
"""

from math import hypot, pi, sqrt

import numpy as np
import pytest

from sandbox.mechanics.world import layout as at
from sandbox.scene import Ball, Box, Contact, Coulomb, Motion, Placed, Signal, Spin, Start
from tests.mechanics.world.test_patches import STEP, G, run_of, states

MU, FAR = 0.3, 0.2
LAW = Contact(Coulomb(MU), restitution=0.0)
CUBE = Box(0.04, 0.04, 0.02, 0.001, density=1000.0)


def going(x, y, rate, body=CUBE, **more):
    """A body that goes with the table."""
    return Placed(body, Start(at=(x, y), velocity=(-rate*y, rate*x, 0.0), omega=(0.0, 0.0, rate), **more))


def turned_back(run, angle):
    """Places (n, 3) of the mass centres in the table that has turned by an angle."""
    c, s = np.cos(angle), np.sin(angle)
    return states(run)[:, :3] @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def asleep(run):
    return states(run)[:, at.MODE] == at.RESTS


def tower_of_two(rate, far=FAR):
    return [going(far, 0.0, rate), going(far, 0.0, rate, height=0.02), going(-0.1, 0.0, rate)]


def test_what_rests_on_a_turning_table_sleeps_and_its_place_there_stays():
    rate = 2.0
    run = run_of(tower_of_two(rate), pair=LAW, floor=LAW, motion=Spin("z", rate))
    run.advance(2)
    assert asleep(run).all()
    before = turned_back(run, rate*run.t)
    run.advance(60*240)
    assert asleep(run).all()
    # [m] rounding of a place of 0.2 m: nothing adds up
    assert np.abs(turned_back(run, rate*run.t) - before).max() < 1e-14
    assert run.drift < 1e-13


@pytest.mark.parametrize("side, sleeps", [(-1e-9, True), (1e-9, False)])
def test_it_sleeps_up_to_where_friction_holds_it_and_not_beyond(side, sleeps):
    rate = sqrt(MU*G/FAR)*(1 + side)
    run = run_of([going(FAR, 0.0, rate), going(-0.1, 0.0, rate)], pair=LAW, floor=LAW, motion=Spin("z", rate))
    run.advance(24)
    assert asleep(run).tolist() == [sleeps, True]
    assert (hypot(*states(run)[0, :2]) > FAR + 1e-12) == (not sleeps)


def test_a_rate_that_grows_wakes_each_where_its_own_friction_ends():
    """mu g = r (Omega^4 + Omega'^2)^(1/2), but for the moment that turns a box: of second order."""
    growth, begin = 0.02, 3.5
    places = (0.24, 0.23, 0.1)
    run = run_of([going(0.24, 0.0, begin), going(0.0, 0.23, begin), going(-0.1, 0.0, begin)], pair=LAW, floor=LAW,
                 motion=Motion("z", Signal((0.0, begin, 0.5*growth))))
    woken, slipped = {}, {}
    while run.t < 4.0:
        run.advance(1)
        for b in np.flatnonzero(~asleep(run)).tolist():
            woken.setdefault(b, run.t)
            if states(run)[b, at.MODE] == at.SLIPS:
                slipped.setdefault(b, run.t)
    for b in range(2):
        # [s] two frames, in which the rate grows by 5e-5 of itself; what Omega' takes from it is 1e-6 of it. The
        # instant is not located: small steps carry a first slip, and they miss the limit by some 1e-5 of the rate
        expected = (sqrt(MU*G/places[b]) - begin)/growth
        assert woken[b] == pytest.approx(expected, abs=2*STEP) and slipped[b] == pytest.approx(expected, abs=2*STEP)
    assert asleep(run)[2] and 2 not in woken
    # the motor's work is in the books [1]
    assert run.drift < 1e-12


def test_a_table_that_begins_to_turn_takes_along_what_sleeps():
    growth = 0.5
    run = run_of([going(x, 0.0, 0.0) for x in (0.2, 0.1)], pair=LAW, floor=LAW,
                 motion=Motion("z", Signal((0.0, 0.0, 0.5*growth))))
    before = turned_back(run, 0.0)
    run.advance(2*240)
    assert asleep(run).all()
    assert np.abs(turned_back(run, 0.5*growth*run.t**2) - before).max() < 1e-12     # [m] rounding
    assert np.abs(states(run)[:, at.W + 2] - growth*run.t).max() < 1e-12
    assert run.drift < 1e-12


@pytest.mark.parametrize("most, stays", [(0.999, True), (1.05, False)])
def test_on_a_shaken_table_it_sleeps_as_long_as_friction_bears_the_largest_push(most, stays):
    """Shaken so that the ends of frames see no push at all: nu = pi/STEP, the largest in the middle of each."""
    nu = pi/STEP
    shaken = Signal((), sine=most*MU*G/nu**2, nu=nu)
    v = most*MU*G/nu
    run = run_of([Placed(CUBE, Start(at=(x, 0.0), velocity=(v, 0.0, 0.0))) for x in (0.1, -0.1)], pair=LAW, floor=LAW,
                 motion=Motion(shift=(shaken, Signal(), Signal())))
    before = states(run)[:, 0].copy()
    run.advance(60)
    # [m] a push that is too large for 0.8 ms shifts by 1e-8 each time; the table is where it was
    moved = np.abs(states(run)[:, 0] - before).max()
    assert moved < 1e-15 if stays else 1e-8 < moved < 1e-4
    assert asleep(run).all() or not stays
    assert run.drift < 1e-11


def test_what_is_hit_wakes_and_what_is_not_sleeps_on():
    rate = 1.0
    ball = Placed(Ball(0.01, density=2000.0), Start(at=(0.15, 0.0), height=0.2, velocity=(0.0, 0.15, 0.0)))
    run = run_of([going(0.15, 0.0, rate), going(-0.15, 0.0, rate), ball], pair=LAW, floor=LAW,
                 motion=Spin("z", rate))
    run.advance(3)
    assert asleep(run).tolist() == [True, True, False]
    woken = False
    while run.t < 0.4:
        run.advance(1)
        assert asleep(run)[1]
        woken = woken or not asleep(run)[0]
    assert woken and run.drift < 1e-11
