"""Numbers of what was built, in docs/packaging.md: the build writes them where it runs on the system that they are of.

    python -m bundle.numbers [DIST]      reads what lies in dist/, or in DIST, and writes its numbers into the page
"""

import platform
import re
import sys
import zipfile
from pathlib import Path
from statistics import median

from bundle import NAME
from bundle.contents import MEGABYTE, size_of
from bundle.starts import Starts, can_be_measured, installed, starts_of

HOME = Path(__file__).resolve().parents[1]
PAGE = HOME / "docs" / "packaging.md"
CODE = "sandbox/compiled/"

# number of starts -> the words around it; of the folder and of the wheel, in this order
OF_STARTS = {
    "least s to the first number": r"([\d.]+) to [\d.]+ s\s+of\s+processor\s+time\s+to\s+the\s+first\s+number",
    "most s to the first number": r"[\d.]+ to ([\d.]+) s\s+of\s+processor\s+time\s+to\s+the\s+first\s+number",
    "scenes started": r"\(median\s+of\s+the\s+(\d+):\s+[\d.]+ s\)",
    "median s to the first number": r"\(median\s+of\s+the\s+\d+:\s+([\d.]+) s\)",
    "s to the moving picture": r"([\d.]+) s,\s+of\s+all\s+processes,\s+to\s+the\s+moving\s+picture",
    "s of a later start": r"a\s+later\s+one\s+([\d.]+) s",
}
THINGS = {f"the {word}": rf"first\s+start\s+ever\s+of\s+the\s+{word}" for word in ("folder", "wheel")}

# number -> where the page has it, in its one group
PLACES = {
    "MB of the folder": r"on Debian 12 the folder\s+has (\d+) MB",
    "functions in the wheel": r"with (\d+) functions of machine code",
    "MB of code in the wheel": r"`sandbox/compiled/<system>`,\s+([\d.]+)\s+MB\s+of",
    "MB of the wheel": r"MB\s+of\s+([\d.]+)\s+MB\. The code",
    # within its sentences: no other thing's words lie between
    **{f"{thing}: {name}": rf"{words}(?:(?!first\s+start\s+ever)[^#])*?{place}"
       for thing, words in THINGS.items() for name, place in OF_STARTS.items()},
}


def measured(dist: Path) -> dict[str, str]:
    """Returns the numbers of what lies in a folder, as the page writes them; none of what is not there."""
    found = {}
    if (dist / NAME).is_dir():
        found["MB of the folder"] = f"{size_of(dist / NAME)/MEGABYTE:.0f}"
    for path in dist.glob("*-py3-none-*.whl"):
        with zipfile.ZipFile(path) as wheel:
            code = [one for one in wheel.infolist() if one.filename.startswith(CODE)]
        # a wheel for any system has none
        if code:
            found["functions in the wheel"] = str(sum(one.filename.endswith(".code") for one in code))
            found["MB of code in the wheel"] = f"{sum(one.compress_size for one in code)/MEGABYTE:.1f}"
            found["MB of the wheel"] = f"{path.stat().st_size/MEGABYTE:.1f}"
    return found


def measured_starts(dist: Path) -> dict[str, str]:
    """Returns what first starts of the program and of the wheel in a folder cost, as the page writes it."""
    found = {}
    if not can_be_measured():
        return found
    program = dist / NAME / NAME
    names = sorted(path.stem for path in (HOME / "scenes").glob("[!_]*.py"))
    if program.is_file():
        found |= figures("the folder", starts_of([program], names))
    for wheel in dist.glob("*-py3-none-linux*.whl"):
        with installed(wheel) as (words, environment):
            found |= figures("the wheel", starts_of(words, names, **environment))
    return found


def figures(thing: str, starts: Starts) -> dict[str, str]:
    """Returns what first starts of a thing cost, as the page writes it."""
    times = (min(starts.numbers), max(starts.numbers), len(starts.numbers), median(starts.numbers), starts.picture,
             starts.later)
    return {f"{thing}: {name}": str(time) if isinstance(time, int) else f"{time:.1f}"
            for name, time in zip(OF_STARTS, times, strict=True)}


def numbers_in(text: str) -> dict[str, str]:
    """Returns the numbers that a page has; ValueError where a place is not there just once."""
    found = {name: re.findall(place, text) for name, place in PLACES.items()}
    for name, values in found.items():
        if len(values) != 1:
            raise ValueError(f"{PAGE.name}: has {len(values)} places for '{name}', needs 1")
    return {name: values[0] for name, values in found.items()}


def written(text: str, numbers: dict[str, str]) -> str:
    """Returns a page with other numbers."""
    numbers_in(text)
    for name, value in numbers.items():
        hit = re.search(PLACES[name], text)
        assert hit is not None
        text = text[:hit.start(1)] + value + text[hit.end(1):]
    return text


def is_their_system() -> bool:
    """Whether this is the system that the page tells numbers of."""
    if not sys.platform.startswith("linux") or platform.machine() != "x86_64":
        return False
    try:
        system = platform.freedesktop_os_release()
    except OSError:
        return False
    return (system.get("ID"), system.get("VERSION_ID")) == ("debian", "12")


def update(dist: Path):
    """Writes the numbers of what was built into the page, on their system."""
    if is_their_system():
        before = PAGE.read_text(encoding="utf-8")
        after = written(before, measured(dist) | measured_starts(dist))
        if after != before:
            PAGE.write_text(after, encoding="utf-8")
            print(f"{PAGE.name}: other numbers", flush=True)


if __name__ == "__main__":
    update(Path(sys.argv[1]) if len(sys.argv) > 1 else HOME / "dist")
