"""Reads a .glb file by the words of the glTF 2.0 specification, independent of what wrote it, and refuses what it
forbids."""

import json
import struct
from pathlib import Path

import numpy as np

COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
TYPES = {5121: np.dtype("u1"), 5123: np.dtype("<u2"), 5125: np.dtype("<u4"), 5126: np.dtype("<f4")}


class Glb:
    """A file; `arrays` are its accessors."""

    def __init__(self, path: Path):
        data = path.read_bytes()
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data)) and length % 4 == 0
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON" and size % 4 == 0
        self.json = json.loads(data[20:20 + size])
        binary_size, kind = struct.unpack_from("<I4s", data, 20 + size)
        assert kind == b"BIN\0" and 28 + size + binary_size == len(data)
        self.binary = data[28 + size:]
        assert self.json["asset"]["version"] == "2.0"
        assert 0 <= binary_size - self.json["buffers"][0]["byteLength"] < 4
        self.arrays = [self._array(accessor) for accessor in self.json["accessors"]]
        self._check()

    def _array(self, accessor: dict) -> np.ndarray:
        view, kind = self.json["bufferViews"][accessor["bufferView"]], TYPES[accessor["componentType"]]
        begin, width = view["byteOffset"], COMPONENTS[accessor["type"]]
        assert begin % kind.itemsize == 0 and accessor["count"] >= 1
        count = accessor["count"]*width
        assert count*kind.itemsize <= view["byteLength"] <= len(self.binary) - begin
        values = np.frombuffer(self.binary, kind, count, begin).reshape(accessor["count"], width)
        assert np.isfinite(values).all()
        assert values.min(axis=0).tolist() == accessor["min"] and values.max(axis=0).tolist() == accessor["max"]
        return values

    def _check(self):
        """What the specification says of meshes, nodes and animations."""
        nodes, children = self.json["nodes"], []
        for node in nodes:
            children += node.get("children", [])
            if "rotation" in node:
                assert abs(np.linalg.norm(node["rotation"]) - 1.0) < 1e-6
        assert sorted(children) == list(range(1, len(nodes)))          # a tree below node 0
        for mesh in self.json["meshes"]:
            for part in mesh["primitives"]:
                points = self.arrays[part["attributes"]["POSITION"]]
                normals, index = self.arrays[part["attributes"]["NORMAL"]], self.arrays[part["indices"]]
                assert len(normals) == len(points) and index.max() < len(points) and len(index) % 3 == 0
                assert np.abs(np.linalg.norm(normals, axis=1) - 1.0).max() < 1e-5
                colours = self.arrays[part["attributes"]["COLOR_0"]]
                assert colours.min() >= 0.0 and colours.max() <= 1.0
        for animation in self.json.get("animations", []):
            targets = [(channel["target"]["node"], channel["target"]["path"]) for channel in animation["channels"]]
            assert len(set(targets)) == len(targets)
            for sampler in animation["samplers"]:
                times, values = self.arrays[sampler["input"]][:, 0], self.arrays[sampler["output"]]
                assert len(times) == len(values) and times[0] >= 0.0 and (np.diff(times) > 0.0).all()

    def motion(self, name: str, path: str) -> tuple[np.ndarray, np.ndarray]:
        """Times (n,) [s] and values (n, components) of a node's motion; of one that stands its only value."""
        number, node = next((k, node) for k, node in enumerate(self.json["nodes"]) if k and node["name"] == name)
        for animation in self.json.get("animations", []):
            for channel in animation["channels"]:
                if channel["target"] == {"node": number, "path": path}:
                    sampler = animation["samplers"][channel["sampler"]]
                    return self.arrays[sampler["input"]][:, 0], self.arrays[sampler["output"]]
        return np.zeros(1), np.array([node[path]])

    def points(self, name: str) -> np.ndarray:
        """Vertices (n, 3) of a node's mesh [m]."""
        node = next(node for node in self.json["nodes"][1:] if node["name"] == name)
        part = self.json["meshes"][node["mesh"]]["primitives"][0]
        return self.arrays[part["attributes"]["POSITION"]]


def turned(quaternion: np.ndarray, vector) -> np.ndarray:
    """Vectors (n, 3) turned by quaternions (n, 4), x, y, z, w."""
    axis, w = quaternion[:, :3], quaternion[:, 3:]
    vector = np.broadcast_to(np.asarray(vector, float), axis.shape)
    return vector + 2.0*np.cross(axis, np.cross(axis, vector) + w*vector)
