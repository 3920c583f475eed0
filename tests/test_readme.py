"""What the README promises: its scene runs as it says, its pictures exist."""

import re
from pathlib import Path

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_scene

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_scene_runs(tmp_path):
    """The saddle holds the ball when it turns fast enough and throws it out when it does not."""
    path = tmp_path / "saddle.py"
    path.write_text(re.search(r"```python\n(.*?)```", TEXT, re.DOTALL).group(1), encoding="utf-8")
    scene = load_scene(path)
    ends = []
    for preset in scene.presets:
        run = Simulation(scene, preset.values)
        run.advance(20*240)
        assert run.drift < 1e-12
        ends.append(run.ended and run.ended.kind)
    assert ends == [None, "rim"]


def test_pictures_exist():
    for name in re.findall(r"!\[.*?\]\((.*?)\)", TEXT, re.DOTALL):
        assert (ROOT / name).is_file(), name
