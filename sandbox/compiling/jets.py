"""Second-order jets: value, gradient and Hessian of an expression in x, y, z, carried through every operation."""

from sandbox.compiling.chain import CHAIN
from sandbox.compiling.symbol import NotTraceable, Symbol

__all__ = ["Jet", "NotTraceable"]

_PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))


class Jet(Symbol):
    """Value, gradient (3) and Hessian (6, upper triangle) of an expression in x, y, z, as terms."""

    def __init__(self, value, gradient, hessian):
        super().__init__(value)
        self.gradient, self.hessian = gradient, hessian

    def lift(self, other):
        if isinstance(other, Jet):
            return other
        value = self.term_of(other)
        if value is None:
            return NotImplemented
        zero = value.of(0.0)
        return Jet(value, [zero]*3, [zero]*6)

    def _chain(self, value, first, second):
        gradient = [first*g for g in self.gradient]
        hessian = [first*h + second*(self.gradient[i]*self.gradient[j])
                   for h, (i, j) in zip(self.hessian, _PAIRS, strict=True)]
        return Jet(value, gradient, hessian)

    def __add__(self, other):
        other = self.lift(other)
        return Jet(self.value + other.value,
                   [a + b for a, b in zip(self.gradient, other.gradient, strict=True)],
                   [a + b for a, b in zip(self.hessian, other.hessian, strict=True)])

    def __abs__(self):
        # a kink at zero: slope copysign(1, u), no curvature
        value, zero = self.value, self.value.of(0.0)
        sign = self.value.table.make(f"copysign(1.0, {value.name})", (value.name,))
        return self._chain(value*sign, sign, zero)

    def __sub__(self, other):
        other = self.lift(other)
        return Jet(self.value - other.value,
                   [a - b for a, b in zip(self.gradient, other.gradient, strict=True)],
                   [a - b for a, b in zip(self.hessian, other.hessian, strict=True)])

    def __mul__(self, other):
        other = self.lift(other)
        a, b = self, other
        return Jet(a.value*b.value,
                   [a.value*h + b.value*g for g, h in zip(a.gradient, b.gradient, strict=True)],
                   [a.value*b.hessian[k] + b.value*a.hessian[k]
                    + (a.gradient[i]*b.gradient[j] + a.gradient[j]*b.gradient[i])
                    for k, (i, j) in enumerate(_PAIRS)])

    def __truediv__(self, other):
        return self*self.lift(other)._reciprocal()

    def _reciprocal(self):
        inverse = self.value.of(1.0)/self.value
        return self._chain(inverse, inverse*inverse*-1.0, inverse*inverse*inverse*2.0)

    def raised(self, n: float) -> "Jet":
        """Self to the power of a plain number."""
        v = self.value
        return self._chain(v.power(n), v.power(n - 1.0)*n, v.power(n - 2.0)*(n*(n - 1.0)))

    def apply(self, function: str) -> "Jet":
        value = self.value.call(function)
        return self._chain(value, *CHAIN[function](self.value, value))
