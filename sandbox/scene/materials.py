"""What bodies and supports are of: a word for the look, and for numbers that a law is ready to take.

    Ball(radius=0.02).of("steel"), Board(2.0, 1.0).of("ice"), between("steel", "ice").mu

The numbers are those of handbooks for clean, dry, ordinary pieces (CRC Handbook of Chemistry and Physics; R. Cross,
Physics of Baseball and Softball, 2011; Tabor, The Hardness of Metals, 1951; D. G. Alciatore, billiards; E. Lozowski
et al., curling and skating; L. Cremer, M. Heckl, Structure-Borne Sound, 1988, for loss factors, with what a stand and
the air take of a piece that lies on something): they hold to a third of themselves, loss factors to a factor of three.
Where it matters one measures, and says the number.
"""

from dataclasses import dataclass
from math import sqrt

from sandbox.errors import BadValue
from sandbox.text import _


@dataclass(frozen=True)
class Material:
    """Something that bodies and supports are of.

    density      [kg/m^3]
    mu           friction coefficient of two of it
    restitution  share of the normal speed given back at about 1 m/s between two of it
    stiffness    Young's modulus [Pa]: with the density it says how fast sound runs in it, sqrt(E/rho), and so how high
                 a piece of it rings; and, by Hertz, how short a blow is, and so how bright
    loss         loss factor [1]: a mode of the frequency f rings for 1/(pi f loss)
    """

    density: float
    mu: float
    restitution: float
    stiffness: float
    loss: float

    @property
    def sound_speed(self) -> float:
        """Of a wave along a rod of it, sqrt(E/rho) [m/s]."""
        return sqrt(self.stiffness/self.density)


MATERIALS = {
    "steel": Material(7850.0, 0.42, 0.90, 2.1e11, 0.001),
    "brass": Material(8500.0, 0.35, 0.75, 1.0e11, 0.001),
    "copper": Material(8960.0, 0.50, 0.65, 1.2e11, 0.002),
    "aluminium": Material(2700.0, 0.45, 0.70, 7.0e10, 0.001),
    "enamel": Material(7600.0, 0.35, 0.70, 1.9e11, 0.004),
    "tin": Material(7300.0, 0.40, 0.60, 5.0e10, 0.004),
    "wood": Material(700.0, 0.35, 0.55, 1.0e10, 0.02),
    "oak": Material(750.0, 0.35, 0.55, 1.2e10, 0.015),
    "felt": Material(300.0, 0.40, 0.30, 1.0e6, 0.3),
    "ice": Material(917.0, 0.02, 0.50, 9.0e9, 0.01),
    "slate": Material(2750.0, 0.50, 0.60, 8.0e10, 0.008),
    "stone": Material(2700.0, 0.60, 0.65, 5.0e10, 0.006),
    "marble": Material(2700.0, 0.50, 0.70, 5.5e10, 0.003),
    "glass": Material(2500.0, 0.40, 0.92, 7.0e10, 0.0015),
    "resin": Material(1700.0, 0.05, 0.93, 6.0e9, 0.02),
    "rubber": Material(1150.0, 1.00, 0.85, 5.0e6, 0.15),
    "vinyl": Material(1350.0, 0.40, 0.50, 3.0e9, 0.03),
    "porcelain": Material(2400.0, 0.30, 0.80, 7.0e10, 0.002),
    "paper": Material(800.0, 0.50, 0.30, 3.0e9, 0.05),
    "turf": Material(1400.0, 0.45, 0.35, 1.0e7, 0.3),
}

# what was measured of two different ones: friction coefficient, share given back
PAIRS = {
    frozenset(("steel", "ice")): (0.015, 0.50),
    frozenset(("stone", "ice")): (0.012, 0.50),
    frozenset(("wood", "ice")): (0.03, 0.45),
    frozenset(("rubber", "ice")): (0.15, 0.70),
    frozenset(("resin", "felt")): (0.20, 0.50),
    frozenset(("steel", "wood")): (0.30, 0.60),
    frozenset(("steel", "glass")): (0.30, 0.90),
    frozenset(("rubber", "wood")): (0.80, 0.80),
    frozenset(("rubber", "stone")): (0.90, 0.85),
    frozenset(("rubber", "steel")): (0.70, 0.85),
    frozenset(("glass", "wood")): (0.25, 0.60),
}


@dataclass(frozen=True)
class Pair:
    """How two materials touch.

    mu           friction coefficient;  restitution  share of the normal speed given back at about 1 m/s
    """

    mu: float
    restitution: float


def material(name: str) -> Material:
    """Returns the material of a name; BadValue where there is none."""
    if name not in MATERIALS:
        raise BadValue(_("material: got {found!r}, needs one of {known}").format(
            found=name, known=", ".join(sorted(MATERIALS))))
    return MATERIALS[name]


def between(one: str, other: str) -> Pair:
    """Returns how two materials touch, by their names.

    Where nobody measured the pair: mu is the geometric mean of both, and of the bounce the lossier one keeps the most.

    one, other   names of materials
    """
    a, b = material(one), material(other)
    if (found := PAIRS.get(frozenset((one, other)))) is not None:
        return Pair(*found)
    return Pair(sqrt(a.mu*b.mu), min(a.restitution, b.restitution))
