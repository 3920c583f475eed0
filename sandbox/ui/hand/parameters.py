"""Starts of scenes that are given by parameters only: which values lead to what was dragged."""

from collections.abc import Mapping

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.parameter import Parameter
from sandbox.scene.scene import Scene
from sandbox.systems.assemble import assemble_scene
from sandbox.systems.protocol import data_of
from sandbox.text import _
from sandbox.ui.hand.plane import tangents, unit

ROUNDS = 4               # Newton steps at most
STEP = 1e-5              # of a parameter's range, for derivatives
CLOSE = 1e-6             # share of what was wanted that may be missing unsaid
BLIND = 1e-9             # share of the largest derivative below which a parameter changes nothing


def numbers_of_start(scene: Scene, unit_wanted: str) -> list[Parameter]:
    """Returns the numbers of a scene's start that have a unit."""
    return [p for p in scene.parameters if p.is_of_start and type(p) is Parameter and not p.is_switch
            and p.unit == unit_wanted]


def start_by_parameters(scene: Scene, values: Mapping, state, wish) -> tuple[dict | None, str]:
    """Returns parameter values whose start comes nearest to a wish, and a sentence about what is missing, or "".

    state   BodyState of the first body now;  wish  starting.Wish
    returns   None instead of values where the scene has no parameters for it; the sentence says why not
    """
    n = unit(state.normal)
    first, second = tangents(n, (1.0, 0.0, 0.0))
    if wish.contact is not None:
        goal, name = np.asarray(state.centre) + (np.asarray(wish.contact) - state.contact), "m"
        read, across = (lambda body: body.centre), (first, second)
    elif wish.velocity is not None:
        goal, name = np.asarray(wish.velocity), "m/s"
        read, across = (lambda body: body.velocity), (first, second)
    else:
        goal, name = np.asarray(state.angular_velocity) + wish.spin*n, "rad/s"
        read, across = (lambda body: body.angular_velocity), (n,)
    chosen = numbers_of_start(scene, name)
    if not chosen:
        return None, _("In this scene that cannot be dragged: its start has no parameter in {unit}.").format(unit=name)

    def seen(at) -> np.ndarray:
        system = assemble_scene(scene, {**values, **{p.name: float(x) for p, x in zip(chosen, at, strict=True)}})[0]
        vector = read(system.picture(data_of(system, 0.0)).bodies[0])
        return np.array([vector @ way for way in across])

    wanted = np.array([goal @ way for way in across])
    low, high = (np.array([getattr(p, end) for p in chosen], dtype=float) for end in ("low", "high"))
    try:
        at, missing = _solved(seen, wanted, np.array([float(values[p.name]) for p in chosen]), low, high)
    except BadValue as error:
        return None, str(error)
    found = {**values, **{p.name: p.check(float(x), scene.id) for p, x in zip(chosen, at, strict=True)}}
    if missing > CLOSE*max(1e-3, float(np.abs(wanted).max())):
        return found, _("The nearest start was taken that {names} can give.").format(
            names=", ".join(f"'{p.shown_name}'" for p in chosen))
    return found, ""


def _solved(seen, wanted, at, low, high) -> tuple[np.ndarray, float]:
    """Returns the numbers within their bounds that come nearest to what is wanted, and how much is missing."""
    here = seen(at)
    for _round in range(ROUNDS):
        slopes = np.zeros((len(wanted), len(at)))
        for k in range(len(at)):
            step = STEP*(high[k] - low[k])
            step = step if at[k] + step <= high[k] else -step
            there = at.copy()
            there[k] += step
            slopes[:, k] = (seen(there) - here)/step
        rest = wanted - here
        change = np.linalg.lstsq(slopes, rest, rcond=BLIND)[0]
        better = np.clip(at + change, low, high)
        now, share = seen(better), 1.0
        while np.linalg.norm(wanted - now) > np.linalg.norm(rest)*(1 + 1e-9) and share > 0.1:
            share *= 0.5
            better = np.clip(at + share*change, low, high)
            now = seen(better)
        if np.linalg.norm(wanted - now) >= np.linalg.norm(rest)*(1 - 1e-9):
            break
        at, here = better, now
        if np.linalg.norm(wanted - here) <= 1e-9*(1.0 + np.abs(wanted).max()):
            break
    return at, float(np.linalg.norm(wanted - here))
