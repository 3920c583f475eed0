"""Work kept for the case of a crash: three generations, the newest whole one counts, others' files are left alone."""

import os
import time

import pytest

from sandbox.workspace.kept_work import FORGOTTEN, KeptWork, forget_old, newest_of
from sandbox.workspace.setup import Setup
from tests.workspace.made_up import FULL


def kept(folder, number=1, times=4):
    work = KeptWork(folder, number)
    for step in range(times):
        work.keep(Setup("turntable", step=step))
    return work


def steps(work):
    return [newest_of(str(work.newest))[0].step]


def test_three_generations(tmp_path):
    work = kept(tmp_path)
    assert steps(work) == [3] and len(os.listdir(tmp_path)) == 3
    work.newest.write_bytes(b"{")
    assert steps(work) == [2]
    work.newest.unlink()
    assert steps(work) == [2]
    work.forget()
    assert newest_of(str(work.newest)) is None and os.listdir(tmp_path) == []


def test_a_full_disk_leaves_what_was_kept(tmp_path, monkeypatch):
    work = kept(tmp_path)
    for name in ("os.fsync", "os.replace"):
        with monkeypatch.context() as patch:
            patch.setattr(name, lambda *_args: (_ for _ in ()).throw(OSError(28, "No space left")))
            with pytest.raises(OSError, match="No space"):
                work.keep(FULL)
        assert steps(work) == [3] and len(os.listdir(tmp_path)) == 3


def test_windows_do_not_share_and_old_work_goes(tmp_path):
    one, other = kept(tmp_path, 1), kept(tmp_path, 11)
    one.forget()
    assert steps(other) == [3]
    (tmp_path / "mine.jacobi.json").write_text("{}")
    past = time.time() - 1.01*FORGOTTEN
    for path in tmp_path.iterdir():
        os.utime(path, (past, past))
    forget_old(tmp_path)
    assert os.listdir(tmp_path) == ["mine.jacobi.json"]
