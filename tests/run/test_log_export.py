"""A log exported as CSV or NPZ gives back the same bits, whatever the locale; a failed export leaves the old file."""

import csv
import locale
import os
import shutil
import subprocess

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.tables import export_csv, export_npz
from tests.run.made_up import HEADER, write


def read_csv(path) -> dict:
    with open(path, encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return dict(zip(names, zip(*rows, strict=True), strict=True))


def test_csv_gives_back_the_same_bits(log_path, tmp_path):
    write(log_path, 50)
    export_csv(log_path, tmp_path / "out.csv")
    table, log = read_csv(tmp_path / "out.csv"), read_log(log_path)
    assert list(table)[:3] == ["step", "t [s]", "E_J [J]"]
    assert_array_equal(np.array(table["t [s]"], dtype=float), log.rows["t"])
    assert_array_equal(np.array(table["live_rate [rad/s]"], dtype=float), log.live["rate"])
    assert_array_equal(np.array(table["velocity_z [m/s]"], dtype=float), log.bodies["velocity"][:, 0, 2])
    assert_array_equal(np.array(table["support_quaternion_0_w"], dtype=float), log.supports["quaternion"][:, 0, 0])
    assert set(table["mode"]) == {"rolling"}
    assert b"\r" not in (tmp_path / "out.csv").read_bytes()


def test_npz_gives_back_the_same_bits(log_path, tmp_path):
    write(log_path, 50, 2)
    export_npz(read_log(log_path), tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz", allow_pickle=False) as file:
        assert_array_equal(file["centre"], read_log(log_path).bodies["centre"])
        assert file["mode"][0, 1] == "rolling"


def test_a_failed_export_leaves_the_old_file(log_path, tmp_path, monkeypatch):
    write(log_path, 5)
    out = tmp_path / "out.csv"
    out.write_text("old")

    def full(_number):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        export_csv(log_path, out)
    assert out.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([log_path.name, "out.csv"])


@pytest.fixture
def decimal_comma(tmp_path, monkeypatch):
    """The C library writes 1,5 while a test runs: with a locale of this machine, or one made for the test."""
    before = locale.setlocale(locale.LC_ALL)
    if not any(can_set(name) for name in ("de_DE.UTF-8", "ru_RU.UTF-8", "fr_FR.UTF-8", "German_Germany")):
        made = tmp_path / "locales" / "de_DE.UTF-8"
        made.parent.mkdir()
        if shutil.which("localedef"):
            subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", made], capture_output=True)
        monkeypatch.setenv("LOCPATH", str(made.parent))
        if not can_set("de_DE.UTF-8"):
            pytest.skip("no locale with a decimal comma on this machine")
    yield
    locale.setlocale(locale.LC_ALL, before)


def can_set(name: str) -> bool:
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        return False
    return True


def test_a_decimal_comma_changes_nothing(decimal_comma, log_path, tmp_path):
    assert locale.str(1.5) == "1,5"
    write(log_path, 5)
    assert read_log(log_path).header["parameters"] == HEADER["parameters"]
    export_csv(log_path, tmp_path / "out.csv")
    assert float(read_csv(tmp_path / "out.csv")["t [s]"][1]) == 1/60
