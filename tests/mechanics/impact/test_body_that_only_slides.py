"""A point that can't tip: particle on an incline, Contensou's puck, a body that rides along on a turntable."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.mechanics import layout as lay
from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.impact import decision as decisions
from sandbox.mechanics.impact.contact_state import touch
from sandbox.mechanics.impact.decision import decide
from sandbox.mechanics.impact.detachment import analyse
from sandbox.scene import Body, Motion, Plane, Signal
from tests.mechanics.impact.touch import cases, compare, of_kind, system_of


def particle(mass, moment=0.0, angle=0.0):
    """A point that can't tip; `moment` about the normal lets it spin [kg m^2]."""
    inertia = max(moment, 1.0)*np.eye(3)
    body = Body(lambda x, y, z: 0.0*x, (), mass, tuple(map(tuple, inertia)))
    surface = Plane().placed(axis=(0.0, 1.0, 0.0), angle=-angle)
    system = system_of(body, surface)
    system.p[lay.INVERSE_TENSOR:lay.INVERSE_TENSOR + 9] = 0.0
    if moment:
        system.p[lay.INVERSE_TENSOR + 8] = 1.0/moment
    return system


def particle_touch(system, velocity, spin=0.0):
    return touch(0.0, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, spin), velocity, system.p, system.calls)


@pytest.mark.parametrize("name", of_kind("trajectory", "particle_incline"))
def test_particle_on_an_incline(name):
    case = cases()[name]
    params, law = case["params"], dry_law(case["params"]["mu"], case["params"]["mu_s"])
    system, v0 = particle(params["mass"], angle=params["angle"]), case["initial"]["v"]
    up = decide(particle_touch(system, (v0, 0.0, 0.0)), law)
    assert up.mode == decisions.SLIDING
    down = (up.analysis.F/params["mass"] + particle_touch(system, (v0, 0.0, 0.0)).ge)[0]
    compare({"t": -v0/down, "s": -0.5*v0*v0/down}, case, "t", "s", expected=case["expected"]["event"])
    after = decide(particle_touch(system, (0.0, 0.0, 0.0)), law)
    assert after.mode == {"slides_back": decisions.SLIDING, "sticks": decisions.REST}[case["expected"]["event"]["then"]]
    if after.mode == decisions.SLIDING:
        assert_allclose(after.direction, (-1.0, 0.0, 0.0), rtol=0, atol=1e-12)
        last, stop = case["expected"]["states"][-1], case["expected"]["event"]["t"]
        assert_allclose(after.analysis.F[0]/params["mass"] + particle_touch(system, (0.0, 0.0, 0.0)).ge[0],
                        last["v"]/(last["t"] - stop), rtol=1e-12)


def test_puck_slides_and_spins_to_a_joint_end():
    """The Contensou puck by its forces from `analyse`; its last 2e-3 s, where both end together, are left out."""
    case = cases()["contensou_puck"]
    params, law = case["params"], dry_law(case["params"]["mu"], patch=case["params"]["patch_radius"])
    m, moment = params["mass"], params["mass"]*params["gyration_radius_sq"]
    system = particle(m, moment)

    def rhs(_t, y):
        now = particle_touch(system, (y[2], 0.0, 0.0), y[3])
        a = analyse(now, law, True)
        return [y[2], y[3], a.F[0]/m, a.M[2]/moment]

    initial, states = case["initial"], case["expected"]["states"]
    t = [state["t"] for state in states]
    path = solve_ivp(rhs, (0.0, t[-1]), [initial[k] for k in ("x", "phi", "v", "omega_z")], method="DOP853",
                     rtol=1e-12, atol=1e-13, t_eval=t)
    for i, state in enumerate(states):
        compare(dict(zip(("x", "phi", "v", "omega_z"), path.y[:, i], strict=True)), case, "x", "phi", "v", "omega_z",
                expected=state)
    # a spinning patch has no static friction, one at rest has
    assert decide(particle_touch(system, (0.0, 0.0, 0.0), 5.0), law).mode == decisions.SLIDING
    assert decide(particle_touch(system, (0.0, 0.0, 0.0)), law).mode == decisions.REST


def test_a_body_at_rest_rides_along_on_a_turntable_until_friction_is_exceeded():
    """m Omega^2 r <= mu m g."""
    system = particle(0.1)
    system_motion = system_of(system.body, Plane(), Motion("z", Signal((0.0, 3.0))))
    system_motion.p[lay.INVERSE_TENSOR:lay.INVERSE_TENSOR + 9] = 0.0
    for share, mode in ((0.999, decisions.REST), (1.001, decisions.SLIDING)):
        r = share*0.4*9.81/9.0
        now = touch(0.0, (r, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 3.0), None, system_motion.p,
                    system_motion.calls)
        found = decide(now, dry_law(0.4))
        assert found.mode == mode
    assert found.direction[0] > 0.999
