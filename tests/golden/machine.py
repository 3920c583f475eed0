"""Whether two machines compute the same bits: versions, and what their libraries make of a thousand numbers."""

import platform
import sys
from functools import cache
from hashlib import blake2b
from importlib.metadata import version

import numpy as np

from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers


@entry
def functions(x: Numbers, n: int, out: Numbers):
    """The functions of the C library that compiled mechanics call."""
    for i in range(n):
        out[i], out[n + i] = np.sin(x[i]), np.cos(x[i])
        out[2*n + i], out[3*n + i] = np.exp(-x[i]), np.log(x[i])
        out[4*n + i], out[5*n + i] = np.arcsin(x[i]/1e3), np.arctan2(x[i], 1.0)
        out[6*n + i], out[7*n + i] = x[i]**0.3, np.arccos(x[i]/1e3)


@cache
def fingerprint() -> str:
    """Hash that is the same where the same program gives the same bits."""
    digest = blake2b(digest_size=8)
    for text in (*(version(name) for name in ("numba", "llvmlite", "numpy", "scipy")), platform.machine(),
                 "{}.{}".format(*sys.version_info)):
        digest.update(text.encode())
    x = np.linspace(1e-3, 999.0, 1000)
    out = np.zeros((8, x.size))
    functions(x, x.size, out)
    digest.update(out.tobytes())

    # what the linear algebra library makes of small systems, as impacts solve them
    random = np.random.default_rng(1)
    for size in (2, 3, 4, 6):
        A = random.standard_normal((50, size, size))
        b = random.standard_normal((50, size))
        for matrix, side in zip(A, b, strict=True):
            digest.update(np.linalg.solve(matrix, side).tobytes())
            digest.update((matrix @ matrix).tobytes() + (matrix @ side).tobytes() + np.linalg.inv(matrix).tobytes())
    return digest.hexdigest()
