"""A person's folders are where platformdirs puts them, which only the window needs."""

from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from sandbox import folders

VARIABLES = [f"XDG_{name}_HOME" for name in ("CONFIG", "CACHE", "STATE", "DATA")]


@pytest.mark.parametrize("system, standard", [("linux", Unix), ("darwin", MacOS)])
@pytest.mark.parametrize("value", [None, "", "not/absolute", "/elsewhere/with blank"])
def test_places_are_those_that_others_use_too(monkeypatch, system, standard, value):
    monkeypatch.setattr(folders.sys, "platform", system)
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    expected = standard(appname=folders.NAME, appauthor=False)
    assert folders.own_folders() == {"config": expected.user_config_path, "cache": expected.user_cache_path,
                                     "log": expected.user_log_path, "data": expected.user_data_path}


@pytest.mark.parametrize("local", ["C:/Local", None])
def test_windows_has_one_folder(monkeypatch, local):
    monkeypatch.setattr(folders.sys, "platform", "win32")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    if local:
        monkeypatch.setenv("LOCALAPPDATA", local)
    own = (Path(local) if local else Path.home() / "AppData" / "Local") / "jacobi-sandbox"
    assert folders.own_folders() == {"config": own, "cache": own / "Cache", "log": own / "Logs", "data": own}
