"""A double click on Linux: the entry starts the program beside it and hands it the file; the desktop knows the file."""

import ctypes
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.patience import MISSING

BUNDLE = Path(__file__).parents[2] / "bundle"


class List(ctypes.Structure):
    """GList with one member."""

    _fields_ = [("data", ctypes.c_void_p), ("next", ctypes.c_void_p), ("prev", ctypes.c_void_p)]


def started(folder: Path, opened: Path | None) -> list[str]:
    """What the program is started with when a desktop (GLib) opens a file by the entry."""
    try:
        gio = ctypes.CDLL("libgio-2.0.so.0")
    except OSError:
        pytest.skip("needs GLib")
    shutil.copy(BUNDLE / "jacobi-sandbox.desktop", folder)
    seen, program = folder / "seen", folder / "jacobi-sandbox"
    program.write_text(f"#!/bin/sh\nfor word; do printf '%s\\n' \"$word\"; done > '{seen}.new'\n"
                       f"mv '{seen}.new' '{seen}'\n", encoding="utf-8")
    program.chmod(0o755)
    for name in ("g_desktop_app_info_new_from_filename", "g_file_new_for_path"):
        getattr(gio, name).restype = ctypes.c_void_p
    gio.g_app_info_launch.argtypes = [ctypes.c_void_p]*4
    information = gio.g_desktop_app_info_new_from_filename(os.fsencode(folder / "jacobi-sandbox.desktop"))
    assert information, "GLib does not accept the entry"
    files = List(gio.g_file_new_for_path(os.fsencode(opened)), None, None) if opened else None
    assert gio.g_app_info_launch(information, ctypes.addressof(files) if files else None, None, None)
    end = time.monotonic() + MISSING
    while not seen.exists() and time.monotonic() < end:
        time.sleep(0.05)
    return seen.read_text(encoding="utf-8").splitlines()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="entries of Linux desktops")
@pytest.mark.parametrize("name", ["lesson.jacobi.json", "урок 1, it's $HOME; `x`.jacobi.json"])
def test_the_file_arrives(tmp_path, name):
    folder = tmp_path / "a folder, с пробелом"
    folder.mkdir()
    assert started(folder, tmp_path / name) == [str(tmp_path / name)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="entries of Linux desktops")
def test_without_a_file_there_is_none(tmp_path):
    assert started(tmp_path, None) == []


def test_the_kind_of_file_is_known_by_its_ending():
    root = ET.parse(BUNDLE / "jacobi-sandbox-mime.xml").getroot()
    names = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    kind = root.find("m:mime-type", names)
    assert kind.find("m:glob", names).get("pattern") == "*.jacobi.json"
    entry = (BUNDLE / "jacobi-sandbox.desktop").read_text(encoding="utf-8")
    assert f"MimeType={kind.get('type')};" in entry.splitlines() and " %f\n" in entry


@pytest.mark.skipif(not shutil.which("update-mime-database"), reason="no database of kinds of files")
def test_the_database_of_kinds_takes_it(tmp_path):
    (tmp_path / "packages").mkdir()
    shutil.copy(BUNDLE / "jacobi-sandbox-mime.xml", tmp_path / "packages")
    subprocess.run(["update-mime-database", str(tmp_path)], check=True, capture_output=True)
    assert "80:application/x-jacobi-sandbox:*.jacobi.json" in (tmp_path / "globs2").read_text(encoding="utf-8")
