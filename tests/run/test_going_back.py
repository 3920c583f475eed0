"""A run that is taken back gives the same bits again: with a law that was changed, and with models side by side."""


import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.integration.status import NOT_FINITE
from sandbox.run.command import Command
from sandbox.run.simulation import Simulation
from tests.shipped import shipped

CATALOGUE = shipped()


def bits(run) -> tuple:
    """All that a snapshot shows of every model, and what the run says of them."""
    return run.t, *(state.tobytes() for state in run.states), run.snapshot().E_J, len(run.snapshot().bodies)


@pytest.mark.parametrize(("scene", "name", "values"), [
    ("hoop", "mu", (0.1, 1.5)), ("bounce", "mu", (0.9, 0.05)), ("slope_skate", None, ()), ("breakaway", None, ())])
def test_any_earlier_step_comes_back(scene, name, values):
    run, kept = Simulation(CATALOGUE.get(scene)), {}
    for k in range(300):
        if name is not None and k in (60, 200):
            run.set(name, values[k == 200])
        kept[run.step] = bits(run)
        run.advance(1)
    assert len(run.states) == (1 if name else len(run.bodies)) and (name or len(run.states) > 1)
    for step in (250, 199, 201, 61, 60, 0, 130):
        assert run.go_to(step) and bits(run) == kept[step], step


def test_models_side_by_side_have_tones_of_their_own():
    bodies = Simulation(CATALOGUE.get("slope_skate")).bodies
    tones = [getattr(body, "tone", 0) for body in bodies]
    assert len(bodies) > 1 and len(set(tones)) == len(tones)


def test_commands_are_taken_over_at_the_start_only():
    run = Simulation(CATALOGUE.get("turntable"))
    run.advance(1)
    with pytest.raises(BadValue, match="only be taken over at the start"):
        run.replay([Command(5, "rate", 1.0)])


def test_where_no_closed_form_is_known_circles_bound_the_motion():
    run = Simulation(CATALOGUE.get("cone"))
    (inner, _low), (outer, _high) = sorted(run.band())
    radii = []
    for _k in range(400):
        run.advance(2)
        radii.append(np.hypot(*run.snapshot().bodies[0].contact[:2]))
    # [m] seen 120 times per second, the circles themselves lie between two looks
    assert inner - 1e-9 < min(radii) and max(radii) < outer + 1e-9
    assert min(radii) < inner + 0.05*(outer - inner) and max(radii) > outer - 0.05*(outer - inner)


def test_numbers_lost_on_the_way_do_not_end_a_run_that_is_taken_back():
    """Room to work in, of a pile, is no part of its state; a step without an end leaves what is no number there."""
    run = Simulation(CATALOGUE.get("dominoes"))
    run.advance(40)
    expected, first = [y.copy() for y in run.states], run._models.first
    first.data.p[-1] = np.nan
    first._jump(NOT_FINITE)
    assert "lost their meaning" in first.ended.sentence
    assert run.go_to(20) and run.ended is None
    run.advance(20)
    assert run.ended is None and run.step == 40
    assert all(np.array_equal(a, b) for a, b in zip(run.states, expected, strict=True))
