"""Edits of a document: each can be taken back exactly, and what remains is a scene or a sentence."""

from random import Random

import pytest

from sandbox.errors import BadValue
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Computed, Document, Named, Part, SetOfValues, Word, leaves
from sandbox.scene.built.edits import (
    History,
    added,
    removed,
    renamed,
    with_argument,
    with_preset,
    with_slider,
)
from sandbox.scene.built.making import made_of
from sandbox.scene.built.read import read
from sandbox.scene.catalogue import load_scene
from sandbox.scene.parameter import Parameter
from sandbox.scene.world import World
from sandbox.workspace.scene_text import scene_text
from tests.effort import tries
from tests.shipped import shipped

SCENES = shipped().scenes
NAMES = ("marble_run", "seesaw", "chain", "turntable", "labyrinth", "incline")
EDITS = 40
PLATE = Word("On", (("surface", Word("Slab", (("length", 0.2), ("width", 0.1), ("thickness", 0.01)))),))
DOCUMENTS = {name: read(SCENES[name]).document for name in NAMES}


def values_of(document: Document) -> dict:
    """Default values of the parameters of a document."""
    return {parameter.name: parameter.default for parameter in document.parameters}


def numbers(part: Part) -> list[tuple]:
    """Ways to the numbers of a part."""
    return [path for path, end in leaves(part.value) if isinstance(end, float) and path and path[-1] != "count"]


def inlined(document: Document) -> list[tuple]:
    """Parts of a world without the names of what stands in several places, which are the writer's own."""
    known = {part.name: part.value for part in document.parts}

    def whole(value):
        if isinstance(value, Named):
            return whole(known[value.name])
        if isinstance(value, Word):
            return value.name, tuple((name, whole(one)) for name, one in value.arguments), whole(value.of)
        return tuple(map(whole, value)) if isinstance(value, tuple) else value
    return [(part.family, part.name if part.family in (kinds.SUPPORT, kinds.BODY) and part.key is None else part.key,
             whole(part.value)) for part in document.parts if part.family != kinds.VALUE]


def edited(document: Document, random: Random, count: int) -> Document:
    """One random edit, which may be refused."""
    if not document.parts:
        return added(document, Part(f"plate {count}", kinds.SUPPORT, PLATE))
    part = random.choice(document.parts)
    kind = random.randrange(7)
    if kind == 0:
        return removed(document, part.name, with_others=random.random() < 0.7)
    if kind == 1:
        return renamed(document, part.name, random.choice(["stone", "a long way", "ball", part.name, f"new {count}"]))
    if kind == 2:
        return added(document, Part(f"{part.name} {count}", part.family, part.value, part.key))
    if kind == 3:
        return added(document, Part(f"plate {count}", kinds.SUPPORT, PLATE))
    ways = numbers(part)
    if not ways:
        return with_argument(document, part.name, ("name",), "x")
    path = random.choice(ways)
    if kind == 4:
        return with_slider(document, part.name, path, Parameter(f"q{count}", 0.0, low=-100, high=100))
    if kind == 5 and document.parameters:
        one = random.choice(document.parameters)
        return with_preset(document, SetOfValues(f"preset {count % 3}", ((one.name, one.default),)))
    return with_argument(document, part.name, path, random.uniform(-1.0, 1.0))


@pytest.mark.parametrize("name", NAMES)
def test_undo_gives_each_document_back(name):
    """Sequences of edits: undo and redo lead through the same documents, and each makes a world or is refused."""
    for seed in range(tries(12, 84)):
        random = Random(f"{name} {seed}")
        history = History(DOCUMENTS[name])
        passed = [history.document]
        for count in range(EDITS):
            try:
                history.take(edited(history.document, random, count))
            except BadValue as error:
                assert str(error)
            if history.document != passed[-1]:
                passed.append(history.document)
        for document in reversed(passed[:-1]):
            assert history.undo() and history.document == document
        assert not history.undo() and history.document == DOCUMENTS[name]
        for document in passed[1:]:
            assert history.redo() and history.document == document
        assert not history.redo()
        try:
            assert isinstance(made_of(history.document, values_of(history.document)), World)
        except BadValue as error:
            assert str(error)


@pytest.mark.parametrize("name", NAMES)
def test_edited_documents_come_back_from_their_text(name, tmp_path):
    """Document, text, scene, document: the parts mean the same; the text is, from the second time on."""
    done = 0
    for seed in range(tries(3, 170)):
        random = Random(f"text {name} {seed}")
        document = DOCUMENTS[name]
        for count in range(6):
            try:
                new = edited(document, random, count)
                made_of(new, values_of(new))
            except BadValue:
                continue
            document = new
        path = tmp_path / f"written_{seed}.py"
        path.write_text(scene_text(document), encoding="utf-8")
        second = read(load_scene(path)).document
        assert inlined(second) == inlined(document), seed
        text = scene_text(second)
        path.write_text(text, encoding="utf-8")
        assert scene_text(read(load_scene(path)).document) == text
        done += document != DOCUMENTS[name]
    assert done


def test_an_edit_that_changes_nothing_is_no_step():
    document = DOCUMENTS["turntable"]
    history = History(document)
    part = document.part("table")
    path = numbers(part)[0]
    history.take(with_argument(document, "table", path, dict(leaves(part.value))[path]))
    assert history.document is document and not history.undo()


def test_a_part_that_others_need_goes_with_them_or_stays():
    chain = DOCUMENTS["chain"]
    ball = next(part.name for part in chain.of_family(kinds.BODY))
    with pytest.raises(BadValue, match="is needed by"):
        removed(chain, ball)
    left = removed(chain, ball, with_others=True)
    assert len(left.of_family(kinds.JOINT)) < len(chain.of_family(kinds.JOINT))
    assert ball not in {part.name for part in left.parts}
    # the others are called what they were called
    assert {part.name for part in left.of_family(kinds.BODY)} < {part.name for part in chain.of_family(kinds.BODY)}
    assert set(made_of(left, values_of(left)).names) == {part.name for part in left.of_family(kinds.BODY)}


def test_a_number_becomes_a_slider():
    document = DOCUMENTS["turntable"]
    path = next(path for path in numbers(document.part("table")) if path[-1] == "rim")
    new = with_slider(document, "table", path, Parameter("rim", 0.3, "m", low=0.1, high=1.0))
    assert dict(leaves(new.part("table").value))[path] == Computed("p.rim")
    assert made_of(new, values_of(new) | {"rim": 0.5}).supports["table"].surface.rim == 0.5
    assert made_of(new, values_of(new)).supports["table"].surface.rim == 0.3


REFUSED = {
    "two parts": lambda d: added(d, Part("table", kinds.SUPPORT, PLATE)),
    "letters": lambda d: added(d, Part("x"*10_000, kinds.SUPPORT, PLATE)),
    "no part is called 'lost'": lambda d: added(d, Part("lid", kinds.SUPPORT, Named("lost"))),
    "no family": lambda d: added(d, Part("lid", "roof", PLATE)),
    "no parameter 'lost'": lambda d: with_argument(d, "table", ("contact",), Computed("p.lost")),
    "nothing at": lambda d: with_argument(d, "table", ("surface", "of", "arm", 3), 1.0),
    "no part is called": lambda d: removed(d, "moon"),
    "made of itself": lambda d: with_argument(d, "table", ("contact",), Named("table")),
    "needs parameters": lambda d: with_argument(d, "table", ("contact",), Computed("__import__('os')")),
    "two parameters": lambda d: with_slider(d, "table", ("surface", "of", "rim"),
                                            Parameter("rate", 0.0, low=0, high=1)),
    "got 0.3": lambda d: with_slider(d, "table", ("surface", "of", "rim"), Parameter("rim", 1.0, low=1, high=2)),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_refusals_are_sentences(sentence):
    with pytest.raises(BadValue, match=sentence):
        REFUSED[sentence](DOCUMENTS["turntable"])


@pytest.mark.parametrize("word", [
    Word("Moon"), Word(".__class__", (), Word("Ball", (("radius", 0.1),))), Word("Ball", (("radius", float("nan")),)),
    Word("Ball", (("colour", 3),)), Word("@system", (("*", ()),)), Computed("p.rate**p.rate**9e9"), Computed("1/0"),
    Computed("(-1.0)**0.5"), Computed("9**9**9**9"), Named("moon")])
def test_a_document_that_makes_nothing_says_why(word):
    document = DOCUMENTS["turntable"]
    wrong = Document("wrong", document.form, (*document.parts, Part("wrong", "value", word)))
    with pytest.raises(BadValue):
        made_of(wrong, values_of(document))
