"""What is shown of a body with corners: the sum of its forces, at the centre of pressure; then the supports."""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.entries import mode_function
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.report import put
from sandbox.mechanics.shown import first_of
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import NO_SLIP, fill_rates
from sandbox.mechanics.world.corners.frame import load
from sandbox.mechanics.world.corners.hit import look_around
from sandbox.mechanics.world.corners.known import contact_of, fill_contact, normal_part, speed_scale, touch_of
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.shown import fill_supports, put_body, put_force


@traced
def add_pressure(contact, share, middle, force):
    """Adds a corner's force, and its arm times a share."""
    put(middle, 0, vector_at(middle, 0) + share*vector_at(contact, of.ARM))
    put(force, 0, vector_at(force, 0) + vector_at(contact, of.FORCE))


@traced
def put_touching(state, middle, share, out):
    """Fills the place of contact: the middle of the pressure."""
    put(out, first_of(shown_at.IN_BODY["contact"]), vector_at(state, at.X) + share*vector_at(middle, 0))


@compiled
def fill_body(p, calls, body, t, out):
    """Fills what is shown of the body."""
    y, middle, force, ball, moving = part(body, of.STATE), room(3), room(3), room(at.MOVING), room(at.MOVING)
    count, total = int(body[of.COUNT]), 0.0
    for i in range(3):
        middle[i] = force[i] = 0.0
    if count > 0:
        fill_rates(p, calls, body, t, int(body[of.FRAME]), y, NO_SLIP*speed_scale(p), part(body, of.NEW))
    elif look_around(p, calls, body, t, y, -1e300, 0.0, ball, moving) < 1e300:
        # the place of the nearest corner, which nothing presses
        contact = contact_of(body, 0)
        contact[of.CORNER], contact[of.SUPPORT] = body[of.LANDS_CORNER], body[of.LANDS_SUPPORT]
        fill_contact(p, calls, body, t, y, part(body, of.FREE), 0, ball, moving)
        add_pressure(contact, 1.0, middle, force)
        for i in range(3):
            force[i] = 0.0
        total = 1.0
    for k in range(count):
        N = max(normal_part(touch_of(body, k), part(contact_of(body, k), of.FORCE)), 1e-300)
        add_pressure(contact_of(body, k), N, middle, force)
        total += N
    n = part(touch_of(body, 0), here.NORMAL)
    put_body(y, vector_3(n), 0.0, out)
    put_touching(y, middle, 1.0/total if total > 0.0 else 0.0, out)
    put_force(vector_3(force), vector_3(n), out)


@traced
def vector_3(v):
    """v."""
    return vector_at(v, 0)


@mode_function
def report(t, h, y, p, calls, out):
    """Fills the body (BODY_SIZE), then all supports but the laboratory (SUPPORT_SIZE each)."""
    fill_body(p, calls, load(p, y), t, out)
    fill_supports(p, y, t, part(out, shown_at.BODY_SIZE))
    return 0.0
