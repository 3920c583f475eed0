"""The table of modes: for each, the addresses of its step, observation, settling and report (hybrid.py)."""

from functools import cache

import numpy as np

from sandbox.mechanics import ball, rolling
from sandbox.mechanics.ode import make_step


@cache
def mode_table(name: str) -> np.ndarray:
    """Addresses (4,) int64 of the mode "ball" or "body" (both rolling), compiled when first asked for."""
    if name == "ball":
        entries = (make_step(ball.ball_rhs, ball.ball_weight, ball.SIZE),
                   ball.ball_observe, ball.rolling_settle, ball.ball_report)
    elif name == "body":
        entries = (make_step(rolling.body_rhs, ball.ball_weight, rolling.SIZE),
                   rolling.body_observe, ball.rolling_settle, rolling.body_report)
    else:
        raise KeyError(name)
    return np.array([entry.address for entry in entries], np.int64)
