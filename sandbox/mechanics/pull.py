"""A hand that holds a point of a body and pulls it to a target that moves evenly: a spring, a damper, a bound.

With the held point X = x_G + R s (s in body axes) and its velocity V, both in the laboratory, and the target X_h(t),

    f = k (X_h - X) - c V,     F = f (1 + (f/F_max)^4)^(-1/4)     so that |F| < F_max, and F = f up to 1/4 (f/F_max)^4

F acts at X, its moment about the mass centre is M = R s x F, its power relative to the support F.(V - V_support(X)).
In the equations of any contact F and M are forces like gravity and the gyroscopic moment: where ge stood stands
ge + F/m, where w x J w stood stands w x J w - M, and the ledger takes the power.
"""

from typing import NamedTuple

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, cross, matrix_of, sqrt, traced, turn, turn_back, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.motion import support_pose


class Pull(NamedTuple):
    """What a hand exerts, local axes."""

    force: Vector       # F [N]
    moment: Vector      # M about the mass centre [N m]
    power: float        # relative to the support [W]


class Given(NamedTuple):
    """What acts on a body besides its contact."""

    ge: Vector          # gravity with F/m, local axes [m/s^2]
    gyro: Vector        # w x J w - M, body axes [N m]
    power: float        # of the hand [W]


def bounded(force, strength):
    """The force f with its length bounded, see the head of this file."""
    share = (force @ force)/(strength*strength)
    return (1.0/sqrt(sqrt(1.0 + share*share)))*force


def nothing():
    """No Pull. A negative zero leaves every number it is added to as it is, a negative zero too."""
    none = Vector(-0.0, -0.0, -0.0)
    return Pull(none, none, -0.0)


@traced
def pull_formula(t, q, r, v, w, ws, p):
    """`pull`."""
    pose = call(support_pose, t, p)
    turning = matrix_of(pose.q)
    s = turn(matrix_of(q), vector_at(p, lay.HAND_POINT))
    reach, moving = r + s, v + cross(w, s)
    place = pose.point + turn(turning, reach)
    velocity = pose.velocity + turn(turning, moving)
    target = vector_at(p, lay.HAND_TARGET) + (t - p[lay.HAND_START])*vector_at(p, lay.HAND_RATE)
    force = bounded(p[lay.HAND_STIFFNESS]*(target - place) - p[lay.HAND_DAMPING]*velocity, p[lay.HAND_STRENGTH])
    force = turn_back(turning, force)
    return Pull(force, cross(s, force), force @ (moving - cross(ws, reach)))


@compiled
def pull(t, q, r, v, w, ws, p):
    """The Pull on a body whose quaternion body -> local axes is q.

    r, v    mass centre from the axis point and its velocity relative to that point, local axes [m, m/s]
    w, ws   angular velocities of body and support, local axes [rad/s]
    """
    return pull_formula(t, q, r, v, w, ws, p)



def given_forces(t, motion, q, turning, r, v, w, p):
    """What is Given to a body; w in body axes, `turning` from there to local ones, else as `pull`."""
    gyro = cross(w, Vector(*(p[lay.TENSOR + i]*w[0] + p[lay.TENSOR + i + 1]*w[1] + p[lay.TENSOR + i + 2]*w[2]
                             for i in (0, 3, 6))))

    def held():
        found = call(pull, t, q, r, v, turn(turning, w), motion.ws, p)
        return Given(motion.ge + found.force/p[lay.MASS], gyro - turn_back(turning, found.moment), found.power)
    return choose(p[lay.HAND_STIFFNESS] != 0.0, held, lambda: Given(motion.ge, gyro, -0.0))
