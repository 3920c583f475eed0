"""What the words of supports refuse, each in a sentence that says what, where and what is allowed."""

import pytest

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Contact,
    Coulomb,
    Ellipsoid,
    On,
    Paraboloid,
    Parameter,
    Placed,
    Plane,
    Preset,
    Scene,
    Slider,
    Sphere,
    Spin,
    Start,
    Still,
    World,
    edges_of,
    laboratory_floor,
)

BALL, START = Ball(0.02), Start(at=(0.1, 0.0))
TABLE = On(Plane(rim=0.3))


def opened(supports, body=BALL, start=START, on=""):
    return Simulation(Scene("words", (), lambda p: World(supports, [Placed(body, start, on=on)])))


REFUSED = {
    "has no support": lambda: World({}, [Placed(BALL, START)]),
    "has no body": lambda: World({"table": TABLE}, []),
    "needs a support, On": lambda: World({"table": Plane()}, [Placed(BALL, START)]),
    "needs a body with its start": lambda: World({"table": TABLE}, [BALL]),
    "starts on 'flor', needs one of table": lambda: World({"table": TABLE}, [Placed(BALL, START, on="flor")]),
    "two bodies are called 'b'": lambda: World({"table": TABLE}, [Placed(BALL, START, name="b")]*2),
    "a body and a support are called 'table'": lambda: World({"table": TABLE}, [Placed(BALL, START, name="table")]),
    "no body is called 'cue'": lambda: World({"table": TABLE}, [Placed(BALL, START)], {("ball", "cue"): Contact()}),
    "needs two names": lambda: World({"table": TABLE}, [Placed(BALL, START)], {"ball": Contact()}),
    "support: got str, needs a surface": lambda: On("plane"),
    "floor, z: got nan": lambda: laboratory_floor(float("nan")),
    "edge, radius: got 0.0 m": lambda: edges_of(TABLE, 0.0),
    "no rim that an edge is known for": lambda: edges_of(On(Sphere(0.1, inside=False))),
    "different gravities": lambda: opened({"table": TABLE, "floor": laboratory_floor(-1.0, gravity=(0.0, 0.0, -1.6))}),
    "without stiffness": lambda: opened({"table": On(Plane(), Still(), Contact(Coulomb(0.3), stiffness=1e4))}),
    "needs a single support": lambda: opened({"table": TABLE, "floor": laboratory_floor(-1.0)},
                                             BALL.carrying(Slider(0.001, (0, 0, 0), (1, 0, 0)))),
    "needs at most 8": lambda: opened({f"plane {k}": laboratory_floor(-1.0 - k) for k in range(9)},
                                       Ellipsoid(0.02, 0.02, 0.03, 0.1)),
    "overlaps the support 'floor' by 0.02 m": lambda: opened({"table": TABLE, "floor": laboratory_floor(0.02)}),
    "steers a rate of one support": lambda: Simulation(Scene(
        "words", (Parameter("rate", 1.0, low=0.0, high=2.0),), lambda p: World(
            {"one": On(Plane(rim=0.3), Spin("z", "rate", limit=1.0)),
             "two": On(Plane().placed((0, 0, -1)), Spin("z", "rate", limit=2.0))},
            [Placed(BALL, START)])))}


@pytest.mark.parametrize("said", REFUSED)
def test_a_sentence_says_what_is_wrong(said):
    with pytest.raises(BadValue) as refused:
        REFUSED[said]()
    assert said in str(refused.value)


def test_edges_join_the_rims_they_end():
    """A ball let roll over the rim of a bowl or a cone passes to the edge and does not end there."""
    for surface, start in ((Paraboloid(0.2, rim=0.2), Start(at=(0.19, 0.0), velocity=(1.0, 0.0))),
                           (Sphere(0.3, rim=0.2), Start(at=(0.19, 0.0), velocity=(1.0, 0.0)))):
        bowl = On(surface, Spin("z", 1.0))
        run = opened({"bowl": bowl, **edges_of(bowl), "floor": laboratory_floor(-0.4)}, start=start)
        run.advance(480)
        assert [event.kind for event in run.events][:2] == ["rim", "detach"] and run.ended is None
        assert run.drift < 1e-12


def test_a_person_may_start_the_body_elsewhere():
    scene = Scene("words", (), lambda p: World({"table": TABLE}, [Placed(BALL, START)]), presets=(Preset("Plain"),))
    assert scene.started(scene.values()) == START
    run = Simulation(scene, start=Start(at=(0.05, 0.1), velocity=(0.0, 0.2)))
    assert abs(run.snapshot().bodies[0].centre[1] - 0.1) < 1e-15
