"""The file of a sweep: read by libraries that are not ours, the same bytes in any order, refused where it is another's.
"""

import errno
import resource
from pathlib import Path

import numpy as np
import pytest
import xarray
from numpy.testing import assert_array_equal
from scipy.io import netcdf_file

import sandbox
from sandbox.errors import BadValue
from sandbox.sweeps import map_file
from sandbox.sweeps.block import NOT_RUN, Block, block_elsewhere, block_of, run_block
from sandbox.sweeps.map_file import Part, begun, resumed
from sandbox.sweeps.netcdf3 import Variable, layout_of
from sandbox.sweeps.sweep import How, run_merge, run_sweep
from tests.sweeps.small import plan


def test_header_is_read_by_scipy_and_as_long_as_its_own(tmp_path):
    """The same content by a library that writes such files, which puts its variables in another order."""
    numbers = np.arange(6.0).reshape(2, 3)
    with netcdf_file(tmp_path / "theirs.nc", "w", version=2) as file:
        file.title, file.count = b"a title", np.int32(7)
        file.createDimension("a", 2)
        file.createDimension("bcd", 3)
        for name, kind, axes in (("a", "f8", ("a",)), ("flag", "i1", ("bcd",)), ("map", "f8", ("a", "bcd"))):
            file.createVariable(name, kind, axes).units = b"m s-1"
        file.variables["a"][:], file.variables["flag"][:], file.variables["map"][:] = [1, 2], [1, 2, 3], numbers
    theirs = (tmp_path / "theirs.nc").read_bytes()
    layout = layout_of({"a": 2, "bcd": 3}, {"title": "a title", "count": 7}, [
        Variable("a", "f8", ("a",), {"units": "m s-1"}), Variable("flag", "i1", ("bcd",), {"units": "m s-1"}),
        Variable("map", "f8", ("a", "bcd"), {"units": "m s-1"})])
    mine = tmp_path / "mine.nc"
    content = bytearray(layout.size)
    content[:len(layout.header)] = layout.header
    at = layout.begins["map"]
    content[at:at + 48] = numbers.astype(">f8").tobytes()
    mine.write_bytes(content)
    assert len(content) == len(theirs)
    with netcdf_file(mine, mmap=False) as file:
        assert file.title == b"a title" and file.count == 7 and file.version_byte == 2
        assert_array_equal(file.variables["map"].data, numbers)
        assert file.variables["flag"].units == b"m s-1" and file.variables["a"].shape == (2,)


def test_map_holds_what_single_runs_give(tmp_path):
    path, made = tmp_path / "map.nc", plan(3, 0.25)
    told = run_sweep(made, path, How(1))
    assert told.counts == {0: 0, 1: 9, 2: 0, 3: 0}
    with xarray.open_dataset(path) as found:
        assert found.x_end.dims == ("rate", "x") and found.rate.attrs["units"] == "rad s-1"
        assert found.ended.dtype == np.int8 and found.ended.attrs["flag_meanings"].split()[0] == "none"
        for i, rate in enumerate(found.rate.values):
            for j, x in enumerate(found.x.values):
                run = sandbox.simulate("turntable", rate=rate, x=x, vy=0.1, at=[0.25], step_rate="auto")
                assert found.x_end.values[i, j] == run.centre[0, 0] and found.drift.values[i, j] == run.drift
                assert found.t_end.values[i, j] == 0.25
        assert found.attrs["scene"] == "turntable" and found.attrs["parameter_vy"] == 0.1
        assert (found.attrs["engine"], found.attrs["scene_source"]) == (made.engine, made.source)


def test_order_of_blocks_changes_no_byte(tmp_path):
    made = plan()
    run_sweep(made, tmp_path / "one.nc", How(1))
    with begun(tmp_path / "two.nc", Part(made.described)) as file:
        for number in reversed(list(file.missing())):
            file.write(block_of(made, block_elsewhere(made.text, number)))
        assert list(file.missing()) == []
    assert (tmp_path / "one.nc").read_bytes() == (tmp_path / "two.nc").read_bytes()


def test_shares_put_together_are_the_whole(tmp_path):
    made, shares = plan(), [tmp_path / f"share-{i}.nc" for i in (1, 2, 3, 4)]
    run_sweep(made, tmp_path / "whole.nc", How(1))
    for number, path in enumerate(shares, start=1):
        run_sweep(made, path, How(1, number=number, of=4))
    told = run_merge(shares[::-1], tmp_path / "merged.nc")
    assert told.counts[NOT_RUN] == 0
    assert (tmp_path / "merged.nc").read_bytes() == (tmp_path / "whole.nc").read_bytes()
    # without one of them the map has holes
    assert run_merge(shares[1:], tmp_path / "holes.nc").counts == {0: 5, 1: 13, 2: 0, 3: 0}
    copy = tmp_path / "copy.nc"
    copy.write_bytes(shares[0].read_bytes())
    with pytest.raises(BadValue, match="hold the same share 1/4"):
        run_merge([shares[0], copy], tmp_path / "x.nc")
    run_sweep(made, tmp_path / "half.nc", How(1, number=1, of=2))
    with pytest.raises(BadValue, match="shares of 2, 4, needs those of one division"):
        run_merge([shares[0], tmp_path / "half.nc"], tmp_path / "x.nc")
    other = tmp_path / "other.nc"
    run_sweep(plan(7), other, How(1, number=2, of=4))
    with pytest.raises(BadValue, match="belongs to another sweep: its hash of the sweep is"):
        run_merge([shares[0], other], tmp_path / "x.nc")
    assert not (tmp_path / "x.nc").exists()


def test_more_shares_than_blocks(tmp_path):
    made, paths = plan(1), [tmp_path / f"{i}.nc" for i in range(1, 6)]
    for number, path in enumerate(paths, start=1):
        run_sweep(made, path, How(1, number=number, of=5))
    assert run_merge(paths, tmp_path / "merged.nc").counts == {0: 0, 1: 3, 2: 0, 3: 0}


def test_a_sample_is_a_table(tmp_path):
    made = sandbox.sweep("turntable", vary={"rate": (1.0, 3.0), "x": (0.0, 0.1)}, sample="random:5", seed=3,
                         outcomes="t_end", duration=0.05, workers=1, out=tmp_path / "map.nc")
    assert made["t_end"].tolist() == [0.05]*5 and made.axes["rate"].shape == (5,)
    with xarray.open_dataset(tmp_path / "map.nc") as found:
        assert found.rate.dims == ("sample",) and found.rate.values.tolist() == made.axes["rate"].tolist()


def test_resume_runs_what_is_missing(tmp_path):
    made, path = plan(), tmp_path / "map.nc"
    run_sweep(made, tmp_path / "whole.nc", How(1))
    with begun(path, Part(made.described)) as file:
        for number in (3, 4, 11):
            file.write(run_block(made, number))
        assert len(list(file.missing())) == made.space.blocks - 3
    told = run_sweep(made, path, How(1, resume=True))
    assert told.ran == 15 and path.read_bytes() == (tmp_path / "whole.nc").read_bytes()
    assert run_sweep(made, path, How(1, resume=True)).ran == 0


@pytest.mark.parametrize(("name", "sentence"), [
    ("engine", "its hash of the engine is 0123, needs"), ("program", "its version of the program is 0123, needs"),
    ("digest", "its hash of the scene's file is 0123, needs")])
def test_a_file_of_another_program_is_refused_by_name(tmp_path, name, sentence):
    made, path = plan(2), tmp_path / "map.nc"
    content = {**made.described.content, name: "0123"}
    begun(path, Part(map_file.Described(content))).__exit__()
    with pytest.raises(BadValue, match=f"belongs to another sweep: {sentence}"):
        resumed(path, Part(made.described))


def test_what_is_no_map_is_refused(tmp_path):
    made, path = plan(2), tmp_path / "map.nc"
    for content in (b"", b"CDF\x02", b"no map at all"*100):
        path.write_bytes(content)
        with pytest.raises(BadValue, match="is no file of a sweep"):
            resumed(path, Part(made.described))
    run_sweep(made, path, How(1))
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(BadValue, match=r"is no file of a sweep|is damaged"):
        resumed(path, Part(made.described))


def test_no_space_is_said_before_the_work(tmp_path, monkeypatch):
    def full(self):
        raise OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(map_file.MapFile, "begin", full)
    with pytest.raises(BadValue, match=r"no space left on the disk, the map needs [0-9]+ bytes"):
        run_sweep(plan(2), tmp_path / "map.nc", How(1))
    assert not (tmp_path / "map.nc").exists()


def test_no_space_in_the_middle_leaves_what_was_written(tmp_path, monkeypatch):
    made, path, write = plan(2), tmp_path / "map.nc", map_file.Netcdf.put
    written = []

    def full(self, name, at, values):
        written.append(name)
        if len(written) > 40:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(self, name, at, values)
    monkeypatch.setattr(map_file.Netcdf, "put", full)
    with pytest.raises(BadValue, match="what was written before can be read, and --resume goes on with it"):
        run_sweep(made, path, How(1))
    monkeypatch.undo()
    with xarray.open_dataset(path) as found:
        assert 0 < (found.status.values == 1).sum() < 6
    assert run_sweep(made, path, How(1, resume=True)).counts[1] == 6


def test_a_large_map_is_written_in_little_memory(tmp_path):
    """Three million points of a block each thousandth: what is held grows by less than a tenth of the file."""
    made = plan(1_000_000, outcomes=("t_end", "drift"))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    path = Path(tmp_path) / "map.nc"
    with begun(path, Part(made.described)) as file:
        n = made.space.block
        for number in range(0, made.space.blocks, 1000):
            file.write(Block(number, np.ones(n, np.int8), {"t_end": np.ones(n), "drift": np.zeros(n)}))
        assert sum(1 for _number in file.missing()) == made.space.blocks - len(range(0, made.space.blocks, 1000))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)*1024
    assert path.stat().st_size > 58_000_000 and grown < 30_000_000
    path.unlink()
