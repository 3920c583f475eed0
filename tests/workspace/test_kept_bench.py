"""A bench in set-ups and share codes: the same document and the same bits again; what is none is one sentence."""

import json
from random import Random

import pytest

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Document
from sandbox.scene.built.parts import PARTS, numbers_of
from sandbox.scene.built.plain import WORDS, document_of_plain, plain_of
from sandbox.scene.catalogue import BENCH, Catalogue
from sandbox.workspace import bench
from sandbox.workspace.rebuild import rebuilt
from sandbox.workspace.setup import SCHEMA, Setup, setup_from, setup_of
from sandbox.workspace.setup_file import read_setup, write_setup
from sandbox.workspace.share_code import code_of, setup_of_code
from tests.effort import tries
from tests.shipped import shipped
from tests.workspace.made_up import mutated

SCENES = shipped().scenes
WORLDS = ("marble_run", "seesaw", "chain", "turntable", "labyrinth", "coins_and_balls", "own_surface", "many_balls")
NEW = bench.new_bench()


def random_bench(random: Random) -> Document:
    """Parts of the palette that are put, moved, changed and removed at random; some of it overlaps."""
    document = NEW
    for _deed in range(random.randrange(1, 12)):
        try:
            made = bench.Made(document, {})
        except BadValue:
            # a thickness that its radius does not allow: it is kept all the same
            break
        name = random.choice([*made.bodies, *made.supports])
        try:
            deed = random.randrange(4)
            if deed <= 1:
                place = (random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), random.uniform(0.0, 0.5))
                document = bench.put(document, random.choice(PARTS), place, random.choice(made.supports))[0]
            elif deed == 2:
                document = bench.moved(made, name, [random.choice((0.0, random.uniform(-0.1, 0.1)))]*3)
            else:
                one = random.choice(numbers_of(document.part(name)) or [None])
                if one is not None and not isinstance(one.value, bool):
                    document = bench.with_number(document, name, one, random.uniform(one.field.low, one.field.high))
        except BadValue:
            continue
    return document


def through_json(document: Document) -> Document:
    return document_of_plain(json.loads(json.dumps(plain_of(document), allow_nan=False)))


def test_random_benches_come_back():
    """There and back is the identity, -0.0 and whole numbers told apart."""
    for seed in range(tries(60, 1000)):
        document = random_bench(Random(seed))
        again = through_json(document)
        assert again == document and repr(again) == repr(document), seed


@pytest.mark.parametrize("name", WORLDS)
def test_scenes_that_are_built_on_come_back(name):
    document = bench.document_of(SCENES[name])[0]
    again = through_json(document)
    assert again == document and repr(again) == repr(document)


@pytest.mark.parametrize("seed", range(4))
def test_the_run_of_a_kept_bench_has_the_same_bits(seed, tmp_path):
    random = Random(f"kept {seed}")
    document = random_bench(random)
    # none of those whose bodies overlap
    while bench.trouble_of(document, bench.scene_of(NEW), {}):
        document = random_bench(random)
    run = Simulation(bench.scene_of(document))
    run.advance(50)
    kept = setup_from(run, others={"pins": [1.5]})
    write_setup(tmp_path / "a.jacobi.json", kept)
    read = read_setup(tmp_path / "a.jacobi.json")
    assert read == kept == setup_of_code(code_of(kept)) == setup_of(kept.plain())
    assert document_of_plain(read.built) == document and read.scene == BENCH
    again, notes = rebuilt(read, Catalogue())
    assert notes == [] and again.scene.source == run.scene.source and again.step == run.step
    assert [y.tobytes() for y in again.states] == [y.tobytes() for y in run.states]


def test_sliders_and_presets_are_kept_with_their_values():
    scene = SCENES["marble_run"]
    document = bench.document_of(scene, {"friction": 0.25})[0]
    run = Simulation(bench.scene_of(document), {"friction": 0.4})
    run.advance(20)
    again, notes = rebuilt(setup_from(run), Catalogue())
    assert notes == [] and again.values == run.values and again.values["friction"] == 0.4
    assert again.scene.parameters == run.scene.parameters
    assert [one.name for one in again.scene.presets] == [one.name for one in run.scene.presets]
    assert [y.tobytes() for y in again.states] == [y.tobytes() for y in run.states]


def test_functions_of_its_own_are_refused_in_words():
    document = bench.document_of(SCENES["bowl"])[0]
    assert document.own.texts
    with pytest.raises(BadValue, match=r"functions of its own .* Save as scene keeps it"):
        plain_of(document)
    run = Simulation(bench.scene_of(document))
    with pytest.raises(BadValue, match="functions of its own"):
        setup_from(run)


# ---- bad input ------------------------------------------------------------------------------------------------------

PLAIN = plain_of(NEW)


def changed(change) -> dict:
    """The object of a new bench with something done to it."""
    found = json.loads(json.dumps(PLAIN))
    change(found)
    return found


def row(found: dict, name: str) -> list:
    return next(one for one in found["parts"] if one[0] == name)


def nested(depth: int):
    value = 1.0
    for _level in range(depth):
        value = [value]
    return value


def slider(**fields):
    return lambda found: found.update(parameters=[{"kind": "Parameter", "name": "rate", "default": 1.0, "low": 0.0,
                                                   "high": 2.0, **fields}])


def formula(text: str):
    return lambda found: row(found, "table")[2]["with"].append(["motion", {"formula": text}])


HOSTILE = {
    "no object": (lambda _found: [1], "no place in a bench"),
    "a newer form": (lambda found: found.update(schema=7), "a later version of the program made this bench"),
    "no form": (lambda found: found.pop("schema"), "schema"),
    "a foreign key": (lambda found: found.update(run="import os"), "no place"),
    "an unknown word": (lambda found: row(found, "marble").__setitem__(2, {"word": "system", "with": []}),
                        "'system' is no word of a bench"),
    "a word that reads files": (lambda found: row(found, "marble").__setitem__(
        2, {"word": "mesh", "with": [["name", "/etc/passwd"]]}), "'mesh' is no word of a bench"),
    "a method of its own": (lambda found: row(found, "marble").__setitem__(
        2, {"word": ".__class__", "with": [], "of": 1}), "is no word of a bench"),
    "a function of its own": (lambda found: row(found, "marble").__setitem__(
        2, {"word": "@evil", "with": [["*", []]]}), "is no word of a bench"),
    "an argument that is code": (lambda found: row(found, "marble")[2]["with"].append(["on=print('x') or ", 1]),
                                 "no place"),
    "an argument twice": (lambda found: row(found, "marble")[2]["with"].append(["on", "table"]), "no place"),
    "an argument that the word has not": (lambda found: row(found, "marble")[2]["with"].append(["colour", 1]),
                                          "colour"),
    "a formula that is code": (formula("__import__('os').getcwd()"), "needs parameters p.name"),
    "a formula for hours": (formula("factorial(factorial(12))"), "needs parameters p.name"),
    "a formula of what is not": (formula("p.nothing"), "no parameter 'nothing'"),
    "a name twice": (lambda found: found["parts"].append(row(found, "marble")), "two parts are called 'marble'"),
    "a name of 10,000 letters": (lambda found: row(found, "marble").__setitem__(0, "a"*10_000), "at most 200 letters"),
    "a name with a line end": (lambda found: row(found, "marble").__setitem__(0, "a\nimport os"), "needs a text"),
    "a title with a line end": (lambda found: found.update(title='"""\nimport os'), "needs a text"),
    "a family that is none": (lambda found: row(found, "marble").__setitem__(1, "ghost"), "no place"),
    "a support that is not there": (lambda found: row(found, "marble")[2]["with"].__setitem__(
        2, ["on", "nowhere"]), "starts on 'nowhere'"),
    "a joint to what is not there": (lambda found: found["parts"].append(
        ["joint 1", "joint", {"word": "BallJoint", "with": [["ball", "gone"]]}, None]), "no body is called 'gone'"),
    "a part made of itself": (lambda found: row(found, "table").__setitem__(2, {"part": "table"}),
                              "no part is called 'table'"),
    "10,000 parts": (lambda found: found.update(parts=[*found["parts"], *(
        [f"b {i}", "body", 1, None] for i in range(10_000))]), "at most 1000 parts"),
    "1,000 balls in one place": (lambda found: found.update(parts=[*found["parts"], *(
        [f"b {i}", "body", {**row(found, "marble")[2], "with": [
            *row(found, "marble")[2]["with"][:3], ["name", f"b {i}"]]}, None] for i in range(900))]), "overlap by"),
    "a million numbers": (lambda found: row(found, "table")[2]["with"].append(["contact", [1.0]*1_000_000]),
                          "more than 30000 values"),
    "brackets 500 deep": (lambda found: row(found, "table")[2]["with"].append(["contact", nested(500)]),
                          "nested deeper"),
    "a whole number without end": (lambda found: row(found, "table")[2]["with"].append(["contact", 10**400]),
                                   "no place"),
    "nothing that is a number": (lambda found: row(found, "floor")[2].update(with_=1), "no place"),
    "NaN for a radius": (lambda found: row(found, "marble").__setitem__(2, json.loads(json.dumps(
        row(found, "marble")[2]).replace("0.008", '{"number": "nan"}'))), "radius"),
    "a slider called as Python's word": (slider(name="class"), "is no name for a parameter"),
    "a slider with code for a name": (slider(name="x = print()"), "is no name for a parameter"),
    "a slider out of its range": (slider(default=5.0), "needs a number in"),
    "a slider without range": (slider(low=None), "needs low < high"),
    "a slider twice": (lambda found: (slider()(found), found["parameters"].append(found["parameters"][0])),
                       "two parameters have one name"),
    "a slider of another kind": (slider(kind="Scene"), "no place"),
    "no parts": (lambda found: found.update(parts=[]), "has no support"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_is_one_sentence(name):
    """Whatever it is, it is refused in words, and nothing of it is run."""
    change, said = HOSTILE[name]
    stored = json.loads(json.dumps(PLAIN))
    stored = change(stored) if name == "no object" else changed(change)
    with pytest.raises(BadValue, match=said) as error:
        rebuilt(setup_of({"jacobi": SCHEMA, "scene": BENCH, "built": stored}), Catalogue())
    assert "\n" not in str(error.value) and len(str(error.value)) < 700


def test_a_comment_in_a_formula_does_not_reach_the_text():
    """A formula that breaks its line would put what follows into the file: it is written anew."""
    def change(found):
        slider()(found)
        text = json.dumps(row(found, "marble")[2]).replace(
            "0.008", json.dumps({"formula": "0.008 + 0*p.rate # + __import__('os').abort()"}))
        row(found, "marble")[2] = json.loads(text)
    document = document_of_plain(changed(change))
    source = bench.scene_of(document).source
    assert "0.008 + 0*p.rate" in source and "abort" not in source


def test_where_a_document_stands_without_its_scene():
    with pytest.raises(BadValue, match="goes with the scene '_bench' only"):
        Setup("turntable", built=PLAIN)
    with pytest.raises(BadValue, match="holds no parts"):
        rebuilt(Setup(BENCH), Catalogue())
    # files of before read as they did
    assert setup_of({"jacobi": 1, "scene": "turntable"}).built is None
    assert "built" not in Setup("turntable").plain()


def test_mutated_documents_are_refused_or_fine():
    """Values of all kinds wherever they do not belong: BadValue, or a document that is one."""
    dice = Random(11)
    fine = 0
    for _i in range(tries(300, 5000)):
        stored = mutated(dice, json.loads(json.dumps(PLAIN)))
        try:
            document = document_of_plain(stored)
            bench.scene_of(document)
            fine += 1
        except BadValue:
            continue
        assert {part.family for part in document.parts} <= {*kinds.ALL}
    assert fine < 300


def test_each_word_of_the_palette_is_taken():
    """What can be put can be kept; what is no word of scenes is none here."""
    import sandbox.scene as words
    assert set(words.__all__) >= WORDS
    for item in PARTS:
        document = bench.put(NEW, item, (0.0, 0.0, 0.0), "floor")[0]
        assert through_json(document) == document
