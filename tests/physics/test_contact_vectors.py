"""Every reference case of a contact that may slip, leave and hit, at the tolerance of the case itself."""

import json
from pathlib import Path

import pytest

from sandbox.verify.check import check

CASES = json.loads((Path(__file__).parents[1]/"vectors"/"vectors_contact.json").read_text())["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    (result,) = check([case])
    assert result.verdict == "ok", result.line()
