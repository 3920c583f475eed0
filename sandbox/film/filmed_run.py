"""From a run to the recipe of its film, and from a recipe to the same run, bit by bit."""

from sandbox.errors import BadValue
from sandbox.film.recipe import Recipe
from sandbox.film.run_up import NOBODY, Watch, run_up
from sandbox.run.simulation import Simulation
from sandbox.text import _
from sandbox.workspace.digest import digest_of
from sandbox.workspace.setup import built_of
from sandbox.workspace.shapes import given, run_at_start


def recipe_of(run: Simulation, begin: float, end: float, **options) -> Recipe:
    """Returns the recipe of a film of the stretch begin..end [s] of a run; `options` are further fields of it."""
    header = run.header
    last = run.snapshot()
    return Recipe(scene=run.scene.id, preset=run.preset, values=dict(header["parameters"]), start=header["start_state"],
                  step_rate=run.step_rate, commands=given(run.commands), built=built_of(run),
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
    return run_at_start(recipe, catalogue, _("film"))
