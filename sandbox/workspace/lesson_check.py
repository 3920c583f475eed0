"""Checks a lesson by running it: what it says of each run holds, its numbers have values, its charts are there."""

from collections.abc import Callable, Iterator
from math import isfinite

from sandbox.errors import BadValue
from sandbox.run.judge import read_facts
from sandbox.run.simulation import Simulation
from sandbox.scene.goals.words import EVENTS
from sandbox.scene.lessons.lesson import Lesson, Step
from sandbox.text import _
from sandbox.workspace.share_code import setup_of_code


def faults_of(lesson: Lesson, scene_named: Callable) -> Iterator[str]:
    """Yields what is wrong with the runs of a lesson, a sentence each; nothing where all of it holds."""
    for number, step in enumerate(lesson.steps, start=1):
        where = _("lesson '{lesson}', step {number}").format(lesson=lesson.id, number=number)
        try:
            yield from (f"{where}: {fault}" for fault in _of_step(step, scene_named))
        except BadValue as error:
            yield f"{where}: {error}"


def _of_step(step: Step, scene_named: Callable) -> Iterator[str]:
    if step.setup:
        setup = setup_of_code(step.setup)
        scene_named(setup.scene).values(setup.values)
    if not step.scene:
        return
    scene = scene_named(step.scene)

    def make() -> Simulation:
        return Simulation(scene, step.values, preset=step.preset)

    for values in step.beside:
        Simulation(scene, values, preset=step.preset)
    measured = (step.reveal.number,) if step.reveal is not None and step.reveal.number is not None else ()
    readings, numbers = read_facts([tree for _text, tree in step.facts], measured, make, step.until)
    for (text, _tree), reading in zip(step.facts, readings, strict=True):
        if not reading.holds:
            yield _("'{fact}' does not hold. {side}").format(fact=text, side=reading.side).strip()
    if any(not isfinite(found) for found in numbers):
        yield _("the number of the reveal has no value")
    run = make()
    if isinstance(step.pause, str):
        run.advance(round(step.until*run.step_rate))
        if all(event.kind != step.pause for event in run.events):
            yield _("it waits for '{kind}', which does not happen within {until:g} s: {meaning}").format(
                kind=step.pause, until=step.until, meaning=_(EVENTS[step.pause]))
    chart = step.reveal.chart if step.reveal is not None else ""
    if chart and chart not in (names := [one.title or one.name for one in make().charts()]):
        yield _("no chart {found!r}; there are {known}").format(found=chart, known=", ".join(names) or _("none"))
