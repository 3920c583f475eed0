"""What each part of the window may use of the others, and how the picture is looked at just now."""

from sandbox.film.recipe import LENGTHS
from sandbox.scene.presentation.showing import CAMERAS, is_first
from sandbox.systems.protocol import ARROWS
from sandbox.text import language
from sandbox.ui.films.record import Filmed
from sandbox.ui.look import theme
from sandbox.ui.panels.panel import Ports
from sandbox.ui.window import memory
from sandbox.ui.window.projector import Hall
from sandbox.ui.window.wiring import charting


def ports(window) -> Ports:
    """Returns what panels may use of a window whose other parts are still to come."""
    return Ports(
        catalogue=window.catalogue, text_scale=window.text_scale, remembered=window.remembered,
        change=window.edits.change, show_wanted=lambda: window.display.show_wanted(),
        open_scene=window.choose_scene, open_preset=window.choose_preset, choose_start=window.choose_start,
        visit=window.player.travel.visit, draw=lambda name: window.drawing.open(name),
        export_plots=lambda kind="csv": window.export.ask_plots(kind), leave=lambda: window.view.setFocus(),
        focus=window.player.focus, bench=window.bench,
        arrange=lambda: window.commands["part_many"].trigger(),
        save_scene=lambda: window.commands["save_scene"].trigger(),
        units=window.units, pinboard=window.compare.pinboard, pin=window.compare.pin, freeze=window.compare.freeze,
        measure=window.compare.measure, big=window.big, inset=window.inset,
        begin_with=lambda changes, **how: charting.begin_with(window, changes, **how),
        program=tuple(window.program), export_map=lambda kind: window.export.ask_map(kind),
        show_section=lambda: window.docks["charts"].show_section(),
        has_section=lambda: window.docks["charts"].has_section,
        export_chart=lambda kind: window.export.ask_chart(kind),
        make_sheet=window.view.make_sheet,
        why_no_theory=lambda: window.challenges.session.why_no_theory, export_theory=lambda: window.export.ask_theory(),
        show_parameter=lambda name: window.docks["parameters"].show_row(name),
        show_tools=window.view.show_tools)


def hall(window) -> Hall:
    """Returns what the projector mode needs of a window."""
    return Hall(frame=window, view=window.view, bars=(window.menuBar(), window.statusBar(), window.top),
                docks=window.docks, commands=window.commands, player=window.player, message=window.message,
                legend=window.legend, timeline=window.timeline, text_scale=window.text_scale,
                charts=window.docks["charts"], is_calm=lambda: memory.is_on(window.settings, "reduce_motion", False))


def filmed(window) -> Filmed:
    """Returns what films and pictures are made of."""
    return Filmed(view=window.view, player=window.player, settings=window.settings, switched=lambda: switched(window),
                  legend=window.legend.shown, say=window.message.say, plotted=lambda: window.docks["plots"].filmed,
                  charted=lambda: window.docks["charts"].filmed)


def switched(window) -> dict:
    """Returns what is switched on in the picture, by the words of a recipe."""
    view, switches = window.view, window.switches
    look = view.look
    return {"arrows": switches.arrows, "trail": switches.trail, "chalk": switches.chalk, "camera": switches.camera,
            "look": None if is_first(look) or look["mode"] != switches.camera else tuple(look["at"]),
            "window": (view.width(), view.height()), "theme": theme.present(), "bold": window.projector.is_on,
            "labels": window.commands["labels"].isChecked(),
            "language": language(), **window.player.focus.filmed()}


def looks(window) -> tuple[dict, dict]:
    """Returns how the run is looked at, by the words of a set-up: camera, and what is shown."""
    seen = switched(window)
    camera = {"mode": seen["camera"], "look": seen["look"], "window": seen["window"]}
    return camera, {name: list(seen[name]) if name == "arrows" else seen[name] for name in ("arrows", "trail", "chalk")}


def show_as(window, camera: dict, shown: dict):
    """Looks at the run as a set-up says; what of it is unknown is left out."""
    switches, mode = window.switches, camera.get("mode")
    arrows = shown.get("arrows")
    if isinstance(arrows, list | tuple):
        for name in ARROWS:
            window.commands[name].setChecked(name in arrows)
    for name, known, now, switch in (("trail", LENGTHS, switches.trail, switches.set_trail),
                                     ("chalk", LENGTHS, switches.chalk, switches.set_chalk)):
        if shown.get(name) in known and shown[name] != now:
            switch(shown[name])
    if mode in CAMERAS and mode != switches.camera:
        switches.set_camera(mode, is_told=False)
    if mode in CAMERAS and camera.get("look"):
        window.view.set_look(mode, camera["look"])
