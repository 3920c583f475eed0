"""Papers of the packaged program: whose every file is, all licences, manual, completions, the Debian package."""

import importlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bundle import NAME, debian, manual, papers
from bundle.__main__ import MOST_UNPACKED
from bundle.contents import size_of
from sandbox.version import VERSION
from tests.bundle.packed import PROGRAM, SCREEN
from tests.patience import ENDLESS, HANGING

ROOT = Path(__file__).parents[2]
linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="packages of Debian and its kin")
needs_dpkg = pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="needs dpkg")


def installed(module: str) -> Path:
    return Path(__import__(module).__file__)


def test_every_file_has_an_owner_and_a_licence(tmp_path):
    stranger = tmp_path / "libstranger.so"
    stranger.write_bytes(b"x")
    files = [papers.Packed("numpy/__init__.py", installed("numpy")), papers.Packed("main.py", ROOT / "main.py"),
             papers.Packed("json/__init__.py", installed("json")), papers.Packed("libstranger.so", stranger),
             papers.Packed("av.libs/libx265-0123.so.216", stranger)]
    parts, unknown = papers.parts_of(files)
    assert {part.name: part.files for part in parts} == {
        "numpy": ["numpy/__init__.py"], "Python": ["json/__init__.py"], "x265": ["av.libs/libx265-0123.so.216"]}
    assert unknown == ["libstranger.so"]
    assert papers.without_text(parts) == []
    texts = {part.name: "".join(part.texts.values()) for part in parts}
    assert "MulticoreWare" in texts["x265"] and "GNU GENERAL PUBLIC LICENSE" in texts["x265"]
    assert "OpenBLAS" in texts["numpy"] and "PYTHON SOFTWARE FOUNDATION LICENSE" in texts["Python"]


def test_the_program_is_no_part_of_its_own(tmp_path, monkeypatch):
    """Whoever builds a wheel finds the program's own description in this folder afterwards."""
    for name in ("jacobi_sandbox", "stranger"):
        folder = tmp_path / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        (folder / "RECORD").write_text(f"{name}.py,,\n", encoding="utf-8")
        # once Dask has brought importlib_metadata, what is not there is no file of a package
        (tmp_path / f"{name}.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    owners = papers.owners_of_files()
    assert str((tmp_path / "stranger.py").resolve()) in owners
    assert str((tmp_path / "jacobi_sandbox.py").resolve()) not in owners


def test_parts_within_wheels_have_texts_that_are_there():
    table = tomllib.loads(papers.PARTS.read_text(encoding="utf-8"))["part"]
    named = {name for row in table for name in row["texts"]}
    assert [name for name in sorted(named) if not (papers.TEXTS / name).is_file()] == []
    assert [row["name"] for row in table if not (row["texts"] or row.get("within"))] == []
    used = {Path(name).name for name in named}
    assert sorted({path.name for path in papers.TEXTS.iterdir()} - used) == []


def test_the_page_names_each_part_and_offers_the_sources(tmp_path):
    part = papers.Part("A / b", "1.2", "MIT", "https://example.org", {"LICENSE": "free", "NOTICE.md": "seen",
                                                                       "GPL-2.txt": "copyleft"}, ["x"])
    papers.write_papers(tmp_path, [part], VERSION)
    page = (tmp_path / "THIRD-PARTY.md").read_text(encoding="utf-8")
    assert "| A / b | 1.2 | MIT | https://example.org | 1 |" in page
    assert "GNU General Public License, version 3" in page and "for three years" in page
    assert (tmp_path / "licences" / "a-b" / "LICENSE.txt").read_text() == "free"
    assert (tmp_path / "licences" / "a-b" / "NOTICE.md").read_text() == "seen"
    assert (tmp_path / "licences" / "common" / "GPL-2.txt").read_text() == "copyleft"
    assert not (tmp_path / "licences" / "a-b" / "GPL-2.txt").exists()
    assert papers.without_text([part, papers.Part("empty", "", "", "", {"LICENSE": " "})]) == ["empty"]


@pytest.mark.parametrize("finder", ["importlib.metadata", "importlib_metadata"])
def test_a_package_without_one_licence_says_so(finder):
    # importlib_metadata comes with Dask and takes the place of Python's own as soon as anybody has imported it
    names = {one.name: one for one in importlib.import_module(finder).distributions()}
    assert papers.part_of(names["numpy"]).licence.startswith("BSD-3-Clause")
    assert papers.part_of(names["PyQt5"]).texts["LICENSE"] == (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_list_for_machines_is_valid(tmp_path):
    pytest.importorskip("cyclonedx_py", reason="a tool of ./package")
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator
    parts, _unknown = papers.parts_of([papers.Packed("numpy/__init__.py", installed("numpy")),
                                       papers.Packed("av.libs/libx264-1.so", tmp_path)])
    papers.write_sbom(tmp_path / "bill.json", parts, VERSION)
    text = (tmp_path / "bill.json").read_text(encoding="utf-8")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    assert [row["name"] for row in json.loads(text)["components"]] == ["numpy", "x264"]


def test_the_manual_tells_every_command_and_option():
    page = manual.manual()
    for command, _said in manual.commands_of(manual.parser()):
        assert f".SS {manual.escaped(command.prog.split()[-1])}\n" in page
    for option in ("--safe", "--step-rate", "--vary", "--sound", "--until"):
        assert rf"\fB{manual.escaped(option)}\fR" in page
    assert "measure" + r"\-window" not in page       # not for people
    assert manual.escaped(".a-b\\") == "\\&.a\\-b\\e"


@pytest.mark.skipif(not shutil.which("groff"), reason="needs groff")
def test_the_manual_is_read_without_a_warning():
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=manual.manual(), text=True, timeout=HANGING,
                          capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")


@linux_only
@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_completes_commands_and_options(tmp_path):
    pytest.importorskip("shtab", reason="a tool of ./package")
    script = tmp_path / "completion"
    script.write_text(manual.completion("bash"), encoding="utf-8")
    asked = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
             '_shtab_jacobi_sandbox; echo "${COMPREPLY[@]}"')

    def completed(*words):
        done = subprocess.run(["bash", "-c", asked, "bash", script, *words], capture_output=True, text=True,
                              timeout=HANGING, check=True)
        return done.stdout.split()
    assert completed(NAME, "sim") == ["simulate"]
    assert completed(NAME, "export", "--un") == ["--until"]


def small_program(folder: Path) -> Path:
    """A folder as ./package makes it, with a shell script as the program; and icons beside it."""
    (folder / "program").mkdir(parents=True)
    (folder / "scenes").mkdir()
    (folder / "scenes" / "README.txt").write_text("own", encoding="utf-8")
    (folder / NAME).write_text("#!/bin/sh\necho started \"$@\"\n", encoding="utf-8")
    (folder / NAME).chmod(0o755)
    (folder / "program" / "data").write_bytes(b"data"*1000)
    (folder / "THIRD-PARTY.md").write_text("parts", encoding="utf-8")
    for name in (f"{NAME}.desktop", f"{NAME}-mime.xml", f"{NAME}.png"):
        (folder / name).write_text("for a folder that is carried", encoding="utf-8")
    icons = folder.parent / "icons"
    icons.mkdir()
    (icons / "icon.png").write_bytes(b"\x89PNG")
    return icons


def dpkg(system: Path, *words):
    """dpkg in a system of its own below a folder, which has nothing else in it."""
    for name in ("info", "updates", "triggers"):
        (system / "var" / "lib" / "dpkg" / name).mkdir(parents=True, exist_ok=True)
    for name in ("status", "available"):
        (system / "var" / "lib" / "dpkg" / name).touch()
    done = subprocess.run(["dpkg", f"--root={system}", "--force-not-root,depends,unsafe-io", "--log=/dev/null",
                           *words], capture_output=True, text=True, timeout=HANGING)
    assert done.returncode == 0, done.stderr


def left(system: Path) -> list[str]:
    """Files below a system but for dpkg's own."""
    return sorted(path.relative_to(system).as_posix() for path in (system / "usr").rglob("*")
                  if path.is_file() or path.is_symlink())


@linux_only
@needs_dpkg
def test_the_debian_package_comes_and_goes(tmp_path):
    pytest.importorskip("shtab", reason="a tool of ./package")
    icons = small_program(tmp_path / NAME)
    path = debian.write_package(tmp_path / NAME, icons, tmp_path)
    assert path.name.startswith(f"{NAME}_{VERSION}_") and not (tmp_path / "deb").exists()
    # the folder itself stays as it was
    assert (tmp_path / NAME / f"{NAME}.desktop").read_text() == "for a folder that is carried"
    system = tmp_path / "system"
    dpkg(system, "--install", path)
    there = left(system)
    for name in (f"bin/{NAME}", f"lib/{NAME}/{NAME}", f"share/applications/{NAME}.desktop",
                 f"share/mime/packages/{NAME}.xml", f"share/icons/hicolor/scalable/apps/{NAME}.svg",
                 f"share/man/man1/{NAME}.1", f"share/bash-completion/completions/{NAME}",
                 f"share/doc/{NAME}/copyright"):
        assert f"usr/{name}" in there
    assert not [name for name in there if "/scenes/" in name]
    entry = (system / "usr" / "share" / "applications" / f"{NAME}.desktop").read_text(encoding="utf-8")
    assert f"Exec={NAME} %f\n" in entry and "MimeType=application/x-jacobi-sandbox;" in entry
    done = subprocess.run([system / "usr" / "bin" / NAME, "a b"], capture_output=True, text=True, timeout=HANGING)
    assert done.stdout == "started a b\n"
    dpkg(system, "--purge", NAME)
    assert left(system) == []


# ---- of the result of ./package -----------------------------------------------------------------------------------

@pytest.mark.packed
def test_the_folder_is_small_enough_and_has_its_papers():
    folder = PROGRAM.parent
    assert size_of(folder) <= MOST_UNPACKED
    page = (folder / "THIRD-PARTY.md").read_text(encoding="utf-8")
    names = [line.split(" | ")[0].removeprefix("| ") for line in page.splitlines() if line.startswith("| ")][2:]
    for name in ("FFmpeg", "x264", "x265", "Qt", "Qt WebEngine and Chromium 87", "Python", "OpenBLAS and LAPACK",
                 "PyQt5", "llvmlite", "vpython", "KaTeX", "pyinstaller"):
        assert name in names
    folders = list((folder / "licences").iterdir())
    assert len(folders) == len(names) + 1
    assert [place.name for place in folders if not any(path.stat().st_size for path in place.iterdir())] == []
    bill = json.loads((folder / "sbom.cdx.json").read_text(encoding="utf-8"))
    assert [row["name"] for row in bill["components"]] == names


@pytest.mark.packed
@pytest.mark.window
@linux_only
@needs_dpkg
@pytest.mark.timeout(2.0*ENDLESS)
def test_the_package_is_installed_started_without_network_and_removed(tmp_path):
    """In a system of its own: nothing of this computer's changes."""
    found = sorted(PROGRAM.parents[1].glob(f"{NAME}_{VERSION}_*.deb"))
    if not found:
        pytest.skip("no .deb was made: --no-archive")
    system, home = tmp_path / "system", tmp_path / "home"
    home.mkdir()
    dpkg(system, "--install", found[0])
    program = system / "usr" / "bin" / NAME
    network = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--user", "--net"]
    environment = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ} | {"HOME": str(home)}
    done = subprocess.run([*network, *SCREEN, program, "selftest", "turntable"], capture_output=True, text=True,
                          env=environment, cwd=home, timeout=HANGING)
    assert done.returncode == 0 and "ok turntable" in done.stdout, done.stdout + done.stderr
    if shutil.which("update-mime-database"):
        mime = system / "usr" / "share" / "mime"
        subprocess.run(["update-mime-database", mime], check=True, capture_output=True)
        assert "application/x-jacobi-sandbox:*.jacobi.json" in (mime / "globs2").read_text(encoding="utf-8")
        for path in mime.iterdir():
            if path.name != "packages":
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    dpkg(system, "--purge", NAME)
    assert left(system) == []
