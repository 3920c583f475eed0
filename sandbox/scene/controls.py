"""How a person drives a scene: parameters that are steered, a body that is hit with a cue, or several in turn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot, inf, isfinite
from typing import Any, NamedTuple, Protocol

from sandbox.errors import BadValue
from sandbox.scene.parameter import Parameter
from sandbox.scene.world import World
from sandbox.text import _

MOST_BODIES = 1000


class Driven(Protocol):
    """What controls ask of their scene (scene.py)."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    def parameter(self, name: str) -> Parameter: ...

    def values(self) -> dict: ...

    def models(self, values: dict) -> list[Any]: ...


@dataclass(frozen=True)
class Steer:
    """One or two live parameters that are steered while a run goes on: by the arrow keys, a pad, the mouse.

    name_x          parameter that the keys left and right move, to the right it grows
    name_y          parameter that the keys down and up move, upwards it grows; or None
    range           lowest and highest value that steering gives, within what the parameters allow; None: all of that
    springs_back    whether it goes back to `rest` when it is let go; else it stays
    rest            value that is steered to when nothing is held, within the range
    seconds         from `rest` to the end of the range while a key is held [s of the run]
    reverses        names of those that grow to the left, or downwards
    """

    name_x: str
    name_y: str | None = None
    range: tuple[float, float] | None = None
    springs_back: bool = True
    rest: float = 0.0
    seconds: float = 0.4
    reverses: tuple[str, ...] = ()

    def __post_init__(self):
        for name in ("name_x", "name_y"):
            found = getattr(self, name)
            if not isinstance(found, str) and (found is not None or name == "name_x"):
                raise BadValue(_("steer, {name}: got {found}, needs the name of a parameter").format(
                    name=name, found=repr(found)[:40]))
        if self.range is not None and not (isinstance(self.range, tuple | list) and len(self.range) == 2 and all(
                map(_is_number, self.range)) and self.range[0] < self.range[1]):
            raise BadValue(_("steer, range: got {found}, needs (low, high), low < high").format(
                found=repr(self.range)[:40]))
        for name, low, high in (("rest", -1e9, 1e9), ("seconds", 0.02, 60.0)):
            found = getattr(self, name)
            if not _is_number(found) or not low <= found <= high:
                raise BadValue(_("steer, {name}: got {found}, needs a number in [{low:g}, {high:g}]").format(
                    name=name, found=repr(found)[:40], low=low, high=high))
        if not isinstance(self.springs_back, bool):
            raise BadValue(_("steer, springs_back: got {found}, needs True or False").format(
                found=repr(self.springs_back)[:40]))
        if not isinstance(self.reverses, tuple | list) or not set(self.reverses) <= set(self.names):
            raise BadValue(_("steer, reverses: got {found}, needs names among {known}").format(
                found=repr(self.reverses)[:40], known=", ".join(self.names)))

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters that it steers."""
        return (self.name_x,) if self.name_y is None else (self.name_x, self.name_y)

    def bounds(self, scene: Driven, name: str) -> tuple[float, float]:
        """Returns the lowest and the highest value that steering gives a parameter of the scene."""
        parameter = scene.parameter(name)
        assert parameter.low is not None and parameter.high is not None
        return (parameter.low, parameter.high) if self.range is None else (
            float(self.range[0]), float(self.range[1]))

    def aimed(self, scene: Driven, name: str, share: float) -> float:
        """Returns the value of a parameter for a share of the way, -1 to 1, from rest to an end of the range."""
        low, high = self.bounds(scene, name)
        share = min(max(share, -1.0), 1.0)*(-1.0 if name in self.reverses else 1.0)
        return self.rest + share*(high - self.rest if share > 0.0 else self.rest - low)

    def check(self, scene: Driven):
        """Raises BadValue where the scene has nothing that could be steered so."""
        where = scene.id or scene.title
        if self.name_x == self.name_y:
            raise BadValue(_("scene '{scene}', controls: '{name}' is steered twice").format(
                scene=where, name=self.name_x))
        for name in self.names:
            try:
                parameter = scene.parameter(name)
            except BadValue as error:
                raise BadValue(_("scene '{scene}', controls, steer: {reason}").format(
                    scene=where, reason=error)) from None
            if not parameter.live or isinstance(parameter.default, bool | str):
                raise BadValue(_("scene '{scene}', controls, steer: '{name}' can't be changed while a run goes on, as "
                                 "only a number with live=True can").format(scene=where, name=name))
            low, high = self.bounds(scene, name)
            assert parameter.low is not None and parameter.high is not None
            if low < parameter.low or high > parameter.high:
                raise BadValue(_("scene '{scene}', controls, steer, range: got ({low:g}, {high:g}), '{name}' needs "
                                 "{allowed}").format(scene=where, low=low, high=high, name=name,
                                                     allowed=parameter.allowed))
            if not low <= self.rest <= high:
                raise BadValue(_("scene '{scene}', controls, steer, rest: got {found:g}, needs a number in [{low:g}, "
                                 "{high:g}]").format(scene=where, found=self.rest, low=low, high=high))


class Counted(NamedTuple):
    """An end of a game as the bodies lie: points of both sides, and the body that is nearest to the tee.

    nearest    its number, None where no body is in the house;  distance  of its middle from the tee [m]
    """

    points: tuple[int, int]
    nearest: int | None
    distance: float


@dataclass(frozen=True)
class House:
    """Rings about a tee: the side whose body is nearest scores one for each nearer than the best of the other side.

    tee       (x, y) of its middle, laboratory frame [m]
    radius    of its outermost ring; a body that touches it from above counts [m]
    sides     what the two sides are called, whose bodies are thrown in turn
    """

    tee: tuple[float, float]
    radius: float
    sides: tuple[str, str]

    def __post_init__(self):
        if not (isinstance(self.tee, tuple | list) and len(self.tee) == 2 and all(map(_is_number, self.tee))):
            raise BadValue(_("house, tee: got {found}, needs two numbers, x and y").format(found=repr(self.tee)[:40]))
        if not _is_number(self.radius) or not 0.0 < self.radius <= 1e3:
            raise BadValue(_("house, radius: got {found}, needs a number above 0, at most 1000").format(
                found=repr(self.radius)[:40]))
        if not (isinstance(self.sides, tuple | list) and len(self.sides) == 2 and all(
                isinstance(side, str) and side for side in self.sides)):
            raise BadValue(_("house, sides: got {found}, needs two names").format(found=repr(self.sides)[:40]))

    def count(self, middles: Sequence[Sequence[float]], sizes: Sequence[float]) -> Counted:
        """Returns what bodies score whose middles (n, 2 or 3) [m] lie there, those of the sides by turns.

        sizes    radius of each [m]
        """
        away = [hypot(middle[0] - self.tee[0], middle[1] - self.tee[1]) for middle in middles]
        inside = [k for k, size in enumerate(sizes) if away[k] - size < self.radius]
        if not inside:
            return Counted((0, 0), None, inf)
        nearest = min(inside, key=lambda k: away[k])
        best = min((away[k] for k in inside if k % 2 != nearest % 2), default=inf)
        points = sum(k % 2 == nearest % 2 and away[k] < best for k in inside)
        return Counted((0, points) if nearest % 2 else (points, 0), nearest, away[nearest])


@dataclass(frozen=True)
class Cue:
    """A body that is hit with a cue while all bodies rest: pressed, drawn back, let go.

    body      name of the body in a World, or its number from 0; numbers of several, that are thrown in turn, each once:
              where there is only one of them there is no cue
    speed     of the hardest hit [m/s]
    offset    how far beside the middle it may be hit at most, in radii of the body [1]
    drawn     how far it is drawn back for the hardest hit, as a share of the size of the support [1]
    house     where an end of what is thrown in turn is scored, or None
    """

    body: str | int | tuple[int, ...] = 0
    speed: float = 4.0
    offset: float = 0.5
    drawn: float = 0.5
    house: House | None = None

    def __post_init__(self):
        if isinstance(self.body, tuple | list):
            if len(self.body) < 2 or not all(map(_is_index, self.body)) or len(set(self.body)) < len(self.body):
                raise BadValue(_("cue, body: got {found}, needs numbers from 0, at least two, no two alike").format(
                    found=repr(self.body)[:40]))
        elif not _is_index(self.body) and not (isinstance(self.body, str) and self.body):
            raise BadValue(_("cue, body: got {found}, needs the name of a body or its number from 0").format(
                found=repr(self.body)[:40]))
        for name, low, high in (("speed", 0.01, 12.0), ("offset", 0.0, 0.7), ("drawn", 0.01, 1.0)):
            found = getattr(self, name)
            if not _is_number(found) or not low <= found <= high:
                raise BadValue(_("cue, {name}: got {found}, needs a number in [{low:g}, {high:g}]").format(
                    name=name, found=repr(found)[:40], low=low, high=high))
        if self.house is not None and not (isinstance(self.house, House) and isinstance(self.body, tuple | list)):
            raise BadValue(_("cue, house: got {found}, needs a House(...) for bodies that are thrown in turn").format(
                found=repr(self.house)[:40]))

    def turns(self, names: Sequence[str]) -> tuple[int, ...]:
        """Returns the numbers of those that are thrown in turn among bodies of these names; () where there is one."""
        if not isinstance(self.body, tuple | list):
            return ()
        found = tuple(k for k in self.body if k < len(names))
        return found if len(found) > 1 else ()

    def index(self, names: Sequence[str]) -> int | None:
        """Returns the number of its body, or the first, among bodies of these names, None where it is not there."""
        if isinstance(self.body, tuple | list):
            return next(iter(self.turns(names)), None)
        if isinstance(self.body, int):
            return self.body if self.body < len(names) else None
        return names.index(self.body) if self.body in names else None

    def check(self, scene: Driven):
        """Raises BadValue where the scene with its defaults has no such body; of several each run has its own."""
        if isinstance(self.body, tuple | list):
            return
        try:
            models = scene.models(scene.values())
        except BadValue:
            return      # it is refused again, with its own sentence, when the scene is opened
        names = models[0].names if isinstance(models[0], World) else ("",)*len(models)
        if self.index(names) is None:
            raise BadValue(_("scene '{scene}', controls, cue: no body {found!r}; there are {known}").format(
                scene=scene.id or scene.title, found=self.body,
                known=", ".join(name or str(k) for k, name in enumerate(names))))


def check_controls(controls: Iterable, scene: Driven):
    """Raises BadValue where a scene cannot be driven as its controls say."""
    where = scene.id or scene.title
    if not isinstance(controls, tuple | list) or not all(isinstance(one, Steer | Cue) for one in controls):
        raise BadValue(_("scene '{scene}', controls: got {found}, needs a tuple of Steer(...) and Cue(...)").format(
            scene=where, found=repr(controls)[:40]))
    taken: set[str] = set()
    for one in controls:
        one.check(scene)
        for name in one.names if isinstance(one, Steer) else ():
            if name in taken:
                raise BadValue(_("scene '{scene}', controls: '{name}' is steered twice").format(scene=where, name=name))
            taken.add(name)
    if sum(isinstance(one, Steer) for one in controls) > 1:
        raise BadValue(_("scene '{scene}', controls: has {count} Steer, needs at most one: there is one pair of hands"
                         ).format(scene=where, count=sum(isinstance(one, Steer) for one in controls)))
    if sum(isinstance(one, Cue) for one in controls) > 1:
        raise BadValue(_("scene '{scene}', controls: has more than one Cue").format(scene=where))


def _is_number(value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_index(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST_BODIES
