"""What is shown, apart from the page that shows it: scene, switches, newest snapshot; and the messages made of them."""

from sandbox.view.page import transport
from sandbox.view.picture.palette import THEMES
from sandbox.view.picture.stage import Stage
from sandbox.view.view_state import ViewState


class Show:
    """Outlives its pages: any of them can be given everything again.

    state      what the person wants to see
    stage      the picture on the present page, or None
    snapshot   the newest one, or None
    is_due     something was switched that no frame has taken along yet
    """

    def __init__(self):
        self.state = ViewState()
        self.stage = self.snapshot = None
        self.is_due = False
        self._scene = self._ink = None
        self._news = {}                      # what goes with the next frame besides the stage's news
        self._ghost_is_due = False           # it is drawn with the next snapshot, on the support as it then stands

    @property
    def title(self) -> str | None:
        """Title of the scene, or None when there is none yet."""
        return None if self._scene is None else self._scene[2]

    def new_scene(self, surface, body, title: str, snapshot=None):
        """The first snapshot says where the support stands: its foot and the camera are placed by it."""
        self._scene = (surface, body, title)
        self.stage = self._ink = None
        self.snapshot = snapshot
        self.state.forget_scene()

    def build(self, level, width: int, height: int) -> str:
        """The message that gives an empty page of that size [px] the scene with all its lines."""
        surface, body, title = self._scene
        self.stage = Stage(surface, body, level, width, height, self.snapshot, self._ink,
                           THEMES[self.state.theme])
        self._ink = self.stage.ink
        self.state.apply(self.stage)
        self._ghost_is_due = self.state.ghost is not None
        self._news, self.is_due = {}, False
        if self.snapshot is not None:
            self._move()
        return transport.pack(title=title, camera=self.state.camera, look=self.state.look,
                              **self.stage.introduction())

    def frame(self, number: int) -> str:
        """The message of a frame: what has changed since the one before. NotFinite when it cannot be sent."""
        if self.snapshot is not None:
            self._move()
        news, self._news, self.is_due = self._news, {}, False
        return transport.pack(frame=number, **self.stage.news(), **news)

    def _move(self):
        self.stage.show(self.snapshot)
        if self._ghost_is_due:
            self.stage.show_ghost(self.state.ghost)
            self._ghost_is_due = False

    # ---- what is switched -----------------------------------------------------------------------------------------

    def switch(self, method: str, *arguments):
        """Remembers a switch and tells the present picture: a method that ViewState and Stage have in common."""
        getattr(self.state, method)(*arguments)
        self.tell(method, *arguments)

    def tell(self, method: str, *arguments):
        """Tells the present picture only."""
        if self.stage is not None:
            getattr(self.stage, method)(*arguments)
            self.is_due = True

    def show_ghost(self, points):
        self.state.show_ghost(points)
        self._ghost_is_due = True

    def set_camera(self, mode: str):
        self.state.set_camera(mode)
        self._news = {"mode": mode}
        self.is_due = self.stage is not None

    def reset_camera(self):
        self.state.look = None
        self._news["reset"] = True
        self.is_due = self.stage is not None
