"""From a run to pandas, xarray, matplotlib and files: units, axes, digits."""

import subprocess
import sys

import numpy as np
import pytest

import sandbox


@pytest.fixture(scope="module")
def run():
    return sandbox.simulate("turntable", duration=1.0)


def test_pandas_has_columns_with_units(run):
    table = run.to_pandas()
    assert table.index.name == "t [s]" and len(table) == len(run)
    assert np.array_equal(table[["centre_x [m]", "centre_y [m]", "centre_z [m]"]], run.centre)
    assert np.array_equal(table["live_rate [rad/s]"], run.live["rate"]) and table.attrs["scene"] == "turntable"
    assert np.array_equal(table["plane_K_x"], run.invariants["plane_K_x"])


def test_xarray_has_axes_and_units(run):
    data = run.to_xarray()
    assert data.centre.dims == ("t", "body", "xyz") and data.quaternion.dims == ("t", "body", "wxyz")
    assert data.support_position.dims == ("t", "support", "xyz") and data.centre.units == "m"
    assert data.live_rate.units == "rad/s" and data.attrs["scene"] == "turntable"
    assert np.array_equal(data.centre.sel(xyz="y").isel(body=0), run.centre[:, 1])
    assert float(data.N.interp(t=0.5).isel(body=0)) == pytest.approx(run.N[30], rel=1e-12)


def test_matplotlib_draws_path_and_quantities(run):
    import matplotlib as mpl
    mpl.use("Agg")
    path = run.plot()
    line, = path.get_lines()
    assert np.array_equal(line.get_xydata(), run.centre[:, :2]) and path.get_xlabel() == "x [m]"
    several = run.plot("N", "centre")
    assert [text.get_text() for text in several.get_legend().get_texts()] == ["N", "centre_x", "centre_y", "centre_z"]
    assert run.plot("plane_K_x", axes=path) is path
    with pytest.raises(sandbox.BadValue, match="no quantity 'speed'; there are: centre, velocity"):
        run.plot("speed")


def test_files_give_the_same_bits(run, tmp_path):
    run.save(tmp_path / "run.csv")
    run.save(tmp_path / "run.npz")
    table = np.genfromtxt(tmp_path / "run.csv", delimiter=",", names=True, deletechars="", replace_space=" ",
                          dtype=None, encoding="utf-8")
    assert np.array_equal(table["centre_x [m]"], run.centre[:, 0])
    with np.load(tmp_path / "run.npz") as arrays:
        assert np.array_equal(arrays["centre"], run.bodies["centre"])
    with pytest.raises(sandbox.BadValue, match=r"needs a name that ends in \.csv or \.npz"):
        run.save(tmp_path / "run.txt")


def test_only_what_is_asked_for_is_loaded():
    program = ("import sys, sandbox; before = set(sys.modules); print('numpy' in before)\n"
               "run = sandbox.simulate('turntable', duration=0.1)\n"
               "print(*sorted({'pandas', 'xarray', 'matplotlib', 'PyQt5', 'vpython', 'babel'} & set(sys.modules)))\n")
    done = subprocess.run([sys.executable, "-c", program], text=True, capture_output=True, check=True)
    assert done.stdout.splitlines() == ["False", ""]


def test_a_library_that_is_not_there_is_named(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r'this needs pandas: pip install "jacobi-sandbox\[plot\]"'):
        run.to_pandas()


def test_a_run_becomes_netcdf_a_model_and_a_page(tmp_path):
    """Those of a run and of its log are the same."""
    import sandbox
    run = sandbox.simulate("turntable", rate=3.0, vy=0.1, duration=0.5, live=[(0.25, "rate", 5.0)],
                           log=tmp_path / "a.sqlite")
    for ending in ("nc", "glb", "html"):
        run.save(tmp_path / f"a.{ending}")
        sandbox.read_log(tmp_path / "a.sqlite").save(tmp_path / f"b.{ending}")
        assert (tmp_path / f"a.{ending}").stat().st_size > 10_000
    for ending in ("glb", "html"):
        assert (tmp_path / f"a.{ending}").read_bytes() == (tmp_path / f"b.{ending}").read_bytes()
    with pytest.raises(sandbox.BadValue, match=r"ends in .csv or .npz or .nc or .glb or .html"):
        run.save(tmp_path / "a.xyz")


def test_a_setup_is_simulated_as_it_was_played(tmp_path):
    import sandbox
    from sandbox.run.simulation import Simulation
    from sandbox.workspace.setup import setup_from
    from sandbox.workspace.setup_file import write_setup
    from sandbox.workspace.share_code import code_of
    played = Simulation(sandbox.scene_named("turntable"), {"vy": 0.1})
    played.advance(60)
    played.set("rate", 7.0)
    played.advance(60)
    write_setup(tmp_path / "a.jacobi.json", setup_from(played))
    for named in (tmp_path / "a.jacobi.json", code_of(setup_from(played))):
        run = sandbox.simulate(named)
        assert run.t[-1] == 0.5 and run.centre[-1].tolist() == played.snapshot().bodies[0].centre.tolist()
    assert sandbox.simulate(tmp_path / "a.jacobi.json", duration=1.0).t[-1] == 1.0
    with pytest.raises(sandbox.BadValue, match="has its values"):
        sandbox.simulate(tmp_path / "a.jacobi.json", rate=1.0)
