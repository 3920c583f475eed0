"""Moving surfaces as binary glTF 2.0 (.glb), which Blender, browsers and the viewers of every system read.

glTF has y up and metres; the root node turns the laboratory's z up to it. Motion is an animation with linear sampling:
translation and rotation of each node that moves, quaternions x, y, z, w of one sheet, so that the short way is taken.
What is not there for a time has the scale 0 then.
"""

import json
import struct
from collections.abc import Sequence

import numpy as np

from sandbox.exports.solids import Solid
from sandbox.files import replaced
from sandbox.version import VERSION

FLOAT, UNSIGNED = 5126, 5125                   # types of numbers
VERTICES, INDICES = 34962, 34963               # what a stretch of bytes is for
MAGIC, JSON_CHUNK, BINARY_CHUNK = 0x46546C67, 0x4E4F534A, 0x004E4942
# the laboratory's z becomes y: a quarter turn about x
Z_UP = [-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)]
ROUGHEST, SMOOTHEST = 0.9, 0.35


class Bytes:
    """The binary part: arrays one after the other, each with its view and its accessor."""

    def __init__(self):
        self._parts: list[bytes] = []
        self._size = 0
        self.views: list[dict] = []
        self.accessors: list[dict] = []

    def add(self, values: np.ndarray, kind: str, target: int | None = None) -> int:
        """Adds an array (n,) or (n, components) and returns the number of its accessor."""
        values = np.ascontiguousarray(values)
        is_whole = values.dtype.kind == "u"
        data = values.astype("<u4" if is_whole else "<f4")
        view = {"buffer": 0, "byteOffset": self._size, "byteLength": data.nbytes}
        if target is not None:
            view["target"] = target
        self.views.append(view)
        self._parts.append(data.tobytes())
        self._size += data.nbytes
        flat = data.reshape(len(data), -1)
        self.accessors.append({
            "bufferView": len(self.views) - 1, "componentType": UNSIGNED if is_whole else FLOAT, "count": len(data),
            "type": kind, "min": flat.min(axis=0).tolist(), "max": flat.max(axis=0).tolist()})
        return len(self.accessors) - 1

    def concatenated(self) -> bytes:
        return b"".join(self._parts)


def triangles(solid: Solid) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Returns positions, normals, colours (n, 3) and indices (m,) of a surface, without triangles that have no area."""
    positions = solid.corners.reshape(-1, 3).astype("<f4")
    lengths = np.linalg.norm(solid.normals.reshape(-1, 3), axis=1, keepdims=True)
    normals = np.where(lengths > 1e-6, solid.normals.reshape(-1, 3)/np.maximum(lengths, 1e-6), (0.0, 0.0, 1.0))
    index = (4*np.arange(len(solid.corners))[:, None] + np.array((0, 1, 2, 0, 2, 3))).reshape(-1, 3)
    a, b, c = (positions[index[:, k]].astype(float) for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    index = index[area > 1e-12*max(float(np.ptp(positions, axis=0).max())**2, 1e-30)]
    # colours of the picture are as seen; glTF wants them linear
    seen = np.clip(solid.colours.reshape(-1, 3), 0.0, 1.0)
    linear = np.where(seen <= 0.04045, seen/12.92, ((seen + 0.055)/1.055)**2.4)
    return positions, normals, linear, index.reshape(-1).astype("<u4")


def one_sheet(quaternion: np.ndarray) -> np.ndarray:
    """Returns unit quaternions (n, 4) scalar first as x, y, z, w, each with the sign nearest to the one before it."""
    unit = quaternion/np.linalg.norm(quaternion, axis=1, keepdims=True)
    turned = np.where((unit[1:]*unit[:-1]).sum(axis=1) < 0.0, -1.0, 1.0)
    signs = np.cumprod(np.concatenate(([1.0], turned)))
    return (unit*signs[:, None])[:, [1, 2, 3, 0]]


def moves(values: np.ndarray) -> bool:
    """Returns whether an array (frames, components) changes."""
    return len(values) > 1 and bool((values != values[0]).any())


def scales(solid: Solid) -> np.ndarray | None:
    """Returns the scales (frames, 3) of a surface: 0 where it is not there; None where it is always 1."""
    known = solid.is_there if solid.stretch is None else solid.stretch
    if known is None:
        return None
    scale = np.ones((len(known), 3))
    if solid.stretch is not None:
        scale[:, 2] = solid.stretch
    return scale if solid.is_there is None else scale*solid.is_there[:, None]


def gltf(title: str, solids: Sequence[Solid], times: np.ndarray) -> tuple[dict, bytes]:
    """Returns the JSON and the binary part for surfaces that move at times (frames,) [s], the first at 0 s."""
    binary = Bytes()
    document: dict = {
        "asset": {"version": "2.0", "generator": f"Jacobi Sandbox {VERSION}"}, "scene": 0,
        "scenes": [{"name": title, "nodes": [0]}],
        "nodes": [{"name": title, "rotation": Z_UP, "children": list(range(1, len(solids) + 1))}],
        "meshes": [], "materials": []}
    clock = binary.add(times - times[0], "SCALAR") if len(times) > 1 else None
    channels, samplers = [], []
    # surfaces that look the same share what they look like: balls of one kind
    meshes: dict[tuple, int] = {}
    for number, solid in enumerate(solids, start=1):
        look = (solid.corners.tobytes(), solid.colours.tobytes(), solid.gloss)
        if look not in meshes:
            meshes[look] = len(document["meshes"])
            add_mesh(document, binary, solid)
        quaternion = one_sheet(np.atleast_2d(solid.quaternion))
        document["nodes"].append({"name": solid.name, "mesh": meshes[look],
                                  "translation": np.asarray(solid.position[0], float).tolist(),
                                  "rotation": quaternion[0].tolist()})
        scale = scales(solid)
        if scale is not None:
            document["nodes"][-1]["scale"] = scale[0].tolist()
        # what comes or goes does so at once
        steps = "LINEAR" if solid.is_there is None else "STEP"
        for path, values, kind, way in (("translation", solid.position, "VEC3", "LINEAR"),
                                        ("rotation", quaternion, "VEC4", "LINEAR"), ("scale", scale, "VEC3", steps)):
            if clock is not None and values is not None and moves(values):
                samplers.append({"input": clock, "interpolation": way, "output": binary.add(values, kind)})
                channels.append({"sampler": len(samplers) - 1, "target": {"node": number, "path": path}})
    if channels:
        document["animations"] = [{"name": title, "channels": channels, "samplers": samplers}]
    data = binary.concatenated()
    document |= {"accessors": binary.accessors, "bufferViews": binary.views, "buffers": [{"byteLength": len(data)}]}
    return document, data


def add_mesh(document: dict, binary: Bytes, solid: Solid):
    """Adds the mesh of a surface and its material to the document."""
    positions, normals, colours, index = triangles(solid)
    rough = ROUGHEST - (ROUGHEST - SMOOTHEST)*min(solid.gloss, 1.0)
    document["materials"].append({"name": solid.name, "pbrMetallicRoughness": {
        "metallicFactor": 0.0, "roughnessFactor": rough}})
    document["meshes"].append({"name": solid.name, "primitives": [{"attributes": {
        "POSITION": binary.add(positions, "VEC3", VERTICES), "NORMAL": binary.add(normals, "VEC3", VERTICES),
        "COLOR_0": binary.add(colours, "VEC3", VERTICES)}, "indices": binary.add(index, "SCALAR", INDICES),
        "material": len(document["materials"]) - 1}]})


def write_glb(out, title: str, solids: Sequence[Solid], times: np.ndarray):
    """Writes surfaces that move at times (frames,) [s] as a .glb file. OSError reaches the caller."""
    document, data = gltf(title, solids, times)
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    # both parts are filled up to a multiple of four bytes
    text += b" "*(-len(text) % 4)
    data += b"\0"*(-len(data) % 4)
    with replaced(out, binary=True) as file:
        file.write(struct.pack("<III", MAGIC, 2, 28 + len(text) + len(data)))
        file.write(struct.pack("<II", len(text), JSON_CHUNK) + text)
        file.write(struct.pack("<II", len(data), BINARY_CHUNK) + data)
