"""What a picture was told stays so when its page is built again."""

import numpy as np

from sandbox.run.simulation import Simulation
from sandbox.view.quality import LOW
from sandbox.view.show import Show
from tests.ui.made_up import turntable


def test_a_ghost_that_was_taken_away_is_not_in_the_page_that_is_built_before_the_next_frame():
    run, show = Simulation(turntable()), Show()
    show.new_scene(run.surfaces if len(run.surfaces) > 1 else run.surfaces[0], run.bodies, "", run.snapshot())
    show.build(LOW, 400, 300)
    angle = np.linspace(0.0, 2.0*np.pi, 40)
    z = float(run.snapshot().bodies[0].contact[2])
    show.show_ghost(np.column_stack((0.1*np.cos(angle), 0.1*np.sin(angle), z + 0.0*angle)))
    show.frame(1)
    assert show.stage.ink.ghost.strokes._is_used.any()
    show.show_ghost(None)
    show.build(LOW, 400, 300)
    show.frame(2)
    assert not show.stage.ink.ghost.strokes._is_used.any()
