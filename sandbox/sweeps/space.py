"""The points of a sweep: a grid, numbers at random with a seed, or a Sobol sequence; none of them held in memory."""

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite, prod

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.parameter import Parameter
from sandbox.scene.scene import Scene
from sandbox.text import _

MOST = 100_000_000       # points of a sweep
MOST_VALUES = 100_000    # of an axis that is a list
BLOCK, BLOCKS = 64, 256  # most points that are run together; at least so many blocks where there are points enough
KINDS = ("grid", "random", "sobol")
REFINED, FEW = "refined", 16     # a grid that is run coarse first; points that are run together there: soon seen
MOST_AXES = 64


@dataclass(frozen=True)
class Axis:
    """A parameter that is varied: evenly spaced numbers with both ends, or a list of values.

    low, high, count   of evenly spaced numbers; of samples the range, count 0;  values  of a list, else ()
    """

    name: str
    low: float = 0.0
    high: float = 0.0
    count: int = 0
    values: tuple = ()

    def __len__(self) -> int:
        return len(self.values) or self.count

    def at(self, places: np.ndarray) -> list:
        """Returns the values at places (n,) of the axis."""
        if self.values:
            return [self.values[place] for place in places.tolist()]
        return self._even(places).tolist()

    def _even(self, places: np.ndarray) -> np.ndarray:
        found = self.low + (self.high - self.low)*places/max(1, self.count - 1)
        # rounding is not to lead beyond what is allowed
        found[places == self.count - 1] = self.high if self.count > 1 else self.low
        return found

    def numbers(self, begin: int, end: int) -> np.ndarray:
        """Values of the axis from a place to another as numbers: switches are 0 and 1, texts their places."""
        places = np.arange(begin, min(end, len(self)))
        if not self.values:
            return self._even(places)
        if any(isinstance(value, str) for value in self.values):
            return places.astype(float)
        return np.array(self.values[begin:end], float)


@dataclass(frozen=True)
class Space:
    """The points of a sweep, by their number from 0.

    kind   one of KINDS, or REFINED: a grid whose points are numbered coarse first
    axes   in the order of the map: the last one changes fastest
    count  points of a sample;  seed  of its random numbers
    """

    axes: tuple[Axis, ...]
    kind: str = "grid"
    count: int = 0
    seed: int = 0

    def __len__(self) -> int:
        return prod(map(len, self.axes)) if self.is_grid else self.count

    @property
    def is_grid(self) -> bool:
        """Whether the points are all combinations of the values of the axes."""
        return self.kind in ("grid", REFINED)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the map."""
        return tuple(map(len, self.axes)) if self.is_grid else (self.count,)

    @property
    def block(self) -> int:
        """How many points are run together: the same however many workers there are."""
        return FEW if self.kind == REFINED else max(1, min(BLOCK, len(self)//BLOCKS))

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-len(self)//self.block)

    def span(self, block: int) -> tuple[int, int]:
        """Returns the first point of a block, and the one after its last."""
        return block*self.block, min((block + 1)*self.block, len(self))

    def points(self, block: int) -> list[dict]:
        """Returns the values by name of each point of a block."""
        begin, end = self.span(block)
        if self.is_grid:
            places = np.unravel_index(self.places(begin, end), self.shape)
            columns = [axis.at(place) for axis, place in zip(self.axes, places, strict=True)]
        else:
            shares = self._shares(block, begin, end)
            columns = [(axis.low + (axis.high - axis.low)*shares[:, i]).tolist() for i, axis in enumerate(self.axes)]
        names = [axis.name for axis in self.axes]
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]

    def places(self, begin: int, end: int) -> np.ndarray:
        """Returns where in the map, counted along its last axis first, the points of these numbers of a grid are."""
        return coarse_first(self.shape)[begin:end] if self.kind == REFINED else np.arange(begin, end)

    def _shares(self, block: int, begin: int, end: int) -> np.ndarray:
        """Numbers (points, axes) in [0, 1) that hang on the block alone, whoever runs it and when."""
        if self.kind == "random":
            return np.random.default_rng([self.seed, block]).random((end - begin, len(self.axes)))
        # a third of a second to import
        from scipy.stats import qmc
        sequence = qmc.Sobol(len(self.axes), scramble=True, rng=np.random.default_rng(self.seed))
        if begin:
            sequence.fast_forward(begin)
        return _quietly(sequence, end - begin)

    @property
    def as_json(self) -> dict:
        """All of it as plain values."""
        return {"kind": self.kind, "count": self.count, "seed": self.seed,
                "axes": [[axis.name, axis.low, axis.high, axis.count, list(axis.values)] for axis in self.axes]}


@lru_cache(maxsize=4)
def coarse_first(shape: tuple[int, ...]) -> np.ndarray:
    """Returns the places of a map in the order in which it is refined.

    Each 2^k-th in all directions first, then each 2^(k-1)-th of those that are left, and so on.
    """
    level = np.full(shape, 62, np.int64)
    for axis, count in enumerate(shape):
        along = np.arange(count)
        # how often an index can be halved; 0 always
        halves = np.where(along == 0, 62, np.log2(np.maximum(along & -along, 1)).astype(np.int64))
        level = np.minimum(level, halves.reshape([-1 if k == axis else 1 for k in range(len(shape))]))
    return np.argsort(-level.ravel(), kind="stable")


def _quietly(sequence, n: int) -> np.ndarray:
    """Returns the next n points of a Sobol sequence, which warns of numbers of points that are no power of 2."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return sequence.random(n)


def space_of_json(found: Mapping) -> Space:
    """Returns the space that `as_json` gave."""
    axes = tuple(Axis(name, low, high, count, tuple(values)) for name, low, high, count, values in found["axes"])
    return Space(axes, found["kind"], found["count"], found["seed"])


def space_of(scene: Scene, vary: Mapping, sample: str | None = None, seed: int = 0) -> Space:
    """Returns the checked space of a sweep, or raises BadValue.

    vary     name -> (low, high, count): evenly spaced, both ends among them; or a list or an array of values; of a
             sample (low, high)
    sample   None for a grid, "random:1000" or "sobol:1024";  seed  of the sample
    """
    if not vary:
        raise BadValue(_("sweep: needs a parameter to vary; scene '{scene}' has {known}").format(
            scene=scene.id or scene.title, known=", ".join(p.name for p in scene.parameters)))
    kind, count = _sample(sample)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise BadValue(_("sweep, seed: got {found!r}, needs a whole number in [0, 2^63)").format(found=seed))
    axes = tuple(_axis(scene, name, given, kind != "grid") for name, given in vary.items())
    if len(axes) > MOST_AXES:
        raise BadValue(_("sweep: got {found} parameters to vary, needs at most {most}").format(
            found=len(axes), most=MOST_AXES))
    space = Space(axes, kind, count, seed if kind != "grid" else 0)
    if len(space) > MOST:
        raise BadValue(_("sweep: {shape} are {found} points, needs at most {most}").format(
            shape=" x ".join(map(str, space.shape)), found=len(space), most=MOST))
    return space


def _sample(sample: str | None) -> tuple[str, int]:
    """Returns kind and count of a sample."""
    if sample is None:
        return "grid", 0
    kind, _colon, text = str(sample).partition(":")
    if kind not in KINDS[1:] or not text.isdecimal() or not int(text[:12]) >= 1:
        raise BadValue(_("sweep, sample: got {found!r}, needs random:COUNT or sobol:COUNT").format(found=sample))
    return kind, int(text[:12])


def _axis(scene: Scene, name: str, given, is_sampled: bool) -> Axis:
    parameter = scene.parameter(name)
    if isinstance(given, tuple) and len(given) == (2 if is_sampled else 3):
        low, high = (_number(scene, parameter, value) for value in given[:2])
        return Axis(name, low, high, 0 if is_sampled else _count(name, given[2]))
    if is_sampled or isinstance(given, tuple | str) or not isinstance(given, Iterable):
        needed = _("(low, high)") if is_sampled else _("(low, high, count) or a list of values")
        raise BadValue(_("sweep, '{name}': got {found}, needs {needed}").format(
            name=name, found=_short(given), needed=needed))
    return _listed(scene, parameter, given.tolist() if isinstance(given, np.ndarray) else list(given))


def _count(name: str, count) -> int:
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST:
        raise BadValue(_("sweep, '{name}', count: got {found!r}, needs a whole number in [1, {most}]").format(
            name=name, found=count, most=MOST))
    return count


def _listed(scene: Scene, parameter: Parameter, given: list) -> Axis:
    if not 1 <= len(given) <= MOST_VALUES:
        raise BadValue(_("sweep, '{name}': got {found} values, needs 1 to {most}").format(
            name=parameter.name, found=len(given), most=MOST_VALUES))
    return Axis(parameter.name, values=tuple(parameter.check(value, scene.id or scene.title) for value in given))


def _number(scene: Scene, parameter: Parameter, value) -> float:
    """An end of a range; both ends are allowed, and so is what lies between."""
    found = parameter.check(value, scene.id or scene.title)
    if isinstance(found, bool | str) or not isfinite(found):
        raise BadValue(_("sweep, '{name}': is no number, needs a list of values").format(name=parameter.name))
    return found


def _short(value) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
