"""`./test near FILE...` finds the tests of a file, `./test fast` something of each room."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import near
from tests.near import EVERY, ROOT, OneScene, given

FAST = ROOT/"tests"/"fast.txt"


def files(name: str) -> set[str]:
    return near.near(ROOT/name)


def test_tests_that_import_a_module_are_near():
    assert files("sandbox/theory/band.py") >= {"tests/theory/test_band.py", "tests/theory/test_ghost.py"}
    # a name that a package hands on is that of the module where it stands
    assert "tests/physics/test_contact_runs.py" in files("sandbox/scene/friction.py")
    assert "tests/physics/test_contact_runs.py" not in files("sandbox/scene/typed/parser.py")


def test_helpers_lead_to_the_tests_that_they_help():
    assert files("tests/physics/contact_runs.py") >= {"tests/physics/test_hand.py", "tests/physics/test_endless.py"}
    # a program of its own is named by its test; a file of another kind, too
    assert "tests/test_hand_window.py" in files("tests/hand_window.py")
    assert "tests/test_catalogue.py" in files("sandbox/locale/ru/sandbox.po")
    assert "tests/setup/test_bootstrap.py" in files("bootstrap.py")
    assert files("tests/theory/test_band.py") == {"tests/theory/test_band.py"}


def test_each_module_has_tests_near_it():
    """Those that nothing imports, and empty ones, have none."""
    lonely = {name for name, path in near.sources().items() if name.startswith("sandbox.") and not near.near(path)}
    assert {name for name in lonely if near.sources()[name].name != "__init__.py"} == {"sandbox.__main__"}


def test_what_tries_everything_is_near_nothing():
    found = files("sandbox/run/simulation.py")
    assert len(found) > 50 and not any(file.startswith(near.EVERYTHING) for file in found)


def test_of_tests_for_every_scene_a_scene_has_its_own():
    assert files("scenes/globe.py") == {"tests/scenes/test_globe.py", *EVERY}
    places = [f"{EVERY[0]}::test_bits[{case}]" for case in ("globe-1", "globe_2-1", "turntable-1")]
    items = [SimpleNamespace(nodeid=place, callspec=SimpleNamespace(id=place.split("[")[1][:-1])) for place in places]
    items.append(SimpleNamespace(nodeid="tests/scenes/test_globe.py::test_it[turntable]", callspec=items[2].callspec))
    out = []
    config = SimpleNamespace(hook=SimpleNamespace(pytest_deselected=lambda items: out.extend(items)))
    OneScene({"globe"}).pytest_collection_modifyitems(config, items)
    assert [item.nodeid for item in out] == places[2:] and len(items) == 3


@pytest.mark.parametrize(("words", "sentence"), [
    (["nowhere.py"], "nowhere.py: there is no such file."), (["sandbox"], "sandbox: there is no such file."),
    ([os.__file__], "is not a part of the project in "), ([], "usage: test near FILE..."),
    (["main.py", ""], ": there is no such file.")])
def test_what_is_no_file_of_the_project_is_said(words, sentence, tmp_path):
    with pytest.raises(SystemExit) as refused:
        given(words, tmp_path)
    assert sentence in refused.value.code


def test_files_are_named_from_where_one_stands():
    assert given(["band.py", "main.py"], ROOT/"sandbox"/"theory") == [ROOT/"sandbox"/"theory"/"band.py", ROOT/"main.py"]


def test_the_fast_ones_stand_in_every_room():
    lines = FAST.read_text(encoding="utf-8").splitlines()
    places = [Path(line.partition("::")[0]) for line in lines]
    assert len(set(lines)) == len(lines) and all((ROOT/place).exists() for place in places)
    rooms = {path.name for path in (ROOT/"tests").iterdir() if path.is_dir() and any(path.rglob("test_*.py"))}
    # a package that was made, and random runs for as long as one likes, are for all the tests
    assert rooms - {place.parts[1] for place in places} == {"bundle", "fuzz"}
