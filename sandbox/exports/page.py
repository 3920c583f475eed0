"""One HTML file that plays a run in any browser, without this program and without a network.

It is the page of the window, with the states of the run in it. Its own policy forbids it to load anything.
"""

import json
from collections.abc import Callable

from sandbox.exports.notice import NOTICE
from sandbox.exports.page_controls import CONTROLS, MARKUP, STYLE
from sandbox.exports.page_player import PLAYER
from sandbox.exports.reel import recorded
from sandbox.exports.span import Span
from sandbox.files import replaced
from sandbox.run.headless import advance
from sandbox.run.simulation import Simulation
from sandbox.sound.page import source
from sandbox.text import LANGUAGES, _, language, set_language, unit_text

# vpython's library evaluates texts of its own, the sound is a script of the page's own for another thread; nothing may
# be fetched from anywhere
POLICY = ("default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data:; style-src 'unsafe-inline'; "
          "img-src data: blob:; base-uri 'none'; form-action 'none'")
SHOWN = ("velocity", "angular_velocity", "trail", "ghost")     # at first


def export_html(make: Callable[[], Simulation], span: Span, out, tell: Callable[[float], object] = lambda _t: None,
                theme: str = "dark", shown=SHOWN, camera: tuple = ("free", None)) -> int:
    """Writes a page that plays a span of a run and returns the number of instants.

    make     make() -> the run at its start: it is run once for each language of its sentences
    theme    "dark" or "projector";  shown  what the legend has switched on at first
    camera   its mode and look (rig.py) at first
    tell     tell(t) [s], called now and then; whatever it raises ends the work before a file is there
    raises   BadValue for too many instants; OSError reaches the caller
    """
    run, chosen = make(), language()
    reel = recorded(run, span, theme, tell)
    facts = {**reel.plain(*camera), "legend": legend(run, theme, shown), "words": {}}
    try:
        for code in LANGUAGES:
            set_language(code)
            spoken = run
            if code != chosen and run.events:
                spoken = make()
                advance(spoken, run.step + (run.ended is not None), lambda now: tell(now.t))
            facts["words"][code] = words(code, run) | {"events": [
                {"t": event.t, "sentence": event.sentence} for event in spoken.events
                if span.begin <= event.t <= run.t]}
    finally:
        set_language(chosen)
    text = page(facts, theme)
    with replaced(out) as file:
        file.write(text)
    return len(reel)


def legend(run: Simulation, theme: str, shown) -> list[dict]:
    """Returns what the legend names, of what this run can have."""
    from sandbox.view.palette import legend as entries
    has = {*run.system.arrows, "trail", "chalk", "ghost"}
    if run.scene.exact is None and run.band() is None:
        has.discard("ghost")
    return [{"name": name, "colour": colour, "kind": kind, "on": name in shown}
            for _text, colour, kind, name in entries(theme) if name in has]


def words(code: str, run: Simulation) -> dict:
    """Returns the texts of the page in the language of the moment."""
    from sandbox.view.palette import legend as entries
    meanings = run.system.arrow_words
    values = [[_(parameter.about) or parameter.name, shown_value(run.start_values[parameter.name]),
               unit_text(parameter.unit)] for parameter in run.scene.parameters]
    return {
        "code": code, "title": _(run.scene.title), "preset": _(run.preset), "s": unit_text("s"),
        "point": "," if code == "ru" else ".", "play": _("Play"), "pause": _("Pause"), "space": _("Space"),
        "sound": _("Sound"),
        "no_device": _("There is no sound here: this computer has no device for it."),
        "no_sound": _("There is no sound here: {reason}."),
        "speed": _("Speed"), "camera": _("Camera"), "home": _("Reset the camera"),
        "facts": _("Parameters"), "bar": _("Time"),
        "no_webgl": _("This browser has no WebGL 2, which the picture needs."),
        "cameras": {"free": _("Free"), "follow": _("Follow the body"), "top": _("From above"),
                    "table": _("Riding on the table")},
        "legend": {name: meanings.get(name, (text, ""))[0] for text, _colour, _kind, name in entries()},
        "values": values}


def shown_value(value) -> str:
    """Returns a value as people read it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return value[:40] if isinstance(value, str) else f"{value:.6g}"


def page(facts: dict, theme: str) -> str:
    """Returns the text of the page."""
    from sandbox.view.page.files import document
    from sandbox.view.page.script import GUARD
    is_dark = theme == "dark"
    colours = {"FOREGROUND": "#e8edf2" if is_dark else "#16202a", "BACKGROUND": "#0d141b" if is_dark else "#ffffff",
               "PANEL": "rgba(13,20,27,0.82)" if is_dark else "rgba(255,255,255,0.9)", "ACCENT": "#e69f00",
               "BUTTON": "rgba(255,255,255,0.08)" if is_dark else "rgba(0,0,0,0.05)",
               "BORDER": "rgba(255,255,255,0.25)" if is_dark else "rgba(0,0,0,0.3)"}
    style = STYLE
    for name, colour in colours.items():
        style = style.replace(name, colour)
    # nothing in the data can end the script that holds it
    data = json.dumps(facts, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
    data = data.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    first = (f'{NOTICE}<head>\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
             f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{style}</style>\n'
             f"<script>{GUARD.replace('SMOOTH', 'null')}</script>")
    last = f"{MARKUP}<script>const RUN = {data}\n{source()}{PLAYER}{CONTROLS}</script>\n</body>"
    text = document().decode()
    text = text.replace("<head>", first, 1)
    before, end, after = text.rpartition("</body>")
    return f"{before}{last}{after}" if end else f"{text}{last}"
