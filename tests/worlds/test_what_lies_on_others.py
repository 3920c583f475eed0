"""What touches other bodies only is neither in flight nor on a support: its word, and where it is said to touch.

Oracles: places alone. A ball whose distance from another is the sum of their radii touches it; the lowest point of a
ball is its radius below its centre.
"""

import numpy as np
import pytest

from sandbox.run.readings.mode_words import mode_text
from sandbox.run.trace import way_of_body
from sandbox.scene import Ball, Box, On, Placed, Plane, Spin, Start, World
from tests.worlds.made import Run, law, placed

A, SIDE = 0.02, 0.04
BOX = Box(SIDE, SIDE, SIDE, 0.002, density=800.0)
ROUGH = law(0.5, 0.0)
# [m] balls whose gap is less touch: the engine keeps contacts to 1e-9 of a size, small steps to 1e-6
TOUCH = 1e-6*A


def words(run) -> list[str]:
    return [body.mode for body in run.simulation.snapshot().bodies]


def touches(run) -> np.ndarray:
    """Which of the balls touch another one, by their places."""
    apart = np.linalg.norm(run.x[:, None] - run.x[None], axis=-1) + np.eye(len(run.x))
    return (apart < 2.0*A + TOUCH).any(axis=1)


def tower(*more, motion=None) -> Run:
    """Three boxes on each other on a plane, and what else there is."""
    boxes = [Placed(BOX, Start(at=(0.0, 0.0), height=k*SIDE), name=f"box {k + 1}") for k in range(3)]
    kinds = {one.kind for one in [*boxes, *more]}
    return Run(World({"floor": On(Plane(), *([motion] if motion else []), contact=ROUGH)}, [*boxes, *more],
                     {(a, b): law(0.4, 0.2) for a in kinds for b in kinds}))


def test_boxes_on_boxes_are_not_in_flight():
    """A ball takes the lowest box away; what stood on it falls and comes to rest, the top one never on the floor."""
    run = tower(placed((-0.3, 0.0, 0.5*SIDE), (3.0, 0.0, 0.0), body=Ball(0.015, mass=0.3), omega=(0.0, 0.0, 0.0)))
    run.advance(1/240)
    assert words(run) == ["rest", "rest", "rest", "flight"]
    top = []
    for _step in range(76):
        run.advance(1/240)
        top.append(words(run)[2])
        # [m] 2 % of a side: it is on the floor, or it is not
        assert run.on[2] < 0.0 and run.x[2, 2] > 1.48*SIDE
    assert set(top) == {"rest", "flight", "on_others"} and top[-1] == "rest"
    # it came down and rocked for a while: what is upon another one then touches it
    assert "on_others" in top[top.index("flight"):]
    assert mode_text("on_others") not in ("on_others", mode_text("flight"))


def test_each_box_of_a_tower_that_turns_with_its_table_says_what_carries_it():
    run = tower(motion=Spin("z", 0.5))
    run.advance(0.2)
    assert words(run) == ["rest"]*3


@pytest.mark.parametrize("count", [3, 6])
def test_a_ball_that_lies_on_others_is_told_so(count):
    """A ball into the notch of those that lie on a plane, which roll apart below it: it flies, touches them, flies or
    lands, as its distances from them say."""
    low = [placed((A*1.001*np.cos(k*2.0*np.pi/count)/np.sin(np.pi/count),
                   A*1.001*np.sin(k*2.0*np.pi/count)/np.sin(np.pi/count), A), body=Ball(A, mass=0.1))
           for k in range(count)]
    high = placed((0.0, 0.0, 3.5*A), (0.0, 0.0, 0.0), body=Ball(A, mass=0.1), omega=(0.0, 0.0, 0.0), on="floor")
    run = Run(World({"floor": On(Plane(), contact=ROUGH)}, [high, *low], {("ball", "ball"): law(0.3, 0.0)}))
    seen = set()
    for _step in range(200):
        run.advance(1/240)
        word, is_on = words(run)[0], run.on[0] >= 0.0
        seen.add(word)
        assert (word in ("flight", "on_others")) == (not is_on)
        if word == "on_others":
            assert touches(run)[0]
        body = run.simulation.snapshot().bodies[0]
        # [m] rounding: the lowest point of the ball, whatever it touches
        assert body.contact == pytest.approx(body.centre - A*np.array((0.0, 0.0, 1.0)), abs=1e-14)
        assert body.is_aloft == (not is_on)
    assert {"flight", "on_others"} <= seen if count == 3 else "flight" in seen


def test_the_trail_of_a_ball_among_boxes_goes_on_without_jumps():
    """While it touches nothing but boxes, in the air too, the lowest point of the ball is where the trail goes."""
    ball = placed((-0.2, 0.004, 0.015), (4.0, 0.0, 0.0), body=Ball(0.015, mass=0.3))
    boxes = [Placed(BOX, Start(at=(0.05*k, 0.0)), name=f"box {k + 1}") for k in range(3)]
    run = Run(World({"floor": On(Plane(), contact=ROUGH)}, [ball, *boxes],
                    {(a, b): law(0.4, 0.2) for a in ("ball", "box") for b in ("ball", "box")}))
    run.simulation.recording.keep_trace()
    alone = 0
    for _step in range(120):
        run.advance(1/240)
        body = run.simulation.snapshot().bodies[0]
        alone += body.mode == "on_others"
        assert body.contact == pytest.approx(body.centre - (0.0, 0.0, 0.015), abs=1e-14)    # [m] rounding
    way = way_of_body(run.simulation, 0, 0.0, 1.0)
    steps = np.linalg.norm(np.diff(way.contact, axis=0), axis=1)
    # [m] no faster than the ball, and rounding
    assert (steps <= 4.01*np.diff(way.t) + 1e-12).all() and alone > 0
