"""All bodies and supports that a run has one after the other, where one builds while it runs, as one fixed list.

Pictures of a whole stretch (films, pages, models that move) are made for this list once. What is not there at an
instant is `away`: it stands far below.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.branches import twin
from sandbox.run.command import BUILD
from sandbox.run.simulation import Simulation
from sandbox.run.snapshot import Snapshot
from sandbox.scene.built.document import Document
from sandbox.systems.bodies_seen import FLIGHT, BodyState, BodyStates, mode_of, numbers_of, support_of
from sandbox.systems.picture import SupportState

FAR = 1000.0         # [m] below: nothing of the bench is as large
DOWN = np.array((0.0, 0.0, -FAR))


class Cast:
    """What was there at one of the instants that were noted, each once: its name and what it is made of tell it.

    bodies, surfaces   as Simulation has them;  names  of the bodies
    """

    def __init__(self, run: Simulation):
        self.bodies: list = []
        self.surfaces: list = []
        self.names: list[str] = []
        self._known: tuple[dict, dict] = {}, {}
        self._first_bodies: list[BodyState] = []
        self._first_supports: list[SupportState] = []
        # number of edits -> places of the bodies and of the supports that there are then
        self._places: dict[int, tuple[list[int], list[int]]] = {}
        self.note(run)

    def note(self, run: Simulation):
        """Takes what is there now."""
        if run.edits in self._places:
            return
        snapshot, system = run.snapshot(), run.system
        document = run.document if any(command.name == BUILD for command in run.commands) else None
        bodies = self._places_of(0, getattr(system, "names", ()), len(run.bodies), document)
        supports = self._places_of(1, getattr(system, "support_names", ()), len(run.surfaces), document)
        names = getattr(system, "names", ())
        for k, place in enumerate(bodies):
            if place == len(self.bodies):
                self.bodies.append(run.bodies[k])
                self._first_bodies.append(snapshot.bodies[k])
                self.names.append(names[k] if k < len(names) else "")
        for k, place in enumerate(supports):
            if place == len(self.surfaces):
                self.surfaces.append(run.surfaces[k])
                self._first_supports.append(snapshot.supports[min(k, len(snapshot.supports) - 1)])
        self._places[run.edits] = bodies, supports

    def _places_of(self, group: int, names, count: int, document: Document | None) -> list[int]:
        """Returns the place of each body or support, a new one for what was not there."""
        known, parts = self._known[group], {} if document is None else {part.name: part for part in document.parts}
        keys: list[Any] = [(names[k], parts[names[k]].value if names[k] in parts else None) if len(names) == count
                           else k for k in range(count)]
        return [known.setdefault(key, len(known)) for key in keys]

    @property
    def is_changing(self) -> bool:
        """Whether anything comes or goes."""
        return len(self._places) > 1

    def places(self, edits: int) -> tuple[list[int], list[int]]:
        """Returns the places of the bodies and of the supports that there are after so many edits."""
        return self._places[edits]

    def gathered(self, snapshot: Snapshot, edits: int) -> Snapshot:
        """Returns a state in which all of them are there, those to come and those gone where they were first: what a
        picture is made for."""
        return self._placed(snapshot, edits, np.zeros(3), frozenset()) if self.is_changing else snapshot

    def seen(self, snapshot: Snapshot, edits: int) -> Snapshot:
        """Returns the state of all of them: what is not there is away, far below."""
        if not self.is_changing:
            return snapshot
        return self._placed(snapshot, edits, DOWN, frozenset(range(len(self.bodies))) - set(self.places(edits)[0]))

    def _placed(self, snapshot: Snapshot, edits: int, down: np.ndarray, away: frozenset) -> Snapshot:
        bodies, supports = self.places(edits)
        here = numbers_of(snapshot.bodies)
        numbers = numbers_of(self._first_bodies)
        numbers[:, shown_at.IN_BODY["centre"]] += down
        for name in ("contact", "normal"):
            numbers[:, shown_at.IN_BODY[name]] = here[:1, shown_at.IN_BODY[name]] if len(here) else 0.0
        numbers[bodies] = here
        modes, touched = [FLIGHT]*len(numbers), [0]*len(numbers)
        for k, place in enumerate(bodies):
            modes[place] = mode_of(snapshot.bodies, k)
            touched[place] = supports[support_of(snapshot.bodies, k)]
        stand = [replace(one, position=one.position + down) for one in self._first_supports]
        for k, place in enumerate(supports):
            stand[place] = snapshot.supports[k]
        return replace(snapshot, bodies=BodyStates(numbers, modes, touched), supports=tuple(stand),
                       away=away)


def cast_of(run: Simulation, last: int, advance: Callable[[Simulation, int], object]) -> Cast:
    """Returns what a run, which stays where it is, has from now up to a step.

    advance   advance(run, step) takes another run like it there
    """
    cast = Cast(run)
    steps = sorted({command.step for command in run.commands
                    if command.name == BUILD and run.step <= command.step < last})
    if steps:
        ahead = twin(run)
        for step in steps:
            # what was built at a step is there once the next one is made
            advance(ahead, step + 1)
            if ahead.ended is not None and ahead.step <= step:
                break
            cast.note(ahead)
    return cast
