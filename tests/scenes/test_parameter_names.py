"""What people read instead of the names that stand in files."""


from sandbox.scene import Parameter
from sandbox.scene.presentation.names import NAMES
from sandbox.text import set_language
from tests.shipped import shipped

CATALOGUE = shipped()


def test_every_parameter_has_a_name_for_people():
    used = {p.name for scene in CATALOGUE.scenes.values() for p in scene.parameters}
    assert used <= set(NAMES), used - set(NAMES)
    for scene in CATALOGUE.scenes.values():
        for parameter in scene.parameters:
            assert "_" not in parameter.shown_name


def test_names_speak_both_languages():
    mu = Parameter("mu", 0.5, low=0, high=1)
    assert mu.shown_name == "friction coefficient μ"
    set_language("ru")
    assert mu.shown_name == "коэффициент трения μ"


def test_a_scene_may_have_names_of_its_own():
    assert Parameter("far_end", 0.5, low=0, high=1).shown_name == "far end"
    assert Parameter("mu", 0.5, low=0, high=1, title="grip").shown_name == "grip"
    assert Parameter("mu", 0.5, low=0, high=1, symbol="f").shown_name == "friction coefficient f"
