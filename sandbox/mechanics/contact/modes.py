"""The table of modes: for each, the addresses of its step, observation, settling and report (hybrid.py)."""

from functools import cache

import numpy as np

from sandbox.integration.ode import make_step
from sandbox.mechanics.contact import (
    ball,
    compliant,
    flight,
    internal_masses,
    resting,
    rolling,
    rolling_resistance,
    sliding,
    slip_end,
    slip_onset,
)

# name -> its step, or right-hand side, scales of its errors and size; then observation, settling, report
MODES = {
    "ball": (ball.ball_rhs, ball.ball_weight, ball.SIZE, ball.ball_observe, ball.rolling_settle, ball.ball_report),
    "body": (rolling.body_rhs, ball.ball_weight, rolling.SIZE, rolling.body_observe, ball.rolling_settle,
             rolling.body_report),
    "carried": (internal_masses.carried_rhs, internal_masses.carried_weight, internal_masses.SIZE,
                internal_masses.carried_observe,
                ball.rolling_settle, internal_masses.carried_report),
    "rubber": (rolling_resistance.rubber_rhs, ball.ball_weight, rolling.SIZE,
               rolling_resistance.rubber_observe, ball.rolling_settle,
               rolling_resistance.rubber_report),
    "resisted": (rolling_resistance.resisted_rhs, ball.ball_weight, rolling.SIZE,
                 rolling_resistance.resisted_observe, ball.rolling_settle,
                 rolling_resistance.resisted_report),
    "rest_end": (rolling_resistance.rest_end_rhs, rolling_resistance.rest_end_weight,
                 rolling_resistance.END_SIZE, rolling_resistance.rest_end_observe,
                 ball.rolling_settle, rolling_resistance.rest_end_report),
    "rest": (resting.rest_rhs, ball.ball_weight, rolling.SIZE, resting.rest_observe, resting.rest_settle,
             resting.rest_report),
    "pivot": (resting.pivot_rhs, ball.ball_weight, rolling.SIZE, resting.pivot_observe, resting.pivot_settle,
              resting.pivot_report),
    "sliding": (sliding.sliding_rhs, sliding.sliding_weight, sliding.SIZE, sliding.sliding_observe,
                sliding.sliding_settle, sliding.sliding_report),
    "slip_end": (slip_end.slip_end_rhs, slip_end.slip_end_weight, slip_end.END_SIZE, slip_end.slip_end_observe,
                 slip_end.slip_end_settle, slip_end.slip_end_report),
    "slip_begin": (slip_onset.slip_begin_step, slip_onset.slip_begin_observe, sliding.sliding_settle,
                   sliding.sliding_report),
    "flight": (flight.flight_rhs, flight.flight_weight, flight.SIZE, flight.flight_observe, flight.flight_settle,
               flight.flight_report),
    "pressed": (compliant.pressed_rhs, flight.flight_weight, compliant.SIZE, compliant.pressed_observe,
                compliant.pressed_settle, compliant.pressed_report),
    "above": (flight.flight_rhs, flight.flight_weight, flight.SIZE, compliant.above_observe, flight.flight_settle,
              flight.flight_report),
}


@cache
def mode_table(name: str) -> np.ndarray:
    """Addresses (4,) int64 of a mode, compiled when first asked for.

    ball, body          rolling of a ball, of any convex body
    carried             rolling of a body with masses inside
    rubber, resisted    rolling that can't spin about the normal, rolling with resistance;  rest_end  its last stretch
    rest, pivot         rest on the support, spin on the spot
    sliding             slip;  slip_begin  its first moments, by an implicit step;  slip_end  its last, in slip time
    flight              no contact
    pressed, above      contact by spring and damper;  flight over a support that gives way
    """
    *step, observe, settle, report = MODES[name]
    step = step[0] if len(step) == 1 else make_step(*step)
    return np.array([entry.address for entry in (step, observe, settle, report)], np.int64)
