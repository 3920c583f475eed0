"""Masses and rotors inside a rolling body: closed forms, energy, an independent formulation, words."""

from math import cos, sin

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.linalg import expm

from sandbox.scene import (
    BadValue,
    Ball,
    Body,
    Circling,
    Contact,
    Coulomb,
    Driven,
    Ellipsoid,
    Motion,
    Paraboloid,
    Plane,
    Rotor,
    Signal,
    Slider,
    Spin,
    Start,
    Still,
    rate_sine,
)
from sandbox.systems.contact.assembly import assemble, assemble_contact
from sandbox.systems.contact.internal_masses import carried_places
from sandbox.systems.integration import Integration
from tests.oracles import rigid_bodies, supports, surfaces
from tests.oracles.carried import Carrying
from tests.oracles.quaternions import rotation_of
from tests.physics.test_hand import Spring, hand_of

H = 1/240
G = 9.81
INERTIA = np.array([[5e-4, 2e-5, 1e-5], [2e-5, 8e-4, -3e-5], [1e-5, -3e-5, 9e-4]])
PEBBLE = Ellipsoid(0.08, 0.06, 0.05, 0.5, INERTIA, (0.006, -0.004, 0.003))
SPRUNG = Slider(0.05, (0.01, 0.0, 0.005), (1.0, 0.4, -0.3), stiffness=6.0, damping=0.02, rest=0.002, at=0.01,
                speed=0.05)
LOOSE = Slider(0.03, (0.0, -0.01, 0.0), "z", stiffness=20.0)
WHEEL = Rotor(1e-4, (0.2, 0.3, 1.0), Signal((0.3, 20.0, 4.0), sine=0.5, nu=9.0))
SHUTTLE = Driven(0.04, (0.0, 0.0, 0.01), (0.0, 1.0, 0.5), Signal(sine=0.012, nu=7.0))
CAROUSEL = Circling(0.02, (0.0, 0.005, 0.0), (0.1, 0.0, 1.0), 0.02, Signal((0.5, 3.0), sine=0.4, nu=5.0))
SHAKEN = Motion((0.1, -0.05, 1.0), rate_sine(1.5, 1.0, 4.0), tilt=Signal(sine=0.05, nu=3.0),
                shift=(Signal(sine=0.01, nu=7.0), Signal(), Signal(cosine=0.004, nu=5.0)))
ROLLS = Start((0.1, 0.05), omega=(1.0, -2.0, 6.0), orientation=(0.9, 0.2, -0.1, 0.3))


def run_of(body, surface, motion, start):
    return Integration(assemble(body, surface, motion, start), H)


# ledger ------------------------------------------------------------------------------------------------------------

def test_ledger_closes_with_a_sprung_mass_and_a_rotor():
    """engine.md 1.2: no damper, oscillating rate of the bowl: 4e-16 of the prototype; rounding of 720 steps here."""
    body = PEBBLE.carrying(Slider(0.05, (0.01, 0.0, 0.005), (1.0, 0.4, -0.3), stiffness=6.0, at=0.01), WHEEL)
    run = run_of(body, Paraboloid(0.6), Motion("z", rate_sine(2.0, 1.0, 3.0)), ROLLS)
    run.advance(720)
    assert run.ended is None
    assert abs(run.ledger) > 0.01 and run.drift < 1e-13, run.drift


@pytest.mark.parametrize("parts", [(SPRUNG, LOOSE, WHEEL, SHUTTLE), (LOOSE, CAROUSEL, SHUTTLE), (CAROUSEL, WHEEL)])
def test_ledger_closes_with_everything(parts):
    run = run_of(PEBBLE.carrying(*parts), Paraboloid(0.6), SHAKEN, ROLLS)
    run.advance(720)
    assert run.ended is None and run.drift < 1e-13, run.drift


# closed forms ------------------------------------------------------------------------------------------------------

def test_frozen_masses_make_a_rigid_composite():
    """A driven mass that stands still is part of the body: 2e-15 of the prototype after a short way."""
    m, s = 0.08, np.array([0.02, 0.01, -0.015])
    loaded = PEBBLE.carrying(Driven(m, tuple(s), "x", Signal()))
    M = PEBBLE.mass + m
    centre = (PEBBLE.mass*np.array(PEBBLE.mass_centre) + m*s)/M
    d = s - PEBBLE.mass_centre
    inertia = INERTIA + PEBBLE.mass*m/M*((d @ d)*np.eye(3) - np.outer(d, d))
    rigid = Ellipsoid(0.08, 0.06, 0.05, M, inertia, tuple(centre))
    one, other = (run_of(body, Paraboloid(0.6), SHAKEN, ROLLS) for body in (loaded, rigid))
    for _i in range(2):
        one.advance(120)
        other.advance(120)
        assert_allclose(one.y[:10], other.y[:10], rtol=0, atol=2e-13)
        a, b = one.body, other.body
        assert_allclose(a.N*a.normal + a.F, b.N*b.normal + b.F, rtol=0, atol=1e-12)
        assert one.energy()[0] - one.E_J0 == pytest.approx(other.energy()[0] - other.E_J0, abs=1e-13)


@pytest.mark.parametrize(("mu", "e", "surface", "motion", "kinds"), [
    # slips begin and end
    (0.3, 0.0, Paraboloid(0.6), SHAKEN, ["slip", "grip"]),
    # slips, leaves and lands upon a plane that tilts
    (0.5, 0.0, Plane(), Motion((0.1, -0.05, 1.0), rate_sine(1.5, 1.0, 4.0), tilt=Signal(sine=0.9, nu=3.0)),
     ["slip", "detach", "impact"]),
    # is thrown up, and bounces
    (0.2, 0.5, Paraboloid(0.6), Motion((0.1, -0.05, 1.0), rate_sine(1.5, 1.0, 4.0), shift=(
        Signal(sine=0.02, nu=9.0), Signal(), Signal(cosine=0.03, nu=21.0))), ["impact", "grip", "slip", "detach"])])
def test_frozen_masses_slip_fly_and_land_as_a_rigid_composite(mu, e, surface, motion, kinds):
    """The modes of a rigid body know nothing of masses inside: slip, its beginning and end, impacts, flight."""
    m, s = 0.08, np.array([0.02, 0.01, -0.015])
    M = PEBBLE.mass + m
    centre = (PEBBLE.mass*np.array(PEBBLE.mass_centre) + m*s)/M
    d = s - PEBBLE.mass_centre
    inertia = INERTIA + PEBBLE.mass*m/M*((d @ d)*np.eye(3) - np.outer(d, d))
    bodies = PEBBLE.carrying(Driven(m, tuple(s), "x", Signal())), Ellipsoid(0.08, 0.06, 0.05, M, inertia, tuple(centre))
    one, other = (Integration(assemble_contact(body, surface, motion, Contact(Coulomb(mu), restitution=e), ROLLS), H)
                  for body in bodies)
    seen: list[list] = [[], []]
    for _i in range(20):
        for run, events in ((one, seen[0]), (other, seen[1])):
            run.advance(12)
            events += run.news()
        assert one.data.mode == other.data.mode
        # orientation and spin; in contact also the touching point; 1e-15 of each event and step
        first = 3 if one.data.mode == "flight" else 0
        assert_allclose(one.y[first:10], other.y[first:10], rtol=0, atol=3e-11)
    assert one.ended is None and max(one.drift, other.drift) < 1e-13
    # the rigid body starts in flight where this one leaves at once
    mine, its = ([event for event in events if event.t > H] for events in seen)
    assert [event.kind for event in mine] == [event.kind for event in its] and set(kinds) <= {x.kind for x in mine}
    assert_allclose([event.t for event in mine], [event.t for event in its], rtol=0, atol=1e-10)


@pytest.mark.parametrize("parts", [(SPRUNG, LOOSE, WHEEL, SHUTTLE), (LOOSE, CAROUSEL, SHUTTLE), (CAROUSEL, WHEEL)])
def test_ledger_closes_where_it_slips_and_lands_with_everything(parts):
    shaken = Motion((0.1, -0.05, 1.0), rate_sine(1.5, 1.0, 4.0), tilt=Signal(sine=0.05, nu=3.0), shift=(
        Signal(sine=0.01, nu=7.0), Signal(), Signal(cosine=0.02, nu=23.0)))
    run = Integration(assemble_contact(PEBBLE.carrying(*parts), Paraboloid(0.6), shaken,
                                       Contact(Coulomb(0.2), restitution=0.3), ROLLS), H)
    run.advance(720)
    assert run.ended is None and {"slip", "detach", "impact"} <= {event.kind for event in run.news()}
    assert run.drift < 1e-12, run.drift


def test_a_ball_with_a_wheel_turns_against_it():
    """Wheel about a level axis, started slowly: (I + m a^2) w = -h, the ball rolls off straight."""
    ball = Ball(0.05, mass=0.4)
    axial, rate = 1e-4, 30.0
    run = run_of(ball.carrying(Rotor(axial, "y", Signal((0.0, 0.0, 0.5*rate)))), Plane(), Still(), Start((0.0, 0.0)))
    run.advance(240)
    w = -axial*rate/(ball.I + ball.m*ball.radius**2)
    assert_allclose(run.body.angular_velocity, (0.0, w, 0.0), rtol=0, atol=1e-12)
    assert run.body.centre[0] == pytest.approx(0.05*w/2, abs=1e-13)
    assert run.ledger == pytest.approx(0.5*axial*rate**2 + axial*rate*w + 0.5*(ball.I + ball.m*0.05**2)*w*w, abs=1e-13)


def test_a_sprung_mass_rocks_its_ball():
    """A ball with a line through its centre, level at the start; small amplitudes, x = a theta.

    T = (M + I/a^2) x'^2/2 + m (x' + alpha')^2/2,   U = k alpha^2/2 - m g alpha x/a
    """
    ball, m, k, amplitude = Ball(0.05, mass=0.4), 0.05, 30.0, 1e-6
    rocking = ball.carrying(Slider(m, direction="x", stiffness=k, at=amplitude))
    run = run_of(rocking, Plane(), Still(), Start((0.0, 0.0)))
    run.advance(100)
    M = np.array([[ball.m + ball.I/ball.radius**2 + m, m], [m, m]])
    K = np.array([[0.0, -m*G/ball.radius], [-m*G/ball.radius, k]])
    motion = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), np.zeros((2, 2))]])
    x, alpha, _, rate = expm(100*H*motion) @ (0.0, amplitude, 0.0, 0.0)
    # what is left out is of second order of the amplitude over the radius
    assert_allclose((run.body.centre[0], run.y[11], run.y[12]), (x, alpha, rate), rtol=0, atol=1e-9*amplitude + 1e-14)


def test_damper_takes_what_is_lost():
    body = PEBBLE.carrying(Slider(0.1, direction=(1.0, 0.2, 0.1), stiffness=20.0, damping=0.5, at=0.02))
    run = run_of(body, Plane(), Still(), Start((0.0, 0.0), omega=(1.0, 2.0, 3.0)))
    ledger = [run.ledger]
    for _i in range(240):
        run.advance(1)
        ledger.append(run.ledger)
    assert np.all(np.diff(ledger) <= 0.0) and ledger[-1] < -1e-3
    assert run.drift < 1e-13


# another formulation -----------------------------------------------------------------------------------------------

def oracle_of(body, surface, support):
    """The same load in inertial coordinates."""
    c = np.array(body.mass_centre)
    sliders, driven, rotors = [], [], []
    for part in body.carried:
        if isinstance(part, Slider):
            sliders.append((part.mass, part.point - c, np.array(part.direction), part.stiffness, part.damping,
                            part.rest))
        elif isinstance(part, Rotor):
            rotors.append((part.inertia, np.array(part.axis), lambda t, law=part.angle: parts_of(law, t)[1:]))
        elif isinstance(part, Driven):
            def line(t, part=part):
                value, rate, second = parts_of(part.place, t)
                e = np.array(part.direction)
                return part.point - c + value*e, rate*e, second*e
            driven.append((part.mass, line))
        else:
            def circle(t, part=part):
                value, rate, second = parts_of(part.angle, t)
                x, n = np.array(part.towards), np.array(part.axis)
                r = part.radius*(cos(value)*x + sin(value)*np.cross(n, x))
                return (part.centre - c + r, rate*np.cross(n, r), second*np.cross(n, r) - rate*rate*r)
            driven.append((part.mass, circle))
    problem = rigid_bodies.ellipsoid((0.08, 0.06, 0.05), body.mass, INERTIA, body.mass_centre)
    return Carrying(problem, surface, support, sliders=sliders, driven=driven, rotors=rotors)


def parts_of(law: Signal, t: float):
    """Value, rate and second derivative of a signal."""
    p = np.polynomial.Polynomial((*law.coefficients, 0.0))
    s, c, nu = sin(law.nu*t), cos(law.nu*t), law.nu
    return (p(t) + law.sine*s + law.cosine*c, p.deriv()(t) + nu*(law.sine*c - law.cosine*s),
            p.deriv(2)(t) - nu*nu*(law.sine*s + law.cosine*c))


@pytest.mark.parametrize("parts", [(SPRUNG, LOOSE, WHEEL, SHUTTLE), (SPRUNG, CAROUSEL)])
def test_motion_and_reaction_agree_with_multipliers(parts):
    body = PEBBLE.carrying(*parts)
    axis = (0.1, -0.05, 1.0)
    shift = {"amplitude": [0.01, -0.006, 0.004], "nu": 7.0}
    run = run_of(body, Paraboloid(0.6), Motion(axis, rate_sine(1.5, 1.0, 4.0), shift=tuple(
        Signal(sine=a, nu=7.0) for a in shift["amplitude"])), ROLLS)
    support = supports.rotating({"axis": axis, "point": (0, 0, 0), "translation": shift, "angle": {
        "type": "rate_sine", "Omega0": 1.5, "amplitude": 1.0, "nu": 4.0}})
    oracle = oracle_of(body, surfaces.from_json({"type": "paraboloid_inside", "defines": "contact", "p": 0.6}), support)
    first = run.body
    n = 2*len(oracle.sliders)
    y = np.concatenate((first.centre, first.quaternion, first.velocity, first.angular_velocity, run.y[11:11 + n]))
    y, force = oracle.run(y, 0.5)
    run.advance(120)
    seen = run.body
    assert_allclose(seen.centre, y[:3], rtol=0, atol=1e-11)             # [m]
    assert_allclose(seen.velocity, y[7:10], rtol=0, atol=1e-10)         # [m/s]
    assert_allclose(seen.angular_velocity, y[10:13], rtol=0, atol=1e-9)  # [rad/s]
    assert_allclose(run.y[11:11 + n], y[13:], rtol=0, atol=1e-10)
    assert_allclose(seen.N*seen.normal + seen.F, force, rtol=0, atol=1e-9)  # [N]


def test_a_hand_pulls_the_body_and_not_what_it_carries():
    body, s = PEBBLE.carrying(SPRUNG, SHUTTLE), np.array((0.02, -0.01, 0.015))
    run = run_of(body, Paraboloid(0.6), Spin("z", 1.0), ROLLS)
    first = run.body
    place = first.centre + rotation_of(first.quaternion) @ s
    # the mass of the body alone, the weight of all
    inverse, S = np.linalg.inv(INERTIA), supports.skew(s)
    spring = Spring(1/(1/body.mass - np.trace(S @ inverse @ S)/3), (body.mass + 0.05 + 0.04)*G, s,
                    place + np.array((0.01, 0.005, 0.0)), (0.1, 0.0, 0.0), strength=0.5)
    run.hold(hand_of(spring, 0.5))
    oracle = oracle_of(body, surfaces.from_json({"type": "paraboloid_inside", "defines": "contact", "p": 0.6}),
                       supports.rotating({"axis": [0, 0, 1], "point": (0, 0, 0), "angle": {
                           "type": "polynomial", "coeffs": [0.0, 1.0]}}))
    oracle.pull = spring
    y = np.concatenate((first.centre, first.quaternion, first.velocity, first.angular_velocity, run.y[11:13]))
    y, force = oracle.run(y, 0.2)
    run.advance(48)
    assert run.ended is None
    assert_allclose(run.body.centre, y[:3], rtol=0, atol=1e-11)         # [m]
    assert_allclose(run.y[11:13], y[13:], rtol=0, atol=1e-10)
    assert_allclose(run.body.N*run.body.normal + run.body.F, force, rtol=0, atol=1e-9)  # [N]
    assert run.drift < 1e-13


def test_reaction_bears_all_masses():
    """reaction = sum m_k (a_k - g), the accelerations by differences of the places over time."""
    body = PEBBLE.carrying(SPRUNG, LOOSE, SHUTTLE, CAROUSEL)
    run = run_of(body, Paraboloid(0.6), SHAKEN, ROLLS)
    masses = np.array([body.mass, *(part.mass for part in body.carried)])
    run.advance(20)

    def places(t):
        other = run.peek(t)
        seen = other.body
        R = rotation_of(seen.quaternion)
        inside = carried_places(body, other.system.p, other.t, other.y)
        return masses @ np.vstack((seen.centre, seen.centre + inside @ R.T))

    h, t = 2e-3, run.t + 0.02
    weights = {0: -205/72, 1: 8/5, 2: -1/5, 3: 8/315, 4: -1/560}
    total = sum(w*(places(t) if k == 0 else places(t + k*h) + places(t - k*h)) for k, w in weights.items())/h**2
    seen = run.peek(t).body
    # differences of order 8: rounding of 1e-16 m over h^2 = 4e-6 s^2
    assert_allclose(seen.N*seen.normal + seen.F, total + masses.sum()*np.array([0, 0, G]), rtol=0, atol=1e-7)


# words -------------------------------------------------------------------------------------------------------------

def test_a_wheel_makes_its_ball_slip():
    """(I + m a^2) w' = -J theta'' until m a |w'| = mu m g; then I w' = mu m g a - J theta'' and v' = -mu g."""
    ball, mu, J = Ball(0.05, mass=0.4), 0.2, 1e-4
    heavy = ball.carrying(Rotor(J, "y", Signal((0.0, 0.0, 0.0, 400.0))))
    run = Integration(assemble_contact(heavy, Plane(), Still(), Contact(Coulomb(mu)), Start((0.0, 0.0))), H)
    run.advance(480)
    spread = ball.I + ball.m*0.05**2
    begins = mu*G/0.05*spread/J/2400.0
    event, = run.news()
    assert event.kind == "slip" and event.t == pytest.approx(begins, abs=1e-12)
    # theta' = 1200 t^2; the wheel throws the bottom of its ball forwards, friction takes the ball back
    t, w = 480*H, -J*1200.0*begins**2/spread
    w -= (J*1200.0*(t*t - begins**2) - mu*ball.m*G*0.05*(t - begins))/ball.I
    assert_allclose(run.body.angular_velocity, (0.0, w, 0.0), rtol=0, atol=1e-10)
    v = -0.05*J*1200.0*begins**2/spread - mu*G*(t - begins)
    assert run.body.velocity[0] == pytest.approx(v, abs=1e-11) and run.drift < 1e-12


def test_it_flies_where_it_leaves():
    jump = Ball(0.05, mass=0.4).carrying(Driven(0.4, (0.0, 0.0, 0.0), "z", Signal(sine=0.02, nu=40.0)))
    run = run_of(jump, Plane(), Still(), Start((0.0, 0.0)))
    run.advance(240)
    # N = 0.8 g - 0.4 x 0.02 x 1600 sin 40 t
    left = run.news()[0]
    assert left.kind == "detach"
    assert sin(40.0*left.t) == pytest.approx(0.8*G/(0.4*0.02*1600.0), abs=1e-12)


@pytest.mark.parametrize(("make", "word"), [
    (lambda: Slider(-1.0), "mass"), (lambda: Slider(1.0, direction=(0, 0, 0)), "direction"),
    (lambda: Slider(1.0, stiffness=-1.0), "stiffness"), (lambda: Slider(1.0, damping=np.nan), "damping"),
    (lambda: Slider(1.0, point=(0.0, 1.0)), "point"), (lambda: Driven(1.0, (0, 0, 0), "x", 3.0), "Signal"),
    (lambda: Circling(1.0, (0, 0, 0), "z", 0.0, Signal()), "radius"),
    (lambda: Circling(1.0, (0, 0, 0), "z", 0.1, Signal(), "z"), "towards"),
    (lambda: run_of(PEBBLE.carrying(Rotor(1.0, "z", Signal())), Plane(), Still(), Start((0, 0))), "rotor"),
    (lambda: run_of(PEBBLE.carrying(LOOSE, LOOSE, LOOSE), Plane(), Still(), Start((0, 0))), "too much"),
    (lambda: run_of(PEBBLE.carrying("x"), Plane(), Still(), Start((0, 0))), "carried"),
    (lambda: assemble_contact(PEBBLE.carrying(LOOSE), Plane(), Still(), Contact(rubber=True), Start((0, 0))), "rubber"),
    (lambda: assemble_contact(PEBBLE.carrying(LOOSE), Plane(), Still(), Contact(Coulomb(0.5), stiffness=1e4),
                              Start((0, 0))), "stiffness"),
])
def test_bad_loads_are_refused_in_words(make, word):
    with pytest.raises(BadValue) as refused:
        make()
    assert word in str(refused.value) and len(str(refused.value)) > 20


def test_a_load_that_a_person_drives():
    """A live rate of a rotor takes its place among the live signals."""
    body = Ball(0.05, mass=0.4).carrying(Rotor(1e-4, "z", Signal(live="rate")))
    system = assemble(body, Plane(), Spin("z", 1.0), Start((0.1, 0.0)), {"rate": 5.0})
    signal = system.live["rate"]
    assert signal.order == 1 and system.p[signal.place + 2] == 5.0
    assert isinstance(system.body, Body)
