"""A sweep on a cluster: a scheduler and three workers as processes of their own on the loopback, one of them killed."""

import gc
import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from threading import Event, Thread

import pytest

from sandbox.cli.common import HERE
from sandbox.errors import BadValue
from sandbox.sweeps import cluster
from sandbox.sweeps.sweep import How, run_sweep
from tests.patience import HANGING, MISSING
from tests.sweeps.small import plan, sweep


@contextmanager
def running(*words, folder):
    """A program of dask's, in the folder of the program so that it finds it; killed at the end."""
    env = dict(os.environ, PYTHONPATH=os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]))
    child = subprocess.Popen([sys.executable, "-m", "dask", *map(str, words)], cwd=folder, env=env,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield child
    finally:
        child.kill()
        child.wait(HANGING)


@contextmanager
def scheduler(folder, seen: list | None = None):
    """A scheduler on a free port of the loopback; gives its address, and puts its process into `seen`."""
    known = folder / "scheduler.json"
    with running("scheduler", "--host", "127.0.0.1", "--port", 0, "--no-dashboard", "--scheduler-file", known,
                 folder=folder) as child:
        if seen is not None:
            seen.append(child)
        deadline = time.monotonic() + MISSING
        while time.monotonic() < deadline:
            time.sleep(0.1)
            try:
                address = json.loads(known.read_text(encoding="utf-8"))["address"]
                break
            except (OSError, ValueError, KeyError):
                continue
        assert address.startswith("tcp://127.0.0.1:")
        yield address


@contextmanager
def workers(address: str, count: int, folder):
    """Workers of a scheduler, each a process of one thread that nobody watches over."""
    with ExitStack() as stack:
        yield [stack.enter_context(running("worker", address, "--nthreads", 1, "--no-nanny", "--no-dashboard",
                                           "--host", "127.0.0.1", "--local-directory", folder / f"worker-{i}",
                                           folder=folder)) for i in range(count)]


def test_a_killed_worker_loses_nothing(tmp_path, monkeypatch):
    """The same file bit by bit as by one process, also where one of three workers is killed in the middle."""
    monkeypatch.setattr(cluster, "PATIENCE", MISSING)
    monkeypatch.setattr(cluster, "ARRIVAL", MISSING)
    made, killed = plan(30), []
    run_sweep(made, tmp_path / "one.nc", How(1))
    with scheduler(tmp_path) as address, workers(address, 3, tmp_path) as three:
        wait_for_workers(address, 3)

        def kill_one(told):
            if told.done >= 20 and not killed:
                three[1].kill()
                killed.append(told.done)
        told = run_sweep(made, tmp_path / "cluster.nc", How(dask=address), kill_one)
        assert killed and three[1].wait(HANGING) == -9 and three[0].poll() is three[2].poll() is None
    assert told.counts == {0: 0, 1: 90, 2: 0, 3: 0}
    assert (tmp_path / "cluster.nc").read_bytes() == (tmp_path / "one.nc").read_bytes()


def wait_for_workers(address: str, count: int):
    from distributed import Client
    with Client(address, timeout=MISSING, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=MISSING)


def test_a_scheduler_that_goes_ends_the_sweep_and_keeps_what_came(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", MISSING)
    monkeypatch.setattr(cluster, "ARRIVAL", MISSING)
    made, seen, out = plan(30), [], tmp_path / "map.nc"

    def kill_it(told):
        if told.done == 10:
            seen[0].kill()
    with scheduler(tmp_path, seen) as address, workers(address, 1, tmp_path):
        wait_for_workers(address, 1)
        with pytest.raises(BadValue, match="the scheduler is gone; what came before is kept"):
            run_sweep(made, out, How(dask=address), kill_it)
    told = run_sweep(made, out, How(1, resume=True))
    assert told.counts[1] == 90 and told.ran <= 80


def test_workers_with_another_engine_are_refused_by_name(tmp_path, monkeypatch):
    """What they answer is not written; where there is nobody else the sweep says so."""
    monkeypatch.setattr(cluster, "PATIENCE", MISSING)
    monkeypatch.setattr(cluster, "ARRIVAL", MISSING)
    made, told = plan(2), []
    object.__setattr__(made, "engine", "0123")
    with (scheduler(tmp_path) as address, workers(address, 1, tmp_path),
          pytest.raises(BadValue, match="none of the 1 workers may run this sweep")):
        run_sweep(made, tmp_path / "map.nc", How(dask=address), tell=told.append)
    assert len(told) == 1 and "the worker tcp://127.0.0.1:" in told[0]
    assert "has another engine: its hash is " in told[0] and told[0].endswith("needs 0123")


def test_a_scheduler_that_does_not_answer_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(BadValue, match=r"--dask tcp://127\.0\.0\.1:9: no scheduler answers there within 0\.5 s"):
        run_sweep(plan(2), tmp_path / "map.nc", How(dask="tcp://127.0.0.1:9"))
    left = []
    monkeypatch.setattr(sys, "unraisablehook", left.append)
    for address in ("somewhere", "http://there:99999", "tcp://"):
        with pytest.raises(BadValue, match="no scheduler answers there"):
            run_sweep(plan(2), tmp_path / "two.nc", How(dask=address))
    # nothing of it is left: no client that closes itself later, no empty map in the way of the next try
    gc.collect()
    assert left == [] and list(tmp_path.iterdir()) == []


def test_a_scheduler_without_workers_is_a_sentence(tmp_path, monkeypatch):
    """It answers, however long that takes, and then has none."""
    monkeypatch.setattr(cluster, "PATIENCE", MISSING)
    monkeypatch.setattr(cluster, "ARRIVAL", 0.5)
    with scheduler(tmp_path) as address, pytest.raises(BadValue, match=r"the scheduler has no worker after 0\.5 s"):
        run_sweep(plan(2), tmp_path / "three.nc", How(dask=address))


def test_a_client_that_is_left_asks_for_no_lock_when_it_is_collected(tmp_path, monkeypatch):
    """Closing one takes the lock under which another one begins: a thread that collected it there waited for ever."""
    from distributed import Client
    from distributed.utils import LoopRunner
    monkeypatch.setattr(cluster, "GOODBYE", 1e-6)
    with scheduler(tmp_path) as address:
        client = Client(address, timeout=MISSING, set_as_default=False)
        cluster._close(client)
        ended = Event()

        def collect():
            with LoopRunner._lock:
                client.__del__()
            ended.set()
        Thread(target=collect, daemon=True).start()
        assert ended.wait(MISSING)


def test_a_cluster_of_this_machine(tmp_path):
    made = plan(2)
    run_sweep(made, tmp_path / "one.nc", How(1))
    done = sweep("turntable", "--set", "vy=0.1", "--vary", "rate=1:6:2", "x=0.05,0.1,0.2", "--outcome",
                 "ended,t_end,drift,hops,x_end", "--duration", "0.1", "--out", "map.nc", "--dask", "local", "--workers",
                 1, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "map.nc").read_bytes() == (tmp_path / "one.nc").read_bytes()


def test_without_the_library_the_sentence_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadValue, match=r'--dask needs distributed: pip install "jacobi-sandbox\[cluster\]"'):
        run_sweep(plan(2), tmp_path / "map.nc", How(dask="local"))
