"""What the folder of the double-click program holds, by size."""

import os
from filecmp import cmp
from pathlib import Path

MEGABYTE = 1_000_000       # [bytes]
LISTED = 3*MEGABYTE        # smaller parts are summed up


def size_of(path: Path) -> int:
    """Bytes of a file or of all files of a folder; what a link points to is counted where it lies."""
    if path.is_symlink() or not path.is_dir():
        return path.lstat().st_size
    return sum(size_of(inner) for inner in path.iterdir())


def parts_of(folder: Path) -> list[tuple[str, int]]:
    """(name, bytes) of everything in the folder, largest first, the small ones as one."""
    sizes = sorted(((path.name, size_of(path)) for path in folder.iterdir()), key=lambda part: -part[1])
    large = [part for part in sizes if part[1] >= LISTED]
    small = sizes[len(large):]
    return [*large, (f"{len(small)} others", sum(size for _name, size in small))] if small else large


def print_contents(folder: Path):
    for name, size in parts_of(folder):
        print(f"{size/MEGABYTE:8.1f} MB  {name}")
    print(f"{size_of(folder)/MEGABYTE:8.1f} MB  in all", flush=True)


def check_size(name: str, size: int, most: int) -> list[str]:
    """Say how large it is; a complaint if that is too much."""
    print(f"{name}: {size/MEGABYTE:.0f} MB", flush=True)
    return [f"{name} has {size/MEGABYTE:.0f} MB, more than {most/MEGABYTE:.0f}"] if size > most else []


def dangling(folder: Path) -> list[Path]:
    """Links that point to nothing."""
    return [path for path in sorted(folder.rglob("*")) if path.is_symlink() and not path.exists()]


def link_same(folder: Path):
    """Makes one file of libraries that several wheels bring alike: the later ones become links to the first."""
    first: dict[tuple[str, int], Path] = {}
    for path in sorted(folder.glob("*.libs/*")):
        if path.is_symlink() or not path.is_file():
            continue
        one = first.setdefault((path.name, path.stat().st_size), path)
        if one != path and cmp(one, path, shallow=False):
            path.unlink()
            path.symlink_to(os.path.relpath(one, path.parent))
