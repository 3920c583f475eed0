"""Makes requirements*.txt from pyproject.toml: exact versions, with the hashes of all their files.

    python -m bundle.lock             after a change in pyproject.toml; what is pinned and still allowed stays as it is
    python -m bundle.lock --upgrade   takes the newest versions that are allowed

One file serves Windows, macOS and Linux: where systems differ, a line says for which it holds. vpython is the wheel
that lies in the repository (bundle/vpython_wheel.py). Needs `uv` (the extra `test`) and the network.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from bundle import vpython_wheel

HOME = Path(__file__).resolve().parents[1]
ALL = "requirements.txt"
# pip reads the folder as seen from the file that names it
BROUGHT = (f"--find-links {vpython_wheel.FOLDER.relative_to(HOME).as_posix()}\n"
           f"vpython=={vpython_wheel.OWN} \\\n    --hash=sha256:{vpython_wheel.DIGEST}\n")


@dataclass(frozen=True)
class Lock:
    """One file of exact versions.

    about    its first line
    extras   the optional dependencies of pyproject.toml that it serves, together with the dependencies
    below    files that are installed before it; what stands there does not stand here
    """

    about: str
    extras: tuple[str, ...]
    below: tuple[str, ...] = ()


LOCKS = {
    ALL: Lock("What the program needs, every package by its exact version.", ("window",)),
    "requirements-test.txt": Lock("What the tests need on top of requirements.txt.",
                                  ("window", "plot", "cluster", "docs", "test"), (ALL,)),
    "requirements-package.txt": Lock("What `package` needs on top of requirements.txt and requirements-test.txt.",
                                     ("window", "plot", "cluster", "docs", "test", "package"),
                                     (ALL, "requirements-test.txt")),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bundle.lock", description="Make requirements*.txt.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions that pyproject.toml allows")
    args = parser.parse_args()
    if find_spec("uv") is None:
        print("uv is missing: ./test installs it", file=sys.stderr)
        return 2
    project = read_project()
    for name, lock in LOCKS.items():
        text = resolve(name, lock, project, args.upgrade)
        (HOME / name).write_text(heading(lock, project) + text, encoding="utf-8", newline="\n")
        print(f"{name}: {len(pinned(text))} lines")
    return 0


def read_project() -> dict:
    return tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))


def requirements(project: dict, lock: Lock) -> list[str]:
    """Returns the requirements of pyproject.toml that a lock serves, as they stand there."""
    extras = project["project"]["optional-dependencies"]
    return [*project["project"]["dependencies"], *(line for name in lock.extras for line in extras[name])]


def stamp(lock: Lock, project: dict) -> str:
    """Returns the hash of what a lock was made from; a change in these lines of pyproject.toml changes it."""
    source = [project["project"]["requires-python"], *requirements(project, lock), project["tool"]["uv"], BROUGHT]
    return hashlib.sha256(json.dumps(source, sort_keys=True).encode()).hexdigest()[:16]


def heading(lock: Lock, project: dict) -> str:
    return (f"# {lock.about}\n"
            f"# Made by `python -m bundle.lock` from pyproject.toml {stamp(lock, project)}: change that, not this.\n")


def pinned(text: str) -> list[str]:
    """Returns the lines of a lock that name a package, without hashes: `name==version`, perhaps `; marker`."""
    return [line.removesuffix("\\").strip() for line in text.splitlines() if re.match(r"[A-Za-z0-9]", line)]


def resolve(name: str, lock: Lock, project: dict, upgrade: bool) -> str:
    """Returns the lines of a lock as uv finds them; what the file has now is kept where that is possible."""
    lower = project["project"]["requires-python"].removeprefix(">=")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / name
        if not upgrade and (HOME / name).exists():
            # what this program brings has no place from there
            target.write_text((HOME / name).read_text(encoding="utf-8").replace(BROUGHT, ""), encoding="utf-8")
        words = ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet",
                 "--python-version", lower, "--output-file", str(target)]
        left_out = {"vpython"}.union(*(names_in(HOME / file) for file in lock.below))
        words += [word for package in sorted(left_out) for word in ("--no-emit-package", package)]
        words += [word for extra in lock.extras for word in ("--extra", extra)]
        words += [word for file in lock.below for word in ("--constraint", file)]
        subprocess.run([sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", *words], cwd=HOME, check=True,
                       stdout=subprocess.DEVNULL)
        found = without_notes(target.read_text(encoding="utf-8"))
    return found if lock.below else BROUGHT + found


def names_in(path: Path) -> set[str]:
    """Returns the names of the packages of a lock."""
    return {line.partition("==")[0] for line in pinned(path.read_text(encoding="utf-8"))}


def without_notes(text: str) -> str:
    """Returns what uv wrote without its remarks on what was left out."""
    return "".join(line for line in text.splitlines(keepends=True) if line.strip() and not line.startswith("#"))


if __name__ == "__main__":
    sys.exit(main())
