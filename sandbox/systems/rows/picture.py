"""Picture of a system with rows: its bodies and their forces in the laboratory, and the arrows that they have."""

from typing import TYPE_CHECKING

import numpy as np

from sandbox.compiling.rotation import multiply
from sandbox.mechanics.layout import PLACEMENT, PLACEMENT_QUATERNION
from sandbox.mechanics.probe import Pose
from sandbox.mechanics.rows.report import BodyMotion
from sandbox.systems.protocol import BodyState, Data, Picture, SupportState
from sandbox.systems.rows.reactions import least_reactions, reactions
from sandbox.text import _

if TYPE_CHECKING:
    from sandbox.systems.rows.system import ConstrainedSystem

UP = np.array([0.0, 0.0, 1.0])
# a body that is not shown: at rest at the origin
NOWHERE = BodyMotion(np.zeros(3), np.zeros(3), np.zeros(3), np.eye(3))


def picture_of(system: "ConstrainedSystem", data: Data) -> Picture:
    """Returns bodies, support and reactions in the laboratory frame."""
    report, rows, word, p = system.read(data), system.declared.rows, system.modes[data.mode].word, data.p
    pose = Pose(data.t, p)
    P, origin = p[PLACEMENT:PLACEMENT + 9].reshape(3, 3), np.asarray(system.surface.origin, float)
    placement = p[PLACEMENT_QUATERNION:PLACEMENT_QUATERNION + 4]
    support = SupportState(pose.to_lab(np.zeros(3)), pose.quaternion, pose.spin)
    if system.declared.table is not None and report.bodies:
        table = report.bodies[system.declared.table]
        support = SupportState(support.position, np.array(multiply(*placement, *quaternion_of(table.rotation))),
                               P @ table.spin)
    forces = least_reactions(system, data, report.lam)
    with_arrow = [k for k, row in enumerate(rows) if row.arrow]
    arrows = dict(zip(with_arrow, report.arrows, strict=True))
    bodies = []
    for i, body in enumerate(report.bodies or (NOWHERE,)):
        own = [k for k in with_arrow if rows[k].body == i]
        contact = arrows[own[0]].point if own else body.centre
        force = sum((forces[k]*arrows[k].direction for k in own), np.zeros(3))
        normal = UP
        if system.bodies[min(i, len(system.bodies) - 1)].traces == "sphere" and own:
            normal = (contact - body.centre)/np.linalg.norm(contact - body.centre)
        bodies.append(BodyState(
            centre=origin + P @ body.centre, velocity=P @ body.velocity, angular_velocity=P @ body.spin,
            quaternion=np.array(multiply(*placement, *quaternion_of(body.rotation))), contact=origin + P @ contact,
            normal=P @ normal, N=0.0, F=P @ force, mode=word))
    return Picture(tuple(bodies), (support,), tuple(reactions(system, data, report.lam)))


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


def quaternion_of(R: np.ndarray) -> np.ndarray:
    """Takes a rotation matrix (3, 3) and returns its quaternion (4,), scalar first, by its largest component."""
    K = np.array([[R[0, 0] + R[1, 1] + R[2, 2], R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
                  [0.0, R[0, 0] - R[1, 1] - R[2, 2], R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]],
                  [0.0, 0.0, R[1, 1] - R[0, 0] - R[2, 2], R[1, 2] + R[2, 1]],
                  [0.0, 0.0, 0.0, R[2, 2] - R[0, 0] - R[1, 1]]])
    K = K + np.triu(K, 1).T + np.eye(4)
    column = K[int(np.argmax(np.diag(K)))]
    return column/np.linalg.norm(column)
