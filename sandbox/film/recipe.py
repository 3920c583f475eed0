"""The recipe of a film: plain numbers from which it can be made again, bit by bit, kept in a file beside it."""

import json
from dataclasses import asdict, dataclass, field, fields, replace
from math import isfinite
from pathlib import Path

import numpy as np

from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.run.simulation import STEP_RATES
from sandbox.systems.protocol import ARROWS
from sandbox.text import _
from sandbox.version import VERSION

SCHEMA = 1
MAX_BYTES = 16_000_000        # of a recipe file: a slider that was dragged for an hour is a long list
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080)}
GIF_SIZE, LONGEST_GIF = (800, 450), 15.0      # [px], [s]
RATES = (30, 60)
MOST_FRAMES = 216_000         # an hour at 60 frames per second
CARD = 2.0                    # [s] a title card stays
CAMERAS = ("free", "follow", "top", "table")
LENGTHS = ("off", "short", "long")


@dataclass(frozen=True)
class Recipe:
    """One film.

    values, start, commands   parameter values, start and commands ((step, name, value), ...) of the run
    begin, end                stretch of the run [s];  speed  simulated time per time of film [1]
    size, fps                 of the film [px, 1/s]
    clock, legend, title      what is painted over it; title "" is no card
    camera, look, window      of the camera: mode, look (rig.py) or None, size of the page for which the look holds [px]
    arrows, trail, chalk, ghost   what is drawn besides the bodies;  bold  thicker lines, for a large room
    witness                   (step, digest) of a state that the run has to reach, or None
    """

    scene: str
    preset: str = ""
    values: dict = field(default_factory=dict)
    start: dict | None = None
    step_rate: int = 240
    commands: tuple = ()
    begin: float = 0.0
    end: float = 10.0
    speed: float = 1.0
    size: tuple = SIZES["1080p"]
    fps: int = 60
    clock: bool = True
    legend: bool = True
    title: str = ""
    camera: str = "free"
    look: tuple | None = None
    window: tuple | None = None
    arrows: tuple = ("velocity", "angular_velocity")
    trail: str = "long"
    chalk: str = "off"
    ghost: bool = True
    theme: str = "dark"
    bold: bool = False
    quality: str = "high"
    language: str = "en"
    source: str = ""
    engine: str = ""
    program: str = VERSION
    witness: tuple | None = None

    def __post_init__(self):
        for name, is_allowed, allowed in RULES:
            value = getattr(self, name)
            if not is_allowed(value):
                raise BadValue(_("film, '{name}': got {found}, needs {allowed}").format(
                    name=name, found=repr(value)[:60], allowed=allowed))
        if not self.begin < self.end:
            raise BadValue(_("film: ends at {end:g} s, before it begins at {begin:g} s").format(
                begin=self.begin, end=self.end))
        if self.moving_frames < 1 or self.frames > MOST_FRAMES:
            raise BadValue(_("film: {found} frames, needs 1 to {most}").format(found=self.frames, most=MOST_FRAMES))

    @property
    def moving_frames(self) -> int:
        """Number of frames that show the run."""
        return round((self.end - self.begin)*self.fps/self.speed)

    @property
    def frames(self) -> int:
        """Number of all frames, those of the title card too."""
        return self.moving_frames + (round(CARD*self.fps) if self.title else 0)

    def times(self):
        """Returns the instants (moving_frames,) of the frames that show the run [s]."""
        return self.begin + self.speed*np.arange(self.moving_frames)/self.fps

    def within_gif_limits(self) -> "Recipe":
        """Returns this recipe within the limits of a GIF: 800 pixels wide, 15 s, 30 frames per second."""
        room = LONGEST_GIF - (CARD if self.title else 0.0)
        return replace(self, size=GIF_SIZE, fps=30, end=min(self.end, self.begin + self.speed*room))

    def as_json(self) -> str:
        return json.dumps({"schema": SCHEMA, **asdict(self)}, ensure_ascii=False, allow_nan=False, indent=1)


def is_number(low: float, high: float):
    return lambda x: isinstance(x, int | float) and not isinstance(x, bool) and isfinite(x) and low <= x <= high


def is_text(longest: int):
    return lambda x: isinstance(x, str) and len(x) <= longest


def is_list(item, sizes=None):
    return lambda x: isinstance(x, list | tuple) and (sizes is None or len(x) in sizes) and all(map(item, x))


def is_even_size(x) -> bool:
    return is_list(lambda n: type(n) is int and 16 <= n <= 4096 and n % 2 == 0, (2,))(x)


def is_command(x) -> bool:
    return (isinstance(x, list | tuple) and len(x) == 3 and type(x[0]) is int and x[0] >= 0 and isinstance(x[1], str)
            and isinstance(x[2], bool | int | float) and isfinite(x[2]))


def is_witness(x) -> bool:
    return x is None or (isinstance(x, list | tuple) and len(x) == 2 and type(x[0]) is int and 0 <= x[0] <= 10**9
                         and isinstance(x[1], str))


def is_one_of(values):
    return lambda x: isinstance(x, str | int) and not isinstance(x, bool) and x in values


def is_switch(x) -> bool:
    return isinstance(x, bool)


def is_table(x) -> bool:
    return isinstance(x, dict) and all(isinstance(key, str) for key in x)


ANY = is_number(-1e9, 1e9)
RULES = (
    ("scene", is_text(40), "text"), ("preset", is_text(200), "text"), ("values", is_table, "{name: value}"),
    ("start", lambda x: x is None or is_table(x), "{name: value}, null"),
    ("step_rate", is_one_of(STEP_RATES), ", ".join(map(str, STEP_RATES))),
    ("commands", is_list(is_command), "[[step, name, value], ...]"),
    ("begin", is_number(0.0, 1e6), "[0, 1e6] s"), ("end", is_number(0.0, 1e6), "[0, 1e6] s"),
    ("speed", is_number(1/256, 256), "[1/256, 256]"), ("size", is_even_size, "[16, 4096]"),
    ("fps", is_number(1, 120), "[1, 120]"), ("fps", lambda x: type(x) is int, "[1, 120]"),
    ("clock", is_switch, "true, false"), ("legend", is_switch, "true, false"), ("title", is_text(200), "text"),
    ("camera", is_one_of(CAMERAS), ", ".join(CAMERAS)),
    ("look", lambda x: x is None or is_list(ANY, (6,))(x), "6 numbers, null"),
    ("window", lambda x: x is None or is_list(is_number(2, 1e5), (2,))(x), "2 numbers, null"),
    ("arrows", is_list(is_one_of(ARROWS)), ", ".join(ARROWS)), ("trail", is_one_of(LENGTHS), ", ".join(LENGTHS)),
    ("chalk", is_one_of(LENGTHS), ", ".join(LENGTHS)), ("ghost", is_switch, "true, false"),
    ("bold", is_switch, "true, false"),
    ("theme", is_one_of(("dark", "projector")), "dark, projector"),
    ("quality", is_one_of(("high", "low")), "high, low"), ("language", is_text(8), "text"),
    ("source", is_text(64), "text"), ("engine", is_text(64), "text"), ("program", is_text(40), "text"),
    ("witness", is_witness, "[step, digest], null"))


def refuse_constant(name: str):
    raise ValueError(f"{name} is not a number")


def read_recipe(path) -> Recipe:
    """Returns the recipe in a file; BadValue when it cannot be read."""
    path = Path(path)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ValueError(_("larger than {size} bytes").format(size=MAX_BYTES))
        stored = json.loads(path.read_text(encoding="utf-8-sig"), parse_constant=refuse_constant)
        if not isinstance(stored, dict) or stored.get("schema") != SCHEMA:
            raise ValueError(_("needs an object with \"schema\": {schema}").format(schema=SCHEMA))
        known = {item.name for item in fields(Recipe)}
        values = {key: tuple(value) if isinstance(value, list) else value
                  for key, value in stored.items() if key in known}
        if "scene" not in values:
            raise ValueError(_("names no scene"))
        if isinstance(values.get("commands"), tuple):
            values["commands"] = tuple(tuple(c) if isinstance(c, list) else c for c in values["commands"])
        return Recipe(**values)
    except BadValue:
        raise
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise BadValue(_("film '{path}': cannot be read ({reason})").format(
            path=path, reason=getattr(error, "strerror", None) or error)) from None


def write_recipe(path, recipe: Recipe, **facts):
    """Writes a recipe with further facts about its film; OSError reaches the caller."""
    with replaced(path) as file:
        text = json.loads(recipe.as_json())
        json.dump({**text, **facts}, file, ensure_ascii=False, allow_nan=False, indent=1)
