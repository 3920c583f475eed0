"""Draws the models of the folder meshes/ by the scripts beside them.

    python -m bundle.meshes NAME ...    writes meshes/NAME.ply anew, the same bits each time; all of them without NAME

and meshes/NAME_DEGREE.json, the fits that presets of scenes begin with: a first start does not look for them.
"""

import argparse
import importlib
import sys
from pathlib import Path

from sandbox.scene.solids.prepared import text_of_fit

HOME = Path(__file__).resolve().parents[1]
FOLDER = HOME / "meshes"
# models, half lengths [m] and degrees of the scene stones
FITS = (("stone", (0.04, 0.032, 0.022), 8), ("drop", (0.045, 0.03, 0.03), 8), ("egg", (0.04, 0.03, 0.03), 4),
        ("egg", (0.04, 0.03, 0.03), 8))


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
    for model, unit, degree in FITS:
        if model in (args.names or known):
            path, text = text_of_fit(model, unit, degree)
            (FOLDER / path).write_text(text, encoding="utf-8")
            print(f"{path}: {len(text)} bytes")
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
