"""Numbers in the documents are those of what they speak of: limits, versions, and what the build measured."""

import re
import sys
import zipfile
from pathlib import Path
from subprocess import CalledProcessError

import pytest

import bootstrap
from bundle import NAME, numbers, starts
from bundle.__main__ import DIST, MOST_PACKED, MOST_UNPACKED
from bundle.contents import MEGABYTE
from sandbox.run.branches import MOST
from sandbox.run.history import KEEP_SECONDS
from sandbox.version import VERSION

ROOT = Path(__file__).parents[2]
README, PACKAGING, CITATION = (" ".join((ROOT / name).read_text(encoding="utf-8").split())
                               for name in ("README.md", "docs/packaging.md", "CITATION.cff"))
# sizes that are allowed to differ before the page is to be written anew [1]
SHARE = 0.03


def test_limits_and_versions_are_those_of_the_program():
    limits = re.search(r"refuses more than (\d+) MB unpacked or (\d+) MB packed", PACKAGING)
    assert [int(one)*MEGABYTE for one in limits.groups()] == [MOST_UNPACKED, MOST_PACKED]
    versions = [found for text in (README, PACKAGING, CITATION) for pattern in (
        r"jacobi_sandbox-([\d.]+)-py3", r"/DVersion=([\d.]+)", r"macos_dmg\.sh ([\d.]+)", r"## \[([\d.]+)\] - ",
        r"git tag -a v([\d.]+)", r"(?<!cff-)version: ([\d.]+)") for found in re.findall(pattern, text)]
    assert len(versions) >= 6 and set(versions) == {VERSION}
    newest = [".".join(map(str, one)) for one in (bootstrap.NEWEST, bootstrap.NEWEST_ON_INTEL_MAC)]
    assert re.search(r"Both need Python 3\.11 to ([\d.]+) \(on Intel Macs to ([\d.]+)\)", README).groups() == (*newest,)
    pinned = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'requires-python = ">=([\d.]+)"', pinned).group(1) == "3.11"


def test_what_the_readme_says_of_going_back_is_so():
    assert KEEP_SECONDS == 600.0 and "any instant of the last ten minutes" in README
    assert MOST == 3


def test_the_page_has_a_place_for_each_number_and_the_build_writes_it():
    text = numbers.PAGE.read_text(encoding="utf-8")
    known = numbers.numbers_in(text)
    other = {name: str(10*(i + 1)) for i, name in enumerate(known)}
    assert numbers.numbers_in(numbers.written(text, other)) == other != known
    assert numbers.written(numbers.written(text, other), known) == text
    with pytest.raises(ValueError, match="has 0 places for 'MB of the folder', needs 1"):
        numbers.written("# Packages", other)


def test_numbers_of_a_build_are_counted(tmp_path):
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / "program").write_bytes(bytes(3*MEGABYTE))
    with zipfile.ZipFile(tmp_path / "jacobi_sandbox-1.0-py3-none-linux_x86_64.whl", "w") as wheel:
        for name in ("compiled/linux/one.code", "compiled/linux/two.code", "compiled/linux/sources.json", "text.py"):
            wheel.writestr(f"sandbox/{name}", bytes(MEGABYTE))
    assert numbers.measured(tmp_path) == {"MB of the folder": "3", "functions in the wheel": "2",
                                          "MB of code in the wheel": "3.0", "MB of the wheel": "4.0"}


# spends some processor time itself and in a child, says so, and ends when more than a pipe holds has been read: not
# before its processes have been looked at
SPENDS = """
import subprocess, sys, time
def spend():
    while time.process_time() < {share}:
        pass
if sys.argv[1] == "child":
    spend()
    print("spent", flush=True)
    sys.stdin.read()
else:
    child = subprocess.Popen([sys.executable, __file__, "child"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    child.stdout.readline()
    spend()
    print("motion", flush=True)
    print("." * 1_000_000, flush=True)
    child.communicate()
"""
SPENT = 0.5      # [s] of each process, many ticks of /proc


@pytest.mark.skipif(not starts.can_be_measured(), reason="needs Linux and xvfb-run")
def test_processor_time_of_a_start_is_that_of_all_its_processes(tmp_path, monkeypatch):
    monkeypatch.setattr(starts, "PICTURES", 1)
    script = tmp_path / "spends.py"
    script.write_text(SPENDS.format(share=SPENT), encoding="utf-8")
    seen = starts.starts_of([sys.executable, script], ["one", "two"])
    assert len(seen.numbers) == 2
    # a process rounds down to ticks; each counted twice would make twice as much, before what Python's start takes
    for one in (*seen.numbers, seen.picture, seen.later):
        assert 2.0*SPENT - 4/starts.TICK <= one < 4.0*SPENT
    with pytest.raises(CalledProcessError):
        starts.to_the_moving_picture([sys.executable, "-c", "raise SystemExit(3)"], {"HOME": str(tmp_path)})


def test_numbers_of_starts_are_written_where_the_page_has_them():
    seen = starts.Starts((0.71, 1.26, 0.84), 3.04, 2.0)
    told = {"least s to the first number": "0.7", "most s to the first number": "1.3", "scenes started": "3",
            "median s to the first number": "0.8", "s to the moving picture": "3.0", "s of a later start": "2.0"}
    page = numbers.PAGE.read_text(encoding="utf-8")
    for thing in numbers.THINGS:
        found = numbers.figures(thing, seen)
        assert found == {f"{thing}: {name}": value for name, value in told.items()}
        changed = numbers.numbers_in(numbers.written(page, found))
        assert changed == numbers.numbers_in(page) | found


@pytest.mark.skipif(not numbers.is_their_system(), reason="the page has numbers of another system")
def test_what_was_built_has_the_numbers_of_the_page():
    found = numbers.measured(DIST)
    if not found:
        pytest.skip("nothing was built here: ./package does")
    known = numbers.numbers_in(numbers.PAGE.read_text(encoding="utf-8"))
    for name, value in found.items():
        assert float(value) == pytest.approx(float(known[name]), rel=SHARE), name
