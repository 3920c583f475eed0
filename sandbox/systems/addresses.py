"""Addresses of compiled functions as a system wants them; where nobody is going to run it, what would be compiled."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from sandbox.compiling.entries import Entry
from sandbox.compiling.machine_code import ahead

# what was asked for while nothing is made, None where an address is one
_LISTED: ContextVar[list[Entry] | None] = ContextVar("listed entries", default=None)


@contextmanager
def nothing_made() -> Iterator[list[Entry]]:
    """Within it every address is 0, so that nothing is compiled or loaded; gives the entries that were asked for."""
    listed: list[Entry] = []
    token = _LISTED.set(listed)
    try:
        yield listed
    finally:
        _LISTED.reset(token)


def is_listing() -> bool:
    """Returns whether this is within `nothing_made`."""
    return _LISTED.get() is not None


def address_of(entry: Entry) -> int:
    """Returns where the machine code of an entry lies, compiled when first needed; 0 within `nothing_made`."""
    listed = _LISTED.get()
    if listed is None:
        return entry.address
    if entry not in listed:
        listed.append(entry)
    return 0


def wanted_soon(entries: Iterable[Entry]):
    """Has entries whose addresses are about to be asked for compiled side by side; nothing within `nothing_made`."""
    if _LISTED.get() is None:
        ahead(entries)
