"""The wheel of vpython that is brought along: its authors' files, what is left out of them, and nothing else."""

import csv
import subprocess
import sys
import zipfile

import pytest

from bundle import vpython_wheel as ours
from sandbox.view.page import files
from tests.patience import HANGING

# what their wheel holds besides; the compiled vectors are there in Python, too
LEFT_OUT = ("vpython/cyvector.", "vpython/with_notebook.py", "vpython/no_notebook.py", "vpython/qtbrowser.py",
            "vpython/vpython_data/", "vpython/vpython_libraries/images/", "vpython/vpython_libraries/plotly.min.js",
            "vpython/vpython_libraries/glowcomm.js", "vpython/vpython_libraries/ide.css",
            "vpython/vpython_libraries/jquery-ui.custom.css")


@pytest.fixture
def wheel():
    with zipfile.ZipFile(ours.FOLDER / ours.NAME) as file:
        yield {name: file.read(name) for name in file.namelist()}


def records(content: bytes) -> dict[str, str]:
    """Name of a file -> its hash."""
    return {name: sha for name, sha, _size in csv.reader(content.decode("utf-8").splitlines()) if sha}


def test_it_is_the_one_that_is_meant_and_the_only_one():
    assert ours.digest() == ours.DIGEST
    assert [path.name for path in ours.FOLDER.iterdir()] == [ours.NAME]


def test_every_file_is_as_its_authors_wrote_it(wheel):
    theirs = records(wheel[f"{ours.ABOUT}/RECORD.authors"])
    found = {name: ours.hash_in_records(content) for name, content in wheel.items() if name.startswith("vpython/")}
    assert tuple(found) == ours.KEPT
    assert {name: sha for name, sha in found.items() if theirs[name] != sha} == {}
    missing = {name for name in theirs if name.startswith("vpython/")} - set(found)
    assert {name for name in missing if not name.startswith(LEFT_OUT)} == set()
    assert [start for start in LEFT_OUT if not any(name.startswith(start) for name in missing)] == []


def test_its_licence_is_theirs_and_what_is_said_of_it_is_true(wheel):
    theirs = records(wheel[f"{ours.ABOUT}/RECORD.authors"])
    licence = wheel[f"{ours.ABOUT}/{ours.LICENCE}"]
    assert ours.hash_in_records(licence) == theirs[f"{ours.THEIRS}/{ours.LICENCE}"] and b"free of charge" in licence
    said = wheel[f"{ours.ABOUT}/METADATA"].decode("utf-8")
    assert f"\nName: vpython\nVersion: {ours.OWN}\n" in said and said.count("\nRequires-Dist:") == 1
    assert "Tag: py3-none-any" in wheel[f"{ours.ABOUT}/WHEEL"].decode("utf-8")
    found = {name: ours.hash_in_records(content) for name, content in wheel.items() if not name.endswith("/RECORD")}
    assert records(wheel[f"{ours.ABOUT}/RECORD"]) == found


def test_all_that_the_page_is_made_of_is_there(wheel):
    assert {f"vpython/{files.LIBRARIES}/{name}" for name in (files.DOCUMENT, *files.SCRIPTS)} <= set(wheel)


def test_the_picture_begins_with_it_and_asks_for_no_more(tmp_path):
    """Whichever vpython is installed here: the wheel stands before it, and setuptools does not exist."""
    code = ("import sys; sys.path.insert(0, sys.argv[1])\n"
            "class Gone:\n"
            "    def find_spec(self, name, path=None, target=None):\n"
            "        if name.partition('.')[0] in ('pkg_resources', 'setuptools', 'IPython', 'ipykernel'):\n"
            "            raise ModuleNotFoundError(name)\n"
            "sys.meta_path.insert(0, Gone())\n"
            "from sandbox.view.page import files, transport; vp = transport.load(); files.document()\n"
            "print(vp.__version__, vp.vector.__module__, vp.__file__, 'pkg_resources' in sys.modules)")
    with zipfile.ZipFile(ours.FOLDER / ours.NAME) as file:
        file.extractall(tmp_path)
    done = subprocess.run([sys.executable, "-W", "error", "-c", code, tmp_path], capture_output=True, text=True,
                          timeout=HANGING)
    assert (done.stdout.split(), done.stderr) == (
        [ours.OWN, "vpython.vector", str(tmp_path / "vpython" / "__init__.py"), "False"], "")


@pytest.mark.network
def test_it_can_be_made_anew_to_the_last_byte():
    try:
        source = ours.fetch()
    except subprocess.CalledProcessError:
        pytest.skip("the package index does not answer")
    made = ours.remade(source)
    assert made == ours.remade(source) == (ours.FOLDER / ours.NAME).read_bytes()
