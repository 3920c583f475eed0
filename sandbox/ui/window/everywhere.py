"""What goes everywhere in the window at once: another language, other colours."""

from sandbox.text import language, set_language
from sandbox.ui.look import theme
from sandbox.ui.window import memory
from sandbox.ui.window.qt_texts import follow_language
from sandbox.ui.window.wiring.listening import name_edits, show_sound


def use_language(window, code: str):
    """All texts in another language, at once and from now on."""
    chosen = set_language(code)
    memory.remember(window.settings, "language", chosen)
    window.retranslate()


def retranslate(window):
    """All texts in the language of the moment."""
    follow_language()
    for part in (window.commands, window.top, window.docks, window.legend, window.message, window.status,
                 window.timeline, window.run_to, window.card, window.offer,
                 window.steer_pad, window.cue_disc):
        part.retranslate()
    window.commands.fill_scenes(window.catalogue, window.choose_scene)
    window.commands.choose("language", language())
    name_edits(window)
    show_sound(window)
    window.drawing.retranslate()
    window.challenges.card.follow()
    window.lessons.board.follow()
    window.display.retranslate()


def use_theme(window, name: str):
    """Other colours for everything, at once and from now on."""
    theme.use(name)
    memory.remember(window.settings, "theme", name)
    window.commands.choose("theme", name)
    tell_view_theme(window.view)
    window.legend.retranslate()
    window.docks.restyle()
    window.timeline.follow()
    window.projector.restyle()
    window.challenges.card.restyle()
    window.steer_pad.update()
    window.cue_disc.update()
    window.lessons.board.follow()
    window.player.refresh()


def tell_view_theme(view):
    """The picture in the colours of the moment."""
    view.set_theme(theme.present())
