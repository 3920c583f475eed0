"""Words for charts that the theory draws by itself, from the scene's models and the present run (theory/charts/)."""

from dataclasses import dataclass

from sandbox.errors import BadValue
from sandbox.text import _


@dataclass(frozen=True)
class TheoryChart:
    """A chart that is known by its word alone."""


@dataclass(frozen=True)
class Unrolled(TheoryChart):
    """The surface of revolution on which a ball rolls, unrolled: height of the centre over its azimuth."""


@dataclass(frozen=True)
class EffectivePotential(TheoryChart):
    """The energy that a ball on a surface of revolution cannot have for its motion along the meridian, over height."""


@dataclass(frozen=True)
class Energies(TheoryChart):
    """Energy in the laboratory beside the Jacobi integral, over time."""


@dataclass(frozen=True)
class ConstraintPower(TheoryChart):
    """What the constraint forces do on a support that moves, over time."""


@dataclass(frozen=True)
class InvariantMeasure(TheoryChart):
    """What becomes of a small volume of phase space along the motion, over time, and whether a density keeps it.

    Of a ball that rolls on any surface, and of a sleigh on a turntable.

    seconds   how long it is followed from the start [s]
    """

    seconds: float = 10.0


PLANES = ("places", "rates", "volume")


@dataclass(frozen=True)
class Cloud(TheoryChart):
    """Many starts beside the motion: where they go, and how the volume that they fill in phase space shrinks or stays.

    Of a sleigh on a table, of Suslov's body without weight, and of a ball that rolls on any surface. They begin with
    the run's values and start, and know nothing of what is done to it later.

    plane     what is drawn: "places" from above, two "rates", or the "volume" over time
    seconds   how long they are followed [s]
    starts    how many;  filmed  how many in films
    spread    half width of the box of starts, in sizes of the motion (sandbox.cloud)
    """

    plane: str = "places"
    seconds: float = 10.0
    starts: int = 2000
    filmed: int = 10_000
    spread: float = 0.05

    def __post_init__(self):
        if self.plane not in PLANES:
            raise BadValue(_("chart, cloud, plane: got {found!r}, needs one of {known}").format(
                found=self.plane, known=", ".join(map(repr, PLANES))))


@dataclass(frozen=True)
class SleighSection(TheoryChart):
    """Poincare section of a sleigh on a turntable, its states of rest and its periodic orbits.

    names   of the scene's parameters for x1, x2 [m], v1 [m/s] and the spin [rad/s] at the start, all on the table
    """

    names: tuple[str, str, str, str] = ("x1", "x2", "v1", "spin")


@dataclass(frozen=True)
class SleighMirror(TheoryChart):
    """The involution of a sleigh's Poincare section: points and their returns beside their mirror images."""


@dataclass(frozen=True)
class SleighExponents(TheoryChart):
    """How a sleigh leaves its rest on a turntable, the mass centre on the axis: exponents and types over A²."""


@dataclass(frozen=True)
class PoincareSection(TheoryChart):
    """Poincare section of Suslov's body, a billiard, a rolling disk, or a ball on a surface of revolution."""


@dataclass(frozen=True)
class SuslovPortrait(TheoryChart):
    """Phase portrait of Suslov's problem without weight in the plane (omega_1, omega_2)."""


@dataclass(frozen=True)
class ContactPlane(TheoryChart):
    """Ivanov's plane of normal force and acceleration of the gap, with the line of the present contact."""


@dataclass(frozen=True)
class ContactClasses(TheoryChart):
    """Ivanov's classes A1 to B4 in the plane (U*, V*), and the present contact."""


@dataclass(frozen=True)
class PrecessionMap(TheoryChart):
    """Shapes mu and tilts sigma of a disk that may take off in steady precession, rolling and smooth."""


@dataclass(frozen=True)
class KickedDisk(TheoryChart):
    """Largest free acceleration of the gap of a disk on a smooth plane that is kicked in its steady precession.

    names   of the scene's parameters for the tilt [deg], tau [rad/s] and the energy of the kick [m g a]
    """

    names: tuple[str, str, str] = ("theta", "tau", "kick")


@dataclass(frozen=True)
class KickedRollingDisk(TheoryChart):
    """Least normal force of a thick rolling disk over the rate of tilt that a kick gives it in steady precession.

    names   of the scene's parameters for the tilt [deg], tau [rad/s] and the rate of tilt [rad/s]
    """

    names: tuple[str, str, str] = ("theta", "tau", "wobble")


@dataclass(frozen=True)
class FlatDiskFrequency(TheoryChart):
    """Frequency w of a thick rolling disk that lies nearly flat: w² theta over the tilt theta, with its limit."""


@dataclass(frozen=True)
class WaitingContact(TheoryChart):
    """Gap over time of a body in class A2 that takes off after waiting for any time, as x' = 2 sqrt(x) allows."""


@dataclass(frozen=True)
class SmallOscillations(TheoryChart):
    """Potential of small oscillations of a disk about its steady precession, and its frequency, as printed and right.
    """


@dataclass(frozen=True)
class BladeConvergence(TheoryChart):
    """Largest distance of a viscous blade from the ideal one over its viscosity, in decades."""


@dataclass(frozen=True)
class BladeExpansion(TheoryChart):
    """Largest distance of N terms of the expansion in eps = m/c from a skate with a viscous blade, in decades."""


@dataclass(frozen=True)
class BladeLayer(TheoryChart):
    """Slip of a skate with a viscous blade in the boundary layer after the start, beside N terms of the expansion."""


@dataclass(frozen=True)
class SpringConvergence(TheoryChart):
    """Depth at which a spring contact carries its body over its stiffness, in decades."""


@dataclass(frozen=True)
class DetachmentCount(TheoryChart):
    """How often a particle leaves the curve y = x^n sin(1/x) on springs over their stiffness, in decades."""


@dataclass(frozen=True)
class DetachmentRide(TheoryChart):
    """The particle over y = x^3 sin(1/x) as it goes on, in a picture that grows with the waves.

    Its springs are the floor's, sqrt(stiffness/mass) [1/s].
    """


@dataclass(frozen=True)
class RowConvergence(TheoryChart):
    """Largest distance of a system with viscous rows from that with ideal ones over their viscosity, in decades.

    least   of the viscosities [N s/m, or N m s of a row that resists turning]
    """

    least: float = 1.0
