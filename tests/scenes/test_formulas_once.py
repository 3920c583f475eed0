"""The formula of a surface is followed once, and anew where what it means has changed."""

from sandbox.compiling import formula
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Contact, On, Placed, Scene, Start, Still, Surface, World

HEIGHT = 0.0


def floor(x, y, z):
    return z - HEIGHT


def build(p):
    on = On(Surface(floor), Still(), Contact())
    return World({"floor": on, "the same once more": on}, [Placed(Ball(0.1), Start((0.0, 0.0)))])


SCENE = Scene("x", (), build)


def test_each_formula_is_followed_once_an_assembly(monkeypatch):
    followed, trace = [], formula.trace
    monkeypatch.setattr(formula, "trace", lambda function, n: followed.append(function) or trace(function, n))
    Simulation(SCENE)
    # for its slopes and for its values
    assert followed.count(floor) == 2
    Simulation(SCENE)
    assert followed.count(floor) == 2
    monkeypatch.setitem(globals(), "HEIGHT", -0.25)
    Simulation(SCENE)
    assert followed.count(floor) == 4


def test_a_name_that_a_formula_uses_may_change_between_two_runs(monkeypatch):
    low = Simulation(SCENE).snapshot().bodies[0].centre[2]
    monkeypatch.setitem(globals(), "HEIGHT", 0.5)
    assert Simulation(SCENE).snapshot().bodies[0].centre[2] - low == 0.5
