"""The command `export`: a run as a table, as a model that moves, or as a page that plays it."""

import json
import time

from sandbox.cli.choices import number
from sandbox.cli.common import fail
from sandbox.cli.sources import DURATION, Source, source_of
from sandbox.cli.terminal import stop
from sandbox.cli.terminal.progress import Progress
from sandbox.errors import BadValue
from sandbox.exports.formats import ENDINGS, PICTURES, written
from sandbox.exports.span import Span
from sandbox.film.recipe import CAMERAS
from sandbox.run.logs.target import check_target
from sandbox.text import _

RATE = 60.0              # [1/s] where nothing is said
SAY_EVERY = 0.2          # [s]


class Told:
    """How far it is: a line for a person, or lines of JSON for a program."""

    def __init__(self, progress: Progress, is_for_program: bool):
        self._progress, self._is_for_program = progress, is_for_program
        self._last = 0.0
        self.end = 0.0

    def look(self, t: float, end: float | None = None):
        stop.look()
        end = self.end if end is None else end
        if self._is_for_program:
            if time.monotonic() - self._last > SAY_EVERY and end == end:
                self._last = time.monotonic()
                self.say(t=t, end=end)
        elif end > 0.0:
            self._progress.show(_("t = {t:.1f} of {duration:g} s, {share:.0f} %").format(
                t=t, duration=end, share=min(100.0, 100.0*t/end)))

    @staticmethod
    def say(**news):
        print(json.dumps(news), flush=True)


def run(args) -> int:
    """Writes the file and returns the exit code."""
    check_target(args.to, ENDINGS, args.force, "--to")
    if args.to.suffix in PICTURES:
        from sandbox.cli.window.window import missing_libraries
        sentence = missing_libraries()
        if sentence:
            return fail(sentence)
    with Progress() as progress:
        told = Told(progress, args.progress)
        source = source_of(args, told.look)
        for note in source.notes:
            progress.say(note)
        span = span_of(args, source)
        told.end = span.end
        try:
            count, path = written(source.make, span, args.to, told.look, args.force, **looks(args, source))
        except OSError as error:
            return fail(_("'{path}' could not be written: {reason}").format(
                path=args.to, reason=error.strerror or error))
    sentence = _("'{path}': {count} instants from {begin:g} s on, {rate:g} per second").format(
        path=path, count=count, begin=span.begin, rate=span.rate)
    if args.progress:
        told.say(saved=str(path), count=count)
    else:
        print(sentence)
    return 0


def span_of(args, source: Source) -> Span:
    """Returns the instants that are wanted."""
    begin = number(args.begin, "from") if args.begin is not None else 0.0
    end = number(args.until, "until") if args.until is not None else source.end
    end = DURATION if end is None else end
    if args.until is None and not end > begin:
        raise BadValue(_("the run was not played beyond {begin:g} s: --until says how far to go").format(begin=begin))
    return Span(begin, end, number(args.rate, "rate") if args.rate is not None else RATE)


def looks(args, source: Source) -> dict:
    """Returns how a page looks: its theme, and what is switched on at first."""
    options = {"theme": args.theme or args.colours}
    setup = source.setup
    if setup is not None and (shown := setup.shown):
        lines = [name for name in ("trail", "chalk") if shown.get(name) in ("short", "long")]
        arrows = shown.get("arrows")
        camera = setup.camera
        if camera.get("mode") in CAMERAS:
            options["camera"] = (camera["mode"], camera.get("look"))
        options["shown"] = (*(arrows if isinstance(arrows, list | tuple) else ()), *lines, "ghost")
    return options
