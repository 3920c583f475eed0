"""The command `warm`: compiles what the scenes need; a packaged program is delivered with the result."""

SECONDS = 2.0          # [s] of each preset: long enough for slip, flight and rest to be compiled too


def run(args) -> int:
    """Runs every preset of every scene for SECONDS; prints how many functions were compiled."""
    from sandbox.cli.common import catalogue
    from sandbox.compiling.cache import CACHE_FOLDER
    from sandbox.run.headless import passed, simulate
    from sandbox.run.simulation import Simulation
    before = len(list(CACHE_FOLDER.rglob("*.code")))
    found = catalogue()
    for scene in found.scenes.values():
        for preset in ("", *(preset.name for preset in scene.presets)):
            values = dict(scene.preset(preset).values) if preset else {}
            simulate(scene, values, SECONDS, preset=preset)
        # instants between the steps, as scripts ask for
        passed(Simulation(scene), 0.01, [0.003])
    after = len(list(CACHE_FOLDER.rglob("*.code")))
    print(f"'{CACHE_FOLDER}': {after} compiled functions, {after - before} of them new")
    return 0
