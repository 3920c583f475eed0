"""The table of everything the window can be told to do, with its keys: menus, tool bar and key list read it."""

from dataclasses import dataclass

from sandbox.film.recipe import CAMERAS
from sandbox.text import LANGUAGES, _
from sandbox.ui.look.theme import THEMES
from sandbox.ui.panels import table as panels
from sandbox.ui.playback.focus import CHOICES

SHOTS = ("1", "2", "4")
QUALITIES = ("auto", "fine", "high", "low")


@dataclass(frozen=True)
class Entry:
    """One line of the table: keys as Qt writes them, whether a held key repeats, and how a switch stands at first.

    about   what the tooltip adds
    """

    name: str
    text: str
    keys: tuple[str, ...] = ()
    repeats: bool = False
    checked: bool | None = None
    about: str = ""


@dataclass(frozen=True)
class Choice:
    """A menu in a menu, of whose entries one holds; their names are "name:value"."""

    name: str
    text: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Submenu:
    """A menu in a menu, of entries that stand beside each other; without entries others fill it."""

    name: str
    text: str
    entries: tuple[Entry, ...] = ()


def table() -> dict[str, tuple]:
    """Menu name -> entries in order, in the language of the moment; None stands for a separator."""
    return {"file": _file(), "edit": _edit(), "scene": (), "run": _run(), "time": _time(), "hand": _hand(),
            "view": (*_picture(), *_look()), "tools": _tools(), "record": _record(), "help": _help()}


def _file() -> tuple:
    """Set-ups, logs, exports."""
    return (
        Entry("open", _("Open…"), ("Ctrl+O",),
              about=_("a set-up that was saved, or the log of an earlier run: it is run again from its start, "
                      "with all that was done to it, and compared with the log")),
        Submenu("recent", _("Open again")), None,
        Entry("save", _("Save"), ("Ctrl+S",),
              about=_("scene, values, start, all that was done to the run, and the instant that is shown")),
        Entry("save_as", _("Save as…"), ("Ctrl+Shift+S",)), None,
        Submenu("exports", _("Export"), (
            Entry("export_run", _("The run for other programs…"), ("Ctrl+Shift+R",),
                  about=_("as a table, for Blender, or as a page that plays it in any browser")),
            Entry("export", _("Export log as CSV…"), ("Ctrl+E",)),
            Entry("export_plots", _("Export the plots as CSV…"), ("Ctrl+Shift+E",)),
            Entry("export_plots_png", _("Export the plots as PNG…")),
            Entry("export_plots_svg", _("Export the plots as SVG…")),
            Entry("export_chart_png", _("Export the chart as PNG…")),
            Entry("export_chart_svg", _("Export the chart as SVG…")),
            Entry("export_theory", _("Print the theory, or save it…"), ("Ctrl+Shift+P",),
                  about=_("as PDF, as a page for any browser, or as Markdown with formulas")))),
        Entry("measure", _("Import a measurement…"), ("Ctrl+I",),
              about=_("a table of Tracker, phyphox or any other program: dots in the plots and in the "
                      "picture")), None,
        Entry("quit", _("Quit"), ("Ctrl+Q",)))


def _edit() -> tuple:
    """Steps back, share codes, what is drawn and typed."""
    return (
        Entry("undo", _("Undo"), ("Ctrl+Z",), repeats=True),
        Entry("redo", _("Redo"), ("Ctrl+Y", "Ctrl+Shift+Z"), repeats=True), None,
        Entry("copy_code", _("Copy share code"), ("Ctrl+Shift+C",),
              about=_("of all that a saved set-up holds, as letters for a mail or a chat")),
        Entry("paste_code", _("Paste share code"), ("Ctrl+Shift+V",)), None,
        Entry("draw", _("Draw a curve…"), ("D",), about=_("with the mouse, where a parameter is a curve")),
        Entry("formula", _("Type the surface…"), ("Shift+D",),
              about=_("where a parameter is the formula of a surface")))


def _run() -> tuple:
    """The present run."""
    return (
        Entry("play", _("Play / pause"), ("Space",)),
        Entry("forward", _("Step forward"), ("Right",), repeats=True),
        Entry("back", _("Step back"), ("Left",), repeats=True),
        Entry("forward10", _("Ten steps forward"), ("Shift+Right",), repeats=True),
        Entry("back10", _("Ten steps back"), ("Shift+Left",), repeats=True), None,
        Entry("reset", _("Back to the start"), ("Backspace",)),
        Entry("reset_preset", _("Back to the preset"), ("Ctrl+R",)), None,
        Entry("pin", _("Pin this run"), ("Ctrl+D",),
              about=_("its curves and its trail stay, dashed, over the next runs; up to four")),
        Entry("unpin", _("Take all pins away")),
        Entry("freeze", _("Freeze the curves as reference"), ("Ctrl+Shift+G",)), None,
        Entry("slower", _("Slower"), ("[",), repeats=True),
        Entry("faster", _("Faster"), ("]",), repeats=True))


def _time() -> tuple:
    """Instants of the run, its loop, its branches."""
    return (
        Entry("first", _("To the start of the run"), ("Home",)),
        Entry("last", _("To the newest state"), ("End",)),
        Entry("next_event", _("To the next event"), ("Ctrl+Right",), repeats=True),
        Entry("last_event", _("To the event before"), ("Ctrl+Left",), repeats=True),
        Entry("run_to", _("Run to t…"), ("Ctrl+G",), about=_("as fast as the computer can")), None,
        Entry("mark_a", _("Loop: begin here"), ("I",)),
        Entry("mark_b", _("Loop: end here"), ("O",)),
        Entry("loop", _("Loop: on, off"), ("L",), about=_("the marked stretch is shown again and again")),
        Entry("no_loop", _("Loop: take the marks away"), ("Shift+L",)),
        Entry("last_second", _("The last second in slow motion"), ("Q",),
              about=_("up to the newest state or the end of the run, at 1/8 of its speed, again and again")), None,
        Entry("fork", _("Continue from here"), ("Shift+Space",),
              about=_("without what was done later: that future stays as a branch beside the new one")),
        Entry("choose_branch", _("Go on with the next branch"), ("Ctrl+B",),
              about=_("the present one takes its place")),
        Entry("drop_branch", _("Give the newest branch up"), ("Ctrl+Shift+B",)))


def _hand() -> tuple:
    """What a hand does to bodies and supports."""
    return (
        Entry("hand_hold", _("Take the body with the keys, let go"), ("H",),
              about=_("while the run goes on the arrow keys pull it (PageUp, PageDown: off the support and back); "
                      "while it waits they move it along the surface; Esc ends it")),
        Entry("hand_select", _("Select the next body"), about=_("or Tab in the picture")),
        Entry("hand_menu", _("What is it, what can be done with it…"), ("Shift+F10", "Menu"),
              about=_("the menu of the selected body; a right click in the picture opens it, too")), None,
        Entry("hand_push", _("Give the body a push"), about=_("away from you, along the surface, for a moment")),
        Entry("hand_copy", _("Copy the state of the body"), ("Ctrl+Alt+C",),
              about=_("place, velocities and forces as JSON text, in SI units")), None,
        Entry("support_faster", _("Turn the support faster to the left"), ("Alt+Left",), repeats=True,
              about=_("its rate grows by a small step; the mouse drags its rim")),
        Entry("support_slower", _("Turn the support faster to the right"), ("Alt+Right",), repeats=True,
              about=_("its rate shrinks by a small step; the mouse drags its rim")),
        Entry("support_up", _("Tilt the support more"), ("Alt+Up",), repeats=True,
              about=_("where its tilt can be changed while it runs")),
        Entry("support_down", _("Tilt the support less"), ("Alt+Down",), repeats=True,
              about=_("where its tilt can be changed while it runs")),
        Entry("support_stop", _("Stop the support"), about=_("its rate goes to 0, as fast as its motor can")),
        Entry("support_reverse", _("Reverse the support"),
              about=_("its rate changes its sign, as fast as its motor can")))


def _picture() -> tuple:
    """What is drawn of the bodies."""
    return (
        Entry("velocity", _("Arrow of the velocity v"), ("V",), checked=True,
              about=_("of the body's centre, in the laboratory [m/s]")),
        Entry("angular_velocity", _("Arrow of the angular velocity ω"), ("W",), checked=True,
              about=_("of the body, in the laboratory [rad/s]")),
        Entry("normal", _("Arrow of the normal force N"), ("N",), checked=False,
              about=_("with which the support presses on the body [N]")),
        Entry("friction", _("Arrow of the friction force F"), ("F",), checked=False,
              about=_("that keeps the body from slipping [N], or of the reaction of a blade or a joint")),
        Entry("longer", _("Longer arrows"), (".",), repeats=True,
              about=_("a longer arrow for the same value; the legend says which")),
        Entry("shorter", _("Shorter arrows"), (",",), repeats=True,
              about=_("a shorter arrow for the same value; the legend says which")),
        Entry("labels", _("Names at bodies and axes"), ("Shift+B",), checked=True,
              about=_("which model is which, and the axes of a body about a fixed point")),
        Entry("trail", _("Trail: off, short, long"), ("T",), about=_("path of the body in the laboratory")),
        Entry("chalk", _("Chalk line: off, short, long"), ("K",),
              about=_("what the body draws on the moving support")), None,
        Submenu("bodies", _("Several bodies"), (
            Entry("next_body", _("Look at the next body"), ("X",), repeats=True,
                  about=_("panels, arrows, trail, plots and the following camera go with it; or a click on it, or "
                          "Tab in the picture")),
            Entry("last_body", _("Look at the body before"), ("Shift+X",), repeats=True),
            Entry("trail_this", _("Trail of this body: on, off"), ("Y",),
                  about=_("it stays when another body is looked at; or Shift and a click on a body")),
            Entry("trails_all", _("Trails of all bodies"), ("Shift+Y",), about=_("of 50 at most")),
            Entry("trails_none", _("No trail but that of the body that is looked at")))),
        Choice("tint", _("Colours of the balls"), tuple(
            Entry(f"tint:{name}", text, about=about) for name, text, about in zip(CHOICES, (
                _("As the scene has it"), _("By their numbers"), _("By their speeds"), _("A rack of billiards")), (
                _("a rack where there is a cue ball, else by their numbers"), "",
                _("with a scale below the picture [m/s]"),
                _("white the first, then 1 to 15 in the colours of pool")), strict=True))), None)


def _look() -> tuple:
    """How it is looked at, and what stands beside the picture."""
    return (
        Entry("next_camera", _("Next camera"), ("C",)),
        Choice("camera", _("Camera"), tuple(
            Entry(f"camera:{name}", text) for name, text in zip(CAMERAS, (
                _("Free"), _("Follow the body"), _("From above"), _("Riding on the table")), strict=True))),
        Entry("camera", _("Reset the camera"), ("0",)),
        Choice("quality", _("Quality of the picture"), tuple(
            Entry(f"quality:{name}", text) for name, text in zip(QUALITIES, (
                _("Automatic"), _("With soft shadows and materials"), _("High"), _("Low")), strict=True))), None,
        *(Entry(panel.name, panel.title(), panel.keys, checked=panel.opens, about=panel.about())
          for panel in panels.PANELS),
        Entry("theory_numbers", _("Theory: values below symbols: on, off"), ("Shift+F2",)),
        Entry("layout", _("Default layout")),
        Entry("card", _("Card of the scene"), ("A",), checked=True,
              about=_("what one sees, why, and what to try")),
        Entry("card_try", _("Do what the card proposes"), ("Alt+A",)),
        Submenu("chart", _("Chart of the scene"), (
            Entry("next_chart", _("Next chart"), ("Shift+J",)),
            Entry("chart_over", _("Chart over the picture: on, off"), ("Ctrl+Shift+J",),
                  about=_("for an audience, and on saved pictures")),
            Entry("chart_work", _("Compute, or stop"), ("Alt+J",),
                  about=_("what of a chart takes long: other orbits of a section, a convergence")),
            Entry("chart_in", _("Closer"), ("Ctrl+=",), repeats=True, about=_("or the wheel over the chart")),
            Entry("chart_out", _("Farther away"), ("Ctrl+-",), repeats=True),
            Entry("chart_all", _("Show all of it again"), ("Ctrl+0",)))),
        Entry("timeline", _("Time line"), ("Ctrl+T",), checked=True,
              about=_("the last ten minutes of the run, its events, its loop and its branches")), None,
        Entry("units", _("Units…"), ("Ctrl+U",), about=_("in which quantities are shown and typed; files stay "
                                                        "SI")),
        Choice("theme", _("Colours"), tuple(
            Entry(f"theme:{name}", text) for name, text in zip(THEMES, (
                _("Dark"), _("On white, for projectors")), strict=True))),
        Choice("language", _("Language"), tuple(
            Entry(f"language:{code}", name) for code, name in LANGUAGES.items())),
        Entry("close_message", _("Close the message, leave the projector mode"), ("Esc",)), None,
        Entry("projector", _("Projector mode"), ("P",), checked=False,
              about=_("nothing but the picture, the time and the legend, in large letters")),
        Entry("black", _("Black screen"), ("B",), checked=False, about=_("the run waits meanwhile")),
        Entry("full_screen", _("Full screen"), ("F11",), checked=False))


def _tools() -> tuple:
    """What measures."""
    return (
        Entry("ruler", _("Ruler"), ("Shift+R",), about=_("distance between two places, in the picture [m]")),
        Entry("protractor", _("Protractor"), ("Shift+A",), about=_("angle between two directions [rad]")),
        Entry("number", _("Large number"), ("Shift+N",), about=_("any quantity, for the last row")), None,
        Entry("watch", _("Stopwatch: start / stop"), ("S",), about=_("of simulated time [s]")),
        Entry("mark", _("Stopwatch: mark"), ("M",), about=_("keeps the present reading [s]")),
        Entry("zero", _("Stopwatch: zero"), ("Shift+S",)))


def _record() -> tuple:
    """Films and pictures."""
    return (
        Entry("record", _("Record a film, or stop"), ("R",),
              about=_("what happened, drawn again frame by frame, or what is seen now")),
        Entry("film_key", _("Keep this camera as a keyframe of films"), ("Shift+K",),
              about=_("at the present instant; the camera of a film glides from one to the next")),
        Entry("film_keys_off", _("Give all keyframes up")), None,
        Entry("screenshot", _("Save a picture"), ("Ctrl+P",), about=_("of the 3D view, as a PNG file")),
        Choice("shot", _("Size of pictures"), tuple(
            Entry(f"shot:{name}", text) for name, text in zip(SHOTS, (
                _("As on the screen"), _("Twice as fine"), _("Four times as fine")), strict=True))))


def _help() -> tuple:
    """Keys, papers, the program itself."""
    return (
        Entry("keys", _("Keys"), ("F1",)),
        Entry("differs", _("Differs from the paper…"), ("Shift+F1",),
              about=_("where a paper says something else than is found in this scene: the two numbers")),
        Entry("about", _("About Jacobi Sandbox")))


def titles() -> dict[str, str]:
    return {"file": _("&File"), "edit": _("&Edit"), "scene": _("&Scene"), "run": _("&Run"), "time": _("&Time"),
            "hand": _("Ha&nd"), "view": _("&View"), "tools": _("&Tools"), "record": _("Re&cord"), "help": _("&Help")}


def shown_keys(keys: str) -> str:
    """Keys as they are printed on a keyboard."""
    names = {"Space": _("Space"), "Backspace": _("Backspace"), "Right": "→", "Left": "←", "Up": "↑", "Down": "↓",
             "Menu": _("Menu")}
    return " + ".join(names.get(part, part) for part in keys.split("+"))
