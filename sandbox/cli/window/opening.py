"""What a window has to say when it opens: how the last one ended, which files are no scenes, what could not be read."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from sandbox.app.session import Left
from sandbox.scene.catalogue import BENCH, Catalogue
from sandbox.text import _
from sandbox.ui.playback.loading import Request
from sandbox.ui.window import memory
from sandbox.workspace.kept_work import newest_of

NAMED = 3        # broken scenes that are told with their reason; the list of scenes has all


def words_of_broken(broken: dict[str, str]) -> list[str]:
    """Returns a sentence for each scene that can't be used, and one for the rest of many."""
    words = [_("The scene '{scene}' can't be used: {reason}.").format(scene=name, reason=reason.rstrip("."))
             for name, reason in list(broken.items())[:NAMED]]
    if len(broken) > NAMED:
        words.append(_("{count} more scenes can't be used; the list of scenes has the reasons.").format(
            count=len(broken) - NAMED))
    return words


def words_of_left(left: Sequence[Left], catalogue: Catalogue) -> list[str]:
    """Returns what there is to know of windows that ended badly, the newest first."""
    if not left:
        return []
    newest, scene = left[0], catalogue.scenes.get(left[0].scene)
    title = _(scene.title) if scene is not None else _("On the bench") if newest.scene == BENCH else ""
    words = [_("The program ended unexpectedly while it showed '{scene}'.").format(scene=title)
             if title else _("The program ended unexpectedly.")]
    if newest.log and Path(newest.log).is_file():
        words.append(_("The log of that run is '{path}'.").format(path=newest.log))
    if len(left) > 1:
        words.append(_("This happened {count} times since it was last opened.").format(count=len(left)))
    return words


def report_opening(window, left: Sequence[Left], troubles: Sequence[str],
                   start_safely: Callable[[], None] | None, shown: str = ""):
    """Says all of it in one message, with the ways on after a bad end; `start_safely` is None where it is that way.

    shown   scene of a window that a person has opened: where there is no trouble it offers what was done last
    """
    words = words_of_left(left, window.catalogue)
    buttons = []
    if left:
        kept = newest_of(left[0].work) if left[0].work else None
        if kept is not None:
            setup, path = kept
            words.append(_("Its state of {time} was kept.").format(time=time_of(path)))
            buttons.append((_("Restore the last state"),
                            lambda: window.filing.setups.open(lambda: setup, _("last state"))))
        elif left[0].scene in window.catalogue.scenes:
            buttons.append((_("Open the last scene"), lambda: open_left(window, left[0])))
        if start_safely is not None:
            buttons.append((_("Start safely"), start_safely))
    text = "\n".join([" ".join(words), *troubles] if words else troubles)
    if text:
        window.message.say(text, "error", *(buttons[0] if buttons else ()), more=tuple(buttons[1:]))
    elif shown:
        offer_last(window, shown)


def offer_last(window, shown: str):
    """Offers what one did last: the scene, where another one is `shown`, and the newest file; a newcomer nothing."""
    settings = window.settings
    last, preset = memory.last_scene(settings)
    scene = window.catalogue.scenes.get(last)
    if scene is None:
        return
    buttons: list[tuple[str, Callable]] = []
    if last != shown or preset:
        has_preset = preset in [one.name for one in scene.presets]
        buttons.append((_("Go on with it"), lambda: window.choose_scene(last, preset if has_preset else None)))
    file = next((path for path in map(Path, memory.recent(settings)) if path.is_file()), None)
    if file is not None:
        buttons.append((_("Open {file}").format(file=file.name), lambda: window.filing.menu.open(file)))
    buttons.append((_("All scenes"), window.gallery.open))
    window.message.say(_("Last time: {scene}.").format(scene=_(scene.title)), "note", *buttons[0],
                       more=tuple(buttons[1:]))


def time_of(path: Path) -> str:
    """Returns when a file was written, as a clock shows it."""
    return datetime.fromtimestamp(path.stat().st_mtime).strftime("%H:%M:%S")


def open_left(window, left: Left):
    """Opens a scene as it was left, as far as its values are values still."""
    scene = window.catalogue.scenes[left.scene]
    names = {parameter.name for parameter in scene.parameters}
    values = {name: value for name, value in left.parameters.items() if name in names}
    preset = left.preset if left.preset in [one.name for one in scene.presets] else ""
    window.open(Request(scene, values, preset))
