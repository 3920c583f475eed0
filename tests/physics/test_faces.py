"""Disks that come down on a face or on their side: they rock, lie, stand, and get up, by numbers found by hand."""

from dataclasses import replace
from math import cos, hypot, pi, radians, sin, sqrt

import numpy as np
import pytest

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics import layout as lay
from sandbox.scene.bodies import Disk
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Coulomb, Rough
from sandbox.scene.motions import Motion, Signal, Still
from sandbox.scene.start import Start
from sandbox.scene.supports.surfaces import Plane
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.hand import Hand
from sandbox.systems.integration import Integration

G = 9.81


def run_of(body, start, motion=None, contact=None, surface=None) -> Integration:
    motion, contact, surface = motion or Still(), contact or Contact(Rough()), surface or Plane()
    return Integration(assemble_contact(body, surface, motion, contact, start), 1/240)


def leaning(angle: float) -> tuple[float, float, float, float]:
    """Quaternion of a body turned by an angle [rad] about y: its third axis leans towards x by so much."""
    return cos(angle/2), 0.0, sin(angle/2), 0.0


def axis_of(run) -> np.ndarray:
    return np.array(matrix_of(*run.body.quaternion.tolist())).reshape(3, 3)[:, 2]


def happened(run) -> list[tuple[str, float]]:
    return [(event.kind, event.t) for event in run.news()]


def test_a_thick_coin_rocks_from_edge_to_edge_as_a_block_does():
    """Housner 1963: what turns about one edge turns about the other with the momentum that it has about it,
    w+/w- = (A + m (a^2 - b^2))/(A + m (a^2 + b^2)) with half the thickness b; here from rest over the first edge."""
    a, d, m = 0.04, 0.02, 0.25
    coin = Disk(a, m, d)
    b, A, tilt = d/2, coin.inertia[0][0], 0.05
    run = run_of(coin, Start((0, 0), omega=(0.0, 0.0, 0.0), orientation=leaning(pi/2 - tilt)))
    while not any(kind == "impact" for kind, _t in happened(run)):
        run.advance(1)
        assert run.ended is None
    # height of the mass centre over an edge that leans by x: a cos x + b sin x
    about, ratio = A + m*(a*a + b*b), (A + m*(a*a - b*b))/(A + m*(a*a + b*b))
    fall = m*G*(a*cos(tilt) + b*sin(tilt) - a)
    lost = fall*(1.0 - ratio*ratio)
    assert 0.5*about*(sqrt(2.0*fall/about)*ratio)**2 == pytest.approx(fall - lost, rel=1e-12)
    # its side is down as soon as the two edges are no further from it than the last sub-step [1e-8 rad]
    assert run.lost_in_impacts == pytest.approx(lost, rel=2e-7)
    assert run.drift < 1e-12


def test_rocking_ends_on_the_side_and_rolls_down_as_a_cylinder():
    """All that was over the side is lost; then s'' = g sin(alpha)/(1 + C/(m a^2)) = 2/3 g sin(alpha)."""
    a, d, m, slope = 0.04, 0.02, 0.25, radians(5.0)
    run = run_of(Disk(a, m, d), Start((0, 0), omega=(0.0, 0.0, 0.0), orientation=(
        sqrt(0.5)*cos(0.01), sqrt(0.5)*cos(0.01), sqrt(0.5)*sin(0.01), -sqrt(0.5)*sin(0.01))),
        surface=Plane().placed(axis=(0, 1, 0), angle=slope))
    while run.mode != "standing":
        run.advance(1)
        assert run.ended is None and run.t < 1.0
    before = run.body.velocity.copy()
    run.advance(120)
    assert run.mode == "standing" and run.ended is None
    gained = run.body.velocity - before
    assert np.linalg.norm(gained) == pytest.approx(2/3*G*sin(slope)*0.5, rel=1e-6)
    assert run.body.N == pytest.approx(m*G*cos(slope), rel=1e-9)
    assert run.drift < 1e-11


@pytest.mark.parametrize("thickness", [0.0, 0.01])
def test_what_falls_over_lies_flat_and_rests(thickness):
    """From rest on its edge it falls on its face, and all of its energy is lost."""
    a, m = 0.04, 0.25
    coin = Disk(a, m, thickness)
    run = run_of(coin, Start((0, 0), omega=(0.0, 0.0, 0.0), orientation=leaning(0.5)))
    energy, _drift = run.energy()
    run.advance(480)
    assert run.mode == "lying" and run.ended is None
    assert run.body.mode == "rest" and not run.body.velocity.any() and not run.body.angular_velocity.any()
    assert run.body.N == pytest.approx(m*G, rel=1e-12)
    assert run.body.centre[2] == pytest.approx(thickness/2, abs=1.1e-6*a)
    assert run.lost_in_impacts == pytest.approx(energy - m*G*thickness/2, rel=1e-5)
    assert run.drift < 1e-11


def lying(motion=None) -> Integration:
    """A coin on its face after a second."""
    run = run_of(Disk(0.04, 0.25, 0.004), Start((0.1, 0), omega=(0.0, 0.0, 0.0), orientation=leaning(0.3)), motion)
    run.advance(240)
    assert run.mode == "lying" and run.ended is None
    run.news()
    return run


def test_what_lies_goes_round_with_its_support():
    """A table at the angle t^5: at 1 s its rate is 5 rad/s, growing by 20 rad/s^2."""
    run = lying(Motion(angle=Signal(coefficients=(0.0, 0.0, 0.0, 0.0, 0.0, 1.0))))
    r = np.linalg.norm(run.body.centre[:2])
    assert np.linalg.norm(run.body.velocity) == pytest.approx(5.0*r, rel=1e-9)
    assert run.body.angular_velocity == pytest.approx((0.0, 0.0, 5.0), abs=1e-12)
    assert np.linalg.norm(run.body.F) == pytest.approx(0.25*r*hypot(5.0**2, 20.0), rel=1e-6)
    assert run.drift < 1e-12


def test_a_hand_at_the_rim_tips_a_coin_with_half_its_weight():
    """Moments about the far point of the rim: F 2a = m g a. A hand of k = m_h (2 pi 5 Hz)^2 rises at 1 cm/s."""
    run, a, m = lying(), 0.04, 0.25
    k = run.body.centre
    up = axis_of(run)
    assert abs(up[2]) == pytest.approx(1.0, abs=1e-11)
    held = np.array((a, 0.0, 0.0))
    place = k + np.array(matrix_of(*run.body.quaternion.tolist())).reshape(3, 3) @ held
    run.hold(Hand(0, tuple(held), 1e6, run.t, tuple(place), (0.0, 0.0, 1e-2)))
    begun = run.t
    while (seen := happened(run)) == []:
        run.advance(1)
        assert run.t < begun + 2.0 and run.ended is None
    (kind, t) = seen[0]
    A, C = 0.25*m*a*a + m*0.004*0.004/12, 0.5*m*a*a
    # 1/m_h = 1/m + tr([s]^T J^-1 [s])/3; s along x turns the coin about y and z
    felt = 1.0/(1.0/m + a*a*(1.0/A + 1.0/C)/3.0)
    # its damper lags 1/(pi nu) behind, from the first
    force = felt*(2*pi*5.0)**2*1e-2*(t - begun)
    assert kind == "detach" and force == pytest.approx(0.5*m*G, rel=1e-4)
    run.advance(60)
    assert run.mode == "rolling" and abs(axis_of(run)[2]) < 1.0 - 1e-4 and run.drift < 1e-11


def test_a_hand_at_the_middle_lifts_a_coin_with_its_weight():
    """It flies, is let go, and lies again."""
    run, m = lying(), 0.25
    place = run.body.centre
    run.hold(Hand(0, (0.0, 0.0, 0.0), 1e6, run.t, tuple(place), (0.0, 0.0, 1e-2)))
    begun = run.t
    while (seen := happened(run)) == []:
        run.advance(1)
        assert run.t < begun + 2.0 and run.ended is None
    assert seen[0][0] == "detach" and m*(2*pi*5.0)**2*1e-2*(seen[0][1] - begun) == pytest.approx(m*G, rel=1e-6)
    assert run.mode == "flight"
    run.advance(60)
    run.hold(None)
    run.advance(480)
    assert run.mode == "lying" and run.ended is None and run.drift < 1e-11


def test_a_coin_on_a_slope_lies_by_friction():
    """No steeper than friction holds it; its weight presses below the middle by b tan(alpha)."""
    a, d, slope = 0.04, 0.004, radians(10.0)
    run = run_of(Disk(a, 0.25, d), Start((0, 0), omega=(0.0, 0.0, 0.0), orientation=leaning(0.3)),
                 contact=Contact(Coulomb(0.6)), surface=Plane().placed(axis=(0, 1, 0), angle=slope))
    run.advance(720)
    assert run.mode == "lying" and run.ended is None
    assert np.linalg.norm(run.body.F) == pytest.approx(0.25*G*sin(slope), rel=1e-9)
    # how far the rim is from the centre of pressure, times N over the size
    N = 0.25*G*cos(slope)
    assert run.guards[lay.GUARD_END] == pytest.approx(N*(a - d/2*sin(slope)/cos(slope))/a, rel=1e-6)


def test_a_body_whose_faces_are_not_told_of_has_no_jumps_of_them():
    """Of one shape, mass and law, one after the other: what was laid out for one is not taken for the other."""
    coin, start = Disk(0.04, 0.25, 0.02), Start((0, 0), height=0.1, orientation=leaning(0.2))
    for body, is_there in ((coin, True), (replace(coin, bulged=None), False), (coin, True)):
        modes = assemble_contact(body, Plane(), Still(), Contact(Rough()), start).modes
        assert ("lying" in modes, "standing" in modes) == (is_there, is_there)
