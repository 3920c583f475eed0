"""Every named quantity of a run in one table: its name for people, its SI unit, and its formula over arrays of states.

    for quantity in quantities_of(run):
        print(quantity.key, quantity.title, quantity.unit, quantity.of(run.watch().states()))
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.readings.passed import States
from sandbox.text import _

FLOOR = 1e-17       # [1] a drift that is less is shown as this much
AXES = ("x", "y", "z")
MOST_LISTED = 12    # bodies whose quantities are listed under their numbers; of more bodies, that in focus is listed


@dataclass(frozen=True)
class Quantity:
    """One number of a run over time.

    key      how settings and files know it: "t", "speed", "x#2" (of the second body), "live:rate", "energy:rotation"
    title    for people, in the language of the moment;  short  what stands at an axis
    unit     of the SI, "1" for a pure number
    of       of(States) -> (n,), nan where it has no value
    group    heading under which it is listed;  is_log  shown in decades
    counts_turns   an angle that goes on through whole turns
    """

    key: str
    title: str
    short: str
    unit: str
    of: Callable[[States], np.ndarray]
    group: str = ""
    is_log: bool = False
    counts_turns: bool = False


# arrow that a system has -> quantities that are nothing but rounding where it has none
MEANS = {"velocity": ("speed", *(f"v{axis}" for axis in AXES)),
         "normal": ("normal", "ratio", "max_ratio"),
         "friction": ("friction", "ratio", "max_ratio", *(f"F{axis}" for axis in AXES))}


def quantities_of(run: Any, focus: int = 0, name: str = "") -> list[Quantity]:
    """Returns the quantities of a run, in the order of lists; `run` has `watch`, `system`, `scene`, `bodies`.

    focus   body whose quantities have keys without a number, the first in each list;  name  what it is called, or ""
    """
    states = run.watch().states()
    found = [Quantity("t", _("time"), "t", "s", lambda states: states.t, _("Run"))]
    n = states.rows.bodies.shape[1]
    focus = focus if focus < n else 0
    found += _of_body(focus, n, "", name)
    for i in range(min(n, MOST_LISTED)):
        if i > 0 or focus > 0:
            found += _of_body(i, n, f"#{i + 1}")
    found += [one for one in _of_run() if one.key != "max_ratio" or run.system.has_friction_ratio]
    # those of the first model, and what is said of it, mean nothing where it has no such force or motion
    without = {key for arrow, keys in MEANS.items() if arrow not in run.system.arrows for key in keys}
    found = [quantity for quantity in found if quantity.key.split("#")[0] not in without]
    found += _of_support()
    units = {p.name: p.unit or "1" for p in run.scene.parameters}
    abouts = {p.name: f"{p.shown_name}: {_(p.about)}".removesuffix(": ") for p in run.scene.parameters}
    for name in states.rows.live:
        found.append(Quantity(_key("live", name), abouts.get(name, name), name,
                              units.get(name, "1"), _live(name), _("Parameters")))
    titles = run.system.integral_titles
    for name in states.rows.invariants:
        if name != "E_J":
            title, unit = title_and_unit(_(titles.get(name, name)))
            found.append(Quantity(_key("integral", name), title, name, unit, _invariant(name), _("Conserved")))
    for name, values in states.details.energies.items():
        if len(values):
            title = energy_titles()[name]
            found.append(Quantity(_key("energy", name), title, title, "J", _energy(name), _("Energy")))
    if states.details.slip is not None:
        found.append(Quantity("slip", _("slip: speed of the touching point relative to the support"), _("slip"), "m/s",
                              lambda states: _norm(states.details.slip), _("Contact")))
    return found


def _key(group: str, name: str) -> str:
    """A key without blanks, which stand between keys in settings, and without the signs of other words there."""
    return group + ":" + re.sub(r"[\s,=]", "_", name)


def title_and_unit(title: str) -> tuple[str, str]:
    """Returns a title without the unit in brackets at its end, and that unit, "1" where it has none."""
    found = re.fullmatch(r"(.*) \[(.*)\]", title)
    return (found[1], found[2]) if found else (title, "1")


def energy_titles() -> dict[str, str]:
    """Returns what the parts of E_J are called, in the language of the moment."""
    return {"translation": _("translation"), "rotation": _("rotation"), "kinetic": _("kinetic energy"),
            "potential": _("potential energy"), "centrifugal": _("centrifugal energy"),
            "turning": _("share of the turning support"), "inside": _("inside: carried masses, springs")}


# ---- formulas -------------------------------------------------------------------------------------------------------

def _first(place: int | slice) -> int:
    """The first of some places."""
    return place if isinstance(place, int) else int(place.start)


def _norm(vectors: Any) -> np.ndarray:
    return np.sqrt(np.einsum("...i,...i->...", vectors, vectors))


def _live(name: str):
    return lambda states: np.asarray(states.rows.live[name], float)


def _invariant(name: str):
    return lambda states: states.rows.invariants[name]


def _energy(name: str):
    return lambda states: states.details.energies[name]


def _component(i: int, name: str, axis: int):
    place = _first(shown_at.IN_BODY[name]) + axis
    return lambda states: states.rows.bodies[:, i, place]


def _size(i: int, name: str):
    return lambda states: _norm(states.rows.bodies[:, i, shown_at.IN_BODY[name]])


def _azimuth(i: int):
    """Of the centre about the z axis, counted on through whole turns."""
    def of(states):
        x, y = states.rows.centre[:, i, 0], states.rows.centre[:, i, 1]
        return np.unwrap(np.arctan2(y, x))
    return of


def _normal(i: int):
    return lambda states: states.rows.N[:, i]


def _ratio(i: int):
    def of(states):
        N = states.rows.N[:, i]
        is_pressed = N > 0.0
        return np.where(is_pressed, _norm(states.rows.F[:, i])/np.where(is_pressed, N, 1.0), np.nan)
    return of


def _along(i: int, name: str):
    """A vector of the body along the normal."""
    return lambda states: np.einsum("ni,ni->n", states.rows.bodies[:, i, shown_at.IN_BODY[name]],
                                    states.rows.normal[:, i])


def _axis(i: int) -> Callable[[States], np.ndarray]:
    """The body's third axis (n, 3) in the laboratory."""
    def of(states):
        w, x, y, z = np.moveaxis(states.rows.quaternion[:, i], -1, 0)
        return np.stack((2.0*(x*z + w*y), 2.0*(y*z - w*x), 1.0 - 2.0*(x*x + y*y)), axis=1)
    return of


def _tilt(i: int):
    """Angle between the body's third axis and the vertical."""
    axis = _axis(i)

    def of(states):
        e = axis(states)
        return np.arctan2(np.hypot(e[:, 0], e[:, 1]), e[:, 2])
    return of


def _heading(i: int):
    """Angle of the body's first axis about the vertical, counted on through whole turns."""
    def of(states):
        w, x, y, z = np.moveaxis(states.rows.quaternion[:, i], -1, 0)
        return np.unwrap(np.arctan2(2.0*(x*y + w*z), 1.0 - 2.0*(y*y + z*z)))
    return of


def _of_body(i: int, n: int, mark: str, name: str = "") -> list[Quantity]:
    """The quantities of a body; `mark` stands behind their keys, `name` is what it is called."""
    which = "" if n == 1 else f" ({name})" if name else _(" of body {number}").format(number=i + 1)
    group = _("Body") if n == 1 else name or _("Body {number}").format(number=i + 1)
    number = str(i + 1) if n > 1 else ""

    def new(key, title, short, unit, of, counts_turns=False):
        return Quantity(key + mark, title + which, short + number, unit, of, group, counts_turns=counts_turns)

    return [
        *(new(axis, _("place {axis} of the centre").format(axis=axis), axis, "m", _component(i, "centre", k))
          for k, axis in enumerate(AXES)),
        new("radius", _("distance of the centre from the z axis"), "r", "m",
            lambda states: np.hypot(states.rows.centre[:, i, 0], states.rows.centre[:, i, 1])),
        new("azimuth", _("azimuth of the centre about the z axis"), "φ", "rad", _azimuth(i), True),
        new("speed", _("speed of the centre"), "v", "m/s", _size(i, "velocity")),
        *(new(f"v{axis}", _("velocity {axis} of the centre").format(axis=axis), f"v_{axis}", "m/s",
              _component(i, "velocity", k)) for k, axis in enumerate(AXES)),
        new("spin", _("size of the angular velocity"), "ω", "rad/s", _size(i, "angular_velocity")),
        *(new(f"w{axis}", _("angular velocity {axis}").format(axis=axis), f"ω_{axis}", "rad/s",
              _component(i, "angular_velocity", k)) for k, axis in enumerate(AXES)),
        new("wn", _("spin about the normal"), "ω_n", "rad/s", _along(i, "angular_velocity")),
        new("tilt", _("tilt of the body's axis from the vertical"), "θ", "rad", _tilt(i)),
        new("heading", _("heading of the body about the vertical"), "ψ", "rad", _heading(i), True),
        *(new(f"c{axis}", _("contact point {axis}").format(axis=axis), f"c_{axis}", "m", _component(i, "contact", k))
          for k, axis in enumerate(AXES)),
        new("normal", _("normal force N"), "N", "N", _normal(i)),
        new("friction", _("friction force |F|"), "|F|", "N", _size(i, "F")),
        *(new(f"F{axis}", _("friction force {axis}").format(axis=axis), f"F_{axis}", "N", _component(i, "F", k))
          for k, axis in enumerate(AXES)),
        new("ratio", _("friction over normal force |F|/N"), "|F|/N", "1", _ratio(i)),
    ]


def _of_run() -> list[Quantity]:
    group = _("Energy")
    return [
        Quantity("drift", _("drift: how far the integration has left the exact energy"), _("drift"), "1",
                 lambda states: np.maximum(states.rows.drift, FLOOR), group, is_log=True),
        Quantity("E_J", _("Jacobi integral E_J"), "E_J", "J", lambda states: states.rows.E_J, group),
        Quantity("ledger", _("ledger: work of support, friction, impacts and hand so far"), _("ledger"), "J",
                 lambda states: states.rows.ledger, group),
        Quantity("E_0", _("E_J less the ledger, constant in an exact motion"), "E_J − W", "J",
                 lambda states: states.rows.E_J - states.rows.ledger, group),
        Quantity("max_ratio", _("largest |F|/N so far: the friction that the motion needs"), "max |F|/N", "1",
                 lambda states: states.rows.max_F_over_N, _("Contact")),
    ]


def _of_support() -> list[Quantity]:
    group, place, turning = _("Support"), _first(shown_at.IN_SUPPORT["position"]), \
        _first(shown_at.IN_SUPPORT["angular_velocity"])

    def number(at: int) -> Callable[[States], np.ndarray]:
        return lambda states: states.rows.supports[:, 0, at]

    return [
        Quantity("support_spin", _("angular velocity of the support about z"), "Ω", "rad/s",
                 number(turning + 2), group),
        *(Quantity(f"support_{axis}", _("place {axis} of the support").format(axis=axis), f"{axis}_s", "m",
                   number(place + k),
                   group)
          for k, axis in enumerate(AXES)),
    ]
