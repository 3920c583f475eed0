"""The table of a system with rows, from the transitions and formulas that its guards are made of."""

import numpy as np

from sandbox.mechanics import layout as lay
from sandbox.mechanics.rows import guards as row_guards
from sandbox.mechanics.rows.layout import SCALES, ScaleLayout
from sandbox.systems.rows.assembled import Assembled, Transition
from sandbox.systems.tables import GuardRow, ModeRow, Number, numbers_at
from sandbox.text import N_, _

# guard -> what its zero is, of the row, line or edge {name}
WORDS = {
    row_guards.RANK: N_("rows or masses lose their rank"),
    row_guards.BREAKAWAY: N_("'{name}' gives way"), row_guards.SLIP_END: N_("slip of '{name}' ends"),
    row_guards.DETACH: N_("'{name}' lets go"), row_guards.IMPACT: N_("'{name}' is struck"),
    row_guards.ENTER: N_("enters '{name}'"), row_guards.LEAVE: N_("leaves '{name}'"),
    row_guards.EDGE: N_("edge '{name}'"),
}


def mode_rows(system: Assembled) -> tuple[ModeRow, ...]:
    """Returns the table of a system with rows."""
    modes, found = system.modes, []
    for name, mode in modes.items():
        guards = [_guard_row(system, name, place, one) for (of, place), one in system.transitions.items()
                  if of == name and one.guard is not None]
        found.append(ModeRow(name, mode.word, _about(system, name), mode.functions.all_entries, tuple(guards)))
    return tuple(found)


def _about(system: Assembled, mode: str) -> str:
    """What the rows do in a mode: those that can do something else by name."""
    on, state = system.switches.on(mode), system.state
    rows = {system.declared.rows[k].name: on[place] for k, place in state.signs.items()}
    lines = {line.name: on[place] for line, place in zip(system.declared.crossings, state.sides, strict=True)}
    told = [_("'{name}' does not hold").format(name=name) if is_on else _("'{name}' holds").format(name=name)
            for name, is_on in rows.items()]
    told += [_("within '{name}'").format(name=name) if is_on else _("beyond '{name}'").format(name=name)
             for name, is_on in lines.items()]
    return ", ".join(told) or _("all its rows are what they are")


def _guard_row(system: Assembled, mode: str, place: int, found: Transition) -> GuardRow:
    guard, declared = found.guard, system.declared
    assert guard is not None
    name, unit = "", "1"
    if found.name in (row_guards.BREAKAWAY, row_guards.SLIP_END, row_guards.DETACH, row_guards.IMPACT):
        row = declared.rows[found.number]
        name = row.name
        unit = {row_guards.IMPACT: "m", row_guards.SLIP_END: "m/s"}.get(found.name, row.unit)
    elif found.name in (row_guards.ENTER, row_guards.LEAVE):
        name = declared.crossings[found.number].name
    elif found.name == row_guards.EDGE:
        name = declared.edges[found.number].kind
    then = () if guard.switch is None else tuple(
        dict.fromkeys(system.switches.after(mode, guard.switch, is_on) for is_on in found.reset.to))
    goes_on = found.name == row_guards.EDGE and declared.beyond is not None and system.go_beyond is not None
    if goes_on and not system.ends_at_rim:
        then = ("world",)
    formula = row_guards.FORMULAS[found.name].replace("{", "").replace("}", "").replace("fabs", "abs")
    return GuardRow(place, _(WORDS[found.name]).format(name=name), formula, unit, then, not then, found.reset.apply)


def named_numbers(system: Assembled, named: tuple[tuple[str, int, int], ...], p: np.ndarray) -> list[Number]:
    """Returns the parameters of a system with rows by name; zeros of the support are left out."""
    scales = ScaleLayout(system.state.size, len(system.declared.rows))
    found = numbers_at(p, 0, lay.__name__)
    found += [Number("scales", SCALES, tuple(p[SCALES:scales.end].tolist()))]
    return found + [Number(name, place, tuple(p[place:place + count].tolist())) for name, place, count in named]
