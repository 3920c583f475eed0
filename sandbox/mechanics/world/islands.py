"""Placeholder until islands are merged."""
from sandbox.compiling.compiled import compiled


@compiled
def island_at(p, calls, y, b, t, out):
    out[0] = 0.0


@compiled
def run_island(p, calls, y, first, t, t_end):
    return


@compiled
def decide_island(p, calls, y, first, t):
    return


@compiled
def begin_free(p, calls, y, t, t_end):
    return


@compiled
def end_free(p, y):
    return


@compiled
def force_on(p, calls, y, b, t):
    return 0.0, 0.0, 0.0
