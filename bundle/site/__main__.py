"""Makes the site of the program: python -m bundle.site --out FOLDER [SCENE ...]

A list of scenes that play in any browser (phones, too), each with its derivation, documents, the tutorial with what its
cells show, and what the modules say. A folder of files that needs no server, no network and no program; the same
sources give the same bytes. Needs the extras `docs` and `plot` and the libraries of the window, no screen.
"""

import argparse
import sys
import time
from pathlib import Path

from bundle.site.build import SECONDS, build, say
from sandbox.scene.catalogue import load_catalogue

SCENES = Path(__file__).resolve().parents[2]/"scenes"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bundle.site", description="Make the site of the program.")
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help="these only")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="a site that is there is replaced")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of each scene ({SECONDS:g})")
    args = parser.parse_args()
    known = load_catalogue(SCENES).scenes
    if wrong := [name for name in args.scenes if name not in known]:
        parser.error(f"no scene {wrong[0]!r}; there are: {', '.join(known)}")
    begin = time.perf_counter()
    try:
        build(args.out, [known[name] for name in args.scenes or known], args.seconds, say)
    except OSError as error:
        parser.error(str(error))
    size = sum(path.stat().st_size for path in args.out.rglob("*") if path.is_file())
    print(f"{args.out}/index.html: {size/1e6:.0f} MB in {time.perf_counter() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
