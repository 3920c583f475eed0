"""For all tests: files go to a temporary folder, texts are English."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# before anything of the program is imported
_home = tempfile.TemporaryDirectory(prefix="jacobi-sandbox-tests-", ignore_cleanup_errors=True)
os.environ["JACOBI_SANDBOX_HOME"] = _home.name

settings.register_profile("sandbox", deadline=None)
settings.load_profile("sandbox")


# they show pictures and look at their speed: one after the other, beside tests that only compute
SEEN = ("view", "ui", "film", "bundle", "test_whole_window.py")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """For several workers: the windows to one of them, every other file as a whole to any."""
    tests = Path(__file__).parent
    for item in items:
        path = item.path.relative_to(tests)
        item.add_marker(pytest.mark.xdist_group("windows" if path.parts[0] in SEEN else path.as_posix()))


@pytest.fixture(autouse=True)
def english():
    """Each test begins and leaves with English texts."""
    from sandbox.text import set_language
    set_language("en")
    yield
    set_language("en")
