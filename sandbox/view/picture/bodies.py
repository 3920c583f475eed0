"""Pictures of bodies: beach balls, and any convex body by its support function or its own mesh."""

import logging
from dataclasses import replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.drawn.shapes import PLATE
from sandbox.view.camera import ELEVATION
from sandbox.view.materials import LACQUER, Coat, coat_of
from sandbox.view.palette import ACCENT, BALL, BALL_LIGHT, BODIES, INK, STEEL
from sandbox.view.pick.picker import Solid
from sandbox.view.pick.rays import triangles_of
from sandbox.view.picture.mesh import Mesh, add_sheet, place, rotation_matrix

STRIPES = 6
GLOSS = 0.5
SIDES = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if x or y or z], dtype=float)
SHADOW = 22          # numbers of a shadow
BALL_SHAPE, NO_SHAPE = [0.0]*5, [-1.0, 0.0, 0.0, 0.0, 0.0]
NO_SHADOW = 1e-3     # radius of the shadow of what has none, in radii
ROUND = 0.01         # a body whose half lengths differ by less, and that fills its ball, is one
FILLED = 1.5         # a body of edges and boards takes as much light as one with so many times its volume
HOP = 6.0            # height of flights above which a camera that follows goes up, in radii of the body
FORESHORTENED = float(np.sin(ELEVATION))     # of a length along the floor that is seen when it points at the eye
SHARP = 0.77         # cosine of the angle at which two faces make an edge

log = logging.getLogger(__name__)


def ball(radius: float, slices: int = 24, coat: Coat = LACQUER):
    """Returns a ball like a beach ball: stripes along meridians and a cap at either pole, so that every turn shows."""
    stacks = 2*(slices*7//24)
    a = np.linspace(0.0, np.pi, stacks + 1)[:, None]
    b = np.linspace(0.0, 2*np.pi, slices + 1)
    # poles on the y axis, so that the ball starts with its stripes in view
    points = np.stack((np.sin(a)*np.cos(b), np.cos(a) + 0*b, -np.sin(a)*np.sin(b)), axis=-1)
    striped = (np.arange(slices)*STRIPES//slices) % 2 == 1
    colours = np.tile(np.where(striped[:, None], coat.tone, coat.pale), (stacks, 1, 1))
    cap = max(1, round(stacks/7))
    colours[:cap], colours[-cap:] = coat.cap, coat.tone
    mesh = Mesh(coat.gloss)
    add_sheet(mesh, radius*points, points, colours)
    return mesh.compound()


def readable(body):
    """Returns the body; drawn without its model if the file of that is missing or damaged, which the log tells."""
    if body.drawn is None:
        return body
    try:
        body.drawn(1)
    except BadValue as error:
        log.warning("%s", error)
        return replace(body, drawn=getattr(body.drawn, "otherwise", None))
    return body


def shape_of(body, n: int):
    """Returns vertices (m, 3) [m] and quads (k, 4) of a body, about its origin (its mass centre if it has an h(nu))."""
    if body.drawn is not None:
        vertices, quads = body.drawn(n)[:2]
        return np.asarray(vertices, dtype=float), np.asarray(quads, dtype=int)
    a = np.linspace(1e-3, np.pi - 1e-3, n//2 + 1)[:, None]
    b = np.linspace(0.0, 2*np.pi, n, endpoint=False)
    directions = np.stack((np.sin(a)*np.cos(b), np.sin(a)*np.sin(b), np.cos(a) + 0*b), axis=-1).reshape(-1, 3)

    # the point touched by the plane with the normal nu is grad h(nu)
    step, grad = 1e-5, np.zeros_like(directions)
    for k, nu in enumerate(directions.tolist()):
        for i in range(3):
            high, low = list(nu), list(nu)
            high[i] += step
            low[i] -= step
            grad[k, i] = (body.h(*high, *body.parameters) - body.h(*low, *body.parameters))/(2*step)
    # a disk without thickness is drawn with one that hides what it lies on
    half = 0.5*np.ptp(grad, axis=0)
    thin = np.eye(3)[half.argmin()]
    missing = PLATE*half.max() - half.min()
    if missing > 0.0:
        grad += missing*np.outer(np.sign(directions @ thin), thin)
    caps = np.stack([grad[:n].mean(axis=0), grad[-n:].mean(axis=0)])
    rows, m = n//2 + 1, len(grad)
    i, k = np.meshgrid(np.arange(rows - 1), np.arange(n), indexing="ij")
    j = (k + 1) % n
    quads = np.stack((i*n + k, (i + 1)*n + k, (i + 1)*n + j, i*n + j), axis=-1).reshape(-1, 4)
    # both ends, flat or round, are closed by pieces with a common tip
    k, j = np.arange(n), (np.arange(n) + 1) % n
    top = np.stack((np.full(n, m), k, j, np.full(n, m)), axis=1)
    bottom = np.stack((np.full(n, m + 1), (rows - 1)*n + j, (rows - 1)*n + k, np.full(n, m + 1)), axis=1)
    return np.vstack((grad, caps)) - np.asarray(body.mass_centre), np.vstack((quads, top, bottom))


def solid(vertices, quads, paints=None, tone=BALL, gloss=GLOSS, pale=BALL_LIGHT):
    """Returns a body of quads, in two tones by octant so that every rotation is visible, or painted.

    paints   (k,) as shapes.py numbers them, or (k, 3) colours, 0..1
    """
    corners = vertices[quads]
    area = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    # a triangle is a quad whose last corner repeats the first
    thin = np.linalg.norm(area, axis=1) < 1e-14*max(1e-30, np.abs(vertices).max()**2)
    area[thin] = np.cross(corners[thin, 1] - corners[thin, 0], corners[thin, 2] - corners[thin, 0])
    size = np.linalg.norm(area, axis=1)
    real = size > 1e-9*size.max()
    quads, corners, area, flat = quads[real], corners[real], area[real], (area[real].T/size[real]).T

    # smooth where the neighbours agree, sharp elsewhere
    node = np.zeros_like(vertices)
    is_triangle = quads[:, 3] == quads[:, 0]
    for j in range(4):
        given = ~is_triangle if j == 3 else slice(None)
        np.add.at(node, quads[given, j], area[given])
    node /= np.maximum(np.linalg.norm(node, axis=1, keepdims=True), 1e-300)
    normals = node[quads]
    sharp = (normals*flat[:, None]).sum(axis=2) < SHARP
    normals[sharp] = np.broadcast_to(flat[:, None], normals.shape)[sharp]
    x, y, z = (corners.mean(axis=1) >= 0).T
    colours = np.where((x ^ y ^ z)[:, None], tone, pale)
    if paints is not None:
        paints = np.asarray(paints)[real]
    if paints is not None and paints.ndim == 2:
        colours = paints
    elif paints is not None:
        painted = np.array((tone, tone, pale, STEEL, ACCENT, INK))[paints]
        colours = np.where((paints > 0)[:, None], painted, colours)
    mesh = Mesh(gloss)
    mesh.add(corners, normals, colours)
    return mesh.compound()


class BodyPicture:
    """The picture of one body. Its shadow has its shape; it darkens what is near as the ellipsoid around it would.

    size          radius of that ball [m];  outline  (n, 3) outermost points of its surface, in its own frame [m]
    height        about how far it stands out of the support [m];  girth  half of what is seen of it from any side [m]
    width         mean of half its length and half of what it is across that [m]: of a rod far less than the first
    clear, lift   how far beside the mass centre and how far above the support arrows begin [m]
    grip          how far beside the contact the arrow of its force begins [m]
    skin          the outline if arrows begin there; None for a ball and for a body that stands on the support
    rests         whether it moves on the support
    solid         its shape as it is drawn, for what is under the mouse
    """

    def __init__(self, body, slices: int = 24):
        self.rests = getattr(body, "traces", "plane") == "plane"
        self._shadow = BALL_SHAPE                # of what is no ball: see show
        self._middle = np.zeros(3)               # of what is drawn, from the mass centre
        coat = coat_of(body)
        if hasattr(body, "radius"):
            self.size = self.clear = float(body.radius)
            self.height, self.girth, self.width = 2*self.size, self.size, self.size
            self.lift, self.grip, self.skin = 0.0, 0.75*self.size, None
            self.compound = ball(self.size, slices, coat)
            self.solid = Solid(radius=self.size)
            self.outline = self.size*np.vstack((np.eye(3), -np.eye(3)))
            return
        body = readable(body)
        vertices, quads = shape_of(body, slices + 8)
        self.outline = vertices[(vertices @ SIDES.T).argmax(axis=0)]
        self.solid = Solid(triangles=triangles_of(vertices[quads]))
        self._middle = 0.5*(vertices.max(axis=0) + vertices.min(axis=0))
        half = 0.5*np.ptp(vertices, axis=0)
        self.size = float(np.linalg.norm(vertices - self._middle, axis=1).max())
        self.height = self.size
        half = np.maximum(half, PLATE*half.max())
        self.girth = max(float(np.sort(half)[1]), FORESHORTENED*self.size)
        self.width = float(np.sqrt(np.sort(half)[1]*self.size))
        painted = body.drawn(slices + 8)[2:] if body.drawn is not None else ()
        tone = BODIES[getattr(body, "tone", 0) % len(BODIES)] if coat is LACQUER else coat.tone
        self.compound = solid(vertices, quads, *painted, tone=tone, pale=coat.pale,
                              gloss=0.0 if getattr(body, "dull", False) else coat.gloss)
        # what stands on the plane, its mass centre drawn there, has arrows above it and close to its blade
        stands = hasattr(body, "traces") and vertices[:, 2].min() > -1e-9
        self.clear, self.lift = (0.15*self.size, float(vertices[:, 2].max())) if stands else (self.size, 0.0)
        self.grip = (0.1 if hasattr(body, "traces") else 0.75)*self.size
        self.skin = None if stands else self.outline
        self._shadow = NO_SHAPE                  # a stand is part of the scenery
        share = volume_of(vertices, quads)/(4/3*np.pi*float(half.prod()))
        if getattr(body, "traces", "") == "nothing":
            pass
        elif float(np.ptp(half)) < ROUND*float(half.max()) and 1.0 - 10*ROUND < share < 1.0:
            self._shadow = BALL_SHAPE
        else:
            fill = min(1.0, FILLED*share)
            self._shadow = [float(self.compound.idx), fill, *half.tolist()]

    @property
    def is_scenery(self) -> bool:
        """Whether it stands there, and does not move on anything."""
        return self._shadow is NO_SHAPE

    def lowest(self, centre, turn, normal, is_aloft, contact) -> np.ndarray:
        """Returns the point (n, 3) of the body nearest to the support at n instants [m]: in flight its lowest one.

        centre, normal, contact   (n, 3);  turn  (n, 4) body -> laboratory;  is_aloft  (n,)
        """
        if self.solid.radius is not None:
            return lowest_of_ball(self.solid.radius, centre, normal, is_aloft, contact)
        points = np.array(contact, dtype=float)
        for k in np.flatnonzero(is_aloft):
            axes = rotation_matrix(turn[k])
            points[k] = centre[k] + axes @ self.solid.points[(self.solid.points @ (axes.T @ normal[k])).argmin()]
        return points

    def followed(self, state) -> list[float]:
        """Returns the point (3,) that a camera follows [m]: its middle, but low flights are seen as such."""
        return followed(self, state, rotation_matrix(state.quaternion) @ self._middle)

    def show(self, state) -> list[float]:
        """Moves it to a BodyState; returns its shadow."""
        axes = rotation_matrix(state.quaternion)
        place(self.compound, state.centre, axes)
        self.solid.place(state.centre, axes)
        height = float((np.asarray(state.centre) - np.asarray(state.contact)) @ np.asarray(state.normal))
        return self.shadow(np.asarray(state.centre), axes, height)

    def shadow(self, centre, axes, height: float = 0.0) -> list[float]:
        """Returns its shadow at a place and a height above the support [m], for the page: middle (3), radius [m];

        number of its compound, how much of it is filled, half lengths (3) [m], all 0 for a ball and -1 for what casts
        none; axes (9, row by row), mass centre (3) [m], the height.
        """
        middle = (centre + axes @ self._middle).tolist()
        casts = self._shadow is not NO_SHAPE
        return [*middle, self.size*(1.0 if casts else NO_SHADOW), *self._shadow, *axes.ravel().tolist(),
                *centre.tolist(), max(height, 0.0)]


def lowest_of_ball(radius: float, centre, normal, is_aloft, contact) -> np.ndarray:
    """Returns the point (n, 3) of a ball nearest to the support at n instants [m], see BodyPicture.lowest."""
    return np.where(np.asarray(is_aloft)[:, None], np.asarray(centre) - radius*np.asarray(normal), contact)


def followed(measures, state, middle=0.0) -> list[float]:
    """Returns the point (3,) [m] that a camera follows, see BodyPicture.followed.

    measures   what has the `size` and the `lowest` of a body;  middle  of what is drawn, from the mass centre (3,) [m]
    """
    centre, normal = np.asarray(state.centre, dtype=float), np.asarray(state.normal, dtype=float)
    if not state.is_aloft:
        return (centre + middle).tolist()
    low = measures.lowest(centre[None], np.asarray(state.quaternion)[None], normal[None], np.array([True]),
                          np.asarray(state.contact)[None])[0]
    height = float((low - np.asarray(state.contact)) @ normal)
    return (centre + middle - min(max(height, 0.0), HOP*measures.size)*normal).tolist()


def volume_of(vertices, quads) -> float:
    """Returns the volume of a closed body of quads [m^3]; of one made of several their sum."""
    a, b, c, d = (vertices[quads[:, k]] for k in range(4))
    return abs(float((a*(np.cross(b, c) + np.cross(c, d))).sum())/6.0)
