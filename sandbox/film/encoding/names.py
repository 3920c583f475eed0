"""The names of a film and of its recipe, looked at before the work begins."""

from pathlib import Path

from sandbox.film.encoding.formats import kind_of
from sandbox.film.encoding.leftovers import LONGER
from sandbox.film.encoding.stills import check_folder
from sandbox.targets import check_target, shown
from sandbox.text import _


def check_names(film, replaces: bool = False):
    """Raises BadValue when a film cannot be made under this name, or something that may not be replaced is there."""
    film = Path(film)
    check_target(film, f"--out {shown(film)}", replaces, LONGER)
    if kind_of(film) == "png":
        check_folder(film, replaces)
    recipe = film.with_suffix(".json")
    check_target(recipe, _("--out {film}: its recipe {recipe}").format(film=shown(film), recipe=shown(recipe)),
                 replaces, LONGER)
