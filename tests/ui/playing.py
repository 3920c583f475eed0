"""A person who plays challenges in a window under test."""

from pathlib import Path

from sandbox.ui.play.session import JUDGED, RUNNING
from tests.shipped import shipped
from tests.ui.made_up import Settings

ROOT = Path(__file__).parents[2]
SCENES = shipped().scenes
# a start that wins three stars in golf [m/s]
FRAME = 0.05      # [s] between two frames of a try that nobody looks at
WIN = {"vx": 0.059840571428571424, "vy": 0.09973428571428572}


class Player:
    """A window with the challenges of the program, and what a person does there."""

    def __init__(self, bench, qtbot, tmp_path, more=(), settings=None, **options):
        self.b = bench([SCENES[name] for name in ("turntable", "globe", "bounce", *more)],
                       settings=settings or Settings(), challenges=(ROOT / "challenges",),
                       results=tmp_path/"results.sqlite", **options)
        self.qtbot, self.window = qtbot, self.b.window
        self.play = self.window.challenges
        self.session, self.card = self.play.session, self.play.card

    def open(self, name: str):
        self.play.open(self.play.load().good[name])
        self.b.settle()

    def finish(self, frame: float = FRAME):
        """Lets a try run to its end in frames so long [s], and waits for the verdict."""
        self.window.set_speed(8)
        limit = 4000
        while self.session.state == RUNNING and limit:
            self.b.frames(1, frame)
            limit -= 1

        def is_judged():
            self.b.frames()
            return self.session.state == JUDGED
        self.qtbot.waitUntil(is_judged)

    def act(self, name: str):
        self.window.commands[name].trigger()
