"""Second-order jets: value, gradient and Hessian of an expression in x, y, z, carried through every operation."""

from sandbox.mechanics.terms import Term


class NotTraceable(ValueError):
    """A formula that cannot be followed; the text says which and why."""


# f, f', f'' of one variable; u is the argument, f the value itself
CHAIN = {
    "sqrt": lambda u, f: _root(u.of(1.0)/f),
    "exp": lambda u, f: (f, f),
    "log": lambda u, f: _logarithm(u.of(1.0)/u),
    "sin": lambda u, f: (u.call("cos"), f*-1.0),
    "cos": lambda u, f: (u.call("sin")*-1.0, f*-1.0),
    "tan": lambda u, f: (f*f + 1.0, f*2.0*(f*f + 1.0)),
    "asin": lambda u, f: _inverse(u, u*u*-1.0 + 1.0, 1.0),
    "acos": lambda u, f: _inverse(u, u*u*-1.0 + 1.0, -1.0),
    "atan": lambda u, f: (u.of(1.0)/(u*u + 1.0), u*-2.0/((u*u + 1.0)*(u*u + 1.0))),
    "sinh": lambda u, f: (u.call("cosh"), f),
    "cosh": lambda u, f: (u.call("sinh"), f),
    "tanh": lambda u, f: (f*f*-1.0 + 1.0, f*-2.0*(f*f*-1.0 + 1.0)),
}
_NUMPY_NAMES = {"arcsin": "asin", "arccos": "acos", "arctan": "atan"}
_PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))


def _root(inverse):
    # one division for both derivatives
    return inverse*0.5, inverse*inverse*inverse*-0.25


def _logarithm(inverse):
    return inverse, inverse*inverse*-1.0


def _inverse(u, rest, sign):
    root = rest.call("sqrt")
    return u.of(sign)/root, u*sign/(rest*root)


class Jet:
    """Value, gradient (3) and Hessian (6, upper triangle) of an expression in x, y, z, as terms."""

    __array_priority__ = 1000.0

    def __init__(self, value, gradient, hessian):
        self.value, self.gradient, self.hessian = value, gradient, hessian

    def lift(self, other):
        if isinstance(other, Jet):
            return other
        if isinstance(other, Term):
            value = other
        else:
            try:
                value = self.value.of(other)
            except (TypeError, ValueError):
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

    def __neg__(self):
        return self*-1.0

    def __pos__(self):
        return self

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

    def __pow__(self, exponent):
        if isinstance(exponent, Jet):
            raise NotTraceable("a power needs a plain number as exponent")
        n = float(exponent)
        if n == int(n) and 0 <= n <= 8:
            result = self.lift(1.0)
            for _ in range(int(n)):
                result = result*self
            return result
        if n == int(n) and -8 <= n < 0:
            return (self**-n)._reciprocal()
        if 2.0*n == int(2.0*n) and abs(n) <= 4.0:
            # square roots are far cheaper than powers
            return apply("sqrt", self)**(2.0*n)
        v = self.value
        return self._chain(v.power(n), v.power(n - 1.0)*n, v.power(n - 2.0)*(n*(n - 1.0)))

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return self.lift(other) - self

    def __rtruediv__(self, other):
        return self.lift(other)/self

    def __bool__(self):
        raise NotTraceable("a formula may not branch on its arguments (if, min, max, comparisons)")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __float__ = __int__ = lambda self, *_: bool(self)
    __hash__ = None

    def __getattr__(self, name):
        # numpy asks an object for its own sqrt, log, ...
        function = _NUMPY_NAMES.get(name, name)
        if function not in CHAIN:
            raise AttributeError(name)
        return lambda: apply(function, self)


def apply(function: str, jet: Jet) -> Jet:
    value = jet.value.call(function)
    return jet._chain(value, *CHAIN[function](jet.value, value))
