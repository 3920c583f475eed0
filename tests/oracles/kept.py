"""The kept vectors by name, and what the tests of the oracles read of them."""

import json
from pathlib import Path

import numpy as np

from . import general_body, rigid_bodies, supports, surfaces
from .ball_on_plane import rolling_ratio
from .multipliers import Problem

VECTORS = Path(__file__).parents[1]/"vectors"
CASES = {case["id"]: case for case in json.loads((VECTORS/"vectors_ball.json").read_text(encoding="utf-8"))["cases"]}
DISKS = {case["id"]: case for case in json.loads((VECTORS/"vectors_contact.json").read_text(encoding="utf-8"))["cases"]}
GENERAL = general_body.load()


def ball_problem(case):
    """Problem of a `ball_on_surface` case."""
    body = rigid_bodies.sphere(case["body"]["a"], case["body"]["m"], case["body"]["I"])
    return Problem(body, surfaces.from_json(case["surface"]),
                   supports.from_json(case["support"], case["placement"]), case["gravity"],
                   case["surface"]["defines"])


def column(samples, name):
    """One quantity of all samples as an array."""
    return np.array([sample[name] for sample in samples])


def ball(case):
    """(m, a, I), chi and Omega of a case that turns uniformly about z."""
    m, a, I = (case["body"][k] for k in "maI")
    coeffs = case["support"]["angle"]["coeffs"]
    return (m, a, I), rolling_ratio(m, a, I), coeffs[1]
