"""The 3D view as a Qt widget, with all that a window calls; it sends the page one message per frame."""

import logging

import numpy as np

from sandbox.qt.core import Qt, QTimer, pyqtSignal
from sandbox.qt.gui import QColor
from sandbox.qt.web import QWebEngineView
from sandbox.qt.widgets import QLabel, QVBoxLayout, QWidget
from sandbox.text import _
from sandbox.view.builder import Builder
from sandbox.view.page import transport
from sandbox.view.page.channel import wait_until
from sandbox.view.page.life import LOAD_LIMIT, Life
from sandbox.view.palette import THEMES, to_hex
from sandbox.view.picture.finite import is_finite
from sandbox.view.reach import Reach
from sandbox.view.sheet.sheet_view import SheetView
from sandbox.view.show import Show

log = logging.getLogger(__name__)


class View(QWidget):
    """Shows one scene. The simulation never waits for it: what the page has no time for is dropped.

    ready             the page can draw (again)
    recovered         the page died and is back; the text says it to a person
    failed            there will be no picture; the text says why
    quality_changed   the picture was too slow and has less detail now; the text says it
    reach     what a hand needs of the picture
    """

    ready = pyqtSignal()
    recovered = pyqtSignal(str)
    failed = pyqtSignal(str)
    quality_changed = pyqtSignal(str)

    def __init__(self, smooth=None):
        if not transport.is_prepared():
            raise RuntimeError("call sandbox.view.prepare() before QApplication is made")
        super().__init__()
        self.messages = 0                    # frames sent to the page
        self._show = Show()

        self._web = QWebEngineView(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._web)
        self.setFocusProxy(self._web)
        self._last = QLabel(self)            # the last picture of a page that was left, until the next one draws
        self._last.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._last.hide()
        self._life = Life(self._web, smooth)
        self._page, self._channel = self._life.page, self._life.channel
        self._page.setBackgroundColor(QColor(to_hex(THEMES[self.theme].night)))
        self.reach = Reach(self._web, self._life, self._show)
        self._builder = Builder(self._life, self._show, smooth)
        self._builder.ready.connect(self.ready)
        self._builder.quality_changed.connect(self.quality_changed)
        self._life.beat.connect(self._on_beat)
        self._life.recovered.connect(self.recovered)
        self._life.failed.connect(self.failed)
        self._life.identified.connect(self._settle_widget)
        self._life.leaving.connect(self._keep_picture)
        self._life.drawn.connect(self._last.hide)
        self._life.failed.connect(self._last.hide)
        self._settle_widget()

    # ---- readings -------------------------------------------------------------------------------------------------

    @property
    def is_ready(self) -> bool:
        """Whether the page shows a scene."""
        return self._life.state == "playing"

    @property
    def is_drawing(self) -> bool:
        """Whether the page was sent a frame that it has not taken yet."""
        return self.is_ready and self._channel.is_busy

    @property
    def has_failed(self) -> bool:
        """Whether there will be no picture."""
        return self._life.state == "failed"

    @property
    def renderer(self) -> str:
        """Name of the renderer as the driver gives it."""
        return self._life.renderer

    @property
    def first_picture_at(self):
        """Time of the first picture of a frame (time.perf_counter) [s], or None."""
        return self._life.first_picture_at

    @property
    def page_fps(self) -> float:
        """Pictures that the page draws per second [1/s]; while nothing changes, the last rate."""
        return self._channel.fps

    @property
    def events(self):
        """Mouse and camera events of the page, newest last."""
        return self._channel.events

    @property
    def look(self) -> dict | None:
        """The look of the camera {"mode", "at"} (rig.py), with "home" where nobody has moved it, or None."""
        return self._show.state.look

    @property
    def theme(self) -> str:
        """One of "dark", "projector"."""
        return self._show.state.theme

    @property
    def camera_mode(self) -> str:
        """One of "free", "follow", "top", "table"."""
        return self._show.state.camera

    @property
    def arrow_scales(self) -> dict[str, tuple[float, str]]:
        """Name -> (metres per unit, unit) of each arrow that has had a value."""
        return {} if self._show.stage is None else self._show.stage.arrow_scales

    @property
    def fastest(self) -> float:
        """Upper end of the scale of speeds that balls are painted by [m/s], 0 where they are not."""
        return 0.0 if self._show.stage is None else self._show.stage.crew.tint.fastest

    @property
    def quality(self) -> str:
        """Present level: "high", "low", "lowest", or "" before the renderer is known."""
        return self._builder.quality

    # ---- what is shown --------------------------------------------------------------------------------------------

    def show_scene(self, surface, body, title: str, snapshot=None):
        """Shows a surface and a body (or several) as they stand in a snapshot, or, without one, at the origin.

        An earlier scene is replaced.
        """
        self._show.new_scene(surface, body, title, snapshot)
        self._builder.renew()

    def show_snapshot(self, snapshot) -> bool:
        """Sends a snapshot; returns False when it is dropped: the page is busy, or a number is not finite."""
        if not is_finite(snapshot):
            return False
        self._show.snapshot = snapshot
        if not self.is_ready or self._channel.is_busy or not self._builder.is_owner:
            return False
        try:
            message = self._show.frame(self.messages, {"is_held": self.reach.pointer.is_held})
        except transport.NotFinite as error:
            log.warning("frame dropped: %s", error)
            return False
        self.messages += 1
        self._life.deliver(message)
        return True

    def draw_way(self, way, is_anew: bool):
        """Draws trail and chalk line on along a way (run/trace.py), or anew with nothing but it."""
        self._show.forward("draw_way", way, is_anew)

    def show_branches(self, futures, is_anew: bool):
        """Shows futures that were left beside the next snapshot: [(place 0..2, snapshot or None, way), ...].

        way       since the last call, or all that is to be seen of it where lines are drawn anew
        """
        self._show.forward("show_branches", futures, is_anew)

    def show_ghost(self, points):
        """Draws a dashed curve through (n, 3) points of the laboratory [m] on the support; None hides it."""
        self._show.show_ghost(points)

    def show_band(self, rings):
        """Draws dashed circles [(radius, height), ...] [m] about the axis of the support, in its frame; None: none."""
        self._show.switch("show_band", rings)

    def show_pins(self, paths):
        """Draws paths [(points (n, 3) [m], number of a colour, "dashes" or "dots"), ...] on the support."""
        self._show.switch("show_pins", tuple(paths))

    def show_marks(self, marks):
        """Draws the marks of a challenge (picture/lines/marks.py) where they stand in the laboratory; () draws none."""
        self._show.switch("show_marks", tuple(marks))

    def show_tools(self, tools):
        """Draws rulers and protractors (picture/lines/tools.py, ShownTool), which follow what they are fixed to."""
        self._show.switch("show_tools", tuple(tools))

    def set_arrow(self, name: str, on: bool):
        """Shows or hides the arrow "velocity", "angular_velocity", "normal" or "friction"."""
        self._show.switch("set_arrow", name, on)

    def expect_arrows(self, peaks: dict[str, float], keeps_longer: bool = False):
        """Chooses the scales of the arrows, which stay, for values up to peaks: arrow -> value in SI units.

        keeps_longer   they are as much longer or shorter as a person has made them
        """
        longer = self._show.state.longer if keeps_longer else 0
        self._show.switch("expect_arrows", peaks)
        if longer:
            self._show.switch("scale_arrows", longer)

    def scale_arrows(self, by: int):
        """Makes all arrows longer, or shorter, by so many steps of their round scales."""
        self._show.switch("scale_arrows", by)

    def set_trail(self, mode: str):
        """Sets the length of the trail in the laboratory: "off", "short" or "long"."""
        self._show.switch("set_trail", mode)

    def set_chalk(self, mode: str):
        """Sets the length of the chalk line that the body leaves on the moving support: "off", "short" or "long"."""
        self._show.switch("set_chalk", mode)

    def clear_trail(self):
        """Clears trail and chalk line."""
        self._show.forward("clear_trail")

    def set_focus(self, body: int, name: str = ""):
        """Makes a body the one that arrows, lines and the following camera belong to; `name` stands beside it."""
        self._show.switch("set_focus", body, name)

    def set_trails(self, bodies):
        """Draws the trails of these bodies, picture/lines/trails.py MOST of them at most, besides that of the focus."""
        self._show.switch("set_trails", bodies)

    def draw_trails(self, ways):
        """Draws these trails anew: body -> its way (run/trace.py)."""
        self._show.forward("draw_trails", ways)

    def set_tint(self, kind: str):
        """Paints balls, where there are several, by "number", "speed" or as a "rack" of billiards."""
        self._show.switch("set_tint", kind)

    def set_camera(self, mode: str):
        """Sets the frame of the camera: "free" and "top" (looking down) stand in the laboratory, "follow" moves with
        the body, "table" with the support."""
        self._show.set_camera(mode)

    def set_closer(self, closer: float):
        """Sets how many times closer to the body the camera is at first than where all of a support is seen."""
        self._show.set_closer(closer)

    def set_covered(self, width: float, height: float):
        """Sets what shares of the picture something covers in its upper left corner; what stands there goes aside."""
        self._show.set_covered(width, height)

    def set_overlaid(self, boxes):
        """Sets what boxes of the picture something lies over, where no name may stand: left, upper, right and lower
        end of each, over the picture's width and height."""
        self._show.set_overlaid(boxes)

    def reset_camera(self):
        """Moves the camera of the present mode back to its first look."""
        self._show.reset_camera()

    def set_look(self, mode: str, look):
        """Sets the camera of the present mode to a look (six numbers, rig.py)."""
        self._show.set_look(mode, look)

    def set_names(self, names):
        """Names bodies, number -> text, which have no labels of their own."""
        self._show.switch("set_names", names)

    def set_labels(self, on: bool):
        """Switches the names of bodies and of their parts."""
        self._show.switch("set_labels", on)

    def set_bold(self, on: bool):
        """Switches thicker arrows and wider lines for a projector."""
        self._show.switch("set_bold", on)

    def set_theme(self, name: str):
        """Sets the colours of backdrop, support and arrows: "dark", or "projector" on white."""
        if name == self._show.state.theme:
            return
        self._show.state.set_theme(name)
        self._page.setBackgroundColor(QColor(to_hex(THEMES[name].night)))
        if self._show.title is not None:
            self._builder.refine()

    def set_quality(self, choice: str):
        """Sets the quality: "auto" (by the renderer and its speed), or fixed, "fine", "high" or "low"."""
        self._builder.set_quality(choice)

    def make_sheet(self, file_of) -> SheetView:
        """Returns a page of text and formulas that stands beside the picture (sheet_view.py)."""
        return SheetView(file_of)

    def grab_pixels(self) -> np.ndarray:
        """Waits for the page; returns the picture of the newest snapshot, (height, width, 3) bytes, top row first."""
        wait_until(lambda: self._life.state == "failed" or (self.is_ready and not self._channel.is_busy), LOAD_LIMIT)
        if not self.is_ready:
            raise RuntimeError(_("There is no 3D picture to take."))
        self._life.deliver(self._show.frame(self.messages))
        data = np.frombuffer(bytes(self._channel.ask_now("grab()")), dtype=np.uint8)
        width, height = self._channel.ask_now("lab.size")
        if data.size != 4*width*height:
            raise RuntimeError(_("There is no 3D picture to take."))
        flat = data.reshape(int(height), int(width), 4)
        return flat[:, :, :3].copy()

    def run_beside(self, line: str, then):
        """Runs JavaScript beside the frames, as sound and gamepad need; then(answer) later, if there is a page.
        """
        if self._life.state in ("empty", "building", "playing"):
            self._page.runJavaScript(line, lambda answer: QTimer.singleShot(0, lambda: then(answer)))

    def _settle_widget(self, *_news):
        """What is dropped on the picture is for the window; each process of the page comes with a widget of its own.

        That widget leaves nothing of what is below it to be seen: nobody need paint there.
        """
        for widget in (self._web, *self._web.findChildren(QWidget)):
            widget.setAcceptDrops(False)
            widget.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, widget is not self._web)

    def _keep_picture(self):
        """Another page is loaded for each scene, size and quality: what it shows before its first picture is dark."""
        if self.isVisible():
            self._last.setPixmap(self._web.grab())
            self._last.setGeometry(self._web.geometry())
            self._last.show()

    def _on_beat(self):
        """Sends switches that wait for a frame, keeps the look of the camera, watches the speed."""
        show = self._show
        show.state.look = self._channel.look or show.state.look
        if show.has_changes and show.snapshot is not None:
            self.show_snapshot(show.snapshot)
        is_seen = self.isVisible() and not self.window().isMinimized()
        # another level is another page, which would end what the hand holds
        if not self.reach.pointer.is_held:
            self._builder.watch(self.page_fps, self._channel.is_moving and is_seen)
