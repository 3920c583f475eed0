"""The reference cases of the three files."""

import json
from pathlib import Path

from sandbox.verify.check import read_vectors

VECTORS = Path(__file__).parents[1]/"vectors"
BALL_CASES, SLEIGH_CASES, CONTACT_CASES = (
    read_vectors(VECTORS/f"vectors_{name}.json") for name in ("ball", "sleigh", "contact"))
CASES = BALL_CASES + SLEIGH_CASES + CONTACT_CASES


def case_of(name: str) -> dict:
    """A copy of the case named."""
    return json.loads(json.dumps(next(case for case in CASES if case["id"] == name)))
