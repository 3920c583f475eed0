"""The file of pinned hashes."""

import json
from dataclasses import dataclass
from pathlib import Path

PATH = Path(__file__).with_name("hashes.json")


@dataclass(frozen=True)
class Pinned:
    """machine  fingerprint of the machine that computed them;  runs  "scene/preset number" -> runs.Golden as JSON."""

    machine: str
    runs: dict[str, dict]


def read() -> Pinned:
    """The file as it stands."""
    return Pinned(**json.loads(PATH.read_text(encoding="utf-8")))
