"""Brings KaTeX, which sets the formulas of the theory, into sandbox/sheet/katex as its authors distribute it.

    python -m bundle.katex            says whether what lies there is what was published
    python -m bundle.katex --fetch    takes it anew from npm's package, whose hash must be the one below

It lies in the repository because nothing that pip installs holds its style sheet and its fonts: with it a checkout, an
installed package and the double-click program need neither npm nor a network. Fonts are those of browsers of today.
"""

import argparse
import base64
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "0.19.1"
INTEGRITY = "sha512-jG8uKntjSEcm2EpQOh0XturpPuuC9r3Sq5HLHdsFdWZT27E672SF19QEi+of0/YeOy15lDgRhKvr5614uRrEfA=="
FOLDER = Path(__file__).resolve().parents[1] / "sandbox" / "sheet" / "katex"
# of all names and contents in FOLDER
DIGEST = "2e5d80981c3f0864d11ccb441bbc2ba8e62dc6e3ce262144dde9ab2ee2661ba7"


def wanted(name: str) -> str | None:
    """Returns where a file of the package lies in FOLDER, or None where it is not needed."""
    if name == "package/LICENSE":
        return "LICENSE"
    if name in ("package/dist/katex.min.js", "package/dist/katex.min.css"):
        return name.removeprefix("package/dist/")
    is_font = name.startswith("package/dist/fonts/") and name.endswith(".woff2")
    return name.removeprefix("package/dist/") if is_font else None


def digest(folder: Path = FOLDER) -> str:
    """Returns the hash of all that is in a folder."""
    whole = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        whole.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return whole.hexdigest()


def fetch() -> dict[str, bytes]:
    """Returns what FOLDER is to hold, from npm's package; ValueError where that is not the one that is meant."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", f"katex@{VERSION}"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).glob("*.tgz")
        kind, _dash, _hash = INTEGRITY.partition("-")
        found = f"{kind}-{base64.b64encode(hashlib.new(kind, archive.read_bytes()).digest()).decode()}"
        if found != INTEGRITY:
            raise ValueError(f"katex {VERSION}: its hash is {found}, needs {INTEGRITY}")
        with tarfile.open(archive) as package:
            files = {wanted(member.name): package.extractfile(member).read() for member in package
                     if member.isfile() and wanted(member.name)}
    return files


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bundle.katex", description="Look after KaTeX.")
    parser.add_argument("--fetch", action="store_true", help="take it anew from npm's package")
    if parser.parse_args().fetch:
        for name, content in fetch().items():
            path = FOLDER / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    print(digest())
    return 0 if digest() == DIGEST else 1


if __name__ == "__main__":
    sys.exit(main())
