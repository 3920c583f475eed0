"""The names of films and other files that a person gives: nothing is replaced, and what cannot be is said first."""

import os
import subprocess

import pytest

from sandbox import targets
from sandbox.errors import BadValue
from sandbox.files import place, place_beside
from sandbox.film.encoding.claim import Claim
from sandbox.film.recipe import Recipe, read_recipe
from sandbox.targets import check_target, trouble_of_name

RECIPE = Recipe("turntable")


def content(folder) -> dict:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("there", ["a.mp4", "a.json"])
def test_what_is_there_is_refused(tmp_path, there):
    (tmp_path / there).write_bytes(b"mine")
    with pytest.raises(BadValue, match="is there already; --force"):
        Claim(tmp_path / "a.mp4")
    assert content(tmp_path) == {there: b"mine"}
    Claim(tmp_path / "a.mp4", replaces=True).give_up()
    assert content(tmp_path) == {there: b"mine"}


def test_another_kind_of_the_same_name_does_not_take_the_recipe(tmp_path):
    claim = Claim(tmp_path / "a.mp4")
    with pytest.raises(BadValue, match="another recording is writing this film"):
        Claim(tmp_path / "a.gif")
    (tmp_path / "a.mp4").touch()
    assert claim.fulfil(tmp_path / "a.mp4", RECIPE) == tmp_path / "a.json"
    with pytest.raises(BadValue, match=r"its recipe .*a\.json: is there already"):
        Claim(tmp_path / "a.gif")


def test_a_second_recording_of_a_name_is_refused_even_by_force(tmp_path):
    claim = Claim(tmp_path / "a.mp4")
    for replaces in (False, True):
        with pytest.raises(BadValue, match="another recording is writing this film"):
            Claim(tmp_path / "a.mp4", replaces)
    claim.give_up()
    Claim(tmp_path / "a.mp4").give_up()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_recording_left_is_kept(tmp_path):
    (tmp_path / "a.part.mp4").write_bytes(b"film")
    (tmp_path / "a.part.json").write_bytes(b"recipe")
    claim = Claim(tmp_path / "a.mp4")
    assert {path.name for path in claim.kept} == {"a-unfinished.mp4", "a-unfinished.json"}
    claim.give_up()
    assert content(tmp_path) == {"a-unfinished.mp4": b"film", "a-unfinished.json": b"recipe"}


def test_a_recipe_is_there_from_the_beginning_and_has_room(tmp_path):
    claim = Claim(tmp_path / "a.mp4")
    claim.promise(RECIPE)
    assert read_recipe(claim.part) == RECIPE
    planned = claim.part.stat().st_size
    (tmp_path / "a.json").write_bytes(b"mine")                  # somebody comes in between
    made = claim.fulfil(tmp_path / "a.mp4", RECIPE, made_frames=3, ended="x"*1000)
    assert made == tmp_path / "a-2.json" and read_recipe(made) == RECIPE and made.stat().st_size < planned
    assert (tmp_path / "a.json").read_bytes() == b"mine" and len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name, said", [
    ("x"*260 + ".mp4", "too long, needs at most"), ("я"*130 + ".mp4", "too long"), ("x"*245 + ".mp4", "too long"),
    ("nowhere/a.mp4", "there is no folder"), ("x"*300 + "/a.mp4", "there is no folder"), ("folder.mp4", "is a folder"),
    ("link.mp4", "is a device or a folder"), ("file/a.mp4", "there is no folder")])
def test_names_that_no_film_can_have(tmp_path, name, said):
    (tmp_path / "folder.mp4").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "link.mp4").symlink_to("/dev/null")
    before = sorted(tmp_path.iterdir())
    for replaces in (False, True):
        with pytest.raises(BadValue, match=said) as refused:
            Claim(tmp_path / name, replaces)
        assert len(str(refused.value)) < 700
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a pipe in a folder")
def test_a_pipe_is_no_film(tmp_path):
    os.mkfifo(tmp_path / "a.mp4")
    with pytest.raises(BadValue, match="is a device"):
        Claim(tmp_path / "a.mp4", replaces=True)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount a disk")
def test_a_read_only_folder_is_said_first(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(disk)], capture_output=True).returncode:
        pytest.skip("no read-only disk can be mounted here")
    try:
        with pytest.raises(BadValue, match="cannot be written: Read-only"):
            Claim(disk / "a.mp4")
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_folder_that_may_not_be_written_is_said_first(tmp_path, monkeypatch):
    def refused(*_anything):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(targets.os, "open", refused)
    with pytest.raises(BadValue, match="cannot be written: Permission denied"):
        check_target(tmp_path / "a.csv", "--out a.csv")


@pytest.mark.parametrize("name, is_good", [
    ("a.mp4", True), ("console.mp4", True), ("CON.mp4", False), ("nul.part.gif", False), ("Com1.mp4", False),
    ("lpt9.webm", False), ("aux .mp4", False), ("a:b.mp4", False), ("a?.mp4", False), ("a.mp4.", False),
    ("a\n.mp4", False)])
def test_names_of_devices_on_windows(name, is_good):
    assert (trouble_of_name(name, is_windows=True) == "") is is_good
    assert trouble_of_name(name, is_windows=False) == ""


@pytest.mark.parametrize("has_links", [True, False])
def test_a_finished_file_takes_a_free_name_only(tmp_path, monkeypatch, has_links):
    def refused(*_anything):
        raise PermissionError(1, "no links on this disk")

    if not has_links:
        monkeypatch.setattr(os, "link", refused)
    for content_of, name in ((b"1", "a.mp4"), (b"2", "a-2.mp4"), (b"3", "a-3.mp4")):
        (tmp_path / "made").write_bytes(content_of)
        assert place_beside(tmp_path / "made", tmp_path / "a.mp4").name == name
    assert content(tmp_path) == {"a.mp4": b"1", "a-2.mp4": b"2", "a-3.mp4": b"3"}
    (tmp_path / "made").write_bytes(b"4")
    with pytest.raises(FileExistsError):
        place(tmp_path / "made", tmp_path / "a.mp4")
    place(tmp_path / "made", tmp_path / "a.mp4", replaces=True)
    assert content(tmp_path)["a.mp4"] == b"4" and len(content(tmp_path)) == 3
