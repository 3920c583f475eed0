"""What a challenge hides is not shown, not told by a miss, and is what there is."""

import pytest

from sandbox.errors import BadValue
from sandbox.scene.goals.challenge import challenge_of
from tests.challenges.test_every_challenge import FOUND, SCENES, judge, winning


@pytest.mark.parametrize(("share", "said"), [(-0.2, "Too little."), (0.2, "Too much.")])
def test_a_miss_says_its_side_only(share, said):
    verdict = judge("detective", winning("detective").off("coefficient", share))
    assert verdict.stars == 0 and verdict.sentence == said


@pytest.mark.parametrize(("hidden", "said"), [(["nothing"], "'hidden': .*no parameter 'nothing'"),
                                              (["slope"], "'slope' is free, and what is free is seen"),
                                              ("mu", "'hidden'")])
def test_what_cannot_be_hidden_is_refused_in_words(hidden, said):
    with pytest.raises(BadValue, match=said):
        challenge_of("mine", {**FOUND.good["detective"].told, "hidden": hidden}, SCENES.get)
