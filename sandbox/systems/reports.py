"""From a report of a body on a support (mechanics/report.py) to what is seen of it."""

import numpy as np

from sandbox.compiling.traced import Vector, cross
from sandbox.integration import hybrid
from sandbox.mechanics import report
from sandbox.systems.protocol import BodyState, Data, Mode, SupportState


def read_report(mode: Mode, data: Data) -> np.ndarray:
    """The report (REPORT,) of the present state, which is one of the mode."""
    out = np.zeros(report.REPORT)
    hybrid.evaluate(mode.table[hybrid.REPORT_STATE], data.t, data.y, data.p, data.calls, out)
    return out


def body_state(seen: np.ndarray, word: str) -> BodyState:
    """The body part of a report."""
    force, normal = seen[report.FORCE:report.FORCE + 3], seen[report.NORMAL:report.NORMAL + 3]
    N = seen[report.NORMAL_FORCE]
    return BodyState(seen[report.CENTRE:report.CENTRE + 3], seen[report.VELOCITY:report.VELOCITY + 3],
                     seen[report.SPIN_LAB:report.SPIN_LAB + 3], seen[report.QUATERNION:report.QUATERNION + 4],
                     seen[report.CONTACT:report.CONTACT + 3], normal, float(N), force - N*normal, word)


def support_state(seen: np.ndarray, axis_point: np.ndarray) -> SupportState:
    """The support part of a report; `axis_point` in local axes makes it the pose of the local origin."""
    q = seen[report.SUPPORT_QUATERNION:report.SUPPORT_QUATERNION + 4]
    # numbers of Python: np.cross takes most of the time of a frame
    (w, *u), a = q.tolist(), Vector(*axis_point.tolist())
    turned = a + 2.0*cross(Vector(*u), cross(Vector(*u), a) + w*a)
    return SupportState(seen[report.SUPPORT_POINT:report.SUPPORT_POINT + 3] - turned, q,
                        seen[report.SUPPORT_SPIN:report.SUPPORT_SPIN + 3])
