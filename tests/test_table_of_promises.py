"""The table of what is promised names tests that there are, and says what they came to."""

import re
from pathlib import Path

import pytest

from tests import effort, promises

ROOT = Path(__file__).resolve().parents[1]
REPORT = '<testsuites><testsuite tests="{}" failures="{}" errors="{}" skipped="{}"/></testsuites>'


def test_every_promise_is_tried_by_tests_that_there_are():
    rows = promises.promises()
    assert [row["number"] for row in rows] == list(range(1, 31))
    named = [name for row in rows for name in row.get("tests", [])]
    assert len(named) > 40
    for name in named:
        path, _colons, test = name.partition("::")
        assert (ROOT / path).exists(), name
        assert not test or re.search(rf"^def {test}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), name


def test_the_page_is_the_one_that_is_written_and_no_promise_is_broken():
    text = promises.PAGE.read_text(encoding="utf-8")
    said = promises.outcomes(text)
    assert len(said) == 30 and promises.page(said) == text
    assert not [number for number, words in said.items() if "failed" in words]


@pytest.mark.parametrize(("counts", "words"), [
    ((12, 0, 0, 0), "12 tests passed; sizes 1,000, 50"), ((12, 1, 2, 0), "**3 of 12 tests failed**; sizes 1,000, 50"),
    ((12, 0, 0, 2), "10 tests passed, 2 skipped; sizes 1,000, 50"),
    ((2, 0, 0, 2), "**0 of 0 tests failed**, 2 skipped; sizes 1,000, 50")])
def test_what_came_out_is_counted(tmp_path, counts, words):
    """A row for which nothing ran is no success."""
    report, counted = tmp_path / "report.xml", tmp_path / "counted"
    report.write_text(REPORT.format(*counts))
    counted.write_text("a.py:3 50\na.py:3 50\na.py:7 1000\n")
    assert promises.outcome(report, counted) == words
    assert promises.outcome(report, counted, 0.05) == f"{words} (0.05 of a release)"


def test_a_size_is_noted_where_it_is_asked_for(tmp_path, monkeypatch):
    counted = tmp_path / "counted"
    monkeypatch.setenv(effort.COUNTED, str(counted))
    monkeypatch.setattr(effort, "IS_RELEASE", True)
    assert [effort.tries(3, 40) for _time in range(2)] == [40, 40]
    first, second = counted.read_text().splitlines()
    assert first == second and first.startswith(__file__) and first.endswith(" 40")


@pytest.mark.parametrize(("each_change", "release", "share", "number"), [
    (12, 300, 0.1, 30), (12, 300, 0.01, 12), (0, 1, 0.01, 1), (3, 1, 0.1, 1), (150, 20_001, 0.05, 1001),
    (12, 300, 2.0, 300)])
def test_a_share_of_a_release_is_not_less_than_each_change(monkeypatch, each_change, release, share, number):
    monkeypatch.setattr(effort, "IS_RELEASE", True)
    monkeypatch.setattr(effort, "SHARE", share)
    assert effort.tries(each_change, release) == number
    monkeypatch.setattr(effort, "IS_RELEASE", False)
    assert effort.tries(each_change, release) == each_change


def test_a_text_draws_one_case_and_a_release_all(monkeypatch):
    monkeypatch.setattr(effort, "IS_RELEASE", False)
    drawn = {tuple(effort.one_of("abc", f"text {k}")) for k in range(30)}
    assert drawn == {("a",), ("b",), ("c",)} and effort.one_of("abc", "text") == effort.one_of("abc", "text")
    assert effort.one_of((), "text") == ()
    monkeypatch.setattr(effort, "IS_RELEASE", True)
    assert effort.one_of("abc", "text") == "abc"


@pytest.mark.parametrize(("said", "words"), [
    ("15 passed, 141 deselected", "15 tests passed"), ("2 failed, 13 passed", "**2 of 15 tests failed**"),
    ("14 passed, 1 skipped", "14 tests passed, 1 skipped"), ("1 error", "**1 of 1 tests failed**")])
def test_trials_of_a_build_are_counted(said, words):
    assert promises.of_trials(f"= 3 passed in 0.10s =\nPacking ...\n==== {said} in 383.29s (0:06:23) ====\n") == words


def test_a_soak_is_one_line():
    report = {"minutes": 36.0, "rounds": 2, "memory_MB": [{"own": 800.4}, {"own": 801.0}], "logs": 7, "same": 7,
              "futures": 3, "films": 4, "whole": 4, "faults": []}
    assert promises.soaked(report) == ("2 rounds, 36 min: 7 of 7 logs the same, 3 other futures, films 4 of 4 whole, "
                                       "0 faults, memory 800 801 MB")
