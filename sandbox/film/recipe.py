"""The recipe of a film: plain numbers from which it can be made again, bit by bit, kept in a file beside it."""

import json
from dataclasses import asdict, dataclass, field, replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.film.shape import (
    BACKGROUNDS,
    BESIDE,
    CAPTIONS,
    CORNERS,
    FASTEST_ORBIT,
    KEYS,
    KINDS,
    LONGEST_CAPTION,
    LONGEST_EASE,
    PLOTS,
    SLOW,
    check_keys,
    check_parts,
)
from sandbox.scene.presentation.showing import CAMERAS
from sandbox.schema import Choice, List, Maybe, Number, Row, Switch, Text, Whole, read_object
from sandbox.schema.values import Kind
from sandbox.systems.protocol import ARROWS
from sandbox.text import LANGUAGES, _
from sandbox.version import VERSION
from sandbox.workspace.shapes import (
    COMMANDS,
    DIGEST,
    NUMBER,
    SCENE,
    START,
    STEP,
    STEP_RATE,
    VALUES,
    check_order,
)

SCHEMA = 1
MAX_BYTES = 16_000_000        # of a recipe file: a slider that was dragged for an hour is a long list
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080)}
GIF_SIZE, LONGEST_GIF = (800, 450), 15.0      # [px], [s]
RATES = (30, 60)
MOST_FRAMES = 216_000         # an hour at 60 frames per second
CARD = 2.0                    # [s] a title card stays
LENGTHS = ("off", "short", "long")
TINTS = ("number", "speed", "rack")      # what several balls are painted by
MOST_CHARTS = 20
MOST_BODIES, MOST_TRAILS = 100_000, 50   # bodies of a run, and of these besides the one in focus that have trails


@dataclass(frozen=True)
class Recipe:
    """One film.

    values, start, commands   parameter values, start and commands ((step, name, value), ...) of the run
    begin, end                stretch of the run [s];  speed  simulated time per time of film [1]
    size, fps                 of the film [px, 1/s]
    clock, legend, title      what is painted over it; title "" is no card
    camera, look, window      of the camera: mode, look (rig.py) or None, size of the page for which the look holds [px]
    orbit, ease, keys         how it moves by itself (camera_path.py): turn [rad/s of film], time in which it comes up
                              with a body that it follows [s of film], keyframes of its mode
    slow                      kinds of events that are shown slowly, speed [1], film before and after [s], or None
    captions, told            texts of one's own, {t, seconds, text}, and kinds of events that are told in words
    plots, corner             keys of quantities (quantities.py) that are plotted in a corner
    chart                     number of the chart of the scene in a corner, from 1; 0 for none
    background                "scene", "white" or "transparent"
    caption, beside           name of this run, and another one on the right of it, {scene, preset, values, caption}
    arrows, trail, chalk, ghost   what is drawn besides the bodies;  labels  their names
    bold                      thicker lines, for a large room
    focus, trails, tint       body that arrows, lines and camera belong to, further bodies with trails, paint of balls
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
    orbit: float = 0.0
    ease: float = 0.0
    keys: tuple = ()
    slow: dict | None = None
    captions: tuple = ()
    told: tuple = ()
    plots: tuple = ()
    corner: str = "bottom-right"
    chart: int = 0
    background: str = "scene"
    caption: str = ""
    beside: dict | None = None
    arrows: tuple = ("velocity", "angular_velocity")
    trail: str = "long"
    chalk: str = "off"
    ghost: bool = True
    focus: int = 0
    trails: tuple = ()
    tint: str = "number"
    theme: str = "dark"
    labels: bool = True
    bold: bool = False
    quality: str = "high"
    language: str = "en"
    source: str = ""
    engine: str = ""
    program: str = VERSION
    witness: tuple | None = None

    def __post_init__(self):
        for name, kind in SHAPE.items():
            object.__setattr__(self, name, kind.take(getattr(self, name), _("film, '{name}'").format(name=name)))
        check_order(self.commands, _("film"))
        check_keys(self.keys)
        check_parts("slow", self.slow, ("kinds", "speed", "before", "after"))
        check_parts("beside", self.beside, ("scene",))
        for k, caption in enumerate(self.captions):
            check_parts(f"captions[{k}]", caption, ("t", "seconds", "text"))
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
        return self.moving_frames + self.card_frames

    @property
    def card_frames(self) -> int:
        """Number of frames of the title card."""
        return round(CARD*self.fps) if self.title else 0

    @property
    def right(self) -> "Recipe":
        """Recipe of the run on the right of this one: the same film of another run."""
        other = self.beside or {}
        is_alike = other.get("scene") == self.scene
        return replace(self, scene=other.get("scene", self.scene), preset=other.get("preset", ""),
                       values=other.get("values", {}), start=other.get("start"), commands=(), witness=None,
                       source=other.get("source", ""), caption=other.get("caption", ""), beside=None,
                       look=self.look if is_alike else None, focus=0, trails=(), plots=(), chart=0)

    def with_plots(self, plots: tuple) -> "Recipe":
        """Returns the same film with these plots."""
        return replace(self, plots=plots)

    def times(self):
        """Returns the instants (moving_frames,) of the frames that show the run [s]."""
        return self.begin + self.speed*np.arange(self.moving_frames)/self.fps

    @property
    def most_gif_frames(self) -> int:
        """Number of frames after the title card that a GIF has at most."""
        return round((LONGEST_GIF - (CARD if self.title else 0.0))*self.fps)

    def within_gif_limits(self) -> "Recipe":
        """Returns this recipe within the limits of a GIF: 800 pixels wide, 15 s, 30 frames per second."""
        room = LONGEST_GIF - (CARD if self.title else 0.0)
        size = self.size if self.size[0] <= GIF_SIZE[0] else GIF_SIZE
        return replace(self, size=size, fps=min(self.fps, 30), end=min(self.end, self.begin + self.speed*room))


# every field, and what may stand in it
SHAPE: dict[str, Kind] = {
    "scene": SCENE, "preset": Text(200), "values": VALUES, "start": START, "step_rate": STEP_RATE,
    "commands": COMMANDS,
    "begin": Number(0.0, 1e6), "end": Number(0.0, 1e6), "speed": Number(1/256, 256),
    "size": List(Whole(16, 4096, step=2), 2, 2), "fps": Whole(1, 120), "clock": Switch(), "legend": Switch(),
    "title": Text(200), "camera": Choice(CAMERAS), "look": Maybe(List(NUMBER, 6, 6)),
    "window": Maybe(List(Number(2, 1e5), 2, 2)), "arrows": List(Choice(ARROWS), 0, 20),
    "trail": Choice(LENGTHS), "chalk": Choice(LENGTHS), "ghost": Switch(),
    "focus": Whole(0, MOST_BODIES), "trails": List(Whole(0, MOST_BODIES), 0, MOST_TRAILS), "tint": Choice(TINTS),
    "orbit": Number(-FASTEST_ORBIT, FASTEST_ORBIT), "ease": Number(0.0, LONGEST_EASE), "keys": KEYS, "slow": SLOW,
    "captions": CAPTIONS, "told": KINDS, "plots": PLOTS, "corner": Choice(CORNERS),
    "chart": Whole(0, MOST_CHARTS),
    "background": Choice(BACKGROUNDS), "caption": Text(LONGEST_CAPTION), "beside": BESIDE,
    "theme": Choice(("dark", "projector")), "labels": Switch(), "bold": Switch(),
    "quality": Choice(("fine", "high", "low")), "language": Choice(tuple(LANGUAGES)), "source": Text(64),
    "engine": Text(64), "program": Text(40),
    "witness": Maybe(Row((STEP, DIGEST), "[step, digest]"))}


def read_recipe(path) -> Recipe:
    """Returns the recipe in a file; BadValue when it cannot be read."""
    try:
        stored = read_object(path, MAX_BYTES)
        if type(stored.get("schema")) is not int or stored["schema"] != SCHEMA:
            raise ValueError(_("needs an object with \"schema\": {schema}").format(schema=SCHEMA))
        if "scene" not in stored:
            raise ValueError(_("names no scene"))
    except (OSError, ValueError) as error:
        raise BadValue(_("film '{path}': cannot be read ({reason})").format(
            path=path, reason=getattr(error, "strerror", None) or error)) from None
    # keys of a later version are left out
    return Recipe(**{name: stored[name] for name in SHAPE if name in stored})


def recipe_text(recipe: Recipe, **facts) -> str:
    """Returns the text of a recipe file, with further facts about its film."""
    return json.dumps({"schema": SCHEMA, **asdict(recipe), **facts}, ensure_ascii=False, allow_nan=False, indent=1)


def write_recipe(path, recipe: Recipe, **facts):
    """Writes a recipe with further facts about its film; OSError reaches the caller."""
    with replaced(path) as file:
        file.write(recipe_text(recipe, **facts))
