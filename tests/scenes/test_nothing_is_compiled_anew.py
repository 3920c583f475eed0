"""Numbers alone compile nothing anew: presets of one structure share their code, and so do values of parameters.

What `warm` has compiled is all that scenes can ask for: a packaged program is delivered with it.
"""

import json
import subprocess
import sys
from pathlib import Path

from tests.effort import IS_RELEASE
from tests.shipped import shipped

# presets whose structure is another one than that of the presets before, and what is new in it
OTHER_STRUCTURE = {
    ("bowl", "Parabolic bowl"): "another surface",
    ("coin", "Thin coin"): "a thin disk is another shape",
    ("coin", "Euler's disk"): "rolling resistance: further modes of the contact",
    ("coin", "Thick coin that slips"): "friction: further modes of the contact",
    ("coin", "Kicked harder: it slips, and stays down"): "friction: further modes of the contact",
    ("coins_and_balls", "A puck among balls"): "another shape",
    ("coins_and_balls", "Eggs and marbles"): "another shape",
    ("coin_funnel", "It drops at last"): "a hole with a lip and a floor: a world",
    ("free_bowl", "Asleep on a free globe"): "another surface",
    ("incline", "Block: slides"): "a puck, which rests and slides flat",
    ("incline", "Stribeck: it stops again"): "another law of friction",
    ("integraph", "Drawn by hand"): "another curve",
    ("integraph", "A blunt edge lags behind"): "a viscous edge beside the ideal one",
    ("sleigh", "I = m a²: the mass centre runs straight"): "no inertia of its own: another kinetic energy",
    ("marble_run", "One ball"): "one ball is followed as a contact, several as a world",
    ("smooth_top", "Thin disk without a spin of its own"): "a thin disk is another shape",
    ("stones", "A drop in a bowl at rest"): "another body",
    ("stones", "A stone on a turning table"): "another surface",
    ("stones", "An egg of triangles, degree 4"): "another body",
    ("stones", "An egg of triangles, degree 8"): "another fit of the body",
    ("stones", "The egg without triangles"): "a formula in place of a fit",
    ("suslov", "Pulled aside: the hidden integral"): "a potential of its own",
    ("torus", "On top of the ring"): "the outside has no rim",
}


def told_by(program: str, *words: str) -> dict:
    """What a process of its own prints."""
    child = subprocess.run([sys.executable, str(Path(__file__).parent/program), *words], check=True, text=True,
                           capture_output=True)
    return json.loads(child.stdout.splitlines()[-1])


def test_warm_knows_all_that_is_compiled():
    """Presets of one structure share their code, see below: at each change one of each structure is asked."""
    scenes = shipped().scenes.values()
    chosen = {scene.id: [preset.name for preset in scene.presets[1:]
                         if IS_RELEASE or (scene.id, preset.name) in OTHER_STRUCTURE] for scene in scenes}
    assert sum(map(len, chosen.values())) >= len(OTHER_STRUCTURE)
    assert told_by("compiled_after_warm.py", json.dumps(chosen)) == {}


def test_presets_and_parameters_share_their_code():
    found = told_by("compile_counts.py")
    assert len(found) >= 30
    anew = {}
    for scene, told in found.items():
        for what, modules in told.items():
            # code that was generated for a system; what stands in the sources is the same for all and needed once
            # in a program, when the first impact or flight comes
            generated = [module for module in modules if not module.startswith("sandbox.")]
            if what and generated:
                anew[scene, what] = generated
    assert set(anew) <= set(OTHER_STRUCTURE), {key: anew[key] for key in set(anew) - set(OTHER_STRUCTURE)}
