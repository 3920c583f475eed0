"""Symbols that carry nothing but their value, for formulas in any number of variables (see rates.py for derivatives).

A symbol of the time may stand for a signal (motion.signal) or for a spline through points (surface.spline_at): their
derivatives are known to the third and second order.
"""

from sandbox.compiling.symbol import NotTraceable, Symbol
from sandbox.compiling.terms import Term, Terms


class Expression(Symbol):
    """A scalar formula as a term."""

    def lift(self, other) -> "Expression":
        if isinstance(other, Expression):
            return other
        value = self.term_of(other)
        return NotImplemented if value is None else Expression(value)

    def _with(self, other, make):
        other = self.lift(other)
        return NotImplemented if other is NotImplemented else Expression(make(self.value, other.value))

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __mul__(self, other):
        return self._with(other, lambda a, b: a*b)

    def __truediv__(self, other):
        return self._with(other, lambda a, b: a/b)

    def __abs__(self):
        # a kink at zero: slope copysign(1, u)
        if self.value.number is not None:
            return Expression(self.value.of(abs(self.value.number)))
        return Expression(self.value.table.make(f"fabs({self.value.name})", (self.value.name,), (_sign, self.value)))

    def raised(self, n: float) -> "Expression":
        """Returns self to the power of a plain number."""
        return Expression(self.value.power(n))

    def apply(self, function: str) -> "Expression":
        """Returns the function of that name of self."""
        return Expression(self.value.call(function))


def _sign(u: Term) -> Term:
    return u.table.make(f"copysign(1.0, {u.name})", (u.name,), (_flat, u))


def _flat(u: Term) -> Term:
    return u.of(0.0)


class SignalSymbol(Expression):
    """The value of a signal of the time; `rate` and `acceleration` are its derivatives."""

    def __init__(self, value: Term, time: Term, place: int):
        super().__init__(value)
        self.rate = Expression(_signal_order(time, place, 1))
        self.acceleration = Expression(_signal_order(time, place, 2))


def signal_symbol(time: Term, place: int) -> SignalSymbol:
    """Returns the signal whose coefficients start at p[place]."""
    return SignalSymbol(_signal_order(time, place, 0), time, place)


def _signal_order(time: Term, place: int, order: int) -> Term:
    if order > 3:
        raise NotTraceable("a signal has three derivatives only")
    table = time.table
    whole = table.make(f"signal(t, p, {place})", (), (_no_rule,))
    return table.make(f"{whole.name}[{order}]", (whole.name,), (_next_signal, time, place, order))


def _no_rule(*_):
    raise NotTraceable("no derivative")


def _next_signal(time: Term, place: int, order: int) -> Term:
    return _signal_order(time, place, order + 1)


class SplineFunction:
    """A smooth function of one variable through points, called like a formula: spline coefficients from p[place] on."""

    def __init__(self, table: Terms, place: int):
        self._table, self._place = table, place

    def __call__(self, x) -> Expression:
        return Expression(_spline_order(Expression(Term(self._table, "0.0", 0.0)).lift(x).value, self._place, 0))


def _spline_order(x: Term, place: int, order: int) -> Term:
    if order > 2:
        raise NotTraceable("a curve through points has two derivatives only")
    whole = x.table.make(f"spline_from({x.name}, p, {place})", (x.name,) if x.number is None else (), (_no_rule,))
    return x.table.make(f"{whole.name}[{order}]", (whole.name,), (_next_spline, x, place, order))


def _next_spline(x: Term, place: int, order: int) -> Term:
    return _spline_order(x, place, order + 1)
