"""The picture of one scene: made once, then moved by snapshots."""

import numpy as np

from sandbox.systems.bodies_seen import column_of
from sandbox.view.page import transport
from sandbox.view.picture import camera
from sandbox.view.picture.all_lines import CHALK_LENGTHS, LENGTHS, Ink
from sandbox.view.picture.arrows import Arrows
from sandbox.view.picture.beside import Beside, floor_below, pose_of_support
from sandbox.view.picture.crew import Crew
from sandbox.view.picture.focus_mark import FocusMark
from sandbox.view.picture.left_futures import LeftFutures
from sandbox.view.picture.lights import AMBIENT, lamp_at, light
from sandbox.view.picture.mesh import place, rotation_matrix
from sandbox.view.picture.palette import INK, THEMES, TOOL
from sandbox.view.picture.support import Support
from sandbox.view.picture.tint import Tint
from sandbox.view.picture.tools import ToolPicture
from sandbox.view.picture.way import draw_along, draw_anew, on_support

UPRIGHT = np.eye(3)
NOWHERE = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]     # position, axis, up of what was not placed yet


class Stage:
    """The picture of one scene. Coordinates are those of the laboratory, z up [m].

    surface         of the support, or of all supports
    bodies          one body or several
    level           Level of quality
    width, height   of the page [px]
    snapshot        of the start, or None
    ink             lines of the same scene drawn so far, or None
    tones           colours of the theme
    """

    def __init__(self, surface, bodies, level, width: int, height: int, snapshot=None, ink=None,
                 tones=THEMES["dark"]):
        transport.clear()
        vp = transport.load()
        self._level = level
        vector = vp.vector
        self._canvas = vp.canvas(width=width, height=height, background=vector(0, 0, 0), up=vector(0, 0, 1),
                                 ambient=vector(*AMBIENT), fov=float(camera.FIELD), autoscale=False,
                                 userpan=True, range=1.0)
        bodies = list(bodies) if isinstance(bodies, (list, tuple)) else [bodies]
        self._canvas.lights = []
        self.crew = Crew(bodies, level)
        self._focus, self._focus_at, self._name = 0, [0.0, 0.0, 0.0], ""
        position, axes, contact = np.zeros(3), UPRIGHT, None
        if snapshot is not None:
            position, axes = pose_of_support(snapshot)
            contact = (column_of(snapshot.bodies, "contact") - position) @ axes
        self._tones = tones
        surfaces = surface if isinstance(surface, tuple) else (surface,)
        floor = floor_below(surfaces, float(position[2]))
        self.support = Support(surfaces[0], level, self.crew.measures(0).size, contact, tones, axes, floor)
        self._beside = Beside(surfaces, level, self.crew.measures(0).size, tones, snapshot)
        size = self.support.size
        self._lamp = light(vp, size, position)
        place(self.support.foot, position, UPRIGHT)
        span = self.support.span
        self.ink = ink or Ink(span)
        first = self.crew.measures(0)
        self._arrows = Arrows(span, first.size, tones.arrows, first.clear, first.lift, first.grip,
                              first.rests, first.skin)
        self._pins, self._tools = (), ()
        self._tool_picture = ToolPicture(self.ink.tools, size, INK, TOOL)
        self._support_pose = (position, axes)
        self._left = LeftFutures({k: (one.compound.idx, one.size) for k, one in self.crew.pictures.items()},
                                 self.ink.left)
        self._mark = FocusMark(tones.letters, tones.night)
        self._ring = None
        self._snapshot = snapshot
        self._shadows = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0]]
        self._first_pose, self._has_grown, self._ghost = (position, axes), False, None
        self._fixed_point_outline = self.crew.around_fixed_point()
        self._frame_picture(position, axes)

    def _frame_picture(self, position, axes):
        """Sets the point that the camera looks at, and the half widths and heights to show, oblique and from above."""
        support, size = self.support, self.support.size
        outline = support.outline
        if not support.is_flat:
            # the bodies on the support have to be in the picture too
            _on, normals = support.project(outline)
            outline = np.vstack((outline, outline + 2.6*self.crew.measures(0).size*normals)) @ axes.T
            outline = np.vstack((outline, support.base))
        else:
            # a body at the rim has to be in the picture as a whole, above all at the far rim
            _on, normals = support.project(outline)
            outline = np.vstack((outline, outline + self.crew.measures(0).height*normals)) @ axes.T
            if support.is_board:
                outline = np.vstack((outline, support.base))
        outline = np.vstack((outline, self._fixed_point_outline, self._beside.outline))
        wide = camera.BOARD_WIDE if support.is_board else camera.WIDE
        centre = camera.middle(outline, wide) - (0.0, 0.0, 0.03*size if support.is_flat else 0.0)
        self._look_at = [*(centre + position).tolist(), float(camera.ELEVATION),
                         *camera.fit(outline, centre, wide=wide), *camera.fit(outline, centre, np.pi/2, wide)]
        self._floor = [support.ground + float(position[2]), size, float(position[0]), float(position[1])]

    # ---- for other programs ---------------------------------------------------------------------------------------

    def surfaces(self) -> list[tuple[str, int, dict]]:
        """Returns (name, number of the body, arrays of quads as transport has them) of all that is solid.

        Before they were sent to a page, which takes them away.
        """
        compounds = [("support", 0, self.support.table), ("foot", 0, self.support.foot), *self._beside.compounds,
                     *(("body", number, body.compound) for number, body in self.crew.pictures.items())]
        return [(name, number, transport.meshes[compound.idx]) for name, number, compound in compounds]

    def numbers(self) -> dict:
        """Returns the numbers of vpython's objects that move: solids (table, bodies), and arrows by name."""
        return {"solids": [self.support.table.idx, *(body.compound.idx for body in self.crew.pictures.values())],
                "arrows": self._arrows.numbers()}

    def poses(self) -> tuple[list, list]:
        """Returns where these are in the state that is shown: position, axis, up of each (9 numbers); of each arrow
        whether it is there, and its thickness [m]."""
        numbers = self.numbers()
        order = [*numbers["solids"], *numbers["arrows"].values()]
        return [transport.moves.get(idx, NOWHERE) for idx in order], self._arrows.states()

    def reach(self, contact, position, quaternion):
        """Draws a support without an end as far as a contact point (3,) of the laboratory [m], at a pose of it."""
        self.support.extend_to(rotation_matrix(quaternion).T @ (np.asarray(contact) - position))

    # ---- messages to the page -------------------------------------------------------------------------------------

    def page_setup(self) -> dict:
        """Returns what a new page needs besides vpython's objects."""
        return {"home": self._look_at, "floor": self._floor, "pull": 0.012*self.support.span,
                "shadows": self._level.shadows, "tones": self._tones.of_page(), **self._motion(),
                "lines": self.ink.all(), **self.crew.setup(self.support, self._first_pose[0])}

    def changes(self) -> dict:
        """Returns what has changed since the last frame, besides vpython's objects."""
        changes = {**self._motion(), "lines": self.ink.changes()}
        if self._has_grown:
            self._has_grown = False
            changes["home"] = self._look_at
            if self.support.is_open_plane:
                # who spreads on it stays in the picture
                changes |= {"follows_home": True, "floor": self._floor}
        return changes

    def _motion(self) -> dict:
        position, axes = self._support_pose
        grown = (self.support, self._first_pose[0]) if self._has_grown else ()
        return {"pose": [*position.tolist(), *axes.ravel().tolist()], "bodies": self._shadows,
                "left": self._left.poses(self._snapshot), "focus": self._focus_at, "ring": self._ring,
                **self.crew.changes(*grown)}

    # ---- what is under the mouse ----------------------------------------------------------------------------------

    @property
    def ground(self) -> tuple:
        """The support where it was shown last: triangles (n, 3, 3) in its frame, position (3,) [m], axes (3, 3)."""
        return (self.support.triangles, *self._support_pose)

    def velocity_arrow(self):
        """Start (3,), vector (3,) [m] and scale [m per m/s] of the velocity's arrow, None where there is none."""
        return self._arrows.placed("velocity")

    # ---- what is switched -----------------------------------------------------------------------------------------

    @property
    def arrow_scales(self) -> dict[str, tuple[float, str]]:
        return self._arrows.scales

    def set_arrow(self, name: str, on: bool):
        self._arrows.switch(name, on)

    def set_focus(self, body: int, name: str = ""):
        """Makes a body the one that arrows, lines and camera belong to, from the next state on; `name` stands by it."""
        body = body if 0 <= body < len(self.crew) else 0
        if body != self._focus:
            self._focus = body
            self._arrows.belong_to(self.crew.measures(body))
            self._left.body = body
        self.ink.belong_to(body)
        self._name = name

    def set_trails(self, bodies):
        """Draws the trails of these bodies besides that of the focus."""
        known = [k for k in bodies if 0 <= k < len(self.crew)]
        self.ink.others.choose(known, {k: self.crew.tone(k) for k in known})

    def draw_trails(self, ways):
        """Draws the trails of these bodies anew along their ways (run/trace.py)."""
        self.ink.others.draw(ways)

    def set_tint(self, kind: str):
        """Paints balls, where there are several, by "number", "speed" or as a "rack" of billiards."""
        self.crew.tint = Tint(kind)

    def set_trail(self, mode: str):
        length = min(LENGTHS[mode], self._level.trail)
        self.ink.trail.set_length(length)
        self.ink.others.set_length(length)

    def set_chalk(self, mode: str):
        self.ink.chalk.set_length(min(CHALK_LENGTHS[mode], self._level.trail))

    def set_bold(self, on: bool):
        """Thicker arrows and wider lines, for a projector."""
        self._arrows.set_bold(on)
        self.ink.set_bold(on)

    def clear_trail(self):
        self.ink.trail.clear()
        self.ink.chalk.clear()
        self.ink.others.clear()

    def draw_way(self, way, is_anew: bool):
        """Draws trail and chalk line on along a way (run/trace.py), or anew with nothing but it."""
        draw = draw_anew if is_anew else draw_along
        draw(self.ink.trail, way.contact, way.normal, way.is_aloft)
        draw(self.ink.chalk, *on_support(way), way.is_aloft)

    def show_branches(self, futures, is_anew: bool):
        """Shows futures that were left beside the state of the next frame, see LeftFutures.show."""
        self._left.show(futures, is_anew)

    def show_ghost(self, points):
        """Draws (n, 3) points of the laboratory [m] as a dashed line on the support where it is now; None hides it.

        The line ends where it leaves the support.
        """
        self._ghost = points
        position, axes = self._support_pose
        local = np.zeros((0, 3)) if points is None else self.support.clipped((points - position) @ axes)
        if len(local) < 2:
            self.ink.ghost.show(())
            return
        on, normals = self.support.project(local)
        self.ink.ghost.show([(on @ axes.T + position, normals @ axes.T)])

    def show_pins(self, paths):
        """Draws paths of pins (picture/pins.py) on the support where it is now."""
        self._pins = paths
        self.ink.pins.show(paths, self.support, self._support_pose)

    def show_tools(self, tools):
        """Draws rulers and protractors from the next frame on: a sequence of ShownTool."""
        self._tools = tools

    def show_band(self, rings):
        """Draws dashed circles (radius, height) [m] about the support's axis, in its frame."""
        angle = np.linspace(0.0, 2*np.pi, 97)
        curves = []
        for radius, height in rings or ():
            points = np.stack((radius*np.cos(angle), radius*np.sin(angle), height + 0*angle), axis=1)
            curves.append((points, self.support.project(points)[1]))
        self.ink.band.show(curves)

    # ---- a frame --------------------------------------------------------------------------------------------------

    def show(self, snapshot):
        """Moves everything to its place in the snapshot."""
        self._snapshot = snapshot
        position, axes = self._support_pose = pose_of_support(snapshot)
        place(self.support.table, position, axes)
        self._shadows = self.crew.show(snapshot)
        self._beside.show(snapshot)

        # lines and arrows belong to the body in focus
        first = snapshot.bodies[self._focus]
        self._focus_at = np.asarray(first.centre, dtype=float).tolist()
        if len(self.crew) > 1:
            size = self.crew.measures(self._focus).size
            self._ring = self._mark.show(first.centre, size, self._name)
            self._focus_at.append(size)
        contact, normal = np.asarray(first.contact), np.asarray(first.normal)
        if first.mode == "flight":
            self.ink.trail.lift()
            self.ink.chalk.lift()
        else:
            local = axes.T @ (contact - position)
            self.ink.trail.add(contact, normal)
            # chalk marks the first support only
            is_here = first.support == 0
            if is_here:
                self.ink.chalk.add(local, axes.T @ normal)
            else:
                self.ink.chalk.lift()
            if is_here and self.support.extend_to(self.crew.furthest(snapshot, position, axes, local)):
                self._frame_picture(*self._first_pose)
                self._has_grown = True
                if self.support.is_open_plane:
                    self._lamp.pos = transport.load().vector(*lamp_at(self.support.size, self._first_pose[0]))
                self.show_ghost(self._ghost)
                self.show_pins(self._pins)
        self.ink.others.show(snapshot.bodies)
        self._arrows.show(snapshot.t, first)
        self._tool_picture.show(self._tools, snapshot)
