"""Reference vectors through the engine: one line per case, its worst error against what is allowed."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from sandbox.errors import BadValue
from sandbox.text import _
from sandbox.verify.ball import check_ball_on_surface
from sandbox.verify.contact import check_trajectory
from sandbox.verify.contact_states import check_impact, check_state
from sandbox.verify.crossings import check_billiard, check_identity_scattering
from sandbox.verify.rows import check_fixed_point, check_free_turntable, check_rolling_resistance
from sandbox.verify.sleigh import check_sleigh
from sandbox.verify.verdict import Result

BALL_SCHEMA, SLEIGH_SCHEMA = "ball-on-moving-surface test vectors", "sleigh-vectors/1"


class WrongFile(ValueError):
    """A vectors file that can't be read; the text says why."""


KINDS = {
    "ball_on_surface": check_ball_on_surface, "algebraic": check_state, "impact": check_impact,
    "trajectory": check_trajectory, "sleigh": check_sleigh, "suslov": check_fixed_point, "veselova": check_fixed_point,
    "ball_on_free_turntable": check_free_turntable, "turntable_viscous_rolling_resistance": check_rolling_resistance,
    "identity_scattering": check_identity_scattering, "turntable_billiard": check_billiard}


def read_vectors(path: Path) -> list[dict]:
    """The cases of a vectors file, or WrongFile."""
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


def check(cases, kind: str | None = None) -> Iterator[Result]:
    """Results of the cases (of one kind if given), in their order."""
    for case in cases:
        if kind is not None and case.get("kind") != kind:
            continue
        checker = KINDS.get(case.get("kind"))
        name = str(case.get("id"))
        if checker is None:
            yield Result(name, str(case.get("kind")), "UNSUPPORTED", quantity=str(case.get("kind")))
            continue
        try:
            yield checker(case)
        except BadValue as error:
            yield Result(name, case["kind"], "FAIL", np.inf, 0.0, str(error))
        except (KeyError, TypeError, IndexError, ValueError) as error:
            yield Result(name, case["kind"], "FAIL", np.inf, 0.0, _("malformed case: {error!r}").format(error=error))
