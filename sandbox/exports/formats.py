"""The kinds of files that a run can be written to, by the endings of their names."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sandbox.exports.span import Span
from sandbox.files import place, place_beside
from sandbox.run.simulation import Simulation
from sandbox.text import _

TABLES = (".csv", ".npz", ".nc")
PICTURES = (".glb", ".html")
ENDINGS = (*TABLES, *PICTURES)


def names() -> dict[str, str]:
    """Ending -> what such a file is for."""
    return {".csv": _("Table (CSV)"), ".npz": _("Arrays for NumPy (NPZ)"), ".nc": _("Arrays with units (netCDF)"),
            ".glb": _("Model that moves, for Blender (GLB)"), ".html": _("Page that plays it in any browser (HTML)")}


def written(make: Callable[[], Simulation], span: Span, out: Path, tell: Callable[[float], object] = lambda _t: None,
            replaces: bool = False, **looks) -> tuple[int, Path]:
    """Writes a span of a run to a file of the kind that its ending says; returns the number of instants, and its name.

    make      make() -> the run at its start;  looks  theme and shown, of pages
    tell      tell(t) [s], called now and then; whatever it raises ends the work, and there is no file
    replaces  a file that is there is replaced; else it stays and the new one gets the next free name
    raises    BadValue for what cannot be; OSError reaches the caller
    """
    out = Path(out)
    passing = out.with_name(f".{secrets.token_hex(6)}{out.suffix}")
    try:
        count = write(make, span, passing, tell, looks)
        if replaces:
            place(passing, out, replaces=True)
            return count, out
        return count, place_beside(passing, out)
    finally:
        with suppress(OSError):
            passing.unlink()


def write(make: Callable[[], Simulation], span: Span, out: Path, tell: Callable[[float], object], looks: dict) -> int:
    if out.suffix == ".html":
        from sandbox.exports.page import export_html
        return export_html(make, span, out, tell, **looks)
    if out.suffix == ".glb":
        from sandbox.exports.moving import export_glb
        return export_glb(make(), span, out, tell)
    from sandbox.exports.tables import export_table
    return export_table(make(), span, out, tell)
