"""What a command is given to run: a scene, a set-up in a file or a share code, or the log of an earlier run."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sandbox.cli.choices import changes_of
from sandbox.cli.common import scene_named
from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.text import _
from sandbox.workspace.bench import scene_of_plain
from sandbox.workspace.setup import Setup
from sandbox.workspace.setup_file import is_setup_name, read_setup
from sandbox.workspace.shapes import commands_for, run_at_start
from sandbox.workspace.share_code import is_code, setup_of_code

DURATION = 10.0      # [s] where nothing is said


@dataclass(frozen=True)
class Source:
    """What is to be run.

    make    make() -> the run at its start, with its commands to come
    end     the instant that it reached [s], or None for a scene
    setup   of a file or a code;  notes  in sentences, what is not as it was
    """

    make: Callable[[], Simulation]
    end: float | None = None
    setup: Setup | None = None
    notes: tuple[str, ...] = ()


class Named:
    """The scenes of the program, loaded one by one as they are named."""

    @staticmethod
    def get(scene_id: str):
        return scene_named(scene_id)


def setup_named(text: str) -> Setup | None:
    """Returns the set-up of a share code or of the file of that name, None where the text is neither."""
    if is_code(text):
        return setup_of_code(text)
    return read_setup(text) if is_setup_name(text) else None


def source_of(args, tell: Callable[[float, float], object]) -> Source:
    """Takes SCENE, --preset and --set of a command line, SCENE maybe a file or a code; returns what is to be run."""
    setup, name = setup_named(args.scene_id), args.scene_id
    if setup is None and not name.endswith(".sqlite"):
        scene = scene_named(name)
        preset, changes = (scene.preset(args.preset).name if args.preset else ""), changes_of(args, scene)
        scene.values(changes)
        return Source(lambda: Simulation(scene, changes, preset=preset))
    if args.preset or args.set:
        raise BadValue(_("--preset and --set go with a scene only: the run of a file is known"))
    if setup is not None:
        return Source(lambda: run_at_start(setup, Named, _("set-up")), setup.reached/setup.step_rate, setup)
    return source_of_log(Path(name), tell)


def source_of_log(path: Path, tell: Callable[[float, float], object]) -> Source:
    """Returns the run of a log; BadValue where it cannot be read."""
    from sandbox.run.logs.chain import NoLog, opened
    from sandbox.run.logs.records import describe
    from sandbox.run.replay import contents, run_of
    try:
        with opened(path) as chain:
            commands, last = contents(chain, tell)
            header, trouble = dict(chain.header), chain.trouble
            if last is None:
                raise BadValue(trouble or _("log '{path}': holds no row").format(path=path))
            first = run_of(chain, scene_named, scene_of_plain)
    except NoLog as reason:
        raise BadValue(str(reason)) from None
    now = describe(first.header)
    notes = [trouble] if trouble else []
    if any(header.get(name) not in (None, now[name]) for name in ("source", "engine")):
        notes.append(_("the scene's file or the engine is another one than when it was logged; it is run anew"))

    def make() -> Simulation:
        with opened(path) as chain:
            run = run_of(chain, scene_named, scene_of_plain)
        run.replay(commands_for(run, [(one.step, one.name, one.value) for one in commands], _("log")))
        return run

    return Source(make, last[1], notes=tuple(notes))
