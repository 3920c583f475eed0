"""Draws the models of the folder meshes/ by the scripts beside them.

    python -m bundle.meshes NAME ...    writes meshes/NAME.ply anew, the same bits each time; all of them without NAME
"""

import argparse
import importlib
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
FOLDER = HOME / "meshes"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bundle.meshes", description="Draw the models of meshes/ anew.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these models")
    args = parser.parse_args()
    known = scripts()
    unknown = [name for name in args.names if name not in known]
    if unknown:
        print(f"meshes: no script {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    for name in args.names or known:
        content = content_of(name)
        (FOLDER / f"{name}.ply").write_bytes(content)
        print(f"{name}.ply: {len(content)} bytes")
    return 0


def scripts() -> list[str]:
    """Returns the names of all models that have a script."""
    return sorted(path.stem for path in FOLDER.glob("[a-z]*.py"))


def content_of(name: str) -> bytes:
    """Returns the file of a model as its script draws it; the first line of the script says what it is."""
    module = importlib.import_module(f"meshes.{name}")
    return module.draw().ply((module.__doc__ or name).splitlines()[0])


if __name__ == "__main__":
    sys.exit(main())
