"""Taylor series of the solution of y' = f(y, p), for formulas f of + - * /.

Each operation of f on series is a recurrence of its coefficients,

    (a + b)_k = a_k + b_k,    (a b)_k = sum_j a_j b_(k-j),    (a/b)_k = (a_k - sum_(j>0) b_j (a/b)_(k-j))/b_0,
    y_(k+1) = f(y)_k/(k + 1),

so that the coefficients of y follow one after the other from its value. They are exact but for rounding, and what lies
within a step is a polynomial: its values, and the zeros of a guard, cost no further step. As formulas (traced.py) they
are written down once, at translation, without a loop. Source: Jorba, Zou 2005.

What rounding leaves out differs from step to step, and its sum grows as the root of their number. What the square of a
length leaves out is the same each time: lengths are rounded, so that it leaves out nothing (`short`). What is added
last is added with twice the digits (`moved`; Dekker 1971).
"""

# the last term of a step that is as long as it may be, of the state, and how much larger the one before it may be: what
# is left out is less than the last digit of the state
ORDER = 16
LAST, BEFORE_LAST = 1e-16, 4.0
SIZE = ORDER + 1      # coefficients of a series
# what is so much larger leaves 17, or half, of the 53 binary digits of a number
FAR, HALF = 2.0**36, 2.0**27 + 1.0


class Series:
    """A series of which coefficients are found when they are asked for, each once."""

    def __init__(self, coefficient):
        self._coefficient, self._known = coefficient, {}

    def __getitem__(self, k: int):
        if k not in self._known:
            self._known[k] = self._coefficient(k)
        return self._known[k]

    def put(self, k: int, number):
        """Says what a coefficient is."""
        self._known[k] = number

    def __add__(self, other):
        if isinstance(other, Series):
            return Series(lambda k: self[k] + other[k])
        return Series(lambda k: self[k] + other if k == 0 else self[k])

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, Series):
            return Series(lambda k: self[k] - other[k])
        return Series(lambda k: self[k] - other if k == 0 else self[k])

    def __rsub__(self, number):
        return Series(lambda k: -self[k] + number if k == 0 else -self[k])

    def __neg__(self):
        return Series(lambda k: -self[k])

    def __mul__(self, other):
        if not isinstance(other, Series):
            return Series(lambda k: self[k]*other)
        return Series(lambda k: _total([self[j]*other[k - j] for j in range(k + 1)]))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, Series):
            return self._over(other)
        inverse = 1.0/other
        return Series(lambda k: self[k]*inverse)

    def _over(self, other: "Series") -> "Series":
        inverse = 1.0/other[0]

        def coefficient(k: int):
            if k == 0:
                return self[0]*inverse
            return (self[k] - _total([other[j]*found[k - j] for j in range(1, k + 1)]))*inverse
        found = Series(coefficient)
        return found


def _total(terms: list):
    """The sum of terms, halves of halves: none waits for all before it."""
    if len(terms) == 1:
        return terms[0]
    middle = len(terms)//2
    return _total(terms[:middle]) + _total(terms[middle:])


def fill_series(rhs, y, size: int, p, out):
    """Fills out (size, SIZE) with the coefficients of the solution that begins with y (size,), within a traced formula.

    rhs(t, y, p, calls) -> tuple of `size` derivatives, which does not ask for t and calls
    """
    own = [Series(None) for _i in range(size)]
    for i, series in enumerate(own):
        series.put(0, y[i])
    rates = rhs(None, own, p, None)
    for k in range(ORDER + 1):
        for i in range(size):
            out[SIZE*i + k] = own[i][k]
        if k < ORDER:
            found = [rate[k] for rate in rates]
            for series, rate in zip(own, found, strict=True):
                series.put(k + 1, rate*(1.0/(k + 1)))


def fill_two(rhs, y, size: int, p, out, between: int = 0):
    """Fills out (2, size, SIZE) with those that begin with y (2, size): each is bit by bit what it is alone.

    between   how far behind the parameters of the one those of the other are, 0: they are the same
    """
    # here: the compiler is there only while something is compiled
    from sandbox.compiling.two import TwoRows
    fill_series(rhs, TwoRows(y, size), size, TwoRows(p, between), TwoRows(out, size*SIZE))


def short(h):
    """A length of 17 binary digits near h: its square and cube are exact, else they would be off alike in each step."""
    return (h + h*FAR) - h*FAR


def exact_sum(a, b):
    """a + b for |a| >= |b|, and what that leaves out."""
    total = a + b
    return total, b - (total - a)


def exact_product(a, b):
    """a b for |a|, |b| below 1e300, and what that leaves out."""
    product = a*b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    return product, ((a_high*b_high - product) + a_high*b_low + a_low*b_high) + a_low*b_low


def _halves(a):
    """Two numbers of half the digits whose sum is a."""
    wide = a*HALF
    high = wide - (wide - a)
    return high, a - high


def moved(series, at: int, h, square, lost):
    """Where the series that begins at a place is at h, and what its last digits cannot hold, within a traced formula.

    lost   what the digits of its beginning could not hold
    """
    # most of what is left out is of the largest term, the first
    change, left_out = exact_product(series[at + 1], h)
    # y_2 h^2 + h^2 (y_3 h + y_4 h^2 + ...)
    others = [series[at + k] for k in range(3, SIZE)]
    change, low = exact_sum(change, square*(series[at + 2] + _sum_of_powers(others, h, square)) + (left_out + lost))
    now, rest = exact_sum(series[at], change)
    return now, rest + low


def two_moved(series, between, lengths, lost):
    """`moved` of two series that are so far behind each other, each by its own length; lengths, lost: two numbers each.

    returns   where the one is, where the other is, and what the last digits of each cannot hold
    """
    from sandbox.compiling.two import TwoRows, side_by_side
    h = side_by_side(*lengths)
    now, rest = moved(TwoRows(series, between), 0, h, h*h, side_by_side(*lost))
    return now.part(0), now.part(1), rest.part(0), rest.part(1)


def change_at(series, at: int, h, square):
    """What the series that begins at a place changes by until h, within a traced formula; square = h h.

    Even and odd powers each for themselves: neither waits for the other.
    """
    return _sum_of_powers([series[at + k] for k in range(1, SIZE)], h, square)


def bound_at(series, at: int, h, square):
    """The sum of the sizes of all terms at h but the first, within a traced formula."""
    return _sum_of_powers([abs(series[at + k]) for k in range(1, SIZE)], h, square)


def _sum_of_powers(numbers: list, h, square):
    """numbers[0] h + numbers[1] h^2 + ..."""
    totals = []
    for first in (0, 1):
        highest, *others = reversed(numbers[first::2])
        for number in others:
            highest = number + square*highest
        totals.append(highest)
    odd, even = totals
    return h*odd + square*even
