"""The file of a sweep over two parameters as a picture."""

import os
import sys
from pathlib import Path

import numpy as np

from sandbox.charts.map_paint import Layer, MapSeen, map_file
from sandbox.charts.plane import axis_text
from sandbox.charts.style import look_of
from sandbox.cli.window.display import make_application, missing_display
from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.qt.core import QSize
from sandbox.qt.gui import QFont
from sandbox.sweeps.block import DONE, NOT_RUN, OUTCOME_FAILED
from sandbox.sweeps.map_file import could_not, part_in, resumed
from sandbox.sweeps.outcomes import END_TITLES, FLOAT, MISSING, WHOLE
from sandbox.text import _

LETTERS = 1/40           # height of letters over that of the picture
SMALLEST, LARGEST = 200, 4096       # [px]


def write_picture(source: Path, out: Path, size: str, theme: str):
    """Writes the first outcome of a file of a sweep as a PNG file; BadValue where it cannot be seen so.

    size   "640x520" [px];  theme  "dark" or "projector"
    """
    width, cross, height = size.partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()
            and all(SMALLEST <= int(side) <= LARGEST for side in (width[:9], height[:9]))):
        raise BadValue(_("--size: got {found!r}, needs WIDTHxHEIGHT in pixels, each in [{low}, {high}]").format(
            found=size, low=SMALLEST, high=LARGEST))
    seen = map_in(source)
    if sys.platform.startswith("linux") and missing_display():
        # letters can be painted without a screen
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    make_application()
    look = look_of(theme, LETTERS*int(height))
    data = map_file(seen, seen.layers[0].box, look, QSize(int(width), int(height)), QFont("DejaVu Sans"))
    try:
        with replaced(out, binary=True) as file:
            file.write(data)
    except OSError as error:
        raise could_not(out, error) from error


def map_in(source: Path) -> MapSeen:
    """Returns what a file of a sweep shows; BadValue where it is none over two parameters."""
    part = part_in(source)
    plan, space = part.plan, part.plan.space
    if not (part.is_whole and space.is_grid and len(space.axes) == 2 and all(len(axis) > 1 and not axis.values
                                                                             for axis in space.axes)):
        raise BadValue(_("sweep: a picture needs a grid over two parameters, NAME=LOW:HIGH:COUNT each"))
    outcome = plan.outcomes[0]
    with resumed(source, part) as file:
        values = file.read(outcome.name, 0, len(space)).astype(float)
        status = file.read("status", 0, len(space))
    values[(status != DONE) & (status != OUTCOME_FAILED)] = np.nan
    if outcome.kind != FLOAT:
        values[values == MISSING[outcome.kind]] = np.nan
    across, up = space.axes
    layer = Layer(values.reshape(space.shape).T, (status != NOT_RUN).reshape(space.shape).T, (across.low, across.high),
                  (up.low, up.high))
    words = plan.content["words"]
    x_text, y_text = (axis_text(words[axis.name][0] or axis.name, words[axis.name][1]) for axis in space.axes)
    return MapSeen((layer,), x_text, y_text, axis_text(outcome.about or outcome.name, outcome.unit),
                   title=_title(plan.content),
                   kinds={k: _(title) for k, title in enumerate(END_TITLES)} if outcome.name == "ended" else {},
                   is_count=outcome.kind == WHOLE)


def _title(content) -> str:
    """The scene, and what is set in it."""
    numbers = ", ".join(f"{name} = {value:g}" for name, value in content["values"].items()
                        if isinstance(value, int | float) and not isinstance(value, bool))
    return f"{_(content['title'])}: {numbers}" if numbers else _(content["title"])
