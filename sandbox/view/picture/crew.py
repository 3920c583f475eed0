"""The bodies of a scene in the picture: a few with a shape of their own each, balls beyond one of them all at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sandbox.systems.bodies_seen import column_of
from sandbox.view.palette import BODIES
from sandbox.view.pick.picker import Solid
from sandbox.view.picture.bodies import BodyPicture, followed, lowest_of_ball
from sandbox.view.picture.instances import Instances
from sandbox.view.picture.mesh import rotation_matrix
from sandbox.view.picture.tint import Tint


@dataclass(frozen=True)
class BallMeasures:
    """What arrows, lines and camera need to know of a ball, under the names that a BodyPicture has for it."""

    size: float
    skin = None
    lift, rests = 0.0, True

    @property
    def clear(self) -> float:
        return self.size

    @property
    def grip(self) -> float:
        return 0.75*self.size

    @property
    def girth(self) -> float:
        return self.size

    @property
    def width(self) -> float:
        return self.size

    @property
    def height(self) -> float:
        return 2.0*self.size

    @property
    def outline(self) -> np.ndarray:
        return self.size*np.vstack((np.eye(3), -np.eye(3)))

    def lowest(self, centre, _turn, normal, is_aloft, contact) -> np.ndarray:
        return lowest_of_ball(self.size, centre, normal, is_aloft, contact)

    def followed(self, state) -> list[float]:
        return followed(self, state)


@dataclass(frozen=True)
class Seen:
    """What a person sees of the bodies: their shapes by numbers, and of balls that are drawn at once numbers (n,),
    centres (n, 3) [m] and radii (n,) [m], or None.
    """

    solids: dict[int, Solid]
    balls: tuple[np.ndarray, np.ndarray, np.ndarray] | None

    def centre(self, k: int) -> np.ndarray:
        """Returns where the centre (3,) [m] of a body is seen."""
        if k in self.solids:
            return self.solids[k].centre
        numbers, centres, _radii = self.balls
        return centres[int(np.searchsorted(numbers, k))]


class Crew:
    """The pictures of bodies.

    pictures   number of a body -> its BodyPicture, of those that are drawn one by one
    crowd      the balls that are drawn at once, or None
    tint       what these are painted with
    """

    def __init__(self, bodies: Sequence, level):
        self.bodies = list(bodies)
        balls = [k for k, body in enumerate(self.bodies) if hasattr(body, "radius")]
        if len(balls) <= level.singles:
            balls = []
        self.instances = Instances(balls, [float(self.bodies[k].radius) for k in balls]) if balls else None
        among = set(balls)
        self.pictures = {k: BodyPicture(body, level.ball) for k, body in enumerate(self.bodies) if k not in among}
        self.tint = Tint()
        self._before: Seen | None = None      # as they stood in the picture before the newest one

    def __len__(self) -> int:
        return len(self.bodies)

    @property
    def has_several(self) -> bool:
        """Whether more than one body is no part of the scenery."""
        return sum(getattr(body, "traces", "plane") != "nothing" for body in self.bodies) > 1

    def measures(self, k: int):
        """Returns what is known of the size of a body: a BodyPicture, or what has its names."""
        picture = self.pictures.get(k)
        return BallMeasures(float(self.bodies[k].radius)) if picture is None else picture

    def tone(self, k: int) -> tuple:
        """Returns the colour (3,) of a body, 0..1; of balls that are painted by their speeds that of their numbers."""
        if k in self.pictures:
            return BODIES[getattr(self.bodies[k], "tone", 0) % len(BODIES)]
        kind = "number" if self.tint.kind == "speed" else self.tint.kind
        tones, _patterns, _numbers = Tint(kind).of(np.array([k]), np.zeros(1), 0.0)
        return tuple(tones[0].tolist())

    def show(self, snapshot) -> list[list[float]]:
        """Moves all to their places in a snapshot; returns the shadows of those that are drawn one by one."""
        bodies = snapshot.bodies
        self._before = Seen({k: solid.copied() for k, solid in self.solids.items()}, self.balls)
        if self.instances is not None:
            self.instances.show(bodies)
            speeds = np.linalg.norm(column_of(bodies, "velocity")[self.instances.places], axis=1)
            self.instances.paint(*self.tint.of(self.instances.places, speeds, snapshot.t))
        return [picture.show(bodies[k]) for k, picture in self.pictures.items() if k < len(bodies)]

    def shadows(self) -> list[list[float]]:
        """Returns the shadows of those that are drawn one by one before they were shown."""
        return [picture.shadow(np.zeros(3), np.eye(3)) for picture in self.pictures.values()]

    # ---- for the page -----------------------------------------------------------------------------------------------

    def setup(self, support, position) -> dict:
        """Returns what a new page has to know of the crowd on a support that stands at `position` (3,) [m]."""
        return {} if self.instances is None else {"crowd": self.instances.setup(support.size, position, support)}

    def changes(self, support=None, position=None) -> dict:
        """Returns what is new of the crowd; with a support that has grown what depends on it."""
        if self.instances is None:
            return {}
        scenery = {} if support is None else self.instances.scenery(support.size, position, support)
        return {"crowd": {**self.instances.changes(), **scenery}}

    # ---- for the camera ---------------------------------------------------------------------------------------------

    def company(self, snapshot) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns numbers (n,), centres (n, 3) and radii (n,) [m] of all bodies that are there, no scenery."""
        single = [k for k, one in self.pictures.items() if not one.is_scenery and k < len(snapshot.bodies)]
        numbers, sizes = np.array(single, dtype=int), np.array([self.pictures[k].size for k in single], dtype=float)
        if self.instances is not None:
            numbers = np.concatenate((numbers, self.instances.places))
            sizes = np.concatenate((sizes, self.instances.radii))
        if snapshot.away:
            here = np.array([k not in snapshot.away for k in numbers.tolist()], dtype=bool)
            numbers, sizes = numbers[here], sizes[here]
        return numbers, column_of(snapshot.bodies, "centre")[numbers].reshape(-1, 3), sizes

    def places(self, snapshot) -> np.ndarray:
        """Returns the ends (n, 3) [m] of all bodies that are no part of the scenery, along the laboratory's axes."""
        _numbers, centres, sizes = self.company(snapshot)
        ends = np.vstack((np.eye(3), -np.eye(3)))
        return (centres[:, None] + sizes[:, None, None]*ends).reshape(-1, 3)

    def furthest(self, snapshot, position, axes, local):
        """Returns the contact (3,) [m] that is furthest from the middle of a support, in its frame.

        position, axes   pose of the support;  local   contact (3,) of the body in focus, which is all that counts where
        there is no crowd
        """
        if self.instances is None:
            return local
        places = (column_of(snapshot.bodies, "contact") - position) @ axes
        return places[np.hypot(places[:, 0], places[:, 1]).argmax()]

    def around_fixed_point(self) -> np.ndarray:
        """Returns (n, 3) points [m] that bodies around a fixed point can reach, and those of their stands, for the
        camera; bodies that move on the support need none.
        """
        points = np.zeros((0, 3))
        pairs = [(self.bodies[k], picture) for k, picture in self.pictures.items()]
        for body, picture in pairs:
            if getattr(body, "traces", "") == "sphere":
                ends = picture.size*np.vstack((np.eye(3), -np.eye(3)))
                stands = [other.outline for holder, other in pairs if getattr(holder, "traces", "") == "nothing"]
                points = np.vstack((points, np.vstack((ends, *stands)) + np.array((0.0, 0.0, body.height))))
        return points

    # ---- what is under the mouse ------------------------------------------------------------------------------------

    @property
    def solids(self) -> dict[int, Solid]:
        """The shapes of the bodies that are drawn one by one, where they were shown last."""
        return {k: picture.solid for k, picture in self.pictures.items()}

    @property
    def balls(self) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """Numbers (n,), centres (n, 3) [m] and radii (n,) [m] of the others; None where there are none."""
        return None if self.instances is None else (self.instances.places, self.instances.centres, self.instances.radii)

    def seen(self, is_newest: bool) -> Seen:
        """Returns what stands in the newest picture, or, while that is on its way, in the one before."""
        return self._before if self._before is not None and not is_newest else Seen(self.solids, self.balls)

    def solid(self, k: int) -> Solid | None:
        """Returns the shape of a body where it was shown last, None where there is no such body."""
        if k in self.pictures:
            return self.pictures[k].solid
        if self.instances is None or not 0 <= k < len(self.bodies):
            return None
        i = int(np.searchsorted(self.instances.places, k))
        solid = Solid(radius=float(self.instances.radii[i]))
        solid.place(self.instances.centres[i], rotation_matrix(self.instances.quaternions[i]))
        return solid
