"""Words for a system of coordinates with constraint rows A(q, t) v = b(q, t); what realises a row is in realisation.py.

All functions of an author are plain Python, written with arithmetic, `math` or numpy; they are called once, with
symbols, and become compiled code together with every derivative that the equations need. They get

    t    time [s]
    q    coordinates: numbers, and for a Rotation the rotation matrix body -> space (3, 3)
    v    velocities: rates of the numbers, and for a Rotation the angular velocity (3,) in body axes [rad/s]
    p    the scene's parameters and the system's by name; a signal is its value, with .rate and .acceleration;
         `turn` is the angle of the support, `axis_point` the point of its axis and `gravity` in the support's rest axes
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from sandbox.errors import BadValue
from sandbox.scene.beyond import Beyond
from sandbox.scene.drawn.shapes import Look
from sandbox.scene.motions import Motion, Signal, Still
from sandbox.scene.realisation import Breakable, Ideal, Penalty, Unilateral, Viscous, With
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.surface import Edge, Surface
from sandbox.scene.supports.surfaces import Plane
from sandbox.text import _

Realisation = Ideal | Viscous | Penalty | Breakable | Unilateral | With


@dataclass(frozen=True)
class Rotation:
    """A coordinate that is a rotation: a unit quaternion in the state, an angular velocity in body axes among v."""

    name: str = "rotation"


@dataclass(frozen=True)
class Row:
    """One constraint row A(q, t) v = b(q, t).

    A        function(t, q, p) -> numbers, one per velocity (three for a Rotation)
    b        function(t, q, p) -> number, or a number
    gap      instead of A and b: function(t, q, p) that stays what it is at the start, a joint or a contact that keeps;
             of a Unilateral row: that stays positive or zero
    unit     of the reaction: N where A is made of unit normals, N m for a moment
    arrow    function(t, q, p) -> (point (3,), direction (3,)) in the support's rest axes: where the reaction is drawn
    body     index of the body that the reaction acts on
    title    what the reaction's arrow is called
    """

    name: str
    A: Callable | None = None
    b: Callable | float = 0.0
    realisation: Realisation = field(default_factory=Ideal)
    unit: str = "N"
    arrow: Callable | None = None
    body: int = 0
    gap: Callable | None = None
    title: str = ""

    def __post_init__(self):
        if (self.A is None) == (self.gap is None):
            raise BadValue(_("row '{name}': needs either A and b, or gap").format(name=self.name))
        if self.gap is None and isinstance(self.realisation, Unilateral):
            raise BadValue(_("row '{name}': a unilateral row needs a gap").format(name=self.name))


@dataclass(frozen=True)
class Crossing:
    """A line among the coordinates where the rows become others.

    In formulas p.<name> is 1.0 where `when` is positive and 0.0 beyond. At the line the velocities jump onto the rows
    of the other side at once, nearest in kinetic energy: what slips there grips again (mechanics/rows/impacts.py).
    Kinetic and potential energy, gauge and `carried` are the same on both sides.

    when     function(t, q, p) -> number, zero on the line, in the size of metres
    entered, left   what the body does where `when` becomes positive, and negative; a sentence says it
    kind     event word
    """

    name: str
    when: Callable
    entered: str
    left: str
    kind: str = "rim"


@dataclass(frozen=True)
class Integral:
    """A quantity that may be conserved: function(t, q, v, p) -> number.

    title    for people, with its unit
    unless   what has to be otherwise for it to be conserved; shown when it is not
    """

    name: str
    function: Callable
    title: str = ""
    unless: str = ""


@dataclass(frozen=True)
class Antiderivative:
    """The integral of the curve named `of`, zero at its first point."""

    of: str


@dataclass(frozen=True)
class At:
    """Start of a system with rows: coordinates and velocities at t = 0.

    For a Rotation: a quaternion (4, scalar first) or a matrix (3, 3) body -> space; its angular velocity in body axes.
    Velocities that violate the rows that hold are projected onto them, nearest in kinetic energy, and it is said.
    """

    q: tuple
    v: tuple


@dataclass(frozen=True)
class Constrained:
    """A system of coordinates under constraint rows.

    coordinates   names, and Rotation(name)
    kinetic       T(t, q, v, p) [J], or None with `mass`;  mass  M(t, q, p), (nv, nv), T = v.M v/2
    rows          Row, ...
    potential     U(t, q, p) [J];  force  Q(t, q, v, p) -> one number per velocity, without what has a potential
    parameters    numbers (also nested tuples) by name, changed without a new compilation
    signals       functions of the time by name (motions.Signal); a live one is steered while the scene runs
    curves        smooth functions by name, p.name(x) in a formula: points ((x_i, ...), (y_i, ...)) or Antiderivative
    motion, surface   the support: what turns, gravity, and what is drawn
    carried       Y(t, q, p) -> one number per velocity: the motion carried along by the support, for E_J (or none)
    gauge         function(t, q, p) added to E_J [J]
    integrals     Integral, ...;  edges  Edge(formula(t, q, p), kind, sentence), ...: positive inside the domain
    crossings     Crossing, ...: lines where the rows become others
    bodies        function(t, q, p) -> for each body (centre (3,), rotation (3, 3) body -> rest axes of the support)
    scales        typical sizes of coordinates and velocities that errors are measured in, two tuples, or None
    why           sentence for an E_J that is not conserved although the support moves steadily
    made_from     the words that it was made from
    word          what a person reads as its mode while its rows do nothing else than hold
    looks         Look, ...: what is drawn, one for each of `bodies`
    masses        of the first of `bodies`, whose places are their centres of mass [kg], or None where these move
                  otherwise: the kinetic energy is shown in parts, translation and rotation
    begins        function of the scene's At and the parameter values -> the start of this system, which has coordinates
                  that the scene's start does not know; or None
    beyond        what goes on beyond an edge: a world of the first body, or None: there the motion ends
    table         which of `bodies` is the support that is seen to turn, or None: the support follows `motion`
    """

    coordinates: tuple
    kinetic: Callable | None = None
    rows: tuple[Row, ...] = ()
    mass: Callable | None = None
    potential: Callable | None = None
    force: Callable | None = None
    parameters: Mapping = field(default_factory=dict)
    signals: Mapping[str, Signal] = field(default_factory=dict)
    curves: Mapping[str, tuple | Antiderivative] = field(default_factory=dict)
    motion: Motion = field(default_factory=Still)
    surface: Surface = field(default_factory=Plane)
    carried: Callable | None = None
    gauge: Callable | None = None
    integrals: tuple[Integral, ...] = ()
    edges: tuple[Edge, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    bodies: Callable | None = None
    scales: tuple | None = None
    why: str = ""
    name: str = "system"
    made_from: object = None
    word: str = "ideal"
    looks: tuple[Look, ...] = ()
    table: int | None = None
    masses: tuple[float, ...] | None = None
    begins: Callable | None = None
    beyond: Beyond | None = None

    def __post_init__(self):
        names = [row.name for row in self.rows]
        if len(set(names)) != len(names):
            raise BadValue(_("system '{name}': two rows have the same name").format(name=self.name))
        stops = {row.name for row in self.rows if isinstance(row.realisation, Unilateral)}
        for row in self.rows:
            if isinstance(row.realisation, With) and row.realisation.row not in stops:
                raise BadValue(_("system '{name}', row '{row}': goes with {found!r}, needs a unilateral row").format(
                    name=self.name, row=row.name, found=row.realisation.row))
        if (self.kinetic is None) == (self.mass is None):
            raise BadValue(_("system '{name}': needs either kinetic or mass").format(name=self.name))
        if not self.coordinates:
            raise BadValue(_("system '{name}': needs coordinates").format(name=self.name))

    @property
    def nv(self) -> int:
        """How many velocities there are."""
        return sum(3 if isinstance(c, Rotation) else 1 for c in self.coordinates)

    @property
    def nq(self) -> int:
        """How many numbers the coordinates are."""
        return sum(4 if isinstance(c, Rotation) else 1 for c in self.coordinates)

    @remembers
    def realised(self, **realisations: Realisation) -> "Constrained":
        """Returns the same system with other realisations of the rows named."""
        unknown = set(realisations) - {row.name for row in self.rows}
        if unknown:
            raise BadValue(_("system '{name}': no row {found}; it has {known}").format(
                name=self.name, found=", ".join(sorted(unknown)), known=", ".join(row.name for row in self.rows)))
        return replace(self, rows=tuple(replace(row, realisation=realisations.get(row.name, row.realisation))
                                        for row in self.rows))
