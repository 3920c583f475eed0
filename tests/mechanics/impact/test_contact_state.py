"""One contact at one instant: against the rolling engine, multipliers, the gap of a free body, the vectors."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.compiling.rotation import multiply, quaternion_rate_body
from sandbox.integration import arrays, hybrid
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.impact.contact_state import skew, tangents, touch
from sandbox.mechanics.probe import Pose, field_at, motion_at
from sandbox.scene import Ball, Body, Disk, Ellipsoid, Motion, Paraboloid, Plane, Signal, Sphere, Start, rate_sine
from sandbox.systems.contact.assembly import assemble
from tests.mechanics.impact.touch import cases, compare, of_kind, rotation, solid_touch, system_of
from tests.oracles import general_body
from tests.physics import test_general_body as rolling_bodies

REFERENCE = general_body.load()
PEBBLE = Ellipsoid(0.06, 0.045, 0.03, 0.4, [[2.4e-4, 3e-5, -2e-5], [3e-5, 3.6e-4, 4e-5], [-2e-5, 4e-5, 4.6e-4]],
                   (0.004, -0.003, -0.005))
COIN = Disk(0.04, 0.25, 0.02, 0.003)
MOVING = Motion((0.0, 0.3, 1.0), rate_sine(1.5, 0.7, 3.0), (0.05, 0.0, 0.0), "x", Signal(sine=0.2, nu=2.0),
                "y", Signal(cosine=0.1, nu=1.3),
                (Signal(sine=0.01, nu=4.0), Signal((0.0, 0.1, -0.2)), Signal(cosine=0.02, nu=3.0)))
SCENES = {
    "ellipsoid in a moving bowl": (PEBBLE, Paraboloid(0.3), MOVING),
    "ellipsoid on a moving globe": (PEBBLE, Sphere(0.5, inside=False), MOVING),
    "coin on a moving plane": (COIN, Plane(), MOVING),
    "coin in a turning sphere": (COIN, Sphere(0.4), Motion("z", Signal((0.0, 3.0)))),
}


def a_state(name, seed):
    """A random state: system, t, contact point, quaternion, angular velocity."""
    body, surface, motion = SCENES[name]
    random = np.random.default_rng(seed)
    system = system_of(body, surface.placed((0.02, -0.01, 0.03), (1.0, 0.5, 0.2), 0.2), motion, at=(0.06, 0.03))
    q = random.normal(size=4)
    return system, 0.4 + random.random(), system.y[:3], q/np.linalg.norm(q), 3.0*random.normal(size=3)


@pytest.mark.parametrize("name", SCENES)
def test_reaction_of_rolling_is_that_of_the_engine(name):
    for seed in range(10):
        system, t, c, q, w = a_state(name, seed)
        found = touch(t, c, q, w, None, system.p, system.calls)
        lam = -np.linalg.solve(found.G, found.c_free)
        out = np.zeros(report.REPORT)
        y, table = np.concatenate((c, q, w, [0.0])), MODES["rolling"].table
        hybrid.evaluate(table[arrays.REPORT_STATE], t, y, system.p, system.calls, out)
        engine = Pose(t, system.p).rotation.T @ out[report.FORCE:report.FORCE + 3]
        # [1] two ways to the same three numbers
        assert np.abs(lam - engine).max() <= 1e-12*np.abs(engine).max()
        seen = np.zeros(obs.OBSERVATION)
        hybrid.evaluate(table[arrays.OBSERVE], t, y, system.p, system.calls, seen)
        assert_allclose(found.fit, seen[obs.FIRST_GUARD + lay.GUARD_FIT] + lay.FIT_MARGIN, rtol=1e-13)


@pytest.mark.parametrize("name", REFERENCE)
def test_reaction_of_rolling_is_that_of_multipliers(name):
    """An independent formulation in inertial coordinates (tests/oracles/multipliers.py)."""
    case = REFERENCE[name]
    surface = rolling_bodies.surface_of(case["surface"])
    if case["placement"]:
        surface = surface.placed(**case["placement"])
    first = case["samples"][0]
    initial = case["initial"]
    system = system_of(rolling_bodies.shape_of(case["body"]), surface, rolling_bodies.motion(case),
                       at=tuple(first["contact"]), omega=tuple(initial["omega"]), orientation=tuple(initial["quat"]))
    for sample in case["samples"]:
        pose = Pose(sample["t"], system.p)
        q = multiply(*(pose.quaternion*[1, -1, -1, -1]), *sample["quat"])
        w = rotation(sample["quat"]).T @ np.array(sample["omega"])
        found = touch(sample["t"], pose.to_local(sample["contact"]), q, w, None, system.p, system.calls)
        force = pose.rotation @ -np.linalg.solve(found.G, found.c_free)
        scale = np.linalg.norm(sample["force"])
        # [1] a contact point known to 1e-12 m changes the force of a body of 3 cm by that over its size
        assert_allclose(force, sample["force"], rtol=0, atol=1e-9*scale + 20*case["error"]["force"])


class Free:
    """A body that starts in contact and then moves under a given constant force and its weight, laboratory axes."""

    def __init__(self, system, t, now, force):
        self.system, self.t0, self.force = system, t, force
        pose = Pose(t, system.p)
        self.R0, self.m = pose.rotation @ now.turning, now.m
        self.rho0 = pose.rotation @ now.rho
        self.x0 = pose.point + pose.rotation @ (now.c - now.rho)
        self.v0 = pose.point_velocity + pose.rotation @ now.v
        self.w0 = pose.rotation @ now.w
        g = np.asarray(system.motion.gravity, float)
        self.a0 = g + force/self.m
        J, J_inverse = (pose.rotation @ M @ pose.rotation.T for M in (now.J, now.J_inverse))
        self.alpha0 = J_inverse @ (np.cross(self.rho0, force) - np.cross(self.w0, J @ self.w0))

    def at(self, s):
        """Mass centre, rotation and their rates, right to second order in s."""
        turned = s*self.w0 + 0.5*s*s*self.alpha0
        angle = np.linalg.norm(turned)
        K = skew(turned/angle) if angle > 0.0 else np.zeros((3, 3))
        R = (np.eye(3) + np.sin(angle)*K + (1.0 - np.cos(angle))*K @ K) @ self.R0
        return self.x0 + s*self.v0 + 0.5*s*s*self.a0, R, self.v0 + s*self.a0, self.w0 + s*self.alpha0

    def nearest(self, s, c):
        """Gap and relative velocity of the nearest points, by Newton on foot and gap in local coordinates."""
        system, t = self.system, self.t0 + s
        pose = Pose(t, system.p)
        x, R, v, w = self.at(s)
        turning = pose.rotation.T @ R
        q = quaternion_of(turning)
        foot, gap = c.copy(), 0.0
        for _ in range(30):
            here = touch(t, foot, q, R.T @ w, None, system.p, system.calls)
            phi = field_at(system.calls[lay.CALL_DOMAIN], *foot, system.p, lay.SURFACE)[0]
            slope = (field_at(system.calls[lay.CALL_DOMAIN], *(foot + 1e-6*here.n), system.p, lay.SURFACE)[0]
                     - field_at(system.calls[lay.CALL_DOMAIN], *(foot - 1e-6*here.n), system.p, lay.SURFACE)[0])/2e-6
            body_point = pose.to_local(x) + here.rho
            miss = body_point - foot
            gap = here.n @ miss
            along = miss - gap*here.n
            # moving the foot by d turns n by W d and moves the body's point by -S W d
            step = np.linalg.solve(np.eye(3) + here.S @ here.W + gap*here.W, along) - phi/slope*here.n
            foot = foot + step
            if np.linalg.norm(step) < 1e-16:
                break
        here = touch(t, foot, q, R.T @ w, pose.rotation.T @ (v - pose.point_velocity), system.p, system.calls)
        return gap, pose.rotation @ here.u


def quaternion_of(R):
    """Unit quaternion of a rotation matrix, from its largest component."""
    t = np.array((np.trace(R), R[0, 0], R[1, 1], R[2, 2]))
    i = int(np.argmax(t))
    q = np.zeros(4)
    if i == 0:
        q[:] = 1.0 + t[0], R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
    else:
        a, b, c = i - 1, i % 3, (i + 1) % 3
        q[0] = R[c, b] - R[b, c]
        q[i] = 1.0 + R[a, a] - R[b, b] - R[c, c]
        q[1 + b], q[1 + c] = R[a, b] + R[b, a], R[c, a] + R[a, c]
    return q/np.linalg.norm(q)


@pytest.mark.parametrize("forced", [False, True], ids=["free", "pushed"])
@pytest.mark.parametrize("name", SCENES)
def test_gap_of_a_moving_body_has_the_predicted_acceleration(name, forced):
    """Lambda'' = U + n.G lambda and u' = c_free + G lambda, by differences of the true gap and slip."""
    for seed in range(4):
        system, t, c, q, w = a_state(name, seed)
        rolling = touch(t, c, q, w, None, system.p, system.calls)
        slip = np.array((0.5, -0.3)) @ rolling.basis
        now = touch(t, c, q, w, rolling.v + slip, system.p, system.calls)
        assert_allclose(now.sigma, slip, rtol=0, atol=1e-15)
        pose = Pose(t, system.p)
        force = pose.rotation @ np.random.default_rng(seed).normal(size=3) if forced else np.zeros(3)
        body, h = Free(system, t, now, force), 2e-4
        seen = {k: body.nearest(k*h, np.asarray(c)) for k in (-2, -1, 0, 1, 2)}
        assert abs(seen[0][0]) < 1e-15
        local = pose.rotation.T @ force

        gaps = {k: gap for k, (gap, _u) in seen.items()}
        opening = (8.0*(gaps[1] - gaps[-1]) - (gaps[2] - gaps[-2]))/(12.0*h)
        assert abs(opening) < 1e-6
        # the body's motion is right to second order, so second differences are right to h^2
        second = (gaps[1] + gaps[-1] - 2.0*gaps[0])/h**2
        expected = now.n @ now.c_free + now.n_dot @ now.u + now.n @ now.G @ local
        assert_allclose(second, expected, rtol=2e-5, atol=1e-4)

        # seen from the laboratory, as the axis point moves its velocity cancels in u
        change = pose.rotation.T @ (seen[1][1] - seen[-1][1])/(2.0*h)
        assert_allclose(change, now.c_free + now.G @ local, rtol=2e-5, atol=2e-4*np.abs(now.c_free).max())


@pytest.mark.parametrize("name", of_kind("algebraic", "rigid3d"))
def test_vectors(name):
    case = cases()[name]
    found = solid_touch(name, case["initial"])
    compare({"r_contact": found.rho, "contact_velocity": found.u, "c_free": found.c_free}, case,
            "r_contact", "contact_velocity", "c_free")


def test_response_of_the_ellipsoid_of_the_impact():
    case = cases()["impact3d_ellipsoid"]
    found = solid_touch("impact3d_ellipsoid", case["initial"])
    compare({"G": found.G, "r_contact": found.rho, "contact_velocity_before": found.u}, case,
            "G", "r_contact", "contact_velocity_before")


def test_a_body_without_shape_field_is_a_ball():
    ball = Ball(0.03, mass=0.2)
    surface, motion = Paraboloid(0.3), MOVING
    plain = assemble(ball, surface, motion, Start((0.05, 0.02), omega=(1.0, 2.0, 3.0)))
    sphere = system_of(Body(lambda x, y, z, r: r*(x*x + y*y + z*z)**0.5, (0.03,), 0.2,
                            tuple(map(tuple, ball.I*np.eye(3))), size=0.03), surface, motion, at=(0.05, 0.02))
    q, w, v = np.array((0.6, 0.8, 0.0, 0.0)), (1.0, -2.0, 3.0), (0.3, 0.1, -0.2)
    one = touch(0.3, sphere.y[:3], q, w, v, plain.p, plain.calls)
    other = touch(0.3, sphere.y[:3], q, w, v, sphere.p, sphere.calls)
    for name in ("rho", "S", "u", "u_b", "u_s", "G", "c_free", "n_dot", "r_dot", "fit"):
        assert_allclose(getattr(one, name), getattr(other, name), rtol=1e-12, atol=1e-13, err_msg=name)


def test_a_body_that_cannot_tip_only_slides():
    system = system_of(PEBBLE)
    system.p[lay.INVERSE_TENSOR:lay.INVERSE_TENSOR + 9] = 0.0
    found = touch(0.0, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.4, 0.0, 0.0), system.p, system.calls)
    assert_allclose(found.G, np.eye(3)/PEBBLE.mass, rtol=1e-15, atol=0)
    assert_allclose(found.c_free, (0.0, 0.0, -9.81), rtol=0, atol=1e-15)
    # on a moving support it keeps its place in it
    system, t, c, q, _w = a_state("ellipsoid in a moving bowl", 1)
    system.p[lay.INVERSE_TENSOR:lay.INVERSE_TENSOR + 9] = 0.0
    now = touch(t, c, q, rotation(q).T @ motion_at(t, system.p)[0], None, system.p, system.calls)
    assert_allclose(now.turning_free, now.as_, rtol=0, atol=1e-13)
    r = now.c - now.rho
    riding = now.ge - np.cross(now.as_, r) - np.cross(now.ws, np.cross(now.ws, r))
    assert_allclose(now.c_free, riding, rtol=0, atol=1e-13)


def test_an_external_moment_turns_the_body():
    system = system_of(PEBBLE)
    q, moment = (0.9, 0.1, 0.3, 0.2), np.array((1e-3, 2e-3, -1e-3))
    with_it = touch(0.0, (0.0, 0.0, 0.0), q, (0.0, 0.0, 0.0), None, system.p, system.calls, moment)
    assert_allclose(with_it.c_free - with_it.ge, np.cross(np.linalg.solve(with_it.J, moment), with_it.rho),
                    rtol=1e-12, atol=1e-13)


def test_kicked_velocities_carry_the_impulse():
    system, t, c, q, w = a_state("ellipsoid in a moving bowl", 3)
    found, P = touch(t, c, q, w, None, system.p, system.calls), np.array((0.1, -0.2, 0.3))
    v, w_body = found.after_impulse(P)
    after = touch(t, c, q, w_body, v, system.p, system.calls)
    assert_allclose(after.u - found.u, found.G @ P, rtol=0, atol=1e-14)
    assert_allclose(found.m*(after.v - found.v), P, rtol=1e-13, atol=1e-15)
    assert_allclose(found.J @ (after.w - found.w), np.cross(found.rho, P), rtol=0, atol=1e-16)


def test_tangents_are_a_right_handed_basis():
    for n in np.random.default_rng(1).normal(size=(200, 3)):
        n = n/np.linalg.norm(n)
        axes = np.vstack((tangents(n), n))
        assert_allclose(axes @ axes.T, np.eye(3), rtol=0, atol=1e-15)
        assert np.linalg.det(axes) > 0.0


def test_support_motion_and_quaternion_rate_are_used_as_the_engine_uses_them():
    """Migration keeps the normals opposite: n' of the support is the rate at which the body's touching normal turns."""
    system, t, c, q, w = a_state("ellipsoid in a moving bowl", 5)
    now = touch(t, c, q, w, None, system.p, system.calls)
    ws = motion_at(t, system.p)[0]
    assert_allclose(now.ws, ws, rtol=0, atol=0)
    h = 1e-6
    rate = np.array(quaternion_rate_body(*(now.turning.T @ now.wr), *q))
    later, sooner = (touch(t, c + k*h*now.u_s, q + k*h*rate, w, None, system.p, system.calls) for k in (1, -1))
    # rho in support axes changes by its inertial rate less the turning of the axes
    assert_allclose((later.rho - sooner.rho)/(2*h), now.r_dot - np.cross(ws, now.rho), rtol=0, atol=1e-8)
    assert_allclose((later.n - sooner.n)/(2*h), now.n_dot - np.cross(ws, now.n), rtol=0, atol=1e-8)
