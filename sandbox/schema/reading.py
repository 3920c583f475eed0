"""Reads a JSON or TOML file that anybody may have written."""

import json
import re
import tomllib
from os import SEEK_END
from pathlib import Path
from stat import S_ISREG

from sandbox.schema.values import is_sendable, shorten
from sandbox.text import _

HALF = re.compile(rb"\\u[dD][89a-fA-F]")
SHOWN = 40               # letters of a foreign key in a sentence


def read_object(path, most_bytes: int) -> dict:
    """Returns the object in a JSON file; OSError or ValueError when there is none, before a large file is read."""
    return object_of(bytes_in(path, most_bytes))


def read_toml(path, most_bytes: int) -> dict:
    """Returns the table in a TOML file; OSError or ValueError as `read_object`."""
    return table_of(bytes_in(path, most_bytes))


def table_of(data: bytes) -> dict:
    """Returns the table in the bytes of a TOML file; ValueError when there is none."""
    try:
        return tomllib.loads(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except RecursionError:
        raise ValueError(_("its brackets are nested too deep")) from None


def bytes_in(path, most_bytes: int) -> bytes:
    """Returns what an ordinary file holds; OSError or ValueError when it is none or has more than so many bytes."""
    path = Path(path)
    # a pipe or a device would never end
    if not S_ISREG(path.stat().st_mode):
        raise ValueError(_("no ordinary file"))
    with open(path, "rb") as file:
        size = file.seek(0, SEEK_END)
        if size > most_bytes:
            raise ValueError(_("got {found} bytes, needs at most {most}").format(found=size, most=most_bytes))
        file.seek(0)
        return file.read(most_bytes)


def object_of(data: bytes) -> dict:
    """Returns the object in the bytes of a JSON file; ValueError when there is none."""
    try:
        stored = json.loads(data.decode("utf-8-sig"), parse_constant=refuse_constant, object_pairs_hook=without_doubles)
        # halves of letters are there only where they are written as numbers
        if HALF.search(data):
            refuse_halves(stored)
    except RecursionError:
        raise ValueError(_("its brackets are nested too deep")) from None
    if not isinstance(stored, dict):
        raise ValueError(_("not an object in braces"))
    return stored


def refuse_halves(value, where: str = ""):
    """Raises ValueError for a text, also a key, with half of a letter: no file could be written with it again."""
    if isinstance(value, str) and not is_sendable(value):
        raise ValueError(_("'{where}': got {found}, needs text of whole letters, half of one cannot be written again"
                           ).format(where=where, found=shorten.repr(value)))
    if isinstance(value, list):
        for i, item in enumerate(value):
            refuse_halves(item, f"{where}[{i}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            refuse_halves(key, where or "{}")
            refuse_halves(item, f"{where}.{key[:SHOWN]}" if where else key[:SHOWN])


def refuse_constant(name: str):
    raise ValueError(_("{name} is not a number").format(name=name))


def without_doubles(pairs: list) -> dict:
    """Returns the object of these pairs; of a key that stands there twice nobody knows which one is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise ValueError(_("the key {name!r} stands there twice").format(name=key[:SHOWN]))
            seen.add(key)
    return found
