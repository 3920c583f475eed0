"""From the words of a scene to the systems that run."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sandbox.compiling.machine_code import ahead
from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.scene.beside import Beside
from sandbox.scene.bodies import Ball
from sandbox.scene.constrained import At, Constrained
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.scene.world import World
from sandbox.systems.contact.assembly import assemble, assemble_contact
from sandbox.systems.entries import at_the_start
from sandbox.systems.fields import each_formula_once
from sandbox.systems.protocol import Automaton, Jump
from sandbox.systems.renewed import renewed
from sandbox.systems.supports.assembly import assemble_supports, leans
from sandbox.systems.supports.centres import assemble_centres, is_of_centres
from sandbox.text import _


def assemble_scene(scene: Scene, values: Mapping, start: Start | At | None = None,
                   models: list | None = None) -> list[Automaton]:
    """Returns the systems of a scene for these parameter values: the first, and its parallel models.

    start    a person's own start instead of the scene's
    models   what scene.models() gave for these values, where that is known
    raises   BadValue; an author's mistake ends in a sentence, too
    """
    models = scene.models(values) if models is None else models
    ahead(at_the_start(models[0], is_of_balls(models[0])))
    if start is None and not all(isinstance(parts, World) for parts in models):
        start = scene.started(values)
    with each_formula_once():
        return [_assembled(scene, parts, start, values) for parts in models]


def _assembled(scene: Scene, parts: Any, start: Any, values: Mapping) -> Automaton:
    """The system of what an author's functions returned: the assemblers look at each part."""
    if isinstance(parts, Beside):
        return _assembled(scene, parts.system, parts.start, values)
    if isinstance(parts, World):
        if len(parts.bodies) == 1 and isinstance(start, Start):
            parts = replace(parts, bodies=(replace(parts.bodies[0], start=start),))
        return _world(parts, values, scene.drift_limit)
    if isinstance(parts, Constrained):
        from sandbox.systems.rows.start import assemble_constrained
        start = start if parts.begins is None else parts.begins(start, values)
        return replace(assemble_constrained(parts, start, values), drift_limit=scene.drift_limit, go_beyond=_go_beyond,
                       lay_out_beyond=_lay_out_beyond)
    if not (isinstance(parts, tuple) and len(parts) in (3, 4)):
        raise BadValue(_("scene '{scene}': build needs to return body, surface, motion and, if it may slip or fly, "
                         "contact; or a system with rows").format(scene=scene.id or scene.title))
    if len(parts) == 4:
        body, surface, motion, contact = parts
        return replace(assemble_contact(body, surface, motion, contact, start, values), drift_limit=scene.drift_limit)
    body, surface, motion = parts
    return replace(assemble(body, surface, motion, start, values), drift_limit=scene.drift_limit)


def _go_beyond(*what: Any) -> Jump:
    """The jump of rows over their rim: the engine that goes on is read when a run comes there."""
    from sandbox.systems.world.beyond import gone_beyond
    return gone_beyond(*what)


def _lay_out_beyond(world: World, values: Mapping) -> Automaton:
    """The system that goes on beyond a rim, as far as it is known before a run comes there."""
    from sandbox.systems.world.beyond import lay_out_beyond
    return lay_out_beyond(world, values)


def _world(parts: World, values: Mapping, drift_limit: float) -> Automaton:
    """The system of a world: of one body as a contact that passes between supports, of all others as an island."""
    alone = None
    if is_of_centres(parts):
        return renewed(assemble_centres(parts, values), drift_limit=drift_limit)
    if not is_of_balls(parts):
        alone = renewed(assemble_supports(parts, values), drift_limit=drift_limit)
        if not leans(alone):
            return alone
    # here as above: to read all engines, of which a scene needs one, takes a tenth of a short run
    from sandbox.systems.world.assembly import assemble_world
    try:
        return replace(assemble_world(parts, values), drift_limit=drift_limit)
    except BadValue:
        if alone is None:
            raise
        # a law that islands don't have: what can be followed is, and then it says why it ends
        return alone


def is_of_balls(parts: Any) -> bool:
    """Returns whether what an author's functions returned is for the engine of worlds of balls.

    A lone ball is, too, where it has more supports around it than a contact can watch, and a body with flat faces.
    """
    if not isinstance(parts, World):
        return False
    only = parts.bodies[0].body
    return len(parts.bodies) > 1 or bool(parts.joints) or (
        len(parts.supports) > lay.MOST_OTHERS + 1 if isinstance(only, Ball) else bool(only.corners))
