"""Bodies of any shape on moving supports against multipliers in inertial coordinates: an independent formulation.

The references (tests/oracles/general_body.json) come from a 9 x 9 system for accelerations and contact force with the
touching point found by common normals, integrated adaptively; nothing of it is shared with the program.
"""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.scene import Body, Disk, Ellipsoid, Motion, Signal, Start, rate_sine
from sandbox.systems.contact.assembly import assemble
from sandbox.systems.integration import Integration
from sandbox.verify.ball import motion_of, surface_of
from tests.oracles import general_body

CASES = general_body.load()


def shape_of(definition: dict) -> Body:
    """The body of a case; its origin is the shape's centre."""
    d = definition
    more = {"mass": d["mass"], "inertia": d["inertia"]}
    if d["shape"] == "ellipsoid":
        return Ellipsoid(*d["semi_axes"], mass_centre=tuple(d["s_G"]), **more)
    if d["shape"] == "sphere":
        return Ellipsoid(*[d["radius"]]*3, mass_centre=tuple(d["s_G"]), **more)
    rounding = d.get("rounding", 0.0)
    # the case counts radius and thickness without the rounding
    return Disk(d["radius"] + rounding, thickness=2.0*(d["half_thickness"] + rounding), rounding=rounding, **more)


def angle_of(definition: dict) -> Signal:
    if definition["type"] == "polynomial":
        return Signal(tuple(definition["coeffs"]))
    return rate_sine(definition["Omega0"], definition["amplitude"], definition["nu"])


def motion(case: dict) -> Motion:
    support = case["support"]
    if support is None:
        return Motion(gravity=tuple(case["gravity"]))
    if support["type"] == "rotation":
        return motion_of(support, case["gravity"])
    (f, g, e), move = support["rotations"], support["translation"]
    shift = tuple(Signal(sine=x, nu=move["nu"]) for x in move["amplitude"])
    return Motion(tuple(e["axis"]), angle_of(e["angle"]), tuple(case["placement"]["origin"]),
                  tuple(f["axis"]), angle_of(f["angle"]), tuple(g["axis"]), angle_of(g["angle"]),
                  shift=shift, gravity=tuple(case["gravity"]))


@pytest.mark.parametrize("name", CASES)
def test_motion_and_reaction_agree_with_multipliers(name):
    case = CASES[name]
    surface = surface_of(case["surface"])
    if case["placement"]:
        surface = surface.placed(**case["placement"])
    initial, first = case["initial"], case["samples"][0]
    assert first["t"] == 0.0
    start = Start(tuple(first["contact"]), omega=tuple(initial["omega"]), orientation=tuple(initial["quat"]))
    run = Integration(assemble(shape_of(case["body"]), surface, motion(case), start), 1/240)

    # the reference's own bound, plus ours at 1/240 s: 1e-11 of the size in use, more where the motion amplifies errors
    allowed = {key: 10.0*case["error"][key] + 1e-11 for key in ("x_G", "v_G", "omega", "force")}
    for sample in case["samples"]:
        run.advance(round(sample["t"]*240) - run.k)
        assert run.ended is None
        body = run.body
        assert_allclose(body.centre, sample["x_G"], rtol=0, atol=allowed["x_G"])                   # [m]
        assert_allclose(body.velocity, sample["v_G"], rtol=0, atol=allowed["v_G"])                 # [m/s]
        assert_allclose(body.angular_velocity, sample["omega"], rtol=0, atol=1e1*allowed["omega"])  # [rad/s]
        assert_allclose(body.N*body.normal + body.F, sample["force"], rtol=0, atol=1e1*allowed["force"])   # [N]
        same = abs(np.dot(body.quaternion, sample["quat"]))                                         # sign is free
        assert_allclose(same, 1.0, rtol=0, atol=1e-10)
    # the meter: E_J moves, E_J - ledger does not
    assert run.drift < 1e-12
    assert run.max_F_over_N == pytest.approx(case["friction"], rel=1e-2)
