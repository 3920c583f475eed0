"""What goes into the folder of the packaged program, and the look at its sizes; without building it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PyQt5.QtCore import QSettings

from bundle import EXCLUDED, OPEN_TO_SCENES, is_wanted
from bundle.__main__ import let_all_read
from bundle.contents import MEGABYTE, check_size, dangling, link_same, parts_of, size_of
from bundle.icons import SOURCE
from bundle.start_hook import escaped
from sandbox.cli import common
from tests.patience import HANGING

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", [
    "PyQt5/Qt5/libexec/QtWebEngineProcess", "PyQt5/Qt5/plugins/platforms/libqxcb.so", "PyQt5/QtWidgets.abi3.so",
    "PyQt5/Qt5/translations/qtwebengine_locales/ru.pak", "PyQt5/Qt5/translations/qtbase_ru.qm",
    "PyQt5/Qt5/resources/icudtl.dat", "vpython/vpython_libraries/glow.min.js", "libxcb.so.1",
    "av.libs/libgnutls-71454fd1.so.30.42.0", "libglib-2.0.so.0",
    "PyQt5/Qt5/plugins/imageformats/libqjpeg.so", "PyQt5\\Qt5\\plugins\\imageformats\\qsvg.dll",
    "numba/np/ufunc/_internal.cpython-311-x86_64-linux-gnu.so",
    "sandbox/locale/ru/sandbox.mo", "PyQt5\\Qt5\\plugins\\platforms\\qwindows.dll"])
def test_what_is_needed_stays(name):
    assert is_wanted(name)


@pytest.mark.parametrize("name", [
    "PyQt5/Qt5/qml/QtQuick/plugin.so", "PyQt5/Qt5/plugins/sqldrivers/libqsqlite.so", "PyQt5/Qt5/lib/libQt5Nfc.so.5",
    "PyQt5/Qt5/translations/qtwebengine_locales/de.pak", "PyQt5/Qt5/translations/qtbase_de.qm", "libQt5Designer.so.5",
    "PyQt5/Qt5/resources/qtwebengine_devtools_resources.pak", "libcups.so.2", "libgnutls.so.30", "libgmp.so.10",
    "PyQt5/Qt5/plugins/imageformats/libqtiff.so", "PyQt5\\Qt5\\plugins\\imageformats\\qwebp.dll",
    "numba/np/ufunc/tbbpool.cpython-311-x86_64-linux-gnu.so",
    "numba/np/ufunc/workqueue.cpython-311-x86_64-linux-gnu.so"])
def test_what_nobody_needs_goes(name):
    assert not is_wanted(name, frozenset({"libQt5Core.so.5"}))


@pytest.mark.skipif(os.name == "nt", reason="permissions work differently")
def test_everybody_may_read_what_was_compiled_for_the_program(tmp_path):
    """The compiled code of a user is that user's alone; that of a program is for whoever starts it."""
    folder = tmp_path / "compiled" / "versions"
    folder.mkdir(mode=0o700, parents=True)
    file = folder / "code.mc"
    file.write_bytes(b"code")
    file.chmod(0o600)
    let_all_read(folder.parent)
    assert [path.stat().st_mode & 0o777 for path in (folder.parent, folder, file)] == [0o755, 0o755, 0o644]


def test_a_library_stays_when_something_needs_it():
    assert is_wanted("PyQt5/Qt5/lib/libQt5Core.so.5", frozenset({"libQt5Core.so.5"}))


def test_what_scenes_may_import_is_not_left_out():
    assert not set(OPEN_TO_SCENES) & set(EXCLUDED)


def test_sizes_are_those_of_the_files_and_links_count_nothing_twice(tmp_path):
    (tmp_path / "large").mkdir()
    (tmp_path / "large" / "data").write_bytes(bytes(4*MEGABYTE))
    (tmp_path / "small").write_bytes(bytes(1000))
    (tmp_path / "link").symlink_to("small")
    (tmp_path / "lost").symlink_to("nothing")
    assert dangling(tmp_path) == [tmp_path / "lost"]
    links = len("small") + len("nothing")
    assert size_of(tmp_path) == 4*MEGABYTE + 1000 + links
    assert parts_of(tmp_path) == [("large", 4*MEGABYTE), ("3 others", 1000 + links)]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_what_two_wheels_bring_alike_is_one_file(tmp_path):
    for folder, content in {"a.libs": b"same", "b.libs": b"same", "c.libs": b"else", "d": b"same"}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "lib.so").write_bytes(content)
    link_same(tmp_path)
    assert [path.parent.name for path in sorted(tmp_path.glob("*/lib.so")) if path.is_symlink()] == ["b.libs"]
    assert os.readlink(tmp_path / "b.libs" / "lib.so") == "../a.libs/lib.so"
    assert (tmp_path / "b.libs" / "lib.so").read_bytes() == b"same"


def test_too_large_is_a_complaint(capsys):
    assert check_size("it", 5*MEGABYTE, 6*MEGABYTE) == []
    assert check_size("it", 7*MEGABYTE, 6*MEGABYTE) == ["it has 7 MB, more than 6"]
    assert "it: 5 MB" in capsys.readouterr().out


def test_icons_of_three_systems_come_from_one_picture(tmp_path):
    """In a process of its own, as a build does it: without a screen."""
    assert SOURCE.is_file()
    program = "import pathlib, sys; from bundle.icons import write_icons; write_icons(pathlib.Path(sys.argv[1]))"
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    subprocess.run([sys.executable, "-c", program, tmp_path], check=True, cwd=ROOT, env=environment, timeout=HANGING)
    for kind, magic in {"png": b"\x89PNG", "ico": b"\0\0\1\0", "icns": b"icns"}.items():
        assert (tmp_path / f"icon.{kind}").read_bytes().startswith(magic)


@pytest.mark.parametrize("place", ["/plain", "/Папка, с пробелами/a;b", '/"quoted"\\back/😀/fa11', "C:/Тест/#1/100%"])
def test_qt_reads_the_prefix_as_it_is(tmp_path, place):
    path = tmp_path / "qt.conf"
    path.write_text(f"[Paths]\nPrefix = {escaped(place)}\n", encoding="ascii")
    assert QSettings(str(path), QSettings.Format.IniFormat).value("Paths/Prefix") == place


def test_own_scenes_lie_beside_the_program_and_not_beside_the_sources(monkeypatch, tmp_path):
    assert common.scene_folders() == [common.HERE / "scenes"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "jacobi-sandbox"))
    assert common.scene_folders() == [common.HERE / "scenes", tmp_path / "scenes"]
    assert common.this_program() == [str(tmp_path / "jacobi-sandbox")]
    inside = tmp_path / "Jacobi Sandbox.app" / "Contents" / "MacOS" / "jacobi-sandbox"
    monkeypatch.setattr(sys, "executable", str(inside))
    assert common.scene_folders()[1] == tmp_path / "scenes"
