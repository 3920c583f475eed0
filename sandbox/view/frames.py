"""Pictures for films and screenshots: the page applies, draws and reads a frame in one call, not interrupted."""

import json

import numpy as np

from sandbox.qt.core import QByteArray
from sandbox.text import _
from sandbox.view.page.answers import answer_of
from sandbox.view.page.channel import ANSWER_LIMIT, wait_until

STILL_TIMEOUT = 90.0     # [s] for a picture of many pixels: without a graphics card 33 million take long


class NoPicture(RuntimeError):
    """The page gave no picture; the text says why."""


class Lens:
    """Takes pictures of a View: arrays (height, width, 4), bytes RGBA, top row first.

    While a film uses `request` and `receive`, nothing else may send frames to the view.
    """

    def __init__(self, view):
        self._view = view
        self._answers = []

    @property
    def is_busy(self) -> bool:
        return self._view._channel.is_busy or not self._view.is_ready

    def set_hidden_size(self, width: int, height: int):
        """Sets the size [px] of a view that is never shown, which saves the fifth of the work that a screen costs."""
        self._view._builder.hidden_size = (width, height)

    def set_look(self, look, shape):
        """Sets the camera to a look (six numbers, rig.py) that it had in a picture of `shape` (width, height) [px]."""
        text = self._view._channel.ask_now(f"framed({json.dumps(list(look))},{shape[0]:d},{shape[1]:d})")
        state = self._view._show.state
        found = answer_of(f'{{"look": {{"mode": "{state.camera}", "at": {text}}}}}')
        state.look = found.get("look", state.look)

    def set_ground(self, background: str):
        """Sets what is behind the scene: "scene" as in the window, "white", or "transparent"."""
        ground = {"scene": "null", "white": '"#fff"', "transparent": '"none"'}[background]
        self._view._channel.ask_now(f"lab.ground = {ground}; lab.is_fine = false")

    def draw_past(self, snapshot):
        """Extends trail, chalk line and arrow scales by a state without taking a picture of it."""
        stage = self._view._show.stage
        if stage is not None:
            stage.show(snapshot)

    @property
    def first_look(self) -> list[float]:
        """The look of the camera (six numbers, rig.py) as the page has it."""
        return [float(x) for x in json.loads(self._view._channel.ask_now("JSON.stringify(rig.look)"))]

    def followed(self, snapshot) -> list[float]:
        """The point (3,) [m] of the body in focus that a following camera looks at, in a state."""
        show = self._view._show
        body = show.state.focus[0] if show.state.focus[0] < len(snapshot.bodies) else 0
        return show.stage.crew.measures(body).followed(snapshot.bodies[body])

    def request(self, snapshot, width: int, height: int, path=None):
        """Requests a picture of a state, width and height in [px]; `receive` returns it.

        path   what the camera does by itself, as rig.py's `steered` has it, or None
        """
        view, self._answers = self._view, []
        view._show.snapshot = snapshot
        message = view._show.frame(view.messages, {"path": path} if path else {})
        view.messages += 1
        answers = self._answers
        view._channel.ask(f"film({message},{width:d},{height:d})", answers.append)

    def receive(self) -> np.ndarray:
        """Waits for the requested picture and returns it; NoPicture when the page is lost or fails."""
        view, answers = self._view, self._answers
        wait_until(lambda: answers or not view.is_ready, 10*ANSWER_LIMIT)
        return picture_of(answers[0] if answers else None)

    def grab(self, then):
        """Takes a picture of the present view; calls `then(pixels)` later, with None when the page fails."""
        def taken(answer):
            try:
                pixels = picture_of(answer)
            except NoPicture:
                pixels = None
            then(pixels)

        self._view._channel.ask("live()", taken)

    def still(self, width: int, height: int) -> np.ndarray:
        """Returns a picture of the present view in width x height pixels; NoPicture when the page fails."""
        view = self._view
        wait_until(lambda: view.is_ready and not view._channel.is_busy, 2*ANSWER_LIMIT)
        if not view.is_ready:
            raise NoPicture(_("There is no 3D picture to take."))
        channel, answers = view._channel, []
        channel.timeout = STILL_TIMEOUT
        try:
            channel.ask(f"still({width:d},{height:d})", answers.append)
            wait_until(lambda: answers or not view.is_ready, STILL_TIMEOUT)
        finally:
            channel.timeout = ANSWER_LIMIT
        return picture_of(answers[0] if answers else None)


def pixels_of(answer) -> np.ndarray:
    """Returns (height, width, 4) RGBA, top row first, from the bytes of the page: bottom row first, then the size."""
    data = np.frombuffer(bytes(answer), np.uint8)
    width, height = data[-8:].view("<u4").tolist() if data.size >= 8 else (0, 0)
    if not width*height or data.size != 4*width*height + 8:
        raise NoPicture(_("The 3D page gave no picture ({reason}).").format(reason=f"{data.size}, {width}x{height}"))
    return np.ascontiguousarray(data[:-8].reshape(height, width, 4)[::-1])


def picture_of(answer) -> np.ndarray:
    """Returns the pixels in an answer of the page; NoPicture when it holds none."""
    if isinstance(answer, QByteArray):
        return pixels_of(answer)
    reason = str(answer.get("error", "")) if isinstance(answer, dict) else str(answer or "")
    raise NoPicture(_("The 3D page gave no picture ({reason}).").format(
        reason=reason.splitlines()[0][:200] if reason else _("no answer")))
