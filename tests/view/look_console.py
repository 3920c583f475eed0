"""Child process of the page tests: what the page says in its console while it is used.

    python look_console.py PART REPORT
"""

from look_room import SCENES, opened
from player import Player, play_part

from sandbox.scene.catalogue import load_catalogue
from sandbox.view.quality import FINE, LOW, LOWEST

# a thin body on what turns and on what does not, a ball, a bowl, a crowd, bodies drawn as models
USED = ("coin_on_turntable", "turntable", "bowl", "many_balls", "curling", "coin")


def used(p: Player, scene, preset: int):
    """Opens a preset and looks at it from all sides while it goes on."""
    run = opened(p, scene, preset)
    for mode in ("follow", "top", "table", "free"):
        p.view.set_camera(mode)
        run.advance(run.step_rate//20)
        p.frame(run.snapshot())
        p.ask("orbit(30, 10); zoom_by(0.8); slide(5, 5); 0")
    p.view.reset_camera()
    for name in ("velocity", "angular_velocity", "normal", "friction"):
        p.view.set_arrow(name, True)
    p.view.set_labels(True)
    p.frame(run.snapshot())
    p.view.grab_pixels()


def console() -> dict:
    """Each of these scenes with levels of quality and both themes, and with another preset."""
    p, out = Player(smooth=None), {}
    scenes = load_catalogue(SCENES).scenes
    p.open()                                         # a level is chosen when the renderer is known
    governor = p.view._builder._governor
    for k, name in enumerate(USED):
        for j, level in enumerate((LOWEST, LOW, FINE)[:3 if k < 2 else 2]):
            governor.level = level
            p.view.set_theme(("dark", "projector")[(k + j) % 2])
            used(p, scenes[name], 1)
            if level is LOW and len(scenes[name].presets) > 1:
                used(p, scenes[name], 2)
            p.wait(lambda: not p.view._channel.is_busy)
            out[f"{name} {level.name}"] = list(p.view._page.problems)
            p.view._page.problems.clear()
    return {"said": out, "signals": p.signals}


if __name__ == "__main__":
    play_part(globals())
