"""Names at bodies and axes."""

from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.scene import Blade, Breakable, Ideal, Sleigh, Suslov, ViscousRow
from sandbox.scene.drawn.shapes import Look
from sandbox.text import set_language
from sandbox.view.page import transport
from sandbox.view.picture.labels import Labels, text_of


@pytest.fixture
def canvas():
    transport.clear()
    yield transport.load().canvas()
    transport.clear()


def skate(realisation) -> Look:
    return Sleigh(1.0, 0.01, (Blade((0.0, 0.0), realisation=realisation),)).constrained().looks[0]


def snapshot(*centres):
    return SimpleNamespace(bodies=[SimpleNamespace(centre=np.array(c), quaternion=(np.sqrt(0.5), 0, 0, np.sqrt(0.5)))
                                   for c in centres])


def test_what_blades_are_called():
    said = [text_of(skate(blade).labels[0]) for blade in (Ideal(), ViscousRow(20.0), Breakable(3.0, 1.0))]
    assert said == ["ideal", "viscous, 20 N s/m", "holds 3 N"]
    set_language("ru")
    assert text_of(skate(ViscousRow(20.0)).labels[0]) != said[1]
    assert "20" in text_of(skate(ViscousRow(20.0)).labels[0])


def test_models_side_by_side_have_names_and_one_alone_has_none(canvas):
    one, other = skate(Ideal()), skate(ViscousRow(20.0))
    alone, both = (Labels(bodies, (0, 0, 0), (1, 1, 1)) for bodies in ([one], [one, other]))
    for labels in (alone, both):
        labels.is_on = True
        labels.show(snapshot((0.1, 0.0, 0.0), (0.2, 0.0, 0.0)))
    assert alone._made == [] and [made.text for made in both._made] == ["ideal", "viscous, 20 N s/m"]
    assert both._made[1].pos.x == pytest.approx(0.2) and both._made[0].yoffset != both._made[1].yoffset
    both.is_on = False
    both.show(snapshot((0.1, 0.0, 0.0), (0.2, 0.0, 0.0)))
    assert not any(made.visible for made in both._made)


def test_axes_of_a_body_have_names_where_they_end(canvas):
    looks = Suslov(np.diag((1e-3, 2e-3, 3e-3)), 1.0).looks
    labels = Labels(looks, (0, 0, 0), (1, 1, 1))
    labels.is_on = True
    labels.show(snapshot((0.0, 0.0, 0.5), (0.0, 0.0, 0.5)))
    shown = {made.text: made.pos for made in labels._made}
    assert {"axis 1", "axis 2", "axis 3", "vertical"} <= set(shown)
    # turned by 90 degrees about the vertical: the first axis points along y
    assert shown["axis 1"].y > 0.05 and abs(shown["axis 1"].x) < 1e-12
