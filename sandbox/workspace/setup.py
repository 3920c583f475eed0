"""A set-up: scene, values, start, commands, the instant that was looked at, and how it was looked at.

As JSON it stands in `.jacobi.json` files and in share codes. It holds data only: the scene is looked up by its id.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, fields

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene.built.plain import plain_of
from sandbox.scene.catalogue import BENCH
from sandbox.schema import Kept, Maybe, Open, Switch, Text, Tuple
from sandbox.schema.structures import LONGEST_NAME
from sandbox.schema.values import Kind
from sandbox.text import _
from sandbox.version import VERSION
from sandbox.workspace import shapes
from sandbox.workspace.bench import built_in
from sandbox.workspace.digest import digest_of
from sandbox.workspace.shapes import check_order, given

SCHEMA = 2
MARK = "jacobi"              # key of the number of the schema: by it a set-up is known
MAX_BYTES = 16_000_000       # a slider that was dragged for an hour is a long list
MOST_KEYS = 100              # of other parts of the program and of other versions
ENDING = ".jacobi.json"
# schema -> what makes the object of the next one of it
NEXT_SCHEMA: dict = {1: lambda stored: stored}      # what stands on a bench had no place yet


@dataclass(frozen=True)
class Setup:
    """One set-up.

    values, start, commands   parameter values at t = 0, start and commands ((step, name, value), ...) of the run
    step, reached, ended      the step that was looked at, the furthest one, whether it is where the run ended
    digest                    of the state at that step, or ""
    camera, shown             mode and look of the camera; arrows, trail and what else is switched on
    source, engine, program   hashes of scene and engine, version of the program
    others                    further keys: of other parts of the window, of other versions; kept as they are
    schema                    of the file it was read from
    built                     what stands on the bench where the scene is of it, else None
    """

    scene: str
    preset: str = ""
    values: dict = field(default_factory=dict)
    start: dict | None = None
    step_rate: int = 240
    commands: tuple = ()
    step: int = 0
    reached: int = 0
    ended: bool = False
    digest: str = ""
    camera: dict = field(default_factory=dict)
    shown: dict = field(default_factory=dict)
    source: str = ""
    engine: str = ""
    program: str = VERSION
    others: dict = field(default_factory=dict)
    schema: int = SCHEMA
    built: dict | None = None

    def __post_init__(self):
        for name, kind in SHAPE.items():
            object.__setattr__(self, name, kind.take(getattr(self, name), _("set-up, '{name}'").format(name=name)))
        if self.built is not None and self.scene != BENCH:
            raise BadValue(_("set-up, 'built': goes with the scene '{scene}' only, got {found!r}").format(
                scene=BENCH, found=self.scene))
        check_order(self.commands, _("set-up"))
        if self.step > self.reached:
            object.__setattr__(self, "reached", self.step)
        if len(self.others) > MOST_KEYS:
            raise BadValue(_("set-up: got {found} further keys, needs at most {most}").format(
                found=len(self.others), most=MOST_KEYS))
        for name, value in self.others.items():
            Kept().take(name, _("set-up"))
            Kept().take(value, _("set-up, '{name}'").format(name=name[:LONGEST_NAME]))

    @property
    def is_newer(self) -> bool:
        """Whether a later version wrote it: what this one does not know would be lost or wrong when it is changed."""
        return self.schema > SCHEMA

    def plain(self) -> dict:
        """Returns the object that stands in its file."""
        own = {one.name: getattr(self, one.name) for one in fields(self) if one.name in SHAPE}
        if self.built is None:
            del own["built"]
        return {MARK: self.schema, **own, **self.others}


_TEXT = Text(40)
_SIZE = Tuple((shapes.NUMBER, shapes.NUMBER), "[width, height]")

# every field, and what may stand in it
SHAPE: dict[str, Kind] = {
    "scene": shapes.SCENE, "preset": Text(200), "values": shapes.VALUES, "start": shapes.START,
    "step_rate": shapes.STEP_RATE, "commands": shapes.COMMANDS, "step": shapes.STEP, "reached": shapes.STEP,
    "ended": Switch(), "digest": Text(32, f"({shapes.DIGEST.pattern})?", shapes.DIGEST.allowed),
    "camera": Open({"mode": _TEXT, "look": Maybe(Tuple((shapes.NUMBER,)*6, "[x, y, z, azimuth, elevation, range]")),
                    "window": Maybe(_SIZE)}),
    "shown": Open({"trail": _TEXT, "chalk": _TEXT}),
    "source": Text(64), "engine": Text(64), "program": _TEXT,
    "built": shapes.Built()}


def setup_of(stored: dict) -> Setup:
    """Returns the set-up of an object that was read; ValueError where it is none."""
    schema = stored.get(MARK)
    if type(schema) is not int or schema < 1:
        raise ValueError(_("no set-up: needs an object with \"{mark}\": {schema}").format(mark=MARK, schema=SCHEMA))
    while schema < SCHEMA:
        stored = NEXT_SCHEMA[schema](stored)
        schema += 1
    if "scene" not in stored:
        raise ValueError(_("names no scene"))
    own = {name: stored[name] for name in SHAPE if name in stored}
    others = {name: value for name, value in stored.items() if name not in SHAPE and name != MARK}
    try:
        return Setup(**own, others=others, schema=schema)
    except BadValue as error:
        if schema <= SCHEMA:
            raise
        raise BadValue(_("made by version {program} (yours: {own}), which this one cannot read: {reason}").format(
            program=str(stored.get("program"))[:40], own=VERSION, reason=error)) from None


def text_of(setup: Setup, indent: int | None = 1) -> str:
    """Returns the text of its file."""
    separators = (",", ":") if indent is None else None
    return json.dumps(setup.plain(), ensure_ascii=False, allow_nan=False, indent=indent, separators=separators) + (
        "" if indent is None else "\n")


def setup_from(run: Simulation, camera: dict | None = None, shown: dict | None = None, others: dict | None = None
               ) -> Setup:
    """Returns the set-up of a run at the instant where it is now."""
    return captured(run, camera, shown, others)()


def captured(run: Simulation, camera: dict | None = None, shown: dict | None = None, others: dict | None = None
             ) -> Callable[[], Setup]:
    """Returns make() -> the set-up of a run where it is now; the run may go on meanwhile, also on another thread."""
    header, commands, snapshot = run.header, list(run.commands), run.snapshot()
    facts = {"scene": run.scene.id, "preset": run.preset, "values": dict(header["parameters"]),
             "start": header["start_state"], "step_rate": run.step_rate, "step": run.step, "reached": run.latest,
             "ended": run.ended is not None, "camera": camera or {}, "shown": shown or {},
             "source": header["source"], "engine": header["engine"], "others": others or {}}
    return lambda: Setup(commands=given(commands), digest=digest_of(snapshot), **facts, built=built_of(run))


def built_of(run: Simulation) -> dict | None:
    """Returns what stands on the bench at the start of a run, as data; None where its scene is none of the bench."""
    return plain_of(built_in(run.scene)) if run.scene.id == BENCH else None
