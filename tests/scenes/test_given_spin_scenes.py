"""What a viewer of the bodies with given spins should see does happen: Suslov, Lagrange, Veselova."""

import numpy as np
import pytest

from tests.oracles.quaternions import rotation_of
from tests.scenes.riding import EVERY, ride


def body_spin(body):
    """Angular velocity in body axes [rad/s]."""
    return rotation_of(body.quaternion).T @ body.angular_velocity


def test_suslov_settles_into_the_opposite_spin():
    seen = ride("suslov", "From one steady spin to the opposite", 20.0, EVERY)
    assert body_spin(seen.last.bodies[0])[1] > 0.9*4.0 and abs(body_spin(seen.last.bodies[0])[2]) < 1e-12
    assert seen.run.meters[0].reason == "" and np.ptp(seen.E_J) < 1e-14


def test_lagrange_top_does_not_feel_the_constraint():
    seen = ride("suslov", "Lagrange's top: nothing to hold", 10.0, EVERY)
    assert np.abs(seen.N).max() < 1e-15 and seen.run.meters[0].reason == ""
    seen = ride("suslov", "The energy goes up and down", 10.0, EVERY)
    assert np.abs(seen.N).max() > 1e-3 and np.ptp(seen.E_J) > 0.2*seen.E_J.min()
    assert "symmetric" in seen.run.meters[0].reason


def test_third_axis_writes_on_a_sphere():
    for name in ("suslov", "veselova"):
        seen = ride(name, "1", 2.0, EVERY)
        np.testing.assert_allclose(np.linalg.norm(seen.contact - seen.r, axis=1), 0.18, atol=1e-14)
        assert np.ptp(seen.contact[:, 2]) > 0.02
        normal = seen.last.bodies[0].normal
        np.testing.assert_allclose(normal, (seen.contact[-1] - seen.r[-1])/0.18, atol=1e-14)


@pytest.mark.parametrize("preset", ["Without a weight", "A heavy body, any shape", "Hanging"])
def test_jacobi_painleve_holds_for_any_body(preset):
    seen = ride("veselova", preset, 20.0, EVERY)
    assert np.ptp(seen.E_J) < 1e-14
    assert all(meter.reason == "" and meter.drift < 1e-14 for meter in seen.run.meters)
    d = seen.run.values["d"]
    assert np.abs(seen.w[:, 2] - d).max() < 1e-12*max(1.0, abs(d))
    assert len(seen.run.meters) == (3 if preset == "Without a weight" else 1)
