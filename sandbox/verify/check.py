"""Reference vectors through the engine: one line per case, its worst error against what is allowed."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from sandbox.errors import BadValue
from sandbox.text import _
from sandbox.verify.ball import check_ball_on_surface
from sandbox.verify.case import Case, EndedEarly, Malformed, Schema, Unsupported, stated
from sandbox.verify.contact import check_hoop, check_rigid
from sandbox.verify.contact_states import check_impact, check_state
from sandbox.verify.crossings import check_billiard, check_identity_scattering
from sandbox.verify.rows import check_fixed_point, check_free_turntable, check_rolling_resistance
from sandbox.verify.settling import check_ball, check_incline, check_puck
from sandbox.verify.sleigh import check_sleigh
from sandbox.verify.verdict import Result, judge

BALL_SCHEMA, SLEIGH_SCHEMA = "ball-on-moving-surface test vectors", "sleigh-vectors/1"

# ball.md 0: keys that it does not know are to be ignored
BALLS = Schema(
    references=("samples.*", "events.*", "invariants.*", "max_F_over_N", "conic*", "result.*", "bounces.*",
                "eigenvalues.*", "nu"),
    addresses=("samples.*.t",),
    notes=("check.*", "invariants.*.max_abs_drift"),
    known=("body", "gravity", "surface", "placement", "support", "initial", "samples", "events", "max_F_over_N",
           "invariants", "table_inertia", "table_rate", "conic", "conic_ratio_K_chi_over_m_vstar2", "table", "incoming",
           "result", "model", "wall_radius_for_ball_centre", "wall_model", "restitution", "bounces", "nu", "c_r",
           "eigenvalues", "inertia_body", "constraint_constant", "potential_rc_body"))
SLEIGHS = Schema(
    references=("states.*", "events.*", "impulse", "body.derived.*"), addresses=("states.*.t",),
    notes=("id", "kind", "name", "description", "note", "notes", "title"))
CONTACTS = Schema(
    references=("expected.*",),
    addresses=("expected.states.*.t", "expected.branches.*.t", "expected.*.type", "expected.impacts.*.index"),
    notes=("id", "kind", "title", "source", "initial.note", "note", "notes", "tags.*"))

TRAJECTORIES: Mapping[str, Callable[[Case], None]] = {
    "planar_hoop": check_hoop, "rigid3d": check_rigid, "ball": check_ball, "ball_turntable": check_ball,
    "contensou_puck": check_puck, "particle_incline": check_incline}


def check_trajectory(case: Case):
    """A trajectory of a contact, by its model."""
    model = case["model"]
    if model not in TRAJECTORIES:
        raise Unsupported(f"model {model}")
    TRAJECTORIES[model](case)


KINDS: Mapping[str, tuple[Callable[[Case], None], Schema]] = {
    "ball_on_surface": (check_ball_on_surface, BALLS), "ball_on_free_turntable": (check_free_turntable, BALLS),
    "identity_scattering": (check_identity_scattering, BALLS), "turntable_billiard": (check_billiard, BALLS),
    "turntable_viscous_rolling_resistance": (check_rolling_resistance, BALLS),
    "suslov": (check_fixed_point, BALLS), "veselova": (check_fixed_point, BALLS), "sleigh": (check_sleigh, SLEIGHS),
    "algebraic": (check_state, CONTACTS), "impact": (check_impact, CONTACTS),
    "trajectory": (check_trajectory, CONTACTS)}


class WrongFile(ValueError):
    """A vectors file that can't be read; the text says why."""


def read_vectors(path: Path) -> list[dict]:
    """Takes the path of a vectors file and returns its cases, or raises WrongFile."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise WrongFile(_("{path}: can't be read ({error})").format(path=path, error=error.strerror)) from error
    except (ValueError, UnicodeDecodeError) as error:
        raise WrongFile(_("{path}: not a JSON file ({error})").format(path=path, error=error)) from error
    cases = data.get("cases") if isinstance(data, dict) else None
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise WrongFile(_("{path}: not a vectors file, it has no list 'cases'").format(path=path))
    schema = data.get("schema")
    if schema == BALL_SCHEMA and data.get("schema_version") == 1:
        return cases
    if schema == SLEIGH_SCHEMA:
        return [{"kind": "sleigh", "id": case.get("name"), **case} for case in cases]
    if schema is None and isinstance(data.get("meta"), dict) and all("model" in case for case in cases):
        return cases
    raise WrongFile(_("{path}: schema {schema!r} version {version!r}, needs '{ball}' 1, '{sleigh}' or the contact "
                      "vectors").format(path=path, schema=schema, version=data.get("schema_version"), ball=BALL_SCHEMA,
                                        sleigh=SLEIGH_SCHEMA))


def check(cases: Iterable[dict], kind: str | None = None) -> Iterator[Result]:
    """Takes cases and yields their results (of one kind if given), in their order."""
    for data in cases:
        if kind is None or data.get("kind") == kind:
            yield check_one(data)


def check_one(data: dict) -> Result:
    """Takes one case and returns its result."""
    found = find(data)
    return found if isinstance(found, Result) else judge(found)


def find(data: dict) -> Case | Result:
    """Takes a case and returns it with everything that the engine finds for it, or the result that there is none."""
    reader, schema = KINDS.get(str(data.get("kind")), (None, CONTACTS))
    case = Case(data, schema)
    if reader is None:
        return Result(case.id, case.kind, "UNSUPPORTED", quantity=case.kind)
    try:
        if schema is CONTACTS:
            case.allowed = stated(case["tol"])
        reader(case)
    except Unsupported as reason:
        return Result(case.id, case.kind, "UNSUPPORTED", quantity=str(reason))
    except (BadValue, EndedEarly) as error:
        return Result(case.id, case.kind, "FAIL", np.inf, 0.0, " ".join(str(error).split()))
    except Malformed as error:
        return Result(case.id, case.kind, "FAIL", np.inf, 0.0, _("malformed case: {error}").format(error=error))
    except (KeyError, TypeError, IndexError, ValueError, AttributeError, ArithmeticError) as error:
        return Result(case.id, case.kind, "FAIL", np.inf, 0.0, _("malformed case: {error!r}").format(error=error))
    return case
