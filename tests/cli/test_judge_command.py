"""The command judge: the verdict of a try, of a log, and what is refused with exit code 2."""

import json

import pytest

import sandbox
from sandbox.cli.main import main

WIN = ("vx=0.059840571428571424", "vy=0.09973428571428572")


def test_a_try_and_the_log_of_the_same_run_have_the_same_verdict(tmp_path, capsys):
    assert main(["judge", "golf", "--set", *WIN, "--json"]) == 0
    tried = json.loads(capsys.readouterr().out)
    values = {name: float(value) for name, value in (word.split("=") for word in WIN)}
    sandbox.simulate("turntable", "1", duration=8.0, x=0.15, log=tmp_path/"run.sqlite", **values)
    assert main(["judge", "golf", str(tmp_path/"run.sqlite"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == tried and tried["stars"] == 3


def test_what_does_not_reach_the_goal_is_told_by_how_much(capsys):
    assert main(["judge", "golf"]) == 1
    assert "It passed 142 mm from the middle of the ring, to the left of it." in capsys.readouterr().out


@pytest.mark.parametrize(("words", "sentence"), [
    (("nothing",), "no challenge 'nothing'; there are across, boomerang"),
    (("golf", "--set", "rate=2"), "'rate' is locked"),
    (("golf", "--set", "vx"), "needs NAME=VALUE"), (("golf", "run.txt"), "needs a log (.sqlite)"),
    (("golf", "--set", "vx=inf"), "parameter 'vx'"), (("leave_flag", "--set", "flag=120"), "'flag': got 120"),
    (("/nowhere.toml",), "cannot be read")])
def test_refusals_are_one_sentence(words, sentence, capsys):
    assert main(["judge", *words]) == 2
    found = capsys.readouterr().err
    assert sentence in found and found.count("\n") == 1
