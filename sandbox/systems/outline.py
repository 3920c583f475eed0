"""A scene's systems as far as they are known before they start: nothing is compiled, and nothing can be run."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sandbox.compiling.entries import Entry
from sandbox.errors import BadValue
from sandbox.scene.constrained import Constrained
from sandbox.scene.scene import Scene
from sandbox.scene.world import World
from sandbox.systems.addresses import nothing_made
from sandbox.systems.assemble import is_of_balls
from sandbox.systems.contact.assembly import lay_out
from sandbox.systems.entries import at_the_start
from sandbox.systems.fields import each_formula_once
from sandbox.systems.protocol import Automaton
from sandbox.systems.supports.assembly import lay_out_supports
from sandbox.systems.supports.centres import is_of_centres
from sandbox.text import _


class Outline(NamedTuple):
    """The first system of a scene, without a start.

    system   with its modes, laws and parameters;  fields  compiled functions that its words were made into
    others   those that every run of its kind begins with;  models  how many systems the scene runs side by side
    """

    system: Automaton
    fields: tuple[Entry, ...]
    others: tuple[Entry, ...]
    models: int


def outline_of(scene: Scene, values: Mapping) -> Outline:
    """Returns the outline of a scene for these parameter values, or BadValue."""
    models = scene.models(values)
    with nothing_made() as fields, each_formula_once():
        system = _laid_out(scene, models[0], values)
    return Outline(system, tuple(fields), at_the_start(models[0], is_of_balls(models[0])), len(models))


def _laid_out(scene: Scene, parts: Any, values: Mapping) -> Automaton:
    if isinstance(parts, World):
        if is_of_centres(parts):
            on = parts.supports[parts.support_of(parts.bodies[0])]
            return lay_out(parts.bodies[0].body, on.surface, on.motion, None, values)
        if not is_of_balls(parts):
            return lay_out_supports(parts, values)
        from sandbox.systems.world.assembly import lay_out_world
        return lay_out_world(parts, values)
    if isinstance(parts, Constrained):
        from sandbox.systems.rows.start import assemble_constrained
        start: Any = scene.started(values)
        return assemble_constrained(parts, start if parts.begins is None else parts.begins(start, values), values)
    if not (isinstance(parts, tuple) and len(parts) in (3, 4)):
        raise BadValue(_("scene '{scene}': build needs to return body, surface, motion and, if it may slip or fly, "
                         "contact; or a system with rows").format(scene=scene.id or scene.title))
    body, surface, motion, *contact = parts
    return lay_out(body, surface, motion, contact[0] if contact else None, values)
