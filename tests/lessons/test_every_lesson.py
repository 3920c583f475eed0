"""What lessons say is so: each statement holds in the run of its step, and the numbers that a teacher reads out are
those of closed forms that know nothing of the engine.
"""

from math import acos, cos, degrees, pi, radians, sin, sqrt
from pathlib import Path

import numpy as np
import pytest

from sandbox.run.judge import read_facts
from sandbox.run.simulation import Simulation
from sandbox.scene.lessons.lesson import load_lessons
from sandbox.scene.lessons.page import page_of
from sandbox.workspace.lesson_check import faults_of
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]
SCENES = shipped()
CHALLENGES = [path.stem for path in (ROOT / "challenges").glob("*.toml")]
FOUND = load_lessons([ROOT / "lessons"], SCENES.get, CHALLENGES)
RATE, G = 3.4907, 9.81

# (lesson, step from 1) -> the number that is revealed there, by hand
NUMBERS = {
    ("two_sevenths", 2): 2/7, ("two_sevenths", 4): 2/5,
    # the normal force is nothing where cos = 10/17 (6/11 of a shell) of that at the start, one degree from the top
    ("letting_go", 1): degrees(acos(10/17*cos(radians(1)))), ("letting_go", 2): degrees(acos(10/17*cos(radians(1)))),
    ("letting_go", 3): degrees(acos(6/11*cos(radians(1)))),
    # depth of a ball in a cylinder, 2 (1 - chi) g/(chi turning^2) [mm]
    ("letting_go", 7): 1e3*2*(5/7)*G/(2/7*40**2), ("letting_go", 8): 1e3*2*(5/7)*G/(2/7*80**2),
    # depth of a skate on a slope, g sin(slope)/(2 spin^2) [cm]
    ("blades", 1): 1e2*G*sin(radians(10))/(2*2.5**2), ("blades", 2): 1e2*G*sin(radians(10))/(2*5.0**2),
    # all of its energy goes straight ahead in the end [m/s]
    ("blades", 6): sqrt(0.05**2 + (0.015 + 0.08**2)*4**2), ("blades", 7): 0.8,
    ("friction_paradoxes", 3): 5/7}


def run_of(step) -> Simulation:
    return Simulation(SCENES.get(step.scene), step.values, preset=step.preset)


def test_there_are_five_lessons_of_twenty_to_forty_five_minutes():
    assert FOUND.broken == {}
    assert set(FOUND.good) == {"two_sevenths", "blades", "letting_go", "what_is_kept", "friction_paradoxes"}
    for lesson in FOUND.good.values():
        assert 20 <= lesson.minutes <= 45
        assert sum(step.question is not None for step in lesson.steps) >= 5
        assert all(step.note for step in lesson.steps) and lesson.aims and lesson.needs and lesson.sources


@pytest.mark.parametrize("name", sorted(FOUND.good))
def test_what_a_lesson_says_of_its_runs_holds(name):
    assert list(faults_of(FOUND.good[name], SCENES.get)) == []


@pytest.mark.parametrize(("lesson", "number"), sorted(NUMBERS))
def test_a_number_that_is_revealed_is_that_of_the_closed_form(lesson, number):
    step = FOUND.good[lesson].steps[number - 1]
    found = read_facts((), (step.reveal.number,), lambda: run_of(step), step.until)[1][0]
    # extremes are those of 240 states a second
    assert found == pytest.approx(NUMBERS[lesson, number], rel=5e-3)


def test_each_question_with_a_right_answer_has_statements_that_are_checked():
    for lesson in FOUND.good.values():
        for number, step in enumerate(lesson.steps, start=1):
            if step.question is not None and step.question.right is not None and step.scene:
                assert step.facts, (lesson.id, number)


def test_the_energy_of_the_ball_changes_and_the_jacobi_integral_stays():
    run = run_of(FOUND.good["what_is_kept"].steps[0])
    ball = run.system.body
    rows = list(run.rows_at(np.linspace(0.0, 6.3, 200)))
    v, w = (np.concatenate([getattr(part, name)[:, 0] for part in rows]) for name in ("velocity", "omega"))
    r = np.concatenate([part.centre[:, 0] for part in rows])
    energy = 0.5*ball.m*(v**2).sum(1) + 0.5*ball.I*(w**2).sum(1)
    momentum = ball.m*(r[:, 0]*v[:, 1] - r[:, 1]*v[:, 0]) + ball.I*w[:, 2]
    assert energy.max() > 1.5*energy.min()
    kept = energy - RATE*momentum
    assert np.ptp(kept) < 1e-9*energy.max()      # [J] rounding
    # the motor pays on the way out: the energy grows with the distance
    assert np.corrcoef(np.hypot(r[:, 0], r[:, 1]), energy)[0, 1] > 0.95


def test_sliding_and_spinning_of_a_stone_end_together():
    step = FOUND.good["friction_paradoxes"].steps[1]
    run = run_of(step)
    end = next(event.t for event in (run.advance(2400), run.events)[1] if event.kind == "grip")
    before = run_of(step)
    before.advance(int((end - 0.2)*before.step_rate))
    body = before.snapshot().bodies[0]
    assert np.linalg.norm(body.velocity) > 0.01 and abs(body.angular_velocity[2]) > 0.1


def test_the_page_of_the_teacher_has_all_that_is_needed():
    page = page_of(FOUND.good["two_sevenths"])
    assert page.startswith("# Two sevenths\n") and "| 45 | end |" in page
    assert "- B: run on a circle ✓" in page and "PageDown" in page and "## Sources" in page
    assert page.count("\n## ") == 7 + 5       # steps; aims, needs, minutes, keys, sources
    assert abs(2*pi/(2/7*RATE) - 6.3) < 1e-3      # [s] the instant at which the first steps wait
