"""What is shown of a world: every ball and every support, as mechanics/shown.py has them; the parts of its energy."""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.entries import entry, mode_function
from sandbox.compiling.signature import Numbers, Wholes
from sandbox.compiling.traced import Vector, cross, traced, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.motion import support_pose
from sandbox.mechanics.report import put
from sandbox.mechanics.shown import first_of
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.groups.gathering import is_stepped
from sandbox.mechanics.world.groups.groups import gather
from sandbox.mechanics.world.groups.islands import force_on
from sandbox.mechanics.world.instant import foot_on, support_now
from sandbox.mechanics.world.segments.level import chi_of
from sandbox.mechanics.world.segments.segment import (
    ball_of,
    is_bound,
    mark_level_tables,
    segment_kind_of,
    state_of,
    working_of,
)
from sandbox.mechanics.world.shaped import (
    LOOK,
    SEEN_ARM,
    SEEN_NORMAL,
    is_shaped,
    look_at_support,
    momentum,
    shape_of,
)
from sandbox.mechanics.world.springs import stored_at
from sandbox.mechanics.world.supports import block_of, is_free, three


@traced
def put_body(state, n, a, out):
    """Fills how a ball moves and where it is nearest to its support."""
    n = Vector(*n)
    for name, start in (("centre", at.X), ("velocity", at.V), ("angular_velocity", at.W)):
        put(out, first_of(shown_at.IN_BODY[name]), vector_at(state, start))
    put(out, first_of(shown_at.IN_BODY["quaternion"]), [state[at.Q + i] for i in range(4)])
    put(out, first_of(shown_at.IN_BODY["contact"]), vector_at(state, at.X) - a*n)
    put(out, first_of(shown_at.IN_BODY["normal"]), n)


@traced
def put_shaped_body(state, look, out):
    """As `put_body` of a body that is no ball."""
    n = vector_at(look, SEEN_NORMAL)
    put_body.formula(state, n, 0.0, out)
    put(out, first_of(shown_at.IN_BODY["contact"]), vector_at(state, at.X) + vector_at(look, SEEN_ARM))


@traced
def put_force(force, n, out):
    """Fills normal force and friction."""
    force, n = Vector(*force), Vector(*n)
    N = force @ n
    out[shown_at.IN_BODY["N"]] = N
    put(out, first_of(shown_at.IN_BODY["F"]), force - N*n)


@traced
def level_force(state, n, rate, k, g, m):
    """Force of a level table on a ball that rolls: m (k n x v - g); k = chi rate."""
    return tuple(m*(k*cross(Vector(*n), vector_at(state, at.V)) - Vector(*g)))


@compiled
def fill_body(t, y, p, calls, b, out):
    """Fills what is shown of the ball b."""
    state, ball = state_of(y, b), ball_of(p, b)
    s = int(state[at.ON]) if state[at.ON] >= 0.0 else int(state[at.FRAME])
    if s == int(p[at.SUPPORTS]) - 1:
        s = 0
    if is_shaped(ball):
        look = room(LOOK)
        look_at_support(p, calls, ball, s, support_now(p, y, s, t), state, look)
        put_shaped_body(state, look, out)
        n = three(look, SEEN_NORMAL)
    else:
        n = foot_on(p, calls, s, support_now(p, y, s, t), state, ball[at.RADIUS]).n
        put_body(state, n, ball[at.RADIUS], out)
    if is_stepped(state):
        put_force(three(state, at.BEGINS), n, out)
        return
    gather(p, y, b)
    kind = segment_kind_of(p, y, b, is_bound(p, b))
    if kind == at.ROLLS_LEVEL:
        block = block_of(p, s)
        put_force(level_force(state, three(block, at.NORMAL), block[at.TABLE_RATE], chi_of(ball)*block[at.TABLE_RATE],
                              three(p, at.GRAVITY), ball[at.MASS]), n, out)
    elif kind == at.IN_ISLAND and state[at.ON] >= 0.0:
        put_force(force_on(p, calls, y, b, t), n, out)
    else:
        put_force((0.0, 0.0, 0.0), n, out)


@traced
def put_support(pose, p, w, out):
    """Fills the pose of a support; its position is that of its local origin."""
    q = pose.q
    a, u = vector_at(p, lay.AXIS_POINT), Vector(*q[1:])
    put(out, first_of(shown_at.IN_SUPPORT["position"]), pose.point - (a + 2.0*cross(u, cross(u, a) + q[0]*a)))
    put(out, first_of(shown_at.IN_SUPPORT["quaternion"]), q)
    put(out, first_of(shown_at.IN_SUPPORT["angular_velocity"]), w)


@compiled
def fill_supports(p, y, t, out):
    """Fills all supports but the laboratory (SUPPORT_SIZE each)."""
    for s in range(int(p[at.SUPPORTS]) - 1):
        place = support_now(p, y, s, t)
        own = part(block_of(p, s), at.OF_MOTION)
        put_support(support_pose(t, own), own, place.w, part(out, s*shown_at.SUPPORT_SIZE))


@mode_function
def report(t, h, y, p, calls, out):
    """Fills all balls (BODY_SIZE each), then all supports but the laboratory (SUPPORT_SIZE each)."""
    mark_level_tables(t, h, p)
    n = int(p[at.BALLS])
    for b in range(n):
        # forces are those of what touches
        working_of(p, b)[at.REACHES] = 0.0
    for b in range(n):
        fill_body(t, y, p, calls, b, part(out, b*shown_at.BODY_SIZE))
    fill_supports(p, y, t, part(out, n*shown_at.BODY_SIZE))
    return 0.0


# the parts of the energy of a ball, that of free supports behind them
OF_SUPPORTS, POTENTIAL = 4, 3
PARTS = OF_SUPPORTS + 1


@traced
def parts_of_energy(place, state, ball):
    """Energy of translation, of rotation, of turning with the support, and potential energy of a ball [J]."""
    m, inertia = ball[at.MASS], ball[at.INERTIA]
    r, v, w = vector_at(state, at.X) - place.point, vector_at(state, at.V) - place.velocity, vector_at(state, at.W)
    return (0.5*m*(v @ v), 0.5*inertia*(w @ w), -(place.w @ (m*cross(r, v) + inertia*w)), -m*(place.pull @ r))


@traced
def parts_of_shaped(place, state, ball, shape):
    """As `parts_of_energy` of a body that is no ball."""
    m, spun = ball[at.MASS], momentum.formula(shape, state)
    r, v, w = vector_at(state, at.X) - place.point, vector_at(state, at.V) - place.velocity, vector_at(state, at.W)
    return (0.5*m*(v @ v), 0.5*(spun @ w), -(place.w @ (m*cross(r, v) + spun)), -m*(place.pull @ r))


@entry
def energy_parts(t: float, y: Numbers, p: Numbers, calls: Wholes, out: Numbers):
    """Fills the parts of the energy of all balls, the potential one with what springs store, and the kinetic energy of
    free supports; out (PARTS,)."""
    for i in range(PARTS):
        out[i] = 0.0
    for b in range(int(p[at.BALLS])):
        state = state_of(y, b)
        place, ball = support_now(p, y, int(state[at.FRAME]), t), ball_of(p, b)
        if is_shaped(ball):
            found = parts_of_shaped(place, state, ball, shape_of(p, ball))
        else:
            found = parts_of_energy(place, state, ball)
        for i in range(OF_SUPPORTS):
            out[i] += found[i]
    for s in range(int(p[at.SUPPORTS])):
        block = block_of(p, s)
        if is_free(block):
            rate = y[int(p[at.FREE_AT]) + at.TURNING*int(block[at.FREE_INDEX]) + at.RATE]
            out[OF_SUPPORTS] += 0.5*block[at.TABLE_INERTIA]*rate*rate
    if p[at.JOINTS] > 0.0:
        out[POTENTIAL] += stored_at(p, y, t)
