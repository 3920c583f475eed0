"""A map as a Zarr store: read by libraries that are not ours, the numbers of the netCDF file to the last bit."""

import errno
from concurrent.futures import ThreadPoolExecutor
from math import prod

import numpy as np
import pytest
import xarray
import zarr
from numpy.testing import assert_array_equal

import sandbox
from sandbox.errors import BadValue
from sandbox.sweeps import zarr_store
from sandbox.sweeps.block import Block, block_elsewhere, block_of
from sandbox.sweeps.map_file import Part, begun, resumed
from sandbox.sweeps.netcdf3 import Variable
from sandbox.sweeps.sweep import How, run_merge, run_sweep
from sandbox.sweeps.zarr_store import Store, chunk_shape
from tests.sweeps.small import plan, sweep


def files(store) -> dict[str, bytes]:
    """Returns all files of a store by their paths."""
    return {str(path.relative_to(store)): path.read_bytes() for path in store.rglob("*") if path.is_file()}


def test_numbers_are_those_of_the_netcdf_file(tmp_path):
    made = plan(outcomes=("ended", "t_end", "drift", "hops", "x_end"))
    for name in ("map.nc", "map.zarr"):
        assert run_sweep(made, tmp_path/name, How(1)).counts[1] == len(made.space)
    group = zarr.open_group(tmp_path/"map.zarr", mode="r")
    with (xarray.open_dataset(tmp_path/"map.nc", mask_and_scale=False) as netcdf,
          xarray.open_zarr(tmp_path/"map.zarr", consolidated=False, mask_and_scale=False) as store):
        assert set(netcdf.variables) == set(store.variables) == {
            "rate", "x", "ended", "t_end", "drift", "hops", "x_end", "status"}
        for name, variable in netcdf.variables.items():
            assert store[name].dims == variable.dims and group[name].shape == variable.shape
            assert store[name].values.dtype == variable.values.dtype.newbyteorder("=")
            assert store[name].values.tobytes() == variable.values.astype(store[name].dtype).tobytes()
            assert_array_equal(group[name][:], store[name].values)
            assert store[name].attrs["units"] == variable.attrs["units"]
        assert np.ptp(store.x_end.values) > 0.01
        for name in ("scene", "sweep", "engine", "scene_source", "duration", "parameter_vy"):
            assert store.attrs[name] == netcdf.attrs[name]


def test_what_is_not_run_is_told_by_fill_values(tmp_path):
    made = plan(outcomes=("ended", "t_end"))
    with begun(tmp_path/"map.zarr", Part(made.described)):
        pass
    group = zarr.open_group(tmp_path/"map.zarr", mode="r")
    assert np.isnan(group["t_end"][:]).all() and (group["ended"][:] == -1).all() and not group["status"][:].any()
    assert_array_equal(group["x"][:], [0.05, 0.1, 0.2])
    assert not (tmp_path/"map.zarr"/"t_end"/"c").exists()


def test_order_of_blocks_and_resuming_change_no_byte(tmp_path):
    made, path = plan(), tmp_path/"two.zarr"
    run_sweep(made, tmp_path/"one.zarr", How(1))
    with begun(path, Part(made.described)) as file:
        for number in (11, 4, 3):
            file.write(block_of(made, block_elsewhere(made.text, number)))
        assert len(list(file.missing())) == made.space.blocks - 3
    assert run_sweep(made, path, How(1, resume=True)).ran == 15
    assert run_sweep(made, path, How(1, resume=True)).ran == 0
    assert files(path) == files(tmp_path/"one.zarr")


def test_shares_write_into_one_store_at_once(tmp_path):
    words = ("turntable", "--vary", "rate=1:6:6", "--vary", "x=0.05,0.1,0.2", "--duration", 0.1, "--workers", 1)
    assert sweep(*words, "--out", "whole.zarr", folder=tmp_path).returncode == 0
    with ThreadPoolExecutor(3) as pool:
        ends = list(pool.map(lambda i: sweep(*words, "--shard", f"{i}/3", "--out", "map.zarr", folder=tmp_path),
                             (1, 2, 3)))
    assert [end.returncode for end in ends] == [0, 0, 0], [end.stderr for end in ends]
    assert files(tmp_path/"map.zarr") == files(tmp_path/"whole.zarr")
    # a share that was run is not run again
    again = sweep(*words, "--shard", "2/3", "--out", "map.zarr", "--json", folder=tmp_path)
    assert '"ran": 0' in again.stdout and '"done": 6' in again.stdout


def test_a_share_that_begins_late_keeps_what_another_has_written(tmp_path):
    made, path = plan(), tmp_path/"map.zarr"
    first, second = (Part(made.described, number, 3, is_within=True) for number in (1, 2))
    with begun(path, first) as file:
        file.write(block_of(made, block_elsewhere(made.text, 0)))
        before = files(path)
        # it saw no store when it looked, and finds one when it begins
        with begun(path, second) as late:
            assert files(path) == before
            late.write(block_of(made, block_elsewhere(made.text, 1)))
        assert list(tmp_path.iterdir()) == [path]
        assert sorted(set(range(made.space.blocks)) - set(resumed(path, Part(made.described)).missing())) == [0, 1]


def test_shares_of_files_are_put_together_in_a_store(tmp_path):
    made, shares = plan(), [tmp_path/f"share-{i}.nc" for i in (1, 2)]
    for number, path in enumerate(shares, start=1):
        run_sweep(made, path, How(1, number=number, of=2))
    run_merge(shares, tmp_path/"merged.zarr")
    run_sweep(made, tmp_path/"whole.zarr", How(1))
    assert files(tmp_path/"merged.zarr") == files(tmp_path/"whole.zarr")


def test_a_store_from_python(tmp_path):
    path = tmp_path/"map.zarr"
    made = sandbox.sweep("turntable", vary={"rate": (1.0, 3.0), "x": (0.0, 0.1)}, sample="random:5", seed=3,
                         outcomes="t_end", duration=0.05, workers=1, out=path)
    plain = sandbox.sweep("turntable", vary={"rate": (1.0, 3.0), "x": (0.0, 0.1)}, sample="random:5", seed=3,
                          outcomes="t_end", duration=0.05, workers=1)
    assert made["t_end"].tolist() == [0.05]*5 and made.axes["rate"].tolist() == plain.axes["rate"].tolist()
    assert made.to_xarray().rate.dims == ("sample",) and made.to_xarray().t_end.attrs["units"] == "s"
    with pytest.raises(BadValue, match="is there already; another name keeps both"):
        sandbox.sweep("turntable", vary={"rate": [1.0]}, duration=0.05, out=path)


def test_a_store_of_another_sweep_and_a_folder_that_is_none_are_refused(tmp_path):
    made, other = plan(2), tmp_path/"photos.zarr"
    begun(tmp_path/"map.zarr", Part(plan(3).described)).__exit__()
    with pytest.raises(BadValue, match="belongs to another sweep: its hash of the sweep is"):
        resumed(tmp_path/"map.zarr", Part(made.described))
    other.mkdir()
    (other/"one.png").write_bytes(b"a picture")
    found = sweep("turntable", "--vary", "rate=1,2", "--duration", 0.1, "--out", other.name, "--force", folder=tmp_path)
    assert found.returncode != 0 and "is no file of a sweep" in found.stderr
    assert files(other) == {"one.png": b"a picture"}


def test_no_space_in_the_middle_leaves_what_was_written(tmp_path, monkeypatch):
    made, path, write, written = plan(2), tmp_path/"map.zarr", zarr_store.Store.put, []

    def full(self, name, at, values):
        written.append(name)
        if len(written) > 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(self, name, at, values)
    monkeypatch.setattr(zarr_store.Store, "put", full)
    with pytest.raises(BadValue, match="what was written before can be read, and --resume goes on with it"):
        run_sweep(made, path, How(1))
    monkeypatch.undo()
    assert 0 < (zarr.open_group(path, mode="r")["status"][:] == 1).sum() < 6
    assert run_sweep(made, path, How(1, resume=True)).counts[1] == 6


@pytest.mark.parametrize("shape", [(7,), (600, 600), (100_000, 3), (3, 70_000), (1, 5), (4, 50, 700),
                                   (2, 3, 1, 70_000)])
def test_pieces_of_any_shape_stand_where_the_format_says(tmp_path, shape):
    names = tuple("abcd"[:len(shape)])
    store = Store(tmp_path/"map.zarr", dict(zip(names, shape, strict=True)), {},
                  [Variable("value", "f8", names, {"units": "m"})], {"value": float("nan")})
    store.begin(lambda: None)
    numbers, ends = np.arange(float(prod(shape))), np.linspace(0, prod(shape), 12).astype(int)
    # pieces in another order than they stand in
    for i in np.random.default_rng(5).permutation(11):
        store.put("value", int(ends[i]), numbers[ends[i]:ends[i + 1]])
    assert prod(chunk_shape(shape)) <= zarr_store.CHUNK
    assert_array_equal(zarr.open_group(tmp_path/"map.zarr", mode="r")["value"][:], numbers.reshape(shape))
    assert_array_equal(store.read("value", int(ends[3]) + 1, int(ends[9])), numbers[ends[3] + 1:ends[9]])


def test_a_large_map_takes_the_room_of_what_is_known(tmp_path):
    made = plan(1_000_000, outcomes=("t_end",))
    with begun(tmp_path/"map.zarr", Part(made.described)) as file:
        n = made.space.block
        file.write(Block(7, np.ones(n, np.int8), {"t_end": np.ones(n)}))
        assert file.block(7).outcomes["t_end"].tolist() == [1.0]*n and 7 not in set(file.missing())
    # the axis of a million rates takes 8 MB, a chunk of each variable 0.6 MB
    assert sum(map(len, files(tmp_path/"map.zarr").values())) < 10_000_000
