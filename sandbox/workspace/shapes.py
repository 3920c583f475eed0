"""What may stand in a file about a run: values, start and commands, the same for set-ups and for recipes of films."""

from sandbox.errors import BadValue
from sandbox.run.building import check_edit
from sandbox.run.clock import STEP_RATES
from sandbox.run.command import BUILD, HAND, OF_NO_PARAMETER, Command, command_of, plain_value
from sandbox.run.simulation import Simulation
from sandbox.scene.built.plain import document_of_plain
from sandbox.scene.drawn_curve import LONGEST
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.schema import Choice, Either, List, Maybe, Number, Record, Switch, Table, Text, Tuple, Whole, refusal
from sandbox.text import _
from sandbox.workspace.bench import scene_of

MOST_STEPS = 100_000_000      # a day at 960 steps per second
MOST_COMMANDS = 250_000       # an hour of a slider that moves 60 times per second
MOST_EDITS = 5000

NUMBER = Number(-1e9, 1e9)
SCENE = Text(40, "[a-z0-9_]+", "[a-z0-9_]{1,40}")
STEP = Whole(0, MOST_STEPS)
STEP_RATE = Choice(STEP_RATES)
DIGEST = Text(32, "[0-9a-f]{32}", "[0-9a-f]{32}")
# a curve that was drawn is a text
VALUES = Table(Either((NUMBER, Switch(), Text(LONGEST))), 100)
START = Maybe(Record({
    "at": Maybe(List(NUMBER, 2, 3)), "velocity": Maybe(List(NUMBER, 2, 3)), "spin": NUMBER,
    "omega": Maybe(List(NUMBER, 3, 3)), "orientation": List(NUMBER, 4, 4), "nearest": Switch(),
    "height": Number(0.0, 1e9), "mass_centre": Maybe(List(NUMBER, 3, 3))}))


class Given:
    """A command: [step, name, value], of which the value may be a hand or an edit of what is there."""

    row = Tuple((STEP, Text(40), Either((NUMBER, Switch()))), "[step, name, value]")

    @property
    def allowed(self) -> str:
        return self.row.allowed

    def take(self, value, where: str):
        if isinstance(value, list | tuple) and len(value) == 3 and value[1] == BUILD:
            step = STEP.take(value[0], f"{where}[0]")
            try:
                check_edit(value[2])
            except BadValue as error:
                raise BadValue(f"{where}: {error}") from None
            return step, BUILD, value[2]
        is_of_hand = isinstance(value, list | tuple) and len(value) == 3 and value[1] == HAND
        if not is_of_hand:
            return self.row.take(value, where)
        step = STEP.take(value[0], f"{where}[0]")
        try:
            return step, HAND, plain_value(command_of(step, HAND, plain_value(value[2])).value)
        except BadValue as error:
            raise BadValue(f"{where}: {error}") from None


COMMANDS = List(Given(), 0, MOST_COMMANDS)


class Built:
    """What stands on a bench: a document as data."""

    @property
    def allowed(self) -> str:
        return _("the parts of a bench, or null")

    def take(self, value, where: str):
        if value is None:
            return None
        try:
            document_of_plain(value)
        except BadValue as error:
            raise BadValue(f"{where}: {error}") from None
        return value


def scene_told(told, catalogue) -> Scene:
    """Returns the scene that a file tells of: one of the catalogue, or what it has of a bench; or BadValue."""
    built = getattr(told, "built", None)
    return catalogue.get(told.scene) if built is None else scene_of(document_of_plain(built))


def check_order(commands, what: str):
    """Raises BadValue where the step of a command is before the one above it."""
    steps = [command[0] for command in commands]
    if steps != sorted(steps):
        raise BadValue(_("{what}, 'commands': a step is before the one above it").format(what=what))
    if sum(command[1] == BUILD for command in commands) > MOST_EDITS:
        raise BadValue(_("{what}, 'commands': at most {most} edits are followed").format(what=what, most=MOST_EDITS))


def given(commands) -> tuple:
    """Returns the commands of a run as they stand in a file."""
    return tuple((command.step, command.name, plain_value(command.value)) for command in commands)


def run_at_start(told, catalogue, what: str) -> Simulation:
    """Returns the run that a file tells of, at t = 0, with its commands to come; BadValue where there is none.

    told   has scene, values, step_rate, preset, start and commands;  what  it is, for a sentence
    """
    run = Simulation(scene_told(told, catalogue), told.values, told.step_rate, told.preset, start=start_of(told))
    run.replay(commands_for(run, told.commands, what))
    return run


def commands_for(run: Simulation, commands, what: str) -> list[Command]:
    """Returns the commands of a file for a run at its start; BadValue where one is not for it."""
    for _step, name, _value in commands:
        if name not in OF_NO_PARAMETER and name not in run.live:
            raise refusal(_("{what}, 'commands'").format(what=what), name, ", ".join(sorted(run.live)) or _("none"))
    return [command_of(*command) for command in commands]


def start_of(told) -> Start | None:
    """Returns the start that a file tells of, or None for the scene's own."""
    return Start(**told.start) if told.start is not None else None
