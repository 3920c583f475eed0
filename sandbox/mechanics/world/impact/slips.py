"""Normal velocity and slip of a contact: of a ball on a support, and of two balls."""

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, cross, length, traced, vector_at
from sandbox.mechanics.world.impact.hits import direction, scaled
from sandbox.mechanics.world.impact.pushes import frame_velocity, point_velocity
from sandbox.mechanics.world.places import RADIUS, V, W
from sandbox.mechanics.world.present import foot_on, support_now
from sandbox.mechanics.world.segments.segment import ball_of, state_of


@traced
def parts_of(n, u, carried):
    """n.(u - carried), and how long the rest of it is."""
    n, u = Vector(*n), Vector(*u) - Vector(*carried)
    u_n = n @ u
    return u_n, length(u - u_n*n)


@compiled
def slip_on(p, calls, y, b, s, t):
    """Normal velocity and slip [m/s] of the ball b at the support s."""
    state, a, place = state_of(y, b), ball_of(p, b)[RADIUS], support_now(p, y, s, t)
    n = foot_on(p, calls, s, place, state, a).n
    r = scaled(-a, n)
    return parts_of(n, point_velocity(state, r), frame_velocity(place, state, r))


@traced
def pair_velocity(n, i, a_i, j, a_j):
    """Velocity of the one ball's point relative to the other's where they touch."""
    n = Vector(*n)
    return (vector_at(i, V) - vector_at(j, V)) - cross(a_i*vector_at(i, W) + a_j*vector_at(j, W), n)


@compiled
def pair_normal_and_slip(p, y, i, j):
    """Normal velocity and slip [m/s] of two balls that touch."""
    one, two = state_of(y, i), state_of(y, j)
    n = direction(one, two)
    u = pair_velocity(n, one, ball_of(p, i)[RADIUS], two, ball_of(p, j)[RADIUS])
    return parts_of(n, u, (0.0, 0.0, 0.0))
