"""Who listens to whom: the parts of the window know each other only here and in ports.py."""

from sandbox.text import LANGUAGES, _, language
from sandbox.ui.look.format import menu_text, tooltip
from sandbox.ui.window import memory
from sandbox.ui.window.display import Audience
from sandbox.ui.window.replay import Replay
from sandbox.ui.window.scenes.own_showing import OwnShowing
from sandbox.ui.window.scenes.wiring import keep_scenes
from sandbox.ui.window.switches import following


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
    listen_to_focus(window)
    keep_scenes(window)
    listen_to_commands(window)
    window.sound.changed.connect(lambda: show_sound(window))


def listen_to_player(window):
    player, view, message, display = window.player, window.view, window.message, window.display
    window.replay = Replay(window, player, window.set_speed, display.note,
                           lambda: memory.is_on(window.settings, "reduce_motion", False))
    display.replay = window.replay.last_second
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
    # why something could not be done is over when something else was done, or taken back
    window.edits.changed.connect(lambda: window.message.end("error"))
    window.filing.documents.renamed.connect(lambda: show_title(window))
    name_edits(window)


def name_edits(window):
    """Says what undo and redo would do, in their names."""
    stack = window.edits.stack
    for name, what, text in (("undo", stack.undoText(), _("Undo")), ("redo", stack.redoText(), _("Redo"))):
        window.commands.look(name)
        window.commands[name].setText(menu_text(f"{text}: {what}" if what else text))


def listen_to_focus(window):
    """The commands for runs of several bodies say what holds."""
    focus = window.player.focus

    def show():
        window.commands.choose("tint", focus.choice)
        window.player.refresh()

    focus.noted.connect(window.display.note)
    focus.changed.connect(show)
    window.player.started.connect(lambda _run, _reason: show())
    show()


def show_sound(window):
    """The switch of the sound stands as it is, and is grey with the reason where there can be none."""
    sound, commands = window.sound, window.commands
    commands.look("sound")
    commands["sound"].setChecked(sound.is_on)
    if sound.trouble:
        commands["sound"].setToolTip(tooltip(sound.trouble))


def listen_to_commands(window):
    """The commands do what they say, and can be had where they can be done: the last of those who hear of a run."""
    commands = window.commands
    commands.connect(window)
    window.player.started.connect(lambda _run, _reason: commands.look())
    window.player.focus.changed.connect(commands.look)
