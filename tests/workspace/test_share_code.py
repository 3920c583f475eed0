"""Share codes: exactly what was shared, or a sentence; nothing in between."""

import random
import time
import zlib

import pytest

from sandbox.errors import BadValue
from sandbox.workspace.setup import MAX_BYTES, Setup, text_of
from sandbox.workspace.share_code import CHECK, HEAD, check_of, code_of, is_code, letters_of, setup_of_code
from tests.workspace.made_up import FULL, damaged_bytes, mutated

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def made_of(content: bytes) -> str:
    """A code with a right check around any content."""
    packed = zlib.compress(content)
    return HEAD + letters_of(check_of(packed) + packed)


def test_there_and_back():
    code = code_of(FULL)
    assert setup_of_code(code) == FULL and is_code(code) and set(code[4:]) <= set(LETTERS)
    assert len(code_of(Setup("turntable"))) < 400


def test_one_letter_changed_anywhere_is_refused():
    """At each place, by five letters of codes and four others; the last letter has bits that decode to nothing."""
    code, dice = code_of(FULL), random.Random(2)
    for at, letter in enumerate(code):
        others = [other for other in dice.sample(LETTERS, 6) if other != letter][:5]
        if at == len(code) - 1:
            others = [other for other in LETTERS if other != letter]
        for other in (*others, "=", "+", "я", "\0"):
            with pytest.raises(BadValue, match="share code"):
                setup_of_code(code[:at] + other + code[at + 1:])


def test_letters_lost_doubled_or_exchanged_are_refused():
    code = code_of(FULL)
    for at in range(len(code)):
        wrong = [code[:at] + code[at + 1:], code[:at] + code[at]*2 + code[at + 1:], code[:at]]
        if at and code[at] != code[at - 1]:
            wrong.append(code[:at - 1] + code[at] + code[at - 1] + code[at + 1:])
        for text in wrong:
            with pytest.raises(BadValue, match="share code"):
                setup_of_code(text)


def test_line_breaks_blanks_and_unseen_letters_of_mails_do_no_harm():
    code = code_of(FULL)
    lines = "\r\n".join(code[k:k + 60] for k in range(0, len(code), 60))
    assert setup_of_code(f"\n  {lines}\t\n") == FULL
    assert setup_of_code("\ufeff" + "\u200b".join(code[k:k + 7] for k in range(0, len(code), 7)) + "\xa0") == FULL


@pytest.mark.parametrize("text", ["", "JS1", "JS1:", "JS2:abc", "js1:abc", "http://example.org", "JS1:a", "JS1:====",
                                  "JS1:" + "A"*12, "\ud800", "JS1:\ud800"])
def test_what_is_no_code_is_refused(text):
    with pytest.raises(BadValue, match="share code"):
        setup_of_code(text)


def test_a_bomb_is_refused_before_it_fills_the_memory():
    """A gigabyte of blanks is a megabyte of code; more is not unpacked than a set-up may have."""
    stream = zlib.compressobj(9)
    packed = b"".join(stream.compress(b" "*10_000_000) for _k in range(100)) + stream.flush()
    begin = time.thread_time()
    with pytest.raises(BadValue, match=f"larger than {MAX_BYTES} bytes"):
        setup_of_code(HEAD + letters_of(check_of(packed) + packed))
    assert time.thread_time() - begin < 2.0       # [s] of this thread, 0.05 for unpacking 16 MB
    with pytest.raises(BadValue, match="more than 8000000 letters"):
        setup_of_code(HEAD + "A"*17_000_000)


def test_content_that_is_not_whole_or_goes_on_is_refused():
    packed = zlib.compress(text_of(FULL).encode())
    for wrong in (packed[:-5], packed + b"more", packed + packed, b"x"*40, b"\0"):
        with pytest.raises(BadValue, match="its content is damaged"):
            setup_of_code(HEAD + letters_of(check_of(wrong) + wrong))
    with pytest.raises(BadValue, match="damaged or not whole"):
        setup_of_code(HEAD + letters_of(b"x"*CHECK))


@pytest.mark.parametrize("content, said", [
    (b"", "cannot be read"), (b"[]", "not an object"), (b"{}", "no set-up"), (b'{"jacobi": 1}', "names no scene"),
    (b'{"jacobi": true, "scene": "x"}', "no set-up"), (b'{"jacobi": 0, "scene": "x"}', "no set-up"),
    (b'{"jacobi": 1, "scene": "a", "scene": "b"}', "stands there twice"), (b'{"jacobi": NaN}', "not a number"),
    (b'{"jacobi": 1, "scene": "../../x"}', "'scene': got"), (b"["*100_000, "nested too deep"),
    (b'{"jacobi": 1, "scene": "x", "step": 1e999}', "'step': got inf"),
    (b'{"jacobi": 1, "scene": "x", "a": 1e999}', "finite numbers"),
    (b'{"jacobi": 1, "scene": "x", "a": "\\ud800"}', "'a': got"),
    (b'{"jacobi": 1, "scene": "x", "a": ' + b"["*30 + b"]"*30 + b"}", "at most 20 levels"),
    (b'{"jacobi": 1, "scene": "x", "a": ' + b"9"*5000 + b"}", "cannot be read")])
def test_a_right_check_makes_wrong_content_no_better(content, said):
    with pytest.raises(BadValue, match=said):
        setup_of_code(made_of(content))


def test_damaged_codes_are_refused():
    dice, code = random.Random(3), code_of(FULL).encode()
    for _case in range(1000):
        text = damaged_bytes(dice, code).decode("latin-1")
        if "".join(text.split()) != code.decode():
            with pytest.raises(BadValue):
                setup_of_code(text)


def test_contents_that_somebody_made_up_are_refused_or_fine():
    import json
    dice, plain, good = random.Random(4), json.loads(text_of(FULL)), 0
    for _case in range(1000):
        begin = time.thread_time()
        try:
            setup = setup_of_code(made_of(json.dumps(mutated(dice, plain)).encode()))
            assert setup_of_code(code_of(setup)) == setup
            good += 1
        except BadValue as refused:
            str(refused).encode()
            assert len(str(refused)) < 600
        assert time.thread_time() - begin < 1.0       # [s] of this thread
    assert 50 < good < 950
