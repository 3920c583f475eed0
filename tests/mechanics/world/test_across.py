"""A flat face across a hollow touches at two points of its rim, and goes on there.

Oracles: a disk that lies across a smooth pipe is a pendulum about its axis; whether it sticks is a linear program over
the forces within both cones; nothing of a rim, looked at point by point, is beyond the wall; how many points of a rim
are the lowest of those around them, counted on a fine grid.
"""

from math import cos, hypot, pi, sin, sqrt, tan

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import linprog

from sandbox import simulate
from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics.world import layout as at
from sandbox.scene import Contact, Coulomb, Cylinder, Disk, On, Placed, Smooth, Sphere, Start, Still, World
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world

G = 9.81
# pipe, disk [m, kg]; the angle at which it is put there, and how far it is off [m]
R, A, M, TILTED, OFF = 0.3, 0.06, 0.2, 0.3, 1e-7
# from the pipe's axis to a disk that lies across it [m]
ARM = sqrt(R*R - A*A)
PIPE = Cylinder(R).placed((0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0), angle=pi/2)


def lying_in(hollow, mu, rate) -> Integration:
    """A disk across a hollow, let go at rest."""
    d, half = ARM - OFF, -0.5*TILTED
    law = Contact(Coulomb(mu) if mu > 0.0 else Smooth())
    start = Start(mass_centre=(d*sin(TILTED), 0.0, -d*cos(TILTED)), orientation=(cos(half), 0.0, sin(half), 0.0),
                  velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0))
    return Integration(assemble_world(World({"hollow": On(hollow, Still(), law)}, [Placed(Disk(A, M), start)]), {}),
                       1.0/rate)


def angle_after(hollow, mu, rate, seconds) -> float:
    """Where it is then, as an angle about the axis of the pipe."""
    run = lying_in(hollow, mu, rate)
    run.advance(round(seconds*rate))
    assert run.ended is None
    x, y, z = run.data.y[at.X:at.X + 3]
    # it leaves neither the plane that it swings in nor its two points; a bowl has feet of 1e-2 A
    assert abs(y) < 1e-12 and abs(hypot(x, z) - ARM) < (1e-12 if hollow is PIPE else 3e-5)
    return float(np.arctan2(x, -z))


def pendulum_after(seconds) -> float:
    """The same of a rigid pendulum: (M A^2/4 + M d^2) th'' = -M g d sin th."""
    found = solve_ivp(lambda t, s: (s[1], -G*ARM*sin(s[0])/(A*A/4 + ARM*ARM)), (0.0, seconds), (TILTED, 0.0),
                      rtol=1e-12, atol=1e-12)
    return float(found.y[0, -1])


@pytest.mark.parametrize("hollow", [PIPE, Sphere(R)], ids=["pipe", "bowl"])
def test_a_disk_across_a_smooth_hollow_swings_as_a_pendulum(hollow):
    # [rad] small steps err by the way of one, and what it falls through before it touches
    assert abs(angle_after(hollow, 0.0, 240, 0.3) - pendulum_after(0.3)) < 5e-5
    assert abs(angle_after(hollow, 0.0, 240, 1.0) - pendulum_after(1.0)) < 1.5e-4


def test_its_error_goes_with_the_step():
    true = pendulum_after(1.0)
    coarse, fine = (abs(angle_after(PIPE, 0.0, rate, 1.0) - true) for rate in (240, 960))
    assert 3.0 < coarse/fine < 5.0


def least_friction() -> float:
    """The least mu with which forces at both points bear the disk: N n + F t at angles of -+beta about its middle."""
    beta, weight = np.arcsin(A/R), np.array((0.0, -1.0, 0.0))

    def holds(mu) -> bool:
        # unknown: the forces along both sides of both cones in the plane of the pendulum
        columns = []
        for side in (TILTED - beta, TILTED + beta):
            place, n = R*np.array((sin(side), -cos(side))), np.array((-sin(side), cos(side)))
            for sign in (1.0, -1.0):
                f = n + sign*mu*np.array((n[1], -n[0]))
                columns.append((*f, place[0]*f[1] - place[1]*f[0]))
        need = -np.array((weight[0], weight[1], ARM*sin(TILTED)*weight[1]))
        return linprog(np.zeros(4), A_eq=np.array(columns).T, b_eq=need).status == 0

    low, high = 0.0, 1.0
    for _ in range(40):
        middle = 0.5*(low + high)
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def test_it_sticks_from_the_friction_on_that_both_points_need():
    mu = least_friction()
    # a wedge: both points bear more than the weight
    assert 0.9*tan(TILTED) < mu < 0.99*tan(TILTED)
    # [rad] what falls OFF comes to rest there
    assert abs(angle_after(PIPE, 1.005*mu, 240, 1.0) - TILTED) < 1e-5
    assert abs(angle_after(PIPE, 0.995*mu, 240, 1.0) - TILTED) > 1e-4


def beyond_the_wall(centres, attitudes, c, a) -> np.ndarray:
    """How far points all around the rim of a coin are beyond a pseudosphere, horizontally [m]."""
    around, radii = np.linspace(0.0, 2.0*pi, 361), np.linspace(0.1*c, c, 20001)
    q = np.arcsin(radii/c)
    heights, found = c*(np.log(np.tan(q/2)) + np.cos(q)), []
    for x, attitude in zip(centres, attitudes, strict=True):
        axes = np.array(matrix_of(*attitude)).reshape(3, 3)
        rim = x + a*(np.outer(np.cos(around), axes[:, 0]) + np.outer(np.sin(around), axes[:, 1]))
        wall = np.interp(rim[:, 2], heights, radii)
        found.append(float((np.hypot(rim[:, 0], rim[:, 1]) - wall).max()))
    return np.array(found)


# each of them ended its run before, where the touching point ran away along the rim
@pytest.mark.parametrize(("q", "lean"), [(40, 10), (40, 16)])
def test_a_coin_that_falls_over_in_the_funnel_slides_on_at_two_points(q, lean):
    run = simulate("coin_funnel", q=q, lean=lean, mu=0.4, duration=1.0, step_rate=480)
    assert run.ended is None and run.drift < 1e-9
    centres, attitudes = np.asarray(run.centre).reshape(-1, 3), np.asarray(run.quaternion).reshape(-1, 4)
    # until it comes to the lip of the hole
    is_low = np.hypot(centres[:, 0], centres[:, 1]) < 0.15
    on_wall = slice(0, int(np.argmax(is_low)) if is_low.any() else len(is_low))
    touched = next(event.t for event in run.events if "are followed together" in event.sentence)
    assert (run.t[on_wall] > touched).sum() > 2
    # [m] of a coin of 0.03: the table of the wall, and a sub-step
    assert beyond_the_wall(centres[on_wall], attitudes[on_wall], 0.5, 0.03).max() < 2e-7
    assert (np.asarray(run.N)[on_wall] >= 0.0).all()
    # friction only takes
    assert (np.diff(run.E_J) < 1e-9).all()
