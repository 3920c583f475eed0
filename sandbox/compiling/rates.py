"""Derivatives of terms along a motion, by the chain rule over the table they stand in.

    df/ds = sum over symbols x of (df/dx) x',      x' = dx/ds given for the symbols that move

With x' = 1 for one symbol this is a partial derivative; with the velocities it is the rate of change along the motion.
The derivatives are terms of the same table: what they share with the formula itself is computed once.
"""

from sandbox.compiling.chain import CHAIN
from sandbox.compiling.terms import Term


def rates(wanted: list[Term], moving: dict[str, Term]) -> list[Term]:
    """Takes terms and the rates of the symbols named in `moving` and returns the derivatives of the terms."""
    if not wanted:
        return []
    table = wanted[0].table
    known = dict(moving)
    for name in _needed(table, wanted):
        if name not in known and table.made[name]:
            known[name] = _rate(Term(table, name), table.made[name], known)
    zero = wanted[0].of(0.0)
    return [zero if term.number is not None else known.get(term.name, zero) for term in wanted]


def _needed(table, wanted) -> list[str]:
    """Returns the names of the terms that the wanted ones are made of, in the order of their making."""
    names, needed = {term.name for term in wanted}, []
    for name in reversed(list(table.made)):
        if name in names:
            needed.append(name)
            names.update(operand.name for operand in table.made[name][1:]
                         if isinstance(operand, Term) and operand.number is None)
    return needed[::-1]


def _rate(f: Term, made: tuple, known: dict) -> Term:
    zero = f.of(0.0)

    def of(operand):
        return zero if operand.number is not None else known.get(operand.name, zero)

    operation, u, *rest = made
    if operation == "+":
        return of(u) + of(rest[0])
    if operation == "-":
        return of(u) - of(rest[0])
    if operation == "*":
        return of(u)*rest[0] + u*of(rest[0])
    if operation == "/":
        return (of(u) - f*of(rest[0]))/rest[0]
    if operation == "**":
        return u.power(rest[0] - 1.0)*rest[0]*of(u)
    if operation in CHAIN:
        du = of(u)
        return zero if du.number == 0.0 else CHAIN[operation](u, f)[0]*du
    # a function with a rule of its own: (rule, u, *numbers) -> the term of its derivative with respect to u
    du = of(u)
    return zero if du.number == 0.0 else operation(u, *rest)*du
