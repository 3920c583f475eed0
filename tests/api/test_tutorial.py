"""The tutorial for notebooks: its form, that its cells run one after the other, and the numbers that it shows."""

import json
import re
from pathlib import Path

import pytest

from bundle.site.notebook import Cell, Shown, cells_of, shown_by

FILE = Path(__file__).parents[2]/"docs"/"tutorial.ipynb"
# where the cells of the subjects stand that it promises
SUBJECTS = ("simulate", "plot", "animation", "xarray", "map", "guess", "friction", "saddle", "own", "read")


@pytest.fixture(scope="module")
def shown() -> dict[str, list[Shown]]:
    cells = cells_of(FILE)
    return {cell.id: found for cell, found in zip(cells, shown_by(cells), strict=True)}


def test_it_is_a_notebook_without_outputs():
    """What nbformat 4.5 demands of a notebook and of its cells, and nothing that a run would have left."""
    found = json.loads(FILE.read_text(encoding="utf-8"))
    assert sorted(found) == ["cells", "metadata", "nbformat", "nbformat_minor"]
    assert (found["nbformat"], found["nbformat_minor"]) == (4, 5)
    assert found["metadata"]["kernelspec"]["name"] == "python3"
    names = [cell["id"] for cell in found["cells"]]
    assert len(set(names)) == len(names) > 20 and all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) for name in names)
    assert set(SUBJECTS) <= set(names)
    for cell in found["cells"]:
        own = ["execution_count", "outputs"] if cell["cell_type"] == "code" else []
        assert sorted(cell) == sorted(["cell_type", "id", "metadata", "source", *own])
        assert cell["cell_type"] in ("code", "markdown") and all(isinstance(line, str) for line in cell["source"])
        assert all(line.endswith("\n") for line in cell["source"][:-1]) and not cell["source"][-1].endswith("\n")
        assert cell["cell_type"] == "markdown" or (cell["execution_count"], cell["outputs"]) == (None, [])
        assert max(map(len, cell["source"])) <= (90 if own else 130)


def test_every_cell_runs_and_shows_what_it_is_there_for(shown):
    for name, sign in (("simulate", "<svg"), ("animation", "<iframe srcdoc"), ("saddle", "<table>"), ("map", "<Map of"),
                       ("rate", "circles at 1.000000000000 rad/s"), ("xarray", "('t', 'body', 'xyz') m"),
                       ("guess", "rms: centre_x 0.0"), ("read", "m high")):
        assert any(sign in one.html for one in shown[name]), (name, [one.html[:200] for one in shown[name]])
    assert [name for name, found in shown.items() if any(one.is_drawing for one in found)] == [
        "plot", "map", "residuals"]


def test_friction_is_found_as_the_page_says(shown):
    """75 points with 1 mm of noise: the friction within three of its errors, these below 6e-4, in at most 30 runs."""
    text, = (one.html for one in shown["friction"])
    mu, error, runs, noise = map(float, re.search(
        r"mu = ([\d.]+) ± ([\d.]+) in (\d+) runs, noise ([\d.e-]+)", text).groups())
    assert abs(mu - 0.23) < 3*error and 3e-4 < error < 6e-4 and runs <= 30
    # [m] the noise of 1 mm, known from 75 points to 1/sqrt(150): 8 %
    assert abs(noise/1e-3 - 1.0) < 0.25


def test_its_scene_has_thirty_lines_at_most_and_holds_the_ball_only_if_it_turns_fast(shown):
    saddle = next(cell for cell in cells_of(FILE) if cell.id == "saddle")
    assert len(saddle.text.splitlines()) <= 30
    slow, fast = shown["own"][0].html.splitlines()
    assert "reached the rim" in slow and "stays for 20 s" in fast


def test_what_a_cell_shows_is_what_a_notebook_would_show():
    cells = [Cell("a", "code", "x = 2\nprint(x)\nx + 1"), Cell("b", "markdown", "text"), Cell("c", "code", "None"),
             Cell("d", "code", "x*x\ny = 3"),
             Cell("e", "code", "class It:\n    def _repr_html_(self):\n        return '<b>it</b>'\nIt()")]
    assert list(shown_by(cells)) == [[Shown("2\n", True), Shown("3", True)], [], [], [], [Shown("<b>it</b>")]]
    # nor is a drawing that was there before
    import matplotlib.pyplot as plt
    plt.figure()
    assert list(shown_by(cells[:1])) == [[Shown("2\n", True), Shown("3", True)]]
    with pytest.raises(ZeroDivisionError):
        list(shown_by([Cell("a", "code", "1/0")]))
