"""The table of modes: for each, the addresses of its step, observation, settling and report (hybrid.py)."""

from functools import cache

import numpy as np

from sandbox.mechanics import ball, flight, rolling, sliding, slip_begin
from sandbox.mechanics.ode import make_step


def _entries(name: str) -> tuple:
    if name == "ball":
        return (make_step(ball.ball_rhs, ball.ball_weight, ball.SIZE),
                ball.ball_observe, ball.rolling_settle, ball.ball_report)
    if name == "body":
        return (make_step(rolling.body_rhs, ball.ball_weight, rolling.SIZE),
                rolling.body_observe, ball.rolling_settle, rolling.body_report)
    if name == "sliding":
        return (make_step(sliding.sliding_rhs, sliding.sliding_weight, sliding.SIZE),
                sliding.sliding_observe, ball.rolling_settle, sliding.sliding_report)
    if name == "slip_end":
        return (make_step(sliding.slip_end_rhs, sliding.slip_end_weight, sliding.END_SIZE),
                sliding.slip_end_observe, ball.rolling_settle, sliding.slip_end_report)
    if name == "slip_begin":
        return (make_step(sliding.slip_end_rhs, sliding.slip_end_weight, sliding.END_SIZE),
                slip_begin.slip_begin_observe, ball.rolling_settle, sliding.slip_end_report)
    if name == "flight":
        return (make_step(flight.flight_rhs, flight.flight_weight, flight.SIZE),
                flight.flight_observe, flight.flight_settle, flight.flight_report)
    raise KeyError(name)


@cache
def mode_table(name: str) -> np.ndarray:
    """Addresses (4,) int64 of a mode, compiled when first asked for.

    "ball", "body"          rolling of a ball, of any convex body
    "sliding", "slip_end"   slip, and its last stretch in slip time
    "slip_begin"            the first moments of slip, in slip time
    "flight"                no contact
    """
    return np.array([entry.address for entry in _entries(name)], np.int64)
