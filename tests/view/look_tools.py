"""Child process of the page tests: rulers and the paths of pins.

    python look_tools.py tools REPORT
"""

import numpy as np
from player import Player, play_part, snapshot

from sandbox.systems import probe_points
from sandbox.systems.probe_points import ProbePoint, ShownTool, Tool


def different(a, b) -> int:
    return int((a != b).any(axis=2).sum())


def tools() -> dict:
    p = Player()
    view, out = p.view, {}
    p.open()
    view.set_trail("off")
    p.frame(snapshot(0.0, angle=0.0))
    empty = view.grab_pixels()
    angle = np.linspace(0.0, 5.0, 100)
    circle = np.stack((0.2*np.cos(angle), 0.2*np.sin(angle), 0*angle), axis=1)
    view.show_pins([(circle, 0, "dashes")])
    p.frame(snapshot(0.0, angle=0.0))
    out["pins"] = different(view.grab_pixels(), empty)
    view.show_pins([(circle[::10], 1, "dots")])
    p.frame(snapshot(0.0, angle=0.0))
    out["dots"] = different(view.grab_pixels(), empty)
    view.show_pins([])
    ruler = ShownTool(Tool(probe_points.RULER,
                           (ProbePoint(probe_points.CENTRE), ProbePoint(probe_points.SPACE, 0, (-0.2, -0.2, 0.05)))),
                      lambda value: f"{value:.3f} m")
    view.show_tools([ruler])
    p.frame(snapshot(0.0, angle=0.0))
    first = view.grab_pixels()
    out["ruler"] = different(first, empty)
    p.frame(snapshot(0.1, angle=0.0))
    out["moved"] = different(view.grab_pixels(), first)
    out["label"] = view._channel.ask_now("canvas.selected.__overlay_objects.objects.length") > 0
    view.show_tools([])
    p.frame(snapshot(0.0, angle=0.0))
    out["left"] = different(view.grab_pixels(), empty)
    view.show_tools([ruler])
    view.set_theme("projector")
    p.frame(snapshot(0.0, angle=0.0))
    again = view.grab_pixels()
    view.show_tools([])
    p.frame(snapshot(0.0, angle=0.0))
    out["after theme"] = different(view.grab_pixels(), again)
    out["errors"] = [signal for signal in p.signals if signal[0] == "failed"]
    return out


if __name__ == "__main__":
    play_part(globals())
