"""A reference trajectory under way: its run with every jump remembered, its tolerance, its worst quantity."""

from dataclasses import replace

import numpy as np

from sandbox.scene.bodies import Body, Disk, Ellipsoid
from sandbox.scene.contact import Contact, Coulomb, Rough, Smooth, TwoTerm, Viscous
from sandbox.scene.motions import Motion
from sandbox.scene.start import Start
from sandbox.scene.surfaces import Plane
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.contact.contact_system import ContactSystem
from sandbox.systems.integration import Integration
from sandbox.systems.protocol import Jump
from sandbox.verify.verdict import Worst

STEP_RATE = 240


class Watched:
    """A system that remembers its jumps as (mode before, t, y before, Jump)."""

    def __init__(self, system: ContactSystem):
        self._system = system
        self.jumps: list[tuple[str, float, np.ndarray, Jump]] = []

    def __getattr__(self, name):
        return getattr(self._system, name)

    def jump(self, mode, guard, t, y, count):
        jump = self._system.jump(mode, guard, t, y, count)
        self.jumps.append((mode, t, y.copy(), replace(jump, y=jump.y.copy())))
        return jump

    def told(self, kind: str):
        """The jumps that told an event of this kind, in order, as (t, picture before, picture after)."""
        for mode, t, y, jump in self.jumps:
            if any(event.kind == kind for event in (*jump.events, *([jump.ended] if jump.ended else []))):
                yield t, self._system.picture(mode, t, y), self._system.picture(jump.mode, t, jump.y)


def law_of(friction: dict):
    """The friction that a case names."""
    law = friction["law"]
    if law == "smooth":
        return Smooth()
    if law == "no_slip":
        return Rough()
    if law == "coulomb":
        return Coulomb(friction["mu"], friction.get("mu_s"))
    if law == "viscous":
        return Viscous(friction["c1"])
    if law == "two_term":
        return TwoTerm(friction["mu"], friction["c0"])
    raise KeyError(law)


def disk_or_ellipsoid(params: dict) -> Body:
    """The body of a rigid3d case."""
    shape = params["geometry"]
    inertia = params["inertia_body"] if "inertia_body" in params else params["inertia_body_full"]
    inertia = np.diag(inertia) if np.ndim(inertia) == 1 else np.array(inertia)
    if shape["type"] == "disk":
        return Disk(shape["radius"], params["mass"], 2.0*shape["half_thickness"], inertia=inertia)
    # the mass centre, seen from the centre of the ellipsoid
    offset = tuple(-x for x in shape["center_offset_body"])
    return Ellipsoid(*shape["semi_axes"], params["mass"], inertia, offset)


class Trajectory:
    """One case under way: its run, its tolerance, its worst quantity."""

    def __init__(self, case: dict, body, contact: Contact, start: Start, motion: Motion):
        self.tol, self.worst = case["tol"], Worst()
        self.system = Watched(assemble_contact(body, Plane(), motion, contact, start))
        self.run = Integration(self.system, 1.0/STEP_RATE)

    def at(self, t: float) -> Integration:
        """The run at the instant t, which must not lie before an instant asked for already."""
        self.run.advance(int(np.floor((t - self.run.t)*STEP_RATE + 1e-6)))
        return self.run.peek(t)

    def compare(self, found, reference, quantity: str):
        """Compare numbers within abs + rel |reference|."""
        for x, ref in zip(np.ravel(found), np.ravel(reference), strict=True):
            self.worst.compare(x, ref, self.tol["abs"] + self.tol["rel"]*abs(ref), quantity)

    def missing(self, what: str):
        """Something that the case tells did not happen."""
        self.worst.compare(np.inf, 0.0, self.tol["abs"], what)


def gravity(params: dict) -> tuple:
    """Gravity of a case [m/s^2]."""
    return tuple(params.get("gravity", (0.0, 0.0, -params.get("g", 9.81))))
