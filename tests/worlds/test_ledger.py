"""What a stepped group keeps: energy less the ledger, momentum and angular momentum of a hit, and the sum of what is
lost."""

from math import inf

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics.world import layout as at
from sandbox.scene import Motion, Parameter, Plane, Signal, Spin, Still, World
from tests.effort import tries
from tests.worlds.made import Run, ball, flat, gaps, law, numbers, placed, table

FLIGHT = table(motion=Still((0.0, 0.0, 0.0)))
MOTIONS = {
    "rest": Still(),
    "turns": Spin("z", 3.49),
    "ramps": Spin("z", "rate"),
    "tilted": Motion(angle=Signal((0.0, 3.0)), tilt=Signal((0.15,))),
    "shaken": Motion(angle=Signal((0.0, 2.0)),
                     shift=(Signal(sine=0.01, nu=12.0), Signal(cosine=0.02, nu=5.0), Signal())),
}


def crowd(motion, e, mu, count=100, floor=None, seed=3, spread=0.2):
    """Balls on a square grid, with the velocity of the table and what chance adds."""
    random = np.random.default_rng(seed)
    side = int(np.ceil(np.sqrt(count)))
    turning = motion.angle.coefficients[1] if len(motion.angle.coefficients) > 1 else 0.0
    balls = []
    for i in range(count):
        x, y = (i % side - (side - 1)/2)*0.05, (i//side - (side - 1)/2)*0.05
        noise = random.normal(0.0, spread, 2)
        balls.append(placed((x, y), (-turning*y + noise[0], turning*x + noise[1]), ball(0.02, 0.26), spin=turning))
    return flat(balls, law(mu, e), floor or table(motion=motion))


@pytest.mark.parametrize("mu", [0.0, 0.1, 1.0])
@pytest.mark.parametrize("e", [1.0, 0.5, 0.0])
@pytest.mark.parametrize("motion", ["rest", "turns"])
def test_books_of_a_crowd_close(motion, e, mu):
    """5 s of a hundred balls: E_J less the ledger stays to 1e-12 of the kinetic energy."""
    run = Run(crowd(MOTIONS[motion], e, mu))
    simulation = run.simulation
    first, kinetic = energy_of(simulation), run.kinetic
    run.advance(tries(2, 5))
    assert abs(energy_of(simulation) - first) < 1e-12*max(kinetic, run.kinetic)
    assert run.impacts > 50
    assert gaps(run.x, [0.02]*100).min() >= -1e-9*0.02
    assert simulation.drift < 1e-12


def energy_of(simulation):
    """E_J less the ledger [J]."""
    seen = simulation.snapshot()
    return seen.E_J - seen.ledger


@pytest.mark.parametrize(("motion", "e", "mu"), [("ramps", 0.8, 0.1), ("ramps", 0.0, 1.0), ("tilted", 1.0, 0.1),
                                                 ("tilted", 0.5, 0.5), ("shaken", 0.9, 0.2), ("shaken", 0.3, 0.0)])
def test_books_of_a_crowd_close_on_tables_that_drive_it(motion, e, mu):
    """Ramped live while it runs, tilted, shaken: what the table does is in the ledger."""
    rate = Parameter("rate", 2.0, "rad/s", low=-20, high=20, live=True, about="rotation rate")
    run = Run(crowd(MOTIONS[motion], e, mu, count=36), [rate])
    simulation = run.simulation
    first, kinetic = energy_of(simulation), run.kinetic
    for change in (5.0, -3.0, 0.0, 2.0):
        if motion == "ramps":
            simulation.set("rate", change)
        run.advance(0.5)
        kinetic = max(kinetic, run.kinetic)
    assert abs(energy_of(simulation) - first) < 1e-11*kinetic      # [J] equations integrated to 1e-13 each frame
    assert simulation.drift < 1e-11
    assert run.impacts > 5


@pytest.mark.parametrize("floor_mu", [0.0, 0.1, 0.4])
def test_books_of_a_crowd_close_where_it_slips(floor_mu):
    """A floor with friction of its own: balls slip after each hit, and hop where they are pressed."""
    run = Run(crowd(Spin("z", 2.0), 0.8, 0.3, count=49, floor=table(floor_mu, 0.3, Spin("z", 2.0))))
    first = energy_of(run.simulation)
    run.advance(tries(1, 4))
    # each end of a slip is cut off at 1e-8 of sqrt(g a)
    assert abs(energy_of(run.simulation) - first) < 1e-10*run.kinetic
    assert run.impacts > 10


def bodies_in_flight(random, count=2):
    """Two balls that meet in mid-air, with any masses, radii and spins."""
    a = random.uniform(0.01, 0.1, count)
    m = 10.0**random.uniform(-2.0, 1.0, count)
    n = random.normal(size=3)
    n /= np.linalg.norm(n)
    x = [np.array([0.0, 0.0, 5.0]), np.array([0.0, 0.0, 5.0]) + (a[0] + a[1] + 0.004)*n]
    v = random.normal(0.0, 1.0, (2, 3))
    v[0] += n*max(0.0, 2.0 - (v[0] - v[1]) @ n)
    w = random.normal(0.0, 30.0, (2, 3))
    return [placed(tuple(x[i]), tuple(v[i]), ball(a[i], m[i], shell=bool(i)), omega=tuple(w[i])) for i in range(2)]


@pytest.mark.parametrize("seed", range(tries(20, 400)))
def test_hit_in_flight_keeps_momentum_and_angular_momentum(seed):
    """To 1e-13 of what each of them has; and the energy falls by what the ledger say."""
    random = np.random.default_rng(seed)
    e, mu = random.choice([0.0, 0.5, 1.0]), random.choice([0.0, 0.1, 0.5, inf])
    run = Run(flat(bodies_in_flight(random), law(mu, e), FLIGHT))
    m, inertia, _a = numbers(run.world)

    def sums():
        p = m[:, None]*run.v
        spin = np.cross(run.x, p) + inertia[:, None]*run.w
        return p.sum(axis=0), spin.sum(axis=0), np.abs(p).sum(), np.abs(spin).sum() + np.abs(np.cross(run.x, p)).sum()

    P, L, size, angular = sums()
    energy = run.kinetic
    run.advance(0.05)
    after = sums()
    assert run.impacts == 1
    assert_allclose(after[0], P, atol=1e-13*size)
    assert_allclose(after[1], L, atol=1e-13*angular)
    assert energy - run.kinetic == pytest.approx(run.lost, abs=1e-13*energy)
    assert run.lost >= -1e-14*energy
    assert (run.modes == at.OPEN).all()


def test_lost_in_a_gas_is_the_sum_of_closed_forms():
    """A gas of smooth balls without gravity: each hit loses (1 - e^2)/2 of the reduced mass times the closing speed^2.

    The hits are found anew here, one at a time, from straight lines.
    """
    random, e, a = np.random.default_rng(5), 0.7, 0.05
    grid = [np.array([i, j, k])*0.25 for i in range(2) for j in range(2) for k in range(2)]
    x = np.array(grid) + random.uniform(-0.02, 0.02, (8, 3))
    v = -2.0*(x - x.mean(axis=0)) + random.normal(0.0, 0.2, (8, 3))
    m = random.uniform(0.1, 0.5, 8)
    balls = [placed(tuple(x[i] + (0.0, 0.0, 2.0)), tuple(v[i]), ball(a, m[i]), omega=(0.0, 0.0, 0.0)) for i in range(8)]
    run = Run(flat(balls, law(0.0, e), FLIGHT)).advance(1.0)
    lost, count, t = 0.0, 0, 0.0
    while True:
        when, i, j = min(first_hit(x, v, 2.0*a, i, j) for i in range(8) for j in range(i))
        if t + when > 1.0:
            break
        x, t, count = x + v*when, t + when, count + 1
        n = (x[i] - x[j])/np.linalg.norm(x[i] - x[j])
        closing, reduced = (v[i] - v[j]) @ n, m[i]*m[j]/(m[i] + m[j])
        lost += 0.5*reduced*closing**2*(1.0 - e*e)
        v[i] -= (1.0 + e)*closing*reduced/m[i]*n
        v[j] += (1.0 + e)*closing*reduced/m[j]*n
    assert run.impacts == count > 3
    assert run.lost == pytest.approx(lost, rel=1e-11)
    # [m] rounding grows from hit to hit
    assert_allclose(run.x - (0.0, 0.0, 2.0), x + v*(1.0 - t), atol=1e-11)


def first_hit(x, v, D, i, j):
    """When two balls on straight lines meet, and which."""
    d, u = x[i] - x[j], v[i] - v[j]
    half, square, c = d @ u, u @ u, d @ d - D*D
    inside = half*half - square*c
    if half >= 0.0 or inside < 0.0:
        return inf, i, j
    return c/(-half + np.sqrt(inside)), i, j


def test_a_ball_that_comes_from_one_table_to_another():
    """The energy of each ball counts relative to its own table; what passes from one table to the other is booked."""
    supports = {"high": table(0.2, 0.5, Spin("z", 3.0), Plane(rim=0.3)),
                "low": table(0.3, 0.2, Motion("z", Signal((0.0, -2.0)), point=(0.3, 0.0, 0.0),
                                              shift=(Signal(), Signal(), Signal((-0.2,)))))}
    balls = [placed((0.1*i, 0.1*j), (0.4 - 0.1*i, 0.1*j), name=f"{i} {j}") for i in range(2) for j in range(2)]
    run = Run(World(supports, balls, {("ball", "ball"): law(0.2, 0.6)}))
    first = energy_of(run.simulation)
    run.advance(3.0)
    assert (run.on == 1).sum() > 1
    assert abs(energy_of(run.simulation) - first) < 1e-11*run.kinetic


@pytest.mark.parametrize("e", [0.5, 0.7])
def test_bounces_that_end_on_a_level_table_are_in_the_books(e):
    """The speed below which a ball bounces no more is some 1e-5 m/s, of which each of these leaves 1e-11 of the energy:
    what rolls goes on without it, and the ledger has it."""
    balls = [placed((0.1*k, 0.0), (0.2, 0.0, 1.0 + 0.1*k), ball(0.025, 0.5)) for k in range(3)]
    run = Run(flat(balls, law(0.3, e), table(0.3, e, Spin("z", 1.0))))
    run.advance(2.0)
    assert run.impacts > 20 and (run.modes == at.ROLLS).all()
    # [1] rounding of some 500 frames
    assert run.simulation.drift < 1e-13
