"""Systems that several tests set up the same way."""

import json
from pathlib import Path

import pytest

from sandbox.scene import Ball, Start
from sandbox.systems.contact.assembly import assemble
from sandbox.systems.integration import Integration
from sandbox.verify.ball import motion_of, surface_of

VECTORS = Path(__file__).parents[1] / "vectors" / "vectors_ball.json"


@pytest.fixture(scope="session")
def vector_cases() -> dict:
    """The cases of the ball vectors by id."""
    return {case["id"]: case for case in json.loads(VECTORS.read_text(encoding="utf-8"))["cases"]}


@pytest.fixture
def system_of(vector_cases):
    """id of a case -> its system."""
    def make(name):
        case = vector_cases[name]
        body, initial = case["body"], case["initial"]
        surface = surface_of(case["surface"])
        if case["placement"]:
            surface = surface.placed(**case["placement"])
        return assemble(Ball(body["a"], mass=body["m"], inertia=body["I"]), surface,
                        motion_of(case["support"], case["gravity"]),
                        Start(tuple(initial["r"]), omega=tuple(initial["omega"])))
    return make


@pytest.fixture
def run_of():
    """System and steps per second -> integration."""
    return lambda system, step_rate=240: Integration(system, 1.0/step_rate)
