"""The models of a scene together: advanced in the same steps, kept as one array of numbers, in one snapshot."""

from contextlib import suppress
from math import pi
from typing import Any

import numpy as np

from sandbox.compiling.entries import Entry
from sandbox.compiling.machine_code import compile_ahead
from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.run.building import Edit, Section, Sections
from sandbox.run.command import Command, Course, Hold
from sandbox.run.drive import Drive, Laws
from sandbox.run.hand_drive import HandDrive
from sandbox.run.parallel_models import ParallelModels
from sandbox.run.rows import Rows
from sandbox.run.snapshot import Event, Snapshot
from sandbox.run.stretch import Stretch, passed
from sandbox.scene.scene import Scene
from sandbox.systems.between import states_at
from sandbox.systems.bodies_seen import concatenated as concatenated_bodies
from sandbox.systems.entries import beyond_of, later
from sandbox.systems.hand import FREQUENCY, Hand
from sandbox.systems.integration import Integration
from sandbox.systems.protocol import Automaton
from sandbox.text import _


def names_of(system: Automaton) -> dict[str, Any]:
    """Returns what the bodies and supports of a system are called; of one where each has its name."""
    names, supports = tuple(getattr(system, "names", ())), tuple(getattr(system, "support_names", ()))
    return {"names": names, "support_names": supports}


# a point that moves where the mass centre is fixed [m]
BESIDE = (1e-3, 2e-3, 3e-3)
# what is read of the first model's states alone
MEASURED = ("E_J", "ledger", "drift", "scale", "max_F_over_N")


class Models:
    """The first model with its parallel models, the drives of their supports and the law of the contact.

    first    the model whose steps are those of the run
    course   the commands of the run, and the parameter values that hold at a step
    """

    def __init__(self, scene: Scene, systems: list[Automaton], h: float, course: Course):
        system, *others = systems
        self.first = Integration(system, h)
        self.sections = Sections(scene, self.first, course.values_at, self._rebuild)
        self._drive = Drive(self.first)
        self._hand = HandDrive(self.first)
        self._parallel_models = ParallelModels(others, h)
        self._laws = Laws(scene, [self.first, *self._parallel_models.runs], course)

    @property
    def bodies(self) -> list:
        """The bodies to draw, in the order of the snapshot's bodies."""
        return [*self.first.system.bodies, *self._parallel_models.bodies]

    @property
    def systems(self) -> list[Automaton]:
        """The system that each model began as, without a hand."""
        return [self.sections.first, *self._parallel_models.systems]

    @property
    def ends(self) -> list[Event | None]:
        """How each model has ended, None of those that go on."""
        return [self.first.ended, *self._parallel_models.ends]

    @property
    def drifts(self) -> list[float]:
        """Drift of each model [1]: each has its own energy book."""
        return [self.first.drift, *self._parallel_models.drifts]

    @property
    def energies(self) -> list[tuple[float, float]]:
        """E_J of each model, and the scale of its energies [J]."""
        return [(self.first.energy()[0], self.first.scale), *self._parallel_models.energies]

    @property
    def states(self) -> list[np.ndarray]:
        """A copy of the state y of each model."""
        return [self.first.y.copy(), *self._parallel_models.states]

    @property
    def live(self) -> set[str]:
        """Names of the parameters that change a motion or a law while the models run."""
        return set(self.first.system.live) | self._laws.names

    @property
    def is_ramping(self) -> bool:
        """Whether some signal has not yet reached its target, or a hand pulls."""
        return self._drive.is_ramping(self.first.k) or self._hand.is_holding(self.first.k)

    def aim(self, command: Command):
        """Ramps to the target of a command that changes a motion, moves the hand, or plans an edit; ignores any other.
        """
        self._hand.aim(command)
        self.sections.aim(command)
        if command.name in self.first.system.live and isinstance(command.value, int | float):
            self._drive.aim(command.step, command.name, float(command.value))
            self._parallel_models.aim(command.step, command.name, float(command.value))

    def _notice_jump(self, step: int):
        """The first model may have jumped to another system, or back: the signals are elsewhere."""
        if self.first.system.live is not self._drive.live:
            self._drive.rebuild(step)

    def _rebuild(self):
        """The first model goes on as another system."""
        self._drive.rebuild(self.first.k)
        self._hand.rebuild()

    def carry(self, edit: Edit) -> Section:
        """Returns the section that an edit begins now, or BadValue with the reason why there is none."""
        if self._parallel_models.systems:
            raise BadValue(_("several models side by side are changed at the start only"))
        return self.sections.carry(edit, self.first.k)

    def settle(self):
        """Does what was built at the present step."""
        self.sections.write(self.first.k)

    def check_hold(self, hold: Hold):
        """Raises BadValue where the body cannot be held; what is compiled for a hand is compiled after it."""
        hand = Hand(hold.body, hold.point, hold.strength, 0.0, hold.target)
        self.first.system.hold(self.first.data.copy(), hand)

    def falls(self, body: int) -> float:
        """Returns the acceleration of a body that a force of its weight gives it [m/s^2]."""
        data = self.first.data.copy()
        system = self.first.system.hold(data, Hand(body, (0.0, 0.0, 0.0), 1.0, 0.0, (0.0, 0.0, 0.0)))
        # at the mass centre the hand feels the mass alone, of a body that is free
        hand = system.numbers_of_hand(data.p)
        return float(hand[lay.HAND_STRENGTH]/hand[lay.HAND_STIFFNESS]*(2.0*pi*FREQUENCY)**2)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The compiled functions that the run may need until its end."""
        return tuple(entry for system in self.systems for entry in later(system))

    def prepare_modes(self):
        """Compiles or loads all modes, which a run does one by one as it comes to them; may run beside the run."""
        # a body that goes over a rim goes on in another system
        systems = [one for system in self.systems for one in (system, beyond_of(system)) if one is not None]
        entries = [entry for system in systems for entry in later(system)]
        compile_ahead(entries)
        for entry in entries:
            entry.address      # noqa: B018 - for what it does
        for system in systems:
            for mode in system.modes.values():
                mode.table     # noqa: B018 - for what it does

    def prepare_hand(self):
        """Compiles what a hand needs, body by body, so that a grab need not wait; may run beside the run."""
        for body in range(len(self.first.system.bodies)):
            with suppress(BadValue):
                self.check_hold(Hold(body, BESIDE, (0.0, 0.0, 0.0)))

    def take_over(self, other: "Models"):
        """Takes over when models of the same systems, that began alike, have ended."""
        self._parallel_models.take_over(other._parallel_models)
        self.sections.take_over(other.sections)
        self.first.take_over(other.first)

    def aim_anew(self, commands: list[Command]):
        """Drops all that signals were to do, and aims at the targets of the commands that still hold."""
        self._drive.forget()
        self._hand.aim_anew(())
        self._parallel_models.forget_aims()
        self.sections.forget()
        for command in commands:
            self.aim(command)
        self.sections.remember()

    def advance(self, goal: int, every: int, has_origin: bool = False) -> Stretch:
        """Advances to the step `goal`, or to an earlier one at which a signal or a law changes.

        returns the states at the multiples of `every`, after the present one if `has_origin`
        """
        run, begin = self.first, self.first.k
        self._notice_jump(begin)
        edit = self.sections.write(begin)
        self._laws.apply(begin)
        changes = edit, self._drive.write(begin), self._hand.write(begin), self._laws.next_change(begin)
        goal = min([goal, *(change for change in changes if change is not None), *self._parallel_models.write(begin)])
        strips = passed(run, goal, every, has_origin)
        # what is steered is read of the parameters that the run has now
        self._notice_jump(run.k)
        n = run.k//every - begin//every + has_origin
        return Stretch((strips, *self._parallel_models.advance(run.k, every, n, has_origin)))

    def at(self, stretch: Stretch, steps: np.ndarray, times: np.ndarray) -> Stretch:
        """Returns the states at instants of a stretch just passed that has all its steps, see between.states_at."""
        strips = states_at(self.first, stretch.first, steps, times).strips
        n = sum(len(strip) for strip in strips)
        return Stretch((strips, *self._parallel_models.at(stretch, steps[:n], times[:n])))

    def present(self) -> Stretch:
        """Returns the present state."""
        return Stretch(([self.first.strip()], *self._parallel_models.strips(self.first.t)))

    def news(self) -> list[tuple[int, Event]]:
        """Returns the events since the last call, with the steps completed before: model by model."""
        return self.first.dated_news() + self._parallel_models.news()

    def key(self) -> np.ndarray:
        """Returns the key state: all numbers on which the future depends."""
        return np.append(self.first.key(), self._parallel_models.key())

    def keys(self, stretch: Stretch) -> np.ndarray:
        """Returns the key states (n, numbers) of a stretch."""
        own = np.concatenate([strip.keys for strip in stretch.first])
        return np.column_stack((own, *self._parallel_models.keys(stretch)))

    def rows(self, stretch: Stretch, conserved) -> Rows:
        """Returns the rows of a stretch just passed, with the named integrals."""
        first, concatenated = stretch.first, np.concatenate
        t = concatenated([strip.t for strip in first])
        values = [strip.invariants(conserved) for strip in first]
        modes = [concatenated([strip.words for strip in strips])
                 for strips in stretch.models]
        measured: dict[str, Any] = {
            name: concatenated([getattr(strip, name) for strip in first]) for name in MEASURED}
        return Rows(
            step=stretch.k, t=t, live=self._drive.present(t),
            invariants={name: concatenated([value[name] for value in values]) for name in conserved},
            mode=concatenated(modes, axis=1),
            bodies=concatenated([concatenated([strip.shown.bodies for strip in strips]) for strips in stretch.models],
                                axis=1),
            supports=concatenated([strip.shown.supports for strip in first]), **names_of(first[-1].system),
            **measured)

    def restore(self, step: int, key: np.ndarray, section: int | None = None):
        """Restores the key state of a step: that before what was built at it, or that of a section."""
        self.sections.find(step, section)
        size = key.size - self._parallel_models.key().size
        before = self.first.system
        self.first.restore(step, key[:size])
        if self.first.system is not before:
            self._rebuild()
        self._parallel_models.restore(key[size:])
        self._drive.write(step, before=True)
        self._hand.write(step, before=True)
        self._laws.restore(step)

    def snapshot(self, conserved, run: Integration | None = None) -> Snapshot:
        """Returns the present state with the named integrals, or that of `run`, a copy of the first model, later on."""
        run = self.first if run is None else run
        states = run.data.states
        reports, (E_J, drift) = run.system.reports(states), run.energy()
        picture = run.system.picture(run.data, reports)
        pictures = [picture, *self._parallel_models.pictures(run.t)]
        live = {name: float(value) for name, value in self._drive.present(run.t).items()}
        integrals = run.system.invariants(conserved, states, reports, np.array((E_J,)))
        return Snapshot(
            run.k, run.t, concatenated_bodies([shown.bodies for shown in pictures]), picture.supports, live, E_J,
            run.ledger, drift, run.scale, run.max_F_over_N, {name: float(x[0]) for name, x in integrals.items()},
            run.ended, tuple(row for shown in pictures for row in shown.reactions), picture.contacts,
            picture.links, self._hand.pulled(run.k, picture.bodies, run.t))
