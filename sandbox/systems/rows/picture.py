"""Picture of a system with rows: its bodies and their forces in the laboratory, and the arrows that they have."""

import numpy as np

from sandbox.mechanics.rows.shown import NONE, Plan
from sandbox.mechanics.rows.shown import shown_of as rows_shown
from sandbox.mechanics.shown import Shown, with_floor
from sandbox.systems.picture import Picture, body_state, support_state
from sandbox.systems.protocol import Data, States
from sandbox.systems.rows.assembled import Assembled
from sandbox.systems.rows.reactions import least_reactions, reactions
from sandbox.text import _

# a body that is not shown, as a report has it: at rest at the origin
NOWHERE = np.concatenate((np.zeros(9), np.eye(3).ravel()))


def picture_of(system: Assembled, plan: Plan, data: Data, reports: np.ndarray) -> Picture:
    """Returns bodies, supports and reactions of a state with its report (1, numbers), laboratory frame."""
    seen, word = shown_of(system, plan, data.states, reports), system.modes[data.mode].word
    return Picture(tuple(body_state(body, word) for body in seen.bodies[0]),
                   tuple(support_state(support) for support in seen.supports[0]),
                   tuple(reactions(system, data, system.report.reactions(reports[0]))))


def plan_of(system: Assembled) -> Plan:
    """Returns where the reports have what is shown."""
    rows, looks, report = system.declared.rows, system.bodies, system.report
    with_arrow = [(k, row) for k, row in enumerate(rows) if row.arrow]
    places = report.body_places or [report.size]
    table = system.declared.table
    return Plan(places, [looks[min(i, len(looks) - 1)].traces == "sphere" for i in range(len(places))],
                [(row.body, k, *found) for (k, row), found in zip(with_arrow, report.arrow_places, strict=True)],
                NONE if table is None or not report.body_places else table, np.array(system.surface.origin, float))


def shown_of(system: Assembled, plan: Plan, states: States, reports: np.ndarray) -> Shown:
    """Returns bodies and support of n states in the laboratory frame, from their reports."""
    forces = least_reactions(system, states, system.report.reactions(reports))
    if not system.report.body_places:
        reports = np.hstack((reports, np.broadcast_to(NOWHERE, (len(reports), NOWHERE.size))))
    floor = [surface.origin for surface in system.surfaces[1:]]
    return with_floor(rows_shown(reports, states.t, forces, plan, states.p), floor)


def arrows_of(system: Assembled) -> tuple[str, ...]:
    """Returns the arrows that can be other than zero: no velocity of a fixed point, no normal force."""
    moves = system.bodies[0].traces != "sphere"
    has_reaction = any(row.arrow is not None and row.body == 0 for row in system.declared.rows)
    return (*(("velocity",) if moves else ()), "angular_velocity", *(("friction",) if has_reaction else ()))


def arrow_words_of(system: Assembled) -> dict[str, tuple[str, str]]:
    """Returns what the arrow of friction stands for here: the reactions of the first body's rows, and their unit."""
    rows = [row for row in system.declared.rows if row.arrow is not None and row.body == 0]
    if not rows:
        return {}
    title, unit = rows[0].title, rows[0].unit
    if title and all(row.title == title for row in rows):
        return {"friction": (_(title), unit)}
    word = _("Moment of the constraint M") if unit == "N m" else _("Force of the constraint F")
    return {"friction": (word, unit)}
