"""What a challenge hides is not shown, not told by a miss, and is what there is."""

import pytest

import sandbox
from sandbox.errors import BadValue
from sandbox.run.judge import begun, check_run, judged
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


DETECTIVES = sorted(name for name, one in FOUND.good.items() if one.seed)


def test_what_is_hidden_is_drawn_by_the_number_of_the_case():
    assert len(DETECTIVES) == 6 and len({FOUND.good[name].scene for name in DETECTIVES}) == 6
    for name in DETECTIVES:
        challenge = FOUND.good[name]
        (hidden, (low, high)), = challenge.seed.items()
        drawn = [challenge.with_values({"case": case})[0][hidden] for case in range(1, 200)]
        assert min(drawn) >= low and max(drawn) <= high and len(set(drawn)) > 150      # of 1001 values
        # all of the range is used: 199 draws leave a quarter of it empty once in 10^25
        assert {min(int(4*(one - low)/(high - low)), 3) for one in drawn} == {0, 1, 2, 3}
        assert challenge.with_values({})[0] == challenge.values
        assert challenge.with_values({"case": 7}) == challenge.with_values({"case": 7})


def test_another_case_is_judged_by_what_it_hides():
    """A ball of case 12 keeps the share that its own bounces tell, not that of case 0."""
    challenge, scene = FOUND.good["detective_bounce"], SCENES.get("bounce")
    values = challenge.with_values({"case": 12})[0]
    found = sandbox.simulate("bounce", duration=3.0, **values)
    first, second = [one.t for one in found.events if one.kind == "impact"][:2]
    share = 0.5*(second - first)/first
    assert abs(share/challenge.values["restitution"] - 1.0) > 0.1
    assert judged(challenge, {"case": 12, "share": share}, scene).stars == 3
    assert judged(challenge, {"share": share}, scene).stars == 0
    # a run of one case is none of another
    run = begun(challenge, scene, values)
    check_run(challenge, run, guesses={"case": 12})
    with pytest.raises(BadValue, match="'restitution' is locked"):
        check_run(challenge, run, guesses={"case": 13})
    with pytest.raises(BadValue, match="'case'"):
        challenge.with_values({"case": 1000})


@pytest.mark.parametrize(("told", "said"), [({"seed": {"slope": [1, 2]}}, "'seed': 'slope' is not hidden"),
                                            ({"seed": {"mu": [0.7, 0.2]}}, "needs low < high"),
                                            ({"seed": {"mu": [0.2, 90]}}, "parameter 'mu'"),
                                            ({"price": [3, 2, 9]}, "'price': got .*3, 2, 9"),
                                            ({"price": [1, 2]}, "'price'")])
def test_a_seed_or_a_price_that_is_none_is_refused_in_words(told, said):
    with pytest.raises(BadValue, match=said):
        challenge_of("mine", {**FOUND.good["detective"].told, **told}, SCENES.get)


def test_each_try_of_a_case_has_its_price():
    challenge = FOUND.good["detective"]
    assert [challenge.most_stars(number) for number in (1, 3, 4, 6, 7, 10, 11)] == [3, 3, 2, 2, 1, 1, 0]
    assert FOUND.good["golf"].most_stars(1000) == 3
