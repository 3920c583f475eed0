"""The table of modes: for each, the addresses of its step, observation, settling and report (hybrid.py)."""

from functools import cache

import numpy as np

from sandbox.mechanics import ball, carried, flight, pressed, resisted, resting, rolling, sliding, slip_begin, slip_end
from sandbox.mechanics.ode import make_step

# name -> its step, or right-hand side, scales of its errors and size; then observation, settling, report
MODES = {
    "ball": (ball.ball_rhs, ball.ball_weight, ball.SIZE, ball.ball_observe, ball.rolling_settle, ball.ball_report),
    "body": (rolling.body_rhs, ball.ball_weight, rolling.SIZE, rolling.body_observe, ball.rolling_settle,
             rolling.body_report),
    "carried": (carried.carried_rhs, carried.carried_weight, carried.SIZE, carried.carried_observe,
                ball.rolling_settle, carried.carried_report),
    "rubber": (resisted.rubber_rhs, ball.ball_weight, rolling.SIZE, resisted.rubber_observe, ball.rolling_settle,
               resisted.rubber_report),
    "resisted": (resisted.resisted_rhs, ball.ball_weight, rolling.SIZE, resisted.resisted_observe, ball.rolling_settle,
                 resisted.resisted_report),
    "rest_end": (resisted.rest_end_rhs, resisted.rest_end_weight, resisted.END_SIZE, resisted.rest_end_observe,
                 ball.rolling_settle, resisted.rest_end_report),
    "rest": (resting.rest_rhs, ball.ball_weight, rolling.SIZE, resting.rest_observe, resting.rest_settle,
             resting.rest_report),
    "pivot": (resting.pivot_rhs, ball.ball_weight, rolling.SIZE, resting.pivot_observe, resting.pivot_settle,
              resting.pivot_report),
    "sliding": (sliding.sliding_rhs, sliding.sliding_weight, sliding.SIZE, sliding.sliding_observe,
                sliding.sliding_settle, sliding.sliding_report),
    "slip_end": (slip_end.slip_end_rhs, slip_end.slip_end_weight, slip_end.END_SIZE, slip_end.slip_end_observe,
                 slip_end.slip_end_settle, slip_end.slip_end_report),
    "slip_begin": (slip_begin.slip_begin_step, slip_begin.slip_begin_observe, sliding.sliding_settle,
                   sliding.sliding_report),
    "flight": (flight.flight_rhs, flight.flight_weight, flight.SIZE, flight.flight_observe, flight.flight_settle,
               flight.flight_report),
    "pressed": (pressed.pressed_rhs, flight.flight_weight, pressed.SIZE, pressed.pressed_observe,
                pressed.pressed_settle, pressed.pressed_report),
    "above": (flight.flight_rhs, flight.flight_weight, flight.SIZE, pressed.above_observe, flight.flight_settle,
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
