"""Picture of a system with rows: its bodies and their forces in the laboratory, and the arrows that they have."""

from typing import TYPE_CHECKING

import numpy as np

from sandbox.compiling.rotation import multiply
from sandbox.mechanics.layout import PLACEMENT, PLACEMENT_QUATERNION
from sandbox.mechanics.probe import poses_at, turned
from sandbox.mechanics.rows.report import BodyMotion, RowsReport
from sandbox.mechanics.shown import BODY_SIZE, IN_BODY, IN_SUPPORT, SUPPORT_SIZE, Shown
from sandbox.systems.protocol import Data, Picture, States
from sandbox.systems.reports import body_state, support_state
from sandbox.systems.rows.reactions import least_reactions, reactions
from sandbox.text import _

if TYPE_CHECKING:
    from sandbox.systems.rows.system import ConstrainedSystem

UP = np.array([0.0, 0.0, 1.0])


def picture_of(system: "ConstrainedSystem", data: Data) -> Picture:
    """Returns bodies, support and reactions in the laboratory frame."""
    states = data.states
    numbers = system.reports(states)
    seen, word = system.shown(states, numbers), system.modes[data.mode].word
    return Picture(tuple(body_state(body, word) for body in seen.bodies[0]), (support_state(seen.supports[0, 0]),),
                   tuple(reactions(system, data, system.report.read(numbers[0]).lam)))


def shown_of(system: "ConstrainedSystem", states: States, report: RowsReport) -> Shown:
    """Returns bodies and support of n states in the laboratory frame, from their reports."""
    n, rows, p = len(states.t), system.declared.rows, states.p
    P, origin = p[PLACEMENT:PLACEMENT + 9].reshape(3, 3), np.asarray(system.surface.origin, float)
    placement = p[PLACEMENT_QUATERNION:PLACEMENT_QUATERNION + 4]
    supports = np.empty((n, 1, SUPPORT_SIZE))
    support = {name: supports[:, 0, place] for name, place in IN_SUPPORT.items()}
    support["position"][:], support["quaternion"][:], support["angular_velocity"][:] = poses_at(states.t, p)
    if system.declared.table is not None and report.bodies:
        table = report.bodies[system.declared.table]
        support["quaternion"][:] = placed(placement, table.rotation)
        support["angular_velocity"][:] = turned(P, table.spin)

    forces = least_reactions(system, states, report.lam)
    with_arrow = [k for k, row in enumerate(rows) if row.arrow]
    arrows = dict(zip(with_arrow, report.arrows, strict=True))
    moving = report.bodies or (nowhere(n),)
    bodies = np.zeros((n, len(moving), BODY_SIZE))
    for i, body in enumerate(moving):
        own = [k for k in with_arrow if rows[k].body == i]
        contact = arrows[own[0]].point if own else body.centre
        force = sum((forces[:, k, None]*arrows[k].direction for k in own), np.zeros((n, 3)))
        normal = np.broadcast_to(UP, (n, 3))
        if system.bodies[min(i, len(system.bodies) - 1)].traces == "sphere" and own:
            normal = (contact - body.centre)/lengths(contact - body.centre)
        seen = {"centre": origin + turned(P, body.centre), "velocity": turned(P, body.velocity),
                "angular_velocity": turned(P, body.spin), "quaternion": placed(placement, body.rotation),
                "contact": origin + turned(P, contact), "normal": turned(P, normal), "F": turned(P, force)}
        for name, numbers in seen.items():
            bodies[:, i, IN_BODY[name]] = numbers
    return Shown(bodies, supports)


def nowhere(n: int) -> BodyMotion:
    """A body that is not shown: at rest at the origin."""
    none = np.zeros((n, 3))
    return BodyMotion(none, none, none, np.broadcast_to(np.eye(3), (n, 3, 3)))


def placed(placement: np.ndarray, rotation: np.ndarray) -> np.ndarray:
    """The quaternions (n, 4) of rotations (n, 3, 3) in the laboratory."""
    return np.stack(multiply(*placement, *quaternions_of(rotation).T), axis=-1)


def arrows_of(system: "ConstrainedSystem") -> tuple[str, ...]:
    """Returns the arrows that can be other than zero: no velocity of a fixed point, no normal force."""
    moves = system.bodies[0].traces != "sphere"
    has_reaction = any(row.arrow is not None and row.body == 0 for row in system.declared.rows)
    return (*(("velocity",) if moves else ()), "angular_velocity", *(("friction",) if has_reaction else ()))


def arrow_words_of(system: "ConstrainedSystem") -> dict[str, tuple[str, str]]:
    """Returns what the arrow of friction stands for here: the reactions of the first body's rows, and their unit."""
    rows = [row for row in system.declared.rows if row.arrow is not None and row.body == 0]
    if not rows:
        return {}
    title, unit = rows[0].title, rows[0].unit
    if title and all(row.title == title for row in rows):
        return {"friction": (_(title), unit)}
    word = _("Moment of the constraint M") if unit == "N m" else _("Force of the constraint F")
    return {"friction": (word, unit)}


def quaternions_of(R: np.ndarray) -> np.ndarray:
    """Takes rotation matrices (n, 3, 3) and returns their quaternions (n, 4), scalar first, by the largest component."""
    K = np.zeros((len(R), 4, 4))
    x, y, z = R[:, 0], R[:, 1], R[:, 2]
    K[:, 0, 0] = x[:, 0] + y[:, 1] + z[:, 2]
    K[:, 1, 1] = x[:, 0] - y[:, 1] - z[:, 2]
    K[:, 2, 2] = y[:, 1] - x[:, 0] - z[:, 2]
    K[:, 3, 3] = z[:, 2] - x[:, 0] - y[:, 1]
    for (i, j), value in {(0, 1): z[:, 1] - y[:, 2], (0, 2): x[:, 2] - z[:, 0], (0, 3): y[:, 0] - x[:, 1],
                          (1, 2): x[:, 1] + y[:, 0], (1, 3): x[:, 2] + z[:, 0], (2, 3): y[:, 2] + z[:, 1]}.items():
        K[:, i, j] = K[:, j, i] = value
    K += np.eye(4)
    largest = np.argmax(np.diagonal(K, axis1=1, axis2=2), axis=1)
    column = K[np.arange(len(R)), largest]
    return column/lengths(column)


def quaternion_of(R: np.ndarray) -> np.ndarray:
    """Takes a rotation matrix (3, 3) and returns its quaternion (4,), scalar first."""
    return quaternions_of(R[None])[0]


def lengths(vectors: np.ndarray) -> np.ndarray:
    """The lengths (n, 1) of vectors (n, components)."""
    return np.sqrt(np.matmul(vectors[:, None, :], vectors[:, :, None])[:, 0])
