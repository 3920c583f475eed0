"""A sweep as it is run: by processes of this machine, with points that fail, stopped and gone on with."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import psutil
import pytest

import sandbox
from sandbox.cli.common import HERE, WORKER
from sandbox.cli.main import main
from sandbox.errors import BadValue
from sandbox.scene import Ball, Parameter, Plane, Scene, Spin, Start
from sandbox.sweeps import block, processes
from sandbox.sweeps.block import NOT_RUN
from sandbox.sweeps.map_file import Part, begun, resumed
from sandbox.sweeps.sweep import How, run_sweep
from tests.patience import HANGING, MISSING
from tests.sweeps.small import WORDS, plan

FAILING = """
import sys

def far(run):
    return abs(run.centre[:, 0]).max()

def odd(run):
    if run.p.x == 0.1:
        raise ValueError("not here")
    return run.count("impact")

def leaves(run):
    if run.p.x == 0.1:
        sys.exit(3)
    return 1.0
"""

STOPPING = """
def stops(run):
    if run.p.x == 0.1:
        raise KeyboardInterrupt
    return run.count("impact")
"""

WAITING = """
import time
from pathlib import Path

def waits(run):
    while run.p.rate > 4.0 and not Path({go!r}).exists():
        time.sleep(0.01)
    return run.count("impact")
"""


def test_number_of_processes_changes_no_byte(tmp_path):
    """The whole map, by one process, by three, and by three of which one is killed in the middle."""
    made = plan(20)
    run_sweep(made, tmp_path / "one.nc", How(1))
    run_sweep(made, tmp_path / "three.nc", How(3, WORDS))
    killed = []

    def kill_one(told):
        if told.done > 2 and not killed:
            # screens and web engines are children of this process, too, and numbers of processes begin anew some day
            for child in psutil.Process().children():
                # one that has just ended or begun has no words
                with suppress(psutil.Error):
                    if WORKER in child.cmdline():
                        child.kill()
                        killed.append(child.pid)
                        break
    run_sweep(made, tmp_path / "killed.nc", How(3, WORDS), kill_one)
    whole = (tmp_path / "one.nc").read_bytes()
    assert killed and (tmp_path / "three.nc").read_bytes() == whole == (tmp_path / "killed.nc").read_bytes()


def test_a_block_that_ends_processes_ends_the_sweep(tmp_path):
    (tmp_path / "end.py").write_text("import os\n\ndef end(run):\n    os._exit(1)\n", encoding="utf-8")
    with pytest.raises(BadValue, match="3 processes ended at block 0, the points 0 to 0"):
        run_sweep(plan(2, outcomes=[f"{tmp_path}/end.py:end"]), tmp_path / "map.nc", How(2, WORDS))


def test_outcomes_of_ones_own_that_raise_mark_their_points(tmp_path):
    (tmp_path / "mine.py").write_text(FAILING, encoding="utf-8")
    made = plan(2, outcomes=["t_end", f"{tmp_path}/mine.py:far", f"{tmp_path}/mine.py:odd"])
    told = run_sweep(made, tmp_path / "one.nc", How(1))
    assert told.counts == {0: 0, 1: 4, 2: 2, 3: 0}
    assert told.reasons == [(1, "odd: ValueError: not here"), (4, "odd: ValueError: not here")]
    run_sweep(made, tmp_path / "two.nc", How(2, WORDS))
    assert (tmp_path / "one.nc").read_bytes() == (tmp_path / "two.nc").read_bytes()
    from scipy.io import netcdf_file
    with netcdf_file(tmp_path / "one.nc", mmap=False) as file:
        odd, far = (file.variables[name].data.astype(float) for name in ("odd", "far"))
    assert np.isnan(odd[:, 1]).all() and (odd[:, [0, 2]] == 0.0).all()
    run = sandbox.simulate("turntable", vy=0.1, x=0.1, rate=6.0, duration=0.1, step_rate="auto")
    assert far[1, 1] == np.abs(run.centre[:, 0]).max()
    told = run_sweep(plan(2, outcomes=[f"{tmp_path}/mine.py:leaves"]), tmp_path / "three.nc", How(1))
    assert told.counts == {0: 0, 1: 4, 2: 2, 3: 0} and told.reasons[0] == (1, "leaves: SystemExit: 3")


def test_a_start_that_cannot_be_marks_its_point():
    made = sandbox.sweep("turntable", vary={"x": [0.1, 0.27], "radius": [0.02, 0.05]}, duration=0.05, workers=1,
                         outcomes=["t_end", "hops"])
    alone = []
    for x, radius in ((0.1, 0.02), (0.1, 0.05), (0.27, 0.02), (0.27, 0.05)):
        try:
            sandbox.simulate("turntable", x=x, radius=radius, duration=0.05)
            alone.append(1)
        except BadValue:
            alone.append(3)
    assert made.status.ravel().tolist() == alone


def test_functions_of_a_script_run_in_its_process():
    seen = []

    def noted(run):
        seen.append(os.getpid())
        return run.t_end
    made = sandbox.sweep("turntable", vary={"rate": (1.0, 2.0, 2)}, duration=0.05, outcomes=[noted])
    assert made["noted"].tolist() == [0.05, 0.05] and set(seen) == {os.getpid()}
    with pytest.raises(BadValue, match="outcome 'noted': a function of this script or notebook runs in this process"):
        sandbox.sweep("turntable", vary={"rate": (1.0, 2.0, 2)}, duration=0.05, outcomes=[noted], workers=2)
    scene = Scene("Of a script", (Parameter("rate", 1.0, "rad/s", low=-5, high=5),),
                  lambda p: (Ball(radius=0.01), Plane(rim=0.2), Spin("z", rate=p.rate)),
                  lambda p: Start(at=(0.05, 0.0)))
    assert sandbox.sweep(scene, vary={"rate": [1.0, 2.0]}, duration=0.05)["t_end"].tolist() == [0.05, 0.05]
    with pytest.raises(BadValue, match="scene 'Of a script' is of no file: it runs in this process only"):
        sandbox.sweep(scene, vary={"rate": [1.0, 2.0]}, duration=0.05, workers=2)


def test_another_engine_runs_nothing(monkeypatch):
    made = plan(2)
    monkeypatch.setattr(block, "engine_hash", lambda: "0123")
    found = block.block_elsewhere(made.text, 0)
    assert found == {"refused": {"engine": "0123", "program": made.program}}
    assert "the worker 1 has another engine: its hash is 0123, needs " + made.engine in processes.refusal(
        made, "the worker 1", found["refused"])


def test_a_scene_that_was_changed_on_its_way_is_refused():
    made = plan(2)
    content = json.loads(made.text)
    content["source"] += "\n# changed"
    with pytest.raises(BadValue, match="scene 'turntable': its text is not the one that was sent"):
        block.block_elsewhere(json.dumps(content), 0)


def test_ctrl_c_between_the_outcomes_of_a_point_leaves_it_to_be_run(tmp_path):
    """As it may come after the run of a point, while its numbers are taken."""
    own = tmp_path / "stops.py"
    own.write_text(STOPPING, encoding="utf-8")
    made = plan(2, outcomes=["t_end", f"{own}:stops", "x_end"])
    with pytest.raises(KeyboardInterrupt):
        run_sweep(made, tmp_path / "map.nc", How(1))
    with resumed(tmp_path / "map.nc", Part(made.described)) as file:
        status, x_end = file.read("status", 0, 6), file.read("x_end", 0, 6)
    assert (status == NOT_RUN).tolist() == [False] + 5*[True]
    assert np.isnan(x_end).tolist() == [False] + 5*[True]


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_is_there(tmp_path, capsys, workers):
    """It comes while a later point is at work, however fast this machine is: that waits until a file is there."""
    go, own, out = tmp_path / "go", tmp_path / "waits.py", tmp_path / "map.nc"
    own.write_text(WAITING.format(go=str(go)), encoding="utf-8")
    outcomes = ["ended", "t_end", "drift", "hops", "x_end", f"{own}:waits"]
    words = ["turntable", "--set", "vy=0.1", "--vary", "rate=1:6:40", "x=0.05,0.1,0.2", "--outcome",
             ",".join(outcomes), "--duration", "0.1", "--out", str(out)]
    made = plan(40, outcomes=outcomes)
    child = subprocess.Popen([sys.executable, str(HERE / "main.py"), "sweep", *words, "--workers", str(workers)],
                             stderr=subprocess.PIPE, text=True)
    part, deadline, size = Part(made.described), time.monotonic() + MISSING, 0
    while time.monotonic() < deadline and size < 3:
        time.sleep(0.05)
        size = done_in(out, part)
    child.send_signal(signal.SIGINT)
    error = child.communicate(timeout=HANGING)[1]
    assert child.returncode == 130 and "points are done; --resume goes on with them" in error, error
    kept = done_in(out, part)
    assert 3 <= kept < 120
    assert not [one for one in psutil.process_iter(["cmdline"]) if str(out) in (one.info["cmdline"] or [])]
    go.touch()
    assert main(["sweep", *words, "--workers", "1", "--resume", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["done"] == 120 and facts["ran"] <= 120 - kept + made.space.block
    run_sweep(made, tmp_path / "whole.nc", How(1))
    assert out.read_bytes() == (tmp_path / "whole.nc").read_bytes()


def done_in(path: Path, part: Part) -> int:
    """Returns how many points a file has, one that is just being made none."""
    try:
        from sandbox.sweeps.map_file import resumed
        with resumed(path, part) as file:
            return file.counts()[1]
    except BadValue:
        return 0


def test_words_of_the_command(tmp_path, monkeypatch, capsys):
    """Each bad input has its sentence, and nothing is written."""
    monkeypatch.chdir(tmp_path)

    def said(*words) -> tuple[int, str]:
        try:
            code = main(["sweep", *words])
        except SystemExit as end:            # words that go with nothing
            code = end.code
        return code, capsys.readouterr().err

    base = ["turntable", "--vary", "rate=1:2:3", "--duration", "0.1", "--workers", "1", "--out", "map.nc"]
    for words, sentence in (
            (["turntable", "--duration", "1", "--out", "map.nc"], "needs a parameter to vary"),
            (["turntable", "--vary", "rate=1:2:3", "--out", "map.nc"], "needs SCENE, --vary and --duration"),
            ([*base, "--outcome", "far"], "no outcome 'far'; there are ended"),
            ([*base, "--vary", "rate=1:2:3"], "--vary 'rate': is varied twice"),
            ([*base, "--vary", "x=1:2"], "needs NAME=LOW:HIGH:COUNT"),
            ([*base, "--vary", "y=0:1:2"], "no parameter 'y'"),
            ([*base, "--shard", "4/3"], "--shard: got 4/3, needs I/N with 1 <= I <= N"),
            ([*base, "--shard", "third"], "--shard: got third"),
            ([*base, "--workers", "0"], "--workers: got 0, needs a whole number"),
            ([*base, "--seed", "1"], "--seed: goes with --sample only"),
            ([*base[:-1], "map.csv"], "needs a name that ends in .nc"),
            (["--merge", "none.nc", "--out", "map.nc"], "'none.nc': is no file of a sweep"),
            ([*base, "--dask", "local", "--shard", "1/2"], "not allowed with argument")):
        code, error = said(*words)
        assert code == 2 and sentence in error, (words, error)
        assert not (tmp_path / "map.nc").exists(), words
    assert said(*base)[0] == 0
    kept = (tmp_path / "map.nc").read_bytes()
    code, error = said(*base)
    assert code == 2 and "is there already" in error
    code, error = said(*base[:-2], "--set", "x=0.1", "--resume", *base[-2:])
    assert code == 2 and "belongs to another sweep: its hash of the sweep is" in error
    assert (tmp_path / "map.nc").read_bytes() == kept
    for number in (1, 2):
        assert said(*base[:-1], f"{number}.nc", "--shard", f"{number}/2")[0] == 0
    assert said("--merge", "1.nc", "2.nc", "--out", "merged.nc")[0] == 0
    assert (tmp_path / "merged.nc").read_bytes() == kept
    code, error = said("--merge", "2.nc", "--out", "half.nc")
    assert code == 1 and "points are not run: a share is missing" in error


def test_begun_file_says_that_nothing_is_known(tmp_path):
    made = plan(2)
    with begun(tmp_path / "map.nc", Part(made.described)) as file:
        assert file.counts() == {0: 6, 1: 0, 2: 0, 3: 0} and np.isnan(file.read("t_end", 0, 6)).all()
        assert file.read("hops", 0, 6).tolist() == [-1]*6


def test_a_worker_takes_little_memory():
    """[MB] at most 300 whatever the size of the map: 10 times as many points take the same."""
    script = ("import resource, sandbox\n"
              "for many in (10, 100):\n"
              "    sandbox.sweep('turntable', vary={'rate': (1.0, 6.0, many), 'x': [0.05, 0.1]}, duration=0.25,\n"
              "                  workers=2)\n"
              "    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss/1024)\n")
    # nothing but the workers: what is missing is compiled by them
    sandbox.simulate("turntable", at=[0.25], step_rate="auto")
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=HANGING)
    few, many = map(float, done.stdout.split())
    assert 0.0 < few <= many < 300.0 and many - few < 20.0
