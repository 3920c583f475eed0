"""The conditions under which a quantity is called conserved are those under which it is."""

import numpy as np
import pytest

from sandbox.mechanics.integrals import FAMILIES
from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Cone,
    Cylinder,
    Motion,
    Plane,
    Pseudosphere,
    Signal,
    Sphere,
    Spin,
    Start,
    Still,
    rate_sine,
)
from sandbox.scene.catalogue import load_catalogue
from sandbox.scene.presentation.integral_titles import titles
from sandbox.systems.contact.assembly import assemble
from sandbox.systems.integration import Integration

BALL = Ball(0.01)
OBLIQUE = (0.3, 0.0, 1.0)
MOTIONS = {
    "uniform": Spin("z", 3.0), "still": Still(), "oblique": Spin(OBLIQUE, 3.0),
    "beside": Spin("z", 3.0, (0.02, 0.0, 0.0)), "swinging": Motion("z", rate_sine(3.0, 1.0, 5.0)),
    "tilting": Motion("z", Signal((0.0, 3.0)), tilt=Signal(sine=0.1, nu=3.0)),
    "shaken": Motion("z", Signal((0.0, 3.0)), shift=(Signal(sine=0.01, nu=8.0), Signal(), Signal())),
    "sideways gravity": Spin("z", 3.0, gravity=(3.0, 0.0, -9.0)),
}
SURFACES = {
    "plane": (Plane(), ("E_J", "plane_K_x", "plane_K_y", "spin_omega_n"), Start((0.1, 0.0))),
    "cone": (Cone(0.5), ("E_J", "cone_C1", "cone_C2"), Start((0.15, 0.0))),
    "cylinder": (Cylinder(0.08), ("E_J", "cyl_u", "cyl_C"), Start((0.07, 0.0, 0.0), omega=(20.0, 5.0, 130.0))),
    "sphere": (Sphere(0.15), ("E_J", "sphere_spin_s", "sphere_E_tilde", "sphere_Jz_tilde"), Start((0.05, 0.0))),
    "pseudosphere": (Pseudosphere(0.2, defines="centre"), ("E_J", "beltrami_A", "beltrami_B"),
                     Start((0.12, 0.0), omega=(10.0, 3.0, 60.0))),
}
# a ball in a vertical cylinder leaves the wall under these
LEAVES_THE_WALL = {("cylinder", m) for m in ("oblique", "tilting", "sideways gravity", "beside", "shaken")}
CASES = [(s, m) for s in SURFACES for m in MOTIONS if (s, m) not in LEAVES_THE_WALL]


@pytest.mark.parametrize(("surface", "motion"), CASES)
def test_what_is_called_conserved_is(surface, motion):
    """Where no reason is given the quantity stays to 1e-10 of its size; where one is given it moves."""
    shape, names, start = SURFACES[surface]
    run = Integration(assemble(BALL, shape, MOTIONS[motion], start), 1/240)
    reasons = {name: run.reason_not_conserved(name) for name in names}
    first, moved = run.invariants(names), dict.fromkeys(names, 0.0)
    for _i in range(60):
        run.advance(2)
        if run.ended is not None:
            break
        for name, value in run.invariants(names).items():
            moved[name] = max(moved[name], abs(value - first[name]))
    for name in names:
        size = max(abs(first[name]), 1e-3)
        if not reasons[name]:
            assert moved[name] <= 1e-10*size, name
        elif run.t > 0.1 and surface != "pseudosphere":
            assert moved[name] > 1e-8*size, (name, reasons[name])


def test_every_integral_has_a_title():
    of_rows = {"ell", "speed"}        # those of a ball that is stepped as coordinates (scene/models/plane_ball.py)
    assert set(titles()) == set(FAMILIES) | of_rows


def test_meters_begin_anew_after_a_change():
    run = Simulation(load_catalogue("scenes").get("turntable"))
    run.advance(100)
    run.set("rate", 6.0)
    run.advance(40)
    meters = {meter.name: meter for meter in run.meters}
    assert meters["E_J"].reason == "the rate is being changed" and meters["plane_K_x"].reason == ""
    assert np.isfinite(meters["E_J"].value)
    run.advance(400)
    meters = {meter.name: meter for meter in run.meters}
    assert meters["E_J"].reason == "" and meters["E_J"].drift < 1e-14      # [J]
