"""Each family of scenes has its own look, and what turns is seen to turn, by the pixels of the first presets: of all
scenes for a release, of one of three and the first of each family at each change.
"""

from itertools import combinations

import numpy as np
import pytest

from tests.effort import tries
from tests.patience import ENDLESS

pytestmark = pytest.mark.timeout(1.2*ENDLESS)      # the first test waits for all scenes (first_presets)

FAMILIES, SCENES = 0.3, 0.1      # [1] share of colours that differ at least, of two topics, and of any of their scenes
BODY, SUPPORT = 0.08, 0.015      # [1] share of what is seen of it that changes with half a radian


@pytest.fixture(scope="module")
def seen(first_presets):
    return first_presets


def apart(one, other) -> float:
    """Share of the colours, of histograms whose sums are 1, that only one of both has."""
    return 1.0 - float(np.minimum(one, other).sum())


def test_no_two_families_look_alike(seen):
    topics = {}
    for scene in seen["scenes"].values():
        topics.setdefault(scene["topic"], []).append(scene["colours"])
    means = {topic: np.mean(colours, axis=0) for topic, colours in topics.items()}
    assert len(means) == 6 and all(abs(mean.sum() - 1.0) < 1e-9 for mean in means.values())
    alike = {pair: apart(*(means[topic] for topic in pair)) for pair in combinations(means, 2)}
    assert {pair: found for pair, found in alike.items() if found < FAMILIES} == {}


def test_no_scene_is_taken_for_one_of_another_family(seen):
    scenes = seen["scenes"]
    alike = {pair: apart(*(scenes[name]["colours"] for name in pair)) for pair in combinations(scenes, 2)
             if scenes[pair[0]]["topic"] != scenes[pair[1]]["topic"]}
    assert len(alike) > tries(60, 800)
    assert {pair: found for pair, found in alike.items() if found < SCENES} == {}


def test_every_turn_of_a_body_is_seen(seen):
    assert len(seen["scenes"]) >= tries(15, 48)
    assert all(scene["body"] > 20 for scene in seen["scenes"].values())     # [px]
    assert {name: scene["turns"] for name, scene in seen["scenes"].items() if min(scene["turns"]) < BODY} == {}


def test_every_turn_of_a_support_is_seen(seen):
    assert {name: scene["table"] for name, scene in seen["scenes"].items() if scene["table"] < SUPPORT} == {}


def test_the_page_says_nothing_meanwhile(seen):
    assert seen["problems"] == []
