"""Sines, decays and noise of whole numbers, sums and products alone: the same bits on every machine.

Phases are whole numbers, 2^32 to a turn or to a cell of noise, so that they neither drift nor depend on where a piece
of a track begins.
"""

import numpy as np

TURN = 1 << 32                 # of a phase
KEPT = 16                      # binary digits of a number that a library of mathematics has computed
# of sin(pi/2 x) on -1..1, odd powers: Taylor, off by 6e-8 at most
SINE = (1.5707963267948966, -0.6459640975062463, 0.07969262624616704, -0.004681754135318688, 0.00016044118478735982,
        -3.598843235212085e-06)
# of 2^-x on 0..1: Taylor, off by 2e-7 of itself at most
HALVING = (1.0, -0.6931471805599453, 0.2402265069591007, -0.05550410866482158, 0.009618129107628477,
           -0.0013333558146428441, 0.00015403530393381606, -1.525273380405984e-05, 1.3215486790144305e-06)
# Veltkamp's factor, and what it may be multiplied with: Dekker, Numer. Math. 18, 224 (1971)
SPLIT, LARGEST = float((1 << 53 - KEPT) + 1), 1e290
LEAST = 60                     # halvings after which nothing is left


def rounded(value: float) -> float:
    """Returns a number with KEPT binary digits, 0 where it is none.

    What is added and taken away again leaves the leading digits (Veltkamp's splitting).
    """
    if not -LARGEST < value < LARGEST:
        return 0.0
    far = value*SPLIT
    return far - (far - value)


def sines(phases: np.ndarray) -> np.ndarray:
    """Returns the sines (n,) of phases (n,) of whole numbers, TURN to a turn."""
    # quarters of a turn from -2 to 2, folded to -1..1
    x = ((phases + TURN//2) % TURN - TURN//2).astype(float)*(4.0/TURN)
    x = np.where(x > 1.0, 2.0 - x, np.where(x < -1.0, -2.0 - x, x))
    square, found = x*x, np.full(len(x), SINE[-1])
    for c in SINE[-2::-1]:
        found = found*square + c
    return found*x


def halvings(x: np.ndarray) -> np.ndarray:
    """Returns 2^-x (n,) of x (n,) >= 0."""
    x = np.minimum(x, float(LEAST))
    whole = np.floor(x)
    part, found = x - whole, np.full(len(x), HALVING[-1])
    for c in HALVING[-2::-1]:
        found = found*part + c
    return np.ldexp(found, -whole.astype(np.int32))


def scattered(cells: np.ndarray, seed: int) -> np.ndarray:
    """Returns a number (n,) from -1 to below 1 for each of some whole numbers (n,), the same one each time.

    The last steps of MurmurHash3 (Austin Appleby, public domain), which mix 32 bits thoroughly.
    """
    x = ((cells & 0xFFFFFFFF).astype(np.uint64)*np.uint64(0x9E3779B1) + np.uint64(seed)) & np.uint64(0xFFFFFFFF)
    x ^= x >> np.uint64(16)
    x = (x*np.uint64(0x85EBCA6B)) & np.uint64(0xFFFFFFFF)
    x ^= x >> np.uint64(13)
    x = (x*np.uint64(0xC2B2AE35)) & np.uint64(0xFFFFFFFF)
    x ^= x >> np.uint64(16)
    return x.astype(float)*(2.0/TURN) - 1.0


def noise(phases: np.ndarray, seed: int) -> np.ndarray:
    """Returns smooth noise (n,) within -1..1 along phases (n,) >= 0: another number in each cell of TURN, eased."""
    cells, part = phases >> 32, (phases & (TURN - 1)).astype(float)*(1.0/TURN)
    one, other = scattered(cells, seed), scattered(cells + 1, seed)
    return one + (other - one)*(part*part*(3.0 - 2.0*part))
