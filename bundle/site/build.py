"""Builds the site: all of it beside its place, then put there whole."""

import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from bundle.katex import FOLDER as KATEX
from bundle.site.documents import write_documents, write_modules, write_tutorial
from bundle.site.pages import ENGLISH, HERE, Folder
from bundle.site.scenes import write_scenes
from sandbox.scene.scene import Scene
from sandbox.text import LANGUAGES, set_language

# word of the menu, page, languages in which it is
MENU = (("scenes", "index.html", tuple(LANGUAGES)), ("tutorial", "docs/tutorial.html", (ENGLISH,)),
        ("documents", "docs/index.html", (ENGLISH,)), ("papers", "docs/papers.html", tuple(LANGUAGES)),
        ("modules", "api/index.html", (ENGLISH,)))
SECONDS = 10.0            # of each scene
MARK = "assets/site.css"  # what a folder has that is a site: nothing else is replaced


def build(out: Path, scenes: Sequence[Scene], seconds: float = SECONDS,
          tell: Callable[[str], object] = lambda _line: None):
    """Writes the site to a folder, in place of the site that is there; same sources, same bytes.

    scenes    those that it shows;  seconds  how long each plays;  tell  tell(line), now and then
    raises    FileExistsError where there is something else; OSError
    """
    if out.exists() and not (out/MARK).is_file() and any(out.iterdir()):
        raise FileExistsError(f"'{out}' holds something that is no site")
    out.parent.mkdir(parents=True, exist_ok=True)
    made = Path(mkdtemp(dir=out.parent, prefix=f".{out.name}."))
    try:
        made.chmod(0o755)
        folder = Folder(made, MENU)
        set_language(ENGLISH)
        _assets(folder)
        write_documents(folder)
        write_modules(folder)
        tell("documents and modules")
        write_tutorial(folder)
        tell("tutorial")
        write_scenes(folder, scenes, seconds, tell)
        _put(made, out)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _assets(folder: Folder):
    for path in sorted((HERE/"assets").iterdir()):
        folder.write(f"assets/{path.name}", path.read_bytes())
    folder.write("assets/icon.svg", (HERE.parents[1]/"sandbox"/"ui"/"look"/"icon.svg").read_bytes())
    folder.write("assets/katex.min.css", (KATEX/"katex.min.css").read_bytes())
    folder.write("assets/katex-LICENSE.txt", (KATEX/"LICENSE").read_bytes())
    for font in sorted((KATEX/"fonts").glob("*.woff2")):
        folder.write(f"assets/fonts/{font.name}", font.read_bytes())


def _put(made: Path, out: Path):
    """Puts a folder in the place of another one."""
    old = Path(mkdtemp(dir=out.parent, prefix=f".{out.name}."))
    try:
        with suppress(FileNotFoundError):
            out.rename(old/"site")
        made.rename(out)
    finally:
        shutil.rmtree(old, ignore_errors=True)


def say(line: str):
    print(line, file=sys.stderr, flush=True)
