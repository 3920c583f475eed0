"""`./package`: makes the double-click program in dist/, lists what it holds, packs it and tries it.

    ./package                everything
    ./package --no-archive   without the packed file
    ./package --no-trial     without trying the result
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bundle import NAME
from bundle.contents import MEGABYTE, check_size, dangling, print_contents, size_of

HOME = Path(__file__).resolve().parents[1]
DIST = HOME / "dist"
FOLDER = DIST / NAME
PROGRAM = FOLDER / (NAME + ("-cli.exe" if os.name == "nt" else ""))
INNER = FOLDER / "program"

MOST_UNPACKED, MOST_PACKED = 850*MEGABYTE, 260*MEGABYTE

# (symbols of functions that nobody debugs here; the other libraries are as their makers packed them)
STRIPPED = ("libpython*.so*", "llvmlite/binding/libllvmlite.so")


def main() -> int:
    parser = argparse.ArgumentParser(prog="package", description="Make the double-click program in dist/ and try it.")
    parser.add_argument("--no-archive", action="store_true", help="do not pack it")
    parser.add_argument("--no-trial", action="store_true", help="do not try it")
    args = parser.parse_args()
    build()
    slim()
    warm()
    add_papers()
    print_contents(INNER)
    complaints = [f"link to nothing: {path}" for path in dangling(FOLDER)]
    complaints += check_size("the folder", size_of(FOLDER), MOST_UNPACKED)
    if not args.no_archive:
        complaints += check_size("the packed file", pack().stat().st_size, MOST_PACKED)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    failed = 0 if args.no_trial else trial()
    return 1 if complaints or failed else 0


def build():
    """Collect the folder."""
    step("Collecting the program ...")
    shutil.rmtree(FOLDER, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", "--distpath", DIST,
                    "--workpath", HOME / "build", HOME / "build.spec"], check=True)


def slim():
    """Take out symbols."""
    strip = shutil.which("strip")
    if strip is None or not sys.platform.startswith("linux"):
        return
    for pattern in STRIPPED:
        for path in INNER.glob(pattern):
            subprocess.run([strip, "--strip-unneeded", path], check=True)


def warm():
    """Compile the mechanics of all scenes with the program itself, into the folder."""
    step("Compiling the mechanics ...")
    target = INNER / "compiled"
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as home:
        subprocess.run([PROGRAM, "warm"], check=True, cwd=home,
                       env={**os.environ, "JACOBI_SANDBOX_HOME": home, "JACOBI_SANDBOX_COMPILED": str(target)})
    let_all_read(target)


def let_all_read(folder: Path):
    """Lets everybody read a folder and what it holds: compiled code is its maker's alone, a program is for all."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def add_papers():
    """What lies beside the program: licence, where own scenes go, and for Linux the entry of a menu."""
    shutil.copy(HOME / "LICENSE", FOLDER / "LICENSE.txt")
    own = FOLDER / "scenes"
    own.mkdir(exist_ok=True)
    shutil.copy(HOME / "bundle" / "own_scenes.txt", own / "README.txt")
    if sys.platform.startswith("linux"):
        shutil.copy(HOME / "bundle" / f"{NAME}.desktop", FOLDER)
        shutil.copy(HOME / "bundle" / f"{NAME}-mime.xml", FOLDER)
        (FOLDER / f"{NAME}.desktop").chmod(0o755)
        shutil.copy(HOME / "build" / "icons" / "icon.png", FOLDER / f"{NAME}.png")


def pack() -> Path:
    """One file to carry: a zip archive on Windows, else a tar archive packed with xz."""
    step("Packing ...")
    if os.name == "nt" or not shutil.which("xz"):
        return Path(shutil.make_archive(str(FOLDER), "zip", DIST, NAME))
    path = DIST / f"{NAME}.tar.xz"
    with open(path, "wb") as file:
        tar = subprocess.Popen(["tar", "-c", "--sort=name", "--owner=0", "--group=0", "-C", DIST, NAME],
                               stdout=subprocess.PIPE)
        subprocess.run(["xz", "--threads=0"], stdin=tar.stdout, stdout=file, check=True)
    if tar.wait():
        raise RuntimeError("tar failed")
    return path


def trial() -> int:
    """Try the program as its owners will; the exit code of the tests."""
    step("Trying it ...")
    return subprocess.call([sys.executable, "-m", "pytest", "-v", "-m", "packed", HOME / "tests" / "bundle"], cwd=HOME,
                           env={**os.environ, "JACOBI_SANDBOX_BUNDLE": str(PROGRAM)})


def step(sentence: str):
    print(sentence, flush=True)


if __name__ == "__main__":
    sys.exit(main())
