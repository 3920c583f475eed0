"""Everything the window can be told to do, menu by menu."""

from math import radians

from sandbox.scene.built.parts import MARKS
from sandbox.text import _
from sandbox.ui.window import memory
from sandbox.ui.window.commands.command import Command, Submenu
from sandbox.ui.window.commands.run_menus import edit_menu, file_menu, hand_menu, run_menu, time_menu
from sandbox.ui.window.commands.view_menu import choice, view_menu
from sandbox.ui.window.differs import differs_window
from sandbox.ui.window.help import about_window, show_once

SHOTS = ("1", "2", "4")


def table() -> dict[str, tuple]:
    """Returns menu name -> its lines in order, in the language of the moment; None stands for a separator."""
    return {"file": file_menu(), "edit": edit_menu(), "scene": scene_menu(), "run": run_menu(), "time": time_menu(),
            "hand": hand_menu(), "view": view_menu(), "play": play_menu(), "tools": tool_menu(),
            "record": record_menu(),
            "help": help_menu()}


def titles() -> dict[str, str]:
    return {"file": _("&File"), "edit": _("&Edit"), "scene": _("&Scene"), "run": _("&Run"), "time": _("&Time"),
            "hand": _("Ha&nd"), "view": _("&View"), "play": _("Cha&llenges"),
            "tools": _("&Tools"), "record": _("Re&cord"), "help": _("&Help")}


def scene_menu() -> tuple:
    """Above all scenes: what one builds oneself."""
    return (
        Command("new_bench", _("New bench"), ("F5",), lambda w: w.bench.begin(),
                _("a table with two balls: parts are put with the mouse, then it runs")),
        Command("new_floor", _("New bench of dominoes"), ("Ctrl+Alt+F5",), lambda w: w.bench.begin_on_floor(),
                _("a floor with three dominoes: dice, boxes and dominoes lie on planes among others")),
        Command("build_on", _("Build on this"), ("Ctrl+F5",), lambda w: w.bench.build_on(),
                _("the scene as it is now, as a bench, itself it stays what it is; on the bench: this instant becomes "
                  "the start"),
                enabled=lambda w: w.simulation is not None),
        Command("save_scene", _("Save as scene…"), ("Ctrl+Shift+F5",), lambda w: w.saving.ask(),
                _("what stands on the bench, as a file that reads as if it had been written by hand"),
                enabled=lambda w: w.bench.is_own),
        Command("mesh", _("Body from a mesh…"), ("Ctrl+M",), lambda w: w.meshes.ask(),
                _("a file .stl, .obj, .ply or .glb becomes a body of the bench; it can be dropped on the window, too")),
        Command("drawn_ahead", _("Draw ways ahead"), ("Alt+F5",), lambda w, on: w.drawn_ahead.switch(on),
                _("while the bench waits, lines show where each body is going to be in the next seconds, rings where "
                  "bodies meet"), checked=True),
        choice("ahead", _("How far ahead"), ("1", "3", "10"), (_("1 second"), _("3 seconds"), _("10 seconds")),
               lambda w, seconds: w.drawn_ahead.set_seconds(float(seconds))),
        Command("bench_palette", _("Choose a part by keys"), ("Insert",), lambda w: w.docks["bench"].offer_keys(),
                _("Tab goes through what can be put, letters to the part that begins with them; Space takes it, then "
                  "Enter in the picture puts it; Esc leaves"),
                enabled=lambda w: w.bench.is_on), Submenu("bench_marks", _("Put a mark"), marks_menu()), Submenu(
            "bench_part", _("The selected part"), part_menu()), None)


def marks_menu() -> tuple[Command, ...]:
    """Marks that are put on the bench next."""
    def command(item) -> Command:
        about = _("{about}\nA click in the picture puts one, Enter in its middle; Esc ends that.").format(
            about=_(item.about))
        return Command(f"mark_{item.value.name.lower()}", _(item.name), (), lambda w: w.bench.choose(item), about,
                       enabled=lambda w: w.bench.is_on and w.bench.limits is None)
    return tuple(map(command, MARKS))


def part_menu() -> tuple[Command, ...]:
    """What is done with the part of the bench that is selected; the keys are those of the picture."""
    def command(name: str, text: str, does, about: str) -> Command:
        return Command(name, text, (), does, about, enabled=lambda w: w.bench.part is not None)

    turn, up, across = radians(15.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)
    return (
        Command("part_next", _("Select the next part"), (), lambda w: w.bench.select_next(),
                _("Tab in the picture"), enabled=lambda w: w.bench.is_on),
        Command("part_and_next", _("Select the next part, too"), (), lambda w: w.bench.select_next(adds=True),
                _("Ctrl+Tab in the picture; with the mouse: Shift and a click, or a frame"),
                enabled=lambda w: w.bench.is_on),
        Command("part_all", _("Select all parts"), (), lambda w: w.bench.select_all(), _("Ctrl+A in the picture"),
                enabled=lambda w: w.bench.is_on),
        Command("part_numbers", _("Type its numbers"), ("Ctrl+Return", "Ctrl+Enter"),
                lambda w: w.saving.later(w.docks["bench"].type_numbers),
                _("Tab goes to the next one, Enter and Esc leave"),
                enabled=lambda w: w.bench.part is not None or w.bench.item is not None),
        command("part_copy", _("Duplicate"), lambda w: w.bench.duplicate(),
                _("one more beside it; Ctrl+D in the picture")),
        Command("part_many", _("Many of it…"), (), lambda w: w.saving.arrange(),
                _("in a row, a circle, a grid, a triangle or a pyramid; with the mouse: Shift while a part is put"),
                enabled=lambda w: len(w.bench.chosen) == 1),
        command("part_left", _("Turn to the left"), lambda w: w.bench.turn(up, turn),
                _("by 15 degrees; Alt+Left in the picture, with Shift by 1 degree")),
        command("part_right", _("Turn to the right"), lambda w: w.bench.turn(up, -turn),
                _("by 15 degrees; Alt+Right in the picture, with Shift by 1 degree")),
        command("part_tip", _("Tip"), lambda w: w.bench.turn(across, turn),
                _("by 15 degrees; Alt+Up and Alt+Down in the picture, with Shift by 1 degree")),
        command("part_roll", _("Tip to the side"), lambda w: w.bench.turn((1.0, 0.0, 0.0), turn),
                _("by 15 degrees; Alt+PageUp and Alt+PageDown in the picture, with Shift by 1 degree")),
        command("part_remove", _("Remove"), lambda w: w.bench.remove(), _("Delete in the picture")))


def play_menu() -> tuple:
    def command(name: str, text: str, keys: tuple[str, ...], does, about: str) -> Command:
        return Command(name, text, keys, does, about, enabled=lambda w: w.challenges.session.is_on)

    return (
        Command("challenges", _("All challenges…"), ("Ctrl+L",), lambda w: w.challenges.sheet.open(),
                _("something is given, one thing is free, and a goal is to be reached")), None,
        command("play_go", _("Try, try again"), ("Return", "Enter"), lambda w: w.challenges.session.go(),
                _("from the start, with the values on the card; the best try goes along as a pale ghost")),
        command("play_hint", _("A hint"), ("Shift+H",), lambda w: w.challenges.session.hint(), ""),
        command("play_next", _("Next challenge"), ("Shift+Return", "Shift+Enter"), lambda w: w.challenges.next(), ""),
        command("play_leave", _("Leave the challenge"), (), lambda w: w.challenges.session.leave(),
                _("the run stays as it is")), None,
        Command("play_make", _("Make a challenge of this…"), (), lambda w: w.challenges.make(),
                _("where the body is now is to be reached again; kept in a folder of your own"),
                enabled=lambda w: w.simulation is not None and not w.challenges.session.is_on),
        Command("play_keep", _("Keep this challenge in the list"), (), lambda w: w.challenges.keep_present(),
                _("one that came with a share code or a file"), enabled=lambda w: w.challenges.is_foreign), None,
        Command("play_results", _("Results, and who plays…"), (), lambda w: w.challenges.show_results(),
                _("stars of everybody who plays here; the best tries can be seen again")))


def tool_menu() -> tuple:
    def tools(act):
        return lambda w: act(w.docks["tools"])

    return (
        Command("ruler", _("Ruler"), ("Shift+R",), tools(lambda panel: panel.switch("ruler")),
                _("distance between two places, in the picture [m]")),
        Command("protractor", _("Protractor"), ("Shift+A",), tools(lambda panel: panel.switch("protractor")),
                _("angle between two directions [rad]")),
        Command("number", _("Large number"), ("Shift+N",), tools(lambda panel: panel.number.switch.toggle()),
                _("any quantity, for the last row")), None,
        Command("watch", _("Stopwatch: start / stop"), ("S",), tools(lambda panel: panel.watch.toggle()),
                _("of simulated time [s]")),
        Command("mark", _("Stopwatch: mark"), ("M",), tools(lambda panel: panel.watch.set_mark()),
                _("keeps the present reading [s]")),
        Command("zero", _("Stopwatch: zero"), ("Shift+S",), tools(lambda panel: panel.watch.set_zero())))


def record_menu() -> tuple:
    return (
        Command("record", _("Record a film, or stop"), ("R",), lambda w: w.recording.toggle(),
                _("what happened, drawn again frame by frame, or what is seen now")),
        Command("film_key", _("Keep this camera as a keyframe of films"), ("Shift+K",),
                lambda w: w.recording.keep_camera(),
                _("at the present instant; the camera of a film glides from one to the next")),
        Command("film_keys_off", _("Give all keyframes up"), does=lambda w: w.recording.forget_keys()), None,
        Command("screenshot", _("Save a picture"), ("Ctrl+P",),
                lambda w: w.shots.take(int(w.commands.chosen("shot"))), _("of the 3D view, as a PNG file")),
        choice("shot", _("Size of pictures"), SHOTS,
               (_("As on the screen"), _("Twice as fine"), _("Four times as fine")),
               lambda w, name: memory.remember(w.settings, "shot", name)))


def help_menu() -> tuple:
    return (
        Command("keys", _("Keys"), ("F1",),
                lambda w: w.keys.open(), _("all of them, found by typing")),
        Command("differs", _("Differs from the paper…"), ("Shift+F1",),
                lambda w: show_once(w, "differs", lambda: differs_window(w, w.simulation.scene)),
                _("where a paper says something else than is found in this scene: the two numbers")),
        Command("about", _("About Jacobi Sandbox"), does=lambda w: show_once(w, "about", lambda: about_window(w))))
