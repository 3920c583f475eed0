"""Child process of the page tests: what the page says in its console while it is used.

    python look_console.py PART REPORT
"""

from look_room import SCENES, opened
from player import Player, play_part

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue
from sandbox.view.quality import FINE, LOW, LOWEST

# a thin body on what turns, a ball, a bowl, a crowd: these in all ways
USED = ("coin_on_turntable", "turntable", "bowl", "many_balls")


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


def looks_of(scene) -> set:
    """What a scene draws that differs from others: materials of supports and of bodies, models."""
    run = Simulation(scene, scene.presets[0].values)
    supports = {("support", one.material) for one in run.surfaces if getattr(one, "material", None)}
    bodies = {("body", one.material) for one in run.bodies if getattr(one, "material", None)}
    return supports | bodies | {("model", one.drawn.name) for one in run.bodies
                                if hasattr(getattr(one, "drawn", None), "name")}


def further(scenes, seen: set) -> list[str]:
    """Names of scenes that together draw all that any scene draws, but for what was seen already."""
    found, rest = [], {name: looks_of(scene) for name, scene in scenes.items()}
    while any(looks - seen for looks in rest.values()):
        name = max(rest, key=lambda name: len(rest[name] - seen))
        seen |= rest.pop(name)
        found.append(name)
    return found


def console() -> dict:
    """Each of these scenes with levels of quality and both themes, and with another preset; then, with one level each,
    scenes of all materials and models.
    """
    p, out = Player(smooth=None), {}
    # what is said does not hang on the size: a small picture is drawn in a quarter of the time
    p.window.resize(480, 270)
    scenes = load_catalogue(SCENES).scenes
    p.open()                                         # a level is chosen when the renderer is known
    governor = p.view._builder._governor
    governor.choice = "fine"                         # a busy machine does not lower it meanwhile
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
    looks = set().union(*(looks_of(scenes[name]) for name in USED))
    for k, name in enumerate(further(scenes, looks)):
        governor.level = (FINE, LOW, LOW, LOW)[k % 4]
        p.view.set_theme(("dark", "projector")[k//2 % 2])
        used(p, scenes[name], 1)
        p.wait(lambda: not p.view._channel.is_busy)
        out[name] = list(p.view._page.problems)
        p.view._page.problems.clear()
    return {"said": out, "looks": sorted(looks), "signals": p.signals}


if __name__ == "__main__":
    play_part(globals())
