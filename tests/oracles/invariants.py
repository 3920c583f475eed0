"""Jacobi integral of the rolling body and its ledger, from laboratory quantities (any motion of the support).

With x = x_G - p, v = v_G - p' (relative to the support's origin, laboratory axes), L = m x x v + J w, ge = g - p'':

    E_J     = m v^2/2 + w.J w/2 - ws.L - m ge.x
    ledger' = -alpha.L - m ge'.x,    ge' = -p''' - ws x ge   (rate of ge as seen in the turning support axes)

E_J - ledger is constant while the body rolls without slip. Derivation: with F the contact force, acting at c, and
rolling, d/dt(kinetic) = F.(ws x (c - p)) + m ge.v and d/dt(ws.L) = alpha.L + ws.((c - p) x F) + m ws.(x x ge); the
contact force cancels. Uniform rotation about a vertical axis: ledger = 0, Jacobi's integral. Source: engine.md 1.1 for
the definition.
"""
import numpy as np

from .supports import cross


def _relative(x_G, v_G, R, w, mass, inertia, pose, gravity):
    x, v = x_G - pose.p, v_G - pose.v
    spin = R @ (inertia @ (R.T @ w))
    return x, v, spin, mass*cross(x, v) + spin, gravity - pose.a


def jacobi_integral(x_G, v_G, R, w, mass, inertia, pose, gravity):
    """E_J [J] of one state.

    x_G v_G w (3,) laboratory [m, m/s, rad/s]; R (3, 3) body -> laboratory; inertia (3, 3) in body axes [kg m^2];
    pose the support's Pose at that time; gravity (3,) [m/s^2].
    """
    x, v, spin, L, ge = _relative(x_G, v_G, R, w, mass, inertia, pose, gravity)
    return float(0.5*mass*(v @ v) + 0.5*(w @ spin) - pose.ws @ L - mass*(ge @ x))


def ledger_power(x_G, v_G, R, w, mass, inertia, pose, gravity):
    """Rate of the ledger [W]; arguments as in `jacobi_integral`."""
    x, _, _, L, ge = _relative(x_G, v_G, R, w, mass, inertia, pose, gravity)
    return float(-(pose.alpha @ L) + mass*((pose.j + cross(pose.ws, ge)) @ x))


def ledger_power_by_forces(x_G, v_G, R, w, a_G, w_rate, force, contact, mass, inertia, pose, gravity):
    """Rate of E_J [W] by differentiating it term by term with the accelerations and the contact force of a run.

        E_J' = m v.(a - p'') + w.M - alpha.L - ws.L' - m ge.v + m p'''.x,
        M = (c - x_G) x F,   L' = x x m (a - p'') + M

    Nothing cancels on paper here, so it tests the algebra of `ledger_power`. Accelerations in m/s^2, rad/s^2, force in
    N.
    """
    x, v, _, L, ge = _relative(x_G, v_G, R, w, mass, inertia, pose, gravity)
    moment = cross(contact - x_G, force)
    L_rate = cross(x, mass*(a_G - pose.a)) + moment
    return float(mass*(v @ (a_G - pose.a)) + w @ moment - pose.alpha @ L - pose.ws @ L_rate - mass*(ge @ v)
                 + mass*(pose.j @ x))


def energy(x_G, v_G, R, w, mass, inertia, gravity):
    """Kinetic plus potential energy in the laboratory [J]; its rate is F.u_P, the power of the support."""
    return float(0.5*mass*(v_G @ v_G) + 0.5*(w @ (R @ (inertia @ (R.T @ w)))) - mass*(gravity @ np.asarray(x_G)))
