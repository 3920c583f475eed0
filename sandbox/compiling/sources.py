"""Which sources machine code was made from: a hash of those that a module reads, by which its code is kept.

Compiled code holds what stands in its own module and in those that this imports, directly or not, as far as they are in
the rooms whose functions are compiled; and it is what the compiler's own sources made of them. So the key of a module
is the hash of all these texts, without comments and docstrings: an edit compiles anew what reads the edited file, and
nothing else. Imports within functions count, those for the reader of types don't.

To take a source apart takes milliseconds, hundreds of them half a second: what was found in a text is kept in a file
beside the code, by the hash of the text.
"""

import ast
import json
import os
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple

from sandbox.compiling.cache import CACHE_FOLDER, PROGRAM, SHIPPED_FOLDER
from sandbox.compiling.generated import is_generated, source_of

# rooms whose functions are compiled, or write what is compiled
ROOMS = ("compiling", "integration", "mechanics", "theory")
# what makes machine code of a function, and what keeps and finds that: this decides nothing of what is made
COMPILER = "sandbox.compiling.translator"
KEEPERS = frozenset(f"sandbox.compiling.{name}" for name in (
    "ahead", "cache", "code_files", "generated", "intermediate", "machine_code", "sources", "worker"))

FILE = "sources.json"
MOST_KNOWN = 5000        # texts that the file knows: the program has 250, each scene adds some ten


class Reading(NamedTuple):
    """What counts of a source: the hash of its code, and the modules that it may import."""

    code: str
    imports: tuple[str, ...]


def reading_of(text: bytes) -> Reading:
    """Takes a source and returns what counts of it; SyntaxError where it is no Python."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            # a text that stands alone says something to the reader only
            body[:] = [x for x in body if not (isinstance(x, ast.Expr) and isinstance(x.value, ast.Constant)
                                               and isinstance(x.value.value, str))]
    imports = sorted(_imports(tree))
    return Reading(blake2b(ast.dump(tree).encode(), digest_size=16).hexdigest(), tuple(imports))


def _imports(node: ast.AST) -> set[str]:
    """Returns the modules that are imported, and what may be one: `from a import b` may mean a.b."""
    found: set[str] = set()
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.If) and ast.unparse(inner.test).endswith("TYPE_CHECKING"):
            continue
        if isinstance(inner, ast.Import):
            found |= {alias.name for alias in inner.names}
        elif isinstance(inner, ast.ImportFrom) and inner.module:
            found |= {inner.module, *(f"{inner.module}.{alias.name}" for alias in inner.names)}
        found |= _imports(inner)
    return found


class Sources:
    """The sources of a program, as they were when it began, and the keys of its modules.

    program  folder of the package `sandbox`
    known    files of what was found in texts: the first one is written, the last one that knows a text is believed,
             for the code that came with it is named by that, whatever this Python makes of the text
    """

    def __init__(self, program: Path, known: tuple[Path, ...] = ()):
        self._program, self._files = program, known
        self._found: dict[str, list] = {}       # hash of a text -> code, imports
        self._asked: set[str] = set()           # hashes of texts
        self._is_read = self._has_more = False
        # a file that is edited while the program runs is not what the program has read
        self._at_start = {path: _stamp(path.stat()) for room in ROOMS for path in (program / room).rglob("*.py")}

    @cache      # noqa: B019 - there is one for the whole program
    def key(self, module: str) -> str | None:
        """Takes the name of a module and returns the hash of what its code is made from, 16 hexadecimal digits.

        None where that is not known: a file of it was changed after the program began.
        """
        digest = blake2b(digest_size=8)
        for name in sorted(self.all_read_by(module)):
            reading = self._reading(name)
            if reading is None:
                return None
            digest.update(f"{name} {reading.code}\n".encode())
        self._keep()
        return digest.hexdigest()

    def all_read_by(self, module: str) -> set[str]:
        """Takes the name of a module and returns those of all sources that its code is made from."""
        seen, waiting = set(), [module, COMPILER]
        while waiting:
            name = waiting.pop()
            if name in seen or name in KEEPERS or not self._is_there(name):
                continue
            seen.add(name)
            reading = self._reading(name)
            # who imports a module imports the packages around it
            waiting += (name.rpartition(".")[0], *(reading.imports if reading is not None else ()))
        return seen

    def _is_there(self, name: str) -> bool:
        return is_generated(name) or self._path(name) is not None

    @cache      # noqa: B019
    def _path(self, name: str) -> Path | None:
        """Returns the file of a module in one of the rooms, None for everything else."""
        parts = name.split(".")
        if parts[0] != "sandbox" or len(parts) < 2:
            return None
        place = self._program.joinpath(*parts[1:])
        files = place / "__init__.py", place.with_suffix(".py")
        return next((path for path in files if path in self._at_start), None)

    @cache      # noqa: B019
    def _reading(self, name: str) -> Reading | None:
        """Returns what counts of a module's source; None where it is no more what the program has read."""
        if is_generated(name):
            return self._taken_apart(source_of(name).encode())
        path = self._path(name)
        if path is None:
            return None
        try:
            text = path.read_bytes()
            return self._taken_apart(text) if _stamp(path.stat()) == self._at_start[path] else None
        except (OSError, SyntaxError):
            return None

    def _taken_apart(self, text: bytes) -> Reading:
        self._read_known()
        digest = blake2b(text, digest_size=16).hexdigest()
        if digest not in self._found:
            self._found[digest] = list(reading_of(text))
            self._has_more = True
        self._asked.add(digest)
        code, imports = self._found[digest]
        return Reading(code, tuple(imports))

    def _read_known(self):
        if self._is_read:
            return
        self._is_read = True
        for path in self._files:
            self._found |= _read(path)

    def _keep(self):
        """Writes what was found, beside what others wrote meanwhile; where that can't be it is found again."""
        if not (self._has_more and self._files):
            return
        self._has_more = False
        path = self._files[0]
        found = _read(path) | self._found
        content = _content(dict(list(found.items())[-MOST_KNOWN:]))
        with suppress(OSError), NamedTemporaryFile("w", dir=path.parent, suffix=".tmp", delete=False) as file:
            try:
                file.write(content)
                file.close()
                os.replace(file.name, path)
            except OSError:
                os.unlink(file.name)

    def write(self, path: Path):
        """Writes what was found in the texts that were asked for, and in no other, for code that is given away."""
        path.write_text(_content({digest: self._found[digest] for digest in sorted(self._asked)}), encoding="utf-8")


def _stamp(status: os.stat_result) -> tuple[int, int]:
    return status.st_size, status.st_mtime_ns


def _content(found: dict[str, list]) -> str:
    content = json.dumps(found)
    return f"{_digest_of(content)}\n{content}"


def _digest_of(content: str) -> str:
    return blake2b(content.encode(), digest_size=16).hexdigest()


def _read(path: Path) -> dict[str, list]:
    """Returns what a file knows; nothing where there is none or it is not as it was written."""
    try:
        digest, content = path.read_text(encoding="utf-8").split("\n", 1)
        return json.loads(content) if digest == _digest_of(content) else {}
    except (OSError, ValueError):
        return {}


SOURCES = Sources(PROGRAM, (CACHE_FOLDER / FILE, SHIPPED_FOLDER / FILE))
