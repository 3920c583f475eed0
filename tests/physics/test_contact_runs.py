"""Runs of a contact with a law: energy, events, closed forms, abuse."""

from math import cos, hypot, pi, radians, sin, sqrt, tan

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandbox.scene import (
    BadValue,
    Ball,
    Body,
    Contact,
    Contensou,
    Coulomb,
    Disk,
    Ellipsoid,
    Motion,
    Paraboloid,
    Plane,
    Rough,
    Signal,
    Sphere,
    Spin,
    Start,
    Still,
    TwoTerm,
    Viscous,
)
from sandbox.systems import integration
from sandbox.systems.integration import Integration
from tests.physics.contact_runs import LAWS, PEBBLE, G, H, run_of


def went(run, seconds):
    """The events of a run of that length."""
    run.advance(round(seconds/H))
    return run.news()


# closed forms ------------------------------------------------------------------------------------------------------

def test_tenth_impact_and_the_end_of_bouncing():
    """t_n = sqrt(2 H/g) (1 + 2 (e + ... + e^(n-1))), rest at sqrt(2 H/g)(1 + e)/(1 - e)."""
    e, height, a = 0.8, 1.0, 0.05
    run = run_of(Ball(a), Plane(), Still(), Contact(Coulomb(0.3), restitution=e), Start((0, 0), height=height))
    events = went(run, 4.5)
    first = sqrt(2*height/G)
    impacts = [event.t for event in events if event.kind == "impact"]
    assert impacts[9] == pytest.approx(first*(1 + 2*sum(e**k for k in range(1, 10))), abs=1e-11)
    assert events[-1].kind == "grip" and events[-1].t == pytest.approx(first*(1 + e)/(1 - e), abs=1e-11)
    assert run.drift < 1e-12 and run.mode == "rolling"


@pytest.mark.parametrize("mu", [0.05, 0.2, 0.7])
def test_sliding_to_rolling(mu):
    """Slip ends at 2 v0/(7 mu g) with 5/7 v0."""
    run = run_of(Ball(0.03), Plane(), Still(), Contact(Coulomb(mu)),
                 Start((0, 0), velocity=(2.0, 0.0, 0.0), omega=(0, 0, 0)))
    (grip,) = went(run, 2*2.0/(7*mu*G) + 0.1)
    assert grip.kind == "grip" and grip.t == pytest.approx(4.0/(7*mu*G), abs=1e-10)
    assert run.body.velocity[0] == pytest.approx(10/7, abs=1e-10)
    assert run.drift < 1e-12


def test_ball_leaves_a_sphere_and_lands_on_nothing():
    """Rolling off at cos = 10/17 is followed by a parabola."""
    a, b = 0.01, 0.2
    tilt = radians(0.5)
    where = (b + a)*np.array([sin(tilt), 0.0, cos(tilt)])
    run = run_of(Ball(a), Sphere(b, inside=False), Still(), Contact(Rough()), Start(tuple(where)))
    events = went(run, 3.0)
    assert [event.kind for event in events] == ["detach"] and run.mode == "flight"
    t = events[0].t
    early = Integration(run.system, H).peek(t)
    assert early.body.centre[2]/(a + b) == pytest.approx(10/17*cos(tilt), abs=1e-12)
    r, v, rest = early.body.centre, early.body.velocity, run.t - t
    # free fall: 1e-12 of 20 m
    assert run.body.centre == pytest.approx(r + v*rest + np.array([0, 0, -G])*rest**2/2, abs=2e-11)
    assert run.drift < 1e-12


def test_superball_goes_to_and_fro():
    """Elastic, all slip given back: slip and spin turn round at every bounce, nothing is lost."""
    a = 0.025
    run = run_of(Ball(a), Plane(), Still(), Contact(Rough(), restitution=1.0, tangential=1.0),
                 Start((0, 0), height=0.3, velocity=(1.0, 0, 0), omega=(0, -2.5/a, 0)))
    speeds = []
    for _i in range(6):
        while not [e for e in run.news() if e.kind == "impact"]:
            run.advance(1)
        speeds.append(run.body.velocity[0])
    assert speeds == pytest.approx([-1.0, 1.0]*3, abs=1e-12)
    assert run.ledger == pytest.approx(0.0, abs=1e-13)


def test_hoop_or_ball_on_a_slope_slips_when_it_has_to():
    """|F|/N = k/(1 + k) tan alpha of rolling, and g(sin - mu cos) once that is too much."""
    angle, mu = radians(50.0), 0.3
    slope = Plane().placed(axis=(0, 1, 0), angle=angle)
    run = run_of(Ball(0.05), slope, Still(), Contact(Coulomb(mu)), Start((0, 0)))
    went(run, 0.5)
    assert run.mode == "sliding"
    assert np.linalg.norm(run.body.velocity) == pytest.approx(0.5*G*(sin(angle) - mu*cos(angle)), abs=1e-11)
    gentle = Plane().placed(axis=(0, 1, 0), angle=radians(20.0))
    run = run_of(Ball(0.05), gentle, Still(), Contact(Coulomb(mu)), Start((0, 0)))
    assert went(run, 0.5) == [] and run.mode == "rolling"
    assert run.max_F_over_N == pytest.approx(2/7*tan(radians(20.0)), abs=1e-12)


@pytest.mark.parametrize("e", [0.0, 1.0])
def test_a_spin_that_ends_before_its_slip_does(e):
    """w_n falls by k_s g/(2/5 a^2) per second and stays 0; the slip u falls by 7/2 mu g, whatever the spin does. A
    superball, which gives back slip, does so while it lies, too."""
    a, mu, k_s, spin, slip = 0.03, 0.1, 1e-3, 5.0, 2.0
    law = Contact(Coulomb(mu), restitution=e, tangential=1.0, spinning_resistance=k_s)
    run = run_of(Ball(a), Plane(), Still(), law, Start((0, 0), velocity=(slip, 0.0, 0.0), omega=(0.0, 0.0, spin)))
    stops, ends = spin/(k_s*G/(0.4*a*a)), slip/(3.5*mu*G)
    assert went(run, 0.5*stops) == [] and stops < 0.5*ends
    assert run.body.angular_velocity[2] == pytest.approx(spin*(1.0 - run.t/stops), rel=1e-3)
    went(run, 0.9*ends - run.t)
    assert run.mode == "sliding" and abs(run.body.angular_velocity[2]) < 1e-9
    assert run.body.velocity[0] == pytest.approx(slip - mu*G*run.t, rel=1e-12)
    assert [event.kind for event in went(run, 0.5*ends)] == ["grip"]
    assert run.ended is None and run.drift < 1e-12


# what can't be followed ---------------------------------------------------------------------------------------------

def test_contact_that_jumps_from_edge_to_edge_is_an_impact():
    """A thick coin falls over its side: between two instants the other edge is the one that touches, and strikes."""
    coin = Disk(0.04, 0.25, 0.02, 0.003)
    run = run_of(coin, Plane(), Still(), Contact(Rough()), Start((0, 0), omega=(0.0, 1.0, 0.0),
                                                                orientation=(cos(pi/4 - 0.05), 0, sin(pi/4 - 0.05), 0)))
    assert "impact" in [event.kind for event in went(run, 0.3)] and run.ended is None
    assert run.drift < 1e-12 and np.all(np.isfinite(run.y))


@pytest.mark.parametrize(("contact", "start", "most"), [
    (Contact(Coulomb(0.002)), Start((0, 0), velocity=(0.001, 0, 0), omega=(0, 0, 0)), 19),
    (Contact(Coulomb(0.3), rolling_resistance=1e-3), Start((0, 0), velocity=(0.1, 0, 0)), 0)])
def test_contact_that_comes_to_no_rest_ends_the_run(contact, start, most, monkeypatch):
    """The count of sub-steps in slip time, or in that of rolling, is bounded; nothing is taken from the motion then."""
    monkeypatch.setattr(integration, "MOST_SUBSTEPS", most)
    run = run_of(Ball(0.03), Plane(), Still(), contact, start)
    went(run, 10.0)
    assert run.ended.kind == "stop" and "comes to no rest" in run.ended.sentence
    assert run.drift < 1e-12


# energy ------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("law", LAWS)
def test_energy_closes_with_any_law(law):
    """Energy less the work of friction and of the moving bowl, no impact: 1e-12."""
    motion = Motion("z", Signal((0.0, 1.5)), tilt=Signal(sine=0.05, nu=3.0))
    run = run_of(PEBBLE, Paraboloid(0.6), motion, Contact(LAWS[law]),
                 Start((0.1, 0.05), velocity=(0.3, 0.1), omega=(1.0, -2.0, 6.0)))
    events = went(run, 3.0)
    assert not [event for event in events if event.kind == "impact"]
    assert run.drift < 1e-12, run.drift
    assert run.ended is None


@pytest.mark.parametrize("impact", ["chatterjee_ruina", "poisson", "stronge"])
def test_no_impact_gains_energy(impact):
    run = run_of(PEBBLE, Plane(), Still(), Contact(Coulomb(0.4), restitution=0.7, impact=impact),
                 Start((0, 0), height=0.5, velocity=(0.5, 0.2, 0), omega=(3.0, 5.0, -4.0)))
    ledger = [run.ledger]
    for _i in range(720):
        run.advance(1)
        ledger.append(run.ledger)
    assert np.all(np.diff(ledger) < 1e-13) and run.drift < 1e-11


# the law may be changed while it runs ------------------------------------------------------------------------------

def test_rolling_resistance_brings_a_ball_to_rest():
    """Without slip k_r N brakes by k_r g/(a (1 + k)) at the centre."""
    a, k_r, v = 0.05, 1e-3, 0.1
    run = run_of(Ball(a), Plane(), Still(), Contact(Rough(), rolling_resistance=k_r),
                 Start((0, 0), velocity=(v, 0.0)))
    brake = 5/7*k_r*G/a
    events = went(run, v/brake + 0.2)
    assert [event.kind for event in events] == ["grip"]
    assert events[0].t == pytest.approx(v/brake, abs=1e-9)
    assert run.mode == "rest" and run.body.centre[0] == pytest.approx(v*v/(2*brake), abs=1e-10)
    assert run.drift < 1e-12


@pytest.mark.parametrize(("resistance", "mode"), [
    ({"rolling_resistance": 1e-3}, "pivot"), ({"spinning_resistance": 1e-3}, "rubber"),
    ({"rolling_resistance": 1e-3, "spinning_resistance": 1e-4}, "rest")])
def test_what_resistance_leaves(resistance, mode):
    """Resistance to rolling leaves the spin, resistance to spin the rolling, both leave rest."""
    run = run_of(Ball(0.05), Plane(), Still(), Contact(Rough(), **resistance),
                 Start((0, 0), velocity=(0.1, 0.0), spin=5.0))
    went(run, 6.0)
    spin = {"pivot": (0.0, 0.0, 5.0), "rubber": (0.0, 2.0, 0.0), "rest": (0.0, 0.0, 0.0)}[mode]
    assert run.mode == mode and run.drift < 1e-12
    assert run.body.angular_velocity == pytest.approx(spin, abs=1e-9)


def test_rubber_does_not_spin():
    run = run_of(PEBBLE, Paraboloid(0.6), Spin("z", 1.0), Contact(Rough(), rubber=True), Start((0.1, 0.0)))
    for _i in range(480):
        run.advance(1)
        body, support = run.picture().bodies[0], run.picture().supports[0]
        assert (body.angular_velocity - support.angular_velocity) @ body.normal == pytest.approx(0.0, abs=1e-11)
    assert run.mode == "rubber" and run.drift < 1e-12


# refused in words --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("make", "word"), [
    (lambda: Coulomb(-0.1), "friction mu"), (lambda: Coulomb(0.3, 0.2), "static"), (lambda: Viscous(np.nan), "c1"),
    (lambda: TwoTerm(0.2, -1.0), "c0"), (lambda: Contensou(0.2, 0.0), "radius"),
    (lambda: Contact(restitution=1.2), "restitution"), (lambda: Contact(restitution=-0.1), "restitution"),
    (lambda: Contact(rolling_resistance=-1.0), "rolling resistance"), (lambda: Contact(impact="magic"), "impact"),
    (lambda: Contact(branch="both"), "branch"), (lambda: Contact(friction=0.3), "friction"),
    (lambda: Body(lambda x, y, z: sqrt(x*x + y*y + z*z), (), 1.0, ((1, 0, 0), (0, 1, 0), (0, 0, 3))), "triangle"),
    (lambda: Body(lambda x, y, z: sqrt(x*x + y*y + z*z), (), 1.0, ((1, 0, 0), (0, -1, 0), (0, 0, 1))), "positive"),
    (lambda: run_of(Ball(0.05), Plane(), Still(), Contact(), Start((0, 0, 0.03))), "overlaps"),
    (lambda: run_of(PEBBLE, Paraboloid(0.02), Still(), Contact(), Start((0.0, 0.0))), "fit"),
    (lambda: run_of(Ball(0.05), Plane(defines="centre"), Still(), Contact(), Start((0, 0))), "touched surface"),
])
def test_bad_input_is_refused_in_words(make, word):
    with pytest.raises(BadValue) as refused:
        make()
    assert word in str(refused.value) and len(str(refused.value)) > 20


# anything at all ---------------------------------------------------------------------------------------------------

numbers = st.floats(-1.0, 1.0)
BODIES = (PEBBLE, Ball(0.04, mass=0.3), Disk(0.05, 0.2, 0.03), Disk(0.05, 0.2, 0.01, rounding=0.002),
          Ellipsoid(0.06, 0.06, 0.03, 0.4))
SURFACES = (Plane(rim=2.0), Paraboloid(0.5, rim=1.0), Sphere(0.6), Sphere(0.6, inside=False))


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(body=st.sampled_from(BODIES), surface=st.sampled_from(SURFACES), law=st.sampled_from(sorted(LAWS)),
       e=st.floats(0.0, 1.0), height=st.floats(0.0, 0.3), turn=st.tuples(numbers, numbers, numbers, numbers),
       velocity=st.tuples(numbers, numbers, numbers), omega=st.tuples(numbers, numbers, numbers),
       rate=st.floats(-3.0, 3.0), resistance=st.booleans())
def test_anything_runs(body, surface, law, e, height, turn, velocity, omega, rate, resistance):
    """Any body, surface, law and start: finite, no endless loop, no deep overlap, a bounded number of events."""
    if hypot(*turn) < 0.1:
        turn = (0.9, 0.2, 0.1, 0.3)     # a sharp disk that lies exactly flat has no touching point
    if getattr(body, "name", "") == "disk" and surface.name == "sphere outside":
        return      # its flat face touches with no point of its own: the shape has to be strictly convex there
    contact = Contact(LAWS[law], restitution=e, rolling_resistance=1e-3 if resistance else 0.0)
    z = {"sphere outside": 0.6}.get(surface.name, 0.0)
    start = Start(mass_centre=(0.05, 0.02, z - (0.5 if surface.name == "sphere inside" else 0.0) + 0.1 + height),
                  orientation=turn, velocity=velocity, omega=tuple(5*x for x in omega))
    try:
        run = run_of(body, surface, Spin("z", rate), contact, start)
    except BadValue as refused:
        assert len(str(refused)) > 20
        return
    steps = 240
    while run.k < steps and run.ended is None:
        run.advance(1)
        seen = run.picture()
        assert np.all(np.isfinite(seen.bodies[0].centre)) and np.all(np.isfinite(seen.bodies[0].angular_velocity))
        assert len(run.news()) <= 64
        assert seen.contacts[0].gap >= -1e-9*body.size
    assert run.t <= 1.0 + pi*H
