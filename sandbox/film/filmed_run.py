"""From a run to the recipe of its film, and from a recipe to the same run, bit by bit."""

from hashlib import blake2b

import numpy as np

from sandbox.errors import BadValue
from sandbox.film.recipe import Recipe
from sandbox.film.run_up import NOBODY, Watch, run_up
from sandbox.run.command import HAND, command_of, plain_value
from sandbox.run.simulation import Simulation
from sandbox.scene.start import Start
from sandbox.schema import refusal
from sandbox.text import _


def digest_of(snapshot) -> str:
    """Returns a hash of the numbers of all bodies and supports of a snapshot."""
    state = blake2b(digest_size=16)
    for body in snapshot.bodies:
        for part in (body.centre, body.velocity, body.angular_velocity, body.quaternion, body.contact):
            state.update(np.asarray(part, "<f8").tobytes())
    for support in snapshot.supports:
        state.update(np.asarray(support.position, "<f8").tobytes() + np.asarray(support.quaternion, "<f8").tobytes())
    return state.hexdigest()


def recipe_of(run: Simulation, begin: float, end: float, **options) -> Recipe:
    """Returns the recipe of a film of the stretch begin..end [s] of a run; `options` are further fields of it."""
    header = run.header
    last = run.snapshot()
    return Recipe(scene=run.scene.id, preset=run.preset, values=dict(header["parameters"]), start=header["start_state"],
                  step_rate=run.step_rate, commands=tuple((c.step, c.name, plain_value(c.value)) for c in run.commands),
                  begin=begin, end=end, source=header["source"], engine=header["engine"],
                  witness=None if run.ended else (run.step, digest_of(last)), **options)


def run_of(recipe: Recipe, catalogue, watch: Watch = NOBODY) -> Simulation:
    """Returns the run of a recipe at t = 0; BadValue when it would not repeat the filmed one, Stopped when stopped."""
    run = unchecked_run(recipe, catalogue)
    if recipe.source and run.header["source"] != recipe.source:
        raise BadValue(_("scene '{scene}': its file was changed since; the film would show another run").format(
            scene=recipe.scene))
    if recipe.witness is not None:
        step, digest = recipe.witness
        again = unchecked_run(recipe, catalogue)
        run_up(again, step, watch)
        if again.step != step or digest_of(again.snapshot()) != digest:
            raise BadValue(_("scene '{scene}': step {step} is not what it was when it was filmed; the program or the "
                             "computer is another one").format(scene=recipe.scene, step=step))
    return run


def unchecked_run(recipe: Recipe, catalogue) -> Simulation:
    """Returns the run of a recipe at t = 0 without comparing it with the filmed one."""
    start = Start(**recipe.start) if recipe.start is not None else None
    run = Simulation(catalogue.get(recipe.scene), recipe.values, recipe.step_rate, recipe.preset, start=start)
    for _step, name, _value in recipe.commands:
        if name != HAND and name not in run.live:
            raise refusal(_("film, 'commands'"), name, ", ".join(sorted(run.live)) or _("none"))
    run.replay(command_of(*command) for command in recipe.commands)
    return run
