"""One table of names: whichever way a run leaves the program, a quantity is called the same."""

import csv
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from scipy.io import netcdf_file

import sandbox
from sandbox.run.logs.names import INVARIANT, columns, named

PAGE = (Path(__file__).parents[2]/"docs"/"files.md").read_text(encoding="utf-8")
AXES = {"xyz", "wxyz"}      # letters of components, which xarray has as coordinates


@pytest.mark.parametrize(("scene", "values"), [("turntable", {}), ("many_balls", {"count": 3}), ("sleigh", {})])
def test_names_are_the_same_everywhere(scene, values, tmp_path):
    run = sandbox.simulate(scene, duration=0.1, log=tmp_path/"run.sqlite", **values)
    whole, plain = {one.name for one in named(run.log)}, {name for name, _one, _values in columns(run.log)}
    assert {"t", "E_J", "centre", "support_quaternion"} <= whole and len(plain) > 40
    for ending in (".nc", ".npz", ".csv"):
        run.save(tmp_path/f"run{ending}")
    assert set(run.to_xarray().variables) - AXES == whole
    with netcdf_file(tmp_path/"run.nc", mmap=False) as file:
        assert set(file.variables) == whole
    with np.load(tmp_path/"run.npz") as arrays:
        assert set(arrays.files) == whole
    with open(tmp_path/"run.csv", newline="", encoding="utf-8") as file:
        head = [name.partition(" [")[0] for name in next(csv.reader(file))]
    table = run.to_pandas()
    assert set(head) == {name.partition(" [")[0] for name in [table.index.name, *table.columns]} == plain
    with closing(sqlite3.connect(tmp_path/"run.sqlite")) as log:
        def names(view: str) -> set[str]:
            return {column[0] for column in log.execute(f"SELECT * FROM {view}").description} - {"number"}
        rows, bodies, supports = names("run_rows"), names("run_bodies"), names("run_supports")
        others = {name for name, in log.execute("SELECT DISTINCT name FROM run_values")}
    # columns of bodies and supports stand there without the number, which is a column of its own
    numbered = {re.sub(r"_\d+(?=_|$)", "", name) for name in plain}
    assert rows <= plain and bodies - {"body"} <= numbered and supports - {"support"} <= numbered
    assert others == {one.name for one in named(run.log) if one.kind in ("live", "invariant")}


def test_the_page_of_files_names_them():
    run = sandbox.simulate("turntable", duration=0.1)
    table = PAGE.partition("## Names of quantities")[2].partition("## Logs")[0]
    said = set(re.findall(r"`(\w+)`", table))
    wanted = {one.name for one in named(run.log) if one.kind in ("", "body", "support")}
    assert wanted <= said and INVARIANT in said
