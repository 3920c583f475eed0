"""The recipe of a film: plain numbers from which it can be made again, bit by bit, kept in a file beside it."""

import json
from dataclasses import MISSING, asdict, dataclass, replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.film import shape as film_shape
from sandbox.film.declared import FACTOR, LIST_OF_KINDS, SECONDS, Asked, Option, declared, declared_in
from sandbox.film.shape import check_keys, check_parts
from sandbox.film.words import captions_of, keys_of, plots_of, size_of, slow_of
from sandbox.scene.presentation.showing import CAMERAS
from sandbox.schema import Choice, List, Maybe, Number, Switch, Text, Tuple, Whole, read_object
from sandbox.systems.protocol import ARROWS
from sandbox.text import LANGUAGES, N_, _
from sandbox.version import VERSION
from sandbox.workspace import shapes
from sandbox.workspace.shapes import check_order

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
    built                     what stands on the bench where the scene is of it, else None
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
    background                "scene", "white" or "transparent";  sound  whether it is heard
    caption, beside           name of this run, and another one on the right of it, {scene, preset, values, caption}
    arrows, trail, chalk, ghost   what is drawn besides the bodies;  labels  their names
    bold                      thicker lines, for a large room
    focus, trails, tint       body that arrows, lines and camera belong to, further bodies with trails, paint of balls
    witness                   (step, digest) of a state that the run has to reach, or None
    """

    scene: str = declared(shapes.SCENE, MISSING)
    preset: str = declared(Text(200), "")
    values: dict = declared(shapes.VALUES, dict)
    start: dict | None = declared(shapes.START)
    step_rate: int = declared(shapes.STEP_RATE, 240)
    commands: tuple = declared(shapes.COMMANDS, ())
    begin: float = declared(
        Number(0.0, 1e6), 0.0, Option("from", "simulated time to begin at (0)", {"dest": "begin", **SECONDS}),
        part="film", place=1, is_known_later=True)
    end: float = declared(
        Number(0.0, 1e6), 10.0, Option("duration", "simulated time to show (10)", SECONDS),
        part="film", place=0, is_known_later=True)
    speed: float = declared(
        Number(1/256, 256), 1.0,
        Option("speed", "simulated seconds per second of film, 0.25 or 1/4 (1)", FACTOR), part="film", place=2)
    size: tuple = declared(
        List(Whole(16, 4096, step=2), 2, 2), SIZES["1080p"],
        Option("size", "720p, 1080p (default) or WIDTHxHEIGHT, as 800x450", {"metavar": "SIZE"}),
        part="film", place=3, read=lambda text: size_of(text, SIZES))
    fps: int = declared(
        Whole(1, 120), 60, Option("fps", None, {"type": int, "choices": (10, 15, 20, 25, 30, 50, 60)}),
        part="film", place=4)
    clock: bool = declared(Switch(), True, Option("no-clock", "do not show the time"), part="card", place=1)
    legend: bool = declared(
        Switch(), True, Option("no-legend", "do not explain lines and arrows"), part="card", place=2)
    title: str = declared(
        Text(200), "", Option("title", "begin with a title card; without TEXT it names scene and preset",
                              {"nargs": "?", "const": "", "metavar": "TEXT"}),
        part="card", place=0, is_known_later=True)
    camera: str = declared(
        Choice(CAMERAS), "free", Option("camera", "standing in the room, going with the body, from above, or turning "
                                        "with the support"), part="camera", place=0)
    look: tuple | None = declared(Maybe(List(shapes.NUMBER, 6, 6)))
    window: tuple | None = declared(Maybe(List(Number(2, 1e5), 2, 2)))
    orbit: float = declared(
        Number(-film_shape.FASTEST_ORBIT, film_shape.FASTEST_ORBIT), 0.0,
        Option("orbit", "the camera goes round what it looks at by so many degrees per second of film, to the right; "
               "negative ones to the left", {"metavar": "DEGREES"}),
        part="camera", place=1, unit="deg/s",
        asked=Asked(N_("Orbit"), N_("The camera goes round what it looks at, so far in each second of the film; 0 "
                                    "is not at all."), step=5.0))
    ease: float = declared(
        Number(0.0, film_shape.LONGEST_EASE), 0.0,
        Option("ease", "with --camera follow: the camera takes so long to come up with a body that changes its "
               "velocity, instead of being fixed to it", SECONDS),
        part="camera", place=2, unit="s",
        asked=Asked(N_("Following eases"), N_(
            "A camera that follows a body takes so long to come up with it when its velocity changes; 0 fixes it to "
            "the body. In seconds of the film."), step=0.1))
    keys: tuple = declared(
        film_shape.KEYS, (),
        Option("key", "a keyframe, more than once: t (simulated seconds) and any of azimuth, elevation (degrees), "
               "distance (m), at=X:Y:Z, eye=X:Y:Z (m, in the frame of --camera); what is not named stays. --key "
               "t=0,distance=1 --key t=3,azimuth=90", {"action": "append", "metavar": "NAME=VALUE,..."}),
        part="camera", place=3, read=keys_of,
        asked=Asked(N_("Keyframes"), N_(
            "One a line: t in simulated seconds, azimuth and elevation in degrees, distance in metres, at=X:Y:Z and "
            "eye=X:Y:Z; what is not named stays. Shift + K in the window keeps the camera of the moment here."),
            example="t=0, azimuth=0, elevation=35, distance=1\nt=3, azimuth=90", is_kept=False))
    slow: dict | None = declared(
        film_shape.SLOW, None,
        Option("slow", f"slow motion by itself at events of these kinds: {', '.join(film_shape.EVENTS)}",
               LIST_OF_KINDS),
        Option("slow-speed", "simulated seconds per second of film there (1/8)", FACTOR),
        Option("slow-around", "seconds of film before and after an event at that speed (0.5,1.5)",
               {"metavar": "BEFORE,AFTER"}),
        part="events", place=0, read=slow_of, asked=Asked(
            N_("Slow motion at"), N_("The film slows down by itself before such events and goes on afterwards.")))
    captions: tuple = declared(
        film_shape.CAPTIONS, (),
        Option("caption", "a text of your own from the simulated time T on, for 4 s of film or as many as are said: "
               "--caption 2+3=\"Look here\"", {"action": "append", "metavar": "T[+SECONDS]=TEXT"}),
        part="events", place=2, read=captions_of,
        asked=Asked(N_("Captions"), N_("One a line: simulated time [s] = text, or time + seconds of film = text."),
                    example=N_("2 = From two seconds on\n5+3 = For three seconds of film"), is_kept=False))
    told: tuple = declared(
        film_shape.KINDS, (), Option("tell", "say events of these kinds in words when they happen", LIST_OF_KINDS),
        part="events", place=1,
        asked=Asked(N_("Say in words"), N_("Such events are told below when they happen.")))
    plots: tuple = declared(
        film_shape.PLOTS, (),
        Option("plot", "plot a quantity over time in a corner, or with X,Y one against another; up to four times: "
               "speed, normal, drift, energy:rotation, x,y", {"action": "append", "metavar": "KEY"}),
        part="frame", place=0, read=plots_of, asked=Asked(N_("Plots")))
    corner: str = declared(
        Choice(film_shape.CORNERS), "bottom-right",
        Option("corner", "where the plots stand (bottom-right), or a chart where there are none"),
        part="frame", place=2, asked=Asked(N_("Corner"), values=(
            N_("top left"), N_("top right"), N_("bottom left"), N_("bottom right"))))
    chart: int = declared(
        Whole(0, MOST_CHARTS), 0, Option("chart", "a chart of the scene in a corner, from 1", {"metavar": "NUMBER"}),
        part="frame", place=1, asked=Asked(N_("Chart")))
    background: str = declared(
        Choice(film_shape.BACKGROUNDS), "scene",
        Option("background", "what is behind the scene; transparent for .webm, .mov and .png only"),
        part="frame", place=4,
        asked=Asked(N_("Background"), N_("WebM, MOV (ProRes 4444) and PNG pictures have room for what is "
                                         "transparent, MP4 and GIF have none."),
                    values=(N_("as in the window"), N_("white"), N_("transparent"))))
    sound: bool = declared(
        Switch(), False, Option("sound", "with sound: impacts, rolling, slip and the rim of a coin; for .mp4, .webm "
                                "and .mov"),
        part="events", place=3,
        asked=Asked(N_("Sound"), N_("Impacts, rolling, slip and the rim of a coin are heard; in slow motion up to an "
                                    "octave lower. GIF and PNG pictures have no sound.")))
    caption: str = declared(Text(film_shape.LONGEST_CAPTION), "")
    beside: dict | None = declared(
        film_shape.BESIDE, None,
        Option("beside", "another run on the right of this one, with the same clock", {"metavar": "SCENE"}),
        Option("beside-preset", None, {"metavar": "PRESET"}),
        Option("beside-set", None, {"nargs": "+", "action": "extend", "default": [], "metavar": "NAME=VALUE"}),
        Option("names", "what stands above the two runs (where nothing is said, their presets or scenes)",
               {"nargs": 2, "metavar": ("LEFT", "RIGHT")}),
        part="frame", place=3, is_known_later=True,
        asked=Asked(N_("Beside it"), N_("Another preset of this scene on the right of this run, with the same "
                                        "clock."), is_kept=False))
    arrows: tuple = declared(
        List(Choice(ARROWS), 0, 20), ("velocity", "angular_velocity"),
        Option("arrows", "velocity,angular_velocity,normal,friction or none", {"metavar": "NAME,..."}),
        part="look", place=0)
    trail: str = declared(Choice(LENGTHS), "long", Option("trail"), part="look", place=1)
    chalk: str = declared(Choice(LENGTHS), "off", Option("chalk"), part="look", place=2)
    ghost: bool = declared(Switch(), True, Option("no-ghost", "do not draw what theory predicts"), part="card", place=4)
    focus: int = declared(Whole(0, MOST_BODIES), 0)
    trails: tuple = declared(List(Whole(0, MOST_BODIES), 0, MOST_TRAILS), ())
    tint: str = declared(Choice(TINTS), "number")
    theme: str = declared(Choice(("dark", "projector")), "dark", Option("theme"), part="look", place=3)
    labels: bool = declared(
        Switch(), True, Option("no-labels", "do not name bodies and their parts"), part="card", place=3)
    bold: bool = declared(Switch(), False, Option("bold", "thicker arrows and wider lines"), part="look", place=4)
    quality: str = declared(
        Choice(("fine", "high", "low")), "high", Option("quality", "fine: soft shadows and materials"),
        part="look", place=5)
    language: str = declared(Choice(tuple(LANGUAGES)), "en")
    source: str = declared(Text(64), "")
    engine: str = declared(Text(64), "")
    program: str = declared(Text(40), VERSION)
    witness: tuple | None = declared(Maybe(Tuple((shapes.STEP, shapes.DIGEST), "[step, digest]")))
    built: dict | None = declared(shapes.Built())

    def __post_init__(self):
        for name, one in declared_in(type(self)).items():
            object.__setattr__(self, name, one.kind.take(getattr(self, name), _("film, '{name}'").format(name=name)))
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
                       built=self.built if is_alike else None, source=other.get("source", ""),
                       caption=other.get("caption", ""), beside=None,
                       look=self.look if is_alike else None, focus=0, trails=(), plots=(), chart=0)

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


# how each field is declared
DECLARED = declared_in(Recipe)


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
    return Recipe(**{name: stored[name] for name in DECLARED if name in stored})


def recipe_text(recipe: Recipe, **facts) -> str:
    """Returns the text of a recipe file, with further facts about its film."""
    return json.dumps({"schema": SCHEMA, **asdict(recipe), **facts}, ensure_ascii=False, allow_nan=False, indent=1)


def write_recipe(path, recipe: Recipe, **facts):
    """Writes a recipe with further facts about its film; OSError reaches the caller."""
    with replaced(path) as file:
        file.write(recipe_text(recipe, **facts))
