"""Reference runs of bodies of any shape on moving supports, made with multipliers.py and kept in general_body.json.

Schema (SI, laboratory axes unless said otherwise, names of ball.md section 0):
    id, title, notes
    gravity    (3,)
    surface    {type, defines: "contact", parameters}, in its own frame
    placement  null or {origin, axis, angle}: pose of the surface at Theta = 0
    support    null, {type: "rotation", axis, point, angle, translation} or
               {type: "gimbals", rotations: [{axis, angle}, ...], translation}: R = Rot(1) Rot(2) ... Rot(placement),
               each angle a function Theta(t) of ball.md section 0, p = placement origin + translation
    body       {shape, ..., mass, inertia (3, 3) about the centre of mass in shape axes, s_G (3,) centre of mass from
               the shape centre in shape axes}; shape is sphere {radius}, ellipsoid {semi_axes}, disk {radius,
               half_thickness} (contact on the rim at shape z = -half_thickness) or rounded_disk {radius,
               half_thickness, rounding} (support function R |nu_perp| + t |nu_3| + eps |nu|)
    initial    t, x_G, quat (shape axes -> laboratory, scalar first), omega (absolute), v_G (follows from rolling)
    samples    t, x_G, v_G, omega, quat (sign free), force (on the body, at the contact), contact (point), N,
               E_J, ledger as in invariants.py; E_J - ledger is constant
    friction   largest |F|/N, min_N_over_mg least N/(m g), both over every 1/240 s
    error      x_G v_G omega R force: largest change when rtol 2.3e-14 is relaxed to 1e-13 (an upper bound);
               gap, slip: what is left of the constraints; E_J: drift of E_J - ledger; all absolute
All sample times are whole multiples of 1/240 s. Rolling without slip throughout.

    python -m tests.oracles.general_body          makes the file again
"""
import json
from math import cos, pi, sin, sqrt
from pathlib import Path

import numpy as np

from . import rigid_bodies, supports, surfaces
from .multipliers import Problem
from .runs import simulate, tightened

FILE = Path(__file__).with_name("general_body.json")
GRAVITY = [0.0, 0.0, -9.81]


def quat_about(axis, angle):
    """Quaternion (list of 4) of a rotation about `axis` by `angle` [rad]."""
    return [cos(angle/2), *(sin(angle/2)*supports.unit(axis))]


def uniform(rate):
    """Theta = rate t."""
    return {"type": "polynomial", "coeffs": [0.0, rate]}


def turning(axis, angle, **more):
    """Support that turns about `axis` through the laboratory origin."""
    return {"type": "rotation", "axis": axis, "point": [0.0, 0.0, 0.0], "angle": angle, **more}


def thin_disk(radius, mass):
    """Homogeneous thin disk: A = m R^2/4, C = m R^2/2."""
    return {"shape": "disk", "radius": radius, "half_thickness": 0.0, "mass": mass, "s_G": [0.0, 0.0, 0.0],
            "inertia": np.diag([mass*radius**2/4, mass*radius**2/4, mass*radius**2/2]).tolist()}


PEBBLE = {"shape": "ellipsoid", "semi_axes": [0.06, 0.045, 0.03], "mass": 0.4, "s_G": [0.004, -0.003, -0.005],
          "inertia": [[2.4e-4, 3.0e-5, -2.0e-5], [3.0e-5, 3.6e-4, 4.0e-5], [-2.0e-5, 4.0e-5, 4.6e-4]]}
CELT = {"shape": "ellipsoid", "semi_axes": [0.20, 0.03, 0.02], "mass": 1.0, "s_G": [0.0, 0.0, -0.01],
        "inertia": [[2e-4, -2e-5, 0.0], [-2e-5, 1.6e-3, 0.0], [0.0, 0.0, 1.7e-3]]}
COIN = {"shape": "rounded_disk", "radius": 0.035, "half_thickness": 0.004, "rounding": 0.003, "mass": 0.25,
        "s_G": [0.0, 0.0, 0.0], "inertia": [[1.0e-4, 0.0, 0.0], [0.0, 1.0e-4, 0.0], [0.0, 0.0, 1.8e-4]]}
BIASED_BALL = {"shape": "sphere", "radius": 0.04, "mass": 0.3, "s_G": [0.006, 0.003, -0.008],
               "inertia": [[2.0e-4, 1.0e-5, 0.0], [1.0e-5, 1.7e-4, -1.5e-5], [0.0, -1.5e-5, 2.3e-4]]}


def steady_disk():
    """Thin disk, R = 0.25 m, tilt 1 rad, precession 2 rad/s: n by rolling_disk.steady_disk_spin."""
    radius, mass, tilt, precession = 0.25, 1.0, 1.0, 2.0
    body = thin_disk(radius, mass)
    A, C = body["inertia"][0][0], body["inertia"][2][2]
    tau = precession*sin(tilt)
    spin = (A*tau**2*cos(tilt)/sin(tilt) - mass*9.81*radius*cos(tilt))/((C + mass*radius**2)*tau)
    # k' = (0, -sin, cos), e2 = k' x e_x = (0, cos, sin)
    w = [0.0, tau*cos(tilt) - spin*sin(tilt), tau*sin(tilt) + spin*cos(tilt)]
    return body, {"x_G": [0.0, 0.0, radius*sin(tilt)], "quat": quat_about([1, 0, 0], tilt), "omega": w}


def definitions():
    """The cases without their samples, as (case, number of samples after the first, step between them [1/240 s])."""
    disk, steady = steady_disk()
    bowl = {"type": "paraboloid_inside", "defines": "contact", "p": 0.3}
    plane = {"type": "plane", "defines": "contact"}
    globe = {"type": "sphere_outside", "defines": "contact", "b": 0.5}
    return [
        ({"id": "ellipsoid_rotating_paraboloid",
          "title": "Unbalanced ellipsoid in a bowl turning about the vertical",
          "notes": "ledger is zero: Jacobi's integral", "surface": bowl, "placement": None,
          "support": turning([0, 0, 1], uniform(3.0)), "body": PEBBLE,
          "initial": {"x_G": [0.08, -0.03, 0.06], "quat": quat_about([1.0, 0.5, 0.2], 0.4), "omega": [3.0, -4.0, 2.0]}},
         8, 60),
        ({"id": "ellipsoid_on_globe_tilted_axis",
          "title": "Unbalanced ellipsoid on a globe turning about a slanted axis",
          "notes": "", "surface": globe, "placement": {"origin": [0.02, -0.01, 0.03], "axis": [1, 0, 0], "angle": 0.3},
          "support": turning([0.3, -0.1, 0.95], uniform(1.5)), "body": PEBBLE,
          "initial": {"x_G": [0.05, 0.02, 0.55], "quat": quat_about([0.3, 1.0, 0.2], 0.3), "omega": [0.5, 0.2, 1.0]}},
         6, 16),
        ({"id": "thin_disk_turntable", "title": "Thin disk rolling on a turntable", "notes": "", "surface": plane,
          "placement": None, "support": turning([0, 0, 1], uniform(3.0)), "body": thin_disk(0.05, 0.2),
          "initial": {"x_G": [0.15, 0.05, 0.046], "quat": quat_about([1.0, 0.2, 0.1], 1.3),
                      "omega": [0.3, -17.0, 0.5]}},
         8, 60),
        ({"id": "thin_disk_steady", "title": "Thin disk in steady precession on a fixed plane",
          "notes": "tilt 1 rad, precession 2 rad/s, N = m g for ever", "surface": plane, "placement": None,
          "support": None, "body": disk, "initial": steady}, 6, 120),
        ({"id": "rounded_coin_plane", "title": "Thick coin with a rounded edge wobbling on a fixed plane", "notes": "",
          "surface": plane, "placement": None, "support": None, "body": COIN,
          "initial": {"x_G": [0.0, 0.0, 0.04], "quat": quat_about([1.0, 0.0, 0.0], 0.8), "omega": [0.8, 8.0, 9.0]}},
         8, 60),
        ({"id": "rattleback", "title": "Rattleback of engine.md 1.2, spin -5 rad/s reverses",
          "notes": "min N 0.17 m g, needs friction 0.76", "surface": plane, "placement": None,
          "support": None, "body": CELT,
          "initial": {"x_G": [0.0, 0.0, 0.03], "quat": quat_about([1.0, 1.0, 0.0], pi/360*sqrt(2)),
                      "omega": [0.0, 0.0, -5.0]}}, 10, 120),
        ({"id": "ellipsoid_shaken_paraboloid",
          "title": "Unbalanced ellipsoid in a bowl: inclined axis beside it, oscillating rate, shaking",
          "notes": "nothing is conserved but E_J - ledger", "surface": bowl,
          "placement": {"origin": [0.05, 0.02, 0.0], "axis": [0, 1, 0], "angle": 0.1},
          "support": {"type": "rotation", "axis": [0.1, -0.05, 1.0], "point": [-0.03, 0.04, 0.0],
                      "angle": {"type": "rate_sine", "Omega0": 1.5, "amplitude": 1.0, "nu": 4.0},
                      "translation": {"amplitude": [0.01, -0.006, 0.004], "nu": 7.0}},
          "body": PEBBLE,
          "initial": {"x_G": [0.12, 0.05, 0.06], "quat": quat_about([0.2, 1.0, -0.5], 0.6), "omega": [1.0, -2.0, 3.0]}},
         8, 60),
        ({"id": "rounded_coin_rotating_bowl", "title": "Rounded coin in a bowl that turns about an inclined axis",
          "notes": "", "surface": {"type": "ripple_bowl", "defines": "contact", "A": 0.001, "k": 20.0, "p": 0.5},
          "placement": None, "support": turning([0.05, 0.0, 1.0], uniform(2.0)), "body": COIN,
          "initial": {"x_G": [0.1, 0.0, 0.04], "quat": quat_about([1.0, 0.1, 0.0], 0.7), "omega": [0.0, 11.0, 9.5]}},
         8, 30),
        ({"id": "biased_ball_gimballed_plane",
          "title": "Unbalanced ball on a plate in gimbals, shaken: all of ws, p'' vary",
          "notes": "", "surface": plane, "placement": {"origin": [0.0, 0.0, 0.1], "axis": [0, 0, 1], "angle": 0.0},
          "support": {"type": "gimbals",
                      "rotations": [{"axis": [1, 0, 0], "angle": {"type": "rate_sine", "Omega0": 0.0, "amplitude": 0.4,
                                                                  "nu": 3.0}},
                                    {"axis": [0, 1, 0], "angle": {"type": "rate_sine", "Omega0": 0.0, "amplitude": -0.5,
                                                                  "nu": 4.0}},
                                    {"axis": [0, 0, 1], "angle": {"type": "polynomial", "coeffs": [0.0, 1.0, 0.3]}}],
                      "translation": {"amplitude": [0.01, 0.008, -0.006], "nu": 6.0}},
          "body": BIASED_BALL,
          "initial": {"x_G": [0.05, -0.02, 0.14], "quat": quat_about([1.0, 2.0, 3.0], 1.0), "omega": [2.0, -1.0, 4.0]}},
         8, 60),
    ]


def body_of(spec):
    """rigid_bodies.Body of a `body` dictionary."""
    spec = dict(spec)
    shape = spec.pop("shape")
    return {"sphere": rigid_bodies.sphere, "ellipsoid": rigid_bodies.ellipsoid, "disk": rigid_bodies.disk,
            "rounded_disk": rigid_bodies.disk}[shape](**spec)


def problem_of(case):
    """Problem of a case (of this file, or with the same keys)."""
    surface = surfaces.from_json(case["surface"])
    return Problem(body_of(case["body"]), surface, supports.from_json(case["support"], case["placement"]),
                   case["gravity"], case["surface"]["defines"])


def load():
    """The kept cases: {id: case}."""
    return {case["id"]: case for case in json.loads(FILE.read_text(encoding="utf-8"))["cases"]}


def make(case, count, stride):
    """The case with initial state, samples and error estimate filled in (see the head)."""
    case = {"id": case["id"], "title": case["title"], "notes": case["notes"], "gravity": GRAVITY, **case}
    start = case["initial"]
    quat = supports.unit(start["quat"])
    x_G, v_G = problem_of(case).touch(0.0, start["x_G"], quat, start["omega"])
    case["initial"] = {"t": 0.0, "x_G": x_G.tolist(), "quat": quat.tolist(), "omega": list(map(float, start["omega"])),
                       "v_G": v_G.tolist()}
    times = np.arange(count + 1)*stride/240
    run, change = tightened(lambda: problem_of(case), (x_G, quat, start["omega"], times))

    # contact kept between the samples too
    fine = simulate(problem_of(case), x_G, quat, start["omega"], np.arange(count*stride + 1)/240, rtol=1e-9, atol=1e-10)
    assert fine.N.min() > 0, f"{case['id']}: N reaches {fine.N.min()} N"

    columns = {"x_G": run.x_G, "v_G": run.v_G, "omega": run.w, "quat": run.quat, "force": run.force,
               "contact": run.contact, "N": run.N, "E_J": run.E_J, "ledger": run.ledger}
    case["samples"] = [{"t": float(t), **{name: rounded(column[k]) for name, column in columns.items()}}
                       for k, t in enumerate(run.t)]
    case["friction"] = float(f"{np.max(np.linalg.norm(fine.F, axis=1)/fine.N):.4g}")
    case["min_N_over_mg"] = float(f"{fine.N.min()/(case['body']['mass']*9.81):.4g}")
    change |= {"gap": np.abs(run.gap).max(), "slip": run.slip.max(), "E_J": np.abs(np.diff(run.E_J - run.ledger)).max()}
    case["error"] = {{"w": "omega"}.get(name, name): float(f"{value:.1e}") for name, value in change.items()}
    return case


def rounded(value):
    """15 significant digits of the largest component, as list or number."""
    value = np.asarray(value)
    scale = np.abs(value).max()
    digits = 14 - int(np.floor(np.log10(scale))) if scale > 0 else 14
    return np.round(value, min(digits, 20)).tolist()


def main():
    """Makes general_body.json."""
    cases = [make(*definition) for definition in definitions()]
    lines = ",\n".join(json.dumps(case) for case in cases)
    FILE.write_text(f'{{"schema_version": 1, "units": "SI", "cases": [\n{lines}\n]}}\n', encoding="utf-8")
    for case in cases:
        print(case["id"], case["error"], "F/N", case["friction"], "N/mg", case["min_N_over_mg"])


if __name__ == "__main__":
    main()
