"""python -m sandbox.locale          lists messages without a translation; exit 1 if there are any
python -m sandbox.locale update   the same, after taking new messages into the .po files and gone ones out of them
"""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from sandbox.files import replaced
from sandbox.locale import FOLDER, messages


def main(arguments: list[str]) -> int:
    missing = 0
    for path in sorted(FOLDER.glob("*/sandbox.po")):
        if "update" in arguments:
            update(path)
        untranslated = missing_in(path)
        missing += len(untranslated)
        for message in untranslated:
            print(f"{path.parent.name}: {message!r}")
        print(f"{path.parent.name}: {len(messages()) - len(untranslated)} of {len(messages())} messages translated",
              file=sys.stderr)
    return 1 if missing else 0


def update(path: Path):
    """Bring a .po file up to date with the sources; the translations it has stay as they are."""
    catalogue = read(path)
    template = Catalog(project="Jacobi Sandbox", fuzzy=False, creation_date=catalogue.creation_date)
    for message, places in messages().items():
        # a line of None is left out; the types of babel do not know that
        template.add(message, locations=[(place, None) for place in places])    # type: ignore[misc]
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    header = path.read_bytes().partition(b"\n\n")[0]
    with replaced(path, binary=True) as file:
        file.write(header + b"\n\n")
        write_po(file, catalogue, width=110, include_lineno=False, sort_by_file=True, omit_header=True)


def missing_in(path: Path) -> list:
    """Messages of the sources that a .po file does not translate."""
    catalogue = read(path)
    entries = {message.id: message for message in catalogue}
    return [message for message in messages() if message not in entries or not is_translated(entries[message])]


def is_translated(entry) -> bool:
    return bool(entry.string) and not entry.fuzzy


def read(path: Path) -> Catalog:
    with open(path, "rb") as file:
        return read_po(file, locale=path.parent.name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
