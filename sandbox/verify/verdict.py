"""What came of a reference case: the comparison with the largest error relative to what is allowed."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Result:
    """Outcome of one case: the quantity closest to (or furthest beyond) what is allowed."""

    id: str
    kind: str
    verdict: str            # ok, FAIL, UNSUPPORTED
    worst: float = 0.0
    allowed: float = 0.0
    quantity: str = ""

    def line(self) -> str:
        """ok|FAIL|UNSUPPORTED id worst_error/allowed quantity"""
        return f"{self.verdict} {self.id} {self.worst:.3g}/{self.allowed:.3g} {self.quantity}"


class Worst:
    """Keeps the comparison with the largest error relative to what is allowed."""

    def __init__(self):
        self.error, self.allowed, self.quantity = 0.0, 1.0, "-"

    def compare(self, found, reference, allowed: float, quantity: str):
        error = float(np.max(np.abs(np.asarray(found, float) - np.asarray(reference, float)), initial=0.0))
        if not error/allowed <= self.error/self.allowed:
            self.error, self.allowed, self.quantity = error, allowed, quantity

    def result(self, case) -> Result:
        verdict = "ok" if self.error <= self.allowed else "FAIL"
        return Result(case["id"], case["kind"], verdict, self.error, self.allowed, self.quantity)
