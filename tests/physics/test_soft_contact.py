"""Contacts realised by a spring and a damper: closed forms, energy, limit of a hard spring, abuse."""

from math import exp, radians

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.optimize import brentq

from sandbox.integration import arrays
from sandbox.mechanics.impact.penalty import collision, damping_of
from sandbox.scene import (
    BadValue,
    Ball,
    Body,
    Contact,
    Coulomb,
    Disk,
    Ellipsoid,
    Motion,
    Paraboloid,
    Plane,
    Puck,
    Rough,
    Signal,
    Smooth,
    Sphere,
    Spin,
    Start,
    Still,
)
from sandbox.systems.contact.compliant import depth_of
from sandbox.systems.contact.states import read
from tests.mechanics.impact.touch import cases
from tests.physics import contact_runs
from tests.physics.contact_runs import PEBBLE, G, H, run_of

NOWHERE = Still((0.0, 0.0, 0.0))


def head_on(m, k, c, v):
    """A ball that meets a plane without gravity after 2.5 ms: run, duration, restitution, depth."""
    run = run_of(Ball(0.05, mass=m), Plane(), NOWHERE, Contact(Smooth(), stiffness=k, damping=c),
                 Start((0.0, 0.0), velocity=(0.0, 0.0, -v), omega=(0, 0, 0), height=0.0025*v))
    fresh = run.peek(0.0)
    run.advance(6)
    touches, leaves = run.news()
    assert (touches.kind, leaves.kind) == ("impact", "detach")
    assert touches.t == pytest.approx(0.0025, abs=1e-15)

    def held(t):
        return read(fresh.peek(t).data)

    deepest = brentq(
        lambda t: held(t).touch.u_n, touches.t + 1e-3*(leaves.t - touches.t), leaves.t, xtol=1e-16, rtol=1e-14)
    return run, leaves.t - touches.t, run.body.velocity[2]/v, depth_of(held(deepest))


# closed forms ------------------------------------------------------------------------------------------------------

def test_vector_through_the_engine():
    case = cases()["penalty_ball"]
    p, expected = case["params"], case["expected"]
    run, duration, e, depth = head_on(p["mass"], p["k_squared"], p["c"], case["initial"]["approach_speed"])
    assert_allclose((duration, e, depth), [expected[name] for name in ("t_N_zero", "e_N_zero", "delta_max")],
                    rtol=case["tol"]["rel"])
    assert run.drift < 1e-13


@pytest.mark.parametrize("zeta", [0.0, 0.05, 0.7, 1.5])
@pytest.mark.parametrize("k", [1e4, 1e7])
def test_collision_has_its_duration_restitution_and_depth(zeta, k):
    m, v = 0.3, 1.3
    c = 2.0*zeta*(k*m)**0.5
    found = collision(m, k, c, v)
    run, *seen = head_on(m, k, c, v)
    # rounding of the place, 1e-17 m, against a depth of 0.2 mm for the harder spring
    assert_allclose(seen, (found.t_pressed, found.e_pressed, found.depth), rtol=1e-11)
    assert run.drift < 1e-12


def test_restitution_is_what_was_asked_for():
    """A small damper: the share given back tends to exp(-pi tan phi), the closed form of a contact that ends at 0."""
    m, k, e = 0.2, 1e6, 0.98
    _run, _duration, seen, _depth = head_on(m, k, damping_of(m, k, e), 1.0)
    assert seen == pytest.approx(e, abs=5e-4) and seen > e


def test_a_body_at_rest_stays_as_deep_as_its_weight_asks_for():
    ball, k = Ball(0.05, mass=0.4), 1e4
    run = run_of(ball, Plane(), Still(), Contact(Coulomb(0.3), stiffness=k), Start((0.0, 0.0)))
    run.advance(240)
    assert run.mode == "pressed" and run.news() == []
    assert run.body.centre[2] == pytest.approx(0.05 - 0.4*G/k, abs=1e-16)
    assert run.body.N == pytest.approx(0.4*G, abs=1e-11)


def test_a_ball_settles_with_the_decay_of_its_damper():
    """Without leaving: delta = m g/k + exp(-zeta w t) (A cos + B sin), here after a small drop on a soft support."""
    m, k, c = 0.4, 400.0, 4.0
    run = run_of(Ball(0.05, mass=m), Plane(), Still(), Contact(Smooth(), stiffness=k, damping=c),
                 Start((0.0, 0.0), velocity=(0.0, 0.0, -0.01), omega=(0, 0, 0)))
    run.advance(100)
    t, rate = 100*H, c/(2*m)
    w = (k/m - rate**2)**0.5
    A = -m*G/k
    B = (0.01 + rate*A)/w
    depth = m*G/k + exp(-rate*t)*(A*np.cos(w*t) + B*np.sin(w*t))
    assert run.body.centre[2] == pytest.approx(0.05 - depth, abs=1e-14)


# energy ------------------------------------------------------------------------------------------------------------

# but those that know no slip, or more friction at rest
LAWS = {name: law for name, law in contact_runs.LAWS.items() if name not in ("rough", "static")}


@pytest.mark.parametrize("law", LAWS)
def test_energy_closes_with_any_law(law):
    """E_J with the spring's energy less the work of friction, damper and bowl."""
    motion = Motion("z", Signal((0.0, 1.5)), tilt=Signal(sine=0.05, nu=3.0))
    run = run_of(PEBBLE, Paraboloid(0.6), motion, Contact(LAWS[law], stiffness=1e4, damping=20.0),
                 Start((0.1, 0.05), velocity=(0.3, 0.1), omega=(1.0, -2.0, 6.0)))
    run.advance(240)
    assert run.ended is None and abs(run.ledger) > 1e-3
    assert run.drift < 1e-13 and run.watch[arrays.FORCED] == 0.0


def test_energy_closes_over_touches():
    contact = Contact(Coulomb(0.4), stiffness=1e6, damping=30.0, rolling_resistance=1e-3, spinning_resistance=5e-4)
    run = run_of(PEBBLE, Plane(), Still(), contact,
                 Start((0, 0), height=0.3, velocity=(0.5, 0.2, 0), omega=(3.0, 5.0, -4.0)))
    ledger = [run.ledger]
    for _i in range(240):
        run.advance(1)
        ledger.append(run.ledger)
    assert len(run.news()) >= 4
    assert np.all(np.diff(ledger) <= 0.0) and run.drift < 1e-11


def test_a_spring_made_harder_is_booked():
    run = run_of(Ball(0.05, mass=0.4), Plane(), Still(), Contact(Smooth(), stiffness=1e4), Start((0.0, 0.0)))
    run.advance(10)
    run.change(Contact(Smooth(), stiffness=2e4))
    run.advance(100)
    assert run.ledger == pytest.approx(0.5*1e4*(0.4*G/1e4)**2, rel=1e-12) and run.drift < 1e-13


# the limit of a hard spring ----------------------------------------------------------------------------------------

def test_a_hard_spring_slides_like_a_rigid_contact():
    """A sliding ball on a rocking plane: the difference goes like 1/k."""
    motion = Motion(tilt=Signal(sine=0.2, nu=3.0))
    start = Start((0, 0), velocity=(2.0, 0, 0), omega=(0, 0, 0))
    ball = Ball(0.03)
    rigid = run_of(ball, Plane(), motion, Contact(Coulomb(0.2)), start)
    rigid.advance(48)
    off = []
    for k in (1e4, 1e5, 1e6):
        soft = Contact(Coulomb(0.2), stiffness=k, damping=2*(k*ball.m)**0.5, creep=1e-6)
        run = run_of(ball, Plane(), motion, soft, start)
        run.advance(48)
        off.append(np.linalg.norm(run.body.centre - rigid.body.centre))
    assert off[2] < 1e-5
    assert_allclose(np.divide(off[:2], off[1:]), 10.0, rtol=5e-3)


def test_a_hard_spring_rolls_like_a_rigid_contact():
    """A ball rolling down: m g cos/k deeper, a smaller effective radius, and creep: first order in 1/k and in eps."""
    slope = Plane().placed(axis=(0, 1, 0), angle=radians(20.0))
    ball = Ball(0.05)
    rigid = run_of(ball, slope, Still(), Contact(Coulomb(0.4)), Start((0, 0)))
    rigid.advance(60)

    def off(k, creep):
        run = run_of(ball, slope, Still(), Contact(Coulomb(0.4), stiffness=k, damping=2*(k*ball.m)**0.5, creep=creep),
                     Start((0, 0)))
        run.advance(60)
        assert run.mode == "pressed"
        return run.body.centre - rigid.body.centre

    stiff = [np.linalg.norm(off(k, 1e-4)) for k in (1e5, 1e6)]
    assert stiff[0]/stiff[1] == pytest.approx(10.0, rel=0.2)
    slow = [off(1e6, eps) for eps in (4e-3, 2e-3, 1e-3)]
    assert np.linalg.norm(slow[0] - slow[1])/np.linalg.norm(slow[1] - slow[2]) == pytest.approx(2.0, rel=0.05)


# refused, and anything at all --------------------------------------------------------------------------------------

@pytest.mark.parametrize(("make", "word"), [
    (lambda: Contact(Coulomb(0.3), stiffness=-1.0), "stiffness"), (lambda: Contact(stiffness=1e4), "slip"),
    (lambda: Contact(Rough(), stiffness=1e4), "slip"), (lambda: Contact(Coulomb(0.3), damping=1.0), "stiffness"),
    (lambda: Contact(Coulomb(0.3), stiffness=np.inf), "stiffness"),
    (lambda: Contact(Smooth(), stiffness=0.0), "above 0"),
    (lambda: Contact(Smooth(), stiffness=1.0, damping=-1.0), "damping"),
    (lambda: Contact(Smooth(), stiffness=1.0, creep=0.0), "creep"),
    (lambda: Contact(Coulomb(0.3), stiffness=1e4, restitution=0.5), "restitution"),
    (lambda: run_of(Puck(0.05, 0.02, 0.2), Plane(), Still(), Contact(Smooth(), stiffness=1e4), Start((0, 0))), "tip"),
])
def test_bad_input_is_refused_in_words(make, word):
    with pytest.raises(BadValue) as refused:
        make()
    assert word in str(refused.value) and len(str(refused.value)) > 20


numbers = st.floats(-1.0, 1.0)
vectors = st.tuples(numbers, numbers, numbers)
BODIES = (PEBBLE, Ball(0.04, mass=0.3), Ellipsoid(0.06, 0.06, 0.03, 0.4), Disk(0.05, 0.2, 0.01, rounding=0.002))
SURFACES = (Plane(rim=2.0), Paraboloid(0.5, rim=1.0), Sphere(0.6, inside=False))


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(body=st.sampled_from(BODIES), surface=st.sampled_from(SURFACES), law=st.sampled_from(sorted(LAWS)),
       k=st.sampled_from((1e3, 1e5)), zeta=st.sampled_from((0.0, 0.1, 1.0, 3.0)), height=st.floats(0.0, 0.2),
       turn=vectors, velocity=vectors, omega=vectors, rate=st.floats(-3.0, 3.0))
def test_anything_runs(body, surface, law, k, zeta, height, turn, velocity, omega, rate):
    """Any body, surface, law and spring: finite, energy closed, no deeper than the fall can press it."""
    contact = Contact(LAWS[law], stiffness=k, damping=2*zeta*(k*0.2)**0.5)
    z = 0.6 if surface.name == "sphere outside" else 0.0
    start = Start(mass_centre=(0.05, 0.02, z + 0.1 + height), orientation=(1.2, *turn), velocity=velocity,
                  omega=tuple(5*x for x in omega))
    try:
        run = run_of(body, surface, Spin("z", rate), contact, start)
    except BadValue as refused:
        assert len(str(refused)) > 20
        return
    while run.k < 120 and run.ended is None:
        run.advance(1)
        seen = run.picture()
        assert np.all(np.isfinite(seen.bodies[0].centre)) and np.all(np.isfinite(seen.bodies[0].angular_velocity))
        assert len(run.news()) <= 200
    if not isinstance(body, Body) or body.name != "disk":
        # the touching point of a flat face jumps from side to side
        assert run.drift < 1e-11
