"""Bursts of slip and grip are told as one, and nothing else is."""

from sandbox.run.readings.gathered import FEWEST, TOGETHER, gathered
from sandbox.run.snapshot import Event


def event(t, kind="slip", body=0):
    return Event(t, body, kind, f"{kind} at {t}")


def test_a_burst_is_one_line_with_its_number_and_its_time():
    burst = [event(0.06 + k*1e-12, "slip" if k % 2 == 0 else "grip") for k in range(31)]
    before, after = event(0.01, "impact"), event(0.5)
    told = gathered([before, *burst, after])
    assert [one.t for one in told] == [0.01, 0.06, 0.5] and told[0] is before and told[2] is after
    assert told[1].kind == burst[-1].kind and "31 times within 1e-10 s at t = 0.0600 s" in told[1].sentence


def test_what_is_no_burst_stays_as_it_is():
    apart = [event(0.1*k) for k in range(10)]
    few = [event(1.0) for _k in range(FEWEST - 1)]
    slow = [event(2.0 + 1.1*TOGETHER*k) for k in range(8)]
    hits = [event(5.0, "impact") for _k in range(8)]
    two = [event(6.0, body=k % 2) for k in range(8)]
    events = [*apart, *few, *slow, *hits, *two]
    assert gathered(events) == events and gathered([]) == []
