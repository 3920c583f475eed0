"""Radau's step IIA for rows with stiff forces of their own: text of a compiled step.

Rows with a force -c h (viscous) or -k s - c h (penalty), h = A v - b, are solved together with the multipliers of the
rows that hold. With c_i, a_ij of the method and everything else taken at the time and place of each stage,

    v_i = v_0 + h sum_j a_ij (g_j + W_j lam_j),   g = M^-1 F,   W = M^-1 A^T
    lam_i = -C_ij (A_j v_j - b_j) - k s_0,        C_ij = c 1_ij + k h a_ij          (rows that hold: A_i v_i = b_i)

is linear in the forces lam for given places q_j, whatever the size of c: from 0 to the ideal row the same small system.
The places follow from the velocities, q_i = q_0 + h sum_j a_ij q'_j, and both are repeated until they stand still,
which takes a handful of iterations, since the stiff part is solved exactly in each: the direction of a blade is always
that of its stage.

The error of the state is estimated as by Hairer and Wanner (Solving Ordinary Differential Equations II, section IV.8),
the stiff directions damped. The force of a stiff row is of a lower order, that of the number of stages, however stiff
the row: its error is the distance between the force at the start of a step and the polynomial through its stages.
"""

from sandbox.compiling.generated import load_generated
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics.rows.layout import ScaleLayout
from sandbox.mechanics.rows.multipliers import Dynamics
from sandbox.mechanics.rows.radau_stages import Stages

# iterations at most, and the change (in units of the scales) at which they may end
ITERATIONS = 40
STILL = 2e-16
# iterations that no longer get better end when they are this good
GOOD = 1e-13
# an estimate of this size, in units of the scales, is accepted
ACCEPTED = 1e-8

HEAD = '''\
"""One step of Radau IIA, written by sandbox.mechanics.rows.radau."""

from math import *

from sandbox.compiling.compiled import compiled
from sandbox.compiling.entries import mode_function
from sandbox.mechanics.spline import spline_from
from sandbox.mechanics.motion import signal
from sandbox.compiling.traced import traced
from {module} import rhs, weight

# traced numbers know abs only
fabs = abs

'''

STEP = '''\
@mode_function
def step(t, h, y, p, calls, out):
    start = ({start})
    {names} = start
    rates = rhs(t, start, p, calls)
    scales = weight(start, p)
    now = guess(h, start, rates, p)
    before, found = 1e300, False
    for _ in range({iterations}):
        {stages}
        new = iterate(h, start, now, {stage_names}, p)
        change = 0.0
        {changes}
        now = new
        if change <= {still!r} or (change < {good!r} and change > 0.3*before):
            found = True
            break
        before = change
    if not found:
        {fail}
        return inf
    ends = finish(h, start, now, {stage_names}, p)
    {put}
    errors = estimate(h, start, now, rates, ends, {at_start}, p)
    e = 0.0
    {squares}
    e = (sqrt(e/{size})/{accepted!r})**{power!r}
    {worst}
    return {tolerance!r}*e
'''


def step_source(dynamics: Dynamics, scales: ScaleLayout, module: str) -> str:
    """Returns the source of a module whose `step` is that of the system whose `rhs` and `weight` stand in `module`."""
    text, state = Stages(dynamics, scales), dynamics.pieces.state
    names = state.names
    C, size, n, count = text.tableau.C, state.motion.stop, state.size, text.tableau.stages
    stages = [f"s{j} = pieces(t + {C[j]!r}*h, {', '.join(f'now[{j*size + i}]' for i in range(size))}, p)"
              for j in text.stages]
    changed = [*state.stretches.values(), state.ledger]
    last, errors, force_power = (count - 1)*size, size + len(text.stiff), 8.0/count
    # line by line: a place in a tuple that is found by counting might lie outside, which is an exception of Python
    put = [f"out[{i}] = start[{i}]" for i in range(size, n)]
    put += [f"out[{i}] = now[{last + i}]" for i in range(size)]
    put += [f"out[{place}] = ends[{i}]" for i, place in enumerate(changed)]
    step = STEP.format(
        start=", ".join(f"y[{i}]" for i in range(n)), names=", ".join(names), iterations=ITERATIONS,
        stages="\n        ".join(stages), stage_names=", ".join(f"s{j}" for j in text.stages),
        changes="\n        ".join(f"change = max(change, abs(new[{i}] - now[{i}])*scales[{i % size}])"
                                  for i in range(count*size)),
        size=size, still=STILL, good=GOOD, fail="\n        ".join(f"out[{i}] = nan" for i in range(n)),
        put="\n    ".join(put), squares="\n    ".join(f"e += (errors[{i}]*scales[{i}])**2" for i in range(size)),
        worst="\n    ".join(f"e = max(e, abs(errors[{i}])**{force_power!r})" for i in range(size, errors)),
        at_start=f"pieces(t, {', '.join(names[:size])}, p)", accepted=ACCEPTED, power=8.0/(count + 1),
        tolerance=TOLERANCE)
    return (HEAD.format(module=module) + text.pieces_text() + text.guess_text() + text.iterate_text()
            + text.finish_text() + text.estimate_text() + step)


def make_radau_step(dynamics: Dynamics, scales: ScaleLayout, written):
    """Returns the Entry of the compiled step."""
    return load_generated("radau", step_source(dynamics, scales, written.__name__)).step
