"""The table of what is promised and how often it was tried, in docs/promises.md; each row by a pytest of its own.

    python -m tests.promises 2 5 17      tries these promises at release size and writes what came out into the table
    python -m tests.promises --share 0.1 27      random tests try a tenth of what they try in a release; the row says so
    python -m tests.promises             tries all of them: hours
    python -m tests.promises --soak FILE writes what a tests.soak said (promise 13)
    python -m tests.promises --built LOG writes what the trials of a ./package said (promise 30)

What was not tried since keeps its row; one that was never tried says so. A row that failed is written as well.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

from tests.effort import COUNTED, RELEASE

ROOT = Path(__file__).resolve().parents[1]
LIST, PAGE = ROOT / "tests" / "promises.toml", ROOT / "docs" / "promises.md"
SOAK = {"number": 13, "promise": "It runs all day",
        "how": "scenes one after the other in the real window, bodies thrown, runs taken back, films and builds; every "
               "log is run again"}
PACKED = 30               # its number
NEVER = "not tried at release size"
HEAD = """# What is promised

How often each promise was tried at release size, and what came out. `python -m tests.promises NUMBER...` tries and
writes rows (`tests/promises.toml` says by which tests), `--soak` that of a `python -m tests.soak`. The sizes are those
that random tests have in a release, cases or kills or steps; at each change they try a share of them.

| # | promise | how it is tried | what came out |
| --- | --- | --- | --- |
"""


def promises() -> list[dict]:
    """What is promised, by number."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))["promise"]
    return sorted([*listed, SOAK], key=lambda row: row["number"])


def outcomes(text: str) -> dict[int, str]:
    """What came out, by number of the promise, as a page has it."""
    return {int(number): said for number, said in re.findall(r"^\| (\d+) \|.*\| ([^|]*) \|$", text, re.MULTILINE)}


def page(said: dict[int, str]) -> str:
    """The page with such outcomes."""
    return HEAD + "".join(f"| {row['number']} | {row['promise']} | {row['how']} | "
                          f"{said.get(row['number'], NEVER)} |\n" for row in promises())


def outcome(report: Path, counted: Path, share: float = 1.0) -> str:
    """What a pytest came to, by its report and by how often its random tests were asked to try."""
    counts = Counter()
    for suite in ET.parse(report).getroot().iter("testsuite"):
        counts.update({name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")})
    broken, run = counts["failures"] + counts["errors"], counts["tests"] - counts["skipped"]
    # a test of each scene asks as often as there are scenes
    asked = {*counted.read_text().splitlines()} if counted.exists() else set()
    sizes = sorted((int(line.rpartition(" ")[2]) for line in asked), reverse=True)
    # nothing that ran is no success
    words = f"**{broken} of {run} tests failed**" if broken or not run else f"{run} tests passed"
    words += f", {counts['skipped']} skipped" if counts["skipped"] else ""
    words += f"; sizes {', '.join(f'{size:,}' for size in sizes)}" if sizes else ""
    return words + (f" ({share:g} of a release)" if sizes and share != 1.0 else "")


def tried(row: dict, share: float) -> str:
    """Tries a promise, such a share of its random tests, and returns what came out."""
    with tempfile.TemporaryDirectory() as folder:
        report, counted = Path(folder) / "report.xml", Path(folder) / "counted"
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", f"--junitxml={report}",
                        *row["tests"]], cwd=ROOT, env={**os.environ, RELEASE: f"{share:g}", COUNTED: str(counted)})
        return outcome(report, counted, share)


def of_trials(log: str) -> str:
    """What the trials of a build came to, by what it printed."""
    last = re.findall(r"^=+ (.*) in [\d.]+s", log, re.MULTILINE)[-1]
    counts = {name: int(number) for number, name in re.findall(r"(\d+) (passed|failed|error|skipped)", last)}
    passed, broken = counts.get("passed", 0), counts.get("failed", 0) + counts.get("error", 0)
    words = f"**{broken} of {passed + broken} tests failed**" if broken or not passed else f"{passed} tests passed"
    return words + (f", {counts['skipped']} skipped" if "skipped" in counts else "")


def soaked(report: dict) -> str:
    """What a soak came to."""
    memory = [one["own"] for one in report["memory_MB"]]
    return (f"{report['rounds']} rounds, {report['minutes']:.0f} min: {report['same']} of {report['logs']} logs the "
            f"same, {report['futures']} other futures, films {report['whole']} of {report['films']} whole, "
            f"{len(report['faults'])} faults, memory {' '.join(f'{one:.0f}' for one in memory)} MB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("numbers", nargs="*", type=int)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--soak", type=Path)
    parser.add_argument("--built", type=Path)
    options = parser.parse_args()
    found = {SOAK["number"]: soaked(json.loads(options.soak.read_text().splitlines()[-1]))} if options.soak else {}
    if options.built:
        found[PACKED] = of_trials(options.built.read_text())
    wanted = set(options.numbers) or (set() if found else {row["number"] for row in promises()})
    for row in promises():
        if row["number"] in wanted and "tests" in row:
            found[row["number"]] = tried(row, options.share)
            print(row["number"], found[row["number"]], flush=True)
        # whoever tries all wants to see what came out, and keeps it when it is stopped
        before = outcomes(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
        PAGE.write_text(page(before | found), encoding="utf-8")


if __name__ == "__main__":
    main()
