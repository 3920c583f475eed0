"""By which law two bodies touch: one for all, or one for each two classes of bodies, as steel and rubber."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at


@compiled
def law_between(p, one, other):
    """The row of the table of laws for two bodies, of which these are the numbers in p."""
    row = int(one[at.LAW_CLASS])*int(p[at.LAWS]) + int(other[at.LAW_CLASS])
    return part(p, int(p[at.LAWS_AT]) + row*at.LAW_ROW)


@compiled
def body_numbers(p, i):
    """The numbers of the body i in p."""
    return part(p, int(p[at.BALLS_AT]) + i*at.BALL)


@compiled
def friction_between(p, one, other):
    """The coefficient of friction of two bodies, of which these are the numbers in p; inf for rough ones."""
    return p[at.PAIR_FRICTION] if p[at.LAWS] == 0.0 else law_between(p, one, other)[at.LAW_FRICTION]


@compiled
def restitution_between(p, one, other):
    """e of two bodies, of which these are the numbers in p."""
    return p[at.PAIR_RESTITUTION] if p[at.LAWS] == 0.0 else law_between(p, one, other)[at.LAW_RESTITUTION]
