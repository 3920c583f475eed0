"""The functions that a formula may use, each with its first two derivatives, once for all that compute with them.

They are texts in the argument u, the value f and one, the number 1: a number stands behind what it is added to or
multiplied with. Terms read them (jets.py, rates.py), compiled numbers (mechanics/graph_rules.py), arrays and boxes
(scene/typed).
"""

RULES = {
    "sqrt": ("one/f*0.5", "one/(f*u)*-0.25"),
    "exp": ("f", "f"),
    "log": ("one/u", "one/(u*u)*-1.0"),
    "sin": ("cos(u)", "f*-1.0"),
    "cos": ("sin(u)*-1.0", "f*-1.0"),
    "tan": ("f*f + 1.0", "f*2.0*(f*f + 1.0)"),
    "asin": ("one/sqrt(u*u*-1.0 + 1.0)", "u/((u*u*-1.0 + 1.0)*sqrt(u*u*-1.0 + 1.0))"),
    "acos": ("one*-1.0/sqrt(u*u*-1.0 + 1.0)", "u*-1.0/((u*u*-1.0 + 1.0)*sqrt(u*u*-1.0 + 1.0))"),
    "atan": ("one/(u*u + 1.0)", "u*-2.0*(one/(u*u + 1.0))*(one/(u*u + 1.0))"),
    "sinh": ("cosh(u)", "f"),
    "cosh": ("sinh(u)", "f"),
    "tanh": ("f*f*-1.0 + 1.0", "f*-2.0*(f*f*-1.0 + 1.0)"),
}
# of terms, which are computed once: as few divisions as there can be
OF_TERMS = {
    "sqrt": ("one/f*0.5", "(one/f)*(one/f)*(one/f)*-0.25"),
    "log": ("one/u", "(one/u)*(one/u)*-1.0"),
    "atan": ("one/(u*u + 1.0)", "u*-2.0/((u*u + 1.0)*(u*u + 1.0))"),
}


def derivatives(rule: tuple[str, str], functions: dict):
    """Returns the function (u, f, one) -> f', f'' of a rule, for numbers of which `functions` has sin and so on."""
    first, second = rule
    return eval(f"lambda u, f, one=1.0: ({first}, {second})", {**functions})     # noqa: S307 - texts of this file


def _call(name: str):
    return lambda u: u.call(name)


def _of_terms(rule: tuple[str, str]):
    found = derivatives(rule, {name: _call(name) for name in RULES})
    return lambda u, f: found(u, f, u.of(1.0))


# name -> f', f'' of one variable, as terms of the argument u and the value f
CHAIN = {name: _of_terms(OF_TERMS.get(name, rule)) for name, rule in RULES.items()}
