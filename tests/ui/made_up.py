"""A window whose picture only notes what it was told, and whose clock stands still until it is told to go."""

from dataclasses import fields
from itertools import count

import numpy as np
from PyQt5.QtCore import Qt, pyqtSignal
from PyQt5.QtWidgets import QWidget

from sandbox.run.logs.recorder import Recorder
from sandbox.scene import BadValue, Ball, Parameter, Plane, Preset, Scene, Spin, Start
from sandbox.scene.catalogue import Catalogue
from sandbox.ui.window.opening import Opening
from sandbox.ui.window.window import MainWindow

EVIL = "<b>bold</b> & <img src=x onerror=alert(1)>"


class FakeView(QWidget):
    """Takes everything that a picture has to take (sandbox.ui.playback.picture), and notes some of it."""

    ready, recovered, failed, quality_changed = pyqtSignal(), pyqtSignal(str), pyqtSignal(str), pyqtSignal(str)

    def __init__(self):
        super().__init__()
        self.page_fps, self.renderer, self.first_picture_at, self.is_ready = 58.0, "llvmpipe (LLVM 15)", 0.0, True
        self.is_drawing = False
        self.reach, self.has_failed, self.look, self.fastest = None, False, None, 0.0
        self.scenes, self.snapshots, self.ghosts = [], [], []
        self.arrows, self.trail = {}, None
        self.clears = self.resets = 0
        self.sounds, self.device = [], ""
        self.told, self.bands, self.ways, self.futures = [], [], [], []
        self.arrow_scales = {"velocity": (0.1, "m/s")}

    def show_scene(self, surface, body, title, snapshot=None):
        self.scenes.append((surface, body, title, snapshot))

    def show_snapshot(self, snapshot):
        self.snapshots.append(snapshot)
        return self.is_ready

    def show_ghost(self, points):
        self.ghosts.append(points)

    def set_arrow(self, name, on):
        self.arrows[name] = on

    def set_trail(self, mode):
        self.trail = mode

    def clear_trail(self):
        self.clears += 1

    def reset_camera(self):
        self.resets += 1

    def set_camera(self, mode):
        self.told.append(("camera", mode))

    def set_chalk(self, mode):
        self.told.append(("chalk", mode))

    def set_quality(self, name):
        self.told.append(("quality", name))

    def show_band(self, rings):
        self.bands.append(rings)

    def draw_way(self, way, is_anew):
        self.ways.append((way, is_anew))

    def show_branches(self, futures, is_anew):
        self.futures.append((futures, is_anew))

    def make_sheet(self, _file_of):
        return None

    def run_beside(self, line, then):
        self.sounds.append(line)
        then(self.device if "sounding.trouble" in line else 0)

    def _ignore(self, *_what, **_how):
        """What nobody asks for here."""

    show_marks = _ignore
    draw_trails = show_pins = show_tools = expect_arrows = scale_arrows = set_trails = set_focus = set_tint = _ignore
    set_labels = set_bold = set_theme = set_closer = set_covered = set_overlaid = set_look = _ignore


def turntable(title="Ball on a turntable", **more):
    """A turntable scene; `more` overrides what the scene says."""
    def build(p):
        if p.radius > 0.09:
            raise BadValue("the ball is larger than its table")
        return Ball(p.radius, shell=p.shell), Plane(rim=0.3), Spin(axis="z", rate="rate")

    def exact(t, p, r, v):
        k = 2/7*p.rate
        return (r[0] + (v[0]*np.sin(k*t) - v[1]*(1 - np.cos(k*t)))/k,
                r[1] + (v[1]*np.sin(k*t) + v[0]*(1 - np.cos(k*t)))/k)

    parameters = (
        Parameter("rate", 3.5, "rad/s", low=-20, high=20, live=True, about="rotation rate"),
        Parameter("radius", 0.02, "m", low=0.005, high=0.1, about=more.pop("about_radius", "radius of the ball")),
        Parameter("shell", False, about="hollow ball"),
        Parameter("x", 0.15, "m", low=-0.28, high=0.28, role="start", about="distance"),
        Parameter("vx", 0.0, "m/s", low=-1, high=1, role="start", about="speed outwards"),
        Parameter("grip", 1.0, "", low=1e-3, high=10.0, about="three decades"))
    parameters += more.pop("more_parameters", ())
    scene = {"exact": exact, "id": "turntable", "source": title,
             "presets": (Preset("Plain"), Preset("Fast", rate=10.0), Preset("Off the edge", vx=0.5))}
    return Scene(title, parameters, build, lambda p: Start(at=(p.x, 0.0), velocity=(p.vx, 0.05)), **{**scene, **more})


LEGEND = [("trail", "#0072b2", "line", "trail"), (EVIL, (0.8, 0.4, 0.0), "dashes"),
          ("velocity v", "#009e73", "arrow", "velocity")]


class Settings(dict):
    """Settings that count how often they are saved."""

    def __init__(self, **values):
        super().__init__(**{"window": "", "text_scale": 1.0, "plots": "drift", "quality": "auto", **values})
        self.saves = 0

    def save(self):
        self.saves += 1


class Bench:
    """The window under test; time passes only by `frames`."""

    def __init__(self, qtbot, scenes, broken, folder, view=FakeView, legend=LEGEND, **options):
        self.now, self._qtbot, self._folder, self._count = 100.0, qtbot, folder, count()
        self.headers, self.recorders = [], []
        self.view = view()
        names = [field.name for field in fields(Opening)]
        opening = Opening(**{"playing": False, "now": lambda: self.now,
                             **{name: options.pop(name) for name in names if name in options}})
        self.window = MainWindow(Catalogue({scene.id: scene for scene in scenes}, broken), self.view, self._open_log,
                                 legend, opening=opening, **options)
        qtbot.addWidget(self.window)
        self.player = self.window.player
        self.named_first = self.window.top.scenes.currentData()      # before anything is prepared
        self.window.show()
        qtbot.waitUntil(lambda: self.player._timer.isActive())
        self.player._timer.stop()
        self.settle()

    def _open_log(self, header):
        self.headers.append(header)
        self.recorders.append(Recorder(self._folder / f"{next(self._count)}.sqlite", header))
        return self.recorders[-1]

    @property
    def run(self):
        return self.window.simulation

    def frames(self, number: int = 1, seconds: float = 1/60):
        for _k in range(number):
            self.now += seconds
            self.player.frame()

    def forget(self):
        """Drop the notes taken so far: a test of memory is not to measure them."""
        for notes in (self.view.scenes, self.view.snapshots, self.view.ghosts, self.view.bands, self.view.told,
                      self.view.ways, self.view.futures, self.headers, self.recorders):
            notes.clear()

    def settle(self):
        """Let a run that is being prepared arrive, and one that waits for a rest begin."""
        self.frames(2, 0.25 if not self.player.is_playing else 1e-6)
        self._qtbot.waitUntil(lambda: (self.frames(1, 0.0), not self.player.is_preparing)[1])

    def act(self, name: str):
        self.window.commands[name].trigger()

    def row(self, name: str):
        return self.window.docks["parameters"].rows[name]

    def type(self, name: str, text: str):
        """Type into a number field and press Enter."""
        field = self.row(name).field
        field.setFocus()
        field.selectAll()
        self._qtbot.keyClick(field, Qt.Key.Key_Delete)
        field.insert(text)         # QTest has no keys beyond Latin
        self._qtbot.keyClick(field, Qt.Key.Key_Return)
