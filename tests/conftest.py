"""For all tests: files go to a temporary folder, texts are English."""

import os
import tempfile

import pytest
from hypothesis import settings

# before anything of the program is imported
_home = tempfile.TemporaryDirectory(prefix="jacobi-sandbox-tests-", ignore_cleanup_errors=True)
os.environ["JACOBI_SANDBOX_HOME"] = _home.name

settings.register_profile("sandbox", deadline=None)
settings.load_profile("sandbox")


@pytest.fixture(autouse=True)
def english():
    """Each test begins and leaves with English texts."""
    from sandbox.text import set_language
    set_language("en")
    yield
    set_language("en")
