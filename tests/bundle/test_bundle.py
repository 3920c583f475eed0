"""The packaged program as its owners start it: without Python, network, room to write, and in odd places."""

import ctypes
import json
import os
import time
from pathlib import Path

import pytest

from bundle import OPEN_TO_SCENES
from tests.bundle.packed import Packed, twin
from tests.bundle.sockets import internet_calls, internet_sockets
from tests.patience import ENDLESS, HANGING, MISSING

pytestmark = [pytest.mark.packed, pytest.mark.window, pytest.mark.timeout(2.0*ENDLESS)]

ROOT = Path(__file__).parents[2]
NO_NETWORK = ["unshare", "--net"] if os.name != "nt" and os.geteuid() == 0 else ["unshare", "--user", "--net"]
ODD = "Папка, с пробелами & 'знаками' #1 😀"
OWN_SCENE = (ROOT / "scenes" / "bounce.py").read_text(encoding="utf-8")

root_only = pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="mounting needs root")


def compiled(packed: Packed) -> list[str]:
    """Files of machine code in a person's folders, each as often as it is there."""
    return sorted(path.name for path in packed.home.rglob("*.code"))


def verdicts(done) -> dict[str, str]:
    """First words of the lines of a selftest, by scene."""
    lines = [line.split() for line in done.stdout.splitlines()]
    return {line[1]: line[0] for line in lines if len(line) > 1}


def test_every_scene_moves_without_network_python_or_compiler(packed, tmp_path):
    trace = tmp_path / "trace"
    done = packed.run("selftest", screen=True, patience=ENDLESS,
                      before=[*NO_NETWORK, "strace", "-f", "--seccomp-bpf", "-e", "trace=%network", "-o", trace])
    print(done.stdout, done.stderr)
    assert done.returncode == 0
    assert verdicts(done) == dict.fromkeys([scene["id"] for scene in packed.scenes()["scenes"]] + ["film"], "ok")
    assert "film 60 frames, 60 distinct" in done.stdout
    assert "sun_path" in trace.read_text(errors="replace"), "nothing was traced"
    assert internet_calls(trace) == []
    print(internet_sockets(trace), "sockets of the internet made and never used")
    assert packed.processes() == []
    assert compiled(packed) == []


def test_all_that_scenes_need_came_compiled(packed):
    done = packed.run("warm", patience=ENDLESS)
    assert done.returncode == 0 and done.stdout.endswith("0 of them new\n"), done.stdout + done.stderr


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "tests" / "vectors").glob("vectors_*.json")))
def test_reference_vectors_come_out_as_from_the_sources(packed, name):
    done = packed.run("check", ROOT / "tests" / "vectors" / name)
    assert not [line for line in done.stdout.splitlines() if line.startswith("FAIL")]
    assert done.stdout.count("ok ") > 20


def test_it_speaks_russian(packed):
    assert "эллипс" in packed.run("--lang", "ru", "conic", "skate").stdout
    assert "turntable: Шар" in packed.run("--lang", "ru", "list").stdout


def test_nothing_is_compiled_before_the_first_moving_picture(packed):
    done = packed.run("--measure-window", screen=True)
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    assert json.loads(done.stdout.splitlines()[-1])["first_picture_at"] > 0.0
    assert compiled(packed) == []


@root_only
def test_read_only_program_and_home_in_an_odd_place(tmp_path):
    place, home = tmp_path / ODD, tmp_path / "дом"
    program = Packed(twin(place), home)
    home.mkdir()
    mount = ('for d in "$0" "$1"; do mount --bind "$d" "$d" && mount -o remount,ro,bind "$d" || exit 9; done; '
             'shift; exec "$@"')
    done = program.run("selftest", "turntable", "coin", screen=True,
                       before=["unshare", "--mount", "sh", "-c", mount, place, home])
    assert done.returncode == 0, done.stdout + done.stderr
    assert verdicts(done) == {"turntable": "ok", "coin": "ok", "film": "ok"}
    assert list(home.iterdir()) == []


@root_only
def test_an_ordinary_user_needs_no_rights(tmp_path):
    place = tmp_path / "program"
    twin(place)
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, 65534, 65534)
    for folder in (tmp_path, *tmp_path.parents):
        if not os.stat(folder).st_mode & 0o001:
            folder.chmod(os.stat(folder).st_mode | 0o011)
    done = Packed(place / "jacobi-sandbox", home).run(
        "selftest", "turntable", screen=True, before=["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    assert done.returncode == 0 and verdicts(done) == {"turntable": "ok", "film": "ok"}, done.stdout + done.stderr


def test_two_at_once_with_one_home(packed):
    both = [packed.start("selftest", scene, screen=True) for scene in ("turntable", "bowl")]
    for process, scene in zip(both, ("turntable", "bowl"), strict=True):
        out, err = process.communicate(timeout=HANGING)
        assert process.returncode == 0, out + err
        assert f"ok {scene} " in out and "ok film 60 frames, 60 distinct" in out
    assert packed.processes() == []


def test_own_scenes_are_found_beside_the_program(tmp_path):
    program = Packed(twin(tmp_path / "program"), tmp_path / "home")
    program.home.mkdir()
    own = program.program.parent / "scenes"
    (own / "my_hop.py").write_text(OWN_SCENE, encoding="utf-8")
    (own / "broken.py").write_text("import no_such_module\n", encoding="utf-8")
    found = program.scenes()
    assert "my_hop" in [scene["id"] for scene in found["scenes"]]
    assert found["broken"] == {
        "broken": "line 1: needs the Python module 'no_such_module', which this program does not hold"}
    done = program.run("simulate", "my_hop", "--duration", "1", "--json")
    assert json.loads(done.stdout)["steps"] == 240, done.stderr
    (own / "broken.py").unlink()
    done = program.run("selftest", "my_hop", screen=True)
    assert done.returncode == 0 and "ok my_hop" in done.stdout, done.stdout + done.stderr


def test_a_scene_may_use_the_modules_that_are_promised(tmp_path):
    program = Packed(twin(tmp_path / "program"), tmp_path / "home")
    program.home.mkdir()
    lines = [f"import {name}" for name in (*OPEN_TO_SCENES, "numpy", "scipy.signal", "scipy.ndimage", "scipy.special")]
    (program.program.parent / "scenes" / "many.py").write_text("\n".join(lines) + "\n" + OWN_SCENE, encoding="utf-8")
    assert program.scenes()["broken"] == {}


def launch(entry: Path):
    """Start what a desktop file names, as desktops do (GLib); skips where there is no GLib."""
    try:
        gio = ctypes.CDLL("libgio-2.0.so.0")
    except OSError:
        pytest.skip("needs GLib")
    gio.g_desktop_app_info_new_from_filename.restype = ctypes.c_void_p
    gio.g_app_info_launch.argtypes = [ctypes.c_void_p]*4
    information = gio.g_desktop_app_info_new_from_filename(os.fsencode(entry))
    assert information, "GLib does not accept the file"
    assert gio.g_app_info_launch(information, None, None, None)


def test_the_desktop_file_starts_the_program_beside_it(tmp_path):
    program = Packed(twin(tmp_path / ODD), tmp_path / "home")
    program.program.unlink()
    program.program.write_text(f"#!/bin/sh\necho started > '{tmp_path}/seen'\n", encoding="utf-8")
    program.program.chmod(0o755)
    launch(program.program.parent / "jacobi-sandbox.desktop")
    end = time.monotonic() + MISSING
    while not (tmp_path / "seen").exists() and time.monotonic() < end:
        time.sleep(0.1)
    assert (tmp_path / "seen").read_text() == "started\n"
