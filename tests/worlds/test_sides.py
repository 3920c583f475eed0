"""Bodies of worlds that pass from one edge of their side to the other: thick coins nearly upright."""

from math import cos, pi, sin

import numpy as np
import pytest

import sandbox
from sandbox.compiling.rotation import matrix_of
from sandbox.scene import Ball, Contact, Coulomb, Disk, On, Placed, Plane, Rough, Scene, Start, Still, World

A, M = 0.03, 0.1


def simulated(disk, lean, omega, law, seconds, rows):
    """A run of a disk that leans by `lean` from upright, with a ball far away: a world."""
    tip = 0.5*(0.5*pi - lean)
    start = Start(at=(0.0, 0.0), orientation=(cos(tip), sin(tip), 0.0, 0.0), omega=omega)
    bodies = [Placed(disk, start, name="disk"),
              Placed(Ball(0.02), Start(at=(5.0, 0.0), velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0)))]
    scene = Scene("side", (), lambda p: World({"floor": On(Plane(), Still(), law)}, bodies, {("disk", "ball"): law}))
    return sandbox.simulate(scene, at=np.linspace(0.0, seconds, rows))


def leans(run):
    """Cosine of the angle between the disk's axis and the normal in each row."""
    return np.array([matrix_of(*q)[8] for q in run.bodies["quaternion"][:, 0]])


@pytest.mark.parametrize("omega", [(0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (3.0, 0.0, 0.0), (0.0, 5.0, 0.0)], ids=str)
@pytest.mark.parametrize("lean", [0.0, 8e-4, 0.011, 0.021, 0.07])
def test_a_coin_that_is_nearly_upright_goes_on_and_keeps_its_books(lean, omega):
    run = simulated(Disk(A, M, 0.004, 0.001), lean, omega, Contact(Coulomb(0.3), restitution=0.5), 0.6, 145)
    assert run.ended is None and len(run.t) == 145
    # [1] of m g a;  [N];  [m] no edge is in the floor
    assert run.drift < 1e-10 and run.bodies["N"].min() >= 0.0
    lowest = run.bodies["centre"][:, 0, 2] - 0.029*np.sqrt(1.0 - leans(run)**2) - 0.001*np.abs(leans(run)) - 0.001
    assert lowest.min() > -1e-9*A


def test_the_other_edge_takes_what_a_block_that_rocks_loses():
    """w+/w- = (J + m(a^2 - b^2))/(J + m(a^2 + b^2)), b half the thickness: momentum about the edge that strikes."""
    b, disk = 0.01, Disk(A, M, 0.02)
    run = simulated(disk, 0.1, (0.0, 0.0, 0.0), Contact(Rough()), 0.4, 1601)
    w, lean = run.bodies["angular_velocity"][:, 0, 0], leans(run)
    k = int(np.argmax(lean < 0.0))
    J = np.diag(disk.inertia)[0]
    # energy of the turn about an edge, from each side to the instant when the side is down
    def speed(row):
        high = b*abs(lean[row]) + A*(np.sqrt(1.0 - lean[row]**2) - 1.0)
        return np.sqrt(w[row]**2 + 2.0*M*9.81*high/(J + M*(A*A + b*b)))

    assert 10 < k < 1500
    assert speed(k)/speed(k - 1) == pytest.approx((J + M*(A*A - b*b))/(J + M*(A*A + b*b)), rel=1e-9)


def test_rocking_comes_to_an_end_and_the_coin_stands():
    run = simulated(Disk(A, M, 0.02), 0.05, (0.0, 0.0, 0.0), Contact(Coulomb(0.5)), 3.0, 301)
    assert run.ended is None and run.drift < 1e-10
    # [1] as good as down, [m] the height of an edge then, [N]
    assert np.abs(leans(run)[-50:]).max() < 1e-4
    assert np.abs(run.bodies["centre"][-50:, 0, 2] - A).max() < 0.01*1e-4
    assert (run.bodies["N"][-50:, 0] > 0.9*M*9.81).all()
