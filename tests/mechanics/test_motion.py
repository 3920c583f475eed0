"""The vectors of the support's motion against differences of its pose."""

import numpy as np
import pytest

from sandbox.mechanics.probe import Pose
from sandbox.scene import Ball, Motion, Plane, Signal, Start, rate_sine
from sandbox.systems.contact.assembly import assemble

MOTIONS = {
    "uniform": Motion("z", Signal((0.0, 2.0))),
    "about an oblique axis": Motion((0.2, -0.1, 1.0), Signal((0.1, 2.0, -0.3, 0.05)), point=(0.1, 0.2, -0.1)),
    "swinging rate": Motion("z", rate_sine(1.0, 0.7, 3.0)),
    "tilting": Motion("z", Signal((0.0, 1.5)), tilt=Signal(sine=0.2, nu=2.0)),
    "all at once": Motion((0.0, 0.3, 1.0), rate_sine(1.0, 0.7, 3.0), (0.05, 0.0, 0.0), "x", Signal(sine=0.2, nu=2.0),
                          "y", Signal(cosine=0.1, nu=1.3),
                          (Signal(sine=0.01, nu=4.0), Signal((0.0, 0.1, -0.2)), Signal(cosine=0.02, nu=3.0))),
}


def parameters(motion):
    surface = Plane().placed(origin=(0.01, 0.02, 0.0), axis=(1.0, 0.5, 0.2), angle=0.3)
    from sandbox.mechanics import layout as lay
    from sandbox.systems.motion_numbers import put_motion
    p = np.zeros(lay.SURFACE + 1)
    put_motion(p, motion, surface, {})
    return p


@pytest.mark.parametrize("name", MOTIONS)
def test_motion_is_the_derivative_of_the_pose(name):
    motion = MOTIONS[name]
    p, t, h = parameters(motion), 0.7, 1e-3
    weights = {-2: 1/12, -1: -2/3, 1: 2/3, 2: -1/12}
    poses = {k: Pose(t + k*h, p) for k in range(-2, 3)}
    now = poses[0].rotation
    rate = sum(w*poses[k].rotation for k, w in weights.items())/h
    found = Pose(t, p).motion

    # R^T R' is the cross-product matrix of ws; ws' that of the components
    cross = now.T @ rate
    np.testing.assert_allclose(found[0], [cross[2, 1], cross[0, 2], cross[1, 0]], rtol=0, atol=1e-10)
    spins = {k: Pose(t + k*h, p).motion for k in weights}
    np.testing.assert_allclose(found[1], sum(w*spins[k][0] for k, w in weights.items())/h, rtol=0, atol=1e-9)
    np.testing.assert_allclose(found[3], sum(w*spins[k][2] for k, w in weights.items())/h, rtol=0, atol=1e-8)
    second = {-2: -1/12, -1: 4/3, 0: -5/2, 1: 4/3, 2: -1/12}
    acceleration = sum(w*poses[k].point for k, w in second.items())/h**2
    np.testing.assert_allclose(found[2], now.T @ (np.array(motion.gravity) - acceleration), rtol=0, atol=1e-7)


def test_the_short_way_for_a_constant_rate_gives_the_same():
    """The flag that skips work may change no digit beyond rounding."""
    from sandbox.mechanics import layout as lay
    p = parameters(Motion((1.0, 0.5, 0.2), Signal((0.0, 2.0)), gravity=(-4.0, -2.0, -0.8)))
    system = assemble(Ball(0.01), Plane(), MOTIONS["uniform"], Start((0.1, 0.0)))
    assert system.p[lay.IS_STEADY] == 1.0
    for q in (system.p, p):
        short = Pose(0.7, q).motion
        q[lay.IS_STEADY] = 0.0
        np.testing.assert_allclose(Pose(0.7, q).motion, short, rtol=0, atol=1e-14)
