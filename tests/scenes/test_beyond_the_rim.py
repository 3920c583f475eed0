"""What goes over a rim goes on: it flies as a point does, comes to the floor of the laboratory, and rolls there."""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.probe import domain_at, slopes_at
from sandbox.scene import Ball, GraphSurface, On, Placed, Start, World, edges_of
from sandbox.systems.supports.assembly import assemble_supports
from tests.scenes.riding import CATALOGUE, G, ride

# scene, preset, radius of the ball, height of the floor [m]
OUT = [
    ("bowl", "The oval bowl throws it out", 0.01, -0.1),
    ("torus", "On top of the ring", 0.015, -0.2),
    ("pseudosphere", "Down, up and over the rim", 0.01, -0.6),
    ("own_surface", "Too slow: it runs off", 0.01, None),
    ("own_surface", "Scattered by a hill", 0.01, -0.12),
]
AFTER = 5.0         # [s] that a run goes on at least


@pytest.mark.parametrize(("scene", "preset", "a", "floor"), OUT, ids=[f"{scene} {name}" for scene, name, *_ in OUT])
def test_a_run_goes_on_beyond_the_rim(scene, preset, a, floor):
    seen = ride(scene, preset, 15.0)
    landing = next(event.t for event in seen.run.events if event.kind == "impact" and "floor" in event.sentence)
    off = max(event.t for event in seen.run.events if event.kind == "detach" and event.t < landing)
    assert seen.ended is None and seen.t[-1] > landing + AFTER

    # free fall from where it left to where it landed
    aloft = (seen.t > off) & (seen.t < landing)
    t, v = seen.t[aloft], seen.v[aloft]
    assert aloft.sum() > 5
    # [m/s] rounding of speeds of 1 m/s
    assert np.abs(v - v[0] + np.outer(t - t[0], (0.0, 0.0, G))).max() < 1e-12

    # on the floor at last, and no faster than it came
    floor = seen.r[-1, 2] - a if floor is None else floor
    # [m] the ball lies on it
    assert np.abs(seen.r[-240:, 2] - floor - a).max() < 1e-9
    assert np.linalg.norm(seen.v[-1]) < np.linalg.norm(v[-1])


def edge_of(text, rim=0.2, e=2e-3, **numbers):
    """The compiled edge of a typed surface: its addresses and parameters, and what the surface knows of itself."""
    surface = On(GraphSurface(text, rim=rim, **numbers))
    system = assemble_supports(World({"surface": surface, **edges_of(surface, e)},
                                     [Placed(Ball(0.01), Start(at=(0.02, 0.01)))]), {})
    return system.parts["edge"].system, surface.surface.graph


def test_the_edge_of_a_typed_surface_joins_it():
    """Along the rim it lies on the surface and has its normal; its derivatives are those of its values."""
    rim, e = 0.2, 2e-3
    edge, graph = edge_of("2*x^2 - 3*x*y + x^3/b", rim, e, b=0.3)
    slopes, values = edge.calls[lay.CALL_SURFACE], edge.calls[lay.CALL_DOMAIN]
    for angle in np.linspace(0.1, 6.2, 9):
        x, y = rim*np.cos(angle), rim*np.sin(angle)
        f, f_x, f_y, *_bends = (float(u) for u in graph.jets(x, y))
        at = slopes_at(int(slopes), np.array((x, y, f)), edge.p, lay.SURFACE)
        # phi of the tube has the gradient of z - f there
        assert np.allclose(at.gradient, (-f_x, -f_y, 1.0), rtol=0, atol=1e-11)
        assert abs(domain_at(int(values), np.array((x, y, f)), edge.p, lay.SURFACE).phi) < 1e-15

        # a point above the tube, where no term vanishes
        place, h = np.array((1.004*x, 1.004*y, f + 1e-3)), 1e-6
        here = slopes_at(int(slopes), place, edge.p, lay.SURFACE)
        for i in range(3):
            step = h*np.eye(3)[i]
            low, high = (domain_at(int(values), place + k*step, edge.p, lay.SURFACE).phi for k in (-1, 1))
            # differences over 1e-6 m of a phi that bends with 1/e
            assert here.gradient[i] == pytest.approx((high - low)/(2*h), abs=1e-7)
            low, high = (slopes_at(int(slopes), place + k*step, edge.p, lay.SURFACE).gradient for k in (-1, 1))
            assert np.allclose(here.hessian[i], (high - low)/(2*h), rtol=0, atol=1e-4*np.abs(here.hessian).max())


def test_a_formula_that_ends_at_the_rim_has_no_edge():
    with pytest.raises(BadValue, match="ends at its rim"):
        edges_of(On(GraphSurface("-sqrt(b^2 - r^2)", rim=0.2, b=0.2005)))
    # the scene goes on without it: there the run ends
    seen = ride("own_surface", "The bowl, typed", 20.0, surface="-b*sqrt(1.001 - r^2/b^2)", b=0.15, rim=0.15, x=0.1,
                vy=2.0)
    assert seen.ended in (None, "rim")
    assert "edge" not in CATALOGUE.get("own_surface").build(seen.p).supports
