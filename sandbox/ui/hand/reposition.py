"""Placing, aiming and spinning while the run waits: each is a new start, one step of undo per drag."""

from dataclasses import replace
from itertools import count

import numpy as np

from sandbox.qt.core import Qt
from sandbox.text import _
from sandbox.ui.hand.parameters import start_by_parameters
from sandbox.ui.hand.plane import angle_about, circle, on_plane, turned_by, unit
from sandbox.ui.hand.pull import Scenery
from sandbox.ui.hand.sketch import Dot, Stroke, Words
from sandbox.ui.hand.starting import Wish, can_start, gap_of, nearest, start_of, trouble

SPIN = 5.0               # [rad/s] of spin for each radian along the ring
RING = 1.7               # radius of the ring in radii of the body
LEAST_RING = 26.0        # [px] radius of the ring at least
STUB = 0.3               # of the support's size: length of an arrow of 1 m/s where none is drawn yet

_numbers = count(1)


class NewStart:
    """A drag that leads to another start.

    scenery   what it works with;  state  BodyState that it begins from
    words     what there is to be said when it has ended, or ""
    """

    cursor = Qt.CursorShape.ClosedHandCursor
    needs_play = False
    body = 0

    def __init__(self, scenery: Scenery):
        self._scenery = scenery
        player = scenery.player
        self.run, self.state = player.simulation, player.snapshot.bodies[0]
        self.wish, self.words = Wish(), ""
        self._gap, self._gesture = gap_of(player.snapshot), 1_000_000 + next(_numbers)
        # what has been asked for already: nothing
        self._applied, self._reason = self.wish, ""

    @property
    def eye(self):
        return self._scenery.reach.eye

    def follow(self):
        """Begins the run anew with the present wish, where that takes no time and none is on its way."""
        if can_start(self.run) and not self._scenery.player.is_preparing:
            self._apply()

    def end(self, _is_clean: bool):
        """Begins the run anew with the last wish; `words` say where that could not be had."""
        if not can_start(self.run):
            if self.wish is not self._applied:
                self._apply_parameters()
            return
        self._apply()
        if self._reason:
            self.words = _("The nearest start that is possible was taken. {reason}").format(reason=self._reason)

    def _apply(self):
        wanted = self._scenery.player.wanted
        if wanted is None or wanted.scene is not self.run.scene or self.wish is self._applied:
            return
        self._applied = wish = self.wish
        start, self._reason = nearest(
            lambda share: start_of(self.run, self.state, self._gap, self.between(wish, share)),
            lambda start: trouble(self.run, wanted.values, start))
        if start is None:
            self.words = self._reason
        else:
            self._scenery.edits.open(replace(wanted, start=start, keeps=True, reason=""), self._gesture)

    def between(self, wish: Wish, share: float) -> Wish:
        """Returns a wish on the way from the present state to another."""
        if share == 1.0:
            return wish
        contact = normal = velocity = None
        if wish.contact is not None:
            contact = (1 - share)*np.asarray(self.state.contact) + share*wish.contact
            contact, normal = self._scenery.reach.onto(contact)
        if wish.velocity is not None:
            velocity = (1 - share)*np.asarray(self.state.velocity) + share*wish.velocity
        return Wish(contact, normal, velocity, share*wish.spin)

    def _apply_parameters(self):
        """Solves for the parameters of the start where the scene has nothing else."""
        wanted = self._scenery.player.wanted
        if wanted is None or wanted.scene is not self.run.scene:
            return
        self._applied = self.wish
        values, sentence = start_by_parameters(self.run.scene, wanted.values, self.state, self.wish)
        if values is not None:
            self._scenery.edits.open(replace(wanted, values=values, start=None, keeps=True, reason=""), self._gesture)
        self.words = sentence

    def wheel(self, _notches: float):
        """There is nothing nearer or farther along a surface."""


class Reposition(NewStart):
    """Puts the body elsewhere on the surface."""

    def __init__(self, scenery: Scenery, x: float, y: float):
        super().__init__(scenery)
        below = self.eye.project(self.state.contact)[0]
        self._shift = below - (x, y) if np.isfinite(below).all() else np.zeros(2)

    def drag(self, x: float, y: float, _modifiers: int):
        met = self._scenery.reach.ground(x + self._shift[0], y + self._shift[1]) if self.eye else None
        if met is not None:
            self.put(*met)

    def tick(self):
        """Goes on to where the mouse came to rest while a run was prepared."""
        if self.wish is not self._applied:
            self.follow()

    def put(self, contact, normal):
        """Puts it on a place (3,) of the support with that normal (3,), laboratory [m]."""
        self.wish = Wish(contact=np.asarray(contact), normal=unit(normal))
        self.follow()

    def sketch(self) -> list:
        if self.eye is None or self.wish.contact is None:
            return [Stroke(self._scenery.reach.outline(self.body), is_closed=True)]
        shown = self._scenery.player.snapshot.bodies[0]
        lift = np.asarray(shown.centre) - shown.contact
        moved = self.wish.contact + lift - shown.centre
        mark = self.eye.project(self.wish.contact)[0]
        x, y, z = self.wish.contact.tolist()
        return [Stroke(self._scenery.reach.outline(self.body, moved), is_closed=True, is_dashed=True),
                Dot(mark, "AMBER", 4.0), Words(mark, _("({x:.3f}, {y:.3f}, {z:.3f}) m").format(x=x, y=y, z=z))]


class Aim(NewStart):
    """Drags the tip of the arrow of the velocity; the length means what it means in the picture."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, scenery: Scenery, x: float, y: float):
        super().__init__(scenery)
        self.base, tip, self.scale = arrow_of(scenery, self.state)
        self.tip, self._shift = tip, tip - on_plane(self.eye, x, y, tip, unit(self.state.normal))

    def drag(self, x: float, y: float, _modifiers: int):
        if self.eye is None:
            return
        n = unit(self.state.normal)
        self.tip = on_plane(self.eye, x, y, self.tip, n) + self._shift
        along = (self.tip - self.base)/self.scale
        # what is along the normal stays
        along = along - float(along @ n)*n + (float(self.state.velocity @ n)*n if self.state.is_aloft else 0.0)
        self.wish = Wish(velocity=along)

    def sketch(self) -> list:
        if self.eye is None:
            return []
        points = self.eye.project(np.array((self.base, self.tip)))
        speed = self.state.velocity if self.wish.velocity is None else self.wish.velocity
        text = _("v = {speed:.3g} m/s").format(speed=float(np.sqrt(np.sum(np.square(speed)))))
        return [Stroke(points, "GREEN", 3.0, is_dashed=True, is_arrow=True), Dot(points[1], "GREEN"),
                Words(points[1], text)]


class Twist(NewStart):
    """Drags along the ring around the body: spin about the normal of the support."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, scenery: Scenery, x: float, y: float):
        super().__init__(scenery)
        self._normal, self._radius = unit(self.state.normal), ring_radius(scenery, self.state)
        self._before = self._angle(x, y)
        self._turned, self._begin = 0.0, self._before

    def _angle(self, x: float, y: float) -> float:
        met = on_plane(self.eye, x, y, self.state.centre, self._normal)
        return angle_about(met, self.state.centre, self._normal, self.eye.right)

    def drag(self, x: float, y: float, _modifiers: int):
        if self.eye is None:
            return
        now = self._angle(x, y)
        self._turned += turned_by(now, self._before)
        self._before = now
        self.wish = Wish(spin=SPIN*self._turned)

    def sketch(self) -> list:
        if self.eye is None:
            return []
        ring = circle(self.state.centre, self._normal, self._radius, self.eye.right)
        part = np.clip(self._turned, -2*np.pi, 2*np.pi)*np.linspace(0.0, 1.0, 48)[:, None] + self._begin
        first = unit(ring[0] - self.state.centre)
        second = np.cross(self._normal, first)
        arc = self.state.centre + self._radius*(np.cos(part)*first + np.sin(part)*second)
        spin = float(self.state.angular_velocity @ self._normal) + self.wish.spin
        arc = self.eye.project(arc)
        return [Stroke(self.eye.project(ring), "ROSE", 1.5, is_closed=True, is_dashed=True),
                Stroke(arc, "ROSE", 4.0, is_arrow=abs(self._turned) > 0.1), Dot(arc[-1], "ROSE"),
                Words(self.eye.project(ring)[0], _("spin {spin:.3g} rad/s").format(spin=spin))]


def arrow_of(scenery: Scenery, state):
    """Returns base (3,) and tip (3,) [m] of the velocity's arrow, drawn or not, and its scale [m per m/s]."""
    drawn = scenery.reach.velocity_arrow()
    if drawn is not None:
        start, vector, scale = drawn
        return start, start + vector, max(scale, float(np.sqrt(vector @ vector))
                                          / max(float(np.sqrt(state.velocity @ state.velocity)), 1e-9))
    scale, n, eye = STUB*scenery.reach.span, unit(state.normal), scenery.reach.eye
    across = unit(eye.right - float(eye.right @ n)*n)
    base = np.asarray(state.centre)
    tip = base + 1.25*ring_radius(scenery, state)*across
    speed = float(np.sqrt(state.velocity @ state.velocity))
    return (base, base + scale*state.velocity, scale) if scale*speed > 1.2*ring_radius(scenery, state) \
        else (tip, tip, scale)


def ring_radius(scenery: Scenery, state) -> float:
    """Returns the radius of the ring around the first body [m]."""
    solid, eye = scenery.reach.solid(0), scenery.reach.eye
    least = LEAST_RING*eye.pixel(state.centre) if eye is not None else 0.0
    return max(RING*(solid.reach if solid is not None else 0.05), least)
