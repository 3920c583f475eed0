"""The commands `equilibria`, `conic`, `section` and `ends`: theory of a sleigh on a turntable besides its motion.

Sections are known of other systems, too (flow_section.py).
"""

import json
from dataclasses import asdict

from sandbox.cli.choices import changes_of, number
from sandbox.cli.common import scene_named
from sandbox.text import _
from sandbox.theory.analysis import conic_of_start, eccentricity, finite, has_sleigh, sleigh_on_table, states_of_rest

STATE = ("v1", "w", "x1", "x2")


def run(args) -> int:
    """Runs one of the commands and returns its exit code."""
    scene = scene_named(args.scene_id)
    values = scene.values(changes_of(args, scene))
    facts = {"scene": scene.id, "preset": scene.preset(args.preset).name if args.preset else "", "parameters": values}
    if args.command == "section" and not has_sleigh(scene, values):
        from sandbox.cli.commands.flow_section import run as flow_section
        return flow_section(args, facts, scene, values)
    sleigh = sleigh_on_table(scene, values)
    if args.command == "section":
        # threads and compiled work: only where they are needed
        from sandbox.cli.commands.section import run as section
        return section(args, facts, sleigh)
    if args.command == "ends":
        from sandbox.cli.commands.ends import run as ends
        return ends(args, facts, sleigh)
    return {"equilibria": equilibria, "conic": conic}[args.command](args, facts, sleigh)


def equilibria(args, facts: dict, sleigh) -> int:
    """Prints the states of rest."""
    places = None if args.places is None else [number(x, "places") for x in args.places.split(",")]
    found = states_of_rest(sleigh, places)
    if args.json:
        print(json.dumps({**facts, "rate": sleigh.rate, "A2": finite(found[0].ratio), "equilibria": [{
            "kind": state.kind, "type": state.type, "attracts": state.attracts,
            "state": dict(zip(STATE, state.state, strict=True)),
            "exponents": [[float(x.real), float(x.imag)] for x in state.exponents], "E_J": float(state.energy)}
            for state in found]}, allow_nan=False))
        return 0
    first, *others = found
    print(_("{scene}: offset a = {a:g} m, rate {rate:g} rad/s, A² = I/(m a²) = {ratio:.6g}").format(
        scene=facts["scene"], a=sleigh.offset, rate=sleigh.rate, ratio=first.ratio))
    print(_("first kind, at rest on the table, centre of mass on its axis: v1 = 0, w = 0, x1 = {x1:g} m, x2 = 0"
            ).format(x1=first.state[2]))
    _print_state(first)
    print(_("second kind, at rest in the room: v1 = Omega c, w = -Omega, x1 = 0, x2 = c for any c"))
    for state in others:
        print(_("  c = {c:g} m").format(c=state.state[3]))
        _print_state(state)
    return 0


def _print_state(state):
    """Prints type, exponents and energy of a state of rest."""
    words = {"saddle and two zeros": _("saddle and two zeros"), "double centre": _("double centre"),
             "double saddle": _("double saddle"), "focus-focus": _("focus-focus"), "saddle-saddle": _("saddle-saddle"),
             "neutral": _("neutral"), "attracting line": _("attracting line"), "repelling line": _("repelling line")}
    exponents = ", ".join(f"{x.real + 0.0:.6g}" + (f"{x.imag:+.6g}i" if x.imag else "") for x in state.exponents)
    print(_("    {type}; exponents {exponents} 1/s; E_J = {energy:.6g} J").format(
        type=words[state.type], exponents=exponents, energy=state.energy))


def conic(args, facts: dict, sleigh) -> int:
    """Prints the conic that belongs to the start."""
    found = conic_of_start(sleigh)
    ratio = eccentricity(found)
    if args.json:
        print(json.dumps({**facts, "rate": sleigh.rate, "state": dict(zip(STATE, sleigh.state, strict=True)), **{
            name: [finite(x) for x in value] if isinstance(value, tuple) else value if isinstance(value, str)
            else finite(value) for name, value in asdict(found).items()}, "eccentricity": ratio}, allow_nan=False))
        return 0
    words = {"ellipse": _("ellipse"), "hyperbola": _("hyperbola"), "parabola": _("parabola"), "line": _("line"),
             "point": _("point")}
    print(f"{facts['scene']}: {words[found.kind]}" + (_(", eccentricity {e:.6g}").format(e=ratio) if ratio else ""))
    if found.kind in ("ellipse", "hyperbola", "point"):
        print(_("  centre (x1, x2) = ({x:.6g}, {y:.6g}) m, semi-axes along x1 and x2 {a:.6g} m, {b:.6g} m").format(
            x=found.centre[0], y=found.centre[1] + 0.0, a=found.axes[0], b=found.axes[1]))
    if finite(found.period) is not None:
        print(_("  period {period:.6g} s").format(period=found.period))
    print(_("  F = {F:.9g} m/s², h = {h:.9g} m²/s⁴, kappa² = {kappa2:.9g} 1/s²").format(
        F=found.F, h=found.h, kappa2=found.kappa2))
    return 0
