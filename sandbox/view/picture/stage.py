"""The picture of one scene: made once, then moved by snapshots."""

import numpy as np

from sandbox.systems.bodies_seen import column_of
from sandbox.view import camera
from sandbox.view.page import transport
from sandbox.view.palette import INK, THEMES, TOOL
from sandbox.view.picture.arrows import Arrows
from sandbox.view.picture.crew import Crew
from sandbox.view.picture.focus_mark import FocusMark
from sandbox.view.picture.framing import framed, has_solid_base, held_together, hull_of, outermost
from sandbox.view.picture.labels import Labels
from sandbox.view.picture.lights import AMBIENT, lamp_at, light, shadows_on_floor
from sandbox.view.picture.lines.all_lines import CHALK_LENGTHS, LENGTHS, Ink
from sandbox.view.picture.lines.arms import hang_together, reach_of
from sandbox.view.picture.lines.body_lines import BodyLines
from sandbox.view.picture.lines.left_futures import LeftFutures
from sandbox.view.picture.lines.marks import UP, MarkPicture, plane_below
from sandbox.view.picture.lines.tools import ToolPicture
from sandbox.view.picture.mesh import place, pose_of, rotation_matrix
from sandbox.view.picture.supports.beside import Beside, floor_below
from sandbox.view.picture.supports.support import Support
from sandbox.view.picture.tint import Tint

UPRIGHT = np.eye(3)
# lines are drawn so much nearer to the eye than they are, in half widths, where the flat pieces of a support cut into
# the true surface; on a plane a disk that lies there hides them
PULL = {False: 0.012, True: 0.0}
TOUCHING = 1.5   # radii of a body from a ring to what it touches there, at most
# from a circle to the ground on which it lies, up or down, in half widths of the scene, at most: a plate that tilts;
# and upright part of that ground's normal, at least
LEANS, STEEP = 0.1, 0.5
STAYS = 1e-4     # [m, 1] of how supports stand, below which marks stay where they lie
BROAD = 25.0     # half width of a scene, in radii of the body, above which its lines become no broader
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

    def __init__(self, surface, bodies, level, width: int, height: int, snapshot=None, ink=None, tones=THEMES["dark"]):
        transport.clear()
        vp = transport.load()
        self._level = level
        self._canvas = vp.canvas(width=width, height=height, background=vp.vector(0, 0, 0), up=vp.vector(0, 0, 1),
                                 ambient=vp.vector(*AMBIENT), fov=float(camera.FIELD), autoscale=False,
                                 userpan=True, range=1.0)
        bodies = list(bodies) if isinstance(bodies, (list, tuple)) else [bodies]
        self._canvas.lights = []
        self.crew = Crew(bodies, level)
        self._focus, self._name = 0, ""
        position, axes, contact = np.zeros(3), UPRIGHT, None
        if snapshot is not None:
            position, axes = pose_of(snapshot.supports[0])
            contact = (column_of(snapshot.bodies, "contact") - position) @ axes
        self._tones = tones
        surfaces = surface if isinstance(surface, tuple) else (surface,)
        floor = floor_below(surfaces, float(position[2]))
        self.support = Support(surfaces[0], level, self.crew.measures(0).size, contact, tones, axes, floor)
        self._has_floor = floor is not None
        self._beside = Beside(surfaces, level, self.crew.measures(0).size, tones, snapshot)
        size = self.support.size
        self._lamp = light(vp, size, position)
        place(self.support.foot, position, UPRIGHT)
        span, first = self.support.span, self.crew.measures(0)
        self.ink = ink or Ink(span, self.support.is_uneven, min(span, BROAD*first.size))
        self.ink.set_trail_tone(self.support.coat.trail)
        self._lines = BodyLines(self.ink, first, self.support if len(surfaces) > 1 else None, hang_together(snapshot))
        self._arrows = Arrows(span, first.size, tones.arrows, first.clear, first.lift, first.grip,
                              first.rests, first.skin)
        self._arrows.belong_to(first)
        self._pins, self._tools = (), ()
        self._tool_picture = ToolPicture(self.ink.tools, size, INK, TOOL)
        self._mark_picture = MarkPicture(self.ink.marks, size)
        self._support_pose = (position, axes)
        self._left = LeftFutures({k: (one.compound.idx, one.size) for k, one in self.crew.pictures.items()},
                                 self.ink.left)
        self._mark, self._ring = FocusMark(tones.letters, tones.night), None
        self._labels = Labels(bodies, INK, TOOL)
        self._snapshot, self._follow = snapshot, [0.0, 0.0, 0.0, first.size]
        self._shadows = self.crew.shadows()
        self._fallen, self._near = None, None
        self._to_reach: list[list[float]] = []
        self._marks: tuple = ()
        self._laid_on = np.zeros((0, 4))
        self._first_pose, self._has_grown, self._ghost = (position, axes), False, None
        self._is_anew = True
        self._fixed_point_outline = self.crew.around_fixed_point()
        self._first_places = np.zeros((0, 3)) if snapshot is None else self.crew.places(snapshot)
        self._frame_picture(position, axes)

    def _frame_picture(self, position, axes):
        """Sets where the camera is at home and where the floor is, for the support as it is drawn now."""
        others = np.vstack((self._fixed_point_outline, self._beside.outline, reach_of(self._snapshot, position),
                            self._first_places - position))
        self._look_at = framed(self.support, self.crew.measures(0), others, position, axes,
                               len(self._beside.outline) > 0)
        self._floor = [self.support.ground + float(position[2]), self.support.size, float(position[0]),
                       float(position[1])]
        outline = self.support.outline @ axes.T
        rim = np.vstack((outline, self._beside.outline)) + position
        self._rim = [point[:3] for point in outermost(rim, np.zeros(len(rim)))]
        # one sees between the legs of a table, not through what carries a slope or a bowl
        stands = self.support.base + position if has_solid_base(self.support, axes) else np.zeros((0, 3))
        self._around, self._hides = np.vstack((rim, stands)), None
        if self.support.is_round:
            # what turns about its axis has the same shadow, and the same room for it
            far = float(np.linalg.norm(self.support.outline[:, :2], axis=1).max())
            corners = far*np.array(((-1.0, -1.0), (1.0, 1.0)))
            outline = np.array([(*corner, z) for corner in corners for z in (outline[:, 2].min(), outline[:, 2].max())])
        points = np.vstack((outline, self.support.base, self._beside.outline)) + position
        self._scenery = {"solids": self._standing(), "is_laboratory": self._has_floor,
                         **shadows_on_floor(points, self._floor[0])}

    def _standing(self) -> list[tuple[int, bool]]:
        """Returns what stands there: numbers of vpython's objects, and whether each is round about its z axis."""
        stands = [(picture.compound.idx, False) for picture in self.crew.pictures.values() if picture.is_scenery]
        return [(self.support.table.idx, self.support.is_round), (self.support.foot.idx, True),
                *((compound.idx, False) for _what, _k, compound in self._beside.compounds), *stands]

    def _lamp_at(self) -> list[float]:
        return lamp_at(self.support.size, self._first_pose[0])

    # ---- for other programs ---------------------------------------------------------------------------------------

    def surfaces(self) -> list[tuple[str, int, dict]]:
        """Returns (name, number of the body, arrays of quads as transport has them) of all that is solid.

        Before they were sent to a page, which takes them away.
        """
        compounds = [("support", 0, self.support.table), ("foot", 0, self.support.foot), *self._beside.compounds,
                     *(("body", number, body.compound) for number, body in self.crew.pictures.items())]
        return [(name, number, transport.meshes[compound.idx]) for name, number, compound in compounds]

    def numbers(self) -> dict:
        """Returns the numbers of vpython's objects that move: solids (supports, bodies), and arrows by name."""
        return {"solids": [self.support.table.idx, *(compound.idx for _what, _k, compound in self._beside.compounds),
                           *(body.compound.idx for body in self.crew.pictures.values())],
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
        return {"home": self._look_at, "rim": self._rim, "hides": self._hides or [], "floor": self._floor,
                "pull": PULL[self.support.is_flat]*self.support.span,
                "shadows": self._level.shadows, "fine": self._level.fine, "lamp": self._lamp_at(),
                "tones": self._tones.of_page(), "lines": self.ink.all(),
                "scenery": self._scenery, **self._motion(),
                **self.crew.setup(self.support, self._first_pose[0])}

    def changes(self) -> dict:
        """Returns what has changed since the last frame, besides vpython's objects."""
        changes = {**self._motion(), "lines": self.ink.changes()}
        if self._is_anew:
            self._is_anew = False
            changes["is_anew"] = True
        if self._fallen and self._hides is None:
            self._hides = changes["hides"] = [] if self.support.is_open_plane else hull_of(self._around)
        if self._has_grown:
            self._has_grown = False
            changes |= {"home": self._look_at, "rim": self._rim, "hides": self._hides or [], "follows_home": True}
            if self.support.is_open_plane:
                changes |= {"floor": self._floor, "lamp": self._lamp_at(),
                            "scenery": self._scenery}
        return changes

    def _motion(self) -> dict:
        position, axes = self._support_pose
        grown = (self.support, self._first_pose[0]) if self._has_grown else ()
        return {"pose": [*position.tolist(), *axes.ravel().tolist()], "bodies": self._shadows,
                "left": self._left.poses(self._snapshot), "focus": self._follow, "ring": self._ring,
                "fallen": self._fallen, "near": self._near, "arrow": self._arrow_ends(),
                "t": 0.0 if self._snapshot is None else float(self._snapshot.t), **self.crew.changes(*grown)}

    @property
    def ground(self) -> tuple:
        """The support where it was shown last: triangles (n, 3, 3) in its frame, position (3,) [m], axes (3, 3)."""
        return (self.support.triangles, *self._support_pose)

    def standing(self):
        """Yields the supports that are drawn where they were shown last: number, triangles (n, 3, 3) in its frame,
        position (3,) [m], axes (3, 3)."""
        yield 0, *self.ground
        yield from self._beside.standing(self._snapshot)

    @property
    def floor(self) -> tuple[int, float] | None:
        """Number and height [m] of the laboratory's floor, None where it is none of the supports."""
        return self._beside.floor

    def velocity_arrow(self):
        """Start, vector (3,) [m] and scale [m per m/s] of the velocity's arrow, None where there is none."""
        return self._arrows.placed("velocity")

    def _arrow_ends(self) -> list[float] | None:
        """Both ends (6) [m] of the velocity's arrow."""
        placed = self.velocity_arrow()
        return None if placed is None else [*placed[0].tolist(), *(placed[0] + placed[1]).tolist()]

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

    def set_focus(self, body: int, name: str = ""):
        """Makes a body the one that arrows, lines and camera belong to, from the next state on; `name` stands by it."""
        body = body if 0 <= body < len(self.crew) else 0
        measures = self.crew.measures(body)
        if body != self._focus:
            self._focus, self._is_anew = body, True
            self._arrows.belong_to(measures)
            self._left.body = body
        self._lines.belong_to(body, measures)
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
        self._arrows.set_bold(on)
        self.ink.set_bold(on)
        self._labels.is_bold = on

    def set_names(self, names):
        self._labels.further = dict(names)

    def set_labels(self, on: bool):
        self._labels.is_on = on

    def clear_trail(self):
        self.ink.trail.clear()
        self.ink.chalk.clear()
        self.ink.others.clear()

    def draw_way(self, way, is_anew: bool):
        """Draws trail and chalk line on along a way (run/trace.py), or anew with nothing but it.

        From then on they are drawn along ways only, and with them to where the body is shown. Where they are drawn
        anew, the camera is at once where it has to be.
        """
        self._is_anew = self._is_anew or is_anew
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
        """Draws paths of pins (picture/lines/pins.py) on the support where it is now."""
        self._pins = paths
        self.ink.pins.show(paths, self.support, self._support_pose)

    def show_tools(self, tools):
        """Draws rulers and protractors from the next frame on: a sequence of ShownTool."""
        self._tools = tools

    def show_marks(self, marks):
        """Draws the marks of a challenge (picture/lines/marks.py), which feel nothing and do not move."""
        self._marks = tuple(marks)
        self._to_reach = [[*map(float, mark.middle), float(mark.radius), 1.0] for mark in marks if mark.kind != "gap"]
        self._lay_marks(self._leaning())

    def _leaning(self) -> np.ndarray:
        """Height [m] and upright axis (4,) of each support that is drawn: what marks on it look at."""
        return np.array([[position[2], *axes[:, 2]] for _number, _triangles, position, axes in self.standing()])

    def _lay_marks(self, leaning):
        """Draws the marks on what is below them, as the supports stand now."""
        self._laid_on = leaning
        radii = [self.crew.measures(mark.body if mark.body < len(self.crew.bodies) else 0).size for mark in self._marks]
        self._mark_picture.show(self._marks, radii, [self._ground_below(mark, size) for mark, size in zip(
            self._marks, radii, strict=True)])

    def _ground_below(self, mark, size: float) -> tuple[np.ndarray, np.ndarray] | None:
        """The ground below a ring, or below a circle, as the supports stand now: its normal (3,), and the point (3,) on
        it that a body of this size in the ring touches, or that is straight below the middle of the circle; None for
        other marks, and where there is nothing that is level enough.
        """
        point = np.asarray(mark.points[0], dtype=float)
        if mark.kind == "ring":
            found = self._plane_below(point, TOUCHING*size)
            return found and (found[0], point - found[1]*found[0])
        if mark.kind != "zone":
            return None
        # from above: a plate that tilts rises there too
        lift = LEANS*self.support.size
        found = self._plane_below(point + lift*UP, 2.0*lift)
        if found is None or found[0][2] < STEEP:
            return None
        normal, away = found
        return normal, point + (lift - away/normal[2])*UP

    def _plane_below(self, point, far: float) -> tuple[np.ndarray, float] | None:
        """See lines/marks.py: of the first support that has one, as it stands now."""
        found = ((plane_below((point - position) @ axes, triangles, far), axes)
                 for _number, triangles, position, axes in self.standing())
        return next(((axes @ plane[0], plane[1]) for plane, axes in found if plane is not None), None)

    def show_band(self, rings):
        """Draws dashed circles (radius, height) [m] about the support's axis, in its frame."""
        self.ink.band.show([self.support.circle(radius, height) for radius, height in rings or ()])

    # ---- a frame --------------------------------------------------------------------------------------------------

    def show(self, snapshot):
        """Moves everything to its place in the snapshot."""
        self._snapshot = snapshot
        position, axes = self._support_pose = pose_of(snapshot.supports[0])
        place(self.support.table, position, axes)
        if self._marks:
            leaning = self._leaning()
            if leaning.shape != self._laid_on.shape or np.abs(leaning - self._laid_on).max() > STAYS:
                self._lay_marks(leaning)
        self._shadows = self.crew.show(snapshot)
        self._beside.show(snapshot)

        # camera, lines and arrows belong to the body in focus
        first, measures = snapshot.bodies[self._looked_at(snapshot)], self.crew.measures(self._focus)
        self._follow = [*measures.followed(first), measures.size]
        self._keep_in_sight(snapshot)
        if self.crew.has_several:
            name = "" if self._labels.names_body(self._focus) else self._name
            self._ring = self._mark.show(first.centre, measures.size, name)
        contact, normal = np.asarray(first.contact), np.asarray(first.normal)
        local = axes.T @ (contact - position)
        if self._focus not in snapshot.away:
            self._lines.reach(first, local, axes.T @ normal)
        if not first.is_aloft and first.support == 0:
            self._spread(self.crew.furthest(snapshot, position, axes, local))
        self.ink.others.show(snapshot.bodies)
        self.ink.arms.show(snapshot.links)
        self._arrows.show(first)
        self._tool_picture.show(self._tools, snapshot)
        self._labels.show(snapshot)

    def _looked_at(self, snapshot) -> int:
        """Returns the number of the body in focus; where that is not there now, of the first one that is."""
        if self._focus not in snapshot.away:
            return self._focus
        return next((k for k in range(len(snapshot.bodies)) if k not in snapshot.away), self._focus)

    def _keep_in_sight(self, snapshot):
        """Finds what a camera that nobody has moved has to hold: the body in focus, and others that have not left.

        Each by centre (3) and radius [m], that in focus first, which is seen from any side at least as large. So are
        the marks of a challenge, which have a fifth number.
        """
        looked_at, measures = self._looked_at(snapshot), self.crew.measures(self._focus)
        centre = np.asarray(snapshot.bodies[looked_at].centre)
        has_left = self._has_left(centre[None], np.array((measures.size,)))[0]
        self._fallen = [*centre.tolist(), measures.size] if has_left else None
        numbers, centres, sizes = self.crew.company(snapshot)
        others = (numbers != looked_at) & ~self._has_left(centres, sizes) & ~has_left
        centres, sizes = centres[others], sizes[others]
        held = held_together(centres)
        self._near = [[*centre.tolist(), measures.girth], *outermost(centres[held], sizes[held]), *self._to_reach]

    def _has_left(self, centres, sizes) -> np.ndarray:
        """Returns (n,) whether bodies, centres (n, 3) and radii (n,) [m], are below all supports or beside them."""
        if self.support.is_open_plane:
            return np.zeros(len(centres), dtype=bool)
        position, axes = self._support_pose
        points = np.vstack((self.support.outline @ axes.T + position, self._beside.outline + self._first_pose[0]))
        low, high = points.min(axis=0), points.max(axis=0)
        beside = np.abs(centres - 0.5*(low + high))[:, :2] > 0.5*(high - low)[:2] + sizes[:, None]
        return beside.any(axis=1) | (centres[:, 2] < low[2] - sizes)

    def _spread(self, local):
        """Draws a support without an end as far as a contact (3,) [m] in its frame, and what depends on it."""
        if not self.support.extend_to(local):
            return
        self._frame_picture(*self._first_pose)
        self._has_grown = True
        if self.support.is_open_plane:
            self._lamp.pos = transport.load().vector(*self._lamp_at())
        self.show_ghost(self._ghost)
        self.show_pins(self._pins)
