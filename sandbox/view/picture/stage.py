"""The picture of one scene: made once, then moved by snapshots."""

import numpy as np

from sandbox.view.page import transport
from sandbox.view.picture import camera
from sandbox.view.picture.all_lines import CHALK_LENGTHS, LENGTHS, Ink
from sandbox.view.picture.arrows import Arrows
from sandbox.view.picture.bodies import BodyPicture
from sandbox.view.picture.body_lines import BodyLines
from sandbox.view.picture.labels import Labels
from sandbox.view.picture.left_futures import LeftFutures
from sandbox.view.picture.mesh import place, rotation_matrix
from sandbox.view.picture.palette import INK, THEMES, TOOL
from sandbox.view.picture.support import Support
from sandbox.view.picture.tools import ToolPicture

UPRIGHT = np.eye(3)
# lines are drawn so much nearer to the eye than they are, in half widths, where the flat pieces of a support cut into
# the true surface; on a plane a disk that lies there hides them
PULL = {False: 0.012, True: 0.0}
BROAD = 25.0     # half width of a scene, in radii of the body, above which its lines become no broader
NOWHERE = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]     # position, axis, up of what was not placed yet


def is_finite(snapshot) -> bool:
    """Returns whether every number of a snapshot that the picture uses is finite."""
    for support in snapshot.supports:
        if not (np.isfinite(support.position).all() and np.isfinite(support.quaternion).all()):
            return False
    for body in snapshot.bodies:
        vectors = (body.centre, body.velocity, body.angular_velocity, body.quaternion, body.contact, body.normal,
                   body.F)
        if not all(np.isfinite(v).all() for v in vectors) or not np.isfinite(body.N):
            return False
    return True


class Stage:
    """The picture of one scene. Coordinates are those of the laboratory, z up [m].

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
                                 ambient=vector(0.40, 0.41, 0.44), fov=float(camera.FIELD), autoscale=False,
                                 userpan=True, range=1.0)
        bodies = list(bodies) if isinstance(bodies, (list, tuple)) else [bodies]
        self._canvas.lights = []
        self._bodies = [BodyPicture(body, level.ball) for body in bodies]
        position, axes, contact = np.zeros(3), UPRIGHT, None
        if snapshot is not None:
            position, axes = _pose_of_support(snapshot)
            contact = axes.T @ (np.asarray(snapshot.bodies[0].contact) - position)
        self._tones = tones
        self.support = Support(surface, level, self._bodies[0].size, contact, tones, axes)
        size = self.support.size
        self._lamp = _light(vp, size, position)
        place(self.support.foot, position, UPRIGHT)
        span = self.support.span
        self.ink = ink or Ink(span, self.support.is_uneven, min(span, BROAD*self._bodies[0].size))
        first = self._bodies[0]
        self._lines = BodyLines(self.ink, first)
        self._arrows = Arrows(span, first.size, tones.arrows, first.clear, first.lift, first.grip,
                              first.rests, first.skin)
        self._pins, self._tools = (), ()
        self._tool_picture = ToolPicture(self.ink.tools, size, INK, TOOL)
        self._support_pose = (position, axes)
        self._left = LeftFutures([picture.compound.idx for picture in self._bodies],
                                 [picture.size for picture in self._bodies], self.ink.left)
        self._snapshot, self._follow = snapshot, None
        self._labels = Labels(bodies, INK, TOOL)
        self._shadows = [picture.shadow(np.zeros(3), UPRIGHT) for picture in self._bodies]
        self._first_pose, self._has_grown, self._ghost = (position, axes), False, None
        self._fixed_point_outline = camera.around_fixed_point(bodies, self._bodies)
        self._frame_picture(position, axes)

    def _frame_picture(self, position, axes):
        """Sets the point that the camera looks at, the half widths and heights to show, oblique and from above, and
        the point that it looks at when it comes closer."""
        support, size = self.support, self.support.size
        outline = support.outline
        if not support.is_flat:
            # the bodies on the support have to be in the picture too
            _on, normals = support.project(outline)
            outline = np.vstack((outline, outline + 2.6*self._bodies[0].size*normals)) @ axes.T
            outline = np.vstack((outline, support.base))
        else:
            # a body at the rim has to be in the picture as a whole, above all at the far rim
            _on, normals = support.project(outline)
            outline = np.vstack((outline, outline + self._bodies[0].height*normals)) @ axes.T
            if support.is_board:
                outline = np.vstack((outline, support.base))
        outline = np.vstack((outline, self._fixed_point_outline))
        wide = camera.BOARD_WIDE if support.is_board else camera.WIDE
        centre = camera.middle(outline, wide) - (0.0, 0.0, 0.03*size if support.is_flat else 0.0)
        self._look_at = [*(centre + position).tolist(), float(camera.ELEVATION),
                         *camera.fit(outline, centre, wide=wide), *camera.fit(outline, centre, np.pi/2, wide),
                         *(position if support.is_flat else centre + position).tolist()]
        self._floor = [support.ground + float(position[2]), size, float(position[0]), float(position[1])]

    # ---- for other programs ---------------------------------------------------------------------------------------

    def surfaces(self) -> list[tuple[str, int, dict]]:
        """Returns (name, number of the body, arrays of quads as transport has them) of all that is solid.

        Before they were sent to a page, which takes them away.
        """
        compounds = [("support", 0, self.support.table), ("foot", 0, self.support.foot),
                     *(("body", number, body.compound) for number, body in enumerate(self._bodies))]
        return [(name, number, transport.meshes[compound.idx]) for name, number, compound in compounds]

    def numbers(self) -> dict:
        """Returns the numbers of vpython's objects that move: solids (table, bodies), and arrows by name."""
        return {"solids": [self.support.table.idx, *(body.compound.idx for body in self._bodies)],
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
        return {"home": self._look_at, "floor": self._floor, "pull": PULL[self.support.is_flat]*self.support.span,
                "shadows": self._level.shadows, "lamp": self._lamp, "tones": self._tones.of_page(), **self._motion(),
                "lines": self.ink.all()}

    def changes(self) -> dict:
        """Returns what has changed since the last frame, besides vpython's objects."""
        changes = {**self._motion(), "lines": self.ink.changes()}
        if self._has_grown:
            self._has_grown = False
            changes["home"] = self._look_at
        return changes

    def _motion(self) -> dict:
        position, axes = self._support_pose
        return {"pose": [*position.tolist(), *axes.ravel().tolist()], "bodies": self._shadows, "follow": self._follow,
                "left": self._left.poses(self._snapshot)}

    # ---- what is under the mouse ----------------------------------------------------------------------------------

    @property
    def solids(self) -> list:
        """The shapes of the bodies where they were shown last, see pick.picker.Solid."""
        return [picture.solid for picture in self._bodies]

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

    def expect_arrows(self, peaks: dict[str, float]):
        """Chooses the scales of the arrows, which stay, for values up to these peaks."""
        self._arrows.expect(peaks)

    def scale_arrows(self, by: int):
        """Makes all arrows longer or shorter by so many steps."""
        self._arrows.rescale(by)

    def set_trail(self, mode: str):
        self.ink.trail.set_length(min(LENGTHS[mode], self._level.trail))

    def set_chalk(self, mode: str):
        self.ink.chalk.set_length(min(CHALK_LENGTHS[mode], self._level.trail))

    def set_bold(self, on: bool):
        """Thicker arrows and wider lines, for a projector."""
        self._arrows.set_bold(on)
        self.ink.set_bold(on)

    def set_labels(self, on: bool):
        """Names of bodies and of their parts."""
        self._labels.is_on = on

    def clear_trail(self):
        self.ink.trail.clear()
        self.ink.chalk.clear()

    def draw_way(self, way, is_anew: bool):
        """Draws trail and chalk line on along a way (run/trace.py), or anew with nothing but it.

        From then on they are drawn along ways only, and with them to where the body is shown.
        """
        self._lines.draw_way(way, is_anew)

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
        # a path that closes is all there; one that goes on fades where it is cut
        is_closed = np.array_equal(local[0], local[-1])
        self.ink.ghost.show([(on @ axes.T + position, normals @ axes.T)], fades=not is_closed)

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
        position, axes = self._support_pose = _pose_of_support(snapshot)
        place(self.support.table, position, axes)
        self._shadows = [picture.show(state)
                         for picture, state in zip(self._bodies, snapshot.bodies, strict=False)]

        # camera, lines and arrows belong to the first body
        first = snapshot.bodies[0]
        self._follow = self._bodies[0].followed(first)
        contact, normal = np.asarray(first.contact), np.asarray(first.normal)
        local = axes.T @ (contact - position)
        self._lines.reach(first, local, axes.T @ normal)
        if first.mode != "flight" and self.support.extend_to(local):
            self._frame_picture(*self._first_pose)
            self._has_grown = True
            self.show_ghost(self._ghost)
            self.show_pins(self._pins)
        self._arrows.show(first)
        self._tool_picture.show(self._tools, snapshot)
        self._labels.show(snapshot)


def _pose_of_support(snapshot):
    """Returns position (3,) [m] and axes (3, 3) of the support."""
    support = snapshot.supports[0]
    return np.asarray(support.position, dtype=float), rotation_matrix(support.quaternion)


def _light(vp, size: float, position) -> list[float]:
    """Adds a warm lamp in front on the left, near enough to shade the table, and cool light from the other side.

    Returns the place of the lamp (3,) [m].
    """
    vector = vp.vector
    lamp = np.array((-1.2, -1.9, 2.4))*size + position
    vp.local_light(pos=vector(*lamp.tolist()), color=vector(0.76, 0.72, 0.65))
    vp.distant_light(direction=vp.norm(vector(0.75, 0.5, 0.45)), color=vector(0.16, 0.20, 0.27))
    return lamp.tolist()
