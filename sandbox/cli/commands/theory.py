"""The command `theory`: the derivation of a scene as Markdown, as one page for any browser, or as PDF."""

from sandbox.cli.choices import changes_of
from sandbox.cli.common import fail, scene_named
from sandbox.cli.terminal.stop import later
from sandbox.ending import keep_till_end
from sandbox.errors import BadValue
from sandbox.files import place_beside, replaced, temporary
from sandbox.run.readings.units import Shown
from sandbox.sheet.marked import markdown_of
from sandbox.sheet.numbers import SheetNumbers, parameter_texts
from sandbox.sheet.page import document_of, file_of, shown
from sandbox.sheet.sheet import TheorySheet, sheet_of
from sandbox.targets import check_target
from sandbox.text import _

ENDINGS = (".md", ".html", ".pdf")
ANGLES = "rad=deg"        # for people, as in the window
PATIENCE = 60.0           # [s] for a page to be printed, on a busy machine
LETTERS = 16              # [px] of a page before it is printed: paper has its own


def run(args) -> int:
    """Prints the theory of a scene, or writes it to --out; returns the exit code, 1 where a part of it is wrong."""
    scene = scene_named(args.scene_id)
    preset = scene.preset(args.preset).name if args.preset else ""
    sheet = sheet_of(scene)
    values = texts_of(sheet, changes_of(args, scene), preset)
    if args.out is None:
        print(markdown_of(sheet, values, preset), end="")
        return told(sheet)
    kind = args.out.suffix.lower()
    if kind not in ENDINGS:
        raise BadValue(_("--out {found}: needs one of the endings {known}").format(
            found=args.out, known=", ".join(ENDINGS)))
    check_target(args.out, f"--out {args.out}", args.force)
    if kind == ".pdf":
        if sentence := cannot_print():
            return fail(sentence)
        data = printed(sheet, values, preset)
        if not data:
            return fail(_("The theory could not be printed here."))
    else:
        write = document_of if kind == ".html" else markdown_of
        data = write(sheet, values, preset).encode("utf-8")
    place_file(args.out, data, args.force)
    return told(sheet)


def texts_of(sheet: TheorySheet, changes: dict, preset: str) -> dict[str, str]:
    """Returns the live numbers of a sheet as texts; readings are those of a run at its start."""
    if all(name.startswith("p.") for name in sheet.fields):
        return parameter_texts(sheet, sheet.scene.values(changes), Shown(ANGLES))
    from sandbox.run.simulation import Simulation
    return SheetNumbers(Simulation(sheet.scene, changes, preset=preset), sheet).at(0.0, Shown(ANGLES))


def told(sheet: TheorySheet) -> int:
    """Says what of the sheet is wrong; returns the exit code."""
    for fault in sheet.faults:
        fail(fault)
    return 1 if sheet.faults else 0


def place_file(path, data: bytes, replaces: bool):
    """Writes the file whole, and says its name; what came there meanwhile is replaced only where that was asked for."""
    if replaces:
        with replaced(path, binary=True) as file:
            file.write(data)
    else:
        with temporary(path) as passing:
            passing.write_bytes(data)
            path = place_beside(passing, path)
    print(path)


def cannot_print() -> str:
    """Returns why no PDF can be made here, or ""."""
    from sandbox.cli.window.display import missing_display
    from sandbox.cli.window.window import missing_libraries
    if missing := missing_libraries():
        return missing
    if missing_display():
        return _("no display to print a PDF on: --out NAME.html and --out NAME.md work without one, and any browser "
                 "prints the page as PDF")
    return ""


def printed(sheet: TheorySheet, values: dict[str, str], preset: str) -> bytes:
    """Returns the sheet as PDF, b"" where the web engine does not make it."""
    from sandbox.cli.window.display import make_application
    with later():
        from sandbox.view import prepare
    prepare()
    make_application()
    from sandbox.ui.look.theme import THEMES
    from sandbox.view.page.channel import wait_until
    from sandbox.view.sheet.sheet_view import SheetView
    view = keep_till_end(SheetView(file_of))
    found: list = []
    view.set_look(THEMES["projector"], LETTERS, has_numbers=False)
    view.show_sheet(shown(sheet, preset))
    view.show_values(values)
    view.write_pdf(found.append)
    wait_until(lambda: bool(found), PATIENCE)
    return found[0] if found else b""
