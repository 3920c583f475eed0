"""Rest: a body that sticks by three corners or more of one support moves with it, to the last bit.

Nothing is integrated: the pose in the support stays the number that it is. It rests as long as forces within the laws
bear it; where the support stands that is asked once, where it moves at the end of each frame and where within it the
forces are nearest to their bounds.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import cross, length, multiply, traced, turn, turn_back, vector_at
from sandbox.mechanics.motion import support_pose
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.decide import does_as_decided
from sandbox.mechanics.world.corners.forces import fill_rates
from sandbox.mechanics.world.corners.known import contact_of, gravity_scale, numbers_of, size_of, speed_scale
from sandbox.mechanics.world.corners.margin import lowest_between, margin
from sandbox.mechanics.world.corners.settle import energy_at, enter
from sandbox.mechanics.world.supports import block_of, support_state_at

# area of a triangle of corners that is none, against the square of the body's size
NO_AREA = 1e-6
# halvings of a frame to the instant at which rest ends
HALVINGS = 60
# bend of the margin within a frame, against the weight, that is none; widths of the parabolas that find its least
STRAIGHT, FINER = 1e-9, (0.05, 0.002)


@traced
def area(one, two, three):
    """Area of the triangle of three contacts [m^2]."""
    a, b, c = vector_at(one, of.ARM), vector_at(two, of.ARM), vector_at(three, of.ARM)
    return 0.5*length(cross(b - a, c - a))


@compiled
def is_held_fast(p, body):
    """Whether all contacts stick to one support, and are no point or line."""
    count, widest = int(body[of.COUNT]), 0.0
    if count < 3 or p[at.HELD] == 0.0:
        return False
    for k in range(count):
        contact = contact_of(body, k)
        if contact[of.DOES] != at.ROLLS or contact[of.SUPPORT] != contact_of(body, 0)[of.SUPPORT]:
            return False
    for k in range(1, count):
        for l in range(k + 1, count):
            widest = max(widest, area(contact_of(body, 0), contact_of(body, k), contact_of(body, l)))
    return widest > NO_AREA*numbers_of(p)[at.RADIUS]*numbers_of(p)[at.RADIUS]


@traced
def put_rest(place, q, y, rest):
    """Fills the pose of the state y in a support."""
    put(rest, of.REST_PLACE, turn_back(place.turning, vector_at(y, at.X) - place.point))
    put(rest, of.REST_TURN, multiply((q[0], -q[1], -q[2], -q[3]), tuple(y[at.Q + i] for i in range(4))))


@traced
def put_at_rest(place, q, rest, y):
    """Fills the state of a body that rests in a support."""
    r = turn(place.turning, vector_at(rest, of.REST_PLACE))
    put(y, at.X, place.point + r)
    put(y, at.V, place.velocity + cross(place.w, r))
    put(y, at.W, place.w)
    put(y, at.Q, multiply(tuple(q), tuple(rest[of.REST_TURN + i] for i in range(4))))


@compiled
def come_to_rest(p, body, t, y, rest):
    """Notes that the body rests, if it does."""
    rest[of.RESTS_ON], rest[of.REST_IS_SURE] = -1.0, 0.0
    if not is_held_fast(p, body):
        return
    s = int(contact_of(body, 0)[of.SUPPORT])
    block = block_of(p, s)
    place, pose = support_state_at(t, block), support_pose(t, part(block, at.OF_MOTION))
    put_rest(place, pose.q, y, rest)
    rest[of.RESTS_ON] = float(s)
    before = energy_at(p, body, t, y)
    put_at_rest(place, pose.q, rest, y)
    enter(p, body, t, y, before)


@compiled
def is_borne_at(p, calls, body, t, rest, y, moved, before):
    """Fills y with the state at t; whether forces bear the rest there."""
    block = block_of(p, int(rest[of.RESTS_ON]))
    put_at_rest(support_state_at(t, block), support_pose(t, part(block, at.OF_MOTION)).q, rest, y)
    fill_rates(p, calls, body, t, int(body[of.FRAME]), y, speed_scale(p), part(body, of.SLOPES))
    return does_as_decided(p, body, moved, before)


@compiled
def margin_at(p, calls, body, t, rest, y, n):
    """Margin of the rest at t [N]."""
    block = block_of(p, int(rest[of.RESTS_ON]))
    put_at_rest(support_state_at(t, block), support_pose(t, part(block, at.OF_MOTION)).q, rest, y)
    fill_rates(p, calls, body, t, int(body[of.FRAME]), y, speed_scale(p), part(body, of.SLOPES))
    return margin(p, body, n)


@traced
def put_felt(place, out):
    """Fills what is felt on a support, in its axes: gravity, turning, its rate; (9,)."""
    put(out, 0, turn_back(place.turning, place.pull))
    put(out, 3, turn_back(place.turning, place.w_rate))
    put(out, 6, turn_back(place.turning, place.w))


@compiled
def is_felt_evenly(p, t, t_end, rest):
    """Whether what is felt on the support of the rest changes evenly, if at all, between t and t_end."""
    felt, block = room(27), block_of(p, int(rest[of.RESTS_ON]))
    for k in range(3):
        put_felt(support_state_at(t + 0.5*k*(t_end - t), block), part(felt, 9*k))
    g, a = gravity_scale(p), numbers_of(p)[at.RADIUS] + size_of(part(rest, of.REST_PLACE))
    for i in range(9):
        bend = abs(felt[i] - 2.0*felt[9 + i] + felt[18 + i])
        scale = g if i < 3 else g/a
        if i >= 6:
            # its square presses
            scale /= max(size_of(part(felt, 15)), (STRAIGHT*g/a)**0.5)
        if bend > STRAIGHT*scale:
            return False
    return True


@compiled
def weakest(p, calls, body, t, t_end, rest, y, n):
    """The instant between t and t_end at which forces are nearest to not bearing the rest; t_end if none is within."""
    if is_felt_evenly(p, t, t_end, rest):
        return t_end
    none = STRAIGHT*numbers_of(p)[at.MASS]*gravity_scale(p)
    at_begin, at_end = margin_at(p, calls, body, t, rest, y, n), margin_at(p, calls, body, t_end, rest, y, n)
    share = lowest_between(at_begin, margin_at(p, calls, body, 0.5*(t + t_end), rest, y, n), at_end, none)
    if share < 0.0:
        return t_end
    for width in FINER:
        low = t + (t_end - t)*min(max(share - 0.5*width, 0.0), 1.0 - width)
        span = (t_end - t)*width
        finer = lowest_between(margin_at(p, calls, body, low, rest, y, n),
                               margin_at(p, calls, body, low + 0.5*span, rest, y, n),
                               margin_at(p, calls, body, low + span, rest, y, n), none*width*width)
        if finer < 0.0:
            break
        share = (low + finer*span - t)/(t_end - t)
    return t + share*(t_end - t)


@compiled
def carry_at_rest(p, calls, body, t, t_end, rest):
    """Carries the state from t to t_end, or to the end of the rest; returns the instant reached."""
    y, moved, before = part(body, of.STATE), room(3), room(3)
    block = block_of(p, int(rest[of.RESTS_ON]))
    if p[at.HELD] == 0.0:
        rest[of.RESTS_ON] = -1.0
        return t
    stands = block[at.STANDS] != 0.0
    if stands and rest[of.REST_IS_SURE] != 0.0:
        return t_end
    energy, now = energy_at(p, body, t, y), t_end
    ledger = y[of.LEDGER]
    middle = t_end if stands else weakest(p, calls, body, t, t_end, rest, y, moved)
    if middle < t_end and not is_borne_at(p, calls, body, middle, rest, y, moved, before):
        now = middle
    if now < t_end or not is_borne_at(p, calls, body, t_end, rest, y, moved, before):
        low = t
        for _halving in range(HALVINGS):
            middle = 0.5*(low + now)
            if not low < middle < now:
                break
            if is_borne_at(p, calls, body, middle, rest, y, moved, before):
                low = middle
            else:
                now = middle
        is_borne_at(p, calls, body, now, rest, y, moved, before)
        rest[of.RESTS_ON] = -1.0
    rest[of.REST_IS_SURE] = 1.0 if stands else 0.0
    y[of.LEDGER] = ledger
    enter(p, body, now, y, energy)
    return now
