"""What follows the end of a mode, whatever the system makes of it: a jump, or the end of the run in a sentence."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from sandbox.integration.settings import DRIFT, LEAST_ENERGY, settings_of
from sandbox.integration.status import DRIFTED, stop_sentence
from sandbox.systems.protocol import Automaton, Data, Event, Jump, instant
from sandbox.text import _

# jumps of any system within one frame step: what needs more comes to no end; systems have lower bounds of their own,
# after which they decide otherwise
MOST_JUMPS = 4000


def stop_event(data: Data, status: int) -> Event:
    """Returns the end of a run that the integrator can't continue (integration/status.py), for a person."""
    kind = "drift" if status == DRIFTED else "stop"
    return Event(data.t, 0, kind, stop_sentence(status, instant(data.t, data.h)))


def jump_after(system: Automaton, data: Data, status: int, count: int) -> Jump:
    """Returns what follows a status of the integrator after `count` jumps within the frame step."""
    if count >= MOST_JUMPS:
        return _end(data, _("The simulation stopped {when}: more than {most} events in one step.").format(
            when=instant(data.t, data.h), most=MOST_JUMPS))
    try:
        return system.jump(data, status, count)
    except (ArithmeticError, np.linalg.LinAlgError) as error:
        return _end(data, _("What happens {when} could not be computed ({error}).").format(
            when=instant(data.t, data.h), error=error))


def _end(data: Data, sentence: str) -> Jump:
    return Jump(data.mode, data.y, ended=Event(data.t, 0, "stop", sentence))


def are_numbers(arrays: Iterable[np.ndarray]) -> bool:
    """Whether no number of these is lost: a nan counts also where the present mode does not look at it."""
    return not any(np.isnan(x).any() for x in arrays)


def kept_of(data: Data, before: Data) -> Data:
    """Returns what a run is now, to be kept: nobody writes to it; parameters that hold still are those of `before`.

    Those of a world are long: copying them takes longer than comparing.
    """
    p = before.p if np.array_equal(before.p, data.p) else data.p.copy()
    calls = before.calls if np.array_equal(before.calls, data.calls) else data.calls.copy()
    return replace(data, y=data.y.copy(), p=p, calls=calls)


def settings_for(system: Automaton) -> np.ndarray:
    """Returns the settings of the integrator; without sub-steps nothing is asked of accuracy."""
    return settings_of(system.finest_level, system.energy_jump, system.drift_limit if system.finest_level > 0 else 0.0,
                       system.energy_scale)


def keeps_books(settings: np.ndarray, defect: float, scale: float) -> bool:
    """Whether a defect of the energy is as small as the settings ask, of the largest energy so far [J]."""
    allowed = settings.item(DRIFT)
    return allowed == 0.0 or defect <= allowed*max(scale, settings.item(LEAST_ENERGY))
