"""How realisations tend to the ideal constraint: a viscous blade to the ideal one, a spring contact to the rigid one.

A blade that resists with the force -c_b v2 has an error that falls like 1/c_b on any stretch of time (Brendelev 1981,
section 4); a spring of stiffness k gives way by m g/k. In decades both are lines of slope -1. The points are computed
by running the program's own models.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from sandbox.mechanics.impact.penalty import STABLE
from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Mark
from sandbox.scene.constrained import At, Constrained
from sandbox.scene.contact import Contact
from sandbox.scene.models.sleigh import Sleigh
from sandbox.scene.realisation import Ideal, Viscous
from sandbox.scene.start import Start
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from sandbox.text import _
from sandbox.theory.charts.situation import Situation

RATE = 240              # steps per second, as in a run
SPAN = 10.0             # [s] of the blades' runs
EVERY = 6               # steps between two looks at the distance
DECADES = (1.0, 2.0, 3.0, 4.0, 5.0)         # of c_b/m [1/s]
STIFF = (3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0)  # decades of the stiffness over the weight [1/m]
SETTLE = 60.0           # of the spring's own time sqrt(m/k) until a body lies still


# ---- the viscous blade ----------------------------------------------------------------------------------------------

def trajectory_of(word: Sleigh, start: At, values: Mapping, seconds: float = SPAN) -> np.ndarray:
    """Returns the places (n, 2) [m] of the mass centre of a sleigh, every EVERY steps."""
    run = Integration(assemble_constrained(word.constrained(), start, values), 1.0/RATE)
    way = [np.array(run.coordinates[0][:2])]
    for _look in range(round(seconds*RATE/EVERY)):
        if run.advance(EVERY) < EVERY:
            break
        way.append(np.array(run.coordinates[0][:2]))
    return np.array(way)


def with_blade(word: Sleigh, realisation) -> Sleigh:
    """Returns the same sleigh with another blade, on a plane without an edge."""
    endless = replace(word.surface, rim=None, sides=None, edges=())
    return replace(word, surface=endless, blades=(replace(word.blades[0], realisation=realisation),))


def blade_distance(word: Sleigh, start: At, values: Mapping, viscosity: float, ideal: np.ndarray | None = None
                   ) -> float:
    """Returns the largest distance [m] of a blade of that viscosity [N s/m] from the ideal one."""
    ideal = trajectory_of(with_blade(word, Ideal()), start, values) if ideal is None else ideal
    way = trajectory_of(with_blade(word, Viscous(viscosity)), start, values)
    n = min(len(way), len(ideal))
    return float(np.linalg.norm(way[:n] - ideal[:n], axis=1).max())


def draw_blades(_word, situation: Situation) -> Chart | None:
    """Returns the chart of the distance over c_b/m; its points are computed when they are asked for."""
    model = situation.scene.models(situation.values)[0]
    word = model.made_from if isinstance(model, Constrained) else None
    start, values = situation.scene.started(situation.values), dict(situation.values)
    if not isinstance(word, Sleigh) or len(word.blades) != 1 or not isinstance(start, At):
        return None
    fall = float(np.linalg.norm(word.motion.gravity))*abs(np.sin(word.surface.tilt))
    if fall == 0.0:
        return None

    def work(report: Callable, is_cancelled: Callable) -> tuple[ChartElement, ...]:
        ideal = trajectory_of(with_blade(word, Ideal()), start, values)
        found: list[tuple[float, float]] = []
        for k, decade in enumerate(DECADES):
            if is_cancelled():
                break
            viscosity = 10.0**decade*word.mass
            found.append((10.0**decade, blade_distance(word, start, values, viscosity, ideal)))
            report((k + 1)/len(DECADES), line_of(found))
        return line_of(found)

    guide = guide_line(10.0**DECADES[0], 10.0**DECADES[-1], 2.0*fall*SPAN)
    return Chart("viscosity over mass c/m", "largest distance from the ideal blade in 10 s", guide, x_unit="1/s",
                 y_unit="m", x_log=True, y_log=True,
                 title="A viscous blade becomes ideal", work=work, work_title=_("Run the blades"),
                 x_range=(5.0, 2e5), trail=0.0, key=("blades", *sorted(values.items())))


def line_of(found: list[tuple[float, float]]) -> tuple[ChartElement, ...]:
    """Returns the points that were found, with the line through them."""
    points = [(x, y) for x, y in found if y > 0.0]
    if not points:
        return ()
    x, y = zip(*points, strict=True)
    marks = tuple(Mark("", a, b, "stable", _("times {x:g}: {product:.5g}").format(x=a, product=a*b))
                  for a, b in points)
    text = _("found: slope {slope:.3f}").format(slope=slope_of(found)).replace("-", "−") if len(points) > 1 else ""
    return (Curve(text, x, y, tone=0), *marks)


def slope_of(found: list[tuple[float, float]]) -> float:
    """Returns the slope in decades of the last half of some points (x, y)."""
    x, y = np.log10(np.array([point for point in found if point[1] > 0.0])).T
    half = max(0, len(x)//2 - 1)
    return float(np.polyfit(x[half:], y[half:], 1)[0])


def guide_line(low: float, high: float, factor: float) -> tuple[ChartElement, ...]:
    """Returns the line of slope -1 that theory gives to leading order, y = factor/x."""
    return (Curve(_("slope −1"), (low, high), (factor/low, factor/high), style="dashes", tone=1),)


# ---- the spring contact ---------------------------------------------------------------------------------------------

def resting_depth(situation: Situation, stiffness: float) -> float:
    """Returns how deep [m] the body of a scene lies at last in a support of that stiffness [N/m], critically damped."""
    body, surface, motion, contact = situation.scene.models(situation.values)[0]
    mass = body.m if hasattr(body, "m") else body.mass
    law = Contact(contact.friction, stiffness=stiffness, damping=2.0*(stiffness*mass)**0.5)
    # put down where it is, without a fall
    begin = situation.scene.started(situation.values)
    assert isinstance(begin, Start)
    start = Start(begin.at, velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0))
    own_time = (mass/stiffness)**0.5
    step = min(1.0/RATE, STABLE*own_time)
    run = Integration(assemble_contact(body, surface, motion, law, start, situation.values), step)
    run.advance(int(np.ceil(SETTLE*own_time/step)))
    return -float(run.system.picture(run.data).contacts[0].gap)


def draw_springs(_word, situation: Situation) -> Chart | None:
    """Returns the chart of the depth of rest over the stiffness; its points are computed when they are asked for."""
    model = situation.scene.models(situation.values)[0]
    if not (isinstance(model, tuple) and len(model) == 4 and model[3].gives_way):
        return None
    body, motion = model[0], model[2]
    mass = body.m if hasattr(body, "m") else body.mass
    weight = float(mass)*float(np.linalg.norm(motion.gravity))
    stiff = [weight*10.0**decade for decade in STIFF]

    def work(report: Callable, is_cancelled: Callable) -> tuple[ChartElement, ...]:
        found: list[tuple[float, float]] = []
        for k, stiffness in enumerate(stiff):
            if is_cancelled():
                break
            found.append((stiffness, resting_depth(situation, stiffness)))
            report((k + 1)/len(stiff), line_of(found))
        return line_of(found)

    return Chart("stiffness k", "depth at rest", guide_line(stiff[0], stiff[-1], weight), x_unit="N/m", y_unit="m",
                 x_log=True, y_log=True, title="A spring contact becomes rigid", work=work,
                 work_title=_("Let it come to rest"), x_range=(0.5*stiff[0], 2.0*stiff[-1]), trail=0.0,
                 key=("springs", weight))
