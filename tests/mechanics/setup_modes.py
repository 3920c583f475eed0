"""Systems for the modes of a contact, set up from parameters rather than from a scene."""

import numpy as np

from sandbox.mechanics import hybrid, report
from sandbox.mechanics.layout import (
    CONSTANT_FRICTION,
    FRAME_END,
    INVERSE_TENSOR,
    KINETIC_FRICTION,
    MASS,
    MASS_CENTRE,
    PATCH,
    ROLLING_RESISTANCE,
    SEEN,
    SEEN_DEFECT,
    SEEN_GUARDS,
    SLIP_SCALE,
    SPINNING_RESISTANCE,
    STATIC_FRICTION,
    TENSOR,
    VISCOUS_FRICTION,
)
from sandbox.mechanics.modes import mode_table
from sandbox.mechanics.probe import Pose, field_at
from sandbox.mechanics.rotation import matrix_of
from sandbox.scene import Body
from sandbox.scene.system import assemble

LAW = {"mu": KINETIC_FRICTION, "mu_s": STATIC_FRICTION, "c0": CONSTANT_FRICTION, "c1": VISCOUS_FRICTION,
       "patch": PATCH, "k_r": ROLLING_RESISTANCE, "k_s": SPINNING_RESISTANCE}


def ball(radius, mass, inertia):
    """A ball as a general body, h = a |nu|."""
    return Body(lambda x, y, z, a: a*np.sqrt(x*x + y*y + z*z), (radius,), mass,
                tuple(map(tuple, inertia*np.eye(3))), size=radius, name="ball")


class Case:
    """A body on a support at its start, with the law of the contact.

    p, calls    of the system (layout.py);  rolling (11,)   the state of mode "body"
    """

    def __init__(self, body, surface, motion, start, free=(True, True, True), **law):
        system = assemble(body, surface, motion, start)
        self.p, self.calls, self.rolling = system.p, system.calls, system.y
        J = self.p[TENSOR:TENSOR + 9].reshape(3, 3)
        inverse = np.linalg.inv(J)
        for i in range(3):
            if not free[i]:
                inverse[i, :] = inverse[:, i] = 0.0
        self.p[INVERSE_TENSOR:INVERSE_TENSOR + 9] = inverse.ravel()
        self.p[SLIP_SCALE] = np.sqrt(9.81*body.size)
        self.p[FRAME_END] = np.inf
        for name, value in law.items():
            self.p[LAW[name]] = value

    @property
    def m(self):
        return self.p[MASS]

    def geometry(self, y):
        """n, rho, turning body -> local of a state that begins with c, q."""
        gradient = np.array(field_at(self.calls[0], *y[:3], self.p, len(self.p) - self.surface_parameters())[:3])
        n = gradient/np.linalg.norm(gradient)
        turning = np.array(matrix_of(*y[3:7])).reshape(3, 3)
        from sandbox.mechanics.layout import SHAPE
        touch = np.array(field_at(self.calls[2], *(-turning.T @ n), self.p, SHAPE)[:3])
        return n, turning @ (touch - self.p[MASS_CENTRE:MASS_CENTRE + 3]), turning

    def surface_parameters(self):
        from sandbox.mechanics.layout import SURFACE
        return len(self.p) - SURFACE

    def sliding(self, slip, bias=(0.0, 0.0, 0.0), w=None):
        """State of mode "sliding" with the given slip (3,) in local axes, made tangential [m/s]."""
        y = self.rolling
        n, rho, turning = self.geometry(y)
        pose = Pose(0.0, self.p)
        w = turning @ y[7:10] if w is None else np.asarray(w, float)
        slip = np.asarray(slip, float)
        v = slip - n*(n @ slip) + np.cross(pose.motion[0], y[:3] - pose.axis_point) - np.cross(w, rho)
        return np.concatenate([y[:7], turning.T @ w, [0.0], v, bias])


class Run:
    """One mode under the integrator, from t = 0 (or s = 0)."""

    def __init__(self, case, mode, y, h=1/240, t=0.0):
        self.case, self.mode, self.y, self.h, self.t, self.k = case, mode_table(mode), np.array(y, float), h, t, 0
        self.memory, self.watch = np.zeros(hybrid.MEMORY), np.zeros(hybrid.WATCH)
        self.guard = -1
        self.start = self.seen()
        self.watch[hybrid.REFERENCE] = self.start[SEEN_DEFECT]

    def seen(self):
        out = np.zeros(SEEN)
        self.broken = hybrid.observe(self.mode, self.t, self.y, self.case.p, self.case.calls, out)
        return out

    def guards(self):
        return self.seen()[SEEN_GUARDS:]

    def to(self, t, steps=None):
        """Advance to t by equal steps, or to the first event; returns self."""
        steps = max(1, round((t - self.t)/self.h)) if steps is None else steps
        span = (t - self.t)/steps
        begin = self.t
        for k in range(steps):
            status, self.guard, self.t = hybrid.advance_part(
                self.mode, begin + k*span, span, self.y, self.memory, self.case.p, self.case.calls, self.watch)
            if status != 0:
                self.status = status
                return self
        self.t, self.status = t, 0
        return self

    @property
    def drift(self):
        """Largest |E_J - ledger - start| [J]."""
        return self.watch[hybrid.WORST_DEFECT]

    def report(self):
        out = np.zeros(report.REPORT)
        hybrid.ask(self.mode[hybrid.REPORT_MODE], self.t, self.y, self.case.p, self.case.calls, out)
        return out
