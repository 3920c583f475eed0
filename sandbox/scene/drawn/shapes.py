"""Shapes that bodies are drawn with where the picture is more than the convex hull that touches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.remembered import remembers
from sandbox.text import _, unit_text

Mesh = tuple[np.ndarray, np.ndarray]
Painted = tuple[np.ndarray, np.ndarray, np.ndarray]

# paints of a drawing: two tones by octant so that every turn shows, the body's tone, and tones that all bodies share
OCTANTS, BODY, LIGHT, METAL, ACCENT, DARK = range(6)

PLATE = 0.01         # least half thickness that is drawn, in half widths of the body


class Label(NamedTuple):
    """A name beside a place of a body.

    text     said() to translators, with {names} of values where it has numbers
    at       (3,) from the mass centre, in axes of the body [m]
    values   (name, number or unit) of each of these
    """

    text: str
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    values: tuple[tuple[str, float | str], ...] = ()

    @property
    def shown(self) -> str:
        """What it says, in the language of the moment."""
        values = {name: unit_text(value) if isinstance(value, str) else value for name, value in self.values}
        return _(self.text).format(**values) if values else _(self.text)

    @property
    def is_of_body(self) -> bool:
        """Whether it names the whole body, not a part of it."""
        return tuple(self.at) == (0.0, 0.0, 0.0)


def told_apart(bodies: Sequence) -> dict[int, str]:
    """Returns what the labels of bodies call them, by their numbers; those that would be called alike are counted."""
    named = {k: label.shown for k, body in reversed(tuple(enumerate(bodies)))
             for label in reversed(getattr(body, "labels", ())) if label.is_of_body}
    alike: dict[str, list[int]] = {}
    for k in sorted(named):
        alike.setdefault(named[k], []).append(k)
    return {k: f"{text} {number}" if len(ones) > 1 else text
            for text, ones in alike.items() for number, k in enumerate(ones, start=1)}


@dataclass(frozen=True)
class Look:
    """How a body without a shape of its own is drawn.

    size    radius of the ball that holds it [m]
    drawn   function of the fineness n -> vertices (m, 3) from the mass centre, quads (k, 4), and if wanted their
            paints (k,) or colours (k, 3), 0..1; None: a small box
    parameters   what tells one look from another
    traces  what a body writes on with its contact: "plane", "sphere" about its centre, or "nothing"
    tone    number of the body's colour, so that models side by side can be told apart
    height  of a fixed mass centre above the plane, so that it is in the picture from the beginning [m]
    labels  names of the body and of its parts, for people who want to see them
    dull    is a ground or a wall: without highlights, and the shadows of the others fall on it
    """

    size: float = 0.05
    drawn: Callable[[int], Mesh | Painted] | None = field(default=None, compare=False)
    parameters: tuple = ()
    traces: str = "plane"
    tone: int = 0
    height: float = 0.0
    dull: bool = False
    labels: tuple[Label, ...] = ()

    def __post_init__(self):
        if self.drawn is None:
            object.__setattr__(self, "drawn", box(self.size, 0.6*self.size, 0.2*self.size))


@remembers
def box(x: float, y: float, z: float) -> Callable[[int], Mesh]:
    """A box with the half edges x, y, z about its mass centre [m]."""
    corners = np.array([[i*x, j*y, k*z] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], float)
    quads = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
    return lambda n: (corners, quads)


def _sheet(points, closed_a: bool, closed_b: bool, first: int) -> np.ndarray:
    """Quads of a grid of points (a, b, 3), numbered from `first` on."""
    rows, columns = points.shape[:2]
    i, k = np.meshgrid(np.arange(rows if closed_a else rows - 1), np.arange(columns if closed_b else columns - 1),
                       indexing="ij")
    j, m = (i + 1) % rows, (k + 1) % columns
    return first + np.stack((i*columns + k, j*columns + k, j*columns + m, i*columns + m), axis=-1).reshape(-1, 4)


@remembers
def ring(radius: float, thickness: float, shift: float = 0.0, bead: float = 0.0) -> Callable[[int], Mesh]:
    """A hoop about the y axis through (-shift, 0, 0), outer radius `radius`, and a bead of radius `bead` on its x side.

    All in metres; shift is the distance of the mass centre from the middle of the hoop, along x.
    returns a function of the fineness n -> vertices (m, 3) from the mass centre, quads (k, 4)
    """
    tube = 0.5*thickness
    if not 0.0 < tube < 0.5*radius:
        raise BadValue(_("ring: thickness {thickness} m needs to be above 0 and below the radius {radius} m").format(
            thickness=thickness, radius=radius))

    def mesh(n: int) -> Mesh:
        around = np.linspace(0.0, 2*np.pi, 2*n, endpoint=False)[:, None]
        across = np.linspace(0.0, 2*np.pi, 10, endpoint=False)
        far = radius - tube + tube*np.cos(across)
        hoop = np.stack((far*np.cos(around) - shift, tube*np.sin(across) + 0*around, far*np.sin(around)), axis=-1)
        vertices, quads = hoop.reshape(-1, 3), _sheet(hoop, True, True, 0)
        if bead > 0.0:
            a, b = np.linspace(0.02, np.pi - 0.02, n//2)[:, None], np.linspace(0.0, 2*np.pi, n, endpoint=False)
            ball = bead*np.stack((np.sin(a)*np.cos(b), np.cos(a) + 0*b, -np.sin(a)*np.sin(b)), axis=-1)
            ball[..., 0] += radius - bead - shift
            quads = np.vstack((quads, _sheet(ball, False, True, len(vertices))))
            vertices = np.vstack((vertices, ball.reshape(-1, 3)))
        return vertices, quads

    return mesh


@remembers
def cylinder(radius: float, height: float) -> Callable[[int], Mesh]:
    """An upright cylinder about its third axis, its mass centre in its middle [m]."""

    def mesh(n: int) -> Mesh:
        b = np.linspace(0.0, 2*np.pi, 2*n, endpoint=False)
        rows = [(1e-6*radius, 0.5*height), (radius, 0.5*height), (radius, -0.5*height), (1e-6*radius, -0.5*height)]
        points = np.array([[(r*np.cos(x), r*np.sin(x), z) for x in b] for r, z in rows])
        return points.reshape(-1, 3), _sheet(points, False, True, 0)

    return mesh
