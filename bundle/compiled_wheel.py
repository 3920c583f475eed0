"""Makes the wheel of this system in dist/, with the machine code of all scenes: who installs it compiles nothing.

    python -m bundle.compiled_wheel [FOLDER]

The code asks for no Python and no compiler (sandbox/compiling/translator.py holds that), so that one wheel serves every
Python; its name says the system. `pip install .` makes one without code, which compiles when a scene is first opened.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from bundle.wheel import CODE, HOME
from sandbox.compiling import code_files, machine_code
from sandbox.compiling.cache import SYSTEM
from sandbox.compiling.entries import Entry
from sandbox.compiling.sources import FILE, SOURCES


def main(out: Path):
    from sandbox.cli.commands.warm import make_all
    from sandbox.cli.common import catalogue
    make_all(catalogue())
    with tempfile.TemporaryDirectory() as folder:
        write_code(Path(folder) / SYSTEM)
        print(make_wheel(Path(folder), HOME, out))


def write_code(folder: Path):
    """Writes the machine code that was needed so far, packed, and what its sources are known by, into a new folder."""
    for module, function, _is_new in machine_code.needed:
        entry = getattr(sys.modules[module], function)
        name, code = code_files.found(entry) or _lost(entry)
        path = folder / f"{code_files.name_of(entry.py_func)}.code"
        code_files.write(path, name, code)
        code_files.pack(path)
    SOURCES.write(folder / FILE)
    # what is written beside and put in place is its maker's alone; this is for all
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def _lost(entry: Entry):
    raise SystemExit(f"the machine code of {entry.__module__}.{entry.__name__} is not kept: is there room?")


def make_wheel(code: Path, source: Path, out: Path) -> Path:
    """Builds the sources in a folder with the machine code in another, with the tools of this Python; its path."""
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index",
                        "--no-build-isolation", f"--config-settings=--build-option=--plat-name={system}",
                        "--wheel-dir", folder, source], check=True, cwd=folder, env={**os.environ, CODE: str(code)})
        made, = Path(folder).glob("*.whl")
        out.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(made, out / made.name))       # it may be another disk


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else HOME / "dist")
