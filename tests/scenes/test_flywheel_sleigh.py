"""A sleigh that a flywheel steers, against the two equations of its speed and its turning, and against closed forms."""

from math import atan2, sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from sandbox import simulate
from sandbox.errors import BadValue
from sandbox.scene import Blade, Flywheel, Sleigh

ROOT = Path(__file__).parents[2]
# of the scene's defaults: moment of inertia of sleigh and wheel about the blade [kg m^2], offset [m], wheel [kg m^2],
# the motor's acceleration [rad/s^2], speed at the start [m/s]
OFFSET, WHEEL, MOTOR, SPEED = 0.05, 0.005, 40.0, 0.5
INERTIA = 0.015 + OFFSET**2 + WHEEL
STEERED = ((0.5, 5.0), (2.5, -5.0), (4.0, 2.0))


def heading(run):
    """Heading of the sleigh at all instants [rad]."""
    w, _x, _y, z = run.quaternion.T
    return np.unwrap(2.0*np.arctan2(z, w))


def reduced(t_end: float) -> np.ndarray:
    """v, omega, heading, x, y of the mass centre at the end by v' = a w^2, I w' = -m a v w - J s' and kinematics."""
    # where the motor begins and ends to change the rate, and how it changes it between
    ends, changes, rate = [0.0], [0.0], 0.0
    for t, to in STEERED:
        ends += [t, t + abs(to - rate)/MOTOR]
        changes += [np.sign(to - rate)*MOTOR, 0.0]
        rate = to
    y = np.array([SPEED, 0.0, 0.0, -1.6, 0.0])
    for begin, end, change in zip(ends, [*ends[1:], t_end], changes, strict=True):
        def f(_t, y, change=change):
            v, w, phi = y[:3]
            along, across = (v*np.cos(phi) - OFFSET*w*np.sin(phi)), (v*np.sin(phi) + OFFSET*w*np.cos(phi))
            return [OFFSET*w*w, (-OFFSET*v*w - WHEEL*change)/INERTIA, w, along, across]
        if end > begin:
            y = solve_ivp(f, (begin, end), y, "DOP853", rtol=1e-13, atol=1e-14).y[:, -1]
    return y


def test_a_steered_run_follows_the_reduced_equations():
    run = simulate("flywheel_sleigh", "1", duration=5.6, live=[(t, "wheel", rate) for t, rate in STEERED])
    v, w, phi, x, y = reduced(5.6)
    assert abs(phi) > 0.1 and w != 0.0
    # metres, radians and their rates: what both integrations leave in that time
    assert run.centre[-1, :2] == pytest.approx((x, y), abs=1e-10)
    assert heading(run)[-1] == pytest.approx(phi, abs=1e-10) and run.omega[-1, 2] == pytest.approx(w, abs=1e-10)
    assert np.linalg.norm(run.velocity[-1]) == pytest.approx(np.hypot(v, OFFSET*w), abs=1e-10)
    # the motor's work is in the books
    assert run.drift < 1e-13


@pytest.mark.parametrize(("speed", "spin"), [(0.0, 2.0), (0.0, 1.0), (0.5, 2.0), (0.5, -2.0), (-0.5, 1.0)])
def test_a_kick_turns_it_by_an_angle_and_leaves_it_faster(tmp_path, speed, spin):
    # on a plane without an end
    file = tmp_path/"endless.py"
    text = (ROOT/"scenes"/"flywheel_sleigh.py").read_text(encoding="utf-8")
    file.write_text(text.replace("Board(3.8, 2.6)", "Plane()").replace("    Board,", "    Plane,"), encoding="utf-8")
    run = simulate(file, duration=100.0, x=0.0, v=speed, spin=spin)
    angle = sqrt(INERTIA)/OFFSET*atan2(sqrt(INERTIA)*abs(spin), speed)*np.sign(spin)
    # what is left to turn after that time: exp(-a v t/I) is below 1e-10
    assert heading(run)[-1] - heading(run)[0] == pytest.approx(angle, abs=1e-9)
    assert np.linalg.norm(run.velocity[-1]) == pytest.approx(sqrt(speed**2 + INERTIA*spin**2), abs=1e-10)


def test_over_the_rim_the_wheel_falls_with_the_sleigh():
    run = simulate("flywheel_sleigh", duration=8.0, v=1.0, heading=20.0)
    assert run.centre[-1, 2] < -0.5, run.events
    centre, quaternion = run.bodies["centre"], run.bodies["quaternion"]
    # the wheel's centre is the sleigh's; both have the same attitude but for what the wheel had turned
    assert np.abs(centre[:, 1] - centre[:, 0]).max() < 1e-12
    one, other = (Rotation.from_quat(quaternion[:, k], scalar_first=True) for k in (0, 1))
    assert (one.inv()*other).magnitude().max() < 1e-9 and one.magnitude().max() > 0.5


def test_without_an_offset_it_is_steered_and_never_driven():
    run = simulate("flywheel_sleigh", duration=4.0, offset=0.0, live=[(1.0, "wheel", 3.0)])
    inertia = 0.015 + WHEEL
    assert np.linalg.norm(run.velocity, axis=-1) == pytest.approx(SPEED, abs=1e-12)
    assert run.omega[-1, 2] == pytest.approx(-WHEEL*3.0/inertia, abs=1e-12)


@pytest.mark.parametrize("words", [{"inertia": 0.0}, {"inertia": -1.0}, {"inertia": 1.0, "limit": 0.0},
                                   {"inertia": 1.0, "rate": float("nan")}])
def test_a_wheel_that_cannot_be_is_a_sentence(words):
    with pytest.raises(BadValue, match=f"flywheel, {list(words)[-1]}: got "):
        Flywheel(**words)


def test_all_of_the_mass_in_its_centre_has_no_flywheel():
    with pytest.raises(BadValue, match="sleigh, inertia: got 0"):
        Sleigh(1.0, 0.0, (Blade((-0.1, 0.0)),), flywheel=Flywheel(0.01))
