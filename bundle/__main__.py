"""`./package`: makes the double-click program in dist/, lists what it holds, packs it and tries it.

    ./package                everything, and the wheel for pip with the same machine code
    ./package --no-archive   without the packed files
    ./package --no-trial     without trying the result
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bundle import NAME, numbers, papers
from bundle.contents import MEGABYTE, check_size, dangling, link_same, print_contents, size_of
from bundle.debian import write_package
from sandbox.compiling.code_files import pack as pack_code
from sandbox.compiling.intermediate import pack as pack_intermediate
from sandbox.version import VERSION

HOME = Path(__file__).resolve().parents[1]
DIST = HOME / "dist"
FOLDER = DIST / NAME
PROGRAM = FOLDER / (NAME + ("-cli.exe" if os.name == "nt" else ""))
INNER = FOLDER / "program"

MOST_UNPACKED, MOST_PACKED = 700*MEGABYTE, 240*MEGABYTE

# symbols of functions that nobody debugs here: 64 MB in the page engine alone. What lies in *.libs was rewritten by
# those who packed it, in a way that `strip` does not understand
STRIPPED = ("libpython*.so*", "llvmlite/binding/*.so", "PyQt5/*.so", "PyQt5/Qt5/lib/*.so*", "PyQt5/Qt5/plugins/**/*.so",
            "av/**/*.so", "scipy/**/*.so", "numpy/**/*.so", "python3*/lib-dynload/*.so")


def main() -> int:
    parser = argparse.ArgumentParser(prog="package", description="Make the double-click program in dist/ and try it.")
    parser.add_argument("--no-archive", action="store_true", help="do not pack it: no archive, no .deb")
    parser.add_argument("--no-trial", action="store_true", help="do not try it")
    args = parser.parse_args()
    build()
    slim()
    if sys.platform.startswith("linux"):
        link_same(INNER)
    warm()
    add_papers()
    complaints = add_licences()
    print_contents(INNER)
    complaints += [f"link to nothing: {path}" for path in dangling(FOLDER)]
    complaints += check_size("the folder", size_of(FOLDER), MOST_UNPACKED)
    if not args.no_archive:
        complaints += check_size("the packed file", pack().stat().st_size, MOST_PACKED)
        pack_for_debian()
        pack_for_pip()
        write_checksums()
        numbers.update(DIST)
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
    found = [path for pattern in STRIPPED for path in INNER.glob(pattern) if not path.is_symlink()]
    subprocess.run([strip, "--strip-unneeded", *found], check=True)


def warm():
    """Compile the mechanics of all scenes with the program itself, into the folder."""
    step("Compiling the mechanics ...")
    target = INNER / "compiled"
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as home:
        subprocess.run([PROGRAM, "warm"], check=True, cwd=home,
                       env={**os.environ, "JACOBI_SANDBOX_HOME": home, "JACOBI_SANDBOX_COMPILED": str(target)})
    for path in target.rglob("*.code"):
        pack_code(path)
    for folder in target.iterdir():
        pack_intermediate(folder)
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


def add_licences() -> list[str]:
    """Writes what the program is made of, all licences, and the list for machines; complaints about what has none."""
    parts, unknown = papers.parts_of(papers.read_packed(HOME / "build" / "build"))
    papers.write_papers(FOLDER, parts, VERSION)
    papers.write_sbom(FOLDER / "sbom.cdx.json", parts, VERSION)
    return [f"of nobody: {path}" for path in unknown] + [f"without a licence: {name}" for name in
                                                          papers.without_text(parts)]


def pack_for_debian():
    """Writes the .deb, where the tools for it are."""
    if sys.platform.startswith("linux") and shutil.which("dpkg-deb"):
        step("Packing for Debian ...")
        path = write_package(FOLDER, HOME / "build" / "icons", DIST)
        print(f"{path.name}: {path.stat().st_size/MEGABYTE:.0f} MB", flush=True)


def pack_for_pip():
    """Writes the wheel of this system: what the program compiled is the machine code of these sources there, too."""
    step("Packing for pip ...")
    with tempfile.TemporaryDirectory() as home:
        compiled = Path(home) / "compiled"
        shutil.copytree(INNER / "compiled", compiled)
        subprocess.run([sys.executable, "-m", "bundle.compiled_wheel", DIST], check=True, cwd=HOME,
                       env={**os.environ, "JACOBI_SANDBOX_HOME": home, "JACOBI_SANDBOX_COMPILED": str(compiled)})


def write_checksums():
    """Writes SHA256SUMS of all files of a release, in the form that sha256sum -c reads; the list of parts is one."""
    shutil.copy(FOLDER / "sbom.cdx.json", DIST / f"{NAME}-{VERSION}.cdx.json")
    lines = []
    for path in sorted(DIST.iterdir()):
        if path.is_file() and path.name != "SHA256SUMS":
            with open(path, "rb") as file:
                lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")


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
