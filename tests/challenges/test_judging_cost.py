"""What the bench tells of judging beside its cost is true."""

from sandbox.cli.headless import challenges_of
from sandbox.verify.goals import costs_of_goals, judging_cost, winning_throw
from tests.shipped import shipped

CHALLENGES = {one.id: (one, scene) for one, scene in challenges_of(shipped())}


def test_the_throw_of_the_bench_wins_and_what_is_given_does_not():
    found = costs_of_goals([CHALLENGES["golf"]])
    assert {name: cost["stars"] for name, cost in found.items()} == {"golf": 0, "golf, won": 3}


def test_it_wins_by_what_it_says():
    challenge, scene = CHALLENGES["golf"]
    off = {name: 1.1*value for name, value in winning_throw(challenge).items()}
    assert judging_cost(challenge, scene, off)["stars"] == 0


def test_every_challenge_is_there():
    assert len(CHALLENGES) >= 24
