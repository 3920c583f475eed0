"""What a body or a support is, in words and numbers, for the menu of the hand and for the clipboard."""

import json

import numpy as np

from sandbox.scene.bodies import Ball, Body
from sandbox.text import _, unit_text
from sandbox.ui.hand.plane import axes_of
from sandbox.ui.hand.support import rate_of

KIND = "jacobi-body"         # what the copied text says that it is
ROUNDING = 1e-12             # share of the normal force below which friction is none


def size_of(vector) -> float:
    return float(np.sqrt(np.sum(np.square(np.asarray(vector, dtype=float)))))


def mass_of(body) -> float | None:
    """Returns the mass of a body [kg], None where its scene does not tell."""
    return body.m if isinstance(body, Ball) else body.mass if isinstance(body, Body) else None


def kinetic_energy(body, state) -> tuple[float, float] | None:
    """Returns the energies of translation and rotation [J], None where the scene does not tell the inertia.

        T = m v^2/2 + w J w/2
    """
    mass = mass_of(body)
    if mass is None:
        return None
    J = body.I*np.eye(3) if isinstance(body, Ball) else np.asarray(body.inertia, dtype=float)
    w = axes_of(state.quaternion).T @ state.angular_velocity
    return 0.5*mass*float(np.dot(state.velocity, state.velocity)), 0.5*float(w @ J @ w)


def name_of(body) -> str:
    """Returns what a body is, in words."""
    if isinstance(body, Ball):
        return _("Hollow ball") if body.shell else _("Ball")
    names = {"ball": _("Ball"), "disk": _("Disc"), "ellipsoid": _("Ellipsoid"), "hoop": _("Hoop"), "puck": _("Puck")}
    return names.get(getattr(body, "name", ""), _("Body"))


def lines_of_body(run, snapshot, index: int) -> list[str]:
    """Returns the facts about a body, a line each."""
    body, state = run.bodies[index], snapshot.bodies[index]
    mass, energy = mass_of(body), kinetic_energy(body, state)
    first = _("{what}, size {size:.3g} m").format(what=name_of(body), size=body.size)
    lines = [first if mass is None else _("{what}, size {size:.3g} m, mass {mass:.4g} kg").format(
        what=name_of(body), size=body.size, mass=mass)]
    lines.append(_("speed {speed:.4g} m/s, angular velocity {omega:.4g} rad/s").format(
        speed=size_of(state.velocity), omega=size_of(state.angular_velocity)))
    if energy is not None:
        lines.append(_("kinetic energy {moving:.4g} J + {turning:.4g} J of rotation").format(
            moving=energy[0], turning=energy[1]))
    if state.N:
        friction = size_of(state.F)
        lines.append(_("normal force {N:.4g} N, friction {F:.4g} N").format(
            N=state.N, F=friction if friction > ROUNDING*abs(state.N) else 0.0))
    return lines


def lines_of_support(run, snapshot) -> list[str]:
    """Returns the facts about the support, a line each."""
    support, rate = snapshot.supports[0], rate_of(run)
    lines = [_("Support, angular velocity {omega:.4g} rad/s").format(omega=size_of(support.angular_velocity))]
    if rate is not None:
        lines.append(_("{name}: {value:.4g} {unit}, from {low:g} to {high:g}").format(
            name=_(rate.about) or rate.name, value=run.values[rate.name], unit=unit_text(rate.unit), low=rate.low,
            high=rate.high))
    return lines


def state_text(run, snapshot, index: int) -> str:
    """Returns the state of a body as JSON: SI units, laboratory frame, numbers with all their digits."""
    state = snapshot.bodies[index]

    def plain(vector) -> list[float]:
        return [float(x) for x in vector]

    mass = mass_of(run.bodies[index])
    return json.dumps({
        "kind": KIND, "scene": run.scene.id, "preset": run.preset, "values": run.values, "body": index,
        "t": snapshot.t, "step": snapshot.step, "mode": state.mode, **({} if mass is None else {"mass": mass}),
        "centre": plain(state.centre), "velocity": plain(state.velocity),
        "angular_velocity": plain(state.angular_velocity), "quaternion": plain(state.quaternion),
        "contact": plain(state.contact), "normal": plain(state.normal), "N": float(state.N), "F": plain(state.F)},
        indent=1, ensure_ascii=False)
