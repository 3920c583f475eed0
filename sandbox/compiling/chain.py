"""The functions that a formula may use, with their first two derivatives as terms."""

# name -> f', f'' of one variable; u is the argument, f the value itself
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


def _root(inverse):
    # one division for both derivatives
    return inverse*0.5, inverse*inverse*inverse*-0.25


def _logarithm(inverse):
    return inverse, inverse*inverse*-1.0


def _inverse(u, rest, sign):
    root = rest.call("sqrt")
    return u.of(sign)/root, u*sign/(rest*root)
