"""What a run is heard as: against closed forms of bounces, rolling and a coin's rim."""

from math import pi

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.sound import rubbing
from sandbox.sound.blows import RATE
from sandbox.sound.listener import Listener, events_between
from sandbox.sound.score import score_of
from sandbox.sound.track import LARGEST, Track
from sandbox.systems.protocol import Event
from tests.shipped import shipped

CATALOGUE = shipped()


def simulation(name, preset="", **changes):
    scene = CATALOGUE.get(name)
    values = scene.preset(preset).values if preset else {}
    return Simulation(scene, {**values, **changes}, preset=preset)


def test_a_bouncing_ball_is_heard_where_it_bounces():
    run = simulation("bounce", "Infinitely many bounces")
    score = score_of(run, 0.0, 2.5)
    times = [event.t for event in run.events if event.kind == "impact" and event.t <= 2.5]
    assert len(times) > 2 and [blow.t for blow in score.blows] == times
    samples = Track([score], lambda t: t, lambda t: 1.0).samples(int(2.5*RATE))[:, 0].astype(float)/LARGEST
    for t in times:
        k = round(t*RATE)
        # the sample of the impact itself is the last quiet one: sines begin at nothing
        before, after = (np.abs(samples[k + a:k + b]).max() for a, b in ((-400, 1), (1, 400)))
        assert after > 10*before
    # each bounce loses e^2 of the energy of the last one: its loudness falls by e
    e = run.start_values["restitution"]
    levels = [blow.level for blow in score.blows]
    assert np.array(levels[1:])/levels[:-1] == pytest.approx(e, rel=1e-3)


def test_a_part_of_a_run_is_heard_as_it_is_in_the_whole():
    whole = score_of(simulation("bounce", "Infinitely many bounces"), 0.0, 2.5)
    part = score_of(simulation("bounce", "Infinitely many bounces"), 1.0, 2.5)
    assert part.blows == tuple(blow for blow in whole.blows if blow.t > 1.0) and len(part.blows) < len(whole.blows)


def test_rolling_is_as_fast_as_the_ball_is_over_the_support():
    run = simulation("turntable")
    run.advance(100)
    heard = Listener(run).hear(run.snapshot())
    (key, rub), = heard.rubs.items()
    body = run.snapshot().bodies[0]
    x, y, _z = body.contact
    rate = run.values["rate"]
    over = np.hypot(body.velocity[0] + rate*y, body.velocity[1] - rate*x)
    assert key == (0, "roll") and rub.rate == pytest.approx(rubbing.GRAIN*over/run.values["radius"], rel=1e-4)


def test_a_ball_at_rest_is_silent():
    run = simulation("turntable", rate=0.0, vx=0.0, vy=0.0)
    score = score_of(run, 0.0, 1.0)
    assert not score.blows and not any(rubs for _t, rubs in score.instants)


def test_a_coin_whirrs_at_the_rate_at_which_its_contact_runs_round():
    run = simulation("coin", "Euler's disk")
    run.advance(240)
    one, turned = Listener(run), 0.0
    last = run.snapshot().bodies[0]
    rates = []
    for _k in range(60):
        run.advance(1)
        body = run.snapshot().bodies[0]
        angles = [np.arctan2(*(state.contact - state.centre)[1::-1]) for state in (last, body)]
        turned += (angles[1] - angles[0] + pi) % (2*pi) - pi
        rates.append(one.hear(run.snapshot()).rubs[0, "whirr"].rate)
        last = body
    assert np.mean(rates) == pytest.approx(abs(turned)/(2*pi)/0.25, rel=0.01)


def test_a_sliding_body_is_heard_by_its_power():
    run = simulation("bounce", "Sliding to rolling: 5/7")
    score = score_of(run, 0.0, 1.0)
    kinds = [{kind for _body, kind in rubs} for _t, rubs in score.instants]
    ends = next(event.t for event in run.events if event.kind == "grip")
    assert all(kind == ({"slip"} if t < ends - 0.02 else {"roll"}) for (t, _r), kind in
               zip(score.instants, kinds, strict=True) if abs(t - ends) > 0.02)
    first, later = (score.instants[k][1][0, "slip"].level for k in (1, 16))
    assert first > later > 0.0


def test_events_of_a_stretch_are_found_from_the_newest_on():
    events = [Event(0.1*k, 0, "impact", "") for k in range(100)]
    assert events_between(events, 4.95, 5.25) == events[50:53]
    assert events_between(events, 9.9, 20.0) == [] and events_between([], 0.0, 1.0) == []


@pytest.mark.parametrize("name", ["cradle", "billiards", "sleigh", "rattleback", "skate", "suslov", "marble_run"])
def test_many_kinds_of_scenes_are_heard(name):
    run = simulation(name)
    score = score_of(run, 0.0, 1.0)
    samples = Track([score], lambda t: t, lambda t: 1.0).samples(RATE)
    assert len(samples) == RATE and np.isfinite([rub.level for _t, rubs in score.instants
                                                 for rub in rubs.values()]).all()
    assert len(score.blows) == sum(event.kind == "impact" and event.speed > 0 for event in run.events if event.t <= 1.0)
