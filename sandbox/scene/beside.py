"""A system beside others in one run: each moves as if it were alone, with its own start and its own energy book."""

from dataclasses import dataclass, replace
from typing import Any

from sandbox.errors import BadValue
from sandbox.scene.constrained import At, Constrained
from sandbox.scene.start import Start
from sandbox.scene.world import World
from sandbox.text import _


@dataclass(frozen=True)
class Beside:
    """A further system of the list that `build` returns, which begins on its own: it feels nothing of the others.

    system   what `build` returns for one: body, surface, motion and, if it may slip or fly, contact; or a system with
             rows. The bodies of a World have starts of their own
    start    Start, or At of a system with rows
    """

    system: Any
    start: Start | At


def model_of(built: Any) -> Any:
    """Returns the model of what `build` returned for one system; that of a system with rows has its start in it."""
    if hasattr(built, "constrained"):
        return built.constrained()
    if not isinstance(built, Beside):
        return built
    model, own = model_of(built.system), built.start
    if isinstance(model, World | Beside):
        raise BadValue(_("Beside: got {found}, needs a body on a support, or a system with rows").format(
            found=type(model).__name__))
    if not isinstance(model, Constrained):
        return Beside(model, own)
    # a system that has coordinates of which a start knows nothing makes its own of it
    before = model.begins
    return replace(model, begins=lambda _start, values: own if before is None else before(own, values))
