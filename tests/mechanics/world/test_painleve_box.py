"""A box that slides on an edge where friction jams it: the planar theory of Painleve's rod, and the rod itself.

A box of the sides a and b turns about its middle as a rod does that is as long as its diagonal,
kappa^2 = (a^2 + b^2)/12.
With the middle of its edge at the angle psi below its own, s = 1 where it is pushed and -1 where it is pulled,

    V* = (1 + 3 cos psi (cos psi - s mu sin psi))/m,    U = -g + l sin psi psi'^2,    l the half of the diagonal,

so that mu = (4 + tan^2 psi)/(3 tan psi) is the border. Where it jams the slip ends with the impulses -G^-1 U of the
edge.
"""

from math import atan, atan2, cos, radians, sin, sqrt, tan

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.island import layout as here
from sandbox.run.simulation import Simulation
from sandbox.scene import Box, Contact, Coulomb, On, Placed, Plane, Start, Still, World
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world
from tests.scenes.riding import CATALOGUE

G, STEP, WIDE = 9.81, 1/240, 0.3
THICK, LONG = 0.1, sqrt(1.0 - 0.1**2)        # [m] the diagonal is 1 m
PSI = 1.0                                    # [rad], where 1.3753 is the border


def edge_run(slip, mu, turning=0.0, psi=PSI, rounding=0.0, beside=False) -> Integration:
    """A box of 1 kg that slides along x on its lower edge at the speed `slip`; beside: another box rests far away."""
    phi = psi - atan2(THICK, LONG)
    a, b = LONG/2 - rounding, THICK/2 - rounding
    # from the middle to the point that touches
    x, z = b*sin(phi) - a*cos(phi), -b*cos(phi) - a*sin(phi) - rounding
    start = Start(at=(0.0, 0.0), velocity=(slip + turning*z, 0.0, -turning*x), omega=(0.0, -turning, 0.0),
                  orientation=(cos(phi/2), 0.0, -sin(phi/2), 0.0))
    law = Contact(Coulomb(mu), restitution=0.0)
    bodies = [Placed(Box(LONG, WIDE, THICK, rounding, mass=1.0), start)]
    if beside:
        bodies.append(Placed(Box(0.1, 0.1, 0.1, 0.002, mass=1.0), Start(at=(5.0, 5.0))))
    world = World({"table": On(Plane(), Still(), law)}, bodies, {("box", "box"): law} if beside else {})
    return Integration(assemble_world(world, {}), STEP)


def happened(run):
    """After a frame: what has been told of jams, and how often small steps had to carry it."""
    run.advance(1)
    told = [event for event in run.news() if event.kind == "impact"]
    return [one for one in told if "jams" in one.sentence], [one for one in told if "Several" in one.sentence]


def forces(run):
    """N and the size of friction at each corner that touches [N]."""
    p = run.data.p
    body = p[int(p[at.JOINTS_AT]) + int(p[at.JOINTS])*at.JOINT_SIZE + int(p[at.SHAPED])*at.SHAPE_SIZE:]
    found = []
    for k in range(int(body[of.COUNT])):
        contact = body[of.CONTACTS + k*of.CONTACT:]
        n, force = (contact[place:place + 3] for place in (of.TOUCH + here.NORMAL, of.FORCE))
        found.append((float(n @ force), float(np.linalg.norm(force - (n @ force)*n))))
    return found


def stopped(psi, slip, l=0.5):
    """Velocity of the middle and w_y after the slip along x has ended at once: P = -G^-1 U at the arm of the edge."""
    arm, J = np.array((-l*cos(psi), -l*sin(psi))), l*l/3
    across = np.array((arm[1], -arm[0]))                  # velocity of the edge for w_y = 1
    P = -np.linalg.solve(np.eye(2) + np.outer(across, across)/J, np.array((slip, 0.0)))
    return np.array((slip, 0.0)) + P, float(across @ P)/J, P


@pytest.mark.parametrize("beside, rounding", [(False, 0.0), (False, 1e-3), (True, 1e-3)])
def test_a_pushed_box_jams(beside, rounding):
    """Neither sliding nor leaving is consistent (B4): an impact without a collision ends the slip; in the books."""
    run = edge_run(-2.0, 2.0, rounding=rounding, beside=beside)
    jams, small = happened(run)
    assert len(jams) == 1 and not small and "ends at once" in jams[0].sentence
    assert jams[0].t == 0.0 and jams[0].speed == pytest.approx(2.0, rel=1e-12)
    v, w, P = stopped(PSI, -2.0)
    assert P[1] > 0.0 and abs(P[0]) <= 2.0*P[1]           # it presses, and friction bears it
    # [J] the loss of a rod as long as the diagonal; a rounding of 1 mm changes arms by so much
    assert jams[0].lost == pytest.approx(0.5*(4.0 - v @ v - w*w/12), rel=1e-12 if rounding == 0.0 else 3e-3)
    assert run.y[at.MODE] == at.ROLLS and run.drift < 1e-14


def test_it_is_the_rod_until_something_else_lands():
    """The scene's rod of the length of the diagonal, without restitution: place, velocity and turning, for 0.3 s."""
    rod = Simulation(CATALOGUE.get("painleve_rod"), {"angle": np.degrees(PSI), "restitution": 0.0})
    run = edge_run(-2.0, 2.0)
    for _frame in range(72):
        rod.advance(1)
        jams, small = happened(run)
        assert not small and (not jams or run.t == STEP)
        body = rod.snapshot().bodies[0]
        # [m/s], [rad/s]: rounding of 72 frames; forces that push
        assert_allclose(run.y[at.V:at.V + 3], body.velocity, rtol=0, atol=1e-10)
        assert_allclose(run.y[at.W:at.W + 3], body.angular_velocity, rtol=0, atol=1e-10)
        assert all(N > 0.0 and F <= 2.0*N*(1 + 1e-10) for N, F in forces(run))
    assert run.drift < 1e-14


@pytest.mark.parametrize("psi", [0.6, PSI, 1.3])
@pytest.mark.parametrize("more, does", [(-2e-3, False), (2e-3, True)])
def test_the_friction_from_which_it_jams(psi, more, does):
    """The border of mu; below it by less than 1e-3 the force is too large to be followed, and counts as jammed. At 0.6
    the large force just below turns the box to where it jams on its way, later."""
    run = edge_run(-2.0, (4 + tan(psi)**2)/(3*tan(psi))*(1 + more), psi=psi)
    jams, _small = happened(run)
    # [1] of the energy: below it slip ends within 0.6 ms under a thousand times the weight
    assert bool(jams and jams[0].t == 0.0) is does and run.drift < 1e-11


@pytest.mark.parametrize("beyond", [-2.0, 0.2])
@pytest.mark.parametrize("root", [0, 1])
def test_the_angles_at_which_it_jams(root, beyond):
    """With mu = 1.5 between the roots of tan^2 - 4.5 tan + 4 = 0, 50.6 and 73.0 degrees; [deg] from these, inwards."""
    roots = [np.degrees(atan((4.5 + sign*sqrt(4.5**2 - 16))/2)) for sign in (-1, 1)]
    jams, _small = happened(edge_run(-2.0, 1.5, psi=radians(roots[root] + (beyond if root == 0 else -beyond))))
    assert bool(jams) is (beyond > 0)


@pytest.mark.parametrize("beside, rounding", [(False, 0.0), (True, 1e-3)])
def test_where_both_are_consistent_it_leaves(beside, rounding):
    """A3: U > 0 and V* < 0, so that N = -U/V* > 0 would do as well; a disturbance of that grows at once."""
    run = edge_run(-1.0, 2.0, turning=6.0, rounding=rounding, beside=beside)
    v = run.y[at.V:at.V + 3].copy()
    jams, small = happened(run)
    assert not jams and not small and run.y[at.MODE] == at.OPEN
    assert_allclose(run.y[at.V:at.V + 3], v - (0.0, 0.0, G*STEP), rtol=0, atol=1e-13)


@pytest.mark.parametrize("slip, mu", [(2.0, 2.0), (-2.0, 0.3)])
def test_pulled_or_with_little_friction_it_slides(slip, mu):
    """B2: N = -U/V* by the planar theory, at the start; on the way nothing is jammed, and it presses."""
    run = edge_run(slip, mu)
    V = 1 + 3*cos(PSI)*(cos(PSI) + np.sign(slip)*mu*sin(PSI))
    v = run.y[at.V:at.V + 3].copy()
    run.advance(1)
    # [N] mean of the first frame against its begin: the angle turns by 1e-3
    assert (run.y[at.V + 2] - v[2])/STEP + G == pytest.approx(G/V, rel=5e-3)
    for _frame in range(30):
        jams, small = happened(run)
        assert not jams and not small and all(N > 0.0 and F <= mu*N*(1 + 1e-12) for N, F in forces(run))
    assert run.y[at.MODE] == at.SLIPS and run.drift < 1e-13


@pytest.mark.parametrize("beside", [False, True])
def test_a_die_that_slides_flat_stumbles(beside):
    """A cube whose mu is above 5/3 can't slide: its slip ends at its front edge, about which it turns with
    omega = v h/(k^2 + d^2) = 3 v/(4 a)."""
    law, side, v = Contact(Coulomb(1.8), restitution=0.0), 0.1, 0.5
    bodies = [Placed(Box(side, side, side, 1e-9, mass=1.0), Start(at=(0.0, 0.0), velocity=(v, 0.0)))]
    if beside:
        bodies.append(Placed(Box(0.1, 0.1, 0.1, 0.002, mass=1.0), Start(at=(5.0, 5.0))))
    world = World({"table": On(Plane(), Still(), law)}, bodies, {("box", "box"): law} if beside else {})
    run = Integration(assemble_world(world, {}), 1e-6)
    jams, small = happened(run)
    assert len(jams) == 1 and not small
    # [rad/s] within what gravity changes in a microsecond; arms are 1e-8 of themselves too short
    assert_allclose(run.y[at.W:at.W + 3], (0.0, 3*v/(4*side), 0.0), rtol=0, atol=2e-4)
    assert run.y[at.MODE] == at.ROLLS
