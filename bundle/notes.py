"""The text of a release, from CHANGELOG.md: with pictures for its page, or plain for its tag.

    python -m bundle.notes --date 2026-12-31     makes what is unreleased the section of that version, of that date
    python -m bundle.notes                       the notes of the version that sandbox/version.py names
    python -m bundle.notes --tag                 the text of its tag: git tag -a v0.1.0 -F -
    python -m bundle.notes --pictures ADDRESS    where the pictures of docs lie
"""

import argparse
import re
import sys
from datetime import date as calendar_date
from pathlib import Path

from sandbox.version import VERSION

CHANGELOG = Path(__file__).resolve().parents[1] / "CHANGELOG.md"
UNRELEASED = "## [Unreleased]"
PICTURES = {"turntable.png": "A ball on a turntable", "theory.png": "The theory beside the picture",
            "hand.png": "A ball in the hand", "hop.gif": "A hoop that hops"}
FILES = """
## Files

Each system has one file that holds everything; `SHA256SUMS` says what they must be (`sha256sum -c SHA256SUMS`), the
`.cdx.json` what they are made of. GPL-3; licences, sources and their offer: `THIRD-PARTY.md` within.
"""


def dated(text: str, version: str, date: str) -> str:
    """Returns the text of CHANGELOG.md with what is unreleased as the section of a version.

    What stands before the lists there is of sources that nobody released, and is left out.

    date   YYYY-MM-DD; ValueError where it is none, the version has a section, or there is nothing unreleased
    """
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        raise ValueError(f"--date: got {date!r}, needs YYYY-MM-DD")
    calendar_date.fromisoformat(date)
    if f"\n## [{version}]" in text:
        raise ValueError(f"CHANGELOG.md has a section of {version} already")
    found = re.search(rf"^{re.escape(UNRELEASED)}\s*\n(?:(?!#).*\n)*?(?=### )", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"CHANGELOG.md has no '{UNRELEASED}' with a list below it")
    return f"{text[:found.start()]}{UNRELEASED}\n\n## [{version}] - {date}\n\n{text[found.end():]}"


def section(text: str, version: str) -> tuple[str, str]:
    """Returns date and content of a version's section; ValueError where it has none with a date."""
    heads = list(re.finditer(r"^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?\s*$", text, re.MULTILINE))
    for k, head in enumerate(heads):
        if head[1] == version and head[2]:
            end = heads[k + 1].start() if k + 1 < len(heads) else len(text)
            return head[2], text[head.end():end].strip() + "\n"
    raise ValueError(f"CHANGELOG.md has no heading '## [{version}] - YYYY-MM-DD'")


def tag_text(date: str, content: str) -> str:
    """Returns a plain text; git takes lines that begin with # for remarks."""
    return f"Jacobi Sandbox {VERSION} ({date})\n\n" + re.sub(r"^#+ (.*)$", r"\1:", content, flags=re.MULTILINE)


def notes(date: str, content: str, pictures: str) -> str:
    """Returns Markdown for the page of a release.

    pictures   address of the folder docs, without a slash at its end
    """
    shown = "\n".join(f"![{about}]({pictures}/{name})" for name, about in PICTURES.items())
    return f"Released on {date}.\n\n{shown}\n\n{content}{FILES}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bundle.notes", description="Print the text of a release.")
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="write the section of the version into CHANGELOG.md")
    parser.add_argument("--tag", action="store_true", help="the text of its tag")
    parser.add_argument("--pictures", default="docs", metavar="ADDRESS", help="where the pictures lie (docs)")
    args = parser.parse_args()
    try:
        text = CHANGELOG.read_text(encoding="utf-8")
        if args.date is not None:
            CHANGELOG.write_text(dated(text, VERSION, args.date), encoding="utf-8", newline="\n")
            return 0
        date, content = section(text, VERSION)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    print(tag_text(date, content) if args.tag else notes(date, content, args.pictures), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
