"""The cue: while all rest a body is pressed, drawn back and let go; what it would meet first is drawn before.

Of bodies that are thrown in turn it is for the next one: the first that no hand has held yet.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from sandbox.qt.core import QObject, Qt, pyqtSignal
from sandbox.run.command import HAND, Hold
from sandbox.scene.controls import Counted, Cue, House
from sandbox.scene.world import World
from sandbox.systems.bodies_seen import column_of
from sandbox.text import _
from sandbox.ui.hand.plane import axes_of, circle, on_plane, tangents, turned, unit
from sandbox.ui.hand.pull import Scenery
from sandbox.ui.hand.sketch import Dot, Stroke, Words

SLOW = 2e-3              # [m/s] below which a body rests
LEAST = 0.02             # share of the hardest shot below which it is none
FAR, PIECES = 3.0, 600   # sizes of the support along which is looked for something to hit, and in how many pieces
TURN, HARDER = 2.0, 0.05     # a key turns the aim so far [deg] and draws by this share; with Shift a tenth of it
STICK = 0.7              # of the way of the hardest shot, the length of the cue that is drawn
MOVED = 1e-3             # [m] what has moved farther was moved by a shot


def are_at_rest(snapshot) -> bool:
    """Whether no body moves along; one that spins on its place rests."""
    bodies = snapshot.bodies
    normals, spins = column_of(bodies, "normal"), column_of(bodies, "angular_velocity")
    rolling = spins - (spins*normals).sum(axis=1)[:, None]*normals
    sizes = np.linalg.norm(column_of(bodies, "centre") - column_of(bodies, "contact"), axis=1)
    return bool((np.linalg.norm(column_of(bodies, "velocity"), axis=1) < SLOW).all()
                and (np.linalg.norm(rolling, axis=1)*sizes < SLOW).all())


def first_met(run, snapshot, body: int, along) -> float | None:
    """Returns how far the centre of a body goes along (3,) until it meets another one, or a support [m]; or None.

    Only what stands before it is looked at, as it is now: a straight way on a support that does not move.
    """
    bodies, radius = snapshot.bodies, run.bodies[body].size
    centre = np.asarray(bodies[body].centre)
    found = []
    for k in range(len(bodies)):
        rel, wide = np.asarray(bodies[k].centre) - centre, radius + run.bodies[k].size
        ahead = float(rel @ along)
        beside = float(rel @ rel) - ahead*ahead
        if k != body and ahead > 0.0 and beside < wide*wide:
            found.append(ahead - float(np.sqrt(wide*wide - beside)))
    reach = FAR*max(radius, *(max(surface.sides or (0.0, 0.0)) for surface in run.surfaces))
    way = np.linspace(0.0, reach, PIECES)
    points = centre + way[:, None]*along
    for surface, support in zip(run.surfaces, snapshot.supports, strict=True):
        away = _heights(surface, support, points)
        if away is not None and away[0] > 1.1*radius and (away < radius).any():
            k = int(np.argmax(away < radius))
            share = (away[k - 1] - radius)/(away[k - 1] - away[k])
            found.append(float(way[k - 1] + share*(way[k] - way[k - 1])))
    return min(found, default=None)


def _heights(surface, support, points) -> np.ndarray | None:
    """Heights of points (n, 3) over a flat board that goes on beyond its edges [m], None of any other surface."""
    if surface.sides is None:
        return None
    return (points - np.asarray(support.position)) @ axes_of(support.quaternion)[:, 2]


@dataclass(frozen=True)
class Shot:
    """A shot of a run: the step before it, that at which all rested again, whether all other bodies were moved."""

    begin: int
    end: int
    is_point: bool


class CueCase(QObject):
    """What holds from shot to shot: where the ball is hit, and the score.

    side, height   in radii of the body, from behind it: to the right, upwards
    allows         allows(): whether what is played leaves a shot now
    changed        one of them, the score, or whether there is a cue
    """

    changed = pyqtSignal()

    def __init__(self, player, parent=None):
        super().__init__(parent)
        self._player = player
        self.side = self.height = 0.0
        self.allows: Callable[[], bool] = lambda: True
        self._shots: list[Shot] = []
        self._begun: tuple | None = None          # step and places (n, 3) before a shot that goes on
        self._number: int | None = None           # of the body that is hit in the present run
        self._turns: tuple[int, ...] = ()         # of those that are thrown in turn
        self._known: tuple = ()                   # commands, and step, that the next one is known for, and which it is
        self._counted: Counted | None = None
        self._told: tuple = ()                    # what was said of it last
        player.started.connect(lambda _run, _reason: self._begin())
        player.framed.connect(self._look)

    @property
    def cue(self) -> Cue | None:
        """The cue of the present run, or None."""
        run = self._player.simulation
        return None if run is None else run.scene.cue

    @property
    def is_there(self) -> bool:
        """Whether the present run has a cue, also where all have been thrown."""
        return self._number is not None

    @property
    def body(self) -> int | None:
        """The number of the body that it hits next, None where there is none in this run, or none any more."""
        return next(iter(self.waiting), None) if self._turns else self._number

    @property
    def waiting(self) -> tuple[int, ...]:
        """The bodies to be thrown that nobody has held before the present step, in their order."""
        run = self._player.simulation
        if not self._turns or run is None:
            return ()
        if self._known[:2] != (len(run.commands), run.step):
            thrown = {command.value.body for command in run.commands
                      if command.name == HAND and isinstance(command.value, Hold) and command.step < run.step}
            self._known = (len(run.commands), run.step, tuple(k for k in self._turns if k not in thrown))
        return self._known[2]

    @property
    def house(self) -> House | None:
        """Where an end is scored, None where it is not."""
        return self.cue.house if self.cue is not None and self._turns else None

    @property
    def counted(self) -> Counted | None:
        """What the end scores as the bodies lie, None where it is not scored."""
        return self._counted

    @property
    def next_side(self) -> str:
        """What the side is called that throws next, "" where all is thrown."""
        house, body = self.house, self.body
        return "" if house is None or body is None else house.sides[self._turns.index(body) % 2]

    def _find(self):
        """Finds the bodies of the present run that it is for."""
        run, cue = self._player.simulation, self.cue
        self._number, self._turns, self._known, self._counted, self._told = None, (), (), None, ()
        if run is None or cue is None:
            return
        words = run.scene.models(run.values)[0] if isinstance(cue.body, str) else None
        names = words.names if isinstance(words, World) else [""]*len(run.bodies)
        self._number, self._turns = cue.index(names), cue.turns(names)

    @property
    def can_hit(self) -> bool:
        """Whether a shot is possible now: all rest."""
        player = self._player
        return self.body is not None and player.snapshot is not None and not player.is_preparing \
            and player.simulation.ended is None and are_at_rest(player.snapshot) and self.allows()

    def is_for(self, body: int) -> bool:
        """Whether a body is to be hit with the cue now."""
        return body == self.body and self.can_hit

    def put(self, side: float, height: float):
        """Where the body is hit: within the cue's offset from the middle."""
        cue = self.cue
        if cue is not None:
            far = max(1.0, float(np.hypot(side, height))/max(cue.offset, 1e-9))
            self.side, self.height = side/far, height/far
            self.changed.emit()

    def shoot(self, along, speed: float):
        """Hits the body, and lets the run go on."""
        player = self._player
        body = self.body
        if body is None:
            return
        places = column_of(player.snapshot.bodies, "centre").copy()
        self._shots = [shot for shot in self._shots if shot.end <= player.simulation.step]
        self._begun = (player.simulation.step, places, body)
        player.grip.strike(body, tuple(map(float, along)), float(speed), self.side, self.height)
        player.play()

    @property
    def score(self) -> tuple[int, int]:
        """Points, and shots, up to the present step: a point for a shot by which all other bodies were moved."""
        run = self._player.simulation
        shots = [shot for shot in self._shots if run is not None and shot.end <= run.step]
        return sum(shot.is_point for shot in shots), len(shots)

    def _begin(self):
        run = self._player.simulation
        self._find()
        self._begun = None
        if run.step == 0:
            self._shots = []
        self.changed.emit()

    def _look(self):
        """Counts a shot when all rest again."""
        player = self._player
        if player.snapshot is not None and self.house is not None:
            self._count(player.snapshot)
        if self._begun is None or player.snapshot is None:
            return
        (step, places, body), now = self._begun, player.simulation.step
        if now < step:
            # taken back before it
            self._begun = None
        elif now > step + 1 and are_at_rest(player.snapshot):
            moved = np.linalg.norm(column_of(player.snapshot.bodies, "centre") - places, axis=1) > MOVED
            self._shots.append(Shot(step, now, bool(np.delete(moved, body).all())))
            self._begun = None
            if self._turns and self.body is not None:
                # who plays looks at what is thrown next
                player.focus.choose(self.body)
            self.changed.emit()


    def _count(self, snapshot):
        """Counts the end as it lies in a snapshot."""
        middles = column_of(snapshot.bodies, "centre")[list(self._turns)].tolist()
        sizes = [self._player.simulation.bodies[k].size for k in self._turns]
        # what waits has no part yet, wherever it stands
        waits = [k in self.waiting for k in self._turns]
        far = [[inf, inf] if wait else middle for middle, wait in zip(middles, waits, strict=True)]
        found = self.house.count(far, sizes)
        told = (found, self.waiting)
        if told != self._told:
            self._counted, self._told = found, told
            self.changed.emit()


class CueStroke:
    """The cue behind a body: drawn back by the mouse, or turned and drawn by keys; it hits when it is let go."""

    cursor = Qt.CursorShape.CrossCursor
    needs_play = None

    def __init__(self, scenery: Scenery, case: CueCase, mouse: tuple | None = None):
        self._scenery, self._case = scenery, case
        self.run, self.body = scenery.player.simulation, case.body
        state = scenery.player.snapshot.bodies[self.body]
        self._centre, self._normal = np.asarray(state.centre), unit(state.normal)
        right, _across = tangents(self._normal, scenery.reach.eye.right)
        self._along, self.share = np.cross(self._normal, right), 0.0
        if mouse is None:
            # keys turn it by small steps: it begins towards the tee, or what is nearest
            self._along, self.share = self._towards(self._along), 0.25
        self._met: tuple | None = None

    def _towards(self, otherwise: np.ndarray) -> np.ndarray:
        """The direction (3,) along the support to the tee of a house, where there is none to the nearest other body."""
        house = self._case.house
        if house is None:
            return self._nearest(otherwise)
        way = np.array((*house.tee, 0.0)) - self._centre
        way = way - (way @ self._normal)*self._normal
        far = float(np.linalg.norm(way))
        return way/far if far > 1e-9 else otherwise

    def _nearest(self, otherwise: np.ndarray) -> np.ndarray:
        """The direction (3,) along the support to the nearest other body; another one where there is none."""
        ways = np.delete(column_of(self._scenery.player.snapshot.bodies, "centre"), self.body, axis=0) - self._centre
        ways = ways - (ways @ self._normal)[:, None]*self._normal
        far = np.linalg.norm(ways, axis=1)
        return otherwise if not len(far) or far.min() < 1e-9 else ways[far.argmin()]/far.min()

    @property
    def _full(self) -> float:
        """How far the hardest shot is drawn back [m]."""
        return self._case.cue.drawn*self._scenery.reach.span

    @property
    def speed(self) -> float:
        """Of the shot as it is drawn [m/s]."""
        return self.share*self._case.cue.speed

    def drag(self, x: float, y: float, _modifiers: int):
        """Draws the cue back to where the mouse is."""
        eye = self._scenery.reach.eye
        if eye is None:
            return
        away = on_plane(eye, x, y, self._centre, self._normal) - self._centre
        away = away - (away @ self._normal)*self._normal
        size, radius = float(np.linalg.norm(away)), self.run.bodies[self.body].size
        self.share = min(1.0, max(0.0, size - radius)/self._full)
        if size > radius:
            self._along = -away/size

    def turn(self, right: float, up: float, is_fine: bool):
        """Turns the aim to the right, and draws farther, by steps of a key."""
        by = 0.1 if is_fine else 1.0
        self._along = turned(self._along, self._normal, -right*by*np.radians(TURN))
        self.share = min(1.0, max(LEAST, self.share + up*by*HARDER))

    def wheel(self, notches: float):
        """Hits higher, or lower."""
        self._case.put(self._case.side, self._case.height + 0.05*notches)

    def end(self, is_clean: bool):
        """Hits, if it was let go and not given up."""
        if is_clean and self.share > LEAST and self._scenery.player.simulation is self.run \
                and self._case.is_for(self.body):
            self._case.shoot(self._along, self.speed)

    def sketch(self) -> list:
        """The cue, the way to what is met first, where the body is then, and the speed."""
        eye, snapshot = self._scenery.reach.eye, self._scenery.player.snapshot
        if eye is None:
            return []
        radius, span = self.run.bodies[self.body].size, self._scenery.reach.span
        key = tuple(self._along.tolist())
        if self._met is None or self._met[0] != key:
            self._met = (key, first_met(self.run, snapshot, self.body, self._along))
        way = self._met[1]
        end = self._centre + (FAR*span if way is None else way)*self._along
        tip = self._centre - (radius + self.share*self._full)*self._along
        items: list[Any] = [
            Stroke(self._scenery.reach.outline(self.body), width=1.5, is_closed=True),
            Stroke(eye.project(np.array((self._centre, end))), "GREEN", 2.0, is_dashed=True),
            Stroke(eye.project(np.array((tip - STICK*self._full*self._along, tip))), "AMBER", 5.0)]
        if way is not None:
            items.append(Stroke(eye.project(circle(end, self._normal, radius, eye.right)), "GREEN", 2.0,
                                is_closed=True))
        place = eye.project(tip)[0]
        return [*items, Dot(place, "AMBER", 5.0), Words(place, _("{speed:.2f} m/s").format(speed=self.speed))]
