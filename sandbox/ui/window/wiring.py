"""Who listens to whom: the parts of the window know each other only here."""

from sandbox.text import LANGUAGES, _, language
from sandbox.ui.look.format import menu_text
from sandbox.ui.window.help import about_window, keys_window
from sandbox.ui.window.menus import SHOTS, THEMES
from sandbox.ui.window.switches import following


def wire(window):
    """Connect all parts of a window."""
    listen_to_player(window)
    listen_to_panels(window)
    listen_to_actions(window)


def listen_to_player(window):
    player, view, message = window.player, window.view, window.message
    player.started.connect(window.display.on_started)
    player.refused.connect(window.display.refuse)
    player.ended.connect(lambda event: message.say(event.sentence, "event", _("Reset"), window.reset))
    player.playing_changed.connect(window.top.show_playing)
    player.preparing_changed.connect(window.display.on_preparing)
    player.glanced.connect(window.display.on_glance)
    player.looked.connect(window.display.show_state)
    view.ready.connect(player.refresh)
    view.recovered.connect(lambda text: (player.refresh(), message.say(text)))
    view.failed.connect(lambda text: (player.picture.give_up(), message.say(text, "error")))
    window.told.connect(lambda text: message.say(text, "error"))
    window.top.show_playing(False)
    window.top.show_speed(player.pace.speed)


def listen_to_panels(window):
    docks, edits, player = window.docks, window.edits, window.player
    for source in (window.top, docks.scenes):
        source.scene_chosen.connect(window.choose_scene)
        source.preset_chosen.connect(window.choose_preset)
    window.top.speed_chosen.connect(window.set_speed)
    docks.parameters.changed.connect(edits.change)
    docks.parameters.draw_wanted.connect(window.drawing.open)
    docks.contact.changed.connect(edits.change)
    docks.contact.changed.connect(lambda name, value, _gesture: docks.parameters.show_values(
        {**window.simulation.values, name: value}, window.display.start_values()))
    for panel in (docks.parameters, docks.scenes):
        panel.left.connect(lambda: window.view.setFocus())
    docks.events.chosen.connect(player.visit)
    docks.plots.export_wanted.connect(window.export.ask_plots)
    for dock in (docks.contact, docks.meters, docks.events):
        dock.visibilityChanged.connect(lambda on: window.display.show_state() if on else None)
    window.switches.noted.connect(window.display.note)
    window.switches.changed.connect(player.refresh)
    window.status.language_wanted.connect(lambda: window.set_language(following(tuple(LANGUAGES), language())))
    docks.parameters.start.chosen.connect(window.choose_start)
    edits.taken.connect(lambda values: docks.parameters.show_values(values, window.display.start_values()))
    edits.changed.connect(lambda: name_edits(window))
    name_edits(window)


def name_edits(window):
    """What undo and redo would do, in their names."""
    stack = window.edits.stack
    for name, can, what, text in (("undo", stack.canUndo(), stack.undoText(), _("Undo")),
                                  ("redo", stack.canRedo(), stack.redoText(), _("Redo"))):
        window.commands[name].setEnabled(can)
        window.commands[name].setText(menu_text(f"{text}: {what}" if what else text))


def listen_to_actions(window):
    player, commands = window.player, window.commands
    handlers = {
        "export": window.export.ask, "export_plots": window.export.ask_plots, "quit": window.close,
        "undo": window.edits.stack.undo, "redo": window.edits.stack.redo,
        "play": lambda: player.pause() if player.is_playing else player.play(),
        "forward": lambda: player.step(1), "back": lambda: player.step(-1),
        "forward10": lambda: player.step(10), "back10": lambda: player.step(-10),
        "reset": window.reset, "reset_preset": window.reset_preset,
        "slower": lambda: window.shift_speed(-1), "faster": lambda: window.shift_speed(1),
        "close_message": window.projector.escape,
        "record": window.recording.toggle, "draw": window.drawing.open,
        "screenshot": lambda: window.shots.take(int(commands.chosen("shot"))),
        "keys": lambda: keys_window(window, commands.key_list()).show(), "about": lambda: about_window(window).show()}
    for name, handler in handlers.items():
        commands[name].triggered.connect(lambda _on, handler=handler: handler())
    for code in LANGUAGES:
        commands[f"language:{code}"].triggered.connect(lambda _on, code=code: window.set_language(code))
    for name in THEMES:
        commands[f"theme:{name}"].triggered.connect(lambda _on, name=name: window.set_theme(name))
    for name in SHOTS:
        commands[f"shot:{name}"].triggered.connect(lambda _on, name=name: remember_shot(window, name))
    commands["projector"].toggled.connect(window.projector.set_on)
    commands["black"].toggled.connect(window.projector.set_black)
    commands["full_screen"].toggled.connect(lambda on: window.showFullScreen() if on else window.showNormal())
    window.docks.connect(commands)


def remember_shot(window, name: str):
    if window.settings is not None:
        window.settings["shot"] = name
