"""Files of meshes that a person has: STL, OBJ, PLY and GLB, read by trimesh within limits, and models of meshes/.

Nothing beyond the one file is read: no materials, no pictures, no buffers elsewhere. What a file promises is held
against its size and the limits before anything is made of it.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.drawn import meshes
from sandbox.scene.solids.triangles import Triangles
from sandbox.text import _

LARGEST = 20_000_000        # of a file [bytes]
MOST_TRIANGLES = 500_000
FORMS = ("stl", "obj", "ply", "glb")
METRES = ("glb",)           # forms whose unit is the metre by definition
UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254}
DIGEST = 16                 # letters of a file's hash

# folder of the scene file that is being loaded or built: paths that are not absolute begin there
_beside: ContextVar[Path | None] = ContextVar("folder of the scene file", default=None)


class MeshFile(NamedTuple):
    """A file of a mesh: its name without the folder, its form, its bytes and their hash."""

    name: str
    form: str
    content: bytes
    digest: str


@contextmanager
def paths_beside(file: str | Path | None) -> Iterator[None]:
    """Within it paths of meshes that are not absolute begin in the folder of a scene's file."""
    folder = _folder_of(str(file)) if file is not None else None
    token = _beside.set(_beside.get() if folder is None else folder)
    try:
        yield
    finally:
        _beside.reset(token)


@lru_cache(maxsize=64)
def _folder_of(file: str) -> Path | None:
    """The folder of a file that was loaded, asked for twice in each run; None of what is no file."""
    path = Path(file)
    return path.parent if path.is_file() else None


def path_of(path: str) -> Path:
    """Returns where the file of a mesh is: a model of meshes/ by its name, beside the scene's file, or as it stands."""
    if not isinstance(path, str | Path) or not str(path) or "\0" in str(path) or len(str(path)) > 4000:
        raise BadValue(_("mesh: needs the path of a file or the name of a model"))
    if str(path) in meshes.NAMES:
        return meshes.folder() / f"{path}.ply"
    found = Path(path)
    if found.is_absolute():
        return found
    folder = _beside.get()
    if folder is None:
        raise BadValue(_("mesh '{name}': its path begins at the scene's file, which is not known here; give the whole "
                         "path").format(name=found.name))
    return folder / found


def mesh_file(path: Path, digest: str = "") -> MeshFile:
    """Returns what a file holds, or raises BadValue: it is gone, too large, of no known form, or not the one told."""
    form = path.suffix.lower().lstrip(".")
    if form not in FORMS:
        raise BadValue(_("mesh '{name}': needs a file of the kind {known}").format(
            name=path.name, known=", ".join(f".{one}" for one in FORMS)))
    try:
        if not path.is_file():
            raise BadValue(_("mesh '{name}': there is no such file in {folder}").format(
                name=path.name, folder=path.parent))
        size = path.stat().st_size
        if size > LARGEST:
            raise BadValue(_("mesh '{name}': has {size} bytes, at most {most} are read").format(
                name=path.name, size=size, most=LARGEST))
        with path.open("rb") as file:
            # what grows meanwhile is read no further
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise BadValue(_("mesh '{name}': cannot be read ({reason})").format(
            name=path.name, reason=error.strerror or error)) from error
    if len(content) > LARGEST:
        raise BadValue(_("mesh '{name}': has {size} bytes, at most {most} are read").format(
            name=path.name, size=len(content), most=LARGEST))
    found = blake2b(content, digest_size=DIGEST//2).hexdigest()
    if digest and digest != found:
        raise BadValue(_("mesh '{name}': was replaced, its hash is {found}, not {told}").format(
            name=path.name, found=found, told=digest))
    return MeshFile(path.name, form, content, found)


def triangles_of(file: MeshFile) -> Triangles:
    """Returns the triangles of a file in its own unit, or raises BadValue. The last few stay known."""
    return _triangles(file.form, file.content, file.name)


@lru_cache(maxsize=8)
def _triangles(form: str, content: bytes, name: str) -> Triangles:
    promised = PROMISED[form](content, name)
    if promised > MOST_TRIANGLES:
        raise BadValue(_("mesh '{name}': promises {count} triangles, at most {most} are read").format(
            name=name, count=promised, most=MOST_TRIANGLES))
    found = meshes.as_written(content) if form == "ply" else None
    if found is not None:
        vertices, faces = found[0], found[1][:, :3]
    else:
        vertices, faces = _by_trimesh(form, content, name)
    if len(faces) > MOST_TRIANGLES:
        raise BadValue(_("mesh '{name}': promises {count} triangles, at most {most} are read").format(
            name=name, count=len(faces), most=MOST_TRIANGLES))
    try:
        return Triangles.welded(vertices, faces)
    except BadValue as error:
        raise BadValue(str(error).replace("mesh:", f"mesh '{name}':", 1)) from None


def _by_trimesh(form: str, content: bytes, name: str) -> tuple[np.ndarray, np.ndarray]:
    try:
        # it costs a second, and few scenes have a mesh of a person's own
        import trimesh
    except ImportError as error:
        raise BadValue(_("mesh '{name}': reading it needs the Python module 'trimesh'").format(name=name)) from error
    try:
        scene = trimesh.load_scene(BytesIO(content), file_type=form, process=False, resolver=None)
        # each part where the file places it
        parts = [part for part in scene.dump() if isinstance(part, trimesh.Trimesh)]
        counts = np.cumsum([0, *(len(part.vertices) for part in parts)])
        vertices = np.concatenate([np.asarray(part.vertices, float) for part in parts]) if parts else np.zeros((0, 3))
        faces = [np.asarray(part.faces, np.int64) + first for part, first in zip(parts, counts, strict=False)]
    except Exception as error:  # a damaged file fails wherever its bytes lead the reader
        raise BadValue(_("mesh '{name}': the file is damaged: {error}").format(
            name=name, error=str(error)[:200] or type(error).__name__)) from error
    return vertices, np.concatenate(faces) if faces else np.zeros((0, 3), np.int64)


# ---- what files promise ---------------------------------------------------------------------------------------------

def _of_stl(content: bytes, name: str) -> int:
    if len(content) >= 84:
        count = int.from_bytes(content[80:84], "little")
        if len(content) == 84 + 50*count:
            return count
    if content.lstrip()[:5].lower() != b"solid":
        count = int.from_bytes(content[80:84], "little")
        raise BadValue(_("mesh '{name}': promises {count} triangles, but holds {size} bytes").format(
            name=name, count=count, size=len(content)))
    return content.count(b"endfacet")


def _of_ply(content: bytes, name: str) -> int:
    header = content[:content.find(b"end_header")]
    found = re.search(rb"element\s+face\s+(\d{1,20})", header)
    points = re.search(rb"element\s+vertex\s+(\d{1,20})", header)
    if not content.startswith(b"ply") or found is None or points is None:
        raise BadValue(_("mesh '{name}': the file is damaged: {error}").format(
            name=name, error=_("no header of a PLY")))
    # at least a byte for each point and each triangle
    count = max(int(found[1]), int(points[1]))
    if count > MOST_TRIANGLES*3 or count > len(content):
        raise BadValue(_("mesh '{name}': promises {count} triangles, but holds {size} bytes").format(
            name=name, count=int(found[1]), size=len(content)))
    return int(found[1])


def _of_obj(content: bytes, _name: str) -> int:
    return content.count(b"\nf ") + content.startswith(b"f ")


def _of_glb(content: bytes, name: str) -> int:
    try:
        if content[:4] != b"glTF":
            raise ValueError(_("no header of a GLB"))
        length = int.from_bytes(content[12:16], "little")
        tree = json.loads(content[20:20 + length])
        if any("uri" in one for kind in ("buffers", "images") for one in tree.get(kind, ())):
            raise BadValue(_("mesh '{name}': refers to other files, which are not read").format(name=name))
        # what is shown several times counts as often
        largest = max((int(one.get("count", 0)) for one in tree.get("accessors", ())), default=0)
        shown = max(1, len(tree.get("nodes", ())))
        held = sum(int(one.get("byteLength", 0)) for one in tree.get("buffers", ()))
    except BadValue:
        raise
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BadValue(_("mesh '{name}': the file is damaged: {error}").format(name=name, error=error)) from error
    if largest > len(content) or held > len(content):
        raise BadValue(_("mesh '{name}': promises {count} triangles, but holds {size} bytes").format(
            name=name, count=largest//3, size=len(content)))
    return largest//3 if shown == 1 else largest//3*min(shown, len(tree.get("meshes", ())) or 1)


PROMISED = {"stl": _of_stl, "ply": _of_ply, "obj": _of_obj, "glb": _of_glb}


def scale_of(unit, form: str, name: str) -> tuple[float, float, float]:
    """Returns how many metres the unit of a file is along its axes; BadValue where nobody says, or of nonsense.

    unit   "m", "cm", "mm", "in", a number of metres, three of them, or None: of a form that has one
    """
    if unit is None:
        if form in METRES:
            return (1.0, 1.0, 1.0)
        raise BadValue(_("mesh '{name}': its file says no unit; give unit= one of {known}, or a number of metres"
                         ).format(name=name, known=", ".join(UNITS)))
    if isinstance(unit, str):
        if unit not in UNITS:
            raise BadValue(_("mesh '{name}', unit: got {found!r}, needs one of {known}, or a number of metres").format(
                name=name, found=unit[:40], known=", ".join(UNITS)))
        return (UNITS[unit],)*3
    try:
        numbers = np.broadcast_to(np.asarray(unit, float), 3)
    except (TypeError, ValueError):
        numbers = np.zeros(3)
    if not (np.isfinite(numbers).all() and (numbers > 0.0).all()):
        raise BadValue(_("mesh '{name}', unit: got {found}, needs one or three finite numbers above 0").format(
            name=name, found=str(unit)[:40]))
    x, y, z = map(float, numbers)
    return x, y, z
