"""What can be put on a bench, one line for each part; and which numbers of words a person may change there.

A further part is a line of PARTS, and a line of FIELDS where its word has none yet: palette, ghost, property sheet and
their tests follow.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from typing import Any

import numpy as np

from sandbox.scene.built import kinds
from sandbox.scene.built.document import Computed, Part, Word
from sandbox.scene.supports.surface import Surface
from sandbox.text import N_


@dataclass(frozen=True)
class Field:
    """A number, or a switch, of a word that a person may change.

    argument   of the word;  place  in it where it is a tuple, else None
    title      what people call it
    unit       of it in SI;  low, high  bounds
    missing    what holds where it is not given, None: then there is nothing to be changed
    is_whole   whether only whole numbers are any;  is_text  whether it is a text, as a formula is
    choices    texts of which it is one, "" for none of them
    """

    argument: str
    title: str
    unit: str = ""
    low: float = 0.0
    high: float = 1.0
    place: int | None = None
    missing: float | None = None
    is_whole: bool = False
    is_text: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """A part of the palette.

    name     what it is called, in English; further ones get a number
    about    what it is, in a sentence
    family   one of kinds.ALL
    value    its word: of a body what is placed, of a support its surface
    motion   of a support, None: at rest
    turn     axis and angle [rad] by which a support is turned from level
    start    of a body: what its start has beside a place, in order
    joint    of a support: the hinge that it hangs on, without its name and its point, which are those of the support
    """

    name: str
    about: str
    family: str
    value: Word
    motion: Word | None = None
    turn: tuple[tuple[float, float, float], float] = ((0.0, 1.0, 0.0), 0.0)
    start: tuple[tuple[str, Any], ...] = (("velocity", (0.0, 0.0)),)
    joint: Word | None = None


def word(__name: str, **arguments) -> Word:
    """Returns a word with these arguments."""
    return Word(__name, tuple(arguments.items()))


def of(value: Word, material: str) -> Word:
    """Returns what is of a material."""
    return Word(".of", (("name", material),), value)


# how things touch that nobody has chosen anything for
LAW = word("Contact", friction=word("Coulomb", mu=0.3), restitution=0.5)
BODY, SUPPORT, JOINT = kinds.BODY, kinds.SUPPORT, kinds.JOINT
# points of an outline along its meridian, and around its axis
MERIDIAN, AROUND = 12, 36

OF_BOARDS = "Slab", "Board"
# bodies with flat faces; a mesh is a smooth fit unless that is said otherwise
FLAT = "Die", "Domino", "Box", "Prism", "Hull"
STANDS = cos(radians(30.0))      # [1] of its length goes upwards: a wall, no ramp
# a quaternion that turns a coin onto its edge, its axis along y
UPRIGHT = (0.7071067811865476, 0.7071067811865476, 0.0, 0.0)
# corners of a stone that lies on a triangle of its faces [m]
STONE = ((-0.02, -0.014, -0.011), (0.021, -0.012, -0.011), (0.002, 0.018, -0.011), (-0.016, 0.006, 0.009),
         (0.013, 0.009, 0.011), (0.006, -0.013, 0.008))

PARTS = (
    Item(N_("steel ball"), N_("a solid steel ball, 24 mm across"), BODY, of(word("Ball", radius=0.012), "steel")),
    Item(N_("marble"), N_("a glass ball, 16 mm across"), BODY, of(word("Ball", radius=0.008), "glass")),
    Item(N_("billiard ball"), N_("a ball of resin, 57.2 mm across"), BODY, of(word("Ball", radius=0.0286), "resin")),
    Item(N_("ping-pong ball"), N_("a hollow ball, 40 mm across, 2.7 g"), BODY,
         word("Ball", radius=0.02, shell=True, mass=0.0027)),
    Item(N_("hollow ball"), N_("a hollow ball of steel, 40 mm across, 50 g"), BODY,
         of(word("Ball", radius=0.02, shell=True, mass=0.05), "steel")),
    Item(N_("rubber ball"), N_("a solid rubber ball, 50 mm across"), BODY, of(word("Ball", radius=0.025), "rubber")),
    Item(N_("rolling coin"), N_("a brass coin, 30 mm across, that rolls on its edge at 0.3 m/s"), BODY,
         of(word("Disk", radius=0.015, mass=0.015, thickness=0.0025, rounding=0.00125), "brass"),
         start=(("velocity", (0.3, 0.0)), ("orientation", UPRIGHT))),
    Item(N_("rolling disc"), N_("a wooden disc with a round rim, 60 mm across, that rolls at 0.3 m/s"), BODY,
         of(word("Disk", radius=0.03, mass=0.025, thickness=0.012, rounding=0.006), "wood"),
         start=(("velocity", (0.3, 0.0)), ("orientation", UPRIGHT))),
    Item(N_("egg"), N_("an ellipsoid of porcelain, 50 mm long, on its side"), BODY,
         of(word("Ellipsoid", a=0.025, b=0.018, c=0.018, mass=0.08), "porcelain")),
    Item(N_("puck"), N_("a flat cylinder, 50 mm across, that slides on its face"), BODY,
         of(word("Puck", radius=0.025, height=0.015, mass=0.08), "slate")),
    Item(N_("die"), N_("a die with round edges, 16 mm, that lies on its faces"), BODY,
         word("Die", side=0.016, density=1180.0)),
    Item(N_("domino"), N_("a domino, 48 mm high, that stands on its short face"), BODY,
         word("Domino", density=700.0)),
    Item(N_("box"), N_("an oak box with round edges, 60 x 40 x 30 mm"), BODY,
         of(word("Box", x=0.06, y=0.04, z=0.03, rounding=0.002, density=700.0), "oak")),
    Item(N_("prism"), N_("a wooden prism with six sides, 40 mm high, that stands on its end"), BODY,
         of(word("Prism", n=6, radius=0.02, height=0.04, rounding=0.001, density=700.0), "wood")),
    Item(N_("stone"), N_("a stone with flat faces: the hull of six corners"), BODY,
         of(word("Hull", points=STONE, rounding=0.002, density=2600.0), "slate")),
    Item(N_("round plate"), N_("a round plate with a round edge, 0.4 m across"), SUPPORT,
         of(word("RoundSlab", radius=0.2, thickness=0.012), "oak")),
    Item(N_("turning plate"), N_("a round plate that turns at a steady rate"), SUPPORT,
         of(word("RoundSlab", radius=0.15, thickness=0.012), "brass"), motion=word("Spin", axis="z", rate=2.0)),
    Item(N_("board"), N_("a level board with round edges, 0.3 m long"), SUPPORT,
         of(word("Slab", length=0.3, width=0.1, thickness=0.012), "oak")),
    Item(N_("board with a hole"), N_("a level board, 0.3 m long, with a hole of 60 mm in its middle"), SUPPORT,
         of(word("Slab", length=0.3, width=0.2, thickness=0.012, holes=((0.0, 0.0, 0.03),)), "oak")),
    Item(N_("ramp"), N_("a sloping board, 0.3 m long, 15 degrees"), SUPPORT,
         of(word("Slab", length=0.3, width=0.1, thickness=0.012), "wood"), turn=((0.0, 1.0, 0.0), radians(15.0))),
    Item(N_("wall"), N_("an upright board, 0.2 m long, 0.1 m high"), SUPPORT,
         of(word("Slab", length=0.1, width=0.2, thickness=0.012), "oak"), turn=((0.0, 1.0, 0.0), 0.5*pi)),
    Item(N_("block"), N_("a block of oak, 0.2 x 0.1 x 0.06 m: a step, a table or a wall, also for what has flat faces"),
         SUPPORT, of(word("Block", x=0.2, y=0.1, z=0.06, rounding=0.002), "oak")),
    Item(N_("free plate"), N_("a round plate that turns freely on an upright bearing"), SUPPORT,
         of(word("RoundSlab", radius=0.15, thickness=0.012), "brass"),
         joint=word("Hinge", inertia=0.02, friction=0.0005)),
    Item(N_("motor plate"), N_("a round plate that a motor turns, on an upright bearing"), SUPPORT,
         of(word("RoundSlab", radius=0.15, thickness=0.012), "brass"),
         joint=word("Hinge", inertia=0.02, friction=0.0005, motor=word("Motor", torque=0.02, rate=4.0))),
    Item(N_("seesaw"), N_("a board that tips on a level bearing through its middle"), SUPPORT,
         of(word("Slab", length=0.4, width=0.1, thickness=0.012), "wood"),
         joint=word("Hinge", inertia=0.005, axis="y", friction=0.002)),
    Item(N_("bowl"), N_("the inside of a sphere, 0.3 m across, up to its rim"), SUPPORT,
         of(word("Sphere", radius=0.15, inside=True, rim=0.13), "copper")),
    Item(N_("dish"), N_("a shallow paraboloid, 0.3 m across"), SUPPORT,
         of(word("Paraboloid", p=0.3, rim=0.15), "enamel")),
    Item(N_("gutter"), N_("a gutter in a circle, 0.3 m across: the lower half of a torus"), SUPPORT,
         of(word("Torus", ring=0.12, tube=0.03, cut=True), "tin")),
    Item(N_("funnel"), N_("the inside of a cone, 0.3 m across"), SUPPORT,
         of(word("Cone", slope=radians(25.0), rim=0.15), "tin")),
    Item(N_("saddle"), N_("a surface of a typed formula, 0.3 m across, that turns at a steady rate"), SUPPORT,
         of(word("GraphSurface", formula="c*(x^2 - y^2)/2", rim=0.15, c=2.0), "brass"),
         motion=word("Spin", axis="z", rate=2.0)),
    Item(N_("globe"), N_("the outside of a sphere, 0.2 m across"), SUPPORT,
         of(word("Sphere", radius=0.1, inside=False), "marble")),
)
# what joins parts that are there: chosen in the palette, then two clicks
TOOLS = (
    Item(N_("arm"), N_("a rigid arm from a ball to another one, or to a point of a support about which it swings"),
         JOINT, word("BallJoint")),
    Item(N_("hinge"), N_("lets a support turn freely about the line through two points of it; twice the same: upright"),
         JOINT, word("Hinge")),
    Item(N_("spring"), N_("a spring from a body to another one, or to a point of a support: without force as it is"),
         JOINT, word("Spring", stiffness=40.0)),
    Item(N_("string"), N_("a string from a body to another one, or to a point of a support; it never pushes"),
         JOINT, word("String")),
)

# what measures and feels nothing
MARKS = (
    Item(N_("ring"), N_("a ring in space, which a ball comes through, or not"), kinds.MARK,
         word("Ring", radius=0.02)),
    Item(N_("circle"), N_("a circle on the ground, in which a body is, stays or comes to rest"), kinds.MARK,
         word("Zone", radius=0.03)),
    Item(N_("gate"), N_("two posts, between which a body goes through"), kinds.MARK, word("Gate", width=0.06)),
    Item(N_("flag"), N_("a flag on the ground, which a body comes near to"), kinds.MARK, word("Flag", radius=0.03)),
    Item(N_("timer"), N_("two posts and a line, which tells when a body crosses it"), kinds.MARK,
         word("Timer", width=0.06)),
)

_LEAST, _MOST, _FAR = 0.005, 5.0, 10.0      # [m] of sizes, and of places
DENSITY = Field("density", N_("density"), "kg/m^3", 10.0, 25000.0)
ROUNDING = Field("rounding", N_("radius of its edges"), "m", 0.0, 0.1)
_MIDDLE = tuple(Field("middle", name, "m", -_FAR, _FAR, place) for place, name in enumerate("xyz"))
_ROUND = (*_MIDDLE, Field("radius", N_("radius"), "m", 0.0005, _MOST))
_LINE = (*_MIDDLE, Field("width", N_("width"), "m", 0.001, _MOST),
         Field("angle", N_("turned by"), "rad", -pi, pi, missing=0.0))
# what materials are called: a marble and a stone are bodies, too
MATERIAL_NAMES = {
    "steel": N_("steel"), "brass": N_("brass"), "copper": N_("copper"), "aluminium": N_("aluminium"),
    "enamel": N_("enamel"), "tin": N_("tin"), "wood": N_("wood"), "oak": N_("oak"), "felt": N_("felt"),
    "ice": N_("ice"), "slate": N_("slate"), "stone": N_("rock"), "marble": N_("white marble"), "glass": N_("glass"),
    "resin": N_("resin"), "rubber": N_("rubber"), "vinyl": N_("vinyl"), "porcelain": N_("porcelain"),
    "paper": N_("paper"), "turf": N_("turf")}
FIELDS: dict[str, tuple[Field, ...]] = {
    ".of": (Field("name", N_("material"), choices=tuple(MATERIAL_NAMES)),),
    "Ring": _ROUND, "Zone": _ROUND, "Flag": _ROUND, "Gate": _LINE, "Timer": _LINE,
    "Ball": (Field("radius", N_("radius"), "m", _LEAST, 0.5), DENSITY,
             Field("mass", N_("mass"), "kg", 1e-5, 1000.0), Field("shell", N_("hollow"))),
    "Disk": (Field("radius", N_("radius"), "m", _LEAST, 0.5),
             Field("mass", N_("mass"), "kg", 1e-5, 1000.0)),
    "Ellipsoid": (Field("a", N_("half length"), "m", _LEAST, 0.5), Field("b", N_("half width"), "m", _LEAST, 0.5),
                  Field("c", N_("half height"), "m", _LEAST, 0.5), Field("mass", N_("mass"), "kg", 1e-5, 1000.0)),
    "Puck": (Field("radius", N_("radius"), "m", _LEAST, 0.5), Field("height", N_("thickness"), "m", 0.002, 0.5),
             Field("mass", N_("mass"), "kg", 1e-5, 1000.0)),
    "Die": (Field("side", N_("side"), "m", _LEAST, 0.5), DENSITY),
    "Domino": (Field("height", N_("height"), "m", _LEAST, 0.5, missing=0.048),
               Field("width", N_("width"), "m", _LEAST, 0.5, missing=0.024),
               Field("thickness", N_("thickness"), "m", 0.002, 0.5, missing=0.0075), ROUNDING, DENSITY),
    "Box": (Field("x", N_("length"), "m", _LEAST, 1.0), Field("y", N_("width"), "m", _LEAST, 1.0),
            Field("z", N_("height"), "m", _LEAST, 1.0), ROUNDING, DENSITY),
    "Prism": (Field("n", N_("number of sides"), "", 3, 32, is_whole=True),
              Field("radius", N_("radius"), "m", _LEAST, 0.5), Field("height", N_("height"), "m", _LEAST, 1.0),
              ROUNDING, DENSITY),
    "Hull": (ROUNDING, DENSITY),
    "body_from_mesh": (DENSITY,),
    "RoundSlab": (Field("radius", N_("radius"), "m", 0.02, _MOST),
                  Field("thickness", N_("thickness"), "m", 0.004, 0.5)),
    "Slab": (Field("length", N_("length"), "m", 0.01, _MOST), Field("width", N_("width"), "m", 0.01, _MOST),
             Field("thickness", N_("thickness"), "m", 0.004, 0.5)),
    "Block": (Field("x", N_("length"), "m", 0.01, _MOST), Field("y", N_("width"), "m", 0.01, _MOST),
              Field("z", N_("height"), "m", 0.004, _MOST), ROUNDING),
    "Board": (Field("length", N_("length"), "m", 0.01, _MOST), Field("width", N_("width"), "m", 0.01, _MOST)),
    "Plane": (Field("rim", N_("radius"), "m", 0.02, _MOST),),
    "Sphere": (Field("radius", N_("radius"), "m", 0.02, _MOST),
               Field("rim", N_("radius of the rim"), "m", 0.02, _MOST)),
    "Cone": (Field("slope", N_("slope"), "rad", radians(1.0), radians(85.0)),
             Field("rim", N_("radius"), "m", 0.02, _MOST)),
    "Paraboloid": (Field("p", N_("radius of curvature"), "m", 0.02, _MOST),
                   Field("rim", N_("radius"), "m", 0.02, _MOST)),
    "Torus": (Field("ring", N_("radius of the ring"), "m", 0.02, _MOST),
              Field("tube", N_("radius of the tube"), "m", 0.01, _MOST)),
    "GraphSurface": (Field("formula", N_("surface z(x, y)"), is_text=True),
                     Field("rim", N_("radius"), "m", 0.02, _MOST), Field("c", N_("constant c"), "", -1000.0, 1000.0)),
    "Spin": (Field("rate", N_("rate"), "rad/s", -20.0, 20.0),),
    ".placed": (Field("origin", "x", "m", -_FAR, _FAR, 0), Field("origin", "y", "m", -_FAR, _FAR, 1),
                Field("origin", "z", "m", -_FAR, _FAR, 2), Field("angle", N_("turned by"), "rad", -pi, pi)),
    "Start": (Field("at", "x", "m", -_FAR, _FAR, 0), Field("at", "y", "m", -_FAR, _FAR, 1),
              Field("at", "z", "m", -_FAR, _FAR, 2),
              Field("velocity", N_("velocity along x"), "m/s", -10.0, 10.0, 0),
              Field("velocity", N_("velocity along y"), "m/s", -10.0, 10.0, 1),
              Field("height", N_("height above it"), "m", 0.0, _FAR, missing=0.0)),
    "Hinge": (Field("inertia", N_("moment of inertia"), "kg m^2", 1e-6, 100.0),
              Field("friction", N_("friction of the bearing"), "N m s", 0.0, 100.0),
              Field("rate", N_("rate"), "rad/s", -20.0, 20.0, missing=0.0),
              Field("angle", N_("turned by"), "rad", -pi, pi, missing=0.0),
              Field("mass", N_("mass"), "kg", 0.0, 1000.0)),
    "Spring": (Field("stiffness", N_("stiffness"), "N/m", 0.1, 1e5),
               Field("damping", N_("damping"), "N s/m", 0.0, 100.0, missing=0.0),
               Field("length", N_("length"), "m", _LEAST, _FAR)),
    "String": (Field("length", N_("length"), "m", _LEAST, _FAR),),
    "Motor": (Field("torque", N_("torque"), "N m", -10.0, 10.0),
              Field("rate", N_("rate without load"), "rad/s", -100.0, 100.0)),
    "Coulomb": (Field("mu", N_("friction coefficient"), "", 0.001, 2.0),),
    "Contact": (Field("restitution", N_("restitution"), "", 0.0, 1.0, missing=0.0),),
}

# along which of its own axes a size of a word is seen, and how much of it is from the middle to there
SIZES: dict[str, tuple[tuple[str, int, float], ...]] = {
    **dict.fromkeys(("Ball", "Disk"), (("radius", 0, 1.0),)),
    "Ellipsoid": (("a", 0, 1.0), ("b", 1, 1.0), ("c", 2, 1.0)),
    **dict.fromkeys(("Puck", "Prism"), (("radius", 0, 1.0), ("height", 2, 0.5))),
    "Die": (("side", 0, 0.5),), "Domino": (("thickness", 0, 0.5), ("width", 1, 0.5), ("height", 2, 0.5)),
    **dict.fromkeys(("Box", "Block"), (("x", 0, 0.5), ("y", 1, 0.5), ("z", 2, 0.5))),
    "RoundSlab": (("radius", 0, 1.0),), **dict.fromkeys(("Slab", "Board"), (("length", 0, 0.5), ("width", 1, 0.5))),
    "Plane": (("rim", 0, 1.0),), "Sphere": (("rim", 0, 1.0), ("radius", 0, 1.0)), "Cone": (("rim", 0, 1.0),),
    "Paraboloid": (("rim", 0, 1.0),), "Torus": (("ring", 0, 1.0),)}


@dataclass(frozen=True)
class Number:
    """A number, a switch, a formula or a material of a part.

    field   of it;  path  to it within the part's value;  value  that stands there;  part  name of the part
    """

    field: Field
    path: tuple
    value: Any
    part: str = ""


def numbers_of(part: Part) -> tuple[Number, ...]:
    """Returns the numbers and switches of a part that a person may change, those of what it is first."""
    return tuple(replace(number, part=part.name) for number in _numbers(part.value, (), ""))


def _numbers(value: Any, path: tuple, upright: str) -> Iterator[Number]:
    """Numbers of a value at a path; `upright` is the argument of a board that is its height, since it stands on edge.
    """
    if isinstance(value, tuple):
        for i, inner in enumerate(value):
            yield from _numbers(inner, (*path, i), upright)
    if not isinstance(value, Word):
        return
    yield from _numbers(value.of, (*path, "of"), _upright(value) if value.name == ".placed" else upright)
    for field in FIELDS.get(value.name, ()):
        if field.argument == upright and value.name in OF_BOARDS:
            field = replace(field, title=N_("height"))
        found, way = value.get(field.argument), (*path, field.argument)
        if field.place is not None:
            if not isinstance(found, tuple) or field.place >= len(found):
                continue
            found, way = found[field.place], (*way, field.place)
        found = field.missing if found is None else found
        if value.name == "Spin" and field.argument == "rate" and isinstance(found, str):
            # a motor whose rate is a live parameter has its name there
            found = Computed(f"p.{found}")
        is_text = isinstance(found, str) and (field.is_text or found in field.choices)
        if isinstance(found, bool | int | float | Computed) or is_text:
            yield Number(field, way, found)
    for name, inner in value.arguments:
        if isinstance(inner, Word):
            yield from _numbers(inner, (*path, name), upright)


def _upright(placed: Word) -> str:
    """Which argument of a board that is placed goes upwards, "" where it lies, or leans."""
    axis, angle = placed.get("axis", (1.0, 0.0, 0.0)), placed.get("angle")
    if not isinstance(angle, int | float) or not (isinstance(axis, tuple) and all(
            isinstance(one, int | float) for one in axis) and any(axis)):
        return ""
    along, across = turned(axis, angle)[2, :2]
    return "length" if abs(along) > STANDS else "width" if abs(across) > STANDS else ""


# ---- how large they are ---------------------------------------------------------------------------------------------

def points_of(surface: Surface) -> np.ndarray:
    """Returns points (n, 3) on the outermost parts of a surface, laboratory at t = 0 of one at rest [m]."""
    sides = surface.sides if surface.box is None else surface.box
    if surface.graph is not None:
        points = _of_graph(surface)
    elif sides is not None:
        a, b, c = (*sides, 0.0)[:3]
        points = np.array([(x, y, z) for x in (-a, a) for y in (-b, b) for z in (-c, c)])
    else:
        meridian = surface.meridian(MERIDIAN)
        far = surface.rim or 1.0
        r, z = np.asarray(((0.0, 0.0), (far, 0.0)) if meridian is None else meridian, dtype=float).T
        around = np.linspace(0.0, 2.0*pi, AROUND, endpoint=False)[:, None]
        points = np.stack((r*np.cos(around), r*np.sin(around), z + 0.0*around), axis=-1).reshape(-1, 3)
    return points @ turned(surface.tilt_axis, surface.tilt).T + surface.origin


def _of_graph(surface: Surface) -> np.ndarray:
    """Points (n, 3) of a typed surface in its own axes, from its middle to where it ends [m]."""
    if surface.sides is not None:
        a, b = surface.sides[:2]
        x, y = (one.ravel() for one in np.meshgrid(np.linspace(-a, a, MERIDIAN), np.linspace(-b, b, MERIDIAN)))
    else:
        r, around = np.meshgrid(np.linspace(0.0, surface.rim or 1.0, MERIDIAN),
                                np.linspace(0.0, 2.0*pi, AROUND, endpoint=False))
        x, y = (r*np.cos(around)).ravel(), (r*np.sin(around)).ravel()
    return np.stack((x, y, surface.graph.heights(x, y)), axis=1)


def turned(axis, angle: float) -> np.ndarray:
    """Returns the rotation (3, 3) by an angle [rad] about an axis (3,)."""
    e = np.asarray(axis, dtype=float)/np.linalg.norm(axis)
    K = np.array(((0.0, -e[2], e[1]), (e[2], 0.0, -e[0]), (-e[1], e[0], 0.0)))
    return np.eye(3) + sin(angle)*K + (1.0 - cos(angle))*K @ K
