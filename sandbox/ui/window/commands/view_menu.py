"""The commands for the picture, the panels and how all of it looks."""

from sandbox.scene.presentation.showing import CAMERAS
from sandbox.text import LANGUAGES, _
from sandbox.ui.look.theme import THEMES
from sandbox.ui.panels import table as panels
from sandbox.ui.playback.focus import CHOICES
from sandbox.ui.window.card.wiring import keep_card, try_it
from sandbox.ui.window.commands.command import Choice, Command, Submenu

QUALITIES = ("auto", "fine", "high", "low")


def choice(name: str, text: str, values, texts, does, **more) -> Choice:
    """Returns a menu of which one command holds, does(window, value)."""
    return Choice(name, text, tuple(
        Command(f"{name}:{value}", words, does=lambda w, value=value: does(w, value), **more)
        for value, words in zip(values, texts, strict=True)))


def view_menu() -> tuple:
    return (
        *arrows(),
        Command("labels", _("Names at bodies and axes"), ("Shift+B",), lambda w, on: w.switches.set_labels(on),
                _("which model is which, and the axes of a body about a fixed point"), checked=True),
        Command("trail", _("Trail: off, short, long"), ("T",), lambda w: w.switches.turn("trail"),
                _("path of the body in the laboratory")),
        Command("chalk", _("Chalk line: off, short, long"), ("K",), lambda w: w.switches.turn("chalk"),
                _("what the body draws on the moving support")), None,
        *bodies(), None,
        Command("next_camera", _("Next camera"), ("C",), lambda w: w.switches.turn("camera")),
        choice("camera", _("Camera"), CAMERAS,
               (_("Free"), _("Follow the body"), _("From above"), _("Riding on the table")),
               lambda w, mode: w.switches.set_camera(mode)),
        Command("camera", _("Reset the camera"), ("0",), lambda w: w.switches.reset_camera()),
        choice("quality", _("Quality of the picture"), QUALITIES,
               (_("Automatic"), _("With soft shadows and materials"), _("High"), _("Low")),
               lambda w, name: w.switches.set_quality(name)), None,
        *(Command(panel.name, panel.title(), panel.keys, lambda w, on, name=panel.name: w.docks.show(name, on),
                  panel.about(), checked=panel.opens, by_hand=True,
                  enabled=lambda w, name=panel.name: w.docks.suits(name)) for panel in panels.PANELS),
        Command("gallery", _("All scenes as pictures"), ("Shift+F8",), lambda w: w.gallery.open(),
                _("by topics, found by typing; one click opens")),
        *of_panels(), None,
        Command("sound", _("Sound"), ("Shift+M",), lambda w, on: w.sound.set_on(on),
                _("impacts, rolling, slip, the rim of a coin; nothing while the run is paused"), checked=False,
                by_hand=True, enabled=lambda w: not w.sound.trouble),
        Command("units", _("Units…"), ("Ctrl+U",), lambda w: w.choose_units(),
                _("in which quantities are shown and typed; files stay SI")),
        choice("theme", _("Colours"), THEMES, (_("Dark"), _("On white, for projectors")),
               lambda w, name: w.set_theme(name)),
        choice("language", _("Language"), LANGUAGES, LANGUAGES.values(), lambda w, code: w.set_language(code)),
        Command("close_message", _("Close the message, leave the projector mode"), ("Esc",),
                lambda w: (w.keys.leave() or w.gallery.leave() or w.challenges.sheet.leave()
                           or w.lessons.sheet.leave() or w.run_to.escape()
                           or w.projector.escape())), None,
        Command("projector", _("Projector mode"), ("P",), lambda w, on: w.projector.set_on(on),
                _("nothing but the picture, the time and the legend, in large letters"), checked=False),
        Command("black", _("Black screen"), ("B",), lambda w, on: w.projector.set_black(on),
                _("the run waits meanwhile"), checked=False),
        Command("full_screen", _("Full screen"), ("F11",), lambda w, on: w.showFullScreen() if on else w.showNormal(),
                checked=False))


def arrows() -> tuple:
    return (
        *(Command(name, text, (key,), lambda w, on, name=name: w.switches.set_arrow(name, on), about, checked=checked)
          for name, text, key, checked, about in (
              ("velocity", _("Arrow of the velocity v"), "V", True,
               _("of the body's centre, in the laboratory [m/s]")),
              ("angular_velocity", _("Arrow of the angular velocity ω"), "W", True,
               _("of the body, in the laboratory [rad/s]")),
              ("normal", _("Arrow of the normal force N"), "N", False,
               _("with which the support presses on the body [N]")),
              ("friction", _("Arrow of the friction force F"), "F", False,
               _("that keeps the body from slipping [N], or of the reaction of a blade or a joint")))),
        Command("longer", _("Longer arrows"), (".",), lambda w: w.switches.scale_arrows(1),
                _("a longer arrow for the same value; the legend says which"), repeats=True),
        Command("shorter", _("Shorter arrows"), (",",), lambda w: w.switches.scale_arrows(-1),
                _("a shorter arrow for the same value; the legend says which"), repeats=True))


def bodies() -> tuple:
    """The commands for runs of several bodies, which are there for these only."""
    def command(name: str, text: str, keys=(), does=None, about: str = "", repeats: bool = False) -> Command:
        return Command(name, text, keys, does, about, repeats, enabled=lambda w: w.player.focus.has_choice)

    tints = zip(CHOICES, (
        _("As the scene has it"), _("By their numbers"), _("By their speeds"), _("A rack of billiards")), (
        _("a rack where there is a cue ball, else by their numbers"), "", _("with a scale below the picture [m/s]"),
        _("white the first, then 1 to 15 in the colours of pool")), strict=True)
    return (
        Submenu("bodies", _("Several bodies"), (
            command("next_body", _("Look at the next body"), ("X",), lambda w: w.player.focus.step(1),
                    _("panels, arrows, trail, plots and the following camera go with it; or a click on it, or Tab in "
                      "the picture"), True),
            command("last_body", _("Look at the body before"), ("Shift+X",), lambda w: w.player.focus.step(-1),
                    repeats=True),
            command("trail_this", _("Trail of this body: on, off"), ("Y",), lambda w: w.player.focus.toggle_trail(),
                    _("it stays when another body is looked at; or Shift and a click on a body")),
            command("trails_all", _("Trails of all bodies"), ("Shift+Y",),
                    lambda w: w.player.focus.show_trails(True), _("of 50 at most")),
            command("trails_none", _("No trail but that of the body that is looked at"),
                    does=lambda w: w.player.focus.show_trails(False)))),
        Choice("tint", _("Colours of the balls"), tuple(
            command(f"tint:{name}", text, does=lambda w, name=name: w.player.focus.set_tint(name), about=about)
            for name, text, about in tints)))


def of_panels() -> tuple:
    """The commands for what stands in panels, and for what stands beside the picture."""
    def charts(act):
        return lambda w: act(w.docks["charts"])

    def maps(act):
        return lambda w: act(w.docks["atlas"])

    return (
        Command("theory_numbers", _("Theory: values below symbols: on, off"), ("Shift+F2",),
                lambda w: w.docks["theory"].with_numbers.toggle()),
        Command("layout", _("Default layout"), does=lambda w: w.docks.restore_default()),
        Command("card", _("Card of the scene"), ("A",), lambda w, on: keep_card(w, on),
                _("what one sees, why, and what to try"), checked=True),
        Command("card_try", _("Do what the card proposes"), ("Alt+A",), lambda w: try_it(w),
                enabled=lambda w: w.card.card is not None),
        Submenu("chart", _("Chart of the scene"), (
            Command("next_chart", _("Next chart"), ("Shift+J",), charts(lambda panel: panel.choose_next())),
            Command("chart_over", _("Chart over the picture: on, off"), ("Ctrl+Shift+J",),
                    charts(lambda panel: panel.set_over(not panel.over.isChecked())),
                    _("for an audience, and on saved pictures")),
            Command("chart_work", _("Compute, or stop"), ("Alt+J",), charts(lambda panel: panel.toggle_work()),
                    _("what of a chart takes long: other orbits of a section, a convergence")),
            Command("section", _("Poincaré section"), ("Alt+Shift+J",), charts(lambda panel: panel.show_section()),
                    _("where orbits of the energy of this start come back, computed beside the run: of sleighs, "
                      "Suslov's body, a billiard, a rolling disk, balls on round surfaces")),
            Command("chart_in", _("Closer"), ("Ctrl+=",), charts(lambda panel: panel.view.zoom(1)),
                    _("or the wheel over the chart"), repeats=True),
            Command("chart_out", _("Farther away"), ("Ctrl+-",), charts(lambda panel: panel.view.zoom(-1)),
                    repeats=True),
            Command("chart_all", _("Show all of it again"), ("Ctrl+0",), charts(lambda panel: panel.view.reset())))),
        Submenu("map", _("Map of runs"), (
            Command("map_in", _("Closer"), ("Alt+=",), maps(lambda panel: panel.view.zoom(1)),
                    _("around the cross, or the middle; or the wheel over the map"), repeats=True),
            Command("map_out", _("Farther away"), ("Alt+-",), maps(lambda panel: panel.view.zoom(-1)), repeats=True),
            Command("map_back", _("Show what was shown before"), ("Alt+F12",), maps(lambda panel: panel.go_back())),
            Command("map_all", _("Show all of it again"), ("Ctrl+F12",), maps(lambda panel: panel.show_all())),
            Command("map_keys", _("The keys move the cross of the map"), ("Shift+F12",),
                    maps(lambda panel: (panel.bring(), panel.view.setFocus())),
                    _("arrow keys move it, Enter begins the run there")),
            Command("map_png", _("Export the map as PNG…"), (), lambda w: w.export.ask_map("png")),
            Command("map_nc", _("Export the map as netCDF…"), (), lambda w: w.export.ask_map("nc"),
                    _("the file that ./run sweep writes; --resume goes on with it")))),
        Command("timeline", _("Time line"), ("Ctrl+T",), lambda w, on: (w.timeline.setVisible(on), w.timeline.follow()),
                _("the last ten minutes of the run, its events, its loop and its branches"), checked=True))
