"""For all tests: files go to a temporary folder, texts are English, windows come one after the other."""

import os
import tempfile

import pytest
from hypothesis import settings

# before anything of the program is imported
_home = tempfile.TemporaryDirectory(prefix="jacobi-sandbox-tests-", ignore_cleanup_errors=True)
os.environ["JACOBI_SANDBOX_HOME"] = _home.name

settings.register_profile("sandbox", deadline=None)
settings.load_profile("sandbox")

# fixtures that show something on the screen, themselves or by a process of their own
SHOWING = {"qtbot", "qapp", "run_page"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Tests that share the screen, its focus and the graphics driver go to one worker."""
    for item in items:
        if SHOWING & set(item.fixturenames) or item.get_closest_marker("window"):
            item.add_marker(pytest.mark.xdist_group("window"))


@pytest.fixture(autouse=True)
def english():
    """Each test begins and leaves with English texts."""
    from sandbox.text import set_language
    set_language("en")
    yield
    set_language("en")
