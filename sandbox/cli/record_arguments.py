"""The options of the command `record`: those of a film, as its recipe declares them."""

from pathlib import Path


def add_record(commands, is_wanted: bool = True):
    """Adds the command `record`; its options only where it is wanted: recipes take a while to load."""
    record = commands.add_parser("record", help="make a film of a scene, frame by frame exact, without a window")
    if not is_wanted:
        return
    from sandbox.film.declared import form_of, in_order
    from sandbox.film.recipe import DECLARED, Recipe
    record.add_argument("scene_id", metavar="SCENE", help="a scene, or the .json beside a film to make that film again")
    record.add_argument("--preset")
    record.add_argument("--set", nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    record.add_argument("--out", required=True, type=Path, metavar="FILE", help="film.mp4, film.webm, film.gif, "
                        "film.mov (ProRes 4444) or film.png (a folder of numbered pictures)")
    record.add_argument("--force", action="store_true", help="replace a film of this name, and the .json beside it")
    for name, field in in_order(DECLARED):
        for option in field.options:
            record.add_argument(f"--{option.word}", **form_of(name, field, getattr(Recipe, name, None), option))
    record.add_argument("--progress", action="store_true", help="tell the progress as lines of JSON; a line on the "
                        "standard input, or its end, stops the film")
