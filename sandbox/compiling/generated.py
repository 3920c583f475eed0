"""Modules whose source is written by the program: named by their content, so that their machine code can be kept."""

import sys
from hashlib import blake2b
from importlib.abc import SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from typing import cast

GENERATED = "sandbox_generated"      # the package that generated modules seem to be in


class _Text(SourceLoader):
    """Loads a module from a text that stands in no file."""

    def __init__(self, name: str, source: str):
        self._name, self._source = name, source

    def get_filename(self, _fullname):
        return f"<{self._name}>"

    def get_data(self, _path):
        return self._source.encode()


def load_generated(stem: str, source: str):
    """Takes a source text and returns its module, named by its content so that its machine code can be kept."""
    full = f"{GENERATED}.{stem}_{blake2b(source.encode(), digest_size=8).hexdigest()}"
    if full not in sys.modules:
        loader = _Text(full, source)
        spec = ModuleSpec(full, loader, origin=loader.get_filename(full))
        module = module_from_spec(spec)
        loader.exec_module(module)
        sys.modules[full] = module
    return sys.modules[full]


def is_generated(name: str) -> bool:
    """Takes the name of a module and returns whether `load_generated` made it."""
    return name.startswith(f"{GENERATED}.") and name in sys.modules


def source_of(name: str) -> str:
    """Takes the name of a generated module and returns its source."""
    loader = cast(_Text, cast(ModuleSpec, sys.modules[name].__spec__).loader)
    return loader.get_data(name).decode()


def stem_of(name: str) -> str:
    """Takes the name of a generated module and returns the stem that it was made with."""
    return name.removeprefix(f"{GENERATED}.").rsplit("_", 1)[0]
