"""Sets the program up and starts it: `bootstrap.py run|test|package [arguments]`, called by the scripts of these names.

The first start makes .venv, installs the pinned requirements and, on Linux, looks for the shared libraries of the 3D
view. What was installed is noted in .venv/installed.json, so that a later start only compares a few hashes. The note is
taken away before anything is installed and written last: an interrupted installation is begun anew.
"""

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

HOME = Path(__file__).resolve().parent
VENV = HOME / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NOTE = VENV / "installed.json"

FILES = {"run": ("requirements.txt",), "test": ("requirements.txt", "requirements-test.txt"),
         "package": ("requirements.txt", "requirements-test.txt", "requirements-package.txt")}
# nobody gives PyQt5 for Linux on ARM as a finished file: there .venv sees the packages of the system, which has it
QT = {"PyQt5": "python3-pyqt5", "PyQt5.QtSvg": "python3-pyqt5.qtsvg", "PyQt5.QtQuick": "python3-pyqt5.qtquick",
      "PyQt5.QtWebEngineWidgets": "python3-pyqt5.qtwebengine"}        # module -> Debian package
# the newest Python that all libraries have finished files for: nothing is built on this computer
NEWEST, NEWEST_ON_INTEL_MAC = (3, 14), (3, 13)

SCREEN = {"xvfb-run": "xvfb", "xauth": "xauth"}       # program -> Debian package
PROGRAMS = {"run": {}, "test": SCREEN,
            "package": SCREEN | {"objdump": "binutils", "strace": "strace", "xz": "xz-utils", "unshare": "util-linux"}}

# what `test` calls, with the words for Python; `test fast` looks with QUICK ones and runs what tests/fast.txt lists
LOOKS = {"ruff": ["-m", "ruff", "check", "."],
         "import-linter": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
         "mypy": ["-m", "mypy"]}
# what the whole suite compiles for it is compiled once, by all cores, before workers would do so at the same moment
WARM = ["main.py", "warm"]
SUITE = ["-m", "pytest", "--numprocesses", "logical", "--dist", "loadscope"]
QUICK, ESSENCE = ("ruff", "import-linter"), ["-m", "not slow", "@tests/fast.txt"]

# shared library -> Debian package; alternatives in the order in which newer systems name them
LIBRARIES = {"libGL.so.1": "libgl1", "libEGL.so.1": "libegl1", "libX11-xcb.so.1": "libx11-xcb1",
             "libXcomposite.so.1": "libxcomposite1", "libXdamage.so.1": "libxdamage1", "libXrandr.so.2": "libxrandr2",
             "libXtst.so.6": "libxtst6", "libasound.so.2": "libasound2t64|libasound2", "libdbus-1.so.3": "libdbus-1-3",
             "libfontconfig.so.1": "libfontconfig1", "libglib-2.0.so.0": "libglib2.0-0t64|libglib2.0-0",
             "libgthread-2.0.so.0": "libglib2.0-0t64|libglib2.0-0", "libnss3.so": "libnss3", "libnspr4.so": "libnspr4",
             "libxcb-glx.so.0": "libxcb-glx0", "libxcb-icccm.so.4": "libxcb-icccm4",
             "libxcb-image.so.0": "libxcb-image0", "libxcb-keysyms.so.1": "libxcb-keysyms1",
             "libxcb-render-util.so.0": "libxcb-render-util0", "libxcb-shape.so.0": "libxcb-shape0",
             "libxcb-xinerama.so.0": "libxcb-xinerama0", "libxcb-xkb.so.1": "libxcb-xkb1",
             "libxkbcommon-x11.so.0": "libxkbcommon-x11-0"}


def main(job: str, arguments: list[str]) -> int:
    wanted = wanted_note(job)
    if not is_installed(wanted):
        with one_at_a_time():
            if not is_installed(wanted):      # another start may have done it meanwhile
                install(job, wanted)
    if job == "test":
        return test(arguments)
    if job == "package":
        return subprocess.call([PYTHON, "-m", "bundle", *arguments], cwd=HOME)
    return replace_by([PYTHON, HOME / "main.py", *arguments])


def test(arguments: list[str]) -> int:
    """Looks at the sources, then runs the test suite on all cores, or a part of it: `fast`, or `near FILE...`.

    Long tests go through a share of their cases, with JACOBI_SANDBOX_RELEASE=1 through all (tests/effort.py).

    Says at the end what failed; 0 if nothing did.
    """
    if sys.platform.startswith("linux") and not found("Xvfb"):
        sys.exit("The tests need a virtual screen: the program Xvfb is missing.")
    size, *rest = arguments or [""]
    if size == "near":
        # files are named as seen from where the command was given
        return subprocess.call([PYTHON, "-m", "tests.near", os.getcwd(), *rest], cwd=HOME)
    looks = {name: [PYTHON, *LOOKS[name]] for name in (QUICK if size == "fast" else LOOKS)}
    looks |= {"warm": [PYTHON, *WARM]} if asks_for_all(arguments) else {}
    looks["pytest"] = [PYTHON, *SUITE, *([*ESSENCE, *rest] if size == "fast" else arguments)]
    slow = looks.pop("mypy", None)
    with ThreadPoolExecutor(1) as beside, TemporaryFile() as words:
        # it takes a minute of one core, and speaks when the tests have spoken
        slow = slow and beside.submit(subprocess.call, slow, cwd=HOME, stdout=words, stderr=words)
        failed = [name for name, command in looks.items() if subprocess.call(command, cwd=HOME) != 0]
        failed += ["mypy"] if slow and slow.result() != 0 else []
        words.seek(0)
        sys.stderr.write(words.read().decode(errors="replace"))
    say(f"Failed: {', '.join(failed)}" if failed else "All is well.")
    return int(bool(failed))


def asks_for_all(arguments: list[str]) -> bool:
    """Whether words for pytest leave no test out: options that say how it works, as --cov or --junitxml FILE."""
    tests = HOME / "tests"
    return arguments[:1] != ["fast"] and not any(
        one.startswith(("-k", "-m", "@", "--lf", "--last-failed", "--deselect", "--ignore"))
        or tests in ((HOME / one.partition("::")[0]), *(HOME / one.partition("::")[0]).parents) for one in arguments)


def replace_by(command: list) -> int:
    """Hand the process over to `command`; Windows cannot do that, there it is waited for."""
    if os.name == "nt":
        return subprocess.call(command)
    sys.stdout.flush()
    os.execv(command[0], [str(part) for part in command])


# ---- what is installed --------------------------------------------------------------------------------------------

def wanted_note(job: str) -> dict:
    """The lines that .venv/installed.json must hold for a job: Python, requirement files, system libraries."""
    note = {"python": "{}.{}".format(*sys.version_info)}
    note |= {name: hashlib.sha256((HOME / name).read_bytes()).hexdigest() for name in FILES[job]}
    if sys.platform.startswith("linux"):
        note |= {f"system for {job}": "present"}
    return note


def is_installed(wanted: dict) -> bool:
    return PYTHON.exists() and wanted.items() <= read_note().items()


def read_note() -> dict:
    try:
        return dict(json.loads(NOTE.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return {}


def write_note(note: dict):
    temporary = NOTE.with_suffix(".new")
    temporary.write_text(json.dumps(note, indent=1), encoding="utf-8")
    os.replace(temporary, NOTE)


@contextmanager
def one_at_a_time():
    """Let a second start wait until the first has installed everything; Windows cannot lock a folder."""
    if os.name == "nt":
        yield
        return
    import fcntl
    folder = os.open(HOME, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)       # ends with the process, however that ends
    try:
        yield
    finally:
        os.close(folder)


# ---- installing ---------------------------------------------------------------------------------------------------

def install(job: str, wanted: dict):
    present = read_note()
    system_ready = provide_system(job)

    # a note for the same Python means a whole .venv that can be brought up to date; anything else is begun anew
    if not (PYTHON.exists() and present.get("python") == wanted["python"]):
        if not has_ensurepip():
            sys.exit("Python's own tool for making .venv is missing.")
        say(f"Making {VENV.name} with Python {sys.version.split()[0]} ...")
        seen = ["--system-site-packages"] if has_qt_of_system() else []
        call([sys.executable, "-m", "venv", "--clear", *seen, VENV],
             "The folder .venv could not be made (see above). Is the folder writable?")
        present = {}
    stale = [name for name in FILES[job] if present.get(name) != wanted[name]]
    NOTE.unlink(missing_ok=True)
    if stale:
        say("Installing the libraries (once, up to 300 MB) ...")
    for name in stale:
        # the files are complete; what is asked for with an extra would be taken in its newest version, without a hash
        call([PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps",
              "--root-user-action=ignore", "--require-hashes", "--only-binary=:all:", "-r", HOME / name],
             f"Installing {name} failed (see above). {reason_to_fail()}")

    # a missing system library is looked for again at the next start
    if not system_ready:
        wanted = {key: value for key, value in wanted.items() if not key.startswith("system")}
    write_note(present | wanted)


def reason_to_fail() -> str:
    """What is likely to have gone wrong, as a sentence that says what to do."""
    import platform
    is_intel_mac = sys.platform == "darwin" and platform.machine() == "x86_64"
    newest = NEWEST_ON_INTEL_MAC if is_intel_mac else NEWEST
    if sys.version_info[:2] > newest:
        return ("The libraries have no finished files for Python {}.{} on this computer; "
                "Python 3.11 to {}.{} have them.").format(*sys.version_info[:2], *newest)
    return "Look at the network connection and start again."


def provide_system(job: str) -> bool:
    """Look for the system packages of a job on Linux; install them as root, else print the line that does."""
    if not sys.platform.startswith("linux"):
        return True
    packages = missing_packages(job)
    if not packages:
        return True
    can_install = os.geteuid() == 0 and found("apt-get")
    if can_install:
        say("Installing system packages: " + " ".join(p.split("|")[-1] for p in packages))
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.call(["apt-get", "update", "-qq"], env=quiet, stdout=subprocess.DEVNULL)
        names = [available(package) for package in packages]
        subprocess.call(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *names], env=quiet,
                        stdout=subprocess.DEVNULL)
        packages = missing_packages(job)
    if packages:
        names = " ".join(available(package) for package in packages)
        say("Missing system packages. On Debian or Ubuntu this line installs them:\n"
            f"    sudo apt-get update && sudo apt-get install -y {names}")
    return not packages


def missing_packages(job: str) -> list[str]:
    """Debian packages whose library or program is not there, each once, in a stable order."""
    import ctypes
    packages = [package for program, package in PROGRAMS[job].items() if not found(program)]
    if has_qt_of_system():
        packages += [package for module, package in QT.items() if not has_module(module)]
    for library, package in LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            packages.append(package)
    if not has_ensurepip():
        packages.append(f"python3.{sys.version_info.minor}-venv")
    return list(dict.fromkeys(packages))


def has_ensurepip() -> bool:
    """Whether this Python can make a .venv; Debian ships that part of Python as a package of its own."""
    return has_module("ensurepip")


def has_module(name: str) -> bool:
    import importlib.util
    importlib.invalidate_caches()     # its package may have come a moment ago
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:       # of the package around it
        return False


def has_qt_of_system() -> bool:
    """Whether Qt is the system's, as its markers in pyproject.toml say."""
    import platform
    return sys.platform.startswith("linux") and platform.machine() != "x86_64"


def available(package: str) -> str:
    """The first of the alternatives "new|old" that this system's package list knows."""
    for name in package.split("|")[:-1]:
        known = found("apt-cache") and subprocess.run(["apt-cache", "show", name], capture_output=True).stdout
        if known:
            return name
    return package.split("|")[-1]


def found(program: str) -> bool:
    from shutil import which
    return which(program) is not None


def call(command: list, complaint: str):
    if subprocess.call(command, stdout=sys.stderr) != 0:
        sys.exit(complaint)


def say(sentence: str):
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        sys.exit(f"Jacobi Sandbox needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    if len(sys.argv) < 2 or sys.argv[1] not in FILES:
        sys.exit("usage: bootstrap.py run|test|package [arguments]")
    try:
        sys.exit(main(sys.argv[1], sys.argv[2:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"Jacobi Sandbox could not be set up: {error}")
