"""The content of the view, apart from its page: scene, switches, newest snapshot, and the messages made of them."""

from collections.abc import Mapping

from sandbox.scene.presentation.showing import is_first
from sandbox.view.page import transport
from sandbox.view.palette import THEMES
from sandbox.view.picture.stage import Stage
from sandbox.view.view_state import ViewState


class Show:
    """Scene, switches and newest snapshot of a view; they outlive a page, and a new page gets all of them again.

    state         the switches of the person
    stage         the picture on the present page, or None
    snapshot      the newest snapshot, or None
    has_changes   whether a switch waits for the next frame
    """

    def __init__(self):
        self.state = ViewState()
        self.stage = self.snapshot = self._first = None
        self.has_changes = False
        self._scene = self._ink = None
        self._extra = {}                     # further members of the message of the next frame
        self._has_new_ghost = False          # drawn with the next snapshot, on the support as it stands then

    @property
    def title(self) -> str | None:
        """Title of the scene, None before there is a scene."""
        return None if self._scene is None else self._scene[2]

    def new_scene(self, surface, body, title: str, snapshot=None):
        """Takes another scene; foot and camera are placed by where the support stands in the first snapshot."""
        self._scene = (surface, body, title)
        self.stage = self._ink = None
        self.snapshot = self._first = snapshot
        self.state.forget_scene()

    def build(self, level, width: int, height: int) -> str:
        """Returns the message that builds the scene with all its lines on an empty page of width x height [px]."""
        surface, body, title = self._scene
        # a page that is built again has the camera where it was: a table has turned meanwhile
        self._first = self.snapshot if self._first is None else self._first
        self.stage = Stage(surface, body, level, width, height, self._first, self._ink,
                           THEMES[self.state.theme])
        self._ink = self.stage.ink
        self.state.apply(self.stage)
        # one that was taken away meanwhile is still in the ink of the page before
        self._has_new_ghost = True
        self._extra, self.has_changes = {}, False
        if self.snapshot is not None:
            self._move()
        # a camera that nobody has moved stands where this picture wants it, and goes along with what happens
        look = None if is_first(self.state.look) else self.state.look
        return transport.pack(title=title, camera=self.state.camera, look=look, closer=self.state.closer,
                              covered=self.state.covered, overlaid=self.state.overlaid,
                              **self.stage.page_setup())

    def frame(self, number: int, more: Mapping | None = None) -> str:
        """Returns the message of a frame: all changes since the last one, and `more`.

        NotFinite when a number is not finite.
        """
        if self.snapshot is not None:
            self._move()
        extra, self._extra, self.has_changes = self._extra, {}, False
        return transport.pack(frame=number, **self.stage.changes(), **extra, **(more or {}))

    def _move(self):
        self.stage.show(self.snapshot)
        if self._has_new_ghost:
            self.stage.show_ghost(self.state.ghost)
            self._has_new_ghost = False

    # ---- what is switched -----------------------------------------------------------------------------------------

    def switch(self, method: str, *arguments):
        """Calls a method that ViewState and Stage have in common on both, so that a new page is switched too."""
        getattr(self.state, method)(*arguments)
        self.forward(method, *arguments)

    def forward(self, method: str, *arguments):
        """Calls a method of the present Stage only."""
        if self.stage is not None:
            getattr(self.stage, method)(*arguments)
            self.has_changes = True

    def show_ghost(self, points):
        self.state.show_ghost(points)
        self._has_new_ghost = True

    def set_camera(self, mode: str):
        self.state.set_camera(mode)
        self._extra["mode"] = mode
        self.has_changes = self.stage is not None

    def set_closer(self, closer: float):
        """The camera at home is so many times closer to the body; it goes there where it was another one before."""
        if closer == self.state.closer:
            return
        self.state.closer = closer
        self._extra["closer"] = closer
        self.reset_camera()

    def set_covered(self, width: float, height: float):
        if (width, height) == self.state.covered:
            return
        self.state.covered = self._extra["covered"] = width, height
        self.has_changes = self.stage is not None

    def set_overlaid(self, boxes):
        boxes = tuple(map(tuple, boxes))
        if boxes == self.state.overlaid:
            return
        self.state.overlaid = self._extra["overlaid"] = boxes
        self.has_changes = self.stage is not None

    def set_look(self, mode: str, look):
        self.state.look = {"mode": mode, "at": [float(x) for x in look]}
        self._extra["look"] = self.state.look
        self.has_changes = self.stage is not None

    def reset_camera(self):
        self.state.look = None
        self._extra["reset"] = True
        self.has_changes = self.stage is not None
