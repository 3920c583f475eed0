"""Laws for each two bodies of a world: which counts, and that each pair goes by its own."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.mechanics.world import layout as at
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Box, Contact, Coulomb, On, Placed, Plane, Rough, Scene, Smooth, Start, World
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Part
from sandbox.scene.built.edits import added
from sandbox.scene.built.parts import word
from sandbox.workspace import bench
from sandbox.workspace.scene_text import scene_text

RADIUS = 0.02
SMOOTH = Contact(Smooth(), restitution=1.0)


def ball(x: float, speed: float, name: str, size: float = RADIUS):
    return Placed(Ball(radius=size, density=7850.0), Start(at=(x, 0.0), velocity=(speed, 0.0)), name=name)


def run_of(contacts, *balls, floor=SMOOTH):
    world = World(supports={"floor": On(Plane(rim=5.0), contact=floor)}, bodies=balls, contacts=contacts)
    return Simulation(Scene("Two laws", (), lambda p: world))


def speeds(run) -> np.ndarray:
    return np.array([body.velocity[0] for body in run.snapshot().bodies])


def test_each_pair_has_its_own_restitution():
    """Equal balls on smooth ice meet head on: v' = (1 -+ e) v/2, Newton."""
    contacts = {("ball", "ball"): Contact(Smooth(), restitution=1.0), ("b", "c"): Contact(Smooth(), restitution=0.25)}
    run = run_of(contacts, ball(-0.5, 1.0, "a"), ball(0.0, 0.0, "b"), ball(0.5, 0.0, "c"))
    run.advance(240)
    # a stops, b goes on as fast; b and c then part by their own law
    assert_allclose(speeds(run), (0.0, 0.375, 0.625), atol=1e-12)
    assert run.drift < 1e-12
    # said in the other order
    other = run_of({("ball", "ball"): contacts["ball", "ball"], ("c", "b"): contacts["b", "c"]},
                   ball(-0.5, 1.0, "a"), ball(0.0, 0.0, "b"), ball(0.5, 0.0, "c"))
    other.advance(240)
    assert np.array_equal(speeds(run), speeds(other))


def test_two_names_count_before_a_name_and_a_kind_and_that_before_two_kinds():
    law = {e: Contact(Smooth(), restitution=e) for e in (0.0, 0.5, 1.0)}
    contacts = {("ball", "ball"): law[1.0], ("a", "ball"): law[0.5], ("a", "b"): law[0.0]}

    def after(*names) -> np.ndarray:
        run = run_of(contacts, *(ball(0.3*k, 1.0 - k, name) for k, name in enumerate(names)),
                     ball(3.0, 0.0, "a" if "a" not in names else "x"), ball(4.0, 0.0, "b" if "b" not in names else "y"))
        run.advance(180)
        return speeds(run)[:2]

    assert_allclose(after("a", "b"), (0.5, 0.5), atol=1e-12)
    assert_allclose(after("a", "c"), (0.25, 0.75), atol=1e-12)
    assert_allclose(after("c", "b"), (0.0, 1.0), atol=1e-12)


def test_a_pair_of_which_nothing_is_said_is_smooth_and_elastic():
    contacts = {("a", "b"): Contact(Coulomb(0.3), restitution=0.5), ("a", "c"): Contact(Coulomb(0.2), restitution=0.0)}
    run = run_of(contacts, ball(2.0, 0.0, "a"), ball(-0.3, 1.0, "b"), ball(0.0, 0.0, "c"))
    run.advance(240)
    assert_allclose(speeds(run), (0.0, 0.0, 1.0), atol=1e-12)


def test_friction_of_a_spinning_ball_is_that_of_the_pair():
    """A ball that spins about the vertical at rest beside another, pushed at by a third: an oblique friction impulse.

    Head on with spin w about z the tangential impulse is mu P (it slips throughout): P = (1 + e) m v/2, so the struck
    ball leaves aside at mu (1 + e) v/2.
    """
    for pair, mu in ((("a", "b"), 0.1), (("a", "c"), 0.02)):
        start = Start(at=(-0.3, 0.0), velocity=(1.0, 0.0, 0.0), omega=(0.0, 0.0, 200.0))
        one = Placed(Ball(radius=RADIUS, density=7850.0), start, name="a")
        contacts = {("a", "b"): Contact(Coulomb(0.1), restitution=0.5),
                    ("a", "c"): Contact(Coulomb(0.02), restitution=0.5)}
        other = "c" if pair[1] == "b" else "b"
        run = run_of(contacts, one, ball(0.0, 0.0, pair[1]), ball(2.0, 0.0, other))
        run.advance(180)
        assert_allclose(abs(run.snapshot().bodies[1].velocity[1]), mu*0.75, rtol=1e-10)


def test_one_law_said_twice_has_the_bits_of_one_law():
    law = Contact(Coulomb(0.2), restitution=0.7)
    balls = ball(-0.5, 1.0, "a"), ball(0.0, 0.0, "b"), ball(0.5, 0.0, "c")
    runs = [run_of(contacts, *balls, floor=Contact(Coulomb(0.3), restitution=0.5))
            for contacts in ({("ball", "ball"): law}, {("ball", "ball"): law, ("a", "b"): law},
                             {("ball", "ball"): law, ("a", "b"): Contact(Rough(), restitution=0.1),
                              ("b", "a"): law, ("a", "c"): Contact(Coulomb(0.2), restitution=0.7)})]
    for run in runs[:2]:
        run.advance(300)
    assert np.array_equal(*(run._models.key() for run in runs[:2]))


def test_laws_of_pairs_are_written_and_read_as_they_are():
    """Document -> text -> scene -> document is the identity, and both scenes have the same bits."""
    document = bench.new_bench()
    law = word("Contact", friction=word("Coulomb", mu=0.1), restitution=0.9)
    after = added(document, Part("law of steel ball and marble", kinds.LAW, law, ("steel ball", "marble")))
    scene = bench.scene_of(after)
    found = bench.document_of(scene)[0]
    assert [(part.key, part.value) for part in found.of_family(kinds.LAW)] == [
        (part.key, part.value) for part in after.of_family(kinds.LAW)]
    assert scene_text(found) == scene_text(after) and '("steel ball", "marble")' in scene_text(after)
    runs = [Simulation(one) for one in (scene, bench.scene_of(found))]
    for run in runs:
        run.advance(60)
    assert np.array_equal(*(run._models.key() for run in runs))
    # a steel ball, a marble: both of them have laws of their own
    assert runs[0].system.p[at.LAWS] == 2.0


def test_too_many_kinds_and_flat_faces_are_refused_in_words():
    balls = [ball(0.1*k, 0.0, f"b{k}") for k in range(20)]
    contacts = {(f"b{k}", "ball"): Contact(Smooth(), restitution=k/20) for k in range(20)}
    with pytest.raises(BadValue, match="20 kinds of bodies by their laws, at most 16"):
        run_of(contacts, *balls)
    box = Placed(Box(0.04, 0.04, 0.04, density=700.0, rounding=0.002), Start(at=(0.5, 0.0)), name="box")
    world = World(supports={"floor": On(Plane(), contact=SMOOTH)}, bodies=(box, balls[0], balls[3]),
                  contacts={("box", "b0"): SMOOTH, ("b0", "b3"): Contact(Coulomb(0.1), restitution=0.3)})
    with pytest.raises(BadValue, match="one law"):
        Simulation(Scene("Box", (), lambda p: world))
