"""Notebooks run without Jupyter: each cell in the same room of names, and what it prints and shows."""

import ast
import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from html import escape
from pathlib import Path

SALT = "tutorial"      # of names within drawings: the same in each run


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook: its name, "markdown" or "code", its text."""

    id: str
    kind: str
    text: str


@dataclass(frozen=True)
class Shown:
    """What a cell shows: HTML where what it shows has some, else text, or an SVG drawing."""

    html: str
    is_text: bool = False
    is_drawing: bool = False


def cells_of(path: Path) -> list[Cell]:
    """Reads a notebook (nbformat 4.5)."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return [Cell(cell["id"], cell["cell_type"], "".join(cell["source"])) for cell in found["cells"]]


def shown_by(cells: list[Cell]) -> Iterator[list[Shown]]:
    """Runs the cells of code in their order, and yields what each shows, of others nothing.

    Whatever a cell raises reaches the caller, with the name of the cell in its traceback.
    """
    names = {"__name__": "__main__"}
    with _drawing() as drawn:
        for cell in cells:
            yield _run(cell, names, drawn) if cell.kind == "code" else []


def _run(cell: Cell, names: dict, drawn) -> list[Shown]:
    found: list[Shown] = []
    printed = io.StringIO()

    def show(value: object):
        if value is None:
            return
        html = getattr(value, "_repr_html_", None)
        found.append(Shown(html()) if html is not None else Shown(repr(value), is_text=True))

    tree = ast.parse(cell.text, f"cell {cell.id}")
    # as in a notebook, the value of the last line is shown where it is an expression
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    before, sys.displayhook = sys.displayhook, show
    try:
        with redirect_stdout(printed):
            exec(compile(tree, f"cell {cell.id}", "exec"), names)
            if last is not None:
                exec(compile(ast.Interactive([last]), f"cell {cell.id}", "single"), names)
    finally:
        sys.displayhook = before
    drawings = list(drawn())
    # of a drawing one wants to see the drawing, not what its parts are called
    values = [one for one in found if not (drawings and one.is_text)]
    text = [Shown(printed.getvalue(), is_text=True)] if printed.getvalue() else []
    return [*text, *values, *drawings]


@contextmanager
def _drawing():
    """Drawings of matplotlib as SVG, the same bytes in each run."""
    import matplotlib as mpl
    with mpl.rc_context({"svg.hashsalt": SALT, "svg.fonttype": "path"}):
        # changes the backend, which the context brings back
        mpl.use("svg")
        import matplotlib.pyplot as plt
        plt.close("all")       # what was drawn before is of no cell

        def drawn() -> Iterator[Shown]:
            for number in plt.get_fignums():
                file = io.StringIO()
                plt.figure(number).savefig(file, format="svg", metadata={"Date": None, "Creator": None})
                text = file.getvalue()
                yield Shown(text[text.index("<svg"):], is_drawing=True)
            plt.close("all")
        yield drawn


def html_of(shown: Shown) -> str:
    """Returns what a cell shows as HTML, as it stands in a page."""
    if shown.is_text:
        return f'<pre class="out">{escape(shown.html, quote=False)}</pre>'
    return f'<div class="out">{shown.html}</div>'
