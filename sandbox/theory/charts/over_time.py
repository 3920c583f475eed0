"""The energy in the laboratory beside the Jacobi integral over time, and what the constraint forces do.

The plain energy E changes by what the constraint forces do on a support that moves, dE/dt = lambda . b, the power of
the contact force at the velocity of the support's point. The Jacobi integral E_J does not change at all.
Source: Borisov, Mamaev, Bizyaev 2015, section 1.
"""

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.charts.chart import Chart, Track
from sandbox.text import _
from sandbox.theory.charts.situation import Situation

# [s] that are shown: some turns of what turns slowly, and lines that can still be told apart of what turns fast
WINDOW = 20.0


def draw_energies(_word, situation: Situation) -> Chart | None:
    """Returns the chart of E and E_J of a body on one support, None where something moves inside of it."""
    body, motion = situation.run.system.body, situation.run.system.motion
    if not isinstance(body, Ball | Body) or body.carried:
        return None
    g = -np.asarray(motion.gravity, float)

    def energy(path):
        return path.t, plain_energy(path, body, g)

    return Chart("time t", "energy", x_unit="s", y_unit="J", title="Energy and Jacobi integral", trail=0.0,
                 window=WINDOW, point=energy, tracks=(
                     Track(_("energy E"), energy, 0),
                     Track(_("Jacobi integral E_J"), lambda path: (path.t, path.E_J), 1)))


def draw_power(_word, situation: Situation) -> Chart | None:
    """Returns the chart of the power of the constraint forces over time."""
    if not isinstance(situation.run.system.body, Ball | Body):
        return None
    return Chart("time t", "power of the constraint forces λ·b", x_unit="s", y_unit="W", trail=0.0, window=WINDOW,
                 title="What the constraint forces do", point=lambda path: (path.t, constraint_power(path)),
                 tracks=(Track("", lambda path: (path.t, constraint_power(path)), 2),))


def plain_energy(path, body: Ball | Body, g) -> np.ndarray:
    """Returns E = m v^2/2 + w.J w/2 + m g z (n,) [J] of a body, in the laboratory; `g` (3,) against the weight."""
    v, w = path.velocity, path.angular_velocity
    if isinstance(body, Ball):
        mass, spinning = body.m, 0.5*body.I*np.einsum("in,in->n", w, w)
    else:
        # in body axes
        R = np.reshape(matrix_of(*path.quaternion), (3, 3, -1))
        own = np.einsum("ijn,in->jn", R, w)
        mass, spinning = body.mass, 0.5*np.einsum("in,ij,jn->n", own, np.asarray(body.inertia, float), own)
    return (0.5*mass*np.einsum("in,in->n", v, v) + spinning
            + mass*np.einsum("i,in->n", np.asarray(g, float), path.centre))


def constraint_power(path) -> np.ndarray:
    """Returns lambda . b (n,) [W]: the power of the contact force at the velocity of the support's point."""
    at = np.cross(path.support("angular_velocity"), path.contact - path.support("position"), axis=0)
    force = path.N*path.normal + path.F
    return np.einsum("in,in->n", force, at)
