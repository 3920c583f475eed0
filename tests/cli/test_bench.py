"""The command bench prints all that was measured, however deep it is nested."""

from sandbox.cli import headless
from sandbox.cli.main import main
from sandbox.verify import bench


def test_every_figure_is_printed(monkeypatch, capsys):
    measured = {"impact_us": 50.0, "ns_per_step": {"turntable": 1100.0},
                "crowd_times_real_time": {"100": {"one_core": 120.0, "drift": 1e-15}}}
    monkeypatch.setattr(bench, "measure_engine", lambda *_: measured)
    monkeypatch.setattr(headless, "sound_costs", lambda _scene: {"quiet": {"heard": 0.0}})
    assert main(["bench", "--no-window"]) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["impact_us", "50"], ["ns_per_step", "turntable", "1100"],
        ["crowd_times_real_time", "100,", "one_core", "120"], ["crowd_times_real_time", "100,", "drift", "1e-15"],
        ["sound", "quiet,", "heard", "0"]]
