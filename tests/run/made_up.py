"""Snapshots without physics, logs of them, and a process that logs them until it is killed.

    python -m tests.run.made_up LOG     writes rows of 60 per second; prints the number of each that it handed over
"""

import subprocess
import sys
from pathlib import Path

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.command import Command
from sandbox.run.logs.recorder import Recorder
from sandbox.run.rows import Rows
from sandbox.run.snapshot import Snapshot
from sandbox.systems.bodies_seen import BodyState
from sandbox.systems.picture import SupportState
from sandbox.systems.protocol import Event

ROOT = Path(__file__).resolve().parents[2]
HEADER = {"scene": "made_up", "preset": "", "parameters": {"rate": 0.1 + 0.2, "shell": False}, "step_rate": 240,
          "source": "0"*16, "units": {"rate": "rad/s"}}


def snapshot(k: int, bodies: int = 1) -> Snapshot:
    """State number k, every number different and none of them round."""
    x = np.sqrt(np.arange(1.0, 30.0)) + k/3

    def body(i):
        return BodyState(centre=x[:3] + i, velocity=-x[3:6], angular_velocity=x[6:9], quaternion=x[9:13],
                         contact=x[13:16], normal=x[16:19], N=float(x[19]), F=x[20:23], mode="rolling")

    return Snapshot(step=4*k, t=k/60, bodies=tuple(body(i) for i in range(bodies)),
                    supports=(SupportState(x[:3], x[3:7], x[7:10]),), live={"rate": k/7, "shell": k % 2 == 0},
                    E_J=float(x[23]), ledger=-1e-17*k, drift=k*1e-13, scale=1.0, max_F_over_N=0.0055,
                    invariants={"plane_K_x": float(x[24])})


def rows_of(snapshots: list[Snapshot]) -> Rows:
    """Snapshots of the same bodies as rows."""
    first = snapshots[0]

    def numbers(name, layout, size):
        items = [[np.hstack([getattr(item, part) for part, _size in layout]) for item in getattr(s, name)]
                 for s in snapshots]
        return np.array(items, float).reshape(len(snapshots), len(getattr(first, name)), size)

    def column(name):
        return np.array([getattr(s, name) for s in snapshots])

    return Rows(**{name: column(name) for name in ("step", "t", "E_J", "ledger", "drift", "scale", "max_F_over_N")},
                **{group: {name: np.array([getattr(s, group)[name] for s in snapshots])
                           for name in getattr(first, group)} for group in ("live", "invariants")},
                mode=np.array([[body.mode for body in s.bodies] for s in snapshots], object).reshape(
                    len(snapshots), len(first.bodies)),
                bodies=numbers("bodies", shown_at.BODY, shown_at.BODY_SIZE),
                supports=numbers("supports", shown_at.SUPPORT, shown_at.SUPPORT_SIZE))


def write(path, rows: int = 100, bodies: int = 1) -> Recorder:
    """A closed log with commands and an event."""
    recorder = Recorder(path, HEADER)
    for k in range(rows):
        recorder.write(rows_of([snapshot(k, bodies)]))
        if k % 10 == 3:
            recorder.command(Command(4*k, "rate", k/9))
        recorder.tick(k/60)
    recorder.event(Event(rows/60, 0, "stop", "Стоит"))
    recorder.close()
    return recorder


def start_logging(path: Path) -> subprocess.Popen:
    """A process that logs until it is killed."""
    return subprocess.Popen([sys.executable, "-m", "tests.run.made_up", str(path)], cwd=ROOT, stdout=subprocess.PIPE,
                            text=True)


def kill_after(process: subprocess.Popen, rows: int) -> int:
    """Kill a logging process when it has handed over so many rows; how many there were when it was dead."""
    lines = [process.stdout.readline() for _row in range(rows)]
    process.kill()
    lines += process.stdout.readlines()
    if process.wait() == 3:
        raise AssertionError("the log could not be written")
    return len([line for line in lines if line.endswith("\n")])


def log_until_killed(path):
    recorder = Recorder(path, HEADER)
    for k in range(10**6):
        recorder.write(rows_of([snapshot(k)]))
        if k % 10 == 3:
            recorder.command(Command(4*k, "rate", k/9))
        if k % 100 == 50:
            recorder.event(Event(k/60, 0, "slip", "Скользит: |F|/N = 0.3"))
        print(k, flush=True)
        recorder.tick(k/60)
        if recorder.trouble:
            print(recorder.trouble, file=sys.stderr)
            sys.exit(3)


if __name__ == "__main__":
    log_until_killed(sys.argv[1])
