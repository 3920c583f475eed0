"""The text of a release, from CHANGELOG.md: with pictures for its page, or plain for its tag.

    python -m bundle.notes                       the notes of the version that sandbox/version.py names
    python -m bundle.notes --tag                 the text of its tag: git tag -a v0.1.0 -F -
    python -m bundle.notes --pictures ADDRESS    where the pictures of docs lie
"""

import argparse
import re
import sys
from pathlib import Path

from sandbox.version import VERSION

CHANGELOG = Path(__file__).resolve().parents[1] / "CHANGELOG.md"
PICTURES = {"turntable.png": "A ball on a turntable", "theory.png": "The theory beside the picture",
            "hand.png": "A ball in the hand", "hop.gif": "A hoop that hops"}
FILES = """
## Files

Each system has one file that holds everything; `SHA256SUMS` says what they must be (`sha256sum -c SHA256SUMS`), the
`.cdx.json` what they are made of. GPL-3; licences, sources and their offer: `THIRD-PARTY.md` within.
"""


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
    parser.add_argument("--tag", action="store_true", help="the text of its tag")
    parser.add_argument("--pictures", default="docs", metavar="ADDRESS", help="where the pictures lie (docs)")
    args = parser.parse_args()
    try:
        date, content = section(CHANGELOG.read_text(encoding="utf-8"), VERSION)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    print(tag_text(date, content) if args.tag else notes(date, content, args.pictures), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
