"""What is no world is refused with a sentence that says what, where and what is allowed."""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.scene import (
    Board,
    Contact,
    Coulomb,
    Cylinder,
    Disk,
    Hinge,
    Motion,
    On,
    Placed,
    Plane,
    Rotor,
    Rough,
    Signal,
    Smooth,
    Spin,
    Spring,
    Start,
    Still,
    Stribeck,
    String,
    Viscous,
    World,
)
from tests.worlds.made import Run, ball, flat, law, placed, table

TWO = [placed((0.0, 0.0)), placed((0.2, 0.0))]


def free(**others):
    return World({"table": table()}, TWO, joints=[Hinge("table", **others)])


def tied(*joints):
    return World({"table": table()}, TWO, joints=joints)


def contacts(*laws):
    """Two kinds of pairs with a law each."""
    names = [("one", "one"), ("one", "two")][:len(laws)]
    balls = [placed((0.0, 0.0), name="one"), placed((0.2, 0.0), name="two")]
    return World({"table": table()}, balls, dict(zip(names, laws, strict=True)))


REFUSED = {
    "overlap": (lambda: flat([placed((0.0, 0.0)), placed((0.0599, 0.0))]), "ball 1.*ball 2.*overlap by 0.0001 m"),
    "overlap in the air": (lambda: flat([placed((0.0, 0.0)), placed((0.0, 0.0), height=0.05)]), "overlap"),
    "a name twice": (lambda: flat([placed((0.0, 0.0), name="a"), placed((1.0, 0.0), name="a")]), "two bodies.*'a'"),
    "a support's name": (lambda: flat([placed((0.0, 0.0), name="table")]), "body and a support.*'table'"),
    "unknown support": (lambda: flat([placed((0.0, 0.0), on="flor")]), "starts on 'flor', needs one of table"),
    "no body": (lambda: flat([]), "no body"),
    "no support": (lambda: World({}, TWO), "no support"),
    "not placed": (lambda: flat([ball()]), r"Placed\(...\)"),
    "not on": (lambda: World({"table": Plane()}, TWO), r"On\(...\)"),
    "hinge without inertia": (lambda: free(inertia=0.0), "hinge of 'table', inertia: got 0.0"),
    "hinge with negative inertia": (lambda: free(inertia=-1.0), "inertia: got -1.0"),
    "hinge with an endless rate": (lambda: free(inertia=1.0, rate=np.inf), "rate: got inf"),
    "hinge with drive": (lambda: free(inertia=1.0, friction=-0.1), "friction: got -0.1"),
    "hinge without axis": (lambda: free(inertia=1.0, axis=(0.0, 0.0, 0.0)), "axis"),
    "hinge of nothing": (lambda: World({"table": table()}, TWO, joints=[Hinge("plate", 1.0)]), "no support.*'plate'"),
    "two hinges": (lambda: World({"table": table()}, TWO, joints=[Hinge("table", 1.0)]*2), "two hinges"),
    "no hinge": (lambda: World({"table": table()}, TWO, joints=["hinge"]), "needs Hinge"),
    "a spring that pushes away": (lambda: tied(Spring("ball 1", "ball 2", -1.0)), "stiffness: got -1.0"),
    "a spring that gives energy": (lambda: tied(Spring("ball 1", "ball 2", 1.0, -0.1)), "damping: got -0.1"),
    "a spring without length": (lambda: tied(Spring("ball 1", "ball 2", 1.0, length=0.0)), "length: got 0.0"),
    "a spring of no number": (lambda: tied(Spring("ball 1", "ball 2", np.nan)), "stiffness: got nan"),
    "a spring of a text": (lambda: tied(Spring("ball 1", "ball 2", "10")), "stiffness: got 10"),
    "a spring to nobody": (lambda: tied(Spring("ball 1", "bell", 1.0)), "no body or support is called 'bell'"),
    "a spring of nobody": (lambda: tied(Spring("bell", "ball 1", 1.0)), "no body is called 'bell'"),
    "a spring to itself": (lambda: tied(Spring("ball 1", "ball 1", 1.0)), "two ends"),
    "a spring too stiff": (lambda: tied(Spring("ball 1", "ball 2", 1e9)), "faster than can be followed"),
    "a spring at one place": (lambda: tied(Spring("ball 1", "", 1.0, other_at=(0.0, 0.0, 0.03))), "has to be given"),
    "a spring to no point": (lambda: tied(Spring("ball 1", "", 1.0, other_at=(0.0, np.inf, 0.0))), "other_at"),
    "a spring to a number": (lambda: tied(Spring("ball 1", 2, 1.0)), "needs a name"),
    "a string without length": (lambda: tied(String("ball 1", "ball 2", 0.0)), "length: got 0.0"),
    "a string of no number": (lambda: tied(String("ball 1", "ball 2", np.nan)), "length: got nan"),
    "a string too short": (lambda: tied(String("ball 1", "ball 2", 0.15)), "0.2 m apart at the start.*0.15 m"),
    "a string to nobody": (lambda: tied(String("ball 1", "bell")), "no body or support is called 'bell'"),
    "a string that tears": (lambda: World({"table": table(0.1)}, [placed((0.0, 0.0)), placed((1.0, 0.0), (1.0, 0.0))],
                                          joints=[String("ball 1", "ball 2")]), "move apart at 1 m/s"),
    "a string to a hinge": (lambda: World({"table": table()}, TWO, joints=[Hinge("table", 1.0),
                                                                           String("ball 1", "table")]), "hinge"),
    "a hundred strings": (lambda: tied(*[String("ball 1", "ball 2", 2.0)]*100), "got 100 strings, at most 72"),
    "hinge of a driven table": (lambda: World({"table": table(motion=Spin("z", 1.0))}, TWO,
                                              joints=[Hinge("table", 1.0)]), "its motion can't be given"),
    "two gravities": (lambda: World({"table": table(), "moon": table(motion=Still((0.0, 0.0, -1.62)))}, TWO),
                      "different gravity"),
    "something inside": (lambda: flat([placed((0.0, 0.0)), Placed(Disk(0.1, 1.0).carrying(Rotor(0.01, "z", Signal())),
                                                                  Start(at=(1.0, 0.0)))]), "nothing inside"),
    "flat on its face at the start": (lambda: flat([placed((0.0, 0.0)), Placed(Disk(0.1, 1.0), Start(at=(1.0, 0.0)))]),
                                      "touches at more than one point"),
    "a support of centres": (lambda: World({"table": On(Plane(defines="centre"))}, TWO), "needs the touched surface"),
    "viscous balls": (lambda: contacts(Contact(Viscous(1.0))), "Coulomb"),
    "static friction of balls": (lambda: contacts(Contact(Coulomb(0.1, 0.2))), "one coefficient"),
    "rolling resistance of balls": (lambda: contacts(Contact(Smooth(), rolling_resistance=1e-4)), "resistance"),
    "soft balls": (lambda: contacts(Contact(Smooth(), stiffness=1e5)), "friction, restitution"),
    "superballs": (lambda: contacts(Contact(Rough(), tangential=1.0)), "friction, restitution"),
    "balls by Stribeck's law": (lambda: contacts(Contact(Stribeck(0.1, 0.3, 0.1))), "bodies take Coulomb"),
    "a viscous floor": (lambda: flat(TWO, floor=On(Plane(), Still(), Contact(Viscous(1.0)))),
                        "support 'table'.*Stribeck"),
    "a contact of nobody": (lambda: World({"table": table()}, TWO, {("ball", "cube"): law()}), "'cube'"),
    "in the floor": (lambda: flat([placed((0.0, 0.0)), placed((1.0, 0.0, 0.02))]), "ball 2.*overlaps"),
    "slip where nothing slips": (lambda: flat([placed((0.0, 0.0)), placed((1.0, 0.0), (1.0, 0.0),
                                                                           omega=(0.0, 0.0, 0.0))]),
                                 "violate rolling"),
    "into the floor": (lambda: flat([placed((0.0, 0.0)), placed((1.0, 0.0), (1.0, 0.0, -1.0))]), "normal"),
    "in a wall": (lambda: World({"floor": table(0.2), "wall": table(0.2, surface=Cylinder(0.3))},
                                [placed((0.0, 0.0)), placed((0.28, 0.0))]), "ball 2.*wall"),
    "in a board": (lambda: World(
        {"floor": table(0.2), "wall": table(0.2, surface=Board(1.0, 1.0).placed((0.5, 0.0, 0.0), (0.0, 1.0, 0.0),
                                                                               -np.pi/2))},
        [placed((0.0, 0.0)), placed((0.48, 0.0))]), "ball 2.*wall"),
    "too many": (lambda: flat(
        [placed((float(i), 0.0)) for i in range(10001)]), "got 10001 balls, at most 10000"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused(name):
    make, words = REFUSED[name]
    with pytest.raises(BadValue, match=words) as error:
        Run(make())
    assert str(error.value).count("{") == 0


def test_a_wall_beyond_its_edge_is_no_wall():
    """A ball beside the end of a board, behind its plane, may start."""
    wall = Board(0.2, 0.2).placed((0.5, 0.0, 0.0), (0.0, 1.0, 0.0), -np.pi/2)
    run = Run(World({"floor": table(0.2), "wall": table(0.2, surface=wall)}, [placed((0.0, 0.0)), placed((0.52, 1.0))]))
    run.advance(0.1)
    assert run.impacts == 0


    run = Run(flat(TWO))
    before = run.y
    with pytest.raises((BadValue, IndexError)):
        run.simulation.grab(2, (0.0, 0.0, 0.0), 1.0)
    assert (run.y == before).all()
    assert run.simulation.hold is None


def test_balls_that_touch_may_start():
    run = Run(flat([placed((0.0, 0.0)), placed((0.06, 0.0)), placed((0.12, 0.0))], law(0.1, 0.5),
                   table(motion=Motion(angle=Signal((0.0, 1.0))))))
    run.advance(0.5)
    assert run.simulation.drift < 1e-11
