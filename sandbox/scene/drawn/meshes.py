"""Models that bodies are drawn as: the files of meshes/, read when the first one is opened, other forms by trimesh."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.drawn.shapes import Painted
from sandbox.scene.remembered import remembers
from sandbox.text import _

PACKAGE = Path(__file__).resolve().parents[2]
NAMES = ("coin", "curling_stone", "curling_stone_yellow", "drop", "egg", "hoop", "hoop_bead", "millstone", "penny",
         "puck", "rattleback", "rod", "smooth_top", "stone", "tippe_top")
LARGEST = 100_000        # of a file [bytes]

# the form in which bundle/meshes.py writes them: its head, and the numbers of a corner and of a triangle
WRITTEN = re.compile(rb"ply\nformat binary_little_endian 1\.0\n(?:comment [^\n]*\n)*"
                     rb"element vertex (\d{1,6})\nproperty float x\nproperty float y\nproperty float z\n"
                     rb"element face (\d{1,6})\nproperty list uchar int vertex_indices\n"
                     rb"property uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n")
CORNER = np.dtype(("<f4", 3))
FACE = np.dtype([("count", "u1"), ("corners", "<i4", 3), ("colour", "u1", 3)])


@dataclass(frozen=True)
class Model:
    """A drawing by a file of meshes/: called with the fineness n, which it does not need -> vertices, quads, colours.

    name        of the file
    half        half lengths (x, y, z) of what is touched [m];  middle  of that, from the mass centre (3,) [m]
    otherwise   what is drawn where the file is missing or damaged, None: what touches
    """

    name: str
    half: tuple[float, float, float]
    middle: tuple[float, float, float]
    otherwise: Callable | None = None

    def __call__(self, n: int) -> Painted:
        vertices, quads, colours = read(self.name)
        return vertices*self.half + self.middle, quads, colours


@remembers
def mesh(name: str, half, middle=(0.0, 0.0, 0.0), otherwise: Callable | None = None) -> Model:
    """How a body or a Look is drawn as a model of the folder meshes/, for their `drawn`.

    name        of the model, such as "coin"
    half        half lengths (x, y, z) of the box of what is touched [m]; what the model has beyond it grows alike
    middle      of that box from the mass centre [m]
    otherwise   what to draw where the file is missing or damaged, as `drawn`; None: what touches
    """
    if name not in NAMES:
        raise BadValue(_("mesh '{name}': there is no such model; there are {known}").format(
            name=name, known=", ".join(NAMES)))
    numbers = np.array([half, middle], dtype=float) if len(half) == len(middle) == 3 else np.zeros((2, 3))
    if not (np.isfinite(numbers).all() and (numbers[0] > 0.0).all()):
        raise BadValue(_("mesh '{name}': got half lengths {half} m and middle {middle} m, needs three finite numbers "
                         "each, lengths above 0").format(name=name, half=[*map(float, half)],
                                                         middle=[*map(float, middle)]))
    size, place = numbers.tolist()
    return Model(name, tuple(size), tuple(place), otherwise)


def folder() -> Path:
    """Where the files lie: in the installed package, or beside it."""
    inside = PACKAGE / "meshes"
    return inside if inside.is_dir() else PACKAGE.parent / "meshes"


@lru_cache(maxsize=len(NAMES))
def read(name: str) -> Painted:
    """Returns vertices (m, 3) in half lengths of what is touched, quads (k, 4) and colours (k, 3), 0..1, of a model.

    Triangles are quads whose last corner repeats the first. BadValue for a file that is missing or damaged.
    """
    path = folder() / f"{name}.ply"
    if not path.is_file():
        raise BadValue(_("mesh '{name}': the file {file} is missing").format(name=name, file=path.name))
    try:
        vertices, faces, colours = _read(path)
    except Exception as error:  # a damaged file fails wherever its bytes lead the reader
        raise BadValue(_("mesh '{name}': the file {file} is damaged: {error}").format(
            name=name, file=path.name, error=error)) from error
    for array in (vertices, faces, colours):
        array.flags.writeable = False
    return vertices, faces, colours


def as_written(content: bytes) -> Painted | None:
    """What read() returns, of a file in the form in which bundle/meshes.py writes them; None of any other."""
    written, numbers = WRITTEN.match(content), content.partition(b"end_header\n")[2]
    if written is None:
        return None
    vertices, faces = map(int, written.groups())
    if len(numbers) != vertices*CORNER.itemsize + faces*FACE.itemsize:
        return None
    places = np.frombuffer(numbers, CORNER, vertices).astype(float)
    table = np.frombuffer(numbers, FACE, faces, vertices*CORNER.itemsize)
    corners = table["corners"].astype(int)
    is_whole = faces > 0 and (table["count"] == 3).all() and corners.min() >= 0 and corners.max() < vertices
    if not is_whole or not np.isfinite(places).all():
        return None
    return places, corners[:, [0, 1, 2, 0]], table["colour"]/255.0


def _read(path: Path) -> Painted:
    if path.stat().st_size > LARGEST:
        raise ValueError(_("more than {most} bytes").format(most=LARGEST))
    found = as_written(path.read_bytes())
    if found is not None:
        return found
    # it costs a second, for which a window would stand still: only for what is in another form, or damaged
    import trimesh
    from trimesh.visual.color import ColorVisuals
    model = trimesh.load_mesh(path, process=False)
    look = model.visual
    vertices, faces = np.array(model.vertices, dtype=float), np.array(model.faces, dtype=int)
    if not len(faces) or faces.min() < 0 or faces.max() >= len(vertices):
        raise ValueError(_("faces without corners"))
    if not np.isfinite(vertices).all() or not isinstance(look, ColorVisuals) or look.kind != "face":
        raise ValueError(_("needs finite places and a colour of each face"))
    return vertices, faces[:, [0, 1, 2, 0]], np.array(look.face_colors[:, :3], dtype=float)/255.0
