"""A body with the masses that it carries at an instant: how all of them answer to an impulse.

With masses m_k at s_k from the body's own mass centre and P_k = 1 - e e^T for one on a line along e, else 1, an impulse
P at rho changes V and w by

    sum m_k P_k (dV + dw x s_k) = P,     J dw + sum m_k s_k x P_k (dV + dw x s_k) = rho x P,     du = G P

and the speed along a line by -e.(dV + dw x s), for no impulse acts there. What is gained is P.(u + u+)/2 and the work
of the motors, sum m_k s_k'.(dV + dw x s_k) + I theta' e.dw.
"""

import numpy as np

from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact import load
from sandbox.mechanics.impact.contact_state import skew


class Inside:
    """A body and what it carries, along the axes to which `turning` (3, 3) leads from those of the body.

    lines   alpha and alpha' of the two lines (4,) [m, m/s]
    """

    def __init__(self, t: float, p: np.ndarray, lines: np.ndarray, turning: np.ndarray):
        self.t, self.p, self.speeds, self.turning = t, p, lines, turning
        # mass, place, its velocity in the body, direction of its line or None
        self.lines, self.driven, self.rotors = [], [], []
        for i in range(lay.SLIDERS):
            at, alpha = lay.CARRIED + i*lay.SLIDER_SIZE, lines[2*i]
            e = p[at + lay.SLIDER_DIRECTION:at + lay.SLIDER_DIRECTION + 3]
            s = p[at + lay.SLIDER_POINT:at + lay.SLIDER_POINT + 3] + alpha*e
            self.lines.append((p[at + lay.SLIDER_MASS], turning @ s, turning @ e))
        for i in range(lay.DRIVEN):
            part = np.zeros(10)
            load.fill_driven(t, p, lay.FIRST_DRIVEN + i*lay.DRIVEN_SIZE, part)
            # I theta' e of a rotor, whose mass belongs to the body's
            s, rate, h = (turning @ part[1 + 3*j:4 + 3*j] for j in range(3))
            self.driven.append((float(part[0]), s, rate))
            self.rotors.append(h)

    def inertia(self) -> np.ndarray:
        """What V and w change by an impulse and its moment about the body's own mass centre (6, 6)."""
        found = np.zeros((6, 6))
        found[:3, :3] = self.p[lay.MASS]*np.eye(3)
        found[3:, 3:] = self.turning @ self.p[lay.TENSOR:lay.TENSOR + 9].reshape(3, 3) @ self.turning.T
        held = [(m, s, np.eye(3) - np.outer(e, e)) for m, s, e in self.lines]
        held += [(m, s, np.eye(3)) for m, s, _rate in self.driven]
        for m, s, across in held:
            moved = np.hstack([np.eye(3), -skew(s)])
            found += m*moved.T @ across @ moved
        return found

    def answer(self, rho: np.ndarray) -> np.ndarray:
        """dV and dw (6, 3) by an impulse at rho."""
        return np.linalg.solve(self.inertia(), np.hstack([np.eye(3), -skew(rho)]).T)

    def pushed(self, dV, dw) -> np.ndarray:
        """The lines (4,) after dV and dw."""
        after = self.speeds.copy()
        for i, (_m, s, e) in enumerate(self.lines):
            after[2*i + 1] -= e @ (dV + np.cross(dw, s))
        return after

    def work(self, dV, dw) -> float:
        """Work of the motors in dV and dw [J]."""
        return float(sum(m*(rate @ (dV + np.cross(dw, s))) for m, s, rate in self.driven)
                     + sum(h @ dw for h in self.rotors))

    def free(self, w, force, moment) -> tuple[np.ndarray, np.ndarray]:
        """Acceleration of the body's own mass centre less gravity [m/s^2], and w' [rad/s^2], without a contact.

        w (3,) [rad/s], force (3,) [N] at the mass centre, moment (3,) about it [N m], along the axes of `turning`
        """
        asked, found = np.empty(load.FREE_ASKED), np.empty(load.FREE_FOUND)
        for at, vector in ((load.FREE_SPIN, w), (load.FREE_FORCE, force), (load.FREE_MOMENT, moment)):
            asked[at:at + 3] = self.turning.T @ vector
        asked[load.FREE_LINES:] = self.speeds
        load.fill_free(self.t, asked, self.p, found)
        return self.turning @ found[:3], self.turning @ found[3:]
