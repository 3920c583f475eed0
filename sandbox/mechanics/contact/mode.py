"""One thing that a body can do on a support: what is said of it, and its four mode functions, generated from formulas.

A mode gives formulas (traced.py) or compiled functions of its state y, tuples of numbers or pointers alike:

    dynamics(t, y, p, calls)            everything about the contact at one instant, by name
    rates(y, d)                         y' from that;  or rhs(t, y, p, calls) where y' needs less than all of it
    weight(y, p)                        reciprocals of the scales that errors are measured in
    settle(t, y, p, calls)              brings y back to what the equations keep but for rounding, in place
    observe(t, y, d, p, calls, out)     fills an observation (integration/observation.py)
    report(t, y, d, p, calls, out)      fills a report (mechanics/report.py)

and gets step, observation, settling and report as hybrid.py wants them. In a mode that is stepped in another variable
than time, t is the time that stands in the state.
"""

from dataclasses import dataclass
from functools import cached_property
from types import ModuleType

import numpy as np

from sandbox.compiling.entries import Entry
from sandbox.compiling.generated import load_generated
from sandbox.integration.mode_functions import ModeFunctions
from sandbox.integration.ode import make_step

# what a mode does at its contact
HELD, SLIPPING, FREE = "held", "slipping", "free"


@dataclass(frozen=True, eq=False)
class ContactMode:
    """A mode of a body on a support.

    name     how it is called in a system;  word  what a person reads;  about  what a body does in it, in a sentence
    kind     HELD (no slip), SLIPPING or FREE (its state is that of flight)
    size     numbers of its state y
    clock    place of the time in y of a mode that is stepped in another variable, else -1;  stride  such a step
    module   generated module with `called`, the compiled dynamics, and the entries
    own_step Entry of a step of its own, or None
    """

    name: str
    word: str
    kind: str
    size: int
    module: ModuleType
    clock: int = -1
    stride: float = 0.0
    own_step: Entry | None = None
    about: str = ""

    @cached_property
    def functions(self) -> ModeFunctions:
        """Its mode functions."""
        return ModeFunctions(lambda: (self.own_step or make_step(self.module.rhs, self.module.weight, self.size),
                                      self.module.observe, self.module.settle, self.module.report))

    @property
    def table(self) -> np.ndarray:
        """Addresses (TABLE,) int64 of its mode functions, compiled when first asked for."""
        return self.functions.table


def contact_mode(name: str, kind: str, size: int, *,    # noqa: PLR0913 - each mode names what differs from the others
                 about: str, word: str = "", clock: int = -1, stride: float = 0.0, step: Entry | None = None,
                 like: ContactMode | None = None, **formulas) -> ContactMode:
    """Returns the mode of the formulas at the head of this file.

    like    a mode with the same dynamics, whose compiled code is shared
    """
    source = mode_source(name, clock, like, formulas, with_step=step is None)
    module = load_generated(f"mode_{name}", source)
    return ContactMode(name, word or name, kind, size, module, clock, stride, step, about)


def mode_source(name: str, clock: int, like: ContactMode | None, formulas: dict, with_step: bool) -> str:
    """Source of the module of a mode: `called`, `rhs`, `weight` and the entries but for the step."""
    imports = [f"from {f.__module__} import {f.__name__} as {role}_formula" for role, f in formulas.items()]
    t = "t" if clock < 0 else f"y[{clock}]"
    lines = [f'"""The mode {name!r}, written by sandbox.mechanics.contact.mode."""',
             "from sandbox.compiling.compiled import compiled",
             "from sandbox.compiling.entries import mode_function", *imports, ""]
    if like is None:
        lines += ["@compiled", "def called(t, y, p, calls):", "    return dynamics_formula(t, y, p, calls)", ""]
    else:
        lines += [f"from {like.module.__name__} import called", ""]
    if with_step:
        right = "rhs_formula(t, y, p, calls)" if "rhs" in formulas else \
            f"rates_formula(y, dynamics_formula({t}, y, p, calls))"
        lines += ["@compiled", "def rhs(t, y, p, calls):", f"    return {right}", "",
                  "@compiled", "def weight(y, p):", "    return weight_formula(y, p)", ""]
    # in place where steps don't need it, less what nobody looks at there: a step costs no more than an observation
    dynamics = "dynamics_formula" if "rhs" in formulas and like is None else "called"
    for role in ("observe", "report"):
        lines += ["@mode_function", f"def {role}(t, h, y, p, calls, out):",
                  f"    {role}_formula({t}, y, {dynamics}({t}, y, p, calls), p, calls, out)", "    return 0.0", ""]
    lines += ["@mode_function", "def settle(t, h, y, p, calls, out):", f"    settle_formula({t}, y, p, calls)",
              "    return 0.0", ""]
    return "\n".join(lines)
