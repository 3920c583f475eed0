"""Numbers in the documents are those of what they speak of: limits, versions, and what the build measured."""

import re
import zipfile
from pathlib import Path

import pytest

import bootstrap
from bundle import NAME, numbers
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


@pytest.mark.skipif(not numbers.is_their_system(), reason="the page has numbers of another system")
def test_what_was_built_has_the_numbers_of_the_page():
    found = numbers.measured(DIST)
    if not found:
        pytest.skip("nothing was built here: ./package does")
    known = numbers.numbers_in(numbers.PAGE.read_text(encoding="utf-8"))
    for name, value in found.items():
        assert float(value) == pytest.approx(float(known[name]), rel=SHARE), name
