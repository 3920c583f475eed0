"""Systems for the modes of a contact, set up from parameters rather than from a scene."""

import numpy as np

from sandbox.compiling.rotation import matrix_of, multiply
from sandbox.integration import arrays, hybrid
from sandbox.integration import observation as obs
from sandbox.integration.settings import CLOCK, FRAME_END, settings_of
from sandbox.integration.status import DONE
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.probe import Pose, field_at
from sandbox.scene import Body, Plane, Start, Still
from sandbox.systems.contact.assembly import assemble
from sandbox.systems.contact.system import FINEST_LEVEL

g = 9.81                   # gravity of every scene here [m/s^2]


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
        inverse = np.linalg.inv(self.p[lay.TENSOR:lay.TENSOR + 9].reshape(3, 3))
        for i in range(3):
            if not free[i]:
                inverse[i, :] = inverse[:, i] = 0.0
        self.p[lay.INVERSE_TENSOR:lay.INVERSE_TENSOR + 9] = inverse.ravel()
        self.p[lay.SLIP_SCALE] = np.sqrt(g*body.size)
        dry_law(**{"mu_s": np.inf, **law}).put(self.p, self.calls)

    def geometry(self, y):
        """n, rho in local axes and the turning body -> local (3, 3) of a state that begins with c, q."""
        n = np.array(field_at(self.calls[lay.CALL_SURFACE], *y[:3], self.p, lay.SURFACE)[:3])
        n /= np.linalg.norm(n)
        turning = np.array(matrix_of(*y[3:7])).reshape(3, 3)
        touch = np.array(field_at(self.calls[lay.CALL_SHAPE], *(-turning.T @ n), self.p, lay.SHAPE)[:3])
        return n, turning @ (touch - self.p[lay.MASS_CENTRE:lay.MASS_CENTRE + 3]), turning

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

    clock   place of the time in y where another variable stands in, end  when it has to stop [s]
    guard   status of integration/status.py: the guard that ended it, DONE, or a stop
    """

    def __init__(self, case, mode, y, t=0.0, clock=-1, end=np.inf):
        self.case, self.mode, self.y, self.t = case, MODES[mode].table, np.array(y, float), t
        self.memory, self.watch = np.zeros(arrays.MEMORY), np.zeros(arrays.WATCH)
        self.guard, self.settings = DONE, settings_of(FINEST_LEVEL)
        self.settings[CLOCK], self.settings[FRAME_END] = clock, end
        seen = self.seen()
        self.watch[arrays.REFERENCE], self.watch[arrays.MAX_KINETIC] = seen[obs.DEFECT], seen[obs.KINETIC_ENERGY]

    def seen(self):
        """The observation of the present state."""
        out = np.zeros(obs.OBSERVATION)
        self.broken = hybrid.observe(self.mode, self.t, self.y, self.case.p, self.case.calls, out)
        return out

    def guards(self):
        return self.seen()[obs.FIRST_GUARD:]

    def to(self, t, h=1/240):
        """Advance to t by steps of about h, or to the first event; returns self."""
        steps = max(1, round((t - self.t)/h))
        begin, span = self.t, (t - self.t)/steps
        for k in range(steps):
            model = self.mode, self.case.p, self.case.calls, self.settings
            self.guard, self.t = hybrid.advance_part(
                hybrid.places_of(model, (self.y, self.memory, self.watch)), begin + k*span, span)
            if self.guard != DONE:
                return self
        self.t = t
        return self

    @property
    def drift(self):
        """Largest change of E_J - ledger over the largest kinetic energy [1]."""
        return self.watch[arrays.WORST_DEFECT]/self.watch[arrays.MAX_KINETIC]

    def report(self):
        out = np.zeros(report.REPORT)
        hybrid.evaluate(self.mode[arrays.REPORT_STATE], self.t, self.y, self.case.p, self.case.calls, out)
        return out


def ended(case, run, mode, stride=0.2, most=200):
    """A run through the mode that leads to the end of the one before: the second run and the time of the end [s].

    mode   "slip_end" or "rest_end", whose state is that of the run and, last, the time
    """
    assert run.guard == lay.GUARD_END
    end = Run(case, mode, np.append(run.y, run.t))
    for _ in range(most):
        end.t = 0.0
        end.to(stride, stride)
        if end.guard != DONE:
            break
    assert end.guard == lay.GUARD_END
    return end, end.y[-1]


def puck(v, spin, mu=0.3, patch=0.04, motion=None, at=(0.0, 0.0), surface=None, **law):
    """A puck that can't tip: a point for a support function, so that it touches below its centre."""
    m, half = 0.2, 0.005
    body = Body(lambda x, y, z, t: t*abs(z), (half,), m, ((1e-4, 0, 0), (0, 1e-4, 0), (0, 0, 8e-4*m)), size=0.04)
    case = Case(body, surface or Plane(), motion or Still(), Start(at, omega=(0.0, 0.0, 0.0)),
                free=(False, False, True), mu=mu, patch=patch, **law)
    return case, Run(case, "sliding", case.sliding(v, w=spin))
