"""Views of a log for other programs: SQL that has plain columns of all numbers, those that lie packed in a row as well.

    run_rows          number, step, t, E_J, ledger, drift, scale, max_F_over_N: a line for each row
    run_values        number, step, t, name, value: live_... and conserved quantities, by the names of names.py
    run_bodies        number, step, t, body, mode, centre_x, ...: a line for each row and body
    run_supports      number, step, t, support, support_position_x, ...: a line for each row and support

They are definitions only: they take no room, no hash knows of them, and a log without them is read all the same. The
numbers of bodies are IEEE 754 doubles, little-endian; SQLite has no word for that, so they are put together of sign,
exponent and mantissa: the same bits, but for infinity and what is no number, which are NULL.

Whoever opens a file pays for reading all definitions in it, so what makes a number of eight bytes is said once, in

    run_double        of, value: the number of eight bytes that a condition gives, of = '"...hex digits..."'

It has no rows by itself. SQLite's json_each takes its argument from a condition on its hidden column json as well, and
by that a view has an argument.
"""

from collections.abc import Iterator

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.logs.names import COMPONENTS, INVARIANT, LIVE, SUPPORT

SCALARS = ("E_J", "ledger", "drift", "scale", "max_F_over_N")
DIGITS = "0123456789ABCDEF"
# what other quantities are called
TAKEN = ("step", "t", *SCALARS, *(name for name, _count in shown_at.BODY), "F_over_N", "mode",
         *(SUPPORT + name for name, _count in shown_at.SUPPORT))


def views() -> list[str]:
    """Returns the statements that make the views of a log."""
    scalars = ", ".join(("number", "step", "t", *SCALARS))
    taken = ", ".join(f"'{name}'" for name in TAKEN)
    names = [f"SELECT rows.number, step, rows.t AS t, {name} AS name, entry.value AS value FROM rows, "
             f"json_each(rows.{column}) AS entry{chosen}" for column, name, chosen in (
                 ("live", f"'{LIVE}' || entry.key", ""),
                 ("invariants", f"CASE WHEN entry.key IN ({taken}) THEN '{INVARIANT}' || entry.key ELSE entry.key END",
                  " WHERE entry.key != 'E_J'"))]
    return [f"CREATE VIEW run_double AS {_double()}",
            f"CREATE VIEW run_rows AS SELECT {scalars} FROM rows",
            f"CREATE VIEW run_values AS {' UNION ALL '.join(names)}",
            # a row has a word for each body, and so many of them
            _of_items("body", "bodies", shown_at.BODY, shown_at.BODY_SIZE, "", "rows.mode", "item.value AS mode, "),
            _of_items("support", "supports", shown_at.SUPPORT, shown_at.SUPPORT_SIZE, SUPPORT,
                      "'[0' || replace(hex(zeroblob(length(rows.supports)/{size} - 1)), '00', ',0') || ']'", "")]


def _of_items(item: str, column: str, layout: tuple, size: int, prefix: str, array: str, more: str) -> str:
    """The view of the bodies, or the supports: their numbers lie one item after the other.

    array   a JSON array with as many entries as there are items in a row
    """
    numbers = ", ".join("(SELECT value FROM run_double WHERE of = "
                        f"""'"' || hex(substr(rows.{column}, 1 + 8*({size}*item.key + {place}), 8)) || '"') """
                        f"AS {prefix}{name}"
                        for place, name in enumerate(_names(layout)))
    return (f"CREATE VIEW run_{column} AS SELECT rows.number, step, t, item.key AS {item}, {more}{numbers} "
            f"FROM rows, json_each({array.format(size=8*size)}) AS item")


def _names(layout: tuple) -> Iterator[str]:
    for name, count in layout:
        yield from (name,) if count == 1 else (f"{name}_{letter}" for letter in COMPONENTS[count])


def _double() -> str:
    """The number of eight bytes: (-1)^s (2^52 + f) 2^(e - 1075), f 2^-1074 where e is 0, no number where e is 2047.

    Scaled by powers of 2 up to 2^62, by which nothing is rounded; w is 2^62. Of the hex digits, f and the twelve bits
    of s and e are values of a json_each of their own: what a table has is worked out once, a column wherever it stands.
    """
    # the last byte is the first of the number
    shifts = [shift for byte in range(8) for shift in (8*byte + 4, 8*byte)]
    f, top = (" | ".join(f"(instr(d, substr(h, {place}, 1)) - 1 << {shift - least})"
                         for place, shift in enumerate(shifts, 1) if least <= shift < end)
              for least, end in ((0, 52), (52, 64)))
    scaled = {sign: "m" + "".join(f" {sign} (CASE WHEN ({size}/62) & {2**k} THEN {'*'.join(['w']*2**k)} ELSE 1.0 END)"
                                  for k in range(5)) + f" {sign} (1 << {size} % 62)"
              for sign, size in (("/", "(1075 - e)"), ("*", "(e - 1075)"))}
    value = (f"CASE WHEN e = 2047 THEN NULL WHEN e > 1075 THEN {scaled['*']} WHEN e > 1013 THEN m/(1 << 1075 - e) "
             f"ELSE {scaled['/']} END")
    parts = ("CASE WHEN top.value < 2048 THEN 1.0 ELSE -1.0 END AS s, max(top.value & 2047, 1) AS e, "
             "1.0*(1 << 62) AS w, 1.0*(f.value + (CASE WHEN top.value & 2047 THEN 1 << 52 ELSE 0 END)) AS m")
    return (f"SELECT of, s*({value}) AS value FROM (SELECT of, {parts} FROM (SELECT json AS of, value AS h, "
            f"'{DIGITS}' AS d FROM json_each), json_each({f}) AS f, json_each({top}) AS top)")
