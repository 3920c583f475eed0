"""Systems for the modes of a contact, set up from parameters rather than from a scene."""

import numpy as np

from sandbox.compiling.rotation import matrix_of, multiply
from sandbox.integration import hybrid
from sandbox.mechanics import report
from sandbox.mechanics.contact.modes import mode_table
from sandbox.mechanics.layout import (
    CALL_SHAPE,
    CALL_SURFACE,
    CONSTANT_FRICTION,
    FRAME_END,
    GUARD_END,
    INVERSE_TENSOR,
    KINETIC_FRICTION,
    MASS_CENTRE,
    PATCH,
    ROLLING_RESISTANCE,
    SEEN,
    SEEN_DEFECT,
    SEEN_GUARDS,
    SEEN_KINETIC,
    SHAPE,
    SLIP_SCALE,
    SPINNING_RESISTANCE,
    STATIC_FRICTION,
    SURFACE,
    TENSOR,
    VISCOUS_FRICTION,
)
from sandbox.mechanics.probe import Pose, field_at
from sandbox.scene import Body, Plane, Start, Still
from sandbox.systems.contact.system import assemble

g = 9.81                   # gravity of every scene here [m/s^2]
LAW = {"mu": KINETIC_FRICTION, "mu_s": STATIC_FRICTION, "c0": CONSTANT_FRICTION, "c1": VISCOUS_FRICTION,
       "patch": PATCH, "k_r": ROLLING_RESISTANCE, "k_s": SPINNING_RESISTANCE}


def ball(radius, mass, inertia):
    """A ball as a general body, h = a |nu|."""
    return Body(lambda x, y, z, a: a*np.sqrt(x*x + y*y + z*z), (radius,), mass,
                tuple(map(tuple, inertia*np.eye(3))), size=radius, name="ball")


class Case:
    """A body on a support at its start, with the law of the contact.

    p, calls    of the system (layout.py);  rolling (11,)   the state of mode "body";  free  axes that it can turn about
    """

    def __init__(self, body, surface, motion, start, free=(True, True, True), **law):
        system = assemble(body, surface, motion, start)
        self.p, self.calls, self.rolling = system.p, system.calls, system.y
        inverse = np.linalg.inv(self.p[TENSOR:TENSOR + 9].reshape(3, 3))
        for i in range(3):
            if not free[i]:
                inverse[i, :] = inverse[:, i] = 0.0
        self.p[INVERSE_TENSOR:INVERSE_TENSOR + 9] = inverse.ravel()
        self.p[SLIP_SCALE] = np.sqrt(g*body.size)
        self.p[FRAME_END] = np.inf
        for name, value in law.items():
            self.p[LAW[name]] = value

    def geometry(self, y):
        """n, rho in local axes and the turning body -> local (3, 3) of a state that begins with c, q."""
        n = np.array(field_at(self.calls[CALL_SURFACE], *y[:3], self.p, SURFACE)[:3])
        n /= np.linalg.norm(n)
        turning = np.array(matrix_of(*y[3:7])).reshape(3, 3)
        touch = np.array(field_at(self.calls[CALL_SHAPE], *(-turning.T @ n), self.p, SHAPE)[:3])
        return n, turning @ (touch - self.p[MASS_CENTRE:MASS_CENTRE + 3]), turning

    def sliding(self, slip, bias=(0.0, 0.0, 0.0), w=None):
        """State of mode "sliding"; slip [m/s], made tangential, and absolute w (3,) in local axes."""
        n, rho, turning = self.geometry(self.rolling)
        pose = Pose(0.0, self.p)
        w = turning @ self.rolling[7:10] if w is None else np.asarray(w, float)
        slip = np.asarray(slip, float)
        v = slip - n*(n @ slip) + np.cross(pose.motion[0], self.rolling[:3] - pose.axis_point) - np.cross(w, rho)
        return np.concatenate([self.rolling[:7], turning.T @ w, [0.0], v, bias])

    def slip(self, y, t=0.0):
        """sigma (3,) of a state of mode "sliding", local axes."""
        _, rho, turning = self.geometry(y)
        pose = Pose(t, self.p)
        return y[11:14] + np.cross(turning @ y[7:10], rho) - np.cross(pose.motion[0], y[:3] - pose.axis_point)

    def flight(self, gap, v=(0.0, 0.0, 0.0), w=(0.0, 0.0, 0.0)):
        """State of mode "flight" above the point of `rolling`; v and w (3,) in the laboratory."""
        n, rho, _ = self.geometry(self.rolling)
        pose = Pose(0.0, self.p)
        q = multiply(*pose.quaternion, *self.rolling[3:7])
        turning = np.array(matrix_of(*q)).reshape(3, 3)
        centre = pose.to_lab(self.rolling[:3] - rho + gap*n)
        return np.concatenate([centre, q, turning.T @ np.asarray(w, float), [0.0], v, self.rolling[:3]])


class Run:
    """One mode under the integrator from t, or from s = 0 where another variable stands in.

    guard   index of the guard that ended it, or -1;  status  of hybrid.advance
    """

    def __init__(self, case, mode, y, t=0.0):
        self.case, self.mode, self.y, self.t = case, mode_table(mode), np.array(y, float), t
        self.memory, self.watch = np.zeros(hybrid.MEMORY), np.zeros(hybrid.WATCH)
        self.guard, self.status = -1, 0
        seen = self.seen()
        self.watch[hybrid.REFERENCE], self.watch[hybrid.KINETIC] = seen[SEEN_DEFECT], seen[SEEN_KINETIC]

    def seen(self):
        """The observation of the present state."""
        out = np.zeros(SEEN)
        self.broken = hybrid.observe(self.mode, self.t, self.y, self.case.p, self.case.calls, out)
        return out

    def guards(self):
        return self.seen()[SEEN_GUARDS:]

    def to(self, t, h=1/240):
        """Advance to t by steps of about h, or to the first event; returns self."""
        steps = max(1, round((t - self.t)/h))
        begin, span = self.t, (t - self.t)/steps
        for k in range(steps):
            self.status, self.guard, self.t = hybrid.advance_part(
                self.mode, begin + k*span, span, self.y, self.memory, self.case.p, self.case.calls, self.watch)
            if self.status != 0:
                return self
        self.t = t
        return self

    @property
    def drift(self):
        """Largest change of E_J - ledger over the largest kinetic energy [1]."""
        return self.watch[hybrid.WORST_DEFECT]/self.watch[hybrid.KINETIC]

    def report(self):
        out = np.zeros(report.REPORT)
        hybrid.ask(self.mode[hybrid.REPORT_MODE], self.t, self.y, self.case.p, self.case.calls, out)
        return out


def ended(case, run, mode, stride=0.2, most=200):
    """A run through the mode that leads to the end of the one before: the second run and the time of the end [s].

    mode   "slip_end" or "rest_end", whose state is that of the run and, last, the time
    """
    assert run.guard == GUARD_END
    end = Run(case, mode, np.append(run.y, run.t))
    for _ in range(most):
        end.t = 0.0
        end.to(stride, stride)
        if end.status:
            break
    assert end.guard == GUARD_END
    return end, end.y[-1]


def puck(v, spin, mu=0.3, patch=0.04, motion=None, at=(0.0, 0.0), surface=None, **law):
    """A puck that can't tip: a point for a support function, so that it touches below its centre."""
    m, half = 0.2, 0.005
    body = Body(lambda x, y, z, t: t*abs(z), (half,), m, ((1e-4, 0, 0), (0, 1e-4, 0), (0, 0, 8e-4*m)), size=0.04)
    case = Case(body, surface or Plane(), motion or Still(), Start(at, omega=(0.0, 0.0, 0.0)),
                free=(False, False, True), mu=mu, patch=patch, **law)
    return case, Run(case, "sliding", case.sliding(v, w=spin))
