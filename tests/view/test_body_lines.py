"""Trail and chalk line are those of the states that a run passed, however few pictures show them."""

from pathlib import Path

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.run.trace import way_of_body
from sandbox.scene import Disk
from sandbox.scene.catalogue import find_scene
from sandbox.view.page import transport
from sandbox.view.picture.bodies import PLATE, BodyPicture, shape_of
from sandbox.view.picture.lines.all_lines import Ink
from sandbox.view.picture.lines.body_lines import BodyLines
from sandbox.view.picture.lines.ink import THREAD
from sandbox.view.picture.stage import PULL, Stage
from sandbox.view.quality import HIGH

SUPERBALL, SECONDS = 3, 2.0


@pytest.fixture
def page():
    transport.clear()
    yield
    transport.clear()


def opened(scene: str, preset: int) -> Simulation:
    found = find_scene(scene, Path(__file__).parents[2]/"scenes")
    run = Simulation(found, found.presets[preset - 1].values)
    run.recording.keep_trace()
    return run


def drawn(run: Simulation, fps: int, seconds: float = SECONDS) -> Ink:
    """Lines after so many seconds, shown `fps` times a second."""
    ink = Ink(0.5)
    lines = BodyLines(ink, BodyPicture(run.bodies[0]))
    lines.draw_way(way_of_body(run, 0, 0.0, 0.0), True)
    for k in range(1, round(seconds*fps) + 1):
        begin = run.t
        run.advance(round(k/fps*run.step_rate) - run.step)
        body = run.snapshot().bodies[0]
        lines.draw_way(way_of_body(run, 0, begin, run.t), False)
        lines.reach(body, np.asarray(body.contact), np.asarray(body.normal))
    return ink


def pieces_of(ink: Ink) -> np.ndarray:
    found = ink.trail.strokes._pieces
    return found[found.any(axis=1)]


def test_a_slow_page_draws_the_same_trail(page):
    slow, fast = (pieces_of(drawn(opened("bounce", SUPERBALL), fps)) for fps in (8, 60))
    assert len(fast) > 60
    # finished pieces; the last one goes to where the body is shown
    assert np.abs(slow[:-1, :12] - fast[:len(slow) - 1, :12]).max() < 1e-12      # [m] rounding


def test_a_bounce_has_its_trail_in_the_air_and_its_corner_on_the_floor(page):
    run = opened("bounce", SUPERBALL)
    pieces = pieces_of(drawn(run, 60))
    # threads: their sides are their direction
    assert np.linalg.norm(pieces[:, 3:6], axis=1) == pytest.approx(THREAD, abs=1e-9)
    ends = pieces[:, 6:9]
    assert ends[:, 2].max() > 0.2                                                # [m] it rises from below the centre
    impacts = [event.t for event in run.events if event.kind == "impact"]
    assert len(impacts) > 2
    away = way_of_body(run, 0, 0.0, SECONDS)
    for t in impacts:
        touch = away.contact[np.argmin(np.abs(away.t - t))]
        # [m] half of gravity in 1/60 s: what the velocity of the row before does not know
        assert np.linalg.norm(ends - touch, axis=1).min() < 1e-9 and abs(touch[2]) < 0.5*9.81/60**2


def test_a_ball_that_meets_a_wall_has_a_corner_there(page):
    run = opened("billiard", 1)
    run.advance(5*run.step_rate)
    way = way_of_body(run, 0, 0.0, 5.0)
    impacts = [event.t for event in run.events if event.kind == "impact"]
    assert len(impacts) >= 3
    rows = [np.abs(way.t - t).min() for t in impacts]
    assert max(rows) < 1e-12                                                     # [s] rounding


def test_the_trail_of_an_oval_bowl_lies_on_it(page):
    run = opened("bowl", 5)
    surface = run.system.surface
    run.advance(4*run.step_rate)
    stage = Stage(surface, run.bodies, HIGH, 960, 540, run.snapshot())
    assert stage.ink.is_uneven
    stage.draw_way(way_of_body(run, 0, 0.0, run.t), True)
    ends = pieces_of(stage.ink)[:, 6:9]
    on, _normals = stage.support.project(ends)
    # [m] in its own axes, where it stays: the path of the contact between 1/60 s is an arc of less than 5 mm sagitta
    assert np.linalg.norm(on - ends, axis=1).max() < 5e-3
    assert stage.ink.all()["trail"]["frame"] == stage.ink.all()["chalk"]["frame"]


def test_a_flat_disk_hides_the_lines_that_it_lies_on(page):
    assert PULL[True] == 0.0
    vertices, _quads = shape_of(Disk(0.04, 0.1), 24)
    assert np.ptp(vertices[:, 2]) == pytest.approx(2*PLATE*0.04, rel=1e-3)
