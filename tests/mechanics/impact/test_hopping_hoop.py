"""The hopping hoop is taken through grip, slip and flight by the analysis of Table 1 alone."""

import numpy as np
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from sandbox.mechanics.impact import decision as decisions
from sandbox.mechanics.impact.decision import decide
from sandbox.mechanics.impact.detachment import analyse
from tests.mechanics.impact.touch import cases, compare, hoop_touch, law_of


class Hoop:
    """The hopping hoop driven by `analyse` and `decide` alone; state x_G, phi and their rates."""

    def __init__(self, name):
        self.name, self.case = name, cases()[name]
        params = self.case["params"]
        self.law, self.d, self.r, self.A, self.g = (law_of(params["friction"]), params["delta"], params["r"],
                                                    params["A"], params["g"])
        self.direction = None

    def touch(self, y, slips=True):
        state = {"x_G": y[0], "phi": y[1], "phidot": y[3]}
        return hoop_touch(self.name, {**state, "xdot_G": y[2]} if slips else state)

    def look(self, y, mode):
        now = self.touch(y, mode == decisions.SLIDING)
        return analyse(now, self.law, mode == decisions.SLIDING, self.direction if mode == decisions.SLIDING else None)

    def rhs(self, mode):
        def rates(_t, y):
            a = self.look(y, mode)
            h, h1 = self.r + self.d*np.sin(y[1]), self.d*np.cos(y[1])
            return [y[2], y[3], a.F[0], (-a.N*h1 + a.F[0]*h)/self.A]
        return rates

    def follow(self, t, y, mode, end):
        end.terminal, end.direction = True, -1.0
        path = solve_ivp(self.rhs(mode), (t, t + 1.0), y, method="DOP853", rtol=1e-12, atol=1e-13, events=end)
        assert path.status == 1
        return path.t[-1], path.y[:, -1]


def test_hopping_hoop_from_slip_to_flight():
    hoop = Hoop("hopping_hoop_coulomb")
    case, law = hoop.case, hoop.law
    initial, expected = case["initial"], case["expected"]["events"]
    h = hoop.r + hoop.d*np.sin(initial["phi"])
    t, y = 0.0, np.array((initial["x_G"], initial["phi"], -h*initial["phidot"], initial["phidot"]))

    def in_hand(_t, y):
        a = hoop.look(y, decisions.ROLLING)
        return law.mu_s*a.N_stick - np.linalg.norm(a.F_stick)

    def check(event):
        found = {"t": t, "x_G": y[0], "phi": y[1], "xdot_G": y[2], "phidot": y[3]}
        compare(found, case, "t", "x_G", "phi", "xdot_G", "phidot", expected=event)

    for index in (0, 2):
        assert decide(hoop.touch(y, False), law).mode == decisions.ROLLING
        t, y = hoop.follow(t, y, decisions.ROLLING, in_hand)
        check(expected[index])
        begun = decide(hoop.touch(y + 1e-9*np.array(hoop.rhs(decisions.ROLLING)(t, y)), False), law)
        assert begun.mode == decisions.SLIDING and abs(begun.direction[1]) < 1e-12
        hoop.direction = begun.direction

        def ends(_t, y, last=index > 0):
            # slip along its first direction, or, in the last phase, the free acceleration
            return -hoop.look(y, decisions.SLIDING).U if last else hoop.touch(y).sigma @ hoop.direction
        start = y + 1e-9*np.array(hoop.rhs(decisions.SLIDING)(t, y))
        t, y = hoop.follow(t + 1e-9, start, decisions.SLIDING, ends)
        check(expected[index + 1])

    # at U = 0 the derivative decides: a difference along the sliding motion
    def growth(mode):
        rate = np.array(hoop.rhs(mode)(t, y))
        return (hoop.look(y + 1e-5*rate, mode).U - hoop.look(y - 1e-5*rate, mode).U)/2e-5

    left = decide(hoop.touch(y), law, decisions.SLIDING, rate=growth)
    assert (left.mode, left.group) == (decisions.FLIGHT, "edge")
    assert decide(hoop.touch(y), law, decisions.SLIDING, rate=lambda mode: -growth(mode)).mode == decisions.SLIDING
    # nothing known about the derivative: what was goes on
    assert [decide(hoop.touch(y), law, before).mode for before in (decisions.SLIDING, decisions.FLIGHT)] \
        == [decisions.SLIDING, decisions.FLIGHT]

    # flight, back to gap zero
    def gap(s):
        height = hoop.r + hoop.d*np.sin(y[1])
        z = height + hoop.d*np.cos(y[1])*y[3]*s - 0.5*hoop.g*s*s
        return z - hoop.r - hoop.d*np.sin(y[1] + y[3]*s)
    s = brentq(gap, 0.3, 0.7, xtol=1e-13)
    assert_allclose(t + s, expected[-1]["t"], rtol=1e-8, atol=1e-8)
