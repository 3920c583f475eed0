"""Recipes that somebody wrote by hand or damaged: a sentence or a fine recipe, at once, and nothing else."""

import json
import os
import random
import time

import pytest

from sandbox.errors import BadValue
from sandbox.film.filmed_run import unchecked_run
from sandbox.film.recipe import MAX_BYTES, Recipe, read_recipe, recipe_text
from sandbox.schema import Choice, Either, List, Maybe, Number, Record, Switch, Table, Text, Tuple, Whole
from sandbox.workspace import shapes
from tests.film.test_recipe import Scenes
from tests.ui.made_up import turntable

FULL = Recipe("turntable", "Fast", {"rate": 5.0, "shell": True}, {"at": (0.1, 0.0), "velocity": (0.0, 0.05)}, 240,
              ((0, "rate", 5.0), (100, "rate", 7.0)), 0.5, 1.2, size=(64, 64), title="a\nb",
              look=(0.0, 0.0, 0.0, 0.1, 0.6, 0.4), window=(800, 600), witness=(300, "0123456789abcdef"*2))
NONSENSE = (None, True, False, 0, 1, -1, 2, 300, 10**9, 10**400, -10**30, 0.5, -0.0, 1e308, -1e308, 5e-324,
            float("inf"), float("nan"), "", "x", "x"*100_000, "\ud800", "\0", "../../x", "turntable", "0"*32, "я",
            [], [[]], [0, 0], [0, 0, 0], [0, "rate", 1.0], [[0, "rate", 1.0]], [[5, "radius", 0.01]],
            [[0, "rate", "x"]], [True]*3, [[[[]]]], {}, {"at": [0, 0]}, {"mass_centre": [0, 0, 0]}, {"a": {"b": {}}},
            {"at": [0, 0], "nearest": 1}, {"": 0}, {"rate": "5"}, [1e300]*6, [0]*1000)


def mutated(dice, value, depth=0):
    """A value of JSON, damaged in one or two places."""
    kind = dice.random()
    if depth > 3 or kind < 0.25 or not isinstance(value, dict | list) or not value:
        if isinstance(value, str) and kind > 0.2 and value:
            at = dice.randrange(len(value))
            return value[:at] + chr(dice.randrange(0x500)) + value[at + 1:]
        if isinstance(value, int | float) and not isinstance(value, bool) and kind > 0.2:
            return value*dice.choice((-1, 0, 0.5, 10, 1e3, 1e9, 1e300))
        return dice.choice(NONSENSE)
    if isinstance(value, dict):
        key = dice.choice([*value])
        if kind < 0.35:
            return {name: item for name, item in value.items() if name != key}
        if kind < 0.4:
            return {**value, dice.choice(("x", "", "scene", "at", "mass_centre")): dice.choice(NONSENSE)}
        return {**value, key: mutated(dice, value[key], depth + 1)}
    at = dice.randrange(len(value))
    if kind < 0.35:
        return value[:at] + value[at + 1:]
    if kind < 0.45:
        return value[:at] + [value[at]]*dice.choice((2, 3)) + value[at:]
    return [*value[:at], mutated(dice, value[at], depth + 1), *value[at + 1:]]


def test_damaged_recipes_are_refused_or_fine(tmp_path):
    """3000 recipes with wrong values, 1000 damaged files; of every tenth fine one the run is made too."""
    dice, good, plain = random.Random(5), 0, json.loads(recipe_text(FULL))
    path, text = tmp_path / "a.json", recipe_text(FULL).encode()
    for case in range(4000):
        if case < 3000:
            wrong = mutated(dice, plain)
            path.write_bytes(json.dumps(wrong).encode())
        else:
            damaged = bytearray(text)
            for _i in range(dice.randrange(1, 4)):
                at = dice.randrange(len(damaged))
                damaged[at:at + dice.randrange(3)] = bytes(dice.randrange(256) for _k in range(dice.randrange(3)))
            path.write_bytes(damaged)
        begin = time.thread_time()
        try:
            recipe = read_recipe(path)
            again = recipe_text(recipe)
            again.encode()
            good += 1
            if good % 10 == 0:
                unchecked_run(recipe, Scenes(turntable()))
        except BadValue as refused:
            sentence = str(refused)
            sentence.encode()
            assert sentence.startswith(("film", "scene", "start", "run")) and len(sentence) < 600
        assert time.thread_time() - begin < 1.0
    assert 100 < good < 3000


@pytest.mark.parametrize("field, value, said", [
    ("witness", [10**9, "x"], r"'witness'\[0\]: got 1000000000, needs a whole number in \[0, 100000000\]"),
    ("witness", [5, "x"], r"'witness'\[1\]: got 'x', needs \[0-9a-f\]\{32\}"),
    ("start", {"mass_centre": [0, 0]}, r"'start'.mass_centre: got \[0, 0\], needs a list of 3: a number in"),
    ("start", {"at": 5}, r"'start'.at: got 5, needs a list of 2 to 3"),
    ("size", [1281, 720], r"'size'\[0\]: got 1281, needs an even number in \[16, 4096\]"),
    ("commands", [[0, "rate", 5.0], [7, "rate", "x"]], r"'commands'\[1\]\[2\]: got 'x', needs a number"),
    ("commands", [[7, "rate", 5.0], [0, "rate", 5.0]], "a step is before the one above it"),
    ("values", {"rate": [1]}, r"'values'.rate: got \[1\], needs a number in .* or true or false"),
    ("values", {"rate": 10**400}, "'values'.rate: got 1000"), ("scene", "../x", "'scene': got '../x', needs"),
    ("language", "xx", "'language': got 'xx', needs one of en, ru"), ("speed", 1000, r"needs a number in \[0.0039"),
    ("title", "x"*201, "text of at most 200 letters"), ("title", "\ud800", "'title': got"),
    ("clock", 1, "'clock': got 1, needs true or false"), ("end", 1e7, "'end': got")])
def test_what_is_wrong_is_named_with_its_place(tmp_path, field, value, said):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({**json.loads(recipe_text(FULL)), field: value}))
    with pytest.raises(BadValue, match=said):
        read_recipe(path)


def test_commands_of_other_parameters_are_refused():
    for name in ("radius", "nothing"):
        with pytest.raises(BadValue, match=r"'commands': got .*, needs rate"):
            unchecked_run(Recipe("turntable", commands=((0, name, 0.03),)), Scenes(turntable()))


def test_files_that_are_too_large_or_no_files_are_refused_unread(tmp_path):
    with open(tmp_path / "large.json", "wb") as file:
        file.truncate(10**12)
    with pytest.raises(BadValue, match=f"got 1000000000000 bytes, needs at most {MAX_BYTES}"):
        read_recipe(tmp_path / "large.json")
    with pytest.raises(BadValue, match="cannot be read"):
        read_recipe(tmp_path)
    with pytest.raises(BadValue, match="cannot be read"):
        read_recipe(tmp_path / ("x"*300 + ".json"))
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.json")
        with pytest.raises(BadValue, match="no ordinary file"):
            read_recipe(tmp_path / "pipe.json")


@pytest.mark.parametrize("text, said", [
    ('{"schema": 1, "scene": "a", "scene": "b"}', "the key 'scene' stands there twice"),
    ('{"schema": 1, "scene": "a", "x": ' + "["*100_000 + "]"*100_000 + "}", "nested too deep"),
    ('{"schema": 1, "scene": "a", "end": 1e999}', "'end': got inf"),
    ('{"schema": 1, "scene": "a", "end": ' + "9"*5000 + "}", "cannot be read"),
    ('\xff\xfe{', "cannot be read"), ('{"schema": true, "scene": "a"}', "needs an object")])
def test_what_json_should_not_hold(tmp_path, text, said):
    (tmp_path / "a.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(BadValue, match=said):
        read_recipe(tmp_path / "a.json")


def test_the_longest_recipe_is_read_in_time(tmp_path):
    recipe = Recipe("turntable", commands=[(k, "rate", k*1e-5) for k in range(shapes.MOST_COMMANDS)])
    (tmp_path / "a.json").write_text(recipe_text(recipe))
    assert (tmp_path / "a.json").stat().st_size < MAX_BYTES
    begin = time.thread_time()
    assert read_recipe(tmp_path / "a.json") == recipe
    assert time.thread_time() - begin < 5.0


@pytest.mark.parametrize("kind", [
    Number(0, 1), Whole(0, 9), Whole(0, 8, step=2), Switch(), Text(5), Text(5, "[a-z]*", "letters"), Choice((1, "a")),
    Maybe(Number(0, 1)), Either((Number(0, 1), Switch())), List(Number(0, 1), 1, 3), List(Whole(0, 9), 2, 2),
    Tuple((Whole(0, 9), Text(5)), "[step, name]"), Table(Number(0, 1), 3), Record({"a": Number(0, 1), "b": Switch()})])
def test_every_kind_takes_or_refuses_in_words(kind):
    assert kind.allowed and "\n" not in kind.allowed
    taken = 0
    for value in NONSENSE:
        try:
            kind.take(value, "here")
            taken += 1
        except BadValue as refused:
            assert str(refused).startswith("here") and ", needs " in str(refused) and len(str(refused)) < 500
    assert taken < len(NONSENSE)
