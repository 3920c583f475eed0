"""What a person or a script does to a run while it goes on: parameters get targets, a hand holds a body."""

from collections.abc import Iterable
from contextlib import suppress
from math import ceil

import numpy as np

from sandbox.compiling.entries import Entry
from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.run.building import Edit, Section
from sandbox.run.command import BUILD, HAND, OF_NO_PARAMETER, PLACE, STRENGTH, Command, Course, Hold, Point
from sandbox.run.models import Models
from sandbox.run.snapshot import Event, Snapshot
from sandbox.scene.built.document import Document
from sandbox.scene.scene import Scene
from sandbox.text import _

# of a cue: the hardest push [weights], and how far ahead it aims [m]
HARDEST, FAR = 100.0, 900.0


class Commanded:
    """The part of a Simulation that takes commands. Each is stamped with the present step; BadValue refuses it.

    A command at a step before the furthest one starts another future: the later commands are dropped.
    """

    scene: Scene
    values: dict
    latest: int
    h: float
    _course: Course
    _models: Models

    @property
    def step(self) -> int:
        """The present step."""
        return self._models.first.k

    @property
    def ended(self) -> Event | None:
        """The event that ended the run, or None."""
        return self._models.first.ended

    def snapshot(self) -> Snapshot:
        """Returns the present state."""
        raise NotImplementedError

    @property
    def bodies(self) -> list:
        """The bodies to draw, in the order of the snapshot's bodies."""
        return self._models.bodies

    def advance(self, steps: int) -> int:
        """Makes up to `steps` steps and returns the number made."""
        raise NotImplementedError

    def fork(self):
        """Drops all commands and events after the present step, where there are any."""
        raise NotImplementedError

    def _mark_anchor(self):
        """Notes that the parameters are constant from now on."""
        raise NotImplementedError

    @property
    def commands(self) -> list[Command]:
        """The commands given so far, in order."""
        return self._course.commands

    def last_command(self, name: str) -> Command | None:
        """Returns the command whose value a live parameter, or the hand, has at the present step, or None."""
        return self._course.last_command(name, self.step)

    @property
    def live(self) -> set[str]:
        """Names of the parameters that may change while the scene runs."""
        return self._models.live & {p.name for p in self.scene.parameters if p.live}

    def _give(self, name: str, value) -> Command:
        if self.ended is not None:
            raise BadValue(_("the run has ended; reset it first"))
        command = Command(self.step, name, value)
        self.fork()
        self._take(command)
        return command

    def _take(self, command: Command):
        self._course.give(command)
        self._models.aim(command)
        if command.name not in OF_NO_PARAMETER:
            self.values[command.name] = command.value

    def _checked(self, name: str, value):
        return self.scene.parameter(name).check(value, self.scene.id)

    def set(self, name: str, value) -> Command:
        """Gives a live parameter a new target from the present step on and returns the command."""
        value = self._checked(name, value)
        if name not in self.live:
            raise BadValue(_("scene '{scene}', parameter '{name}': takes effect with a restart only").format(
                scene=self.scene.id, name=name))
        return self._give(name, value)

    def replay(self, commands: Iterable[Command]):
        """Takes over the commands of another run of the same scene and values, before the first step."""
        if self.step:
            raise BadValue(_("commands can only be taken over at the start"))
        is_built = False
        for command in commands:
            if command.name in OF_NO_PARAMETER:
                # which bodies there are after an edit is known when it is come to
                is_built = is_built or command.name == BUILD
                if isinstance(command.value, Hold) and not is_built:
                    self._check_hold(command.value)
                self._take(command)
            else:
                self._take(Command(command.step, command.name, self._checked(command.name, command.value)))

    # ---- what is there ----------------------------------------------------------------------------------------------

    @property
    def document(self) -> Document:
        """What is there now, as a document; BadValue where the scene is no world of words."""
        return self._models.sections.document

    @property
    def edits(self) -> int:
        """Number of edits up to now."""
        return self._models.sections.present

    @property
    def can_be_built(self) -> bool:
        """Whether the run can go on with what is built; else it begins anew with it."""
        return self._models.sections.is_of_world

    def check_build(self, edit: Edit) -> Section:
        """Returns what there would be after an edit now, or raises BadValue; nothing is changed."""
        if self.ended is not None:
            raise BadValue(_("the run has ended; reset it first"))
        if self.hold is not None:
            raise BadValue(_("the hand holds a body: let go first"))
        return self._models.carry(edit)

    def build(self, edit: Edit) -> Command:
        """Changes what is there from the present step on and returns the command; BadValue leaves all as it is."""
        section = self.check_build(edit)
        command, ledger = Command(self.step, BUILD, edit), self._models.first.ledger
        self.fork()
        self._course.give(command)
        self._models.sections.aim(command)
        self._models.sections.enter(section)
        self._built(self._models.first.ledger - ledger)
        return command

    def unbuild(self) -> bool:
        """Goes back to before the last edit, which is forgotten with all that came after it; False where there is none,
        or where the history no longer has it.
        """
        last = next((command for command in reversed(self.commands) if command.name == BUILD), None)
        if last is None or not self.go_to(last.step):
            return False
        self.fork()
        self._course.forget_last_edit()
        self._models.aim_anew(self.commands)
        self.go_to(last.step)
        self._built(0.0)
        return True

    def go_to(self, step: int) -> bool:
        """Goes to a step that was reached before; returns False when the history no longer holds it."""
        raise NotImplementedError

    def _built(self, work: float):
        """What is there has changed, and the energy by `work` [J] with it."""
        raise NotImplementedError

    # ---- the hand ---------------------------------------------------------------------------------------------------

    @property
    def hold(self) -> Hold | None:
        """The hand's present hold on a body, or None."""
        return self._course.last(HAND, self.step)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The compiled functions that the run may need until its end, without a hand."""
        return self._models.entries

    def prepare_hand(self):
        """Compiles what a hand needs, so that a grab need not wait; may be called from a thread of its own."""
        self._models.prepare_hand()

    def prepare_modes(self):
        """Compiles or loads all modes, so that none of them is waited for; may be called from a thread of its own."""
        self._models.prepare_modes()

    def grab(self, body: int = 0, point=(0.0, 0.0, 0.0), strength: float = 10.0) -> Command:
        """Takes hold of a point of a body where it is now, from the present step on, and returns the command.

        body      index among the bodies of the snapshot
        point     (3,) from the mass centre, body axes [m]
        strength  largest force of the hand, in weights of the body, at most 100
        """
        hold = Hold(body, self._place(point, "point"), (0.0, 0.0, 0.0), strength)
        self._check_hold(hold)
        state = self.snapshot().bodies[body]
        turning = np.array(matrix_of(*state.quaternion.tolist())).reshape(3, 3)
        place = state.centre + turning @ np.array(hold.point)
        return self._give(HAND, hold._replace(target=self._place(place, "target")))

    def move(self, target) -> Command:
        """Moves the hand's target (3,) [m], laboratory frame, evenly within the next step; returns the command.

        Each coordinate is at most 1 km.
        """
        hold = self.hold
        if hold is None:
            raise BadValue(_("hand: holds nothing that could be moved"))
        return self._give(HAND, hold._replace(target=self._place(target, "target")))

    def let_go(self) -> Command | None:
        """Lets go of what the hand holds from the present step on; returns the command, None where it holds nothing."""
        if self.hold is None or self.ended is not None:
            return None
        command = self._give(HAND, None)
        if not self._models.is_ramping:
            # from here on closed forms hold again
            self._mark_anchor()
        return command

    def strike(self, body: int, along, speed: float, side: float = 0.0, height: float = 0.0) -> int:
        """Hits a round body with a cue: the hand pushes it for a step, or a few, as hard as it takes; returns how many.

        body    index among the bodies of the snapshot;  along  (3,) direction of the push, laboratory frame
        speed   that the body has after it where nothing else acts [m/s]
        side, height   where it is hit, in radii of the body: to the right of its middle as seen by who pushes, above it

        The steps of the push are made at once. Its work is in the ledger, as that of any hand.
        """
        state = self.snapshot().bodies[body]
        up, ahead = np.array(state.normal), np.array(along, dtype=float)
        if np.isfinite(ahead).all():
            ahead = ahead - (ahead @ up)*up
        size = float(np.linalg.norm(ahead))
        if not (0.0 < size < np.inf and 0.0 < speed < np.inf):
            raise BadValue(_("cue: got the direction {along} and the speed {speed} m/s, needs a direction along the "
                             "support and a speed above 0").format(along=np.round(ahead, 6).tolist(), speed=speed))
        ahead = ahead/size
        gravity, radius = self._models.falls(body), self.bodies[body].size
        count = max(1, ceil(speed/(HARDEST*gravity*self.h)))
        turning = np.array(matrix_of(*state.quaternion.tolist())).reshape(3, 3)
        point = radius*(side*np.cross(ahead, up) + height*up)
        # so far away that the push keeps its direction, whatever the ball does meanwhile
        target = state.centre + point + FAR*ahead
        hold = Hold(body, self._place(turning.T @ point, "point"), self._place(target, "target"),
                    speed/(count*gravity*self.h))
        self._check_hold(hold)
        self._give(HAND, hold)
        made = self.advance(count)
        self.let_go()
        return made

    @property
    def in_reach(self) -> int:
        """How many bodies a hand can hold, the first ones of the snapshot; the others follow models beside."""
        return len(self._models.first.system.bodies)

    def _check_hold(self, hold: Hold):
        if not 0 <= hold.body < self.in_reach:
            raise BadValue(_("hand: got body {found}, needs one from 0 to {last}").format(
                found=hold.body, last=self.in_reach - 1))
        STRENGTH.take(hold.strength, f"{HAND}, strength")
        self._place(hold.point, "point")
        self._place(hold.target, "target")
        self._models.check_hold(hold)

    @staticmethod
    def _place(value, name: str) -> Point:
        """Three numbers, of arrays too, as a hand may have them; BadValue for others."""
        with suppress(TypeError, ValueError):
            value = tuple(map(float, value))
        x, y, z = PLACE.take(value, f"{HAND}, {name}")
        return x, y, z
