"""Formulas that a person types: what is read, what is refused and where, and their derivatives."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.mechanics.graph import graph_slopes, graph_values
from sandbox.scene import Formula, GraphSurface
from sandbox.scene.typed.intervals import Boxes, Interval
from sandbox.scene.typed.jets import Points, jets_of
from sandbox.scene.typed.parser import FUNCTIONS, tree_of
from sandbox.scene.typed.program import program_of
from sandbox.scene.typed.scanner import LONGEST, FormulaError
from tests.effort import tries

NUMBERS = {"h": 0.7, "b": 1.3, "c": 2.0, "k": 3.0}
# a text and the same by hand, for complex x and y
SAME = [
    ("h*(x^2 + y^2)", lambda x, y: 0.7*(x*x + y*y)),
    ("z = -x**2 - 2x", lambda x, y: -x**2 - 2*x),
    ("sin(k*x)cos(y) + 3", lambda x, y: np.sin(3*x)*np.cos(y) + 3),
    ("exp(−r²/b²)", lambda x, y: np.exp(-(x*x + y*y)/1.69)),
    ("h·x³y^5/(1+x^2)", lambda x, y: 0.7*x**3*y**5/(1 + x*x)),
    ("sqrt(1+r^2) − 2^-x", lambda x, y: np.sqrt(1 + x*x + y*y) - 2**-x),
    ("th(x*y) + arctg(3x) - tg(x/2)", lambda x, y: np.tanh(x*y) + np.arctan(3*x) - np.tan(x/2)),
    ("sinc(4r) + cos(r)", lambda x, y: np.sin(4*_r(x, y))/(4*_r(x, y)) + np.cos(_r(x, y))),
    ("sh(x)ch(y) - asin(x/3) + acos(y/4)", lambda x, y: np.sinh(x)*np.cosh(y) - np.arcsin(x/3) + np.arccos(y/4)),
    ("ln(2+x)/(y+3) + 1/(5-x*y)", lambda x, y: np.log(2 + x)/(y + 3) + 1/(5 - x*y)),
    ("(x^2+1)^1.7 + (x+4)^y", lambda x, y: (x*x + 1)**1.7 + (x + 4)**y),
    ("sech(x) + sec(y/3) + cot(x+4) - csc(x+4)",
     lambda x, y: 1/np.cosh(x) + 1/np.cos(y/3) + np.cos(x + 4)/np.sin(x + 4) - 1/np.sin(x + 4)),
    ("e^(x/2)*pi - (x-1)(y+1)", lambda x, y: np.exp(x/2)*np.pi - (x - 1)*(y + 1)),
    ("x - (y - (x - y)) / 2 / 3", lambda x, y: x - (y - (x - y))/6),
    ("x^2^3 - -y", lambda x, y: x**8 + y),
    ("sqrt(x^2+y^2)*r^3 + 1.5e-1", lambda x, y: (x*x + y*y)**2 + 0.15),
]


def _r(x, y):
    return np.sqrt(x*x + y*y)


def compiled(text, x, y):
    """z, its gradient and its Hessian (xx, xy, yy) of the compiled program at points."""
    program = program_of(tree_of(text, NUMBERS), text, NUMBERS)
    s, out, rows = program.array(0.3), np.zeros(10), []
    for a, b in zip(x, y, strict=True):
        graph_values(a, b, 0.0, s, out)
        z = -out[0]
        graph_slopes(a, b, 0.0, s, out)
        rows.append([z, -out[0], -out[1], -out[3], -out[4], -out[6]])
        assert out[2] == 1.0 and not out[[5, 7, 8]].any()
    return np.array(rows).T


@pytest.fixture(scope="module")
def points():
    x, y = np.random.default_rng(1).uniform(0.1, 0.95, (2, 40))
    return x, y


@pytest.mark.parametrize("text, same", SAME, ids=[text for text, _same in SAME])
def test_value_and_derivatives_are_those_of_the_formula(text, same, points):
    """Gradient by the complex step, which is exact to rounding; Hessian by differences of it."""
    x, y = points
    z, *found = compiled(text, x, y)
    assert_allclose(z, same(x, y), rtol=1e-13, atol=1e-14)
    h = 1e-20

    def gradient(x, y):
        return same(x + 1j*h, y + 0j).imag/h, same(x + 0j, y + 1j*h).imag/h

    assert_allclose(found[:2], gradient(x, y), rtol=1e-12, atol=1e-12)
    d = 1e-5
    along_x = (np.array(gradient(x + d, y)) - gradient(x - d, y))/(2*d)
    along_y = (np.array(gradient(x, y + d)) - gradient(x, y - d))/(2*d)
    # [1/m] d^2 times fourth derivatives, which stay below 10
    assert_allclose(found[2:], [along_x[0], along_x[1], along_y[1]], rtol=2e-8, atol=2e-8)


@pytest.mark.parametrize("text, same", SAME, ids=[text for text, _same in SAME])
def test_arrays_and_intervals_agree_with_the_compiled_program(text, same, points):
    x, y = points
    program = program_of(tree_of(text, NUMBERS), text, NUMBERS)
    expected = compiled(text, x, y)
    for u, v in zip(jets_of(program, x, y, Points()), expected, strict=True):
        assert_allclose(np.broadcast_to(u, v.shape), v, rtol=1e-13, atol=1e-13)
    for half in (1e-9, 1e-3, 0.05):
        boxes = Boxes(len(x))
        jet = jets_of(program, Interval(x - half, x + half), Interval(y - half, y + half), boxes)
        assert (boxes.blame == -1).all()
        for corner in ((0, 0), (-half, half), (half, 0.3*half)):
            inside = compiled(text, x + corner[0], y + corner[1])
            for u, v in zip(jet, inside, strict=True):
                low, high = (u.lo, u.hi) if isinstance(u, Interval) else (u, u)
                room = 1e-9*(1.0 + np.abs(v))        # rounding is not turned outwards
                assert (low - room <= v).all() and (v <= high + room).all()


def test_even_functions_of_r_are_smooth_on_the_axis():
    """cos r, sinc r and r^4 at r = 0 and next to it: the limits, to the digits of the terms that cancel."""
    for text, bend in (("cos(2r)", -4.0), ("sinc(3r)", -3.0), ("r^4", 0.0), ("cosh(r)", 1.0), ("exp(-r^2/2)", -1.0)):
        for x in (0.0, 1e-200, 1e-12, 1e-6):
            found = compiled(text, [x], [0.0])[:, 0]
            assert_allclose(found[3:], [bend, 0.0, bend], rtol=1e-9, atol=1e-9)


REFUSED = [
    ("", 1, "no formula yet"), ("foo(x)", 1, "no name 'foo'"), ("x + sn(y)", 5, "is sin meant?"),
    ("xy", 1, "a product needs its sign: x*y"), ("x + z", 5, "z is what the formula gives"),
    ("0,5*x", 2, "a decimal comma"), ("x, y", 2, "a comma"), ("1/2x", 4, "two ways"),
    ("x^2y", 4, "a sign * is missing"),
    ("x(y+1)", 2, "x is no function"), ("2 3", 3, "a sign is missing"), ("x y", 3, "a sign is missing"),
    ("sin x", 1, "needs parentheses"), ("sin^2(x)", 1, "needs parentheses"), ("(x + 1", 1, "not closed"),
    ("x)", 2, "closes that was not opened"), ("x = y", 3, "an equals sign"), ("x +", 4, "ends too early"),
    ("x + * y", 5, "can't stand here"), ("()", 2, "something is missing"), ("х^2", 1, "Cyrillic"),
    ("[x]", 1, "write ( and )"), ("|x|", 1, "write abs"), ("1e999", 1, "too large"), ("1e", 1, "ends too early"),
    ("1.2.3", 4, "two numbers"), ("x²²^2", 4, "a power of a power"),
    ("__import__('os').system('true')", 12, "means nothing here"), ("lambda: 0", 7, "means nothing here"),
    ("x.__class__", 2, "means nothing here"), ("x; y", 2, "means nothing here"), ("exec(x)", 1, "no name 'exec'"),
    ("open(x)", 1, "no name 'open'"), ("x if x else y", 3, "a sign is missing"), ("x\x00", 2, "means nothing here"),
    ("🙂", 1, "means nothing here"), ("x/0", 3, "division by zero"), ("x + 1/(2 - 2)", 7, "division by zero"),
    ("exp(1000)*x", 1, "has no value"), ("sqrt(-1)", 1, "has no value"), ("(-1)^0.5*x", 1, "has no value"),
    ("(-2)^x", 1, "positive base"), ("ln(0)", 1, "has no value"), ("10^400", 1, "has no value"),
]


@pytest.mark.parametrize("text, column, reason", REFUSED, ids=[repr(text) for text, *_rest in REFUSED])
def test_what_cannot_be_read_is_refused_at_its_place(text, column, reason):
    with pytest.raises(FormulaError) as refused:
        program_of(tree_of(text, NUMBERS), text, NUMBERS)
    error = refused.value
    assert error.start + 1 == column and reason in str(error) and f"column {column}: " in str(error)
    shown, carets = error.marked().split("\n")
    assert carets.strip("^ ") == "" and carets.index("^") == column - 1 and shown == text[:60].replace("\n", " ")


@pytest.mark.parametrize("text", ["x"*10_000, "("*300 + "x" + ")"*300, "-"*400 + "x", "x^"*200 + "x",
                                  "sin("*100 + "x", "x+"*2000 + "x", "1"*10_000, "x"*1_000_000,
                                  "(x+1)"*99, "exp("*35 + "x" + ")"*35])
def test_nothing_is_too_long_or_too_deep(text):
    """A sentence, or a surface; nothing takes long or overflows a stack."""
    try:
        GraphSurface(text, rim=0.1)
    except BadValue as error:
        assert len(str(error)) < 300
    assert len(text) > 0


# pieces of formulas and what people put between them
PIECES = st.sampled_from([*"xyrhbck+-*/^().,=0123456789 ²³·−√πeEz_'\"[]{}:;@#$%&|!~<>\\\n\tхé", *FUNCTIONS, "**",
                          "1e-3", "lambda", "__import__", "import os", "pi", "()", "0.5", "(x", "y)"])


@settings(max_examples=tries(500, 20_000), deadline=None)
@given(st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(max_size=LONGEST + 20)))
def test_any_text_gives_a_sentence_or_a_surface(text):
    """Never another exception; what is read is finite where the verdict says so."""
    try:
        surface = GraphSurface(text, rim=0.2, **NUMBERS)
    except BadValue as error:
        assert str(error)
        if isinstance(error, FormulaError):
            assert 0 <= error.start < error.end and error.start <= max(len(text), 1) and error.marked()
        return
    x, y = np.random.default_rng(0).uniform(-0.14, 0.14, (2, 20))
    assert np.isfinite(surface.graph.heights(x, y)).all()
    assert Formula("surface", text, names=tuple(NUMBERS)).check(text) == text.strip()


def test_a_register_is_free_after_its_last_use():
    """A sum of a hundred terms needs a few registers only; too many products of sums at once are refused in words."""
    text = "+".join(f"sin({k}*x)" for k in range(1, 30))
    program = program_of(tree_of(text), text, {})
    rows = program.array(0.1)[5:].reshape(-1, 4)
    assert rows[:, 1].max() <= 4
    assert all(a <= b for a, b in pairwise(sorted(rows[:, 1])))


def test_what_is_not_needed_is_left_out():
    """r is no corner where its square only is used."""
    program = program_of(tree_of("r^2 + r²·x"), "", {})
    assert not program.has_radius and len(program.steps) == 5


@pytest.mark.parametrize("wrong, reason", [
    ({"formula": 3.0}, "needs a text"), ({"rim": None}, "needs a rim"), ({"rim": -1.0}, "above 0"),
    ({"rim": None, "length": 1.0}, "needs a rim"), ({"x": 1.0}, "is taken"), ({"sin": 1.0}, "is taken"),
    ({"q": float("nan")}, "finite"), ({"q": True}, "finite"), ({"length": 1.0, "width": 1.0}, "needs a rim")])
def test_words_that_make_no_surface(wrong, reason):
    with pytest.raises(BadValue, match=reason):
        GraphSurface(**{"formula": "x*y", "rim": 0.1, **wrong})
