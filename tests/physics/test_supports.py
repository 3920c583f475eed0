"""One body on several supports: off a table and onto the floor, over an edge, across a disc, against a wall."""

from math import acos, inf, pi, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Contact,
    Coulomb,
    Cylinder,
    Edge,
    On,
    Parameter,
    Placed,
    Plane,
    Rough,
    Scene,
    Smooth,
    Spin,
    Start,
    Still,
    Surface,
    World,
    edges_of,
    laboratory_floor,
)

G, A, RIM = 9.81, 0.02, 0.3        # [m/s^2, m, m]
# nothing resists rolling on it
FLOOR = Contact(Coulomb(0.3), restitution=0.5)


def simulation(build, *parameters) -> Simulation:
    return Simulation(Scene("supports", parameters, build))


def off_a_table(contact, velocity, omega=None, height=0.5, edge=1e-3, rate: float | str = 0.0):
    """A ball on a round table, its edge, and the floor below."""
    table = On(Plane(rim=RIM), Spin("z", rate), contact)
    return World({"table": table, **edges_of(table, edge), "floor": laboratory_floor(-height, FLOOR)},
                 [Placed(Ball(A), Start(at=(0.1, 0.0), velocity=velocity, omega=omega))])


def advance_to(run, kind, most=5000) -> float:
    """Advances until something of the kind has happened; returns when [s]."""
    for _step in range(most):
        found = [event.t for event in run.events if event.kind == kind]
        if found:
            return found[0]
        run.advance(1)
    raise AssertionError(f"no {kind} by {run.t} s: {run.events}, {run.ended}")


def on(run) -> tuple[str, str]:
    """What the ball does, and where."""
    return body(run).mode, run.system.support_names[body(run).support]


def body(run):
    return run.snapshot().bodies[0]


def test_ball_slides_off_a_table_bounces_and_rolls():
    """It leaves a smooth table at v > sqrt(a g) at once; no friction changes Q: in the end it rolls at 5/7 v."""
    v, e, h = 0.8, 0.5, 0.5
    run = simulation(lambda p: off_a_table(Contact(Smooth()), (v, 0.0, 0.0), (0.0, 0.0, 0.0), h))
    leaves, falls = (RIM - 0.1)/v, sqrt(2*h/G)
    for t in (leaves + 0.1, leaves + 0.3):
        run.advance(int(t*240) - run.step)
        s = run.t - leaves
        assert_allclose(body(run).centre, (RIM + v*s, 0.0, A - 0.5*G*s*s), atol=1e-13)     # [m] a parabola
    run.advance(240*4)
    impacts = [event.t for event in run.events if event.kind == "impact"]
    flights = 2.0*e**np.arange(1, 12)*sqrt(2*h/G)
    assert_allclose(impacts[:12], leaves + falls + np.concatenate(([0.0], np.cumsum(flights))), atol=1e-12)   # [s]
    end = body(run)
    assert on(run) == ("rolling", "floor")
    assert_allclose(end.velocity, (5/7*v, 0.0, 0.0), atol=1e-13)                # [m/s]
    assert_allclose(end.angular_velocity, (0.0, 5/7*v/A, 0.0), atol=1e-11)      # [rad/s]
    assert run.drift < 1e-13                # of the largest energy, over 17 changes of the support's frame


@pytest.mark.parametrize("edge", [1e-3, 1e-4])
@pytest.mark.parametrize("v", [0.02, 0.2])
def test_slow_ball_rolls_over_the_edge(v, edge):
    """About the edge N = m g cos th - m u^2/l and u^2 = v^2 + 10/7 g l (1 - cos th): it leaves at
    cos th = (10 + 7 v^2/(g l))/17, 10/17 from rest."""
    run = simulation(lambda p: off_a_table(Contact(Rough()), (v, 0.0), edge=edge))
    left = advance_to(run, "detach")
    ell = A + edge
    cosine = (10 + 7*v*v/(G*ell))/17
    u = sqrt(G*ell*cosine)
    # after leaving: a parabola from there
    s, sine = run.t - left, sqrt(1 - cosine*cosine)
    place = np.array((RIM + ell*sine + u*cosine*s, 0.0, ell*cosine - edge - u*sine*s - 0.5*G*s*s))
    assert_allclose(body(run).centre, place, atol=2e-12)       # [m] rounding of a normal from an edge of 0.1 mm
    assert acos(cosine) < 0.95 and run.drift < 1e-12


def crossing(law, y=0.12, speed=0.25):
    """A disc that turns in the floor."""
    ends = Edge(lambda x, y, z, D: sqrt_of(x, y) - D, "rim", "reached the disc")
    hole = Surface(lambda x, y, z, D: z, (RIM,), (ends,), "floor with a hole", sharpest=inf)
    return World({"floor": On(hole, Still(), law), "disc": On(Plane(rim=RIM), Spin("z", 3.49), law)},
                 [Placed(Ball(A), Start(at=(-0.5, y), velocity=(speed, 0.0)))])


def sqrt_of(x, y):
    return (x*x + y*y)**0.5


@pytest.mark.parametrize(("mu", "out"), [(None, 0.12), (1.0, 0.128), (0.3, 0.147), (0.1, 0.193)])
def test_across_a_turning_disc(mu, out):
    """Franklin's ball, ball.md 6.8 and 6.9: same velocity; the line is another one where it slips at the edges."""
    run = simulation(lambda p: crossing(None if mu is None else Contact(Coulomb(mu))))
    run.advance(240*6)
    end = body(run)
    assert on(run) == ("rolling", "floor")
    assert_allclose(end.velocity, (0.25, 0.0, 0.0), atol=1e-13)                 # [m/s]
    assert_allclose(end.centre[1], out, atol=1e-13 if mu is None else 5e-4)     # [m] three digits are printed
    assert run.drift < 1e-13


def at_a_wall(law, e, lean=0.0):
    wall = Plane().placed((0.3, 0.0, 0.0), (0.0, 1.0, 0.0), -pi/2)
    floor = Plane().placed((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), lean)
    return World({"floor": On(floor, Still(), law), "wall": On(wall, Still(), Contact(Smooth(), restitution=e))},
                 [Placed(Ball(A), Start(at=(0.0, 0.0), velocity=(0.5, 0.2)))])


@pytest.mark.parametrize("e", [1.0, 0.8, 0.3])
def test_a_rough_floor_takes_part_in_the_impact_at_a_wall(e):
    """Model A of ball.md 6.14: the ball keeps rolling."""
    run = simulation(lambda p: at_a_wall(Contact(Rough()), e))
    run.advance(240)
    assert_allclose(body(run).velocity, (-0.5*e, 0.2, 0.0), atol=1e-14)            # [m/s]
    assert_allclose(body(run).angular_velocity[:2], (-0.2/A, -0.5*e/A), atol=1e-12)    # [rad/s]
    assert_allclose(run.lost_in_impacts, 0.7*Ball(A).m*0.25*(1 - e*e), atol=1e-14)     # [J]


@pytest.mark.parametrize(("e", "mu"), [(1.0, 0.2), (0.8, 0.05), (0.5, 1.0)])
def test_after_a_smooth_wall_the_ball_grips_again(e, mu):
    """Model B: v_n -> -(e (1 - chi) - chi) v_n, whatever the friction."""
    run = simulation(lambda p: at_a_wall(Contact(Coulomb(mu)), e))
    run.advance(480)
    assert_allclose(body(run).velocity, ((2/7 - 5/7*e)*0.5, 0.2, 0.0), atol=1e-14)      # [m/s]


def test_bounces_that_end_at_a_wall():
    """For e < 2/5 the ball does not come back: the hits become smaller, and it rolls on along the wall."""
    run = simulation(lambda p: at_a_wall(Contact(Coulomb(0.2)), 0.3))
    run.advance(480)
    assert run.ended is None
    assert_allclose(body(run).velocity, (0.0, 0.2, 0.0), atol=1e-14)
    assert_allclose(body(run).centre, (0.3 - A, 0.4, A), atol=1e-12)


def test_what_leans_on_two_supports_goes_on_along_both():
    """A floor that leans presses the ball to a smooth wall: along it nothing acts once it rolls."""
    run = simulation(lambda p: at_a_wall(Contact(Coulomb(0.2)), 0.3, lean=0.1))
    run.advance(480)
    assert run.ended is None
    assert any("Leans on two supports" in event.sentence for event in run.events)
    before = body(run)
    run.advance(240)
    after = body(run)
    assert_allclose(after.centre[0], 0.3 - A, atol=1e-12)                                # [m]
    assert_allclose(after.velocity, (0.0, before.velocity[1], 0.0), atol=1e-12)          # [m/s]
    assert_allclose(after.centre[1] - before.centre[1], before.velocity[1], atol=1e-12)  # [m] in a second
    assert before.velocity[1] > 0.1 and run.drift < 1e-12


def test_round_wall_on_a_turntable():
    """Model A on a turning table: |v| and n.(r x v) - chi Omega r^2/2 stay, and so does the angle between hits."""
    rate, radius = 2.0, 0.3
    run = simulation(lambda p: World(
        {"table": On(Plane(), Spin("z", rate), Contact(Rough())),
         "wall": On(Cylinder(radius), Still(), Contact(Smooth(), restitution=1.0))},
        [Placed(Ball(A), Start(at=(0.2, 0.0), velocity=(0.3, 0.4)))]))
    for _step in range(2400):
        run.advance(1)
        here = body(run)
        (x, y, _z), (vx, vy, _vz) = here.centre, here.velocity
        assert_allclose(np.hypot(vx, vy), 0.5, atol=1e-12)                              # [m/s]
        assert_allclose(x*vy - y*vx - rate/7*(x*x + y*y), 0.08 - rate/7*0.04, atol=1e-12)   # [m^2/s]
    hits = [event.t for event in run.events if event.kind == "impact"]
    assert len(hits) > 5
    assert_allclose(np.diff(hits), np.diff(hits)[0], atol=1e-11)                        # [s]
    assert run.drift < 1e-12


def test_flight_impact_slide_and_roll_agree_with_a_solver():
    """From a turning table with a spin of its own: flight, impact by e and mu, sliding by solve_ivp, rolling."""
    rate, h, mu, e = 5.0, 0.2, 0.05, 0.0
    law = Contact(Coulomb(mu), restitution=e)
    table = On(Plane(rim=RIM), Spin("z", rate))
    run = simulation(lambda p: World({"table": table, "floor": laboratory_floor(-h, law), **edges_of(table)},
                                     [Placed(Ball(A), Start(at=(0.28, 0.0), velocity=(0.9, 0.3), spin=7.0))]))
    left = advance_to(run, "detach")
    here = body(run)
    s = run.t - left
    v, w = here.velocity + np.array((0.0, 0.0, G*s)), here.angular_velocity
    r = here.centre - v*s + (0.0, 0.0, 0.5*G*s*s)
    assert_allclose((np.hypot(r[0], r[1]), r[2]), (RIM, A), atol=1e-12)

    # flight to the floor, the impact there
    fall = sqrt(2*h/G)
    r, v = r + v*fall - (0.0, 0.0, h), v - (0.0, 0.0, G*fall)
    n = np.array((0.0, 0.0, 1.0))
    slip = (v - A*np.cross(w, n))*(1.0, 1.0, 0.0)
    P_n, size = -(1 + e)*v[2], float(np.linalg.norm(slip))          # per mass
    P_t = -min(mu*P_n, 2/7*size)*slip/size
    v = np.array((v[0] + P_t[0], v[1] + P_t[1], 0.0))
    w = w + np.cross(-A*n, P_t)/(0.4*A*A)

    def sliding(_t, y):
        u = y[3:6] - A*np.cross(y[6:9], n)
        F = -mu*G*u/np.linalg.norm(u)
        return np.concatenate((y[3:6], F, np.cross(-A*n, F)/(0.4*A*A)))

    def gripped(_t, y):
        u = y[3:6] - A*np.cross(y[6:9], n)
        return float(u @ slip)/size - 1e-13
    gripped.terminal = True
    found = solve_ivp(sliding, (0.0, 2.0), np.concatenate((r, v, w)), "DOP853", rtol=1e-13, atol=1e-15, events=gripped)
    grips, end = left + fall + found.t[-1], found.y[:, -1]
    run.advance(int((grips + 0.2)*240) - run.step)
    here = body(run)
    assert on(run) == ("rolling", "floor")
    assert_allclose(here.velocity, end[3:6], atol=1e-10)                                # [m/s]
    assert_allclose(here.centre, end[:3] + end[3:6]*(run.t - grips), atol=1e-9)         # [m]
    assert_allclose(here.angular_velocity, end[6:9], atol=1e-9/A)                       # [rad/s]


RATE = Parameter("rate", 4.0, "rad/s", low=-20, high=20, live=True)


def lively():
    return simulation(lambda p: off_a_table(None, (0.3, 0.0), rate="rate"), RATE)


def test_going_back_gives_the_same_bits():
    run = lively()
    run.advance(100)
    run.set("rate", -3.0)
    run.advance(500)
    assert {event.kind for event in run.events} >= {"rim", "detach", "impact"}
    end = run.row()
    for step in (50, 150, 205, 250, 400, 0):
        assert run.go_to(step)
        assert run.go_to(600)
        assert run.row().bodies.tobytes() == end.bodies.tobytes() and run.row().ledger == end.ledger
    again = lively()
    again.replay(run.commands)
    again.advance(600)
    assert again.row().bodies.tobytes() == end.bodies.tobytes()
    assert [event.sentence for event in again.events] == [event.sentence for event in run.events]


def test_a_live_rate_turns_the_table_and_its_edge():
    run = lively()
    run.advance(60)
    run.set("rate", 9.0)
    run.advance(300)
    table, edge, floor = run.snapshot().supports
    assert_allclose(table.angular_velocity, (0.0, 0.0, 9.0), atol=1e-14)
    assert table.quaternion.tobytes() == edge.quaternion.tobytes()
    assert not floor.angular_velocity.any() and run.drift < 1e-12


def test_until_the_rim_nothing_is_new():
    """With an edge and a floor the ball moves bit by bit as on the table alone."""
    with_floor = lively()
    alone = Simulation(Scene("alone", (RATE,), lambda p: (Ball(A), Plane(rim=RIM), Spin("z", "rate")),
                             lambda p: Start(at=(0.1, 0.0), velocity=(0.3, 0.0))))
    while alone.ended is None:
        assert alone.states[0].tobytes() == with_floor.states[0][:11].tobytes() or alone.step == 0
        alone.advance(1)
        with_floor.advance(1)
    assert alone.step > 100 and alone.ended.t == next(event.t for event in with_floor.events if event.kind == "rim")


def test_a_hand_takes_the_ball_from_the_floor():
    run = lively()
    run.advance(700)
    assert on(run) == ("rolling", "floor")
    run.grab()
    run.move(body(run).centre + np.array((0.1, 0.05, 0.3)))
    run.advance(240)
    assert body(run).mode == "flight" and run.ended is None
    run.let_go()
    run.advance(480)
    assert on(run) == ("rolling", "floor") and run.drift < 1e-12


def test_what_is_no_longer_conserved_says_why():
    run = simulation(lambda p: off_a_table(None, (0.3, 0.0), rate=4.0))
    assert run.system.reason_not_conserved("plane_K_x", run._run.data) == ""
    run.advance(700)
    assert "another support" in run.system.reason_not_conserved("plane_K_x", run._run.data)
    assert run.system.reason_not_conserved("E_J", run._run.data) == ""
    assert run.has_left
