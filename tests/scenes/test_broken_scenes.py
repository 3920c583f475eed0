"""A broken scene file is one sentence in the list; the others go on."""

import os
import sys

import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene import (
    BadValue,
    Ball,
    Body,
    Cone,
    Cylinder,
    Disk,
    Edge,
    Motion,
    Parameter,
    Plane,
    PointProfile,
    Pseudosphere,
    Scene,
    Signal,
    Sphere,
    Spin,
    Start,
    Still,
    Surface,
    Torus,
)
from sandbox.scene.catalogue import load_catalogue, load_scene
from sandbox.systems.contact.assembly import assemble

HEAD = "from sandbox.scene import *\nfrom sandbox.scene import Ball, Parameter, Plane, Scene, Start, Still\n"
BROKEN = {
    "syntax": ("def (:", "line 1"),
    "empty": ("", "no SCENE"),
    "wrong_kind": ("SCENE = 3", "no SCENE"),
    "raises": ("1/0", "ZeroDivisionError"),
    "leaves": ("raise SystemExit", "SystemExit"),
    "missing": ("import not_there", "not_there"),
    "bad_range": (HEAD + "Parameter('x', 1, low=2, high=0)", "low < high"),
    "default_outside": (HEAD + "Parameter('x', 9, low=0, high=1)", "needs a number in [0, 1]"),
    "bad_role": (HEAD + "Parameter('x', 1, low=0, high=2, role='end')", "role: got 'end', needs one of '', 'start'"),
    "conserved": (HEAD + "SCENE = Scene('s', (), lambda p: 0, lambda p: 0, conserved=('phlogiston',))", "phlogiston"),
    "twice": (HEAD + "P = Parameter('x', 1, low=0, high=2)\nSCENE = Scene('s', (P, P), lambda p: 0, lambda p: 0)",
              "twice"),
    "binary": (b"\xff\xfe\x00\x01", "while loading"),
}


def test_each_broken_file_has_its_sentence(tmp_path):
    for name, (text, _words) in BROKEN.items():
        (tmp_path / f"{name}.py").write_bytes(text if isinstance(text, bytes) else text.encode())
    (tmp_path / "Bad Name.py").write_text("")
    good = HEAD + ("SCENE = Scene('Good', (), lambda p: (Ball(0.01), Plane(), Still()), lambda p: Start((0, 0)))")
    (tmp_path / "good.py").write_text(good)
    found = load_catalogue(tmp_path)
    assert list(found.scenes) == ["good"] and set(found.broken) == {*BROKEN, "Bad Name"}
    for name, (_text, words) in BROKEN.items():
        assert words in found.broken[name], name
    with pytest.raises(BadValue, match="scene 'raises' is broken: line 1: ZeroDivisionError"):
        found.get("raises")
    assert Simulation(found.get("good")).advance(10) == 10


PARAMETERS = (Parameter("x", 0.1, "m", low=0.0, high=1.0),)


def wrong_parts(p):
    return Ball(0.01), Plane()


def leaving_build(p):
    raise SystemExit(3)


def failing_build(p):
    return p.nothing


@pytest.mark.parametrize(("build", "words"), [(wrong_parts, "body, surface, motion"), (failing_build, "AttributeError"),
                                              (leaving_build, "SystemExit in leaving_build"),
                                              (lambda p: (Ball(0.01), Plane(), 3), "a motion")])
def test_a_scene_that_builds_nonsense(build, words):
    scene = Scene("Wrong", PARAMETERS, build, lambda p: Start((0.0, 0.0)))
    with pytest.raises(BadValue, match=words):
        Simulation(scene)


def bent(x, y, z):
    return z if x > 0 else y


BALL = Ball(0.01)


@pytest.mark.parametrize(("make", "words"), [
    (lambda: Ball(-1.0), "ball, radius: got -1.0"),
    (lambda: Ball(0.01, mass=float("nan")), "ball, mass"),
    (lambda: Ball(0.01, mass=1.0, inertia=1.0), "at most that of a shell"),
    (lambda: Disk(0.1, 1.0, inertia=((1, 0, 0), (0, 1, 0), (0, 0, 5))), "triangle inequality"),
    (lambda: Disk(0.1, 1.0, inertia=((1, 0, 0), (0, 1, 0), (0, 0, -1))), "positive"),
    (lambda: Disk(0.1, 1.0, inertia=((1, 2), (0, 1))), "symmetric 3 x 3"),
    (lambda: Cone(2.0), "between 0 and pi/2"),
    (lambda: Sphere(0.0), "above 0"),
    (lambda: Torus(0.1, 0.2), "smaller than the ring"),
    (lambda: Surface(lambda x, y, z: z, (float("inf"),)), "finite"),
    (lambda: Surface(lambda x, y, z: z, defines="edge"), "'edge'"),
    (lambda: Motion((0, 0, 0)), "other than 0"),
    (lambda: Signal((0.0, float("nan"))), "finite"),
    (lambda: Start((1.0,)), "2 or 3"),
    (lambda: Start((0.0, float("nan"))), "finite"),
    (lambda: assemble(Ball(0.2), Sphere(0.15), Still(), Start((0.0, 0.0, -0.1))), "off the surface|does not fit"),
    (lambda: assemble(Ball(0.15), Sphere(0.15), Still(), Start((0.0, 0.0, 0.0))), "off the surface|does not fit"),
    (lambda: assemble(Ball(0.06), Cylinder(0.05), Still(), Start((0.01, 0.0, 0.0))), "off the surface|does not fit"),
    (lambda: assemble(Ball(0.05), Pseudosphere(0.2), Still(), Start((0.03, 0.0))), "does not fit"),
    (lambda: assemble(BALL, Plane(), Still(), Start((0.0, 0.0, 0.3))), "off the surface 'plane'"),
    (lambda: assemble(BALL, Plane(rim=0.3), Still(), Start((0.4, 0.0))), "beyond an edge"),
    (lambda: assemble(BALL, Plane(), Still(), Start((0.0, 0.0), (0.1, 0.0, 0.1))), "along the surface's normal"),
    (lambda: assemble(BALL, Plane(), Still(), Start((0.0, 0.0), (0.1, 0.0, 0.0), omega=(0.0, 0.0, 0.0))),
     "violate rolling"),
    (lambda: assemble(BALL, Surface(bent), Still(), Start((0.0, 0.0))), "formula 'bent'.*branch"),
    (lambda: assemble(BALL, PointProfile([0, 1], [0, 1]), Still(), Start((0.0, 0.0))), "profile"),
    (lambda: assemble(Body(bent, (), 1.0, ((1, 0, 0), (0, 1, 0), (0, 0, 1))), Plane(), Still(), Start((0.0, 0.0))),
     "formula 'bent'"),
    (lambda: assemble(Disk(0.1, 1.0), Plane(), Still(), Start((0.0, 0.0), (1.0, 0.0))), "started by omega"),
    (lambda: assemble(Disk(0.1, 1.0), Pseudosphere(0.3, defines="centre"), Still(), Start((0.0, 0.0))), "balls only"),
    (lambda: assemble(BALL, Plane(), Spin("z", float("nan")), Start((0.0, 0.0))), "finite"),
    (lambda: assemble(BALL, Plane(), Still(gravity=(0.0, 0.0)), Start((0.0, 0.0))), "three finite"),
])
def test_what_can_not_be_is_said(make, words):
    with pytest.raises(BadValue, match=words):
        make()


def test_an_authors_own_surface_with_an_edge():
    """Thirty lines are plenty: formula, parameter, edge."""
    def saddle(x, y, z, k):
        return z - k*(x*x - y*y)

    wall = Edge(lambda x, y, z, k: 0.2 - x, "stop", "reached the wall")
    scene = Scene("Saddle", (), lambda p: (BALL, Surface(saddle, (0.5,), (wall,)), Spin("z", 1.0)),
                  lambda p: Start((0.05, 0.0), (0.9, 0.0)))
    run = Simulation(scene)
    run.advance(2400)
    assert (run.ended.kind, run.drift < 1e-13) == ("stop", True)
    assert "reached the wall" in run.ended.sentence


def test_a_file_is_checked_once_when_it_is_loaded(tmp_path):
    """What a scene watches is looked for in one model that its author's function builds: that may take its time."""
    (tmp_path / "counted.py").write_text(HEAD + "BUILT = []\n\ndef build(p):\n    BUILT.append(p)\n"
                                         "    return Ball(0.01), Plane(), Still()\n\n"
                                         "SCENE = Scene('Counted', (), build, lambda p: Start((0, 0)))\n")
    scene = load_scene(tmp_path / "counted.py")
    assert scene.id == "counted" and scene.source.startswith(HEAD) and len(scene.build.__globals__["BUILT"]) == 1
    assert scene.build.__globals__["SCENE"].id == ""        # the author's own object stays as it is


def test_a_file_that_is_saved_twice_in_a_second_is_the_second_one(tmp_path, monkeypatch):
    """Python knows the source of its byte code by size and second."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path, found = tmp_path / "mine.py", []
    for title in ("One", "Two", "One"):
        path.write_text(f"{HEAD}SCENE = Scene('{title}', (), lambda p: (Ball(0.01), Plane(), Still()),\n"
                        "              lambda p: Start((0, 0)))\n")
        os.utime(path, (1e9, 1e9))
        found.append(load_scene(path).title)
    assert found == ["One", "Two", "One"] and list(tmp_path.glob("__pycache__/*"))
