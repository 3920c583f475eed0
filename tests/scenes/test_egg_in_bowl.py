"""Egg in a turning bowl: rocking in closed form, multipliers in inertial coordinates, the Jacobi integral."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.run.simulation import Simulation
from tests.oracles import rigid_bodies, supports, surfaces
from tests.oracles.multipliers import Problem
from tests.oracles.quaternions import rotation_of
from tests.oracles.runs import simulate
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("egg_in_bowl")


def begin(preset, **changes):
    return Simulation(SCENE, {**SCENE.preset(preset).values, **changes})


@pytest.mark.parametrize(("name", "half", "wide"), [("x", 0.04, 0.24), ("y", 0.03, 0.18)])
def test_rocking_at_the_bottom(name, half, wide):
    """omega^2 = g (rho - c)/(k^2 + c^2) of small swings along each half axis of an oval bowl."""
    run = begin("It rocks at the bottom", A=0.24, B=0.18, **{"x": 0.0, "y": 0.0, name: 1e-4})
    c, C = 0.03, 0.14
    rho = 1/(c/half**2 - C/wide**2)
    omega = np.sqrt(G*(rho - c)/((half**2 + c*c)/5 + c*c))
    axis = 0 if name == "x" else 1
    at = np.array([run.peek(share*2*np.pi/omega).bodies[0].centre[axis] for share in (0.0, 0.25, 0.5, 0.75, 1.0)])
    # about the place where it would lie still, which the start does not choose
    middle, swing = 0.5*(at[0] + at[2]), 0.5*(at[0] - at[2])
    assert_allclose((at - middle)/swing, (1.0, 0.0, -1.0, 0.0, 1.0), atol=1e-4)     # 1e-4 m over 0.03 m, squared
    assert abs(swing) > 1e-5


@pytest.mark.parametrize("preset", ["An egg in a round bowl", "An oval bowl", "The bowl leans", "A lens"])
def test_it_moves_as_by_multipliers(preset):
    run = begin(preset)
    p = run.values
    lean = np.radians(p["lean"])
    support = supports.rotating(
        {"axis": [0, -np.sin(lean), np.cos(lean)], "point": [0, 0, p["C"]],
         "angle": {"type": "polynomial", "coeffs": [0.0, p["rate"]]}},
        {"origin": [0, 0, p["C"]], "axis": [1, 0, 0], "angle": lean})
    mass = 4/3*np.pi*1050*p["a"]*p["b"]*p["c"]
    square = np.array((p["a"], p["b"], p["c"]))**2
    inertia = np.diag(mass/5*(square.sum() - square))
    body = rigid_bodies.ellipsoid((p["a"], p["b"], p["c"]), mass, inertia)
    problem = Problem(body, surfaces.ellipsoid_inside(p["A"], p["B"], p["C"]), support)
    first = run.snapshot().bodies[0]
    found = simulate(problem, first.centre, first.quaternion, first.angular_velocity, [0.0, 0.5, 1.0])
    run.advance(240)
    seen = run.snapshot().bodies[0]
    assert_allclose(seen.centre, found.x_G[-1], atol=1e-9)                              # [m]
    assert_allclose(seen.angular_velocity, found.w[-1], atol=1e-7)                      # [rad/s]
    assert_allclose(seen.N*seen.normal + seen.F, found.force[-1], atol=1e-8)            # [N]


@pytest.mark.parametrize("preset", ["An egg in a round bowl", "An oval bowl", "A lens"])
def test_jacobi_integral_to_the_last_digits(preset):
    """Bychkov: E_J of an ellipsoid in a turning bowl stays, at 1e-14 of the energies; the energy does not."""
    run = begin(preset)
    kept = run.watch()
    run.advance(10*240)
    rows = kept.states().rows
    assert np.ptp(rows.E_J) < 3e-14*run.scale and np.ptp(rows.E_J - rows.ledger) < 3e-14*run.scale
    # the plain energy: kinetic and of height, in the laboratory
    body = run.system.body
    J, plain = np.asarray(body.inertia), []
    for k in range(0, 600, 60):
        seen = Simulation(run.scene, run.values).peek(k/240).bodies[0]
        w = rotation_of(seen.quaternion).T @ seen.angular_velocity
        plain.append(0.5*body.mass*seen.velocity @ seen.velocity + 0.5*w @ J @ w + body.mass*G*seen.centre[2])
    assert np.ptp(plain) > 1e-3*run.scale


def test_a_leaning_bowl_needs_its_ledger():
    run = begin("The bowl leans")
    kept = run.watch()
    run.advance(10*240)
    rows = kept.states().rows
    assert np.ptp(rows.E_J) > 0.02*run.scale and np.ptp(rows.E_J - rows.ledger) < 3e-14*run.scale


def test_each_egg_touches_each_bowl_in_one_point():
    """The flattest place of any body is more curved than the sharpest bend of any bowl that the sliders give."""
    ranges = {parameter.name: (parameter.low, parameter.high) for parameter in SCENE.parameters}
    least, most = min(ranges[name][0] for name in "abc"), max(ranges[name][1] for name in "abc")
    wide = [ranges[name] for name in "AB"]
    bend = min(ranges["C"][0]**2/max(w[1] for w in wide), min(w[0] for w in wide)**2/max(w[1] for w in wide))
    assert most**2/least < bend
