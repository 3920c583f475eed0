"""The switches of the person, kept apart from the picture so that every new page gets them again."""

from dataclasses import dataclass, field

import numpy as np

from sandbox.view import camera
from sandbox.view.palette import ARROWS, THEMES
from sandbox.view.picture.lines.all_lines import CHALK_LENGTHS, LENGTHS
from sandbox.view.picture.tint import TINTS

PIN_KINDS = ("dashes", "dots")


@dataclass
class ViewState:
    """Switches that outlive a scene (camera, arrows, trail, chalk) and things of one scene (ghost, band, look).

    labels names of bodies and of their parts;  names  further ones, number of the body -> text
    theme  one of palette.THEMES;  bold  thicker arrows and wider lines
    tint   what several balls are painted by;  focus  number and name of the body that arrows and lines belong to
    trails  bodies besides it that have trails
    closer how much closer to the body the camera is at home than where all of the support is seen
    covered  what shares of the picture's width and height something covers at the left, from above
    overlaid  boxes that something lies over: left, upper, right, lower end over its width and height
    peaks, longer   what the scales of the arrows are chosen for, and how many steps longer they are than that
    look   of the camera as the page reported it, {"mode", "at"} (rig.py), or None for its first look
    """

    camera: str = "free"
    arrows: dict[str, bool] = field(default_factory=dict)
    trail: str = "long"
    chalk: str = "off"
    labels: bool = False
    names: dict[int, str] = field(default_factory=dict)
    theme: str = "dark"
    bold: bool = False
    ghost: np.ndarray | None = None
    band: list = field(default_factory=list)
    closer: float = 1.0
    covered: tuple[float, float] = (0.0, 0.0)
    overlaid: tuple[tuple[float, float, float, float], ...] = ()
    look: dict | None = None
    tint: str = "number"
    trails: tuple = ()
    focus: tuple[int, str] = (0, "")
    peaks: dict[str, float] = field(default_factory=dict)
    longer: int = 0
    pins: tuple = ()
    tools: tuple = ()
    marks: tuple = ()

    def forget_scene(self):
        self.ghost, self.band, self.look, self.focus, self.names = None, [], None, (0, ""), {}
        self.trails = ()

    def set_camera(self, mode: str):
        self.camera = _known("camera", mode, camera.MODES)

    def set_arrow(self, name: str, on: bool):
        self.arrows[_known("arrow", name, ARROWS)] = bool(on)

    def expect_arrows(self, peaks: dict[str, float]):
        self.peaks, self.longer = dict(peaks), 0

    def scale_arrows(self, by: int):
        self.longer += by

    def set_trail(self, mode: str):
        self.trail = _known("trail", mode, LENGTHS)

    def set_labels(self, on: bool):
        self.labels = bool(on)

    def set_names(self, names):
        self.names = dict(names)

    def set_bold(self, on: bool):
        self.bold = bool(on)

    def set_theme(self, name: str):
        self.theme = _known("theme", name, THEMES)

    def set_chalk(self, mode: str):
        self.chalk = _known("chalk", mode, CHALK_LENGTHS)

    def set_tint(self, kind: str):
        self.tint = _known("tint", kind, TINTS)

    def set_trails(self, bodies):
        self.trails = tuple(map(int, bodies))

    def set_focus(self, body: int, name: str = ""):
        self.focus = int(body), name

    def show_ghost(self, points):
        if points is not None:
            points = np.asarray(points, dtype=float)
            if points.ndim != 2 or points.shape[1] != 3 or not np.isfinite(points).all():
                raise ValueError(f"ghost: needs finite points of shape (n, 3), got shape {points.shape}")
        self.ghost = points

    def show_band(self, rings):
        rings = np.asarray([] if rings is None else rings, dtype=float).reshape(-1, 2)
        if not np.isfinite(rings).all() or (rings[:, 0] < 0.0).any():
            raise ValueError(f"band: needs finite (radius, height) with radius >= 0, got {rings.tolist()}")
        self.band = rings.tolist()

    def show_pins(self, paths):
        checked = []
        for points, colour, kind in paths:
            points = np.asarray(points, dtype=float)
            if points.ndim != 2 or points.shape[1] != 3 or np.isinf(points).any():
                raise ValueError(f"pins: got points of shape {points.shape}, needs finite or nan ones of shape (n, 3)")
            checked.append((points, int(colour), _known("pin", kind, PIN_KINDS)))
        self.pins = tuple(checked)

    def show_tools(self, tools):
        self.tools = tuple(tools)

    def show_marks(self, marks):
        self.marks = tuple(marks)

    def apply(self, stage):
        """Applies all switches to a new stage; the ghost waits for a snapshot."""
        for name, on in self.arrows.items():
            stage.set_arrow(name, on)
        stage.set_focus(*self.focus)
        stage.set_tint(self.tint)
        stage.expect_arrows(self.peaks)
        stage.scale_arrows(self.longer)
        stage.set_trail(self.trail)
        stage.set_trails(self.trails)
        stage.set_chalk(self.chalk)
        stage.set_names(self.names)
        stage.set_labels(self.labels)
        stage.set_bold(self.bold)
        stage.show_band(self.band)
        stage.show_pins(self.pins)
        stage.show_tools(self.tools)
        stage.show_marks(self.marks)


def _known(what: str, name: str, allowed) -> str:
    if name not in allowed:
        raise ValueError(f"{what}: got {name!r}, needs one of {', '.join(allowed)}")
    return name
