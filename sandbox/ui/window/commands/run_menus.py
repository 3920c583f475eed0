"""The commands for files, for what was done, for the run, its time, and the hand."""

from sandbox.scene.drawn_curve import DrawnCurve
from sandbox.scene.typed.parameter import has_formula
from sandbox.text import _
from sandbox.ui.window.commands.command import Command, Submenu
from sandbox.ui.window.near_mouse import slow_near


def file_menu() -> tuple:
    return (
        Command("open", _("Open…"), ("Ctrl+O",), lambda w: w.filing.menu.ask(),
                _("a set-up that was saved, or the log of an earlier run: it is run again from its start, with all "
                  "that was done to it, and compared with the log")),
        Submenu("recent", _("Open again")), None,
        Command("save", _("Save"), ("Ctrl+S",), lambda w: w.filing.menu.save(),
                _("scene, values, start, all that was done to the run, and the instant that is shown")),
        Command("save_as", _("Save as…"), ("Ctrl+Shift+S",), lambda w: w.filing.menu.ask_save()), None,
        Command("lessons", _("Lessons…"), ("Ctrl+Shift+L",), lambda w: w.lessons.sheet.open(),
                _("for a class: questions first, then the run; large letters, all by a clicker")),
        Command("notes", _("Teacher's notes…"), ("Ctrl+Alt+L",), lambda w: w.lessons.show_notes(),
                _("the page of a lesson for the teacher, on a second screen or as PDF: minute by minute, answers, "
                  "keys")),
        None,
        Submenu("exports", _("Export"), (
            Command("export_run", _("The run for other programs…"), ("Ctrl+Shift+R",), lambda w: w.export_run.ask(),
                    _("as a table, for Blender, or as a page that plays it in any browser"),
                    enabled=lambda w: w.export_run.can_start),
            Command("export", _("Export log as CSV…"), ("Ctrl+E",), lambda w: w.export.ask()),
            Command("export_plots", _("Export the plots as CSV…"), ("Ctrl+Shift+E",), lambda w: w.export.ask_plots()),
            Command("export_plots_png", _("Export the plots as PNG…"), does=lambda w: w.export.ask_plots("png")),
            Command("export_plots_svg", _("Export the plots as SVG…"), does=lambda w: w.export.ask_plots("svg")),
            Command("export_chart_png", _("Export the chart as PNG…"), does=lambda w: w.export.ask_chart("png")),
            Command("export_chart_svg", _("Export the chart as SVG…"), does=lambda w: w.export.ask_chart("svg")),
            Command("export_theory", _("Print the theory, or save it…"), ("Ctrl+Shift+P",),
                    lambda w: w.export.ask_theory(),
                    _("as PDF, as a page for any browser, or as Markdown with formulas")))),
        Command("measure", _("Import a measurement…"), ("Ctrl+I",), lambda w: w.compare.measure(),
                _("a table of Tracker, phyphox or any other program: dots in the plots and in the picture")), None,
        Command("quit", _("Quit"), ("Ctrl+Q",), lambda w: w.close()))


def edit_menu() -> tuple:
    return (
        Command("undo", _("Undo"), ("Ctrl+Z",), lambda w: w.edits.stack.undo(), repeats=True,
                enabled=lambda w: w.edits.stack.canUndo()),
        Command("redo", _("Redo"), ("Ctrl+Y", "Ctrl+Shift+Z"), lambda w: w.edits.stack.redo(), repeats=True,
                enabled=lambda w: w.edits.stack.canRedo()), None,
        Command("copy_code", _("Copy share code"), ("Ctrl+Shift+C",), lambda w: w.filing.menu.copy_code(),
                _("of all that a saved set-up holds, as letters for a mail or a chat")),
        Command("paste_code", _("Paste share code"), ("Ctrl+Shift+V",), lambda w: w.filing.menu.paste_code()), None,
        Command("draw", _("Draw a curve…"), ("D",), lambda w: w.drawing.open(),
                _("with the mouse, where a parameter is a curve"), enabled=lambda w: may_have(w, has_curve)),
        Command("formula", _("Type the surface…"), ("Shift+D",), lambda w: w.docks["parameters"].type_formula(),
                _("where a parameter is the formula of a surface"), enabled=lambda w: may_have(w, has_formula)))


def may_have(window, has) -> bool:
    """Whether the scene of the run has something, has(scene); before there is a run it may."""
    return window.simulation is None or has(window.simulation.scene)


def has_curve(scene) -> bool:
    return any(isinstance(parameter, DrawnCurve) for parameter in scene.parameters)


def run_menu() -> tuple:
    return (
        Command("play", _("Play / pause"), ("Space",), lambda w: w.pause() if w.player.is_playing else w.play()),
        Command("forward", _("Step forward"), ("Right",), lambda w: w.step(1), repeats=True),
        Command("back", _("Step back"), ("Left",), lambda w: w.step(-1), repeats=True),
        Command("forward10", _("Ten steps forward"), ("Shift+Right",), lambda w: w.step(10), repeats=True),
        Command("back10", _("Ten steps back"), ("Shift+Left",), lambda w: w.step(-10), repeats=True), None,
        Command("reset", _("Back to the start"), ("Backspace",), lambda w: w.reset()),
        Command("reset_preset", _("Back to the preset"), ("Ctrl+R",), lambda w: w.reset_preset()),
        Command("next_preset", _("Next preset"), ("Shift+Backspace",), lambda w: w.next_preset()), None,
        Command("pin", _("Pin this run"), ("Ctrl+D",), lambda w: w.compare.pin(),
                _("its curves and its trail stay, dashed, over the next runs; up to four")),
        Command("unpin", _("Take all pins away"), does=lambda w: w.compare.pinboard.clear()),
        Command("freeze", _("Freeze the curves as reference"), ("Ctrl+Shift+G",), lambda w: w.compare.freeze()), None,
        Command("slower", _("Slower"), ("[",), lambda w: w.shift_speed(-1), repeats=True),
        Command("faster", _("Faster"), ("]",), lambda w: w.shift_speed(1), repeats=True))


def time_menu() -> tuple:
    return (
        Command("first", _("To the start of the run"), ("Home",), lambda w: w.player.travel.go(0)),
        Command("last", _("To the newest state"), ("End",), lambda w: w.time_control.go_to_last()),
        Command("next_event", _("To the next event"), ("Ctrl+Right",),
                lambda w: w.player.travel.go_to_event(forward=True), repeats=True),
        Command("last_event", _("To the event before"), ("Ctrl+Left",),
                lambda w: w.player.travel.go_to_event(forward=False), repeats=True),
        Command("run_to", _("Run to t…"), ("Ctrl+G",), lambda w: w.run_to.ask(), _("as fast as the computer can")),
        None,
        Command("mark_a", _("Loop: begin here"), ("I",), lambda w: w.time_control.mark(w.player.travel.loop.mark_a)),
        Command("mark_b", _("Loop: end here"), ("O",), lambda w: w.time_control.mark(w.player.travel.loop.mark_b)),
        Command("loop", _("Loop: on, off"), ("L",), lambda w: w.time_control.switch_loop(),
                _("the marked stretch is shown again and again")),
        Command("no_loop", _("Loop: take the marks away"), ("Shift+L",), lambda w: w.time_control.clear_loop()),
        Command("last_second", _("The last second in slow motion"), ("Q",), lambda w: w.replay.last_second(),
                _("up to the newest state or the end of the run, at 1/8 of its speed, again and again")), None,
        Command("fork", _("Continue from here"), ("Shift+Space",), lambda w: w.player.travel.go_on_from_here(),
                _("without what was done later: that future stays as a branch beside the new one")),
        Command("choose_branch", _("Go on with the next branch"), ("Ctrl+B",),
                lambda w: w.time_control.choose_branch(), _("the present one takes its place")),
        Command("drop_branch", _("Give the newest branch up"), ("Ctrl+Shift+B",),
                lambda w: w.time_control.drop_branch()))


def hand_menu() -> tuple:
    """What the mouse does, for keys; without a picture that can be reached into there is no hand."""
    def command(name: str, text: str, keys: tuple[str, ...], does, about: str, repeats: bool = False) -> Command:
        return Command(name, text, keys, does, about, repeats, enabled=lambda w: w.hand is not None)

    return (
        command("hand_hold", _("Take the body with the keys, let go"), ("H",), lambda w: w.hand.keys.toggle(),
                _("while the run goes on the arrow keys pull it (PageUp, PageDown: off the support and back); while it "
                  "waits they move it along the surface; Esc ends it")),
        command("hand_select", _("Select the next body"), (), lambda w: w.hand.select(w.hand.keys.following()),
                _("or Tab in the picture")),
        Command("hand_slow", _("Slow down while the mouse is near a moving body"), ("Ctrl+H",),
                lambda w, on: slow_near(w, on), _("to a quarter, so that it can be taken"), checked=True,
                enabled=lambda w: w.hand is not None),
        command("hand_menu", _("What is it, what can be done with it…"), ("Shift+F10", "Menu"),
                lambda w: w.hand_menu.open_selected(),
                _("the menu of the selected body; a right click in the picture opens it, too")), None,
        command("hand_push", _("Give the body a push"), (), lambda w: w.hand_menu.push(),
                _("away from you, along the surface, for a moment")),
        command("hand_another", _("Put another one beside it"), (), lambda w: w.hand_menu.another(),
                _("on a bench of your own, which this scene becomes as it is now")),
        command("hand_copy", _("Copy the state of the body"), ("Ctrl+Alt+C",), lambda w: w.hand_menu.copy(),
                _("place, velocities and forces as JSON text, in SI units")), None,
        command("support_faster", _("Turn the support faster to the left"), ("Alt+Left",),
                lambda w: w.hand_menu.nudge("rate", 1),
                _("its rate grows by a small step; the mouse drags its rim"), True),
        command("support_slower", _("Turn the support faster to the right"), ("Alt+Right",),
                lambda w: w.hand_menu.nudge("rate", -1),
                _("its rate shrinks by a small step; the mouse drags its rim"), True),
        command("support_up", _("Tilt the support more"), ("Alt+Up",), lambda w: w.hand_menu.nudge("tilt", 1),
                _("where its tilt can be changed while it runs"), True),
        command("support_down", _("Tilt the support less"), ("Alt+Down",), lambda w: w.hand_menu.nudge("tilt", -1),
                _("where its tilt can be changed while it runs"), True),
        command("support_stop", _("Stop the support"), (), lambda w: w.hand_menu.stop(),
                _("its rate goes to 0, as fast as its motor can")),
        command("support_reverse", _("Reverse the support"), (), lambda w: w.hand_menu.reverse(),
                _("its rate changes its sign, as fast as its motor can")))
