"""Makes the pictures of all scenes for the list in the window: python -m bundle.pictures [SCENE ...]

Each scene's first preset is played for as long as it takes to look like itself. Needs a screen, or xvfb-run.
"""

import sys

from sandbox.cli.arguments import arguments
from sandbox.cli.common import prepare_folders
from sandbox.cli.window.selftest import COMPILING, wait
from sandbox.cli.window.window import make_window
from sandbox.ui.look.pictures import SHIPPED, save

PLAYED = 4.0           # [s] of the run over its speed: of the wall clock where the machine keeps up
DRAWN = 1.0            # [s] after which the newest picture has been drawn
SOONER = {"seesaw": 0.4, "towers": 1.2, "bowling": 0.7}      # what is gone by then, and what has fallen


def main(names: list[str]) -> int:
    application, window, crash = make_window(arguments().parse_args(["--safe"]), prepare_folders())
    for name in ("angular_velocity", "velocity", "card"):
        window.commands[name].setChecked(False)
    window.show()
    # what the window opens by itself comes first
    wait(application, COMPILING, lambda: window.simulation is not None and window.view.is_ready)
    for scene in names or window.catalogue.scenes:
        window.choose_scene(scene)
        wait(application, COMPILING, lambda scene=scene: window.simulation is not None and window.view.is_ready
             and window.simulation.scene.id == scene and not window.player.is_preparing)
        window.play()
        until = SOONER.get(scene, PLAYED)*window.player.pace.speed
        wait(application, COMPILING, lambda until=until: window.player.snapshot.t >= until
             or window.simulation.ended is not None)
        window.pause()
        # what is drawn is behind on a busy machine
        wait(application, DRAWN)
        save(window.view, SHIPPED/f"{scene}.jpg")
        print(scene, flush=True)
    window.close()
    crash.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
