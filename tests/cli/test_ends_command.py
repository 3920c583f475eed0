"""The command `ends`: maps that other libraries read; one sentence for what is wrong."""

import json

import numpy as np
import pytest
import xarray
from scipy.integrate import solve_ivp

from sandbox.cli.main import main

WORDS = ["ends", "sleigh", "--set", "ratio=25"]      # A^2
GRID = ["--vary", "x1=-8:8:7", "w=-8:6:5", "--t-end", "30"]


@pytest.fixture
def command(capsys):
    def run(*words):
        code = main([str(word) for word in words])
        return code, *capsys.readouterr()
    return run


def rates(_t, y):
    """Borisov, Mamaev, Bizyaev 2015, (2.10), for A^2 = 25."""
    v1, w, x1, x2 = y
    return [(w + 1.0)**2 + x1, (x2 - (w + 2.0)*v1)/25.0, v1 + w*x2, -w*x1]


def gone(_t, y):
    return y[2]**2 + y[3]**2 - 400.0**2


gone.terminal = True


def test_a_map_holds_the_ends_that_another_integrator_finds(command, tmp_path):
    code, text, _errors = command(*WORDS, *GRID, "--out", tmp_path/"map.nc", "--json")
    facts = json.loads(text)
    assert code == 0 and facts["orbits"] == 35 and facts["A2"] == pytest.approx(25.0)
    with xarray.open_dataset(tmp_path/"map.nc", mask_and_scale=False) as found:
        meanings = dict(zip(found.outcome.attrs["flag_values"], found.outcome.attrs["flag_meanings"].split(),
                            strict=True))
        words = [meanings[x] for x in found.outcome.values.ravel()]
        assert {word: words.count(word) for word in set(words)} == facts["outcomes"]
        assert {"escaped", "out_of_time"} == set(words) and found.outcome.dims == ("x1", "w")
        for i, j in ((0, 0), (1, 4), (3, 2), (6, 1)):
            start = [0.0, float(found.w[j]), float(found.x1[i]), 0.0]
            run = solve_ivp(rates, (0.0, 30.0), start, "DOP853", rtol=1e-13, atol=1e-13, events=gone)
            here = found.isel(x1=i, w=j)
            assert meanings[int(here.outcome)] == ("escaped" if run.status == 1 else "out_of_time")
            # of 400: what scipy's steps lose on the way
            assert float(here.t) == pytest.approx(run.t[-1], abs=1e-6)
            assert float(here.x2_end) == pytest.approx(run.y[3, -1], abs=1e-4)


def test_a_store_holds_the_numbers_of_the_file(command, tmp_path):
    for name in ("map.nc", "map.zarr"):
        assert command(*WORDS, *GRID, "--out", tmp_path/name)[0] == 0
    with (xarray.open_dataset(tmp_path/"map.nc", mask_and_scale=False) as file,
          xarray.open_zarr(tmp_path/"map.zarr", consolidated=False, mask_and_scale=False) as store):
        assert set(file.variables) == set(store.variables) == {
            "x1", "w", "outcome", "t", "v1_end", "w_end", "x1_end", "x2_end"}
        for name, variable in file.variables.items():
            assert np.array_equal(store[name].values, variable.values) and store[name].dims == variable.dims
        assert store.attrs["A2"] == file.attrs["A2"]


def test_of_an_energy(command, tmp_path):
    words = ["--vary", "x1=-1:-1:1", "v1=0,9", "x2=0:1:2", "--energy", "14", "--t-end", "5"]
    code, text, _errors = command(*WORDS, *words, "--out", tmp_path/"map.nc", "--json")
    assert code == 0 and json.loads(text)["outcomes"] == {"no_start": 2, "out_of_time": 2}
    with xarray.open_dataset(tmp_path/"map.nc") as found:
        ends = found.sel(v1=0.0, x2=1.0, x1=-1.0)
        energy = 0.5*(ends.v1_end**2 + 25.0*ends.w_end**2 - (ends.x1_end + 1.0)**2 - ends.x2_end**2)
        assert float(energy) == pytest.approx(14.0, abs=1e-12)
        assert np.isnan(found.t.sel(v1=9.0)).all()


@pytest.mark.parametrize(("words", "sentence"), [
    (["--vary", "q=0:1:2", "--out", "a.nc"], "--vary 'q': needs one of v1, w, x1, x2"),
    (["--vary", "w=0:1:2", "--energy", "14", "--out", "a.nc"], "with --energy w follows from it"),
    (["--out", "a.nc"], "--vary: got 0 starts, needs 1 to 20000000"),
    (["--vary", "x1=0:1:9000", "w=0:1:9000", "--out", "a.nc"], "got 81000000 starts"),
    (["--vary", "x1=0:1:2", "--out", "a.txt"], "needs a name that ends in .nc, .zarr"),
    (["--vary", "x1=0:1:2", "--t-end", "-1", "--out", "a.nc"], "ends, t_end: got -1.0, needs a finite number above 0")])
def test_what_is_wrong_is_said(command, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    code, _text, errors = command(*WORDS, *words)
    assert code == 2 and sentence in errors and not list(tmp_path.iterdir())
