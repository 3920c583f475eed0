"""Brings vpython as one wheel for every Python and system: those of its files that the picture needs, unchanged.

    python -m bundle.vpython_wheel            says whether the wheel is the one that belongs here
    python -m bundle.vpython_wheel --fetch    makes it anew from the authors' wheel, whose hash must be the one below

vpython is Python but for its vectors, which it also has in Python. Its authors give wheels with compiled vectors up to
Python 3.12 and ask for Jupyter, which nothing here uses. This one has neither, so that nothing is compiled, built or
left out by hand where people install. It lies in the repository because no index has it.
"""

import argparse
import base64
import hashlib
import io
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

VERSION, OWN = "7.6.5", "7.6.5+pure"       # the authors' version, and that of what is left of it
FOLDER = Path(__file__).resolve().parent / "wheels"
NAME = f"vpython-{OWN}-py3-none-any.whl"
DIGEST = "d0bfb0a63efa43db55500b41c92663fb1de5ceedac1164aa7694a8b7deb0ae72"

# the authors' wheel: any of theirs holds the same files but for the compiled one
SOURCE = f"vpython=={VERSION} --hash=sha256:96211a39dfcb4e8aec0152a7c0c3bfbaf6bdec8b7b89153c8a889f138d7e97c6"
FOR = ("--python-version", "3.12", "--implementation", "cp", "--abi", "cp312", "--platform", "manylinux2014_x86_64")

# without the compiled vectors, the server, the notebook mode, textures, fonts and plots: none of it is ever served
KEPT = tuple(f"vpython/{name}" for name in (
    "__init__.py", "_notebook_helpers.py", "_vector_import_helper.py", "gs_version.py", "rate_control.py",
    "shapespaths.py", "vector.py", "vpython.py", "vpython_libraries/glow.min.js", "vpython_libraries/glowcomm.html",
    "vpython_libraries/jquery-ui.custom.min.js", "vpython_libraries/jquery.min.js"))
ABOUT, THEIRS = f"vpython-{OWN}.dist-info", f"vpython-{VERSION}.dist-info"
LICENCE = "LICENSE.txt"
PURE = "Wheel-Version: 1.0\nGenerator: bundle.vpython_wheel\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
DATE = (1980, 1, 1, 0, 0, 0)


def fetch() -> bytes:
    """Returns the authors' wheel; pip takes it from the package index and refuses any other hash."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "wanted.txt"
        wanted.write_text(SOURCE, encoding="utf-8")
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
                        "--require-hashes", *FOR, "--dest", folder, "-r", wanted], check=True)
        found, = Path(folder).glob("*.whl")
        return found.read_bytes()


def remade(source: bytes) -> bytes:
    """Returns our wheel of the authors' one: the same bytes at each call.

    Not compressed: how that comes out depends on the compressor, and git compresses by itself. The list of the authors'
    hashes goes along, so that each file can be compared with theirs.
    """
    with zipfile.ZipFile(io.BytesIO(source)) as theirs:
        files = {name: theirs.read(name) for name in KEPT}
        files |= {f"{ABOUT}/{LICENCE}": theirs.read(f"{THEIRS}/{LICENCE}"),
                  f"{ABOUT}/METADATA": described(theirs.read(f"{THEIRS}/METADATA").decode("utf-8")).encode("utf-8"),
                  f"{ABOUT}/WHEEL": PURE.encode("ascii"),
                  f"{ABOUT}/top_level.txt": theirs.read(f"{THEIRS}/top_level.txt"),
                  f"{ABOUT}/RECORD.authors": theirs.read(f"{THEIRS}/RECORD")}
    lines = [f"{name},{hash_in_records(content)},{len(content)}\n" for name, content in files.items()]
    files[f"{ABOUT}/RECORD"] = "".join([*lines, f"{ABOUT}/RECORD,,\n"]).encode("ascii")
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as ours:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, DATE)
            entry.create_system, entry.external_attr = 3, 0o100644 << 16      # the same on every system
            ours.writestr(entry, content)
    return whole.getvalue()


def described(text: str) -> str:
    """Returns the authors' description with our version and without what only the notebook mode needs."""
    text = text.replace(f"\nVersion: {VERSION}\n", f"\nVersion: {OWN}\n")
    return re.sub(r"\nRequires-Dist: (?!numpy\n).*", "", text)


def hash_in_records(content: bytes) -> str:
    """Returns the hash of a file as RECORD writes it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode("ascii").rstrip("=")


def digest() -> str:
    """Returns the hash of the wheel that lies here, "" where none does."""
    path = FOLDER / NAME
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bundle.vpython_wheel", description="Look after vpython.")
    parser.add_argument("--fetch", action="store_true", help="make it anew from the authors' wheel")
    if parser.parse_args().fetch:
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / NAME).write_bytes(remade(fetch()))
    print(digest())
    return 0 if digest() == DIGEST else 1


if __name__ == "__main__":
    sys.exit(main())
