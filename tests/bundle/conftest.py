"""The packaged program, for the tests marked `packed`; they are skipped where there is none (see ./package)."""

import pytest

from tests.bundle.packed import PROGRAM, Packed


def pytest_collection_modifyitems(items):
    for item in items:
        if "packed" in item.keywords and not PROGRAM.is_file():
            item.add_marker(pytest.mark.skip(reason="there is no packaged program: ./package makes it"))


@pytest.fixture
def packed(tmp_path) -> Packed:
    home = tmp_path / "home"
    home.mkdir()
    return Packed(PROGRAM, home)
