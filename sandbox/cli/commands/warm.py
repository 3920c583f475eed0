"""The command `warm`: compiles what the scenes need; a packaged program is delivered with the result."""

from sandbox.cli.terminal.stop import look

SECONDS = 2.0          # [s] of each preset: long enough for slip, flight and rest to be compiled too


def run(args) -> int:
    """Runs every preset of every scene for SECONDS; prints how many functions were compiled."""
    from sandbox.cli.common import catalogue
    from sandbox.cli.terminal.progress import Progress
    from sandbox.compiling.cache import CACHE_FOLDER
    from sandbox.text import _
    before = len(list(CACHE_FOLDER.rglob("*.code")))
    found = catalogue()
    with Progress() as progress:
        for number, scene in enumerate(found.scenes.values(), start=1):
            progress.show(_("scene {number} of {count}: {scene}").format(
                number=number, count=len(found.scenes), scene=scene.id))
            _warm(scene)
    after = len(list(CACHE_FOLDER.rglob("*.code")))
    print(f"'{CACHE_FOLDER}': {after} compiled functions, {after - before} of them new")
    return 0


def _warm(scene):
    from sandbox.run.headless import passed, simulate
    from sandbox.run.simulation import Simulation
    for preset in ("", *(preset.name for preset in scene.presets)):
        values = dict(scene.preset(preset).values) if preset else {}
        simulate(scene, values, SECONDS, preset=preset, tell=lambda _run: look())
        # other modes may be entered later, and a window may take hold of any body
        run = Simulation(scene, values, preset=preset)
        run.prepare_modes()
        run.prepare_hand()
        look()
    # instants between the steps, as scripts ask for
    passed(Simulation(scene), 0.01, [0.003])
