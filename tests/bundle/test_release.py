"""What makes a release: its text, workflows with pinned actions, and the scripts for Windows and macOS, as files."""

import importlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bundle import NAME, notes
from sandbox.version import VERSION
from tests.patience import HANGING

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
CHANGES = f"""# Changes

## [Unreleased]

* Not yet.

## [{VERSION}] - 2026-11-30

### Added

* A ball.

## [0.0.9] - 2026-01-01

* Older.
"""


def test_what_is_unreleased_becomes_the_section_of_a_version():
    before = ("# Changes\n\n## [Unreleased]\n\nIn the sources\nof it.\n\n### Added\n\n* A ball.\n\n"
              "## [0.0.1] - 2026-01-01\n")
    after = notes.dated(before, "0.0.2", "2026-12-31")
    assert after == ("# Changes\n\n## [Unreleased]\n\n## [0.0.2] - 2026-12-31\n\n### Added\n\n* A ball.\n\n"
                     "## [0.0.1] - 2026-01-01\n")
    assert notes.section(after, "0.0.2") == ("2026-12-31", "### Added\n\n* A ball.\n")
    for text, version, date, why in ((after, "0.0.3", "2027-01-01", "no '## .Unreleased.' with a list"),
                                     (after, "0.0.2", "2027-01-01", "a section of 0.0.2 already"),
                                     (before, "0.0.2", "31.12.2026", "needs YYYY-MM-DD"),
                                     (before, "0.0.2", "2026-02-30", "day is out of range")):
        with pytest.raises(ValueError, match=why):
            notes.dated(text, version, date)
    # the real one has what a release needs
    real = notes.dated(notes.CHANGELOG.read_text(encoding="utf-8"), "9.9.9", "2026-12-31")
    date, content = notes.section(real, "9.9.9")
    assert date == "2026-12-31" and content.startswith("### ") and content.count("\n* ") > 3


def test_the_text_of_a_release_is_its_section():
    date, content = notes.section(CHANGES, VERSION)
    assert (date, content) == ("2026-11-30", "### Added\n\n* A ball.\n")
    assert notes.section(CHANGES, "0.0.9") == ("2026-01-01", "* Older.\n")
    for missing in ("Unreleased", "9.9.9"):
        with pytest.raises(ValueError, match="no heading"):
            notes.section(CHANGES, missing)


def test_notes_show_pictures_that_are_there_and_a_tag_has_no_marks():
    page = notes.notes("2026-11-30", "### Added\n\n* A ball.\n", "https://example.org/docs")
    shown = re.findall(r"\]\(https://example\.org/docs/(.*?)\)", page)
    assert len(shown) == len(notes.PICTURES) and all((ROOT / "docs" / name).is_file() for name in shown)
    assert "* A ball." in page and "SHA256SUMS" in page
    text = notes.tag_text("2026-11-30", "### Added\n\n* A ball.\n")
    assert text == f"Jacobi Sandbox {VERSION} (2026-11-30)\n\nAdded:\n\n* A ball.\n"


def test_workflows_take_pinned_actions_and_few_rights():
    assert [path.stem for path in WORKFLOWS] == ["release", "test"]
    for path in WORKFLOWS:
        text = path.read_text(encoding="utf-8")
        used = re.findall(r"uses: *(.*)", text)
        assert used and [line for line in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", line)] == []
        assert "\npermissions:\n  contents: read\n" in text
        assert text.count("contents: write") == (path.stem == "release")
        assert "# Untried: no person has run it yet." in text
        for system in ("ubuntu-", "windows-", "macos-"):
            assert system in text
    # one action, one version
    pins = {line.split("@")[0]: line for path in WORKFLOWS for line in re.findall(r"uses: *(.*)", path.read_text())}
    assert all(path.read_text().count(action + "@") == path.read_text().count(line)
               for path in WORKFLOWS for action, line in pins.items())


def test_the_installer_names_files_that_a_build_makes():
    text = (ROOT / "bundle" / "windows.iss").read_text(encoding="utf-8")
    assert f"{{app}}\\{NAME}.exe" in text and "Untried" in text
    for made in (f"dist\\{NAME}\\LICENSE.txt", "build\\icons\\icon.ico", f"dist\\{NAME}\\*"):
        assert f"..\\{made}" in text
    assert r"bundle\windows.iss" in (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["run.cmd", "test.cmd", "package.cmd", "build.spec"])
def test_what_is_for_other_systems_says_that_nobody_tried_it(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "Untried: no person has run it yet." in text or "Neither was tried by the authors" in text


@pytest.mark.skipif(not shutil.which("sh"), reason="needs a shell")
def test_the_script_of_the_disk_image_is_a_script():
    path = ROOT / "bundle" / "macos_dmg.sh"
    subprocess.run(["sh", "-n", path], check=True, timeout=HANGING)
    assert "Untried" in path.read_text(encoding="utf-8")


def test_checksums_are_what_sha256sum_checks(tmp_path, monkeypatch):
    """Of all files of a release, the list of parts among them, and not of the list itself or of folders."""
    packing = importlib.import_module("bundle.__main__")
    monkeypatch.setattr(packing, "DIST", tmp_path)
    monkeypatch.setattr(packing, "FOLDER", tmp_path/packing.NAME)
    (tmp_path/packing.NAME).mkdir()
    (tmp_path/packing.NAME/"sbom.cdx.json").write_text("{}", encoding="utf-8")
    (tmp_path/"one.tar.xz").write_bytes(b"one")
    packing.write_checksums()
    packing.write_checksums()
    listed = (tmp_path/"SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert [line.split("  ")[1] for line in listed] == [f"{packing.NAME}-{packing.VERSION}.cdx.json", "one.tar.xz"]
    # of b"one", as FIPS 180 has it
    assert listed[1].startswith("7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed")
    done = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=tmp_path, capture_output=True, text=True,
                          timeout=HANGING)
    assert done.returncode == 0, done.stdout + done.stderr
