"""What the packaged program is made of, and under which licences: THIRD-PARTY.md, all texts, and a list for machines.

All is read from PyInstaller's own list of what it packed. A file that belongs to nobody who is named ends the build: it
would be handed on without its papers.
"""

import ast
import json
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from importlib.metadata import Distribution, distributions
from pathlib import Path, PurePosixPath

from bundle import NAME

HOME = Path(__file__).resolve().parents[1]
TEXTS = HOME / "bundle" / "licences"
PARTS = HOME / "bundle" / "parts.toml"
OWN = "Jacobi Sandbox"
COMMON = "common"            # folder of the texts that many parts name: GPL-2.txt, LGPL-2.1.txt, Apache-2.0.txt ...
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
# distributions whose wheels hold no text: theirs is the licence of the whole
AS_THE_WHOLE = {"PyQt5", "PyQtWebEngine"}




@dataclass
class Part:
    """Something of somebody's that is packed.

    licence   SPDX expression or the author's own words
    source    where its sources are
    texts     {file name: text} of its licences
    files     paths in the folder; modules within the archive end in .py
    """

    name: str
    version: str
    licence: str
    source: str
    texts: dict[str, str]
    files: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Packed:
    """A packed file: its path in the folder and where it came from."""

    path: str
    source: Path


def read_packed(work: Path) -> list[Packed]:
    """Returns all that PyInstaller packed, from its lists in `work`; links are left out."""
    rows = ast.literal_eval((work / "COLLECT-00.toc").read_text(encoding="utf-8"))[0]
    found = [Packed(path.replace("\\", "/"), Path(source)) for path, source, kind in rows if kind != "SYMLINK"]
    for module, source, _kind in ast.literal_eval((work / "PYZ-00.toc").read_text(encoding="utf-8"))[1]:
        if source and source != "-":
            found.append(Packed(module.replace(".", "/") + ".py", Path(source)))
    return found


def parts_of(packed: list[Packed]) -> tuple[list[Part], list[str]]:
    """Returns the parts that packed files belong to, by name, and the paths of files of nobody."""
    inner, owners = brought_parts(), owners_of_files()
    outer: dict[str, Part] = {}
    left: list[Packed] = []
    for file in packed:
        for part, patterns in inner:
            if any(fnmatchcase(file.path, pattern) for pattern in patterns):
                part.files.append(file.path)
        source = file.source.resolve()
        owner = owners.get(str(source))
        if owner:
            if owner.name not in outer:
                outer[owner.name] = part_of(owner)
            outer[owner.name].files.append(file.path)
        elif source.is_relative_to(Path(sys.base_prefix).resolve()):
            outer.setdefault("Python", python_part()).files.append(file.path)
        elif not is_own(file):
            left.append(file)
    packages = system_packages([file.source for file in left])
    for file in left:
        if file.source in packages:
            name = packages[file.source]
            if name not in outer:
                outer[name] = system_part(name)
            outer[name].files.append(file.path)
    named = {path for part, _patterns in inner for path in part.files}
    unknown = [file.path for file in left if file.source not in packages and file.path not in named]
    parts = [*outer.values(), *(part for part, _patterns in inner if part.files)]
    return sorted(parts, key=lambda part: part.name.lower()), unknown


def is_own(file: Packed) -> bool:
    source = file.source if file.source.is_absolute() else HOME / file.source
    return source.resolve().is_relative_to(HOME) and "site-packages" not in source.parts


def brought_parts() -> list[tuple[Part, list[str]]]:
    """Returns the parts of parts.toml, without files yet, with the patterns of theirs."""
    table = tomllib.loads(PARTS.read_text(encoding="utf-8"))["part"]
    named = {one.name: one for one in distributions()}
    found = []
    for row in table:
        texts = {Path(name).name: (TEXTS / name).read_text(encoding="utf-8") for name in row["texts"]}
        for owner in row.get("within", ()):
            texts |= {f"{owner}-{name}": text for name, text in licence_texts(named[owner]).items()}
        found.append((Part(row["name"], "", row["licence"], row["source"], texts), row["files"]))
    return found


def owners_of_files() -> dict[str, Distribution]:
    """Returns {path of an installed file: its distribution}; what a build leaves here of the program itself is none."""
    return {str(Path(str(one.locate_file(file))).resolve()): one for one in distributions()
            if normal(one.name) != NAME for file in one.files or ()}


def part_of(one: Distribution) -> Part:
    """Returns an installed package as a part."""
    # asked by get: once Dask has brought importlib_metadata, `distributions` finds packages by it, and what a package
    # does not say is an error there where Python's own gives None
    data = one.metadata
    licence = data.get("License-Expression") or (data.get("License") or "").strip().split("\n")[0]
    if not re.fullmatch(r"[\w.+() -]{2,60}", licence) or licence.endswith(".txt"):
        classes = [line.split(" :: ")[-1] for line in data.get_all("Classifier") or () if line.startswith("License")]
        licence = ", ".join(classes) or "see its text"
    pages = dict(line.split(", ", 1) for line in data.get_all("Project-URL") or () if ", " in line)
    source = next((pages[name] for name in pages if name.lower() in ("source", "repository", "source code", "github")),
                  data.get("Home-page") or next(iter(pages.values()), ""))
    return Part(one.name, one.version, licence, source, licence_texts(one))


def licence_texts(one: Distribution) -> dict[str, str]:
    """Returns {name: text} of the licences in a wheel."""
    texts = {}
    for file in one.files or ():
        path = PurePosixPath(str(file))
        is_text = path.parts[0].endswith(".dist-info") and path.suffix not in (".py", ".pyc")
        if is_text and LICENCE_FILE.search(path.name):
            texts["-".join(path.parts[1:]).removeprefix("licenses-")] = read_text(Path(str(one.locate_file(file))))
    if not texts and one.name in AS_THE_WHOLE:
        texts["LICENSE"] = read_text(HOME / "LICENSE")
    return texts


def read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def python_part() -> Part:
    """Returns Python itself, whose text lies in its library or beside its program."""
    library = Path(sys.base_prefix) / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    places = [library / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt",
              Path(f"/usr/share/doc/{library.name}/copyright")]
    text = next((read_text(path) for path in places if path.is_file()), "")
    return Part("Python", platform.python_version(), "PSF-2.0", "https://www.python.org/downloads/source/",
                {"LICENSE.txt": text})


def system_packages(sources: list[Path]) -> dict[Path, str]:
    """Returns {file: package of the system it came from}, as Debian and its kin say; files of no package miss."""
    if not shutil.which("dpkg-query"):
        return {}
    # a system that has merged /lib into /usr/lib knows a file by either name
    names: dict[str, Path] = {}
    for source in sources:
        for path in (source, source.resolve()):
            plain = str(path).removeprefix("/usr")
            names |= {plain: source, "/usr" + plain: source}
    done = subprocess.run(["dpkg-query", "--search", *names], capture_output=True, text=True) if names else None
    lines = done.stdout.splitlines() if done else []
    rows = [line.rsplit(": ", 1) for line in lines if not line.startswith("diversion")]
    return {names[path]: packages.split(",")[0] for packages, path in rows if path in names}


def system_part(package: str) -> Part:
    """Returns a package of the system with its licences."""
    name = package.split(":")[0]
    version, source = subprocess.run(["dpkg-query", "--show", "--showformat=${Version}\n${source:Package}", package],
                                     capture_output=True, text=True, check=True).stdout.split("\n")
    paper = Path("/usr/share/doc") / name / "copyright"
    text = read_text(paper) if paper.is_file() else ""
    words = sorted(set(re.findall(r"^License: *(\S+)$", text, re.MULTILINE)))
    texts = {"copyright": text} if text else {}
    for common in sorted(set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", text))):
        found = Path("/usr/share/common-licenses") / common
        texts |= {found.resolve().name + ".txt": read_text(found)} if found.is_file() else {}
    return Part(name, version, ", ".join(words) or "see its text",
                f"https://sources.debian.org/src/{source}/{version}/", texts)


# ---- what is written ----------------------------------------------------------------------------------------------

HEAD = """# What this program is made of

{own} {version}, its scenes, lessons and texts: copyright {own} developers, GPL-3.0-or-later.

**This folder as a whole is handed on under the GNU General Public License, version 3** (`LICENSE.txt`): the sources of
{own} alone may be taken under any later version, too, but PyQt5 may not. Nothing here comes with any warranty.

## Sources

Whoever hands this folder on has to offer the sources that belong to it. Those of {own}, with the scripts that make this
folder, have the tag `v{version}` of its repository and lie beside every release. Those of the parts are where the table
says, in the versions named. If an address is gone: whoever gave you this folder gives you the sources on a medium for
the cost of copying, for three years from the day on which you got it. Libraries lie as files of their own in `program`
and may be exchanged for others that fit.

## Parts

Texts of all licences are in `licences`, one folder for each part; `sbom.cdx.json` has the same list for machines
(CycloneDX).

| part | version | licence | sources | files |
| --- | --- | --- | --- | --- |
"""


def folder_name(part: Part) -> str:
    return re.sub(r"[^a-z0-9.+-]+", "-", part.name.lower()).strip("-")


def page_of(parts: list[Part], version: str) -> str:
    """Returns THIRD-PARTY.md."""
    rows = [f"| {part.name} | {part.version or 'as packed by the wheel'} | {part.licence.replace('|', '/')} | "
            f"{part.source} | {len(part.files)} |\n" for part in parts]
    return HEAD.format(own=OWN, version=version) + "".join(rows)


def write_papers(folder: Path, parts: list[Part], version: str):
    """Writes the page and the texts into the folder of the program."""
    (folder / "THIRD-PARTY.md").write_text(page_of(parts, version), encoding="utf-8")
    shutil.rmtree(folder / "licences", ignore_errors=True)
    common = folder / "licences" / COMMON
    common.mkdir(parents=True)
    for part in parts:
        place = folder / "licences" / folder_name(part)
        place.mkdir()
        for name, text in part.texts.items():
            # what many parts are under is there once; which of them, each part's own text says
            shared = (TEXTS / name).is_file() and len(name) - len(name.lstrip(CAPITALS)) > 2
            target = (common if shared else place) / (name if Path(name).suffix else f"{name}.txt")
            if not (shared and target.exists()):
                target.write_text(text, encoding="utf-8")
        if not any(place.iterdir()):
            (place / "SEE.txt").write_text(f"See ../{COMMON}: {', '.join(part.texts)}\n", encoding="utf-8")


def without_text(parts: list[Part]) -> list[str]:
    """Returns the names of parts that have no text of a licence."""
    return [part.name for part in parts if not any(text.strip() for text in part.texts.values())]


def write_sbom(path: Path, parts: list[Part], version: str):
    """Writes what is packed as CycloneDX 1.6: what cyclonedx-py says of installed packages, and all other parts."""
    done = subprocess.run([sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible",
                           "--spec-version", "1.6", "--output-format", "JSON", sys.executable],
                          check=True, capture_output=True, text=True)
    bill = json.loads(done.stdout)
    known = {normal(row["name"]): row for row in bill["components"]}
    rows = []
    for part in parts:
        row = known.get(normal(part.name)) or {
            "type": "library", "bom-ref": f"part:{folder_name(part)}", "name": part.name,
            "licenses": [{"license": {"name": part.licence}}], "externalReferences": [
                {"type": "distribution", "url": part.source}]}
        if part.version:
            row["version"] = part.version
        rows.append(row)
    root = {"type": "application", "bom-ref": "root", "name": "jacobi-sandbox", "version": version,
            "licenses": [{"license": {"id": "GPL-3.0-only"}}]}
    bill["components"], bill["metadata"]["component"] = rows, root
    bill["dependencies"] = [{"ref": "root", "dependsOn": [row["bom-ref"] for row in rows]}]
    path.write_text(json.dumps(bill, indent=1), encoding="utf-8")


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
