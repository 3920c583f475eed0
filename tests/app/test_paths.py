"""Folders are found or replaced in words, whatever the home folder looks like."""

import os
from datetime import datetime

import pytest

from sandbox.app.paths import OVERRIDE, find_folders, media_folders, standard_folders

NAMES = ["plain", "with space", "hash#percent%20", "quote'\"", "Кириллица", "عربي", "cafe\u0301", "🎱", "dot.", "x"*200,
         "/".join(["long"*10]*5)]


@pytest.mark.parametrize("name", NAMES)
def test_any_home_folder_will_do(tmp_path, monkeypatch, name):
    monkeypatch.setenv(OVERRIDE, str(tmp_path / name))
    folders = find_folders()
    assert folders.troubles == ()
    for folder in (folders.config, folders.cache, folders.log, folders.runs):
        (folder / "x").write_text("x")


def test_without_the_override_the_system_decides(monkeypatch):
    monkeypatch.delenv(OVERRIDE)
    folders = standard_folders()
    assert list(folders) == ["config", "cache", "log", "runs"]
    assert all("jacobi-sandbox" in str(path) and path.is_absolute() for path in folders.values())


def test_an_unwritable_home_is_replaced_with_a_sentence(tmp_path, monkeypatch):
    (tmp_path / "home").write_text("a file")
    monkeypatch.setenv(OVERRIDE, str(tmp_path / "home"))
    folders = find_folders()
    assert len(folders.troubles) == 4
    assert str(tmp_path / "home" / "runs") in folders.troubles[3] and str(folders.runs) in folders.troubles[3]
    (folders.runs / "x").write_text("x")


def test_no_folder_at_all_is_a_sentence(tmp_path, monkeypatch):
    def full(**_options):
        raise OSError(28, "No space left on device")
    (tmp_path / "home").write_text("a file")
    monkeypatch.setenv(OVERRIDE, str(tmp_path / "home"))
    monkeypatch.setattr("tempfile.mkdtemp", full)
    folders = find_folders()
    assert "nothing will be saved there" in folders.troubles[0]
    assert folders.config == tmp_path / "home" / "config"


def test_run_files_get_names_that_every_system_allows(tmp_path, monkeypatch):
    monkeypatch.setenv(OVERRIDE, str(tmp_path))
    folders, now = find_folders(), datetime(2025, 1, 2, 3, 4, 5)
    first = folders.new_run_file("turntable", now)
    assert first.name == "2025-01-02_03-04-05_turntable.sqlite"
    first.touch()
    assert folders.new_run_file("turntable", now).name == "2025-01-02_03-04-05_turntable_2.sqlite"
    assert folders.new_run_file("../../Etc: пуск?", now).parent == folders.runs
    assert os.path.basename(folders.new_run_file("", now)) == "2025-01-02_03-04-05_run.sqlite"


def test_films_and_pictures_go_where_a_person_looks_for_them(tmp_path, monkeypatch):
    monkeypatch.setenv(OVERRIDE, str(tmp_path))
    assert media_folders() == (tmp_path / "films", tmp_path / "pictures")
    monkeypatch.delenv(OVERRIDE)
    assert all(folder.is_absolute() and tmp_path not in folder.parents for folder in media_folders())
    assert list(tmp_path.iterdir()) == []
