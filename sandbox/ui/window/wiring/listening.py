"""Who listens to whom: the parts of the window know each other only here and in ports.py."""

from sandbox.scene.typed.parameter import has_formula
from sandbox.text import LANGUAGES, _, language
from sandbox.ui.look import theme
from sandbox.ui.look.format import menu_text
from sandbox.ui.playback.focus import CHOICES
from sandbox.ui.window import memory
from sandbox.ui.window.differs import differs_window
from sandbox.ui.window.display import Audience
from sandbox.ui.window.help import about_window, keys_window
from sandbox.ui.window.menus import SHOTS
from sandbox.ui.window.replay import Replay
from sandbox.ui.window.scenes.own_showing import OwnShowing
from sandbox.ui.window.scenes.wiring import keep_scenes
from sandbox.ui.window.switches import following
from sandbox.ui.window.wiring import charting
from sandbox.ui.window.wiring.hand import listen_to_hand
from sandbox.ui.window.wiring.time_control import TimeControl


def keep_panels(window):
    """What panels have of their own stands in set-ups."""
    docks, documents = window.docks, window.filing.documents
    documents.register("plots", docks["plots"].save, docks["plots"].load)
    documents.register("tools", docks["tools"].save, docks["tools"].load)
    documents.register("focus", window.player.focus.save, window.player.focus.load)
    # pins hold all that their runs passed: they are told apart without being written
    pins = docks["compare"]
    documents.register("pins", pins.save, pins.load, lambda: [(id(pin), pin.name) for pin in pins.ports.pinboard.pins])


def show_title(window):
    """Shows the name of the document and the scene as the title of the window."""
    if window.simulation is not None:
        window.setWindowTitle(window.filing.documents.title(_(window.simulation.scene.title)))


def audience(window) -> Audience:
    """Returns who shows what of a run."""
    player, docks, top, legend = window.player, window.docks, window.top, window.legend

    def begin_panels(run):
        if trouble := docks.begin(run):
            window.display.refuse(trouble)

    def look_at_ghost():
        if (run := player.simulation) is not None:
            legend.set_on("ghost", run.scene.exact is not None or player.feed.band.is_shown)

    return Audience(
        scene=(lambda _scene: show_title(window),
               top.fill_presets, lambda scene: window.commands.fill_presets(scene, window.choose_preset)),
        begin=(window.filing.documents.begin, window.drawing.begin, window.switches.begin,
               lambda run: window.commands["formula"].setEnabled(has_formula(run.scene)),
               lambda run: legend.show_meanings(lambda system=run.system: system.arrow_words), begin_panels,
               window.timeline.begin),
        mark=(top.mark, docks.mark, window.commands.mark),
        values=(docks.show_values,),
        glance=(top.glance, lambda _snapshot: window.projector.show_time(), docks.glance,
                lambda _snapshot: window.timeline.follow()),
        look=(lambda: window.status.show_state(player, window.view), docks.look, window.switches.look, look_at_ghost,
              window.timeline.follow, window.run_to.look))


# ---- who listens to whom --------------------------------------------------------------------------------------------


def wire(window):
    """Connects all parts of a window."""
    keep_panels(window)
    listen_to_player(window)
    listen_to_bars(window)
    listen_to_actions(window)
    listen_to_hand(window)
    listen_to_focus(window)
    keep_scenes(window)


def listen_to_player(window):
    player, view, message, display = window.player, window.view, window.message, window.display
    replay = Replay(window, player, window.set_speed, display.note, lambda: memory.is_calm(window.settings))
    display.replay = replay.last_second
    window.commands["last_second"].triggered.connect(lambda _on: replay.last_second())
    player.started.connect(display.on_started)
    showing = OwnShowing(player, window.switches, window.set_speed, display.note)
    player.started.connect(lambda run, _reason: showing.begin(run))
    player.refused.connect(display.refuse)
    player.ended.connect(display.on_ended)
    player.repeated.connect(lambda run: message.say(
        _("The log ends here, at t = {t:.3f} s. What you play from here on is new.").format(t=run.t), "event"))
    player.noted.connect(display.note)
    player.forked.connect(lambda run: (display.show_wanted(), display.note(_(
        "another future from t = {t:.3f} s on; the old one is a branch").format(t=run.t))))
    player.branched.connect(window.timeline.follow)
    player.playing_changed.connect(window.top.show_playing)
    player.preparing_changed.connect(display.on_preparing)
    player.glanced.connect(display.glance)
    player.looked.connect(display.look)
    view.ready.connect(player.feed.jump)
    view.recovered.connect(lambda text: (player.feed.jump(), message.say(text)))
    view.failed.connect(lambda text: (player.feed.give_up(), message.say(text, "error")))
    window.reported.connect(lambda text: message.say(text, "error"))
    window.top.show_playing(False)
    window.top.show_speed(player.pace.speed)


def listen_to_bars(window):
    window.top.scene_chosen.connect(window.choose_scene)
    window.top.preset_chosen.connect(window.choose_preset)
    window.top.speed_chosen.connect(window.set_speed)
    window.switches.noted.connect(window.display.note)
    window.switches.changed.connect(window.player.refresh)
    window.status.language_wanted.connect(lambda: window.set_language(following(tuple(LANGUAGES), language())))
    window.edits.taken.connect(window.display.show_values)
    window.edits.changed.connect(lambda: name_edits(window))
    window.filing.documents.renamed.connect(lambda: show_title(window))
    name_edits(window)


def name_edits(window):
    """Says what undo and redo would do, in their names."""
    stack = window.edits.stack
    for name, can, what, text in (("undo", stack.canUndo(), stack.undoText(), _("Undo")),
                                  ("redo", stack.canRedo(), stack.redoText(), _("Redo"))):
        window.commands[name].setEnabled(can)
        window.commands[name].setText(menu_text(f"{text}: {what}" if what else text))


def listen_to_actions(window):
    player, commands = window.player, window.commands
    files = window.filing.menu
    handlers = {
        "open": files.ask, "save": files.save, "save_as": files.ask_save, "copy_code": files.copy_code,
        "paste_code": files.paste_code, "export": window.export.ask,
        "export_run": window.export_run.ask,
        **charting.handlers(window), "export_theory": window.export.ask_theory,
        "theory_numbers": window.docks["theory"].with_numbers.toggle,
        "export_plots": window.export.ask_plots, "export_plots_png": lambda: window.export.ask_plots("png"),
        "export_plots_svg": lambda: window.export.ask_plots("svg"), "quit": window.close,
        "pin": window.compare.pin, "freeze": window.compare.freeze, "unpin": window.compare.pinboard.clear,
        "ruler": lambda: window.docks["tools"].switch("ruler"),
        "protractor": lambda: window.docks["tools"].switch("protractor"),
        "watch": lambda: window.docks["tools"].watch.toggle(), "mark": lambda: window.docks["tools"].watch.set_mark(),
        "zero": lambda: window.docks["tools"].watch.set_zero(),
        "number": lambda: window.docks["tools"].number.switch.toggle(),
        "measure": window.compare.measure, "units": window.choose_units,
        "undo": window.edits.stack.undo, "redo": window.edits.stack.redo,
        "play": lambda: player.pause() if player.is_playing else player.play(),
        "forward": lambda: player.step(1), "back": lambda: player.step(-1),
        "forward10": lambda: player.step(10), "back10": lambda: player.step(-10),
        "reset": player.reset, "reset_preset": window.reset_preset,
        "slower": lambda: window.shift_speed(-1), "faster": lambda: window.shift_speed(1),
        "close_message": lambda: window.run_to.escape() or window.projector.escape(),
        "record": window.recording.toggle, "film_key": window.recording.keep_camera,
        "film_keys_off": window.recording.forget_keys, "draw": window.drawing.open,
        "formula": lambda: window.docks["parameters"].type_formula(),
        "screenshot": lambda: window.shots.take(int(commands.chosen("shot"))),
        "longer": lambda: window.switches.scale_arrows(1), "shorter": lambda: window.switches.scale_arrows(-1),
        "differs": lambda: differs_window(window, window.simulation.scene).show(),
        "keys": lambda: keys_window(window, commands.key_list()).show(), "about": lambda: about_window(window).show()}
    time_control = TimeControl(player, window.timeline, window.run_to, window.display.note)
    commands["export_run"].setEnabled(window.export_run.can_start)
    for name, handler in (handlers | time_control.handlers()).items():
        commands[name].triggered.connect(lambda _on, handler=handler: handler())
    for code in LANGUAGES:
        commands[f"language:{code}"].triggered.connect(lambda _on, code=code: window.set_language(code))
    for name in theme.THEMES:
        commands[f"theme:{name}"].triggered.connect(lambda _on, name=name: window.set_theme(name))
    for name in SHOTS:
        commands[f"shot:{name}"].triggered.connect(lambda _on, name=name: remember_shot(window.settings, name))
    commands["timeline"].toggled.connect(lambda on: (window.timeline.setVisible(on), window.timeline.follow()))
    commands["projector"].toggled.connect(window.projector.set_on)
    commands["black"].toggled.connect(window.projector.set_black)
    commands["full_screen"].toggled.connect(lambda on: window.showFullScreen() if on else window.showNormal())


def listen_to_focus(window):
    """The entries for runs of several bodies, which are there for these only."""
    focus, commands = window.player.focus, window.commands
    for name, act in (("next_body", lambda: focus.step(1)), ("last_body", lambda: focus.step(-1)),
                      ("trail_this", focus.toggle_trail), ("trails_all", lambda: focus.show_trails(True)),
                      ("trails_none", lambda: focus.show_trails(False))):
        commands[name].triggered.connect(lambda _on, act=act: act())
    for kind in CHOICES:
        commands[f"tint:{kind}"].triggered.connect(lambda _on, kind=kind: focus.set_tint(kind))

    def show():
        for name in ("next_body", "last_body", "trail_this", "trails_all", "trails_none",
                     *(f"tint:{kind}" for kind in CHOICES)):
            commands[name].setEnabled(focus.has_choice)
        commands.choose("tint", focus.choice)
        window.player.refresh()

    focus.noted.connect(window.display.note)
    focus.changed.connect(show)
    window.player.started.connect(lambda _run, _reason: show())
    show()


def remember_shot(settings, name: str):
    if settings is not None:
        settings["shot"] = name
