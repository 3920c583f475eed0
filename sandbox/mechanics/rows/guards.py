"""Guards of a system with rows: what stays positive while a mode lasts, each under the name of what ends it.

What follows when one has broken stands under the same name in systems/rows/resets.py. The switches of a mode (signs of
rows, sides of lines) are numbers of the state, so that one compiled observation serves all modes.
"""

from dataclasses import dataclass

from sandbox.compiling.terms import Term
from sandbox.integration import observation as obs
from sandbox.mechanics.rows.multipliers import Dynamics
from sandbox.mechanics.rows.pieces import BreakableRow, Pieces, TracedRow, UnilateralRow

# rows count as dependent when a pivot of S is below this part of what its diagonal was at the start: the square of the
# angle between them, and of how much smaller a row became
RANK_MARGIN = 1e-10
# how far a row that follows from others may be violated, in units of the scale of a velocity
REDUNDANT = 1e-7
# how far behind a line its crossing is reported, so that the other side begins inside its own guard: a constant part,
# and one for the rounding of time; a gap that opens may be closed by the first, what rounding leaves of it is no impact
HAIR, HAIR_OF_TIME = 1e-14, 2e-15

# guards of rows, lines and edges that an observation has room for
MOST_GUARDS = obs.CLOCK_GUARD - 1

RANK, EDGE = "rank", "edge"
BREAKAWAY, SLIP_END = "breakaway", "slip_end"
DETACH, IMPACT = "detach", "impact"
ENTER, LEAVE = "enter", "leave"

# formulas of the guards, of terms of the row, line or edge they belong to
FORMULAS = {
    RANK: "rank",
    BREAKAWAY: "{hold} - fabs({lam})",
    # what holds no force never grips: it slides without friction, and turning round is no event
    SLIP_END: "{sign}*{h} if {hold} > 0.0 else 1.0",
    DETACH: "{lam}",
    IMPACT: f"{{gap}} + ({HAIR!r} if {{h}} > 0.0 else 0.0)",
    ENTER: f"({HAIR!r} + {HAIR_OF_TIME!r}*fabs(t)) - {{when}}",
    LEAVE: f"{{when}} + ({HAIR!r} + {HAIR_OF_TIME!r}*fabs(t))",
    EDGE: "{edge}",
}
# guards of a row while its sign is 0, and while it is not
OF_ROW: dict[type[TracedRow], tuple[str, str]] = {BreakableRow: (BREAKAWAY, SLIP_END), UnilateralRow: (DETACH, IMPACT)}


@dataclass(frozen=True)
class Guard:
    """One number of the observation.

    number   of the row, line or edge that it belongs to
    off, on  its name while the switch is 0, and while it is not; the same for a guard without switch
    switch   place in y of the switch, None without one
    """

    number: int
    off: str
    on: str
    switch: int | None = None

    @classmethod
    def plain(cls, name: str, number: int = 0) -> "Guard":
        """Returns a guard without switch."""
        return cls(number, name, name)

    def name(self, is_on: bool) -> str:
        """Returns its name for a state of the switch."""
        return self.on if is_on else self.off

    def text(self, terms: dict[str, Term]) -> str:
        """Takes the terms by their names in FORMULAS and returns the guard's text in generated code."""
        words = {name: term.name for name, term in terms.items()}
        off, on = (FORMULAS[name].format(**words) for name in (self.off, self.on))
        return off if self.switch is None else f"({on}) if y{self.switch} != 0.0 else {off}"


def guards_of(pieces: Pieces, edges: int) -> tuple[Guard, ...]:
    """Takes pieces and the number of edges and returns the guards in the order of the observation."""
    state = pieces.state
    rows = (Guard(k, *OF_ROW[type(pieces.rows[k])], place) for k, place in state.signs.items())
    lines = (Guard(i, ENTER, LEAVE, place) for i, place in enumerate(state.sides))
    return (Guard.plain(RANK), *rows, *lines, *(Guard.plain(EDGE, i) for i in range(edges)))


def terms_of(guard: Guard, dynamics: Dynamics, crossings: list[Term], edges: list[Term]) -> dict[str, Term]:
    """Returns the terms that a guard's formulas are made of, by their names in FORMULAS."""
    if guard.off == RANK:
        return {}
    if guard.off == EDGE:
        return {"edge": edges[guard.number]}
    if guard.off == ENTER:
        return {"when": crossings[guard.number]}
    k = guard.number
    terms, row = {"lam": dynamics.lam[k], "h": dynamics.h[k]}, dynamics.pieces.rows[k]
    if isinstance(row, BreakableRow):
        return {**terms, "sign": row.sign, "hold": row.hold}
    return {**terms, "gap": row.gap} if isinstance(row, UnilateralRow) else terms
