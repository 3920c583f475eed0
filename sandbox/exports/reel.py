"""A run as its picture shows it, instant by instant, in arrays: what a page needs to play it, from any instant on.

Poses, shadows and arrows are there for each instant. Trail and chalk line are pieces in the order in which they were
drawn, with their number at each instant; what theory predicts is there as often as it changed.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.exports.span import MOST_FRAMES, Span
from sandbox.run.cast import Cast, cast_of
from sandbox.run.headless import advance
from sandbox.run.peaks import peaks_of
from sandbox.run.simulation import Simulation
from sandbox.run.trace import way_of_body
from sandbox.sound.listener import Listener, events_between
from sandbox.sound.page import Speaker
from sandbox.text import _
from sandbox.theory.ghost import Band, Theory

DRAWN = ("trail", "chalk")         # lines that grow
SIZE = (960, 540)                  # [px] for which the camera stands at first
MOST_NEAR = 26                     # bodies that the camera keeps in sight (view/picture/framing.py)
NO_SHADOW = 1e-3                   # share of its radius that the shadow of what is away has
PIECE = 15                         # numbers of a piece of a line: its place, and ink.NUMBERS


class Reel:
    """Takes the instants of a run one after the other.

    cast    all that there is at one of them;  theme   "dark" or "projector"
    """

    def __init__(self, run: Simulation, cast: Cast, theme: str = "dark"):
        from sandbox.view.palette import THEMES
        from sandbox.view.picture.stage import Stage
        from sandbox.view.quality import HIGH
        # a page elsewhere moves what it has by poses of each
        level = replace(HIGH, singles=len(cast.bodies))
        self._run, self._cast, self._edits = run, cast, run.edits
        run.recording.keep_trace()
        self._stage = Stage(tuple(cast.surfaces), cast.bodies, level, *SIZE, cast.gathered(run.snapshot(), run.edits),
                            tones=THEMES[theme])
        for name in run.system.arrows:
            self._stage.set_arrow(name, True)
        self._stage.expect_arrows(peaks_of(run, patience=np.inf))
        self._stage.set_trail("long")
        self._stage.set_chalk("long")
        self._theory, self._band = Theory(lambda _sentence: None), Band()
        self._frames: dict[str, list] = {name: [] for name in ("t", "pose", "shadows", "moves", "arrows", "near")}
        self._pieces: dict[str, list] = {name: [] for name in DRAWN}
        self._pens: dict[str, list] = {name: [] for name in DRAWN}
        self._counts: dict[str, list] = {name: [] for name in DRAWN}
        self._keys: dict[str, list] = {}
        self._whole: dict[str, dict[int, list]] = {}      # lines that change as a whole: place -> piece
        self._listener, self._speaker, self._heard_to = Listener(run), Speaker(), -np.inf
        self._sounds: list[dict] = []

    def __len__(self) -> int:
        return len(self._frames["t"])

    def take(self, snapshot):
        """Draws a state of the run and keeps what it looks like."""
        stage, run, frames = self._stage, self._run, self._frames
        begin = frames["t"][-1] if frames["t"] else snapshot.t
        self._hear(snapshot, is_first=not frames["t"])
        is_there = 0 in self._cast.places(run.edits)[0]
        if is_there:
            stage.draw_way(way_of_body(run, 0, begin, snapshot.t), not frames["t"])
        snapshot = self._cast.seen(snapshot, run.edits)
        stage.show(snapshot)
        for path in self._theory.look(run, snapshot):
            stage.show_ghost(path)
        for circles in self._band.look(run, snapshot.t):
            stage.show_band(circles)
        changes = stage.changes()
        frames["t"].append(float(snapshot.t))
        frames["pose"].append(changes["pose"])
        frames["shadows"].append(np.ravel(shadows_of(changes["bodies"], snapshot.away)))
        # what the camera keeps in sight, in as many places as there may be bodies: a body that has fallen, then others
        near = np.zeros((1 + min(MOST_NEAR, len(self._cast.bodies)), 4))
        seen = [changes["fallen"] or near[0], *changes["near"]]
        near[:len(seen)] = seen
        frames["near"].append(near.ravel())
        moves, arrows = stage.poses()
        frames["moves"].append(np.ravel(moves))
        frames["arrows"].append(np.ravel(arrows))
        for name, line in changes["lines"].items():
            if name in DRAWN:
                self._pieces[name] += pieces_of(line)
                self._pens[name].append(line["pen"])
                self._counts[name].append(len(self._pieces[name]))
            elif changed := pieces_of(line):
                # such a line is drawn anew as a whole
                known = self._whole.setdefault(name, {})
                known.update((int(piece[0]), piece) for piece in changed)
                whole = [piece for piece in known.values() if any(piece[1:])]
                self._keys.setdefault(name, []).append(
                    {"frame": len(self) - 1, "pen": line["pen"], "pieces": packed(whole, PIECE)})

    def _hear(self, snapshot, is_first: bool):
        """Keeps what is heard up to a state; in a page that goes faster or slower the same voices are."""
        if self._run.edits != self._edits:
            self._edits, self._listener = self._run.edits, Listener(self._run)
        events = [] if is_first else events_between(self._run.events, self._heard_to, self._run.t)
        self._heard_to = self._run.t
        message = self._speaker.message(self._listener.hear(snapshot, events), 1.0, is_first)
        self._sounds.append({name: message[name] for name in ("t", "blows", "cuts", "rubs")})

    def plain(self, camera: str = "free", look=None) -> dict:
        """Returns all of it for JSON: the message that builds the picture, and arrays as base64.

        camera, look   mode and look (rig.py) of the camera at first; None: its own first one
        """
        from sandbox.view.page import transport
        from sandbox.view.picture.bodies import SHADOW
        stage = self._stage
        setup = stage.page_setup()
        # the page begins with empty lines
        for line in setup["lines"].values():
            line["pieces"] = []
            line.pop("places", None)
            line.pop("rows", None)
        message = json.loads(transport.pack(title=_(self._run.scene.title), camera=camera,
                                            look=None if look is None else {"mode": camera, "at": list(look)}, **setup))
        return {"build": message, "objects": stage.numbers(), "count": len(self), "shadow": SHADOW,
                "frames": {name: packed(rows) for name, rows in self._frames.items()},
                "drawn": {name: {"pieces": packed(self._pieces[name], PIECE), "pens": packed(self._pens[name], 3),
                                 "counts": packed(self._counts[name], kind="<i4")} for name in DRAWN},
                "keys": self._keys, "sounds": self._sounds}


def shadows_of(shadows: list, away: frozenset) -> list:
    """Returns the shadows of bodies without those that are away; the first row says what the page looks at."""
    if not away:
        return shadows
    found = [[*shadow[:3], NO_SHADOW*shadow[3], *shadow[4:]] if k in away else shadow
             for k, shadow in enumerate(shadows)]
    if 0 in away:
        found[0] = next((shadow for k, shadow in enumerate(shadows) if k not in away), shadows[0])
    return found


def pieces_of(line: dict) -> list:
    """Returns the pieces [place, ...] in a change of a line, of which many come packed (picture/lines/ink.py)."""
    if not line.get("places"):
        return line["pieces"]
    rows = np.frombuffer(b64decode(line["rows"]), "<f4").reshape(-1, PIECE - 1)
    return [*line["pieces"], *([place, *row] for place, row in zip(line["places"], rows.tolist(), strict=True))]


def packed(rows, width: int = 1, kind: str = "<f4") -> str:
    """Returns rows of numbers as base64 of 32-bit little-endian numbers."""
    values = np.asarray(rows, kind) if len(rows) else np.zeros((0, width), kind)
    if not np.isfinite(values).all():
        raise BadValue(_("the picture of this run has numbers that are not finite"))
    return b64encode(values.tobytes()).decode("ascii")


def recorded(run: Simulation, span: Span, theme: str, tell: Callable[[float], object]) -> Reel:
    """Takes a run at its start through a span, or to its end, and returns what it looks like; `tell(t)` may raise."""
    span.check(MOST_FRAMES)
    reel = None
    for t in span.times().tolist():
        tell(run.t)
        advance(run, int(t*run.step_rate + 1e-9), lambda now: tell(now.t))
        run.settle()
        snapshot = run.peek(t) if run.ended is None else run.snapshot()
        if reel is None:
            if run.ended is not None and run.t < span.begin:
                break
            reel = Reel(run, cast_of(run, int(span.end*run.step_rate + 1e-9) + 1, advance), theme)
        reel.take(snapshot)
        if snapshot.ended is not None:
            break
    if reel is None:
        raise BadValue(_("the run ends at t = {t:.6g} s, before {begin:g} s").format(t=run.t, begin=span.begin))
    return reel
