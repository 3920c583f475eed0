"""Challenges of building: a stored set-up wins, another one loses; logs and codes say the same; what is given stays."""

from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.errors import BadValue
from sandbox.run.command import HAND, Command, Hold
from sandbox.run.judge import check_run, judged, verdict_of
from sandbox.run.simulation import Simulation
from sandbox.scene.built.document import Part
from sandbox.scene.built.edits import removed, with_argument
from sandbox.scene.built.read import read
from sandbox.scene.goals.building import ITEMS
from sandbox.scene.goals.challenge import challenge_of, load_challenges, told_in
from sandbox.workspace import bench
from sandbox.workspace.setup import setup_from
from sandbox.workspace.shapes import run_at_start
from sandbox.workspace.share_code import code_of, setup_of_code
from tests.challenges.scripts import Machine, machine
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]
SCENES = shipped()
CHALLENGE = load_challenges([ROOT / "challenges"], SCENES.get).good["machine"]
WON = machine()
LOST = Machine(parts=WON.parts[:1])


def test_what_is_missing_costs_all_stars_and_what_stands_elsewhere_some():
    assert judged(CHALLENGE, {}, WON.scene(CHALLENGE)).stars == 3
    lost = judged(CHALLENGE, {}, LOST.scene(CHALLENGE))
    assert lost.stars == 0 and "2 s are asked" in lost.sentence
    (kind, x, y, turn), *others = WON.parts
    # the wall that turns the way of the ball: 10 cm farther away it meets a ball that rolls, no longer bounces
    off = replace(WON, parts=((kind, x - 0.1, y, turn), *others))
    assert judged(CHALLENGE, {}, off.scene(CHALLENGE)).stars < 3
    assert judged(CHALLENGE, {}, replace(WON, parts=((kind, x, y, turn + 15.0), *others)).scene(CHALLENGE)).stars == 0


def test_a_log_and_a_share_code_have_the_same_verdict_and_rows_of_it_are_the_same_world():
    live = judged(CHALLENGE, {}, WON.scene(CHALLENGE))
    run = Simulation(WON.scene(CHALLENGE), {})
    code = code_of(setup_from(run))

    def again() -> Simulation:
        return run_at_start(setup_of_code(code), SCENES, "code")
    check_run(CHALLENGE, again())
    assert repr(verdict_of(CHALLENGE, again, {})) == repr(live)
    rows = CHALLENGE.build.rows(WON.document(CHALLENGE))
    assert len(rows) == 3
    told = bench.scene_of(CHALLENGE.build.document(rows))
    assert repr(judged(CHALLENGE, {}, told)) == repr(live)


def test_a_text_of_a_scene_reads_as_the_same_parts():
    """As a log has it, which knows the text alone."""
    document = WON.document(CHALLENGE)
    found = read(bench.scene_of(document)).document
    assert CHALLENGE.build.added(found, "here") == CHALLENGE.build.added(document, "here")


def put(count: int, kind: str = "wall"):
    return Machine(parts=tuple((kind, -1.5, 0.4*k, 0.0) for k in range(count))).document(CHALLENGE)


def part_named(document, name: str) -> Part:
    return next(part for part in document.parts if part.name == name)


@pytest.mark.parametrize(("document", "told"), [
    (put(6), "6 parts are built, at most 5"),
    (removed(put(1), "lower ramp"), "'lower ramp' is given"),
    (with_argument(put(1), "wall", ("surface", "origin"), (0.0, 0.0, 0.3)), "'wall' is given"),
    (bench.put(put(1), ITEMS["funnel"], (-1.0, 0.0, 0.0), "floor")[0], "'funnel' is none of the parts"),
    (with_argument(put(1), "wall 2", ("surface", "of", "of", "length"), 0.9), "'wall 2' is none of the parts"),
    (bench.put(put(1), ITEMS["marble"], (-1.1, 0.3, 0.0), "floor")[0], "'marble' is none of the parts"),
    (replace(put(1), parameters=put(1).parameters[1:]), "'parameters' is given")])
def test_what_is_more_than_may_be_built_is_refused_with_a_sentence(document, told):
    with pytest.raises(BadValue, match=told):
        CHALLENGE.build.added(document, "here")


def test_a_run_that_a_hand_had_part_in_or_that_has_other_numbers_is_none_of_it():
    scene = bench.scene_of(put(1))
    with pytest.raises(BadValue, match="'rate' is locked"):
        check_run(CHALLENGE, Simulation(scene, {"rate": 1.0}))
    held = Simulation(scene, {})
    held.replay([Command(10, HAND, Hold(0, (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)))])
    with pytest.raises(BadValue, match="is locked"):
        check_run(CHALLENGE, held)
    with pytest.raises(BadValue, match="'marble_run', the run is one of 'turntable'"):
        check_run(CHALLENGE, Simulation(SCENES.get("turntable"), {}))


@pytest.mark.parametrize(("change", "told"), [
    ({"by": ["aim"]}, "'build' says what"), ({"free": ["rate"]}, "nothing else is free"),
    ({"build": {"parts": ["wall"]}}, "has no 'most'"), ({"build": {"most": 0, "parts": ["wall"]}}, "'build'.*most"),
    ({"build": {"most": 2, "parts": ["seesaw"]}}, "seesaw"), ({"build": {"most": 2, "parts": []}}, "parts"),
    ({"scene": "bowl", "values": {}}, "nothing can be built")])
def test_a_file_that_lets_build_what_cannot_be_is_refused(change, told):
    table = told_in(ROOT / "challenges" / "machine.toml") | change
    with pytest.raises(BadValue, match=told):
        challenge_of("machine", table, SCENES.get)
