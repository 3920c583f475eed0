"""Events as people read them: what happens to a contact again and again within no time is one line.

Where a contact hardly slips, slip may begin, turn round and end dozens of times before the clock has moved in its last
digits. The log has each of these events; a list, a note and a film tell of them together.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import ceil, log10

from sandbox.run.snapshot import Event
from sandbox.text import _

TOGETHER = 1e-6          # [s] from the first to the last of a burst
FEWEST = 4               # so many are a burst
SHORTEST = 1e-15         # [s] below which a time is rounding
KINDS = ("slip", "grip")


def gathered(events: Iterable[Event]) -> list[Event]:
    """Returns events in their order, bursts of slip and grip of one body as one: the last, at the time of the first."""
    return [one for burst in _bursts(events) for one in (burst if len(burst) < FEWEST else [_told(burst)])]


def _bursts(events: Iterable[Event]) -> Iterator[list[Event]]:
    burst: list[Event] = []
    for event in events:
        goes_on = burst and event.kind in KINDS and burst[0].kind in KINDS and event.body == burst[0].body \
            and event.t - burst[0].t <= TOGETHER
        if burst and not goes_on:
            yield burst
            burst = []
        burst.append(event)
    if burst:
        yield burst


def _told(burst: list[Event]) -> Event:
    first, last = burst[0], burst[-1]
    span = 10.0**ceil(log10(max(last.t - first.t, SHORTEST)))
    return replace(last, t=first.t, sentence=_(
        "Slip begins, turns round or ends {count} times within {span:.0g} s at t = {t:.4f} s.").format(
            count=len(burst), span=span, t=first.t))
