"""Where the tests of the run log put their logs."""

import pytest


@pytest.fixture
def log_path(tmp_path):
    return tmp_path / "run 1 # ü.sqlite"
