"""The command `warm`: compile what the scenes need now; a packaged program is delivered with the result."""

SECONDS = 2.0          # [s] of each preset: long enough for slip, flight and rest to have been looked for


def run(args) -> int:
    """Run every preset of every scene for a moment; says how many functions had to be compiled."""
    from sandbox.cli.common import catalogue
    from sandbox.compiling.cache import CACHE_FOLDER
    from sandbox.run.headless import simulate
    before = len(list(CACHE_FOLDER.rglob("*.nbc")))
    found = catalogue()
    for scene in found.scenes.values():
        for preset in ("", *(preset.name for preset in scene.presets)):
            values = dict(scene.preset(preset).values) if preset else {}
            simulate(scene, values, SECONDS, preset=preset)
    after = len(list(CACHE_FOLDER.rglob("*.nbc")))
    print(f"'{CACHE_FOLDER}': {after} compiled functions, {after - before} of them new")
    return 0
