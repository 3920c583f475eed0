"""The command `selftest`: every scene is played in the real window and looked at, and one second is filmed."""

import subprocess
import tempfile
import time
from pathlib import Path

from sandbox.cli.common import fail, this_program
from sandbox.errors import BadValue
from sandbox.scene.presentation.showing import SPEEDS

COMPILING = 150.0      # [s] for mechanics never compiled before: 29 s of processor time, more on a busy machine
WHITE = 0.97           # of all colours: more is the background of a light theme
FILMING = 300.0        # [s] for a second of film
PLAYED, QUICK = 2.0, 16.0    # [s] of each scene as it is shown, and so many times as fast as that
LOGGED = 2.2           # [s] of the run itself at least: a shorter one leaves no log to be looked at
PICTURE = 10.0         # [s] for the next picture of a run
FPS = 60
SMALL = 820, 560       # [px] of the window: a software driver draws it in a quarter of the time


def selftest(application, window, names: list[str]) -> int:
    """Checks the named scenes, without names all of them, and a film; prints a line for each, returns the exit code."""
    scenes = names or list(window.catalogue.scenes)
    try:
        for name in scenes:
            window.catalogue.get(name)
    except BadValue as error:
        return fail(error)
    good = wait(application, COMPILING, lambda: window.simulation is not None)
    usual = window.size()
    window.resize(*SMALL)
    for name in scenes:
        good = look_at(application, window, name) and good
    window.resize(usual)         # a person's window keeps its size
    window.close()
    try:
        good = film() and good
    except Exception as error:
        print(f"FAIL film {error!r}", flush=True)
        good = False
    for name, sentence in window.catalogue.broken.items():
        print(f"FAIL {name}: {sentence}")
    return 0 if good and not window.catalogue.broken else 1


def wait(application, seconds: float, until=lambda: False) -> bool:
    """Handles events until a condition holds, for at most `seconds`; returns whether it holds.

    Events are handled as they arrive: the web engine does little at a time, and sleeps in between would slow it down.
    """
    from sandbox.qt.core import QEventLoop, QTimer
    looks = QTimer()
    looks.start(20)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and not until():
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    return until()


def look_at(application, window, name: str) -> bool:
    """Plays one scene; prints and returns whether support and body are visible and the picture changes."""
    window.choose_scene(name)

    def is_playing():
        run = window.simulation
        return run is not None and run.scene.id == name and window.view.is_ready and run.t > 0.05

    wait(application, COMPILING, lambda: is_playing() or window.view.has_failed)
    if not is_playing():
        print(f"FAIL {name} did not begin", flush=True)
        return False
    before, changed = seen(window), 0.0
    support, body = shares(before, window.simulation)
    speed = window.player.pace.speed
    window.set_speed(min(QUICK*speed, SPEEDS[-1]))
    # what goes to and fro may be back after some time, but not after half of it, too; on a busy machine a body that the
    # camera follows may be far from its support by then
    for _half in range(2):
        go_on(application, window, 0.5*max(PLAYED*speed, LOGGED))
        after = seen(window)
        if after.shape == before.shape:
            changed = max(changed, float((abs(after - before).max(axis=2) > 24).mean()))
        else:
            before = after       # a panel took or gave room meanwhile
        support, body = map(max, (support, body), shares(after, window.simulation))
    window.set_speed(speed)
    # the smallest support, a beam from which balls hang, takes 3e-3 of the picture
    good = support > 2e-3 and body > 2e-4 and changed > 2e-3
    print(f"{'ok' if good else 'FAIL'} {name} support {support:.3f} body {body:.4f} changed {changed:.3f}", flush=True)
    return good


def seen(window):
    """Returns the pixels (rows, columns, 3) of every second row and column, which are enough to take shares of."""
    return window.view.grab_pixels()[::2, ::2].astype(int)


def go_on(application, window, seconds: float):
    """Waits until a run has gone on by so much or ended, however fast this machine is, and its picture is sent.

    One that ended may begin anew between two looks, to end as early again: it is over when its time has gone back.
    """
    last = window.simulation.t
    end = last + seconds

    def is_over() -> bool:
        nonlocal last
        before, last = last, window.simulation.t
        return last >= end or last < before or window.simulation.ended is not None

    wait(application, COMPILING, is_over)
    sent = window.view.messages
    wait(application, PICTURE, lambda: window.view.messages > sent)


def shares(pixels, run) -> tuple[float, float]:
    """Returns the shares of a picture that supports and bodies of a run take, by the tones of what they are of."""
    import numpy as np

    from sandbox.view.materials import LACQUER, coat_of
    from sandbox.view.palette import BALL, BODIES, CREAM, SAND
    from sandbox.view.picture.tint import RACK
    supports = [CREAM, SAND, *(tone for coat in map(coat_of, run.surfaces) if coat is not LACQUER
                               for tone in (coat.light, coat.dark))]
    bodies = [BALL, *(coat_of(body).tone for body in run.bodies), *((*BODIES, *RACK) if len(run.bodies) > 1 else ())]
    for body in run.bodies:
        # models have tones of their own
        painted = body.drawn(24)[2:] if getattr(body, "drawn", None) is not None else ()
        bodies += [tuple(tone) for paints in painted if np.ndim(paints) == 2 for tone in np.unique(paints, axis=0)]
    # a body of the hue of its support can't be told from it
    told = [tone for tone in bodies if share_of(np.array(tone)[None, None]*255.0, *supports) == 0.0]
    return share_of(pixels, *supports), share_of(pixels, *told)


def share_of(pixels, *colours) -> float:
    """Returns the share of pixels (height, width, 3) that have the hue of one of the colours, in any light; a white
    background has none."""
    import numpy as np
    flat = pixels.reshape(-1, 3)
    # a picture has far fewer tones than pixels
    _key, first, counts = np.unique(flat @ np.array((65536, 256, 1)), return_index=True, return_counts=True)
    flat = flat[first]/255.0
    length = np.linalg.norm(flat, axis=1)
    alike = [np.abs(flat/np.maximum(length, 1e-9)[:, None] - np.array(c)/np.linalg.norm(c)).max(axis=1) < 0.06
             for c in colours]
    return float(counts @ (np.any(alike, axis=0) & (length > 0.25) & (flat.min(axis=1) < WHITE))/counts.sum())


def film() -> bool:
    """Films one second by the command `record`; prints and returns whether every frame is there and differs."""
    from sandbox.film.encoding.reader import frames_of
    with tempfile.TemporaryDirectory(prefix="jacobi-sandbox-") as folder:
        path = Path(folder) / "second.mp4"
        done = subprocess.run([*this_program(), "record", "turntable", "--duration", "1", "--size", "720p", "--fps",
                               str(FPS), "--out", str(path)], text=True, capture_output=True, timeout=FILMING)
        frames, distinct = frames_of(path) if done.returncode == 0 else (0, 0)
    good = frames == distinct == FPS
    print(f"{'ok' if good else 'FAIL'} film {frames} frames, {distinct} distinct {done.stderr.strip()[-300:]}".rstrip(),
          flush=True)
    return good
