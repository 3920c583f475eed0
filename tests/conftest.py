"""For all tests: files go to a temporary folder, texts are English, each worker has a screen of its own."""

import gc
import os
import re
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

from sandbox.compiling import idle
from sandbox.folders import own_folders
from tests import screens

# a fifth of the time of tests that write logs is waiting for the disk: they write to memory where a system keeps files
# there, has room for many, and runs programs that lie there
MEMORY, ROOM = Path("/dev/shm"), 4e9      # [bytes]


def keeps_files_in_memory() -> bool:
    """Whether tests may write to memory."""
    try:
        where = os.statvfs(MEMORY)
    except (AttributeError, OSError):
        return False
    return where.f_bavail*where.f_frsize > ROOM and not where.f_flag & os.ST_NOEXEC and os.access(MEMORY, os.W_OK)


if "TMPDIR" not in os.environ and keeps_files_in_memory():
    os.environ["TMPDIR"], tempfile.tempdir = str(MEMORY), None

# before anything of the program is imported: windows and commands with a home of their own find what was compiled
os.environ.setdefault("JACOBI_SANDBOX_COMPILED", str(own_folders()["cache"] / "compiled"))
_home = tempfile.TemporaryDirectory(prefix="jacobi-sandbox-tests-", ignore_cleanup_errors=True)
os.environ["JACOBI_SANDBOX_HOME"] = _home.name
# five hundred processes are started: without byte code that is kept each of them translates the program's sources anew,
# half a second for a command, two for a window
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# other workers use the other cores
os.environ.setdefault("JACOBI_SANDBOX_COMPILERS", "0")

# threads that leave the cores to a person's picture would leave them to other workers, for as long as these compute
idle.NICE = 0

# a shell that starts tests in the background has them ignore Ctrl-C, and with them the programs that they send it to
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# thousands of tests are half a million objects that stay: looking through them again and again for garbage took a fifth
# of the time of tests, and a quarter of that of collecting them
gc.disable()

settings.register_profile("sandbox", deadline=None)
settings.load_profile("sandbox")

# what shows something, which is one piece where workers share a screen; and the fixtures by which such tests are known
WINDOWS = ("tests/ui/", "tests/charts/", "tests/view/", "tests/film/test_captions.py",
           "tests/film/test_chart.py", "tests/film/test_overlay.py",
           "tests/film/test_plots.py", "tests/film/test_record.py", "tests/film/test_recorded.py",
           "tests/film/test_stopping.py", "tests/exports/test_page.py", "tests/exports/test_supports.py",
           "tests/cli/test_gallery.py", "tests/bundle/test_bundle.py", "tests/bundle/test_site.py",
           "tests/bundle/test_papers.py::test_the_package_is_installed",
           "tests/test_every_scene_shown.py", "tests/test_whole_window.py", "tests/test_hand_window.py",
           "tests/test_bench_window.py", "tests/cli/test_start.py::test_a_first_moving_picture_needs_little",
           "tests/test_theory_window.py", "tests/test_from_python.py::test_film")
SHOWING = {"qtbot", "qapp", "run_page"}

# tests of every scene: those of one scene are a piece, which compiles what it needs once
BY_SCENE = ("tests/exports/test_glb.py", "tests/golden/", "tests/integration/test_allocations.py",
            "tests/physics/test_lost_numbers.py", "tests/run/test_hand.py", "tests/run/test_quantities.py",
            "tests/run/test_replay.py", "tests/run/test_same_bits.py", "tests/run/test_scripts.py",
            "tests/scenes/test_cards.py", "tests/scenes/test_every_scene.py", "tests/scenes/test_showing.py",
            "tests/ui/test_replay.py", "tests/workspace/test_every_scene_comes_back.py", "tests/cli/test_papers.py")
SCENES = {path.stem for path in Path(__file__).parents[1].glob("scenes/*.py")}
# modules whose tests share nothing: any worker may take one of them
SINGLE = ("tests/cli/test_output.py", "tests/film/test_stopping.py", "tests/fuzz/",
          "tests/run/test_interrupted_runs.py", "tests/run/test_mutated_logs.py", "tests/run/test_same_bits.py",
          "tests/scenes/test_nothing_is_compiled_anew.py", "tests/test_command_line.py",
          "tests/test_whole_window.py", "tests/verify/test_falsified.py")
# modules that share what they look at: one worker takes all of them
TOGETHER = dict.fromkeys(("tests/view/test_families.py", "tests/view/test_room.py"),
                         "tests/view/test_presets_framed.py") | {
    "tests/ui/test_challenges_by_keys.py": "tests/challenges/test_every_challenge.py",
    "tests/challenges/test_cue.py": "tests/challenges/test_every_challenge.py"}
# what takes long though its tests are few, and how many other tests take as long
LONG = {"tests/test_whole_window.py": 1000, "tests/run/test_interrupted_runs.py": 900,
        "tests/film/test_stopping.py": 800, "tests/film/test_record": 700, "tests/test_hand_window.py": 700,
        "tests/test_bench_window.py": 500, "tests/test_theory_window.py": 700, "tests/test_from_python.py": 700,
        "tests/run/test_recorder_trouble.py": 600,
        "tests/view/": 500, "tests/test_every_scene_shown.py": 950, "tests/ui/test_abuse.py": 200,
        "tests/ui/test_all_sliders.py": 300, "tests/ui/test_russian.py": 100, "tests/ui/test_faults.py": 100,
        "tests/scenes/test_nothing_is_compiled_anew.py": 300, "tests/fuzz/": 10,
        "tests/setup/test_finished_files.py": 600,
        "tests/run/test_same_bits.py::test_here": 10, "tests/verify/test_falsified.py": 10,
        "tests/run/test_mutated_logs.py": 5}


def pytest_configure(config):
    """Who runs tests has a screen: a worker its own, who runs them alone the one that is there, or its own."""
    is_worker = hasattr(config, "workerinput")
    hands_out = not is_worker and bool(config.getoption("tx", None))
    if screens.HAS_OWN and not hands_out and (is_worker or not os.environ.get("DISPLAY")):
        screens.provide_screen()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """What is there before the first test stays to the end: garbage is looked for in what comes after it."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_itemcollected(item):
    """A test that shows something stands where the scheduler knows it."""
    is_showing = SHOWING & set(item.fixturenames) or item.get_closest_marker("window")
    if is_showing and not item.nodeid.startswith(WINDOWS):
        raise pytest.UsageError(f"{item.nodeid} shows something: add its place to WINDOWS in tests/conftest.py")


def piece_of_work(nodeid: str) -> str:
    """What is done by one worker: a module with what its tests share, all for one scene, or a single test.

    Two workers in one module would compile the same code at the same moment, and make its fixtures twice.
    """
    if nodeid.startswith(WINDOWS) and not screens.HAS_OWN:
        return "window"
    first = re.search(r"\[(\w+)", nodeid) if nodeid.startswith(BY_SCENE) else None
    if first and first[1] in SCENES:
        return first[1]
    module = nodeid.partition("::")[0]
    return nodeid if nodeid.startswith(SINGLE) else TOGETHER.get(module, module)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Workers take what takes long first and single tests at the end, so that none waits for another then."""
    if hasattr(config, "workerinput"):
        sizes = Counter(piece_of_work(item.nodeid) for item in items)
        items.sort(key=lambda item: -next((size for place, size in LONG.items() if item.nodeid.startswith(place)),
                                          sizes[piece_of_work(item.nodeid)]))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Pieces of work go to whichever worker has time, in the order in which their first tests stand.

    The marks of pytest-xdist for groups do nothing here: its version 3.8 writes them to an attribute that pytest 9.2 no
    longer reads.
    """
    from xdist.scheduler import LoadScopeScheduling
    config.option.loadscopereorder = False

    class Pieces(LoadScopeScheduling):
        """Pieces that are done are forgotten: all that a worker has are counted after each test."""

        def _split_scope(self, nodeid):
            return piece_of_work(nodeid)

        def mark_test_complete(self, node, item_index, duration=0):
            super().mark_test_complete(node, item_index, duration)
            piece, assigned = piece_of_work(self.registered_collections[node][item_index]), self.assigned_work[node]
            if all(assigned[piece].values()):
                del assigned[piece]

    return Pieces(config, log) if config.getvalue("dist") == "loadscope" else None


@pytest.fixture(scope="session")
def qapp(qapp):
    """Garbage is collected as in the program: never while Qt hands something to Python."""
    from sandbox.qt.garbage import collect_by_the_loop
    collect_by_the_loop(qapp)
    return qapp


def pytest_runtest_teardown():
    """Where the event loop collects, tests that run none leave garbage, too."""
    if not gc.isenabled():
        from sandbox.qt.garbage import collect_what_is_due
        collect_what_is_due()


@pytest.fixture(autouse=True)
def english():
    """Each test begins and leaves with English texts."""
    from sandbox.text import set_language
    set_language("en")
    yield
    set_language("en")
