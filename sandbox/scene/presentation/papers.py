"""Places of papers that scenes show, each with a number that can be reached again, and what such numbers are read by.

    Paper("B 3.3, prop. 5", "the centre runs on a circle", "rate of the circle", circling, lambda p: 2/7*p.rate, 1e-11,
          "rad/s", why="rounding of 480 steps", preset="33 rpm record", seconds=2.0)

The page docs/papers.md, the command `papers` and the sheets of theory are made of them (run/reached.py reaches them).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.charts.chart import Curve, Mark
from sandbox.text import N_, _

# letter of a paper -> how it is named in a text, and where it was printed
PAPERS = {
    "B": (N_("Borisov, Mamaev, Bizyaev 2015"),
          "A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic "
          "Dyn. 20, 2015, 383-400."),
    "I": (N_("Ivanov 2008"),
          "A. P. Ivanov, On detachment conditions in the problem on the motion of a rigid body on a rough plane, "
          "Regul. Chaotic Dyn. 13, 2008."),
    "By": (N_("Bychkov 2004"),
           "Yu. P. Bychkov, On the rolling of a rigid body on a moving surface, J. Appl. Math. Mech. 68, 2004."),
    "Br": (N_("Brendelev 1981"),
           "V. N. Brendelev, On the realization of constraints in nonholonomic mechanics, J. Appl. Math. Mech. 45, "
           "1981."),
    "W": (N_("Whittaker 1904"),
          "E. T. Whittaker, A Treatise on the Analytical Dynamics of Particles and Rigid Bodies, Cambridge, 1904."),
}
# what stands for a section without a number -> its place in the order of the paper
UNNUMBERED = {"abstract": -2.0, "introduction": -1.0, "systems": 80.0, "conclusion": 90.0, "appendix": 95.0}
PLACE = re.compile(r"(?P<paper>B|I|By|Br|W) (?P<section>[\w.]+)(?P<rest>(, .+)?)")
LONGEST = 300           # letters of each text
HAIR = 1e-9             # [s] before an event
# reasons of tolerances that many rows share
ROUNDING, PRINTED, SAMPLED = N_("rounding"), N_("printed digits"), N_("extremes between the rows")


@dataclass(frozen=True)
class Paper:
    """A place of a paper that a scene shows, with a number that is reached again.

    place     letter of the paper (B, I, By, Br, W), section, and what is meant there: "B 3.3, prop. 5, (3.10)"
    about     what is shown, in one sentence without its stop
    quantity  what the number is
    reached   reached(seen) -> the number, from a run or a chart (run/reached.py, Seen)
    expected  the number of the paper or of a closed form: a number, or a function of the parameter values p
    within    how far from it the number may lie [unit]
    unit      of the numbers, "" for pure ones
    why       where `within` comes from
    preset    name of the preset, "" for the scene's defaults;  values  other values than the preset's
    seconds   how long the run is [s]; 0 where none is needed
    chart     title of the chart that shows it, "" where picture, meters or sheet do
    command   of ./run that shows it: "simulate" where there is a run, else "papers"; or "equilibria", "conic", "theory"
    printed   what the paper has, where it has another number and the scene no sign of it
    sign      `where` of the Differs of the scene that it reaches: quantity, expected and unit are those of the sign
    """

    place: str
    about: str
    quantity: str
    reached: Callable[[Any], float]
    expected: float | Callable = 0.0
    within: float = 1e-10
    unit: str = ""
    why: str = ROUNDING
    preset: str = ""
    values: Mapping = field(default_factory=dict)
    seconds: float = 0.0
    chart: str = ""
    command: str = ""
    printed: float | None = None
    sign: str = ""

    def __post_init__(self):
        found = PLACE.fullmatch(self.place) if isinstance(self.place, str) else None
        if found is None or not (found["section"] in UNNUMBERED or found["section"][0].isdigit()):
            raise BadValue(_("paper, place: got {found!r}, needs a letter of {known} and a section").format(
                found=self.place, known=", ".join(PAPERS)))
        for name, text in (("about", self.about), ("quantity", self.quantity), ("why", self.why)):
            if not (isinstance(text, str) and 0 < len(text) <= LONGEST) and not (name == "quantity" and self.sign):
                raise BadValue(_("paper '{place}', {name}: got {found}, needs a text of 1 to {most} letters").format(
                    place=self.place, name=name, found=repr(text)[:40], most=LONGEST))
        if not (isinstance(self.within, int | float) and self.within > 0.0):
            raise BadValue(_("paper '{place}', within: got {found!r}, needs a number above 0").format(
                place=self.place, found=self.within))

    @property
    def paper(self) -> str:
        """The letter of the paper."""
        return self.place.split(" ")[0]

    @property
    def order(self) -> tuple:
        """Where it stands: paper, section, and the numbers of what is meant there."""
        parts = PLACE.fullmatch(self.place)
        assert parts is not None
        section = parts["section"]
        at = (UNNUMBERED[section],) if section in UNNUMBERED else tuple(float(x) for x in section.split(".") if x)
        return (list(PAPERS).index(self.paper), at, tuple(float(x) for x in re.findall(r"\d+", parts["rest"])))

    def words(self) -> str:
        """Returns command and arguments that show it, without the scene's: "simulate" or "papers"."""
        return self.command or ("simulate" if self.seconds else "papers")


def place_text(place: str) -> str:
    """Returns the place without the letter of its paper, in the language of the moment."""
    known = {"introduction": _("introduction"), "abstract": _("abstract"), "conclusion": _("conclusion"),
             "appendix": _("appendix"), "prop.": _("prop."), "fig.": _("fig."), "tab.": _("tab."),
             "example": _("example"), "after": _("after"), "remark": _("remark"),
             "systems": _("systems")}
    rest = place.partition(" ")[2]
    return re.sub(r"[a-z]{3,}\.?", lambda found: known.get(found[0], found[0]), rest)


def named_place(place: str) -> str:
    """Returns the place with the name of its paper: "Borisov, Mamaev, Bizyaev 2015, 3.3, prop. 5"."""
    return f"{_(PAPERS[place.partition(' ')[0]][0])}, {place_text(place)}"


# ---- what numbers are read by ---------------------------------------------------------------------------------------

def stays(name: str) -> Callable:
    """Returns reached(seen): how far a conserved quantity departs from its first value."""
    def departure(seen) -> float:
        values = seen.rows.invariants[name]
        return float(np.max(np.abs(values - values[0])))

    return departure


def jacobi(seen) -> float:
    """How far E_J less the ledger departs from its first value [J]."""
    owed = seen.rows.E_J - seen.rows.ledger
    return float(np.max(np.abs(owed - owed[0])))


def off_exact(seen) -> float:
    """Largest distance of the centre from the closed form of the scene [m]."""
    ghost = seen.start.ghost(seen.t)
    return float(np.max(np.linalg.norm(seen.r - ghost, axis=1)))


def turning(seen) -> float:
    """Mean rate at which the velocity turns about the vertical [rad/s]."""
    angle = np.unwrap(np.arctan2(seen.v[:, 1], seen.v[:, 0]))
    return float((angle[-1] - angle[0])/(seen.t[-1] - seen.t[0]))


def speed_change(seen) -> float:
    """How far the speed departs from its first value [m/s]."""
    speed = np.linalg.norm(seen.v, axis=1)
    return float(np.max(np.abs(speed - speed[0])))


def event(kind: str, number: int = 1) -> Callable:
    """Returns reached(seen): the instant of an event of this kind, the first or a later one [s]; nan without it."""
    def instant(seen) -> float:
        found = [one.t for one in seen.events if one.kind == kind]
        return found[number - 1] if len(found) >= number else float("nan")

    return instant


def event_speed(kind: str) -> Callable:
    """Returns reached(seen): the speed at the first event of this kind [m/s]."""
    def speed(seen) -> float:
        instant = event(kind)(seen)
        return float(np.linalg.norm(seen.at(instant).bodies[0].velocity))

    return speed


def ratio_at(kind: str) -> Callable:
    """Returns reached(seen): |F|/N just before the first event of this kind."""
    def ratio(seen) -> float:
        body = seen.at(event(kind)(seen) - HAIR).bodies[0]
        return float(np.linalg.norm(body.F)/body.N)

    return ratio


def slope(title: str) -> Callable:
    """Returns reached(seen): the slope in decades between the last two points that a chart computes."""
    def found(seen) -> float:
        (x, y), (far, last) = [(part.x, part.y) for part in seen.computed(title) if isinstance(part, Mark)][-2:]
        return float(np.log10(last/y)/np.log10(far/x))

    return found


def cloud_lines(seen) -> list:
    """The lines over time of the chart of the volume of a cloud of starts, to its end."""
    chart = seen.charts["Cloud of starts: volume"]
    chart.work(lambda *_told: None, lambda: False)
    return [part for part in chart.moving(seen.start.snapshot()) if isinstance(part, Curve)]


def measure(seen) -> float:
    """How far the logarithm of the invariant measure departs from 0 along the motion [1]."""
    return float(np.max(np.abs(np.asarray(seen.computed("Invariant measure")[-1].y))))


def contact(name: str) -> Callable:
    """Returns reached(seen): U, U_star, V_star [m/s^2, m/s^2, 1/kg] or N [N] of the contact at the start."""
    return lambda seen: float(getattr(seen.start.snapshot().contacts[0], name))


def highest(values: np.ndarray) -> float:
    """Returns the largest value of a smooth curve through rows (n,), by the parabola through the three highest."""
    k = int(np.argmax(values))
    if not 0 < k < len(values) - 1:
        return float(values[k])
    before, top, after = values[k - 1:k + 2]
    return float(top + (after - before)**2/(8.0*(2.0*top - before - after)))
