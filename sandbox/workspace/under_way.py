"""What is done on the bench to a run that has begun: the same deeds, in the world as it is now."""

from dataclasses import replace

from sandbox.errors import BadValue
from sandbox.run.building import edit_between
from sandbox.run.command import Command
from sandbox.run.simulation import Simulation
from sandbox.scene.bodies import Ball
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Document
from sandbox.workspace import bench
from sandbox.workspace.bench import Made, formulas_of
from sandbox.workspace.present import bodies_at_present, in_flight


def made_now(run: Simulation) -> Made:
    """Returns the world of a run as it is now: its bodies start where they are; BadValue where the scene is no world.

    Supports stand in it as they began, and move on.
    """
    document, formulas = run.document, formulas_of(run.scene)
    world = Made(document, run.values, formulas).world
    return Made(bodies_at_present(document, world, run.snapshot()), run.values, formulas)


def build(run: Simulation, now: Document, after: Document) -> Command:
    """Changes what is there in a run, at its present step, from the document of `made_now` to another one; or BadValue.
    """
    return run.build(edit_between(now, after))


def trouble_of(run: Simulation, now: Document, after: Document) -> str:
    """Returns why a run can't be changed so at its present step, or ""."""
    try:
        run.check_build(edit_between(now, after))
    except BadValue as error:
        return str(error)
    return ""


def grounded(run: Simulation, now: Made, name: str, after: Document) -> Document:
    """Returns a document in which a ball that touched a support before it was changed touches it now."""
    if name not in now.bodies or run.snapshot().bodies[now.bodies.index(name)].is_aloft:
        return after
    if after.part(name) == now.document.part(name) or not isinstance(
            now.world.bodies[now.bodies.index(name)].body, Ball):
        return after
    on = after.part(name).value.get("on")
    return bench.moved(Made(after, now.values, now.formulas), name, (0.0, 0.0, 0.0), on)


def without(run: Simulation, now: Made, *names: str) -> Document:
    """Returns the document without some parts; what stands on a support that goes flies on; or BadValue."""
    states = dict(zip(now.bodies, run.snapshot().bodies, strict=True))
    centres, document = {body: state.centre for body, state in states.items()}, now.document
    for name in names:
        left = Made(document, now.values, now.formulas)
        falling = left.standing_on(name) if document.part(name).family == kinds.SUPPORT else ()
        document = bench.without(left, name, centres)
        for body in falling:
            part, state = document.part(body), states[body]
            start = in_flight(now.world.bodies[now.bodies.index(body)], state)
            document = replace(document, parts=tuple(
                replace(one, value=one.value.changed("start", start)) if one is part else one
                for one in document.parts))
    return document
