"""What the charts of the theory are drawn from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from sandbox.scene.scene import Scene
from sandbox.systems.integration import Integration


@dataclass(frozen=True)
class Situation:
    """A scene with its parameter values and its run as it is now.

    start   a person's own start, or None for the scene's
    known   what one chart has computed and another one needs too
    """

    scene: Scene
    values: Mapping
    run: Integration
    start: Any = None
    known: dict[str, Any] = field(default_factory=dict)

    @property
    def p(self) -> SimpleNamespace:
        """The values by their names, as a scene's functions take them."""
        return SimpleNamespace(**self.values)
