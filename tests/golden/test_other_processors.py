"""Another processor: the same runs where the libraries of the system choose their code for an older one.

Our own machine code is for any x86-64 and the same everywhere. Sines and logarithms are the C library's, which has them
for processors with and without fused multiply-add, and small linear systems are OpenBLAS's, which has them for each
kind of processor: their last digits differ. Both are told here to take another machine for granted. What the bits of a
run are is promised for one machine and version; on another one the states after a second, or
less where they are unstable (runs.py), are those of the pinned runs to 1e-9, and the same things are steered
(test_golden.py).
"""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import IS_RELEASE, tries
from tests.golden.file import read
from tests.golden.machine import fingerprint
from tests.golden.runs import scenes
from tests.patience import ENDLESS

ROOT = Path(__file__).parents[2]
# what glibc and OpenBLAS are told
PROCESSORS = {
    "of 2008": {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX2,-FMA,-FMA4,-AVX", "OPENBLAS_CORETYPE": "Nehalem"},
    "of 2011": {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX2,-FMA", "OPENBLAS_CORETYPE": "Sandybridge"},
    "of 2013": {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F", "OPENBLAS_CORETYPE": "Haswell"},
}
# rows with a hand on their signal, impacts and slips, one that is no ball
FEW = ["sleigh", "hoop", "egg_in_bowl"]

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc" or platform.machine() != "x86_64",
                                reason="needs libraries that can be told which processor they are on")


def elsewhere(processor: str, *words: str) -> subprocess.CompletedProcess:
    """A Python whose libraries take another processor for granted."""
    return subprocess.run([sys.executable, *words], cwd=ROOT, text=True, capture_output=True, timeout=ENDLESS,
                          env={**os.environ, **PROCESSORS[processor]})


def print_of(processor: str) -> str:
    done = elsewhere(processor, "-c", "from tests.golden.machine import fingerprint; print(fingerprint())")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.timeout(ENDLESS)
@pytest.mark.parametrize("processor", list(PROCESSORS)[::tries(2, 1)])
def test_on_another_processor_runs_are_those_of_this_one(processor):
    if print_of(processor) == read().machine:
        pytest.skip("its libraries compute the same digits")
    ids = sorted(scenes()) if IS_RELEASE else FEW
    asked = [f"tests/golden/test_golden.py::test_bits_are_the_pinned_ones[{scene}-{number}]" for scene in ids
             for number in range(len(scenes()[scene].presets) + 1)]
    done = elsewhere(processor, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *asked)
    assert done.returncode == 0 and f"{len(asked)} passed" in done.stdout, done.stdout[-4000:]


def test_libraries_listen_to_what_they_are_told():
    """At least one of the processors gives other digits than this one: else nothing would be compared."""
    prints = {print_of(processor) for processor in PROCESSORS}
    assert prints - {fingerprint()}
